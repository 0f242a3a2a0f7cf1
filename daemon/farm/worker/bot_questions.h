/* bot_questions: what the bots of a game in play are asked in a phase, what they wrote to each
 * other, and what they did wrong.
 *
 * Invariants: a bot's decision is stored as orders, like anybody's, so a game needs no bot to be
 * replayed. A phase that is decided again, because its worker died, may be decided otherwise; only
 * one decision is stored. A fault is stored together with its phase. Answers count in the sequence
 * of the powers, whenever they come. */
#ifndef ARESFARM_BOT_QUESTIONS_H
#define ARESFARM_BOT_QUESTIONS_H

#include "bots.h"

/* After so many faults of a power's bot, the power is in civil disorder to the end of the game. Or
 * else (claim->faults_aside) so many faults in a game quarantine the game. farm.disorders has the
 * same number. Faults are stored with their phases, so a game that is resumed has the same powers
 * in disorder. */
enum { FAULTS_MOST = 3 };

/* What the bots of a game have decided for a phase. */
struct decision {
	struct given given;            /* orders, where external players gave none */
	uint64_t think_ns[POWERS_MAX]; /* of the powers of bots */
	int fault_count;
	struct written_fault faults[POWERS_MAX];
	int cost_count;
	struct written_cost costs[POWERS_MAX];
	struct votes votes;
	power_set faulted; /* they made a fault in this phase, and are not asked again */
};

/* Begins as {0}; the asker sets `game`. */
struct questions {
	void *game;               /* as in struct bot_asked */
	struct phase_record last; /* of the game */
	bool any;                 /* a phase of it was played: last is valid */
	struct history history;   /* all phases of it, if a bot of it may ask for them */
	struct letters letters;   /* what its players have written since the last movement phase */
	int letters_stored;       /* of these; the others go into the batch with their phase */
	struct decision decision;
	int16_t round; /* of messages, from 1; 0: they are asked for orders */
	bool decides;  /* orders come after the last round */
	int asked_count;
	struct bot_asked asked[POWERS_MAX];
	struct letters said[POWERS_MAX]; /* in this round */
};

/* A game is taken up, of which the history has what is stored. last: its last stored phase; NULL:
 * none was played. */
void questions_enter(struct questions *questions, const struct phase_record *last);

/* A game is left: what is not answered is taken back. */
void questions_leave(struct questions *questions, struct bots *bots, const struct match *match);

/* Whether a bot of the match is told all phases, or may ask for them. What once was not needed is
 * not needed later. */
bool questions_need_history(struct bots *bots, const struct match *match);

/* Begins to ask for all powers of bots that have something to decide on the match's board and are
 * not in civil disorder. converses: the bots write to each other first, where the claim's terms say
 * so; all powers of a round write at once: none hears the others before. decides: then they are
 * asked for orders, which match->given gets. */
void questions_begin(struct questions *questions, struct bots *bots, const struct claim *claim,
                     struct match *match, bool converses, bool decides);

/* Adds what the bots vote for that have answered. Bots in civil disorder are excused. */
void questions_add_votes(const struct questions *questions, const struct claim *claim,
                         const struct match *match, struct votes *votes);

/* Continues as far as the bots have answered: to the next round, to the orders, to the end. The
 * claim and the decision then have the faults. False: not all have answered. It ends early when the
 * game's faults put it aside, or when a bot is unusable that was not: then nothing is decided. */
MUST_CHECK bool questions_are_answered(struct questions *questions, struct bots *bots,
                                       struct claim *claim, const struct match *match);

/* Whether the claim's faults quarantine its game. */
bool questions_put_aside(const struct claim *claim);

/* Says why a game is quarantined, with the last fault of its bots. The decision has one at least.
 */
void questions_explain(const struct decision *decision, const struct claim *claim,
                       const struct match *match, char why[STMT_REASON_SIZE]);

/* A phase was played. */
void questions_observe(struct questions *questions, struct bots *bots, const struct match *match,
                       const struct phase_record *record);

#endif
