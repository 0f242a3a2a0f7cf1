/* audit: see audit.h. */
#include "audit.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "game/turn.h"

/* An unpacked row. */
struct row {
	const struct stored *stored;
	struct board board;
	struct phase_orders orders;
	int32_t outcomes[PHASE_ORDERS_MAX];
};

bool audit_differs(struct audit *audit, int16_t phase, const char *format, ...)
{
	va_list args;
	audit->phase = phase;
	va_start(args, format);
	vsnprintf(audit->text, sizeof audit->text, format, args);
	va_end(args);
	return false;
}

/* ── text ── */

static const char *power_name(const struct map *map, int power)
{
	return power >= 0 && power < map->power_count ? map->power[power] : "nobody";
}

/* "FRA A par", or "no unit". */
static char *print_occupant(const struct map *map, const struct board *board, int u,
                            char text[ORDER_TEXT_SIZE])
{
	if (u < 0) {
		snprintf(text, ORDER_TEXT_SIZE, "no unit");
		return text;
	}
	const struct unit unit = board->unit[u];
	snprintf(text, ORDER_TEXT_SIZE, "%s %c %s", power_name(map, unit.power),
	         unit.type == ARMY ? 'A' : 'F', map->loc[unit.loc].code);
	return text;
}

static char *print_phase(int16_t phase, char text[PHASE_TEXT_SIZE])
{
	if (phase >= 0)
		return phase_print(phase, text);
	snprintf(text, PHASE_TEXT_SIZE, "never");
	return text;
}

/* "bounced, dislodged". */
enum { OUTCOME_TEXT_SIZE = 64 };
static char *print_outcome(enum result result, bool dislodged, char text[OUTCOME_TEXT_SIZE])
{
	snprintf(text, OUTCOME_TEXT_SIZE, "%s%s",
	         result < RESULTS ? result_names[result] : "what is not a result",
	         dislodged && result != RESULT_DISLODGED ? ", dislodged" : "");
	return text;
}

/* ── boards ── */

static bool check_sequence(struct audit *audit, int16_t phase)
{
	const int16_t due = audit->match.board.phase;
	char text[PHASE_TEXT_SIZE];
	if (audit->over)
		return audit_differs(audit, phase, "is stored, though the game ended before it, in %s",
		                     phase_print(due, text));
	if (phase > due)
		return audit_differs(audit, due, "is missing: %s is stored next", phase_print(phase, text));
	if (phase < due)
		return audit_differs(audit, phase, "is stored, but %s is what comes next",
		                     phase_print(due, text));
	return true;
}

static bool same_unit(const struct board *a, int u, const struct board *b, int v)
{
	return (u < 0 && v < 0) ||
	       (u >= 0 && v >= 0 && memcmp(&a->unit[u], &b->unit[v], sizeof a->unit[u]) == 0);
}

static bool check_province(struct audit *audit, const struct board *stored, const struct board *due,
                           uint8_t p)
{
	const struct map *map = audit->match.map;
	const int u = board_find(map, stored, p), v = board_find(map, due, p);
	char is[ORDER_TEXT_SIZE], should[ORDER_TEXT_SIZE];

	if (!same_unit(stored, u, due, v))
		return audit_differs(audit, due->phase, "%s is stored in %s, %s should stand there",
		                     print_occupant(map, stored, u, is), map->loc[p].code,
		                     print_occupant(map, due, v, should));

	if (stored->owner[p] != due->owner[p])
		return audit_differs(audit, due->phase, "%s is stored as %s's, it should be %s's",
		                     map->loc[p].code, power_name(map, stored->owner[p]),
		                     power_name(map, due->owner[p]));

	if (place_set_has(&stored->contested, p) != place_set_has(&due->contested, p))
		return audit_differs(audit, due->phase, "%s is stored as %s", map->loc[p].code,
		                     place_set_has(&stored->contested, p) ? "contested, it was not"
		                                                          : "not contested, it was");

	const int r = board_find_retreat(map, stored, p), s = board_find_retreat(map, due, p);
	if ((r < 0) != (s < 0) ||
	    (r >= 0 && memcmp(&stored->retreat[r], &due->retreat[s], sizeof due->retreat[s]) != 0))
		return audit_differs(audit, due->phase,
		                     "the unit dislodged from %s is not stored as it was",
		                     map->loc[p].code);

	return true;
}

/* Compares province by province. It names the first difference of a province: its unit, else its
 * owner, else the rest. final: a final position has no dislodged units, even if a draw was agreed
 * while some had to retreat. */
static bool check_board(struct audit *audit, const struct board *stored, bool final)
{
	struct board due = audit->match.board;

	if (final)
		board_clear_retreats(&due);
	if (board_equal(stored, &due))
		return true;
	for (int p = 0; p < audit->match.map->province_count; p++)
		if (!check_province(audit, stored, &due, (uint8_t)p))
			return false;
	return audit_differs(audit, stored->phase, "what is stored is not the board that follows");
}

/* ── orders ── */

static bool is_legal(const struct audit *audit, const struct legal *legal, const struct row *row,
                     int i)
{
	const struct match *match = &audit->match;
	const struct order order = row->orders.order[i];
	if (phase_is_movement(row->board.phase))
		return turn_may_stand(match_variant(match), legal, row->orders.order, i);
	if (phase_is_winter(row->board.phase))
		return build_allows(match_variant(match), &row->board,
		                    (struct submission){row->orders.power[i], order});
	return retreat_allows(match->map, &row->board, i, order);
}

/* Each order must be legal, and the number of orders must be right. */
static bool check_orders(struct audit *audit, const struct row *row)
{
	const struct board *board = &row->board;
	int due = board->retreat_count;
	char text[ORDER_TEXT_SIZE];
	struct legal legal;

	if (phase_is_movement(board->phase))
		due = board->unit_count;
	else if (phase_is_winter(board->phase))
		due = row->orders.count;
	if (row->orders.count != due)
		return audit_differs(audit, board->phase, "%d orders are stored for %d units",
		                     row->orders.count, due);

	if (phase_is_movement(board->phase))
		legal_open(audit->match.map, board, &legal);
	for (int i = 0; i < row->orders.count; i++)
		if (!is_legal(audit, &legal, row, i))
			return audit_differs(audit, board->phase, "%s: %s is an illegal order",
			                     power_name(audit->match.map, row->orders.power[i]),
			                     order_print(audit->match.map, row->orders.order[i], text));

	return true;
}

/* ── results ── */

/* who: "atlas says". */
static bool check_outcomes(struct audit *audit, const struct row *row,
                           const struct phase_record *record, const char *who)
{
	const struct map *map = audit->match.map;
	const bool moves = phase_is_movement(row->board.phase);
	char order[ORDER_TEXT_SIZE], is[OUTCOME_TEXT_SIZE], should[OUTCOME_TEXT_SIZE];

	for (int i = 0; i < row->orders.count; i++) {
		const enum result result = stored_result(row->outcomes[i]);
		const bool dislodged = stored_dislodged(row->outcomes[i]),
				   falls = moves && record->dislodged >> i & 1;
		if (result != record->results[i] || dislodged != falls)
			return audit_differs(audit, row->board.phase, "%s is stored as %s, %s %s",
			                     order_print(map, row->orders.order[i], order),
			                     print_outcome(result, dislodged, is), who,
			                     print_outcome(record->results[i], falls, should));
	}

	return true;
}

static const char *stage_name(int stage)
{
	return stage >= 0 && stage < STAGES ? stage_names[stage] : "what is not a stage";
}

/* The stored results must equal those of the judge. */
static bool check_judge(struct audit *audit, struct match *match, const struct row *row,
                        struct phase_record *record)
{
	char who[TERMS_NAME_SIZE + 8];
	if (!match_replay(match, &row->orders, record))
		return audit_differs(audit, row->board.phase,
		                     "the orders stored leave units that have to be removed");
	snprintf(who, sizeof who, "%s says", match->judge->name);
	return check_outcomes(audit, row, record,
	                      phase_is_movement(row->board.phase) ? who : "the rules say");
}

/* A row with the same meaning must also have the same bytes. */
static bool check_packing(struct audit *audit, const struct stored *stored,
                          const struct stored *packed)
{
	if (packed->unit_count == stored->unit_count &&
	    memcmp(packed->units, stored->units, (size_t)packed->unit_count * sizeof *packed->units) ==
	        0 &&
	    (!packed->resolved || memcmp(packed->orders, stored->orders,
	                                 (size_t)packed->unit_count * sizeof *packed->orders) == 0))
		return true;
	return audit_differs(audit, stored->phase, "it is stored in another way than it is packed");
}

static bool check_judges(struct audit *audit, const struct row *row)
{
	const struct stored *stored = row->stored;
	static const struct phase_cost no_cost;
	struct phase_record record, other;
	struct stored packed;

	if (!check_judge(audit, &audit->match, row, &record))
		return false;
	if (!phase_is_movement(stored->phase))
		audit->other.board = audit->match.board;
	else if (!check_judge(audit, &audit->other, row, &other))
		return false;

	if (stored->stage != record.stage)
		return audit_differs(audit, stored->phase, "the stage is stored as %s, %s says %s",
		                     stage_name(stored->stage), audit->match.judge->name,
		                     stage_name(record.stage));

	if (!board_equal(&audit->match.board, &audit->other.board))
		return audit_differs(audit, stored->phase, "%s and %s continue to different boards",
		                     audit->match.judge->name, audit->other.judge->name);

	stored_pack(audit->match.map, &record, &no_cost, &packed);
	return check_packing(audit, stored, &packed);
}

/* ── the players ── */

static bool check_efforts(struct audit *audit, const struct stored *stored,
                          const struct stored *played)
{
	const struct map *map = audit->match.map;

	for (int p = 0; p < map->power_count; p++) {
		if (p >= stored->power_count || stored->forecasts[p] != played->forecasts[p])
			return audit_differs(audit, stored->phase,
			                     "%s is stored with %d forecasts, its player makes %d",
			                     power_name(map, p), stored->forecasts[p], played->forecasts[p]);
	}

	if (stored->capped != played->capped)
		return audit_differs(audit, stored->phase,
		                     "the powers capped are stored as %d, as bits, they are %d",
		                     stored->capped, played->capped);

	if (stored->forecaster_count > 0 && /* old rows have none */
	    (stored->forecaster_count != played->forecaster_count ||
	     memcmp(stored->forecast_stages, played->forecast_stages, sizeof played->forecast_stages) !=
	         0))
		return audit_differs(audit, stored->phase,
		                     "the stages of forecasts are not stored as they come out");

	return true;
}

/* The next order of a player of this program, from i on. Orders of external players cannot be
 * reproduced. */
static int next_played(const struct match *match, const struct phase_orders *orders, int i)
{
	while (i < orders->count && match->seats[orders->power[i]].player == NULL)
		i++;
	return i;
}

/* Plays the phase again, and compares the orders of the players. */
static bool check_players(struct audit *audit, const struct row *row)
{
	const struct map *map = audit->match.map;
	const struct phase_orders *orders = &row->orders;
	struct match match = audit->match;
	struct phase_record record;
	struct phase_cost cost;
	struct stored played;
	struct given nothing;
	char is[ORDER_TEXT_SIZE], should[ORDER_TEXT_SIZE];

	nothing.count = 0;
	match.given = &nothing;
	match_probe(&match, &record, &cost);
	int i = next_played(&match, orders, 0), j = next_played(&match, &record.orders, 0);
	for (; i < orders->count && j < record.orders.count;
	     i = next_played(&match, orders, i + 1), j = next_played(&match, &record.orders, j + 1)) {
		const int power = record.orders.power[j];
		if (power != orders->power[i] || !order_equal(orders->order[i], record.orders.order[j]))
			return audit_differs(audit, row->board.phase, "%s is stored, %s of %s orders %s",
			                     order_print(map, orders->order[i], is),
			                     match.seats[power].player->name, power_name(map, power),
			                     order_print(map, record.orders.order[j], should));
	}

	if (i < orders->count || j < record.orders.count)
		return audit_differs(audit, row->board.phase, "the players give %s orders than are stored",
		                     i < orders->count ? "fewer" : "more");

	stored_pack(map, &record, &cost, &played);
	return check_efforts(audit, row->stored, &played);
}

/* ── the audit ── */

/* Whether only players of this program survive: then an agreed end is their choice. */
static bool is_theirs(const struct match *match)
{
	const power_set survivors = votes_find_survivors(match->map, &match->board);

	for (int p = 0; p < match->map->power_count; p++)
		if (power_set_has(survivors, p) && match->seats[p].player == NULL)
			return false;
	return true;
}

/* Has the players vote again. */
static bool check_votes(struct audit *audit)
{
	struct match match = audit->match;

	match.agreed = false;
	return !audit->anew || !audit->match.agreed || !is_theirs(&match) ||
	       match_verdict(&match).ending != GAME_RUNNING ||
	       audit_differs(audit, match.board.phase,
	                     "is stored as an end that was agreed on, its players do not vote for it");
}

static bool check_final(struct audit *audit, const struct stored *stored)
{
	struct stored packed;
	if (!check_votes(audit))
		return false;
	stored_pack_final(audit->match.map, &audit->match.board, &packed);
	return check_packing(audit, stored, &packed);
}

void audit_open(struct audit *audit, const struct terms *terms, const struct match *match,
                bool anew)
{
	const struct judge *const *other = judges;

	while (*other == match->judge || (*other)->partial)
		other++;
	audit->match = audit->other = *match;
	audit->other.judge = *other;
	audit->other.memory = NULL;
	audit->anew = anew;
	audit->over = false;
	audit->phases = 0;
	digest_open(&audit->digest, terms);
	summary_open(&audit->summary, match->map);
	audit->phase = -1;
	audit->text[0] = '\0';
}

bool audit_phase(struct audit *audit, const struct stored *stored)
{
	struct row row = {.stored = stored};

	if (!check_sequence(audit, stored->phase))
		return false;
	digest_phase(&audit->digest, stored);
	summary_phase(&audit->summary, audit->match.map, stored);
	if (!stored_unpack(audit->match.map, stored, &row.board, &row.orders, row.outcomes))
		return audit_differs(audit, stored->phase, "what is stored is not a board of its map");
	if (!check_board(audit, &row.board, !stored->resolved))
		return false;

	const bool running = match_verdict(&audit->match).ending == GAME_RUNNING;
	if (running != stored->resolved)
		return audit_differs(audit, stored->phase,
		                     running ? "no orders are stored, though the game continues"
		                             : "orders are stored, though the game is over");

	audit->over = !running;
	audit->phases += running;
	if (!running)
		return check_final(audit, stored);
	/* inherited phases of a branch were decided in another game */
	const bool chosen = audit->anew && stored->phase >= audit->match.branched_in;
	return check_orders(audit, &row) && (!chosen || check_players(audit, &row)) &&
	       check_judges(audit, &row);
}

static bool check_end(struct audit *audit, const struct stored_end *end)
{
	const struct map *map = audit->match.map;
	const struct game_verdict verdict = match_verdict(&audit->match);
	struct stored_end due;
	char text[PHASE_TEXT_SIZE];

	stored_pack_end(map, &audit->match.board, &verdict, audit->phases, &due);
	if (end->winner != due.winner)
		return audit_differs(audit, due.phase, "the game is stored as won by %s, the board says %s",
		                     power_name(map, end->winner), power_name(map, due.winner));

	if (end->phase != due.phase)
		return audit_differs(audit, due.phase, "the game is stored as ended in %s",
		                     print_phase(end->phase, text));

	if (end->phases != due.phases)
		return audit_differs(audit, due.phase,
		                     "the game is stored as one of %d phases, there are %d", end->phases,
		                     due.phases);

	for (int p = 0; p < map->power_count; p++)
		if (p >= end->power_count || end->centres[p] != due.centres[p] ||
		    end->units[p] != due.units[p])
			return audit_differs(
				audit, due.phase,
				"%s is stored with %d centres and %d units, the board says %d and %d",
				power_name(map, p), end->centres[p], end->units[p], due.centres[p], due.units[p]);

	return true;
}

bool audit_end(struct audit *audit, const struct stored_end *end, const uint8_t *digest)
{
	const int16_t phase = audit->match.board.phase;
	uint8_t due[DIGEST_SIZE];
	if (end == NULL)
		return !audit->over ||
		       audit_differs(audit, phase, "is a final position, but the game is not finished");
	if (!audit->over)
		return audit_differs(audit, phase, "is missing, and all after it: the game is finished");
	if (!check_end(audit, end))
		return false;
	digest_close(&audit->digest, end, due);
	return digest == NULL || memcmp(digest, due, sizeof due) == 0 ||
	       audit_differs(audit, -1, "its digest is not that of what is stored");
}
