/* experiment_tournament: aresctl experiment tournament: the thesis's simulation 3, Ares and random
 * in all 128 seatings. */
#include "ctl/parts/tournament_request.h"

static struct request asked = {REQUEST_NORMAL};
static int times;

static int create(void)
{
	struct map map;
	struct seat seats[2];
	char error[ERROR_SIZE];
	ctl_build_map(asked.map, &map);
	if (!seat_parse("ares(depth=2,age=10)", NULL, &seats[0], error) ||
	    !seat_parse("random", NULL, &seats[1], error))
		return ctl_fail("%s", error);
	asked.games = times << map.power_count;
	request_create(&asked,
	               &(struct lineup){.seats = seats, .seat_count = 2, .turns = map.power_count});
	return CTL_DONE;
}

const struct command ctl_experiment_tournament = {
	.name = "tournament",
	.about = "Ares against random in every seating",
	.text = "Makes the thesis's simulation 3: Ares at depth 2 and age 10 plays against random, in "
			"each of the 128 seatings of two players.",
	.arguments = PARAMETERS(REQUEST_NAME(asked)),
	.options = PARAMETERS(
		OPTION_NUMBER("times", "N", &times, 1, 10000, "games in each seating", .normal = "8"),
		REQUEST_SEED(asked, .normal = "1")),
	.run = create,
};
