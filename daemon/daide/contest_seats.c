/* contest_seats: see contest_seats.h. */
#include "contest_seats.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "farm.h"

static void restore_orders(struct contest *game, struct contest_seat *seat, const char *lines)
{
	char error[ORDER_ERROR_SIZE];
	seat->count = 0;
	while (*lines != '\0' && seat->count < ADJUSTMENTS_MAX) {
		const size_t length = strcspn(lines, "\n");
		seat->count +=
			order_parse(game->match.map, lines, length, &seat->orders[seat->count], error);
		lines += length + (lines[length] == '\n');
	}
}

bool contest_seats_read(struct contest *game)
{
	static struct daide_seat seats[POWERS_MAX];
	struct db *db = farm_db();
	int count;

	if (db == NULL)
		return false;
	if (!stmt_daide_seats(db, game->id, seats, &count))
		return farm_failed();

	for (int i = 0; i < count; i++) {
		if (seats[i].power < 0 || seats[i].power >= POWERS_MAX)
			continue;
		struct contest_seat *seat = &game->seats[seats[i].power];
		if (!seat->taken)
			seat->absent_at = clock_ms();
		seat->taken = true;
		seat->passcode = seats[i].passcode;
		memcpy(seat->name, seats[i].name, sizeof seat->name);
		memcpy(seat->version, seats[i].version, sizeof seat->version);
		seat->asked = seats[i].asked;
		seat->final = seats[i].final;
		seat->vote = seats[i].vote;
		seat->held = seat->dirty = false;
		restore_orders(game, seat, seats[i].orders);
	}

	return true;
}

/* Whether a power has ordered all that it must. */
bool contest_seats_are_complete(const struct contest *game, uint8_t power)
{
	static struct daide_message waste;
	const struct contest_seat *seat = &game->seats[power];
	daide_clear(&waste);
	return daide_tell_missing(&waste, contest_tokens(), &game->match.board, power, seat->orders,
	                          seat->count) == 0;
}

/* How many waives the farm takes of a seat. DAIDE has one for each build that is due, the farm
 * only for those that a home has room for. */
static int count_waives(const struct contest *game, uint8_t power)
{
	const struct contest_seat *seat = &game->seats[power];
	int waives = build_allowance(game->match.map, &game->match.board, power);
	for (int i = 0; i < seat->count; i++)
		waives -= seat->orders[i].kind != ORDER_WAIVE;
	return waives;
}

/* The orders of a seat, a line each. */
static void write_orders(const struct contest *game, uint8_t power, char lines[DAIDE_LINES_SIZE])
{
	const struct contest_seat *seat = &game->seats[power];
	int waives = count_waives(game, power);
	size_t used = 0;
	lines[0] = '\0';
	for (int i = 0; i < seat->count; i++) {
		char text[ORDER_TEXT_SIZE];
		if (seat->orders[i].kind == ORDER_WAIVE && waives-- <= 0)
			continue;
		used +=
			(size_t)snprintf(lines + used, DAIDE_LINES_SIZE - used, "%s%s", used > 0 ? "\n" : "",
		                     order_print(game->match.map, seat->orders[i], text));
	}
}

/* Whether it may go well if it is tried again: the connection is lost, or the server had a
 * conflict, no room, a lock that others hold, or somebody who ended the statement. */
static bool is_passing(const struct db_fault *fault)
{
	static const char classes[][3] = {"40", "53", "55", "57"};
	bool passing = fault->lost;
	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
		passing |= strncmp(fault->sqlstate, classes[i], 2) == 0;
	return passing;
}

enum contest_seats_stored contest_seats_store(struct contest *game, uint8_t power, bool final)
{
	struct contest_seat *seat = &game->seats[power];
	char lines[DAIDE_LINES_SIZE], problem[DAIDE_PROBLEM_SIZE];
	struct db *db = farm_db();

	write_orders(game, power, lines);
	if (db == NULL)
		return SEATS_FAILED;
	if (!stmt_daide_submit(db, game->id, power, game->asked, lines, final, problem)) {
		const bool passing = is_passing(db_fault(db));
		farm_failed();
		return passing ? SEATS_FAILED : SEATS_TAKEN; /* else it would be refused for ever */
	}

	if (problem[0] != '\0')
		return SEATS_TAKEN;
	seat->final = final;
	return SEATS_STORED;
}
