/* contest_press: what the clients of a game say to other powers (SND), and what they hear (FRM).
 *
 * The database has each message as a row, like those of people and bots. Press is stored as the
 * text of its tokens, "PRP ( PCE ( ENG FRA ) )"; so a text of anybody that reads so is press. Other
 * texts reach clients of level 8000 only. */
#ifndef ARESFARM_CONTEST_PRESS_H
#define ARESFARM_CONTEST_PRESS_H

#include "contest.h"

/* The level that a word before a colon of a client's name asks for: "LVL20"; -1: none. */
int contest_press_read_level(const char *word);

/* The level of a client in a game: 0 without press; else what its name asks for, or all that is
 * checked. */
int contest_press_level(const struct daide_game *terms, const char *name);

/* The level at which a client speaks now. */
int contest_press_of(const struct client *client);

/* SND of a client that plays, with the right grammar. */
void contest_press_take(struct client *client, const struct daide_message *message);

/* FRM of all messages that its clients have not been told. letters: how many there are. */
void contest_press_tell(struct contest *game, int64_t letters);

#endif
