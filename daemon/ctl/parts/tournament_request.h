/* tournament_request: a tournament as a user asks for it, and how it is made: in one transaction,
 * or not at all. What is wrong ends the program. */
#ifndef ARESFARM_CTL_REQUEST_H
#define ARESFARM_CTL_REQUEST_H

#include "ctl.h"
#include "names.h"
#include "players/player.h"
#include "match/seating.h"
#include "formats/cases/cases.h"
#include "db/record/stored.h"

enum { REQUEST_GAMES_MOST = 10000000, REQUEST_ROUNDS_MOST = 10000, REQUEST_CELLS_MOST = 1000 };
enum { REQUEST_DRAW_MOST = 1000, REQUEST_PRESS_MOST = 10 };
enum { REQUEST_SEED_NONE = -1 };

/* The position that a tournament's games begin with: that of a case's first phase. Its orders and
 * expectations are ignored. */
struct start_file {
	char id[CASE_ID_SIZE];
	struct stored stored; /* packed as a row of boards */
};

struct request {
	const char *name;
	const char *rules, *judge, *map;
	int games;
	int64_t seed;           /* REQUEST_SEED_NONE: none is given */
	int rounds;             /* 0: the rule set's */
	const char *start_text; /* the position that games begin with, as given; NULL: the map's own */
	const struct start_file *start; /* the same, read by request_open */
	int draw_after;                 /* years without a change of centres; 0: never */
	bool hints;                     /* people may ask what Ares would order */
	const char *press;              /* how players may write to each other; NULL: not */
	int press_rounds;               /* of the bots, before each movement phase */
	const char *substitute;         /* who orders for absent players; NULL, none: nobody */
	const char *faults;             /* what the third fault of a bot means; NULL: the normal */
	int diplomatic_time, retreat_time, adjustment_time; /* in seconds; 0: for ever */
	const char *until,
		*score; /* when it may stop, and by what score; NULL: it plays all; REQUEST_SCORE */
	const struct tuning *tuning; /* what it searches; NULL: it is not a tuning */
	bool silent;                 /* do not report what was made or existed already */
};

#define REQUEST_RULES  "thesis"
#define REQUEST_SCORE  "thesis"
#define REQUEST_JUDGE  "atlas"
#define REQUEST_MAP    "standard"
#define REQUEST_NORMAL .rules = REQUEST_RULES, .judge = REQUEST_JUDGE, .map = REQUEST_MAP

/* ── arguments and options of the commands that make a tournament ── */

#define REQUEST_NAME(request)                                                                      \
	ARGUMENT("NAME", &(request).name, "the new tournament's name", .check = names_check_new,       \
	         .required = true)
#define REQUEST_SEED(request, ...)                                                                 \
	OPTION_WIDE("seed", "S", &(request).seed, 0, INT64_MAX, "the number that chance begins with",  \
	            __VA_ARGS__)
#define REQUEST_ROUNDS(request, what, ...)                                                         \
	OPTION_NUMBER("rounds", "N", &(request).rounds, 1, REQUEST_ROUNDS_MOST, what, __VA_ARGS__)

/* Two options: --until and --score. */
#define REQUEST_UNTIL(request)                                                                     \
	OPTION_TEXT("until", "RULE", &(request).until,                                                 \
	            "stop when enough is known about the first player: 2%, when the 95 % interval "    \
	            "of its share is at most 2 % to either side; sprt(2%), a sequential test "         \
	            "whether its share is 2 % off the fair one",                                       \
	            .check = names_check_until, .otherwise = "all games"),                             \
		OPTION_TEXT("score", "SCORE", &(request).score, "with --until: the score that is judged",  \
	                .choice = stmt_scores, .otherwise = REQUEST_SCORE)

#define REQUEST_DRAW_AFTER(request)                                                                \
	OPTION_NUMBER("draw-after", "N", &(request).draw_after, 0, REQUEST_DRAW_MOST,                  \
	              "a game is a draw after that many years without a change of centres; 0: never",  \
	              .normal = "0")

/* Two options: --press and --press-rounds. */
#define REQUEST_PRESS(request)                                                                     \
	OPTION_TEXT("press", "WHAT", &(request).press,                                                 \
	            "whether players may write to each other: none, public (to all at once only) or "  \
	            "private (to any)",                                                                \
	            .choice = names_press, .otherwise = "none"),                                       \
		OPTION_NUMBER(                                                                             \
			"press-rounds", "N", &(request).press_rounds, 0, REQUEST_PRESS_MOST,                   \
			"with --press: how many times bots may write before the orders of a movement "         \
			"phase",                                                                               \
			.normal = "1")

#define REQUEST_SUBSTITUTE(request, ...)                                                           \
	OPTION_TEXT("substitute", "PLAYER", &(request).substitute,                                     \
	            "who orders for a person, role or client who has left, or missed two deadlines "   \
	            "in a row, until he takes his seat back; none: nobody does",                       \
	            .hint = names_players, __VA_ARGS__)

#define REQUEST_BY_JUDGE(request)                                                                  \
	OPTION_TEXT("judge", "JUDGE", &(request).judge, "the judge", .choice = names_whole_judges,     \
	            .normal = REQUEST_JUDGE)
#define REQUEST_ON_MAP(request, what, ...)                                                         \
	OPTION_TEXT("map", "MAP", &(request).map, what, .hint = names_maps, __VA_ARGS__)

/* Three options: --rules, --judge and --map. */
#define REQUEST_TERMS(request)                                                                     \
	OPTION_TEXT("rules", "RULES", &(request).rules,                                                \
	            "the rule set; thesis is not standard Diplomacy, standard is",                     \
	            .choice = names_rules, .normal = REQUEST_RULES),                                   \
		REQUEST_BY_JUDGE(request), REQUEST_ON_MAP(request, "the map", .normal = REQUEST_MAP)
#define REQUEST_START(request)                                                                     \
	OPTION_TEXT("start", "FILE", &(request).start_text,                                            \
	            "the position that games begin with: a case of a case file; FILE:CASE where it "   \
	            "has several",                                                                     \
	            .files = "*.cases", .otherwise = "the map's own")

/* The seven options of a command that compares: how all its games are played. */
#define REQUEST_COMPARISON(request)                                                                \
	REQUEST_TERMS(request), REQUEST_SEED(request, .normal = "1"),                                  \
		REQUEST_ROUNDS(request, "rounds after which a game is a draw",                             \
	                   .otherwise = "the rule set's"),                                             \
		REQUEST_DRAW_AFTER(request), REQUEST_START(request)

/* ── making it ── */

/* Who plays. The games take the seatings in turn. place has the indices into seats, power by power,
 * seating by seating. Where it is NULL, the seats take turns at the powers, as seating.h says; or
 * there is one seating, with a seat for each power. */
struct lineup {
	/* For tournaments.seats, and in short for tournaments.players; NULL: the seats, separated by
	 * commas. */
	const char *text, *players;
	const struct seat *seats;
	int seat_count; /* at most LINEUP_SEATS_MAX */
	const uint16_t *place;
	int place_count; /* at most LINEUP_PLACES_MAX */
	int turns;       /* the powers of the map, where the seats take turns at them; else 0 */
	int team;        /* seating.team, where they take turns */
};
enum {
	LINEUP_SEATS_MAX = REQUEST_CELLS_MOST + 1,
	LINEUP_PLACES_MAX = REQUEST_CELLS_MOST * POWERS_MAX
};
_Static_assert((int)SEATING_CYCLE_MAX <= (int)REQUEST_CELLS_MOST, "a cycle fits into a lineup");

/* Builds the map and reads the start that are asked for. */
void request_open(struct request *request, struct map *map);

/* Whether the seat can be played without creating a role: its player is ours, a DAIDE client or a
 * person, or the database has its role. False: db_fault says why. */
MUST_CHECK bool request_role_exists(struct db *db, const struct seat *seat, bool *exists);

/* The user of a seat, which is created if the database lacks it. False: db_fault says why. */
MUST_CHECK bool request_put_user(struct db *db, const struct seat *seat, int32_t *user);

/* Makes the tournament, or nothing. If no seed is given, it is 1, or random if a seat is
 * external. */
void request_create(const struct request *request, const struct lineup *lineup);

/* Says on standard error when the last block of games will not be whole. */
void request_tell_rest(const struct request *request, const struct lineup *lineup);

/* ── experiments of several tournaments ── */

/* Checks the name of an experiment: it must leave room for the longest suffix. Returns NULL, or
 * what it must be. */
const char *request_check_name(const char *text, const char *suffix);

enum { REQUEST_SUFFIX_SIZE = 32 };

/* Sets the suffix of a cell's name, its lineup, and what else differs from the experiment. With no
 * games there is no such cell. What the lineup points to must last until the next call. */
typedef void request_cell(int cell, char suffix[REQUEST_SUFFIX_SIZE], struct request *request,
                          struct lineup *lineup);

/* Makes the tournaments of an experiment. One that exists already with the same terms is not an
 * error, so a command that failed midway can be repeated. If another has the name of a cell,
 * nothing is made. */
void request_create_cells(const struct request *experiment, int count, request_cell *describe_cell);

#endif
