/* Saved games with a small mistake: what is read of them, and what is said of it. */
#include "base/json.h"
#include "db/record/stored.h"
#include "exchange/import_play.h"
#include "suite.h"
#include "../../fuzz/saved_game.h"

static uint64_t digest = SUITE_DIGEST;
static int games, refused;

static void take_text(const char *text)
{
	digest = suite_digest(digest, text, strlen(text) + 1);
}

static void hear(void *context, const char *phase, const char *text)
{
	(void)context;
	take_text(phase);
	take_text(text);
}

static void take_phase(const struct stored *stored)
{
	struct phase_record record;
	CU_ASSERT_FATAL(stored_unpack_record(suite_map(), stored, &record));
	for (int u = 0; u < record.board.unit_count; u++) {
		const int32_t unit = unit_pack(record.board.unit[u]);
		digest = suite_digest(digest, &unit, sizeof unit);
	}
	for (int i = 0; i < record.orders.count; i++) {
		const int32_t played[] = {order_pack(record.orders.order[i]), (int32_t)record.results[i]};
		digest = suite_digest(digest, played, sizeof played);
	}
	digest = suite_digest(digest, record.board.owner, (size_t)suite_map()->province_count);
}

static void read_game(const char *text)
{
	struct json_fault fault;
	char error[SAVED_ERROR_SIZE] = "";
	struct import_play play = {.rules = rules_find("standard"),
	                           .judge = judges[0],
	                           .tell = hear,
	                           .terms = {.round_limit = 10000}};
	struct json_object *object = json_read(text, strlen(text), &fault);
	games++;
	if (object == NULL) {
		refused++;
		return;
	}
	const bool taken = saved_read_game(object, &play.saved, error);
	play.saved.map = suite_map();
	if (taken && import_play(&play, error)) {
		const int32_t read[] = {(int32_t)play.ending, play.phases, play.given, play.differences};
		digest = suite_digest(digest, read, sizeof read);
		take_text(play.note);
		for (int i = 0; i < play.board_count; i++)
			take_phase(&play.boards[i]);
	}
	take_text(error);
	import_play_close(&play);
	json_close(object);
}

/* Each byte is left out, and each is replaced by a letter and by a digit. */
TEST(test_mistakes, "saved games with mistakes")
{
	static char text[sizeof good];
	read_game(good);
	CU_ASSERT_EQUAL(refused, 0);
	for (size_t at = 0; at < sizeof good - 1; at++) {
		memcpy(text, good, at);
		strcpy(text + at, good + at + 1);
		read_game(text);
		for (const char *other = "B1"; *other != '\0'; other++) {
			strcpy(text, good);
			text[at] = *other;
			read_game(text);
		}
	}
	CHECK(refused < games / 2, "%d of %d texts are not JSON", refused, games);
	suite_same(digest, UINT64_C(0xe0df16fd94b7b491));
}

SUITE("import")
