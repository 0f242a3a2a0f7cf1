/* stmt_show: a game as its story. Readers may read the tables; external players may read only
 * the schema api. */
#ifndef ARESFARM_STATEMENTS_SHOW_H
#define ARESFARM_STATEMENTS_SHOW_H

#include <stdio.h>

#include "db/pg/db.h"

/* Whether the session's role is an external player: it may use the schema api, and not the schema
 * farm. */
MUST_CHECK bool stmt_is_agent(struct db *db, bool *agent);

/* A line of a game's story. The texts are valid until the next call. */
struct story_line {
	const char *heading; /* the phase: lines with one heading belong together */
	const char *power;   /* "" for STORY_CENTRES */
	const char *text;    /* an order, a unit, or the centres of all: "AUS 3, ENG 4" */
	const char *outcome; /* the order's result; of a unit "" or "dislodged" */
	int32_t kind;
};
enum { STORY_CENTRES, STORY_UNIT, STORY_ORDER };

/* The story of a game, phase by phase; of one phase, if phase is not below 0. Units are included
 * for the final board, and if a single phase that is not a movement was requested. agent: a game of
 * the calling external player, by the schema api. statements.h says how to read rows. */
MUST_CHECK bool stmt_read_story(struct db *db, bool agent, int64_t game, int16_t phase,
                                struct db_rows *rows);
MUST_CHECK bool stmt_next_story(struct db_rows *rows, struct story_line *line);

/* A game of the calling external player: its number, its title and the caller's seats. The texts
 * are valid until the rows are closed. */
struct agent_game {
	int64_t game;
	const char *title; /* "by-sql/1, game 17: finished: solo FRA" */
	const char *seats; /* a line for each seat of the caller */
};
MUST_CHECK bool stmt_find_agent_game(struct db *db, const char *reference, bool *found,
                                     struct agent_game *game, struct db_rows *rows);

/* Prints a game of the caller as JSON, a line for each phase. */
MUST_CHECK bool stmt_print_agent_boards(struct db *db, int64_t game, int16_t phase, bool *found,
                                        FILE *out);

#endif
