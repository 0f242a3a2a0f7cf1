/* A stored game agrees with the audit. When any bit of it is changed, the audit finds the change in
 * the right phase, and survives it.
 * promise: What is stored is what was played */
#include "db/record/audit.h"
#include "suite.h"

enum { PHASES_MAX = 120, ROUNDS = 16, FLIPS = 3000 };

/* A game as it is in the tables: rows, of which the last is the final position. */
struct stored_game {
	struct terms terms;
	struct stored rows[PHASES_MAX];
	int count;
	struct stored_end end;
	uint8_t digest[DIGEST_SIZE];
};

static struct stored_game game;
static struct room room;

static const struct {
	const char *rules, *judge, *seats;
} setups[] = {
	{"thesis", "atlas", "ares\t{\"depth\": 1, \"age\": 3}\nrandom\t{}\n"},
	{"standard", "guess", "randbot\t{}\nares\t{\"depth\": 1, \"age\": 3}\n"},
};

static struct match open_match(void)
{
	struct match match;
	char error[TERMS_ERROR_SIZE];
	SUITE_MUST(terms_open_match(&game.terms, suite_map(), &match, error) &&
	               terms_seat(&game.terms, &match, error) && terms_give_room(&match, &room),
	           error);
	return match;
}

static void play(int setup)
{
	memset(&game, 0, sizeof game);
	game.terms =
		(struct terms){.map = 1, .number = 3, .block = 1, .round_limit = ROUNDS, .seed = 77};
	snprintf(game.terms.rules, sizeof game.terms.rules, "%s", setups[setup].rules);
	snprintf(game.terms.judge, sizeof game.terms.judge, "%s", setups[setup].judge);
	for (int p = 0; p < suite_map()->power_count; p += 2)
		strcat(game.terms.seats, setups[setup].seats);
	struct match match = open_match();
	struct phase_record record;
	struct phase_cost cost;
	struct digest digest;
	digest_open(&digest, &game.terms);
	struct game_verdict verdict;
	while ((verdict = match_verdict(&match)).ending == GAME_RUNNING) {
		CU_ASSERT_FATAL(game.count < PHASES_MAX - 1);
		match_play(&match, &record, &cost);
		stored_pack(match.map, &record, &cost, &game.rows[game.count]);
		digest_phase(&digest, &game.rows[game.count++]);
	}
	stored_pack_final(match.map, &match.board, &game.rows[game.count]);
	digest_phase(&digest, &game.rows[game.count++]);
	stored_pack_end(match.map, &match.board, &verdict, game.count - 1, &game.end);
	digest_close(&digest, &game.end, game.digest);
}

/* Begins the definition of a test that runs for every setup, with a game of it. */
#define TEST_OF_ALL(name, what)                                                                    \
	static void name##_of_one(void);                                                               \
	TEST(name, what)                                                                               \
	{                                                                                              \
		for (int setup = 0; setup < COUNT(setups); setup++) {                                      \
			play(setup);                                                                           \
			name##_of_one();                                                                       \
		}                                                                                          \
	}                                                                                              \
	static void name##_of_one(void)

static const struct judge *other_judge; /* NULL: the audit chooses the judge */

static bool agrees(struct audit *audit, bool anew, const struct stored_end *end,
                   const uint8_t *digest)
{
	const struct match match = open_match();
	audit_open(audit, &game.terms, &match, anew);
	if (other_judge != NULL)
		audit->other.judge = other_judge;
	for (int i = 0; i < game.count; i++)
		if (!audit_phase(audit, &game.rows[i]))
			return false;
	return audit_end(audit, end, digest);
}

static void check_finding(struct audit *audit, bool agree, int row, const char *what)
{
	const int16_t phase = row >= 0 ? game.rows[row].phase : -1;
	CHECK(!agree && audit->phase == phase && audit->text[0] != '\0', "%s: %s in %d, not in %d",
	      what, audit->text, audit->phase, phase);
}

TEST_OF_ALL(test_untouched, "an unchanged game agrees")
{
	struct audit audit;
	CHECK(agrees(&audit, false, &game.end, game.digest), "%d: %s", audit.phase, audit.text);
	CHECK(agrees(&audit, true, &game.end, game.digest), "%d: %s", audit.phase, audit.text);
	CU_ASSERT(audit.phases == game.count - 1 && audit.text[0] == '\0');
	CU_ASSERT(agrees(&audit, true, &game.end, NULL));
	CU_ASSERT(audit.other.judge != audit.match.judge && !audit.other.judge->partial);
}

/* A game that is not over is a prefix of one that is. */
TEST_OF_ALL(test_prefixes, "games that are not over")
{
	const int count = game.count;
	struct audit audit;
	for (game.count = 0; game.count < count; game.count++) {
		CHECK(agrees(&audit, false, NULL, NULL), "the first %d rows: %s", game.count, audit.text);
		check_finding(&audit, agrees(&audit, false, &game.end, game.digest), game.count,
		              "finished");
	}
	check_finding(&audit, agrees(&audit, false, NULL, NULL), count - 1, "not finished");
}

TEST_OF_ALL(test_row_taken_out, "a row taken out")
{
	static struct stored_game whole;
	struct audit audit;
	whole = game;
	for (int i = 0; i < whole.count; i++) {
		memmove(&game.rows[i], &game.rows[i + 1],
		        (size_t)(whole.count - i - 1) * sizeof *game.rows);
		game.count--;
		bool agree = agrees(&audit, false, &game.end, game.digest);
		CHECK(!agree && audit.phase == whole.rows[i].phase &&
		          strstr(audit.text, "is missing") != NULL,
		      "without row %d: %s in %d", i, audit.text, audit.phase);
		game = whole;
	}
}

TEST_OF_ALL(test_row_put_in, "a row put in")
{
	static struct stored_game whole;
	struct audit audit;
	whole = game;
	for (int i = 1; i <= whole.count; i++) {
		memmove(&game.rows[i + 1], &game.rows[i], (size_t)(whole.count - i) * sizeof *game.rows);
		game.rows[i] = game.rows[i - 1];
		if (i == whole.count || game.rows[i + 1].phase > game.rows[i].phase + 1)
			game.rows[i].phase++;
		game.count++;
		check_finding(&audit, agrees(&audit, false, &game.end, game.digest), i, "a row put in");
		game = whole;
	}
}

/* A stored part of a row, as bytes. proven: the rules prove it in its own row, without digest and
 * players. */
struct part {
	void *at;
	size_t size;
	bool proven;
};

/* The units of a winter row are those built or removed. Another unit may be just as legal there, so
 * the rules do not prove them. */
static struct part draw_part(struct rng *rng, struct stored *row)
{
	const size_t entries = (size_t)row->unit_count,
				 stages = (size_t)row->forecaster_count * STORED_STAGES;
	const struct part parts[] = {
		{row->units, entries * sizeof *row->units, !phase_is_winter(row->phase)},
		{row->owners, (size_t)suite_map()->province_count, true},
		{row->orders, entries * sizeof *row->orders, false},
		{&row->stage, sizeof row->stage, true},
		{row->forecasts, sizeof row->forecasts, false},
		{row->forecast_stages, stages * sizeof *row->forecast_stages, false},
		{&row->capped, sizeof row->capped, false},
	};
	return parts[rng_below(rng, row->resolved ? COUNT(parts) : 2)];
}

/* With the digest every flipped bit is found, and in no row before its own. What the rules prove is
 * found in its own row, also without the digest. */
TEST_OF_ALL(test_any_bit, "any bit flipped")
{
	struct rng rng = suite_rng(1);
	int proven = 0;
	for (int n = 0; n < FLIPS; n++) {
		const int i = (int)rng_below(&rng, (uint32_t)game.count);
		const struct stored before = game.rows[i];
		const struct part part = draw_part(&rng, &game.rows[i]);
		struct audit audit;
		if (part.size == 0)
			continue;
		((uint8_t *)part.at)[rng_below(&rng, (uint32_t)part.size)] ^= 1 << rng_below(&rng, 8);
		bool agree = agrees(&audit, false, &game.end, part.proven ? NULL : game.digest);
		if (part.proven)
			check_finding(&audit, agree, i, "a bit flipped");
		else
			CHECK(!agree && (audit.phase < 0 || audit.phase >= before.phase), "row %d: %s in %d", i,
			      audit.text, audit.phase);
		proven += part.proven;
		game.rows[i] = before;
	}
	CU_ASSERT(proven > FLIPS / 4);
}

/* With the players every flipped bit of an order, its outcome or an effort is found in its own row,
 * without a digest. */
TEST_OF_ALL(test_any_order, "any bit of orders and efforts flipped, with players")
{
	struct rng rng = suite_rng(2);
	for (int n = 0; n < FLIPS / 10; n++) {
		const int i = (int)rng_below(&rng, (uint32_t)game.count - 1);
		const struct stored before = game.rows[i];
		struct stored *row = &game.rows[i];
		int32_t *const parts[] = {row->orders, row->forecasts, row->forecast_stages};
		const int counts[] = {row->unit_count, row->power_count,
		                      row->forecaster_count * STORED_STAGES};
		const int which = (int)rng_below(&rng, 4);
		struct audit audit;
		if (which == 3)
			row->capped ^= 1 << rng_below(&rng, 15);
		else if (counts[which] > 0)
			parts[which][rng_below(&rng, (uint32_t)counts[which])] ^= 1 << rng_below(&rng, 31);
		else
			continue;
		check_finding(&audit, agrees(&audit, true, &game.end, NULL), i, "a bit flipped");
		*row = before;
	}
}

/* An order that no player could give, with the outcome that it would have. */
TEST_OF_ALL(test_illegal_order, "an illegal order")
{
	const struct stored before = game.rows[0];
	struct match match = open_match();
	static const struct phase_cost cost;
	struct phase_record record;
	struct phase_orders orders;
	struct audit audit;
	board_start(match.map, &match.board);
	orders.count = match.board.unit_count;
	for (int u = 0; u < orders.count; u++)
		orders.order[u] = order_hold(match.board.unit[u].type, match.board.unit[u].loc);
	orders.order[4] =
		order_move(match.board.unit[4].type, match.board.unit[4].loc, suite_loc("tun"));
	CU_ASSERT_FATAL(match_replay(&match, &orders, &record));
	stored_pack(match.map, &record, &cost, &game.rows[0]);
	check_finding(&audit, agrees(&audit, false, NULL, NULL), 0, "illegal");
	CHECK(strstr(audit.text, "- tun is an illegal order") != NULL, "%s", audit.text);
	game.rows[0] = before;
}

TEST_OF_ALL(test_end, "a changed end")
{
	const struct stored_end before = game.end;
	struct audit audit;
	const int last = game.count - 1;
	game.end.winner = before.winner == POWER_NONE ? 3 : POWER_NONE;
	check_finding(&audit, agrees(&audit, false, &game.end, game.digest), last, "winner");
	game.end = before;
	game.end.phase--;
	check_finding(&audit, agrees(&audit, false, &game.end, game.digest), last, "phase");
	game.end.phase = -5;
	check_finding(&audit, agrees(&audit, false, &game.end, game.digest), last, "phase");
	game.end = before;
	game.end.phases++;
	check_finding(&audit, agrees(&audit, false, &game.end, game.digest), last, "phases");
	game.end = before;
	game.end.centres[6]++;
	check_finding(&audit, agrees(&audit, false, &game.end, game.digest), last, "centres");
	game.end = before;
	game.end.units[0]++;
	check_finding(&audit, agrees(&audit, false, &game.end, game.digest), last, "units");
	game.end = before;
	game.end.power_count--;
	check_finding(&audit, agrees(&audit, false, &game.end, game.digest), last, "fewer powers");
	game.end = before;
	game.digest[31] ^= 1;
	check_finding(&audit, agrees(&audit, false, &game.end, game.digest), -1, "digest");
	game.digest[31] ^= 1;
	game.terms.seats[strlen(game.terms.seats) - 2] = ' ';
	check_finding(&audit, agrees(&audit, false, &game.end, game.digest), -1, "seats");
	game.terms.seats[strlen(game.terms.seats) - 2] = '}';
}

/* A judge that says that the first successful move fails. */
static void lie(struct variant variant, const struct board *board, const struct verified *v,
                unit_set scope, struct resolution *resolution)
{
	judges[0]->decide(variant, board, v, scope, resolution);
	const unit_set followed = v->moves & resolution->follows;
	if (followed)
		unit_set_remove(&resolution->follows, unit_set_first(followed));
}

TEST_OF_ALL(test_other_judge, "a second judge that decides otherwise")
{
	static const struct judge liar = {.name = "liar", .about = "lies", .decide = lie};
	struct audit audit;
	other_judge = &liar;
	check_finding(&audit, agrees(&audit, false, &game.end, game.digest), 0, "liar");
	CHECK(strstr(audit.text, "is stored as succeeds, liar says bounced") != NULL, "%s", audit.text);
	other_judge = NULL;
}

/* The bytes that are hashed never change: the digests of a game with only what every game has, and
 * of one with all. */
TEST(test_digest_of_old, "digests of old games")
{
	static const struct {
		int block, draw_after;
		const char *press, *sha256;
	} rows[] = {
		{1, 0, "none", "b3a8d43df18e3b4b9bf5804b3fe78444d02380aff63c97b005e828543d4aab59"},
		{3, 2, "private", "346ff3f27e121cb715de6a67b32351be09ba9c0c58e64e87c742db9641b79741"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct terms terms = {.number = 3,
		                      .block = rows[i].block,
		                      .round_limit = 16,
		                      .draw_after = rows[i].draw_after,
		                      .seed = 0x123456789abcdef0,
		                      .rules = "thesis",
		                      .judge = "atlas",
		                      .seats = "random\t{}\n",
		                      .press_rounds = 4};
		struct stored row = {.phase = 5,
		                     .unit_count = 2,
		                     .units = {0x101, 0x202},
		                     .owners = "AEF.",
		                     .resolved = true,
		                     .orders = {0x100001, 0x200002},
		                     .stage = 1,
		                     .power_count = 2,
		                     .forecasts = {7, 8},
		                     .forecaster_count = 1,
		                     .forecast_stages = {1, 2, 3},
		                     .capped = 2};
		const struct stored_end end = {.winner = 1,
		                               .phase = 9,
		                               .phases = 1,
		                               .power_count = 2,
		                               .centres = {3, 18},
		                               .units = {4, 17}};
		struct digest digest;
		uint8_t sha256[DIGEST_SIZE];
		char text[2 * DIGEST_SIZE + 1];
		strcpy(terms.press, rows[i].press);
		digest_open(&digest, &terms);
		digest_phase(&digest, &row);
		row.resolved = false;
		digest_phase(&digest, &row);
		if (terms_have_press(&terms))
			digest_messages(&digest, (const uint8_t *)"0123456789abcdef0123456789abcdef");
		digest_close(&digest, &end, sha256);
		for (int k = 0; k < DIGEST_SIZE; k++)
			sprintf(text + 2 * k, "%02x", sha256[k]);
		CHECK(strcmp(text, rows[i].sha256) == 0, "game %d: %s", i, text);
	}
}

int main(void)
{
	int status = suite_run("audit");
	free(room.bytes);
	return status;
}
