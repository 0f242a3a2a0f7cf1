/* bots: the bots of a worker: whom it asks for the orders of a phase, and what they did wrong.
 *
 * Invariants: a bot's decision is stored as orders, like anybody's, so a game needs no bot to be
 * replayed. A phase that is decided again, because its worker died, may be decided otherwise; only
 * one decision is stored. A fault is stored together with its phase. */
#ifndef ARESFARM_BOTS_H
#define ARESFARM_BOTS_H

#include "bots/bot.h"
#include "worker_session.h"
#include "db/statements/play/stmt_faults.h"

/* After so many faults of a power's bot, the power is in civil disorder to the end of the game. Or
 * else (claim->faults_aside) so many faults in a game put the game aside. farm.disorders has the
 * same number. Faults are stored with their phases, so a game that is resumed has the same powers
 * in disorder. */
enum { BOTS_FAULTS_MOST = 3 };

struct bots {
	const struct bot_settings *settings;
	const struct session *session;
	struct bot bot[BOTS_MOST]; /* parallel to the settings */
	uint64_t unusable;         /* as bits: they have never started, and are given up */
	bool exposed;              /* a bot can kill its worker: the system gives it no namespace */
	struct phase_record last;  /* of the game in play */
	bool any;                  /* a phase of it was played: last is valid */
	struct history history;    /* of that game */
	struct letters letters;    /* what its players have written since the last movement phase */
	int letters_stored;        /* of these; the others go into the batch with their phase */
	int64_t told_at;           /* by clock_ms: when lines of a bot were logged last */
	int told;                  /* lines since */
};

/* What the bots of a game have decided for a phase. */
struct bots_decision {
	struct given given;            /* what the external players gave, then the bots' orders */
	uint64_t think_ns[POWERS_MAX]; /* of the powers of bots */
	int fault_count;
	struct written_fault faults[POWERS_MAX];
	int cost_count;
	struct written_cost costs[POWERS_MAX];
	power_set faulted; /* they made a fault in this phase, and are not asked again */
};

/* Begins without processes. settings and session must live as long. */
void bots_open(struct bots *bots, const struct bot_settings *settings,
               const struct session *session);
void bots_close(struct bots *bots);

/* The names of those that are not among `without`, separated by commas. */
char *bots_list(const struct bot_settings *settings, uint64_t without, char names[STMT_BOTS_SIZE]);

/* A game is taken up, of which the history has what is stored. last: its last stored phase; NULL:
 * none was played. */
void bots_enter(struct bots *bots, const struct phase_record *last);

/* Begins the decision for a phase. */
void bots_begin(struct bots_decision *decision);

/* Asks for all powers of bots that have something to decide on the match's board and are not in
 * civil disorder; match->given then has their orders. Adds their faults to the claim's. False: the
 * worker must stop, or a bot is unusable that it had until now. Then nothing is decided. */
__attribute__((warn_unused_result)) bool bots_decide(struct bots *bots, struct claim *claim,
                                                     struct match *match,
                                                     struct bots_decision *decision);

/* Has the bots write to each other before the orders of the match's board, where the claim's terms
 * say so. All powers of a round write at once: none hears the others before. As bots_decide, which
 * comes later; the faults of both are the decision's. */
__attribute__((warn_unused_result)) bool bots_converse(struct bots *bots, struct claim *claim,
                                                       const struct match *match,
                                                       struct bots_decision *decision);

/* Whether the claim's faults put its game aside. */
bool bots_put_aside(const struct claim *claim);

/* Why a game is put aside: in words, with the last of its faults, which this decision has. */
void bots_explain(const struct bots_decision *decision, const struct claim *claim,
                  const struct match *match, char why[STMT_REASON_SIZE]);

/* A phase was played, or a game is over. */
void bots_observe(struct bots *bots, const struct match *match, const struct phase_record *record);
void bots_end_game(struct bots *bots, const struct claim *claim, const struct match *match,
                   const struct game_verdict *verdict);

#endif
