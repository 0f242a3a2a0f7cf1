/* bots: the bots of a worker, which play in any number of its games at once. */
#ifndef ARESFARM_BOTS_H
#define ARESFARM_BOTS_H

#include "bots/bot.h"
#include "db/statements/play/stmt_faults.h"

struct bots {
	const struct bot_settings *settings;
	struct bot bot[BOTS_MOST]; /* parallel to the settings */
	uint64_t unusable;         /* as bits: they have never started, and are given up */
	bool exposed;              /* a bot can kill its worker: the system gives it no namespace */
	uint64_t served_ns;        /* by clock_ns: when they were served last */
	int64_t told_at;           /* by clock_ms: when lines of a bot were logged last */
	int told;                  /* lines since */
};

/* As bot->turn_to. */
typedef void bots_turner(void *context, const struct bot_asked *asked);

/* Begins without processes. settings must live as long. */
void bots_open(struct bots *bots, const struct bot_settings *settings, bots_turner *turn_to,
               void *context);
void bots_close(struct bots *bots);

/* The names of those that are not among `without`, separated by commas. */
char *bots_list(const struct bot_settings *settings, uint64_t without, char names[STMT_BOTS_SIZE]);

/* The bot of a seat, or NULL: this worker has none of that name. */
struct bot *bots_find(struct bots *bots, const struct seat *seat);

/* Those that have more questions than they take now, as bits. */
uint64_t bots_find_full(const struct bots *bots);

/* Asks the bots what they can be asked, and takes what they answer; waits for an answer at most so
 * long, or until something can be read from this descriptor. Returns whether it can. Without
 * questions it does nothing. The time since the last call counts for no bot. */
bool bots_serve(struct bots *bots, int wait_ms, int descriptor);

/* Logs what a bot said on standard error before its answer: the end of it, and no more than some
 * lines a minute. Notes a bot that is unusable. */
void bots_note(struct bots *bots, const struct claim *claim, const struct seat *seat,
               const struct bot_asked *asked);

/* A game is over. */
void bots_end_game(struct bots *bots, const struct claim *claim, const struct match *match,
                   const struct game_verdict *verdict);

#endif
