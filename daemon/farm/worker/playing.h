/* playing: the games that a worker has in play: starting or resuming a game, playing it phase by
 * phase, and ending it. worker.c decides which and when.
 *
 * What happens between worker_enter_game and worker_leave_game belongs to that game: if this
 * process dies then, the game is to blame (slot.h). */
#ifndef ARESFARM_PLAYING_H
#define ARESFARM_PLAYING_H

#include "bot_questions.h"
#include "library.h"
#include "loader.h"
#include "worker.h"
#include "writer.h"

/* A game in play. */
struct playing {
	struct claim *claim;
	struct match match;
	struct room room; /* of the players; reused for the next game */
	bool has_bots;
	bool asks;     /* its bots have not answered all questions */
	bool answered; /* they have answered, for the match's board */
	struct questions questions;
	bool submitted;           /* it has orders of external players for the match's board: */
	struct external external; /* if the game has external players */
	struct votes votes;       /* for the board, of external players and bots: match->votes */
};

struct worker {
	const struct worker_config *config;
	struct slot *slot;
	struct session session;
	struct writer writer;
	struct loader loader;
	struct bots bots;
	uint64_t unusable; /* of the bots; as stored in the database */
	char bot_names[STMT_BOTS_SIZE], free_names[STMT_BOTS_SIZE];
	struct library library; /* what the players share */
	int pause_ms;           /* after a notification, before it asks for games */
	bool notified;          /* since it has asked for games */
	bool waits;             /* nothing to do until bots answer */
	int64_t claim_at;       /* by clock_ms: next claim, if it has games; */
	uint64_t left_out;      /* except for games of these bots, as bits */
	int waiting_count;      /* claims that are not yet in play, in order: */
	struct claim *waiting[STMT_HELD_MAX];
	int playing_count, bot_games;                   /* games in play; those of them with bots */
	struct playing *playing[WORKER_GAMES_MOST + 1]; /* NULL: never used */
};

void worker_enter_game(struct worker *worker, const struct claim *claim, int16_t phase);
void worker_leave_game(struct worker *worker);

bool claim_has_bots(const struct claim *claim);

/* Starts or resumes a game. If its players are slow, the phases of other games are sent first. A
 * game that cannot be played is quarantined, and its claim is done. */
enum standing playing_take_up(struct worker *worker, struct claim *claim);

/* Continues with a game, as far as its bots have answered. *done: it is over, or it waits for
 * external players, or the worker must stop. */
enum standing playing_step(struct worker *worker, struct playing *game, bool *done);

/* The game at this place is no longer in play; another one may get the place. */
void playing_leave(struct worker *worker, int place);

#endif
