/* contest_press: messages of a game's clients to other powers (SND), and to them (FRM).
 *
 * The database stores each message as a row, like the messages of people and bots. Press is stored
 * as the text of its tokens, "PRP ( PCE ( ENG FRA ) )"; any sender's text of this form is press.
 * Other texts reach clients of level 8000 only. */
#ifndef ARESFARM_CONTEST_PRESS_H
#define ARESFARM_CONTEST_PRESS_H

#include "contest.h"

/* The level that a word before a colon in a client's name requests: "LVL20"; -1: none. */
int contest_press_read_level(const char *word);

/* The level of a client in a game: 0 without press; else the level that its name requests, or the
 * last level that is checked. */
int contest_press_level(const struct daide_game *terms, const char *name);

/* The current level of a client. */
int contest_press_of(const struct client *client);

/* Handles SND of a client that plays; its syntax is right. */
void contest_press_take(struct client *client, const struct daide_message *message);

/* Sends FRM for all messages that its clients have not received. letters: their number in the
 * phase. */
void contest_press_tell(struct contest *game, int64_t letters);

#endif
