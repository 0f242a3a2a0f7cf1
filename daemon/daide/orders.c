/* orders: messages of a client about its turn: SUB, NOT, MIS, GOF, DRW, TME. See talk.h. */
#include "talk.h"

#include "formats/daide/daide_syntax.h"
#include "port.h"

static struct daide_message reply;

bool orders_may(const struct client *client)
{
	return client->role == ROLE_PLAYER && client->game != NULL && client->game->asked >= 0;
}

static struct contest_seat *find_seat(const struct client *client)
{
	return &client->game->seats[client->power];
}

/* Sends MIS if orders are missing or `always`. */
static void tell_missing(struct client *client, bool always)
{
	const struct contest_seat *seat = find_seat(client);
	daide_clear(&reply);
	if (daide_tell_missing(&reply, contest_tokens(), &client->game->match.board, client->power,
	                       seat->orders, seat->count) > 0 ||
	    always)
		port_send(client, &reply);
}

/* ── SUB ── */

static struct daide_turn turn_of(const struct client *client)
{
	const struct contest_seat *seat = find_seat(client);
	return (struct daide_turn){
		.variant = match_variant(&client->game->match),
		.tokens = contest_tokens(),
		.board = &client->game->match.board,
		.power = client->power,
		.given = seat->orders,
		.given_count = seat->count,
	};
}

/* The index of the order for a unit; -1: there is none. */
static int find_order(const struct contest_seat *seat, struct order order, bool same)
{
	for (int i = 0; i < seat->count; i++)
		if (same ? order_equal(seat->orders[i], order) : seat->orders[i].from == order.from)
			return i;
	return -1;
}

/* Stores an order. It replaces the unit's old order; builds and waives are added. */
static void keep(struct contest_seat *seat, struct order order, bool winter)
{
	const int old = order.kind == ORDER_WAIVE ? -1 : find_order(seat, order, winter);
	if (old >= 0)
		seat->orders[old] = order;
	else if (seat->count < ADJUSTMENTS_MAX)
		seat->orders[seat->count++] = order;
}

enum {
	TAKEN_MAX = DAIDE_TOKENS_MAX / 3
}; /* an order has at least a power, a verb, and a bracket */

/* The orders of a message: the place of each, without brackets, and the answer to it. They are
 * stored before they are answered, so that an accepted order counts. */
struct taking {
	struct client *client;
	const struct daide_message *message;
	struct contest_seat before;
	int count;
	struct {
		int at, after;
		uint16_t note;
	} taken[TAKEN_MAX];
};

static struct taking *begin_taking(struct client *client, const struct daide_message *message)
{
	static struct taking taking;
	taking.client = client;
	taking.message = message;
	taking.before = *find_seat(client);
	taking.count = 0;
	return &taking;
}

static void take_one(struct taking *taking, int at, int after, const struct daide_order *written)
{
	const struct daide_turn turn = turn_of(taking->client);
	struct order order;
	const uint16_t note = daide_order_check(&turn, written, &order);
	if (note == DAIDE_MBV)
		keep(find_seat(taking->client), order, phase_is_winter(turn.board->phase));
	taking->taken[taking->count].at = at;
	taking->taken[taking->count].after = after;
	taking->taken[taking->count++].note = note;
}

/* Stores the accepted orders and answers them. A late client is then no longer late. */
static void end_taking(struct taking *taking)
{
	struct client *client = taking->client;
	struct contest_seat *seat = find_seat(client);

	if (!contest_store(client->game, client->power)) {
		*seat = taking->before;
		talk_answer(client, false, taking->message);
		return;
	}

	if (seat->late)
		contest_tell_order(client->game, client->power);
	seat->late = false;
	for (int i = 0; i < taking->count; i++) {
		const int at = taking->taken[i].at;
		daide_begin(&reply, DAIDE_THX);
		daide_add_group(&reply, taking->message->token + at, taking->taken[i].after - at);
		daide_add_group(&reply, &taking->taken[i].note, 1);
		port_send(client, &reply);
	}

	tell_missing(client, false);
}

void orders_take(struct client *client, const struct daide_message *message)
{
	struct daide_reader reader = {message, 1, message->count, 0};
	const int16_t asked = client->game->asked;
	int16_t phase = asked;
	int after;

	if (daide_category(message->token[2]) == daide_category(DAIDE_SPR) &&
	    !daide_take_turn(&reader, &phase))
		phase = -1;

	if (phase != asked) {
		talk_answer(client, false, message);
		return;
	}

	struct taking *taking = begin_taking(client, message);
	for (int at = reader.at; at < message->count; at = after) {
		struct daide_order written;
		after = daide_skip(message, at, message->count);
		struct daide_reader inner = {message, at + 1, after - 1, 0};
		if (daide_take_order(&inner, &written))
			take_one(taking, at + 1, after - 1, &written);
	}

	end_taking(taking);
}

/* "ENG FLT EDI WVE": a waive that names what would have been built. */
static bool take_long_waive(const struct daide_message *message, struct daide_order *written)
{
	*written = (struct daide_order){.verb = DAIDE_WVE};
	written->unit.power = daide_power(message->token[0]);
	return written->unit.power != POWER_NONE && message->count > 2 &&
	       daide_category(message->token[1]) == daide_category(DAIDE_AMY) &&
	       message->token[message->count - 1] == DAIDE_WVE;
}

bool orders_take_bare(struct client *client, const struct daide_message *message)
{
	struct daide_reader reader = {message, 0, message->count, 0};
	struct daide_order written;
	const bool taken = daide_take_order(&reader, &written) && reader.at == reader.end;
	if ((!taken && !take_long_waive(message, &written)) || !orders_may(client))
		return false;
	struct taking *taking = begin_taking(client, message);
	take_one(taking, 0, message->count, &written);
	end_taking(taking);
	return true;
}

/* ── NOT ── */

/* "NOT ( SUB )" and "NOT ( SUB ( order ) )". */
static void take_not_sub(struct client *client, const struct daide_message *message)
{
	struct contest_seat *seat = find_seat(client);
	const struct contest_seat before = *seat;
	struct daide_reader reader = {message, 3, message->count - 1, 0};
	struct daide_turn turn = turn_of(client);
	struct daide_order written;
	struct order order;
	int i = -1;

	turn.given_count = 0; /* orders that were given do not count as surplus */
	if (reader.at == reader.end)
		seat->count = 0;
	else if (daide_take(&reader, DAIDE_BRA) && daide_take_order(&reader, &written) &&
	         daide_order_check(&turn, &written, &order) == DAIDE_MBV)
		i = find_order(seat, order, true);

	if (i >= 0)
		seat->orders[i] = seat->orders[--seat->count];
	const bool found = i >= 0 || message->count <= 4;
	const bool taken = found && contest_store(client->game, client->power);
	if (!taken)
		*seat = before;
	talk_answer(client, taken, message);
}

static void vote(struct client *client, const struct daide_message *message, bool draw)
{
	talk_answer(client,
	            contest_is_alive(client->game, client->power) &&
	                contest_vote(client->game, client->power, daide_draw_powers(message), draw),
	            message);
}

static void take_not_ready(struct client *client, const struct daide_message *message)
{
	const bool alive = contest_is_alive(client->game, client->power);
	if (alive)
		find_seat(client)->held = true;
	talk_answer(client, alive && contest_store(client->game, client->power), message);
}

/* "NOT ( TME )" and "NOT ( TME ( s ) )". */
static void take_not_time(struct client *client, const struct daide_message *message)
{
	struct daide_reader reader = {message, 4, message->count, 0};
	int seconds, kept = 0;
	const bool one = daide_take_integer(&reader, &seconds);
	for (int i = 0; one && i < client->time_count; i++)
		if (client->times[i] != seconds)
			client->times[kept++] = client->times[i];
	const bool found = !one || kept < client->time_count;
	client->time_count = kept;
	talk_answer(client, found, message);
}

void orders_take_not(struct client *client, const struct daide_message *message)
{
	const uint16_t denied = message->token[2];
	if (denied == DAIDE_TME)
		take_not_time(client, message);
	else if (!orders_may(client))
		talk_answer(client, false, message);
	else if (denied == DAIDE_SUB)
		take_not_sub(client, message);
	else if (denied == DAIDE_GOF)
		take_not_ready(client, message);
	else
		vote(client, message, false);
}

/* ── MIS, GOF, DRW ── */

void orders_take_missing(struct client *client, const struct daide_message *message)
{
	(void)message;
	tell_missing(client, true);
}

void orders_take_ready(struct client *client, const struct daide_message *message)
{
	find_seat(client)->held = false;
	const bool stored = contest_store(client->game, client->power);
	talk_answer(client, stored, message);
	if (stored)
		tell_missing(client, false);
}

void orders_take_draw(struct client *client, const struct daide_message *message)
{
	vote(client, message, true);
}

/* ── TME ── */

static int longest_limit(const struct contest *game)
{
	const int limits[] = {game->terms.move_s, game->terms.retreat_s, game->terms.build_s};
	int longest = 0;
	for (int i = 0; i < 3; i++)
		longest = MAX(limits[i], longest);
	return longest;
}

/* Adds a time for TME, once. False: there is no room. */
static bool note_time(struct client *client, int seconds)
{
	for (int i = 0; i < client->time_count; i++)
		if (client->times[i] == seconds)
			return true;
	if (client->time_count == CLIENT_TIMES_MAX)
		return false;
	client->times[client->time_count++] = seconds;
	return true;
}

void orders_take_time(struct client *client, const struct daide_message *message)
{
	struct daide_reader reader = {message, 2, message->count, 0};
	int seconds;
	const bool asks = !daide_take_integer(&reader, &seconds);
	const int left = client->game != NULL ? contest_left(client->game) : -1;

	if (asks && left >= 0) {
		daide_begin(&reply, DAIDE_TME);
		daide_add_integer(&reply, left);
		port_send(client, &reply);
		return;
	}
	const bool fits = !asks && client->game != NULL && seconds >= 0;
	talk_answer(client,
	            fits && seconds <= longest_limit(client->game) && note_time(client, seconds),
	            message);
}
