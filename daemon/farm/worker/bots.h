/* bots: the bots of a worker, which play in any number of its games at once. */
#ifndef ARESFARM_BOTS_H
#define ARESFARM_BOTS_H

#include "bots/bot.h"
#include "db/statements/play/stmt_faults.h"

struct bots {
	const struct bot_settings *settings;
	struct bot bot[BOTS_MOST]; /* parallel to the settings */
	uint64_t unusable;         /* as bits: they never started, and were given up on */
	bool exposed;              /* a bot can kill its worker: bots have no namespace */
	uint64_t served_ns;        /* by clock_ns: last call of bots_serve */
	int64_t told_at;           /* by clock_ms: last time lines of a bot were logged */
	int told;                  /* lines since */
};

/* Like bot->turn_to. */
typedef void bots_turner(void *context, const struct bot_asked *asked);

/* Starts without processes. settings must live as long as bots. */
void bots_open(struct bots *bots, const struct bot_settings *settings, bots_turner *turn_to,
               void *context);
void bots_close(struct bots *bots);

/* The names of the bots that are not in `without`, separated by commas. */
char *bots_list(const struct bot_settings *settings, uint64_t without, char names[STMT_BOTS_SIZE]);

/* The bot of a seat, or NULL: this worker has none of that name. */
struct bot *bots_find(struct bots *bots, const struct seat *seat);

/* The bots whose queues are full, as bits. */
uint64_t bots_find_full(const struct bots *bots);

/* Sends pending questions to the bots and reads their answers; waits at most wait_ms, or until the
 * descriptor is readable, and returns whether it is. Without questions it does nothing. The time
 * between two calls does not count against any bot. */
bool bots_serve(struct bots *bots, int wait_ms, int descriptor);

/* Logs the end of what a bot wrote on standard error before its answer, limited to some lines per
 * minute. Records a bot that is unusable. */
void bots_note(struct bots *bots, const struct claim *claim, const struct seat *seat,
               const struct bot_asked *asked);

/* A game is over. */
void bots_end_game(struct bots *bots, const struct claim *claim, const struct match *match,
                   const struct game_verdict *verdict);

#endif
