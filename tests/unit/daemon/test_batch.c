/* A batch collects phases and ends of games in the order in which they come. It says when it is
 * full, and is empty after it is cleared. */
#include "farm/worker/batch.h"
#include "suite.h"

static struct batch batch;
static struct claim claims[STMT_CLAIMS_MAX + 1];
static struct summary summaries[STMT_CLAIMS_MAX + 1];

/* Adds a game's next phases, numbered from `phase` on. */
static void add_phases(struct claim *claim, int16_t phase, int count)
{
	for (int i = 0; i < count; i++)
		batch_add(&batch, claim)->phase = (int16_t)(phase + i);
}

static void check_part(int i, const struct claim *claim, const struct stored *boards, int count)
{
	const struct written *part = &batch.parts[i];
	CHECK(part->claim == claim, "part %d: another claim", i);
	CHECK(part->boards == boards && part->count == count, "part %d: %d boards from %d on", i,
	      part->count, (int)(part->boards - batch.phases));
}

/* Each part belongs to one game. The boards of all parts stand one after the other. */
TEST(test_games, "phases of several games")
{
	batch_clear(&batch);
	add_phases(&claims[0], 0, 3);
	add_phases(&claims[1], 40, 1);
	add_phases(&claims[2], 70, 2);
	add_phases(&claims[2], 72, 1);
	CU_ASSERT_FALSE(batch_takes(&batch, &claims[0]));
	CU_ASSERT_TRUE(batch_takes(&batch, &claims[2]));
	CU_ASSERT_TRUE(batch_takes(&batch, &claims[3]));
	CU_ASSERT_EQUAL(batch.count, 7);
	CU_ASSERT_EQUAL_FATAL(batch.part_count, 3);
	check_part(0, &claims[0], &batch.phases[0], 3);
	check_part(1, &claims[1], &batch.phases[3], 1);
	check_part(2, &claims[2], &batch.phases[4], 3);
	static const int16_t phases[] = {0, 1, 2, 40, 70, 71, 72};
	for (int i = 0; i < COUNT(phases); i++)
		CHECK(batch.phases[i].phase == phases[i], "board %d is phase %d", i, batch.phases[i].phase);
	CU_ASSERT_EQUAL(batch_count_ends(&batch), 0);
}

TEST(test_find, "a claim's part")
{
	batch_clear(&batch);
	add_phases(&claims[0], 0, 2);
	add_phases(&claims[1], 0, 1);
	CU_ASSERT_PTR_NULL(batch_find(&batch, &claims[0]));
	batch.under_way = 2;
	CU_ASSERT_PTR_EQUAL(batch_find(&batch, &claims[0]), &batch.parts[0]);
	CU_ASSERT_PTR_EQUAL(batch_find(&batch, &claims[1]), &batch.parts[1]);
	CU_ASSERT_PTR_NULL(batch_find(&batch, &claims[2]));
}

static struct match open_match(struct claim *claim)
{
	const char seats[] = "random\t{}\nrandom\t{}\nrandom\t{}\nrandom\t{}\nrandom\t{}\nrandom\t{}\n"
						 "random\t{}\n";
	struct match match;
	char error[TERMS_ERROR_SIZE];
	claim->terms = (struct terms){.map = 1, .number = 1, .block = 1, .round_limit = 1, .seed = 5};
	strcpy(claim->terms.rules, "thesis");
	strcpy(claim->terms.judge, "atlas");
	strcpy(claim->terms.seats, seats);
	SUITE_MUST(terms_open_match(&claim->terms, suite_map(), &match, error) &&
	               terms_seat(&claim->terms, &match, error),
	           error);
	digest_open(&claim->digest, &claim->terms);
	claim->summary = &summaries[claim - claims];
	summary_open(claim->summary, suite_map());
	claim->phases = 0;
	return match;
}

/* Plays a game of one round into the batch, and ends it. Returns the digest of its rows. */
static struct game_verdict play(struct claim *claim, uint8_t sha256[DIGEST_SIZE])
{
	static struct room room;
	struct match match = open_match(claim);
	struct phase_record record;
	struct phase_cost cost;
	struct game_verdict verdict;
	SUITE_MUST(terms_give_room(&match, &room), "room");
	while ((verdict = match_verdict(&match)).ending == GAME_RUNNING) {
		struct stored *stored = batch_add(&batch, claim);
		match_play(&match, &record, &cost);
		stored_pack(match.map, &record, &cost, stored);
		digest_phase(&claim->digest, stored);
		summary_phase(claim->summary, suite_map(), stored);
		claim->phases++;
	}
	struct digest digest = claim->digest;
	struct stored last;
	struct stored_end end;
	stored_pack_final(match.map, &match.board, &last);
	stored_pack_end(match.map, &match.board, &verdict, claim->phases, &end);
	digest_phase(&digest, &last);
	digest_close(&digest, &end, sha256);
	batch_end_game(&batch, claim, &match, &verdict);
	return verdict;
}

/* The final position is the game's last board. End and digest are those of its rows. */
TEST(test_ends, "the end of a game")
{
	uint8_t sha256[DIGEST_SIZE];
	batch_clear(&batch);
	add_phases(&claims[0], 0, 2);
	const struct game_verdict verdict = play(&claims[1], sha256);
	add_phases(&claims[2], 0, 1);
	CU_ASSERT_EQUAL_FATAL(batch.part_count, 3);
	const struct written *part = &batch.parts[1];
	batch.under_way = 1;
	CU_ASSERT_EQUAL(batch_count_ends(&batch), 0);
	CU_ASSERT_EQUAL(batch_count_boards(&batch), 2);
	batch.under_way = 2;
	CU_ASSERT_EQUAL(batch_count_ends(&batch), 1);
	CU_ASSERT_EQUAL(batch_count_boards(&batch), 2 + part->count);
	CU_ASSERT(part->over && !batch.parts[0].over && !batch.parts[2].over);
	CU_ASSERT_EQUAL_FATAL(part->count, claims[1].phases + 1);
	CU_ASSERT(part->boards[part->count - 2].resolved);
	CU_ASSERT_FALSE(part->boards[part->count - 1].resolved);
	CU_ASSERT_EQUAL(part->end.phase, part->boards[part->count - 1].phase);
	CU_ASSERT_EQUAL(part->end.phases, claims[1].phases);
	CU_ASSERT_EQUAL(part->end.winner, verdict.winner);
	CU_ASSERT_EQUAL(memcmp(part->digest, sha256, sizeof sha256), 0);
	check_part(2, &claims[2], &batch.phases[2 + part->count], 1);
}

/* A worker may resume a game at its end. Then the batch has only its final position. */
TEST(test_only_end, "an end without phases")
{
	uint8_t sha256[DIGEST_SIZE];
	batch_clear(&batch);
	play(&claims[0], sha256);
	struct match match = open_match(&claims[1]);
	const struct game_verdict draw = {.ending = GAME_DRAW, .winner = POWER_NONE};
	batch_end_game(&batch, &claims[1], &match, &draw);
	CU_ASSERT_EQUAL_FATAL(batch.part_count, 2);
	CU_ASSERT_EQUAL(batch.parts[1].count, 1);
	CU_ASSERT_EQUAL(batch.parts[1].end.winner, POWER_NONE);
	batch.under_way = 2;
	CU_ASSERT_EQUAL(batch_count_ends(&batch), 2);
}

/* What is stored besides boards belongs to a game. The game may have no board in the batch. */
TEST(test_close, "what is stored besides boards")
{
	batch_clear(&batch);
	add_phases(&claims[0], 0, 1);
	const struct batch_close waits = {.claim = &claims[1], .asked = 1};
	batch_end_with(&batch, &waits);
	CU_ASSERT_PTR_EQUAL(batch.close, &waits);
	CU_ASSERT_EQUAL_FATAL(batch.part_count, 2);
	check_part(1, &claims[1], &batch.phases[1], 0);
	batch_clear(&batch);
	add_phases(&claims[1], 0, 1);
	batch_end_with(&batch, &waits);
	CU_ASSERT_EQUAL(batch.part_count, 1);
	check_part(0, &claims[1], &batch.phases[0], 1);
}

/* What was sent can be forgotten, though the rest was not sent. Boards stay where they are. */
TEST(test_drop_sent, "what was sent is dropped")
{
	batch_clear(&batch);
	for (int i = 0; i < 4; i++)
		add_phases(&claims[i], (int16_t)(10 * i), i + 1);
	const struct batch_close waits = {.claim = &claims[3], .asked = 1};
	batch_end_with(&batch, &waits);
	batch.under_way = 3;
	CU_ASSERT_FALSE(batch_waits(&batch, &claims[3]));
	batch_drop_sent(&batch);
	CU_ASSERT_EQUAL_FATAL(batch.part_count, 1);
	CU_ASSERT_EQUAL(batch.under_way, 0);
	CU_ASSERT_PTR_EQUAL(batch.close, &waits);
	check_part(0, &claims[3], &batch.phases[6], 4);
	batch.under_way = 1;
	CU_ASSERT_TRUE(batch_waits(&batch, &claims[3]));
	CU_ASSERT_FALSE(batch_waits(&batch, &claims[2]));
	batch_drop_sent(&batch);
	CU_ASSERT(batch.count == 0 && batch.part_count == 0 && batch.close == NULL);
}

/* A claim's part can be forgotten wherever it stands. Games after it may still grow. */
TEST(test_drop_claim, "a claim is dropped")
{
	batch_clear(&batch);
	for (int i = 0; i < 3; i++)
		add_phases(&claims[i], (int16_t)(10 * i), 2);
	batch_drop_claim(&batch, &claims[3]);
	CU_ASSERT_EQUAL(batch.part_count, 3);
	batch_drop_claim(&batch, &claims[1]);
	CU_ASSERT_EQUAL_FATAL(batch.part_count, 2);
	add_phases(&claims[2], 22, 1);
	check_part(0, &claims[0], &batch.phases[0], 2);
	check_part(1, &claims[2], &batch.phases[4], 3);
	batch_drop_claim(&batch, &claims[2]);
	add_phases(&claims[3], 30, 1);
	check_part(1, &claims[3], &batch.phases[7], 1);
	batch_drop_claim(&batch, &claims[0]);
	batch_drop_claim(&batch, &claims[3]);
	CU_ASSERT(batch.count == 0 && batch.part_count == 0);
}

/* What a game's bots did goes with its claim. */
TEST(test_drop_notes, "what bots did goes with it")
{
	struct letter letter = {.text = "text"};
	const struct letters letters = {.count = 1, .letter = &letter};
	batch_clear(&batch);
	for (int i = 0; i < 3; i++) {
		batch_add_notes(&batch, &claims[i], &(struct written_fault){.claim = &claims[i]}, 1,
		                &(struct written_cost){.claim = &claims[i]}, 1);
		batch_add_said(&batch, &claims[i], 0, &letters, 0);
	}
	batch_drop_claim(&batch, &claims[1]);
	CU_ASSERT(batch.fault_count == 2 && batch.faults[1].claim == &claims[2]);
	CU_ASSERT(batch.cost_count == 2 && batch.costs[1].claim == &claims[2]);
	CU_ASSERT(batch.said_count == 2 && batch.said[1].claim == &claims[2]);
	batch_clear(&batch);
	CU_ASSERT(batch.fault_count + batch.cost_count + batch.said_count == 0);
}

TEST(test_full, "full of phases")
{
	batch_clear(&batch);
	CU_ASSERT_FALSE(batch_is_full(&batch, 1));
	add_phases(&claims[0], 0, 4);
	CU_ASSERT_FALSE(batch_is_full(&batch, 5));
	CU_ASSERT_TRUE(batch_is_full(&batch, 4));
	CU_ASSERT_TRUE(batch_is_full(&batch, 3));
	add_phases(&claims[0], 4, BATCH_MOST - 4);
	CU_ASSERT_TRUE(batch_is_full(&batch, BATCH_MOST));
	CU_ASSERT_EQUAL(batch.phases[BATCH_MOST - 1].phase, BATCH_MOST - 1);
}

/* The batch is also full when it has as many games as a worker can hold. */
TEST(test_full_of_games, "full of games")
{
	batch_clear(&batch);
	for (int i = 0; i < STMT_CLAIMS_MAX; i++) {
		CU_ASSERT_FALSE(batch_is_full(&batch, BATCH_MOST));
		add_phases(&claims[i], 0, 1);
	}
	CU_ASSERT_TRUE(batch_is_full(&batch, BATCH_MOST));
}

TEST(test_clear, "cleared")
{
	uint8_t sha256[DIGEST_SIZE];
	const struct batch_close waits = {.claim = &claims[0]};
	batch_clear(&batch);
	play(&claims[0], sha256);
	batch_end_with(&batch, &waits);
	batch.under_way = batch.part_count;
	batch_clear(&batch);
	CU_ASSERT(batch.count == 0 && batch.part_count == 0 && batch.close == NULL);
	CU_ASSERT_EQUAL(batch_settle(&batch, NULL), BATCH_NONE);
	CU_ASSERT_EQUAL(batch_count_ends(&batch), 0);
	CU_ASSERT_PTR_NULL(batch_find(&batch, &claims[0]));
	add_phases(&claims[0], 9, 1);
	check_part(0, &claims[0], &batch.phases[0], 1);
	CU_ASSERT_FALSE(batch.parts[0].over);
}

SUITE("batch")
