/* The replay of a game (replay.c). */
"use strict";
