/* What bots are told: the end of a game in whole lines; hello and questions by a digest. */
#include "bots/message.h"
#include "suite.h"

/* The bytes as a text, until the next call. */
static const char *text_of(struct message *message)
{
	static char text[1 << 17];
	CU_ASSERT_FATAL(message->size < sizeof text);
	memcpy(text, message->bytes, message->size);
	text[message->size] = '\0';
	free(message->bytes);
	return text;
}

TEST(test_over, "the end of a game")
{
	static const struct {
		struct game_verdict verdict;
		power_set powers;
		const char *text;
	} rows[] = {
		{{.ending = GAME_SOLO, .winner = 2},
	     1 << 0 | 1 << 2 | 1 << 6,
	     "[\"AUS\",\"FRA\",\"TUR\"],\"phase\":\"S1901M\",\"ending\":\"solo\",\"winner\":\"FRA\""},
		{{.ending = GAME_DRAW, .winner = POWER_NONE},
	     1 << 5,
	     "[\"RUS\"],\"phase\":\"S1901M\",\"ending\":\"draw\",\"winner\":null"},
	};
	struct board board;
	board_start(suite_map(), &board);
	for (int i = 0; i < COUNT(rows); i++) {
		char expected[400];
		struct message message;
		const struct bot_end end = {suite_map(), &board, &rows[i].verdict, 3, 14, rows[i].powers};
		message_over(&end, &message);
		snprintf(
			expected, sizeof expected,
			"{\"type\":\"over\",\"tournament\":3,\"game\":14,\"powers\":%s,\"centres\":{\"AUS\":3,"
			"\"ENG\":3,\"FRA\":3,\"GER\":3,\"ITA\":3,\"RUS\":4,\"TUR\":3}}\n",
			rows[i].text);
		CU_ASSERT_STRING_EQUAL(text_of(&message), expected);
	}
}

TEST(test_questions, "hello, and a question in each kind of phase")
{
	static const struct {
		int16_t phase;
		const char *units, *dislodged;
		uint8_t power;
	} rows[] = {{SPRING_MOVES, "ENG F nth, ENG A lvp, FRA A pic", NULL, 1},
	            {SPRING_RETREATS, "GER A mun, FRA F nwy", "RUS F nwy nth", 5},
	            {WINTER_ADJUSTMENTS, "ENG F nth, ENG A lvp", NULL, 1}};
	uint64_t digest = SUITE_DIGEST;
	struct message message;
	message_hello(suite_map(), 10, &message);
	for (int i = 0; i <= COUNT(rows); i++) {
		const char *const text = text_of(&message);
		digest = suite_digest(digest, text, strlen(text));
		if (i == COUNT(rows))
			break;
		struct board board = suite_board(rows[i].units);
		board.phase = rows[i].phase;
		if (rows[i].dislodged != NULL)
			suite_dislodge(&board, rows[i].dislodged);
		const struct bot_question question = {.map = suite_map(),
		                                      .rules = rules_find("standard"),
		                                      .board = &board,
		                                      .tournament = 3,
		                                      .game = 14,
		                                      .block = 2,
		                                      .seed = 4711,
		                                      .round_limit = 40,
		                                      .power = rows[i].power};
		const struct bot_legal legal = bot_list_legal(&question);
		message_phase(&question, i, &legal, 10, &message);
		free(legal.order);
	}
	suite_same(digest, UINT64_C(0x38dbb0925cca92bc));
}

SUITE("message")
