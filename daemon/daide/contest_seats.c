/* contest_seats: see contest_seats.h. */
#include "contest_seats.h"

#include <string.h>

#include "base/clock.h"
#include "contest_press.h"
#include "farm.h"

static void restore_orders(struct contest *game, struct contest_seat *seat,
                           const struct daide_seat *stored)
{
	seat->count = 0;
	for (int i = 0; i < stored->order_count; i++)
		seat->count +=
			order_unpack_unit(game->match.map, stored->orders[i], &seat->orders[seat->count]);
}

bool contest_seats_read(struct contest *game)
{
	static struct daide_seat seats[POWERS_MAX];
	struct db *db = farm_db();
	int count;

	if (db == NULL || !stmt_daide_seats(db, game->id, seats, &count))
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
		seat->level = contest_press_level(&game->terms, seat->name);
		seat->asked = seats[i].asked;
		seat->final = seats[i].final;
		seat->held = seat->dirty = false;
		restore_orders(game, seat, &seats[i]);
	}

	return true;
}

/* Whether a power has given all orders that it must give. */
bool contest_seats_are_complete(const struct contest *game, uint8_t power)
{
	static struct daide_message waste;
	const struct contest_seat *seat = &game->seats[power];
	daide_clear(&waste);
	return daide_tell_missing(&waste, contest_tokens(), &game->match.board, power, seat->orders,
	                          seat->count) == 0;
}

/* The number of waives of a seat that the farm accepts. DAIDE has one for each build that is due,
 * the farm one for each build for which there is a vacant home centre. */
static int count_waives(const struct contest *game, uint8_t power)
{
	const struct contest_seat *seat = &game->seats[power];
	int waives = build_allowance(game->match.map, &game->match.board, power);
	for (int i = 0; i < seat->count; i++)
		waives -= seat->orders[i].kind != ORDER_WAIVE;
	return waives;
}

/* Packs the orders of a seat; returns their number. */
static int pack_orders(const struct contest *game, uint8_t power, int32_t orders[ADJUSTMENTS_MAX])
{
	const struct contest_seat *seat = &game->seats[power];
	int waives = count_waives(game, power), count = 0;

	for (int i = 0; i < seat->count; i++)
		if (seat->orders[i].kind != ORDER_WAIVE || waives-- > 0)
			orders[count++] = order_pack_unit(seat->orders[i]);

	return count;
}

/* Whether a retry may succeed: the connection was lost, or the server had a conflict, lacked
 * resources, hit a lock, or cancelled the statement. */
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
	int32_t orders[ADJUSTMENTS_MAX];
	char problem[DAIDE_PROBLEM_SIZE];
	struct db *db = farm_db();
	const int count = pack_orders(game, power, orders);

	if (db == NULL)
		return SEATS_FAILED;
	if (!stmt_daide_submit(db, game->id, power, game->asked, orders, count, final, problem)) {
		const bool passing = is_passing(db_fault(db));
		farm_failed();
		return passing ? SEATS_FAILED : SEATS_TAKEN; /* a retry would always be refused */
	}

	if (problem[0] != '\0')
		return SEATS_TAKEN;
	seat->final = final;
	return SEATS_STORED;
}
