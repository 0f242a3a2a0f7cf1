/* bot_questions: the questions to the bots of a game in a phase, their messages to each other, and
 * their faults.
 *
 * Invariants: a bot's decision is stored as orders, like that of any player, so replaying a game
 * needs no bots. If a phase is decided again because its worker died, the decision may differ; only
 * one is stored. A fault is stored together with its phase. Answers count in the order of the
 * powers, whenever they arrive. */
#ifndef ARESFARM_BOT_QUESTIONS_H
#define ARESFARM_BOT_QUESTIONS_H

#include "bots.h"

/* After this number of faults of a power's bot, the power is in civil disorder to the end of the
 * game; or, with claim->faults_aside, the game is quarantined. farm.disorders has the same number.
 * Faults are stored with their phases, so a resumed game has the same powers in disorder. */
enum { FAULTS_MOST = 3 };

/* What the bots of a game have decided for a phase. */
struct decision {
	struct given given;            /* orders of powers without external players */
	uint64_t think_ns[POWERS_MAX]; /* of the powers of bots */
	int fault_count;
	struct written_fault faults[POWERS_MAX];
	int cost_count;
	struct written_cost costs[POWERS_MAX];
	struct votes votes;
	power_set faulted; /* made a fault in this phase; not asked again */
};

/* Initially {0}; the asker sets `game`. */
struct questions {
	void *game;               /* as in struct bot_asked */
	struct phase_record last; /* of the game */
	bool any;                 /* a phase was played: last is valid */
	struct history history;   /* all its phases, if one of its bots may ask for them */
	struct letters letters;   /* messages of its players since the last movement phase */
	int letters_stored;       /* of these; the others are stored with their phase */
	struct decision decision;
	int16_t round; /* of messages, from 1; 0: asking for orders */
	bool decides;  /* orders come after the last round */
	int asked_count;
	struct bot_asked asked[POWERS_MAX];
	struct letters said[POWERS_MAX]; /* in this round */
};

/* Starts or resumes a game; history already has its stored phases. last: its last stored phase;
 * NULL: none was played. */
void questions_enter(struct questions *questions, const struct phase_record *last);

/* Leaves a game: cancels unanswered questions. */
void questions_leave(struct questions *questions, struct bots *bots, const struct match *match);

/* Whether a bot of the match gets all phases, or may ask for them. If this is false once, it stays
 * false for the match. */
bool questions_need_history(struct bots *bots, const struct match *match);

/* Starts asking the bots of all powers that have something to decide on the match's board and are
 * not in civil disorder. converses: the bots first write to each other, if the claim's terms say
 * so; all powers of a round write at once, before they see each other's messages. decides: then
 * they are asked for orders, which go to match->given. */
void questions_begin(struct questions *questions, struct bots *bots, const struct claim *claim,
                     struct match *match, bool converses, bool decides);

/* Adds the votes of the bots that have answered. Votes of bots in civil disorder are not needed. */
void questions_add_votes(const struct questions *questions, const struct claim *claim,
                         const struct match *match, struct votes *votes);

/* Continues as far as the bots have answered: to the next round, to the orders, to the end. The
 * claim and the decision then have the faults. False: not all have answered. It ends early if the
 * game's faults quarantine it, or if a bot has become unusable: then nothing is decided. */
MUST_CHECK bool questions_are_answered(struct questions *questions, struct bots *bots,
                                       struct claim *claim, const struct match *match);

/* Whether the claim's faults quarantine its game. */
bool questions_put_aside(const struct claim *claim);

/* Describes why a game is quarantined, with the last fault of its bots. The decision must have
 * one. */
void questions_explain(const struct decision *decision, const struct claim *claim,
                       const struct match *match, char why[STMT_REASON_SIZE]);

/* A phase was played. */
void questions_observe(struct questions *questions, struct bots *bots, const struct match *match,
                       const struct phase_record *record);

#endif
