/* holdbot: what it orders in each kind of phase. */
#include "french.h"

extern const struct player player_holdbot;

TEST(test_moves, "moves")
{
	const struct board board =
		french_board(SPRING_MOVES, "FRA A bur, FRA F stp/nc, GER A mun", "GER mun");
	struct seat seat;
	const struct player_call call = french_call("holdbot", &board, &seat);
	char text[400];
	french_print_moves(&player_holdbot, &call, text);
	CHECK(strcmp(text, "A bur H, F stp/nc H") == 0, "%s", text);
}

/* Disbands, though it could go to Paris. */
TEST(test_retreats, "retreats")
{
	struct board board = french_board(FALL_RETREATS, "GER A lon", "");
	struct order orders[RETREATS_MAX];
	struct seat seat;
	suite_dislodge(&board, "FRA A bur mun, GER A gas mar");
	const struct player_call call = french_call("holdbot", &board, &seat);
	memset(orders, 0xee, sizeof orders);
	player_holdbot.retreat(&call, orders);
	CU_ASSERT(order_equal(orders[0], suite_order("A bur D")));
	CU_ASSERT_EQUAL(orders[1].kind, 0xee);
}

/* All that it could build is waived; of surplus units the first in the sequence of provinces go. */
TEST(test_winter, "winter")
{
	static const struct {
		const char *units, *own, *adjustments;
	} rows[] = {
		{"FRA A bur", "par bre mar FRA", "waive, waive"},
		{"FRA A bur", "par bre FRA", "waive"},
		{"FRA F pic, FRA A bur, FRA A mun, GER A ber", "mar FRA", "A bur D, A mun D"},
		{"FRA F pic, FRA A bur, FRA A mun, GER A ber", "", "A bur D, A mun D, F pic D"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct board board = suite_board(rows[i].units);
		struct seat seat;
		char text[400];
		board.phase = WINTER_ADJUSTMENTS;
		suite_own(&board, rows[i].own);
		const struct player_call call = french_call("holdbot", &board, &seat);
		french_print_adjustments(&player_holdbot, &call, text);
		CHECK(strcmp(text, rows[i].adjustments) == 0, "%s: %s", rows[i].units, text);
	}
}

TEST(test_settings, "no settings")
{
	struct seat seat;
	char error[ERROR_SIZE];
	CU_ASSERT(player_holdbot.settings[0].name == NULL);
	CU_ASSERT(!seat_parse("holdbot(depth=1)", NULL, &seat, error));
}

SUITE("holdbot")
