/* contest_tell: see contest_tell.h. It also has the functions of contest.h for a single client. */
#include "contest_tell.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "formats/daide/daide_syntax.h"
#include "contest_press.h"
#include "farm.h"
#include "port.h"

static struct daide_message message; /* scratch */

static bool hears(const struct contest *game, const struct client *client)
{
	return client->game == game && !client->lost &&
	       (client->role == ROLE_PLAYER || (client->role == ROLE_OBSERVER && client->accepted));
}

void contest_tell(struct contest *game, const struct daide_message *told)
{
	static uint8_t bytes[PORT_IN_MOST];
	const size_t size = port_pack(told, bytes);
	struct client *client;
	TAILQ_FOREACH (client, port_clients(), entries)
		if (hears(game, client))
			port_send_packed(client, bytes, size);
}

/* Sends to one client, or to all clients if it is NULL. */
static void send_to(struct contest *game, struct client *client)
{
	if (client != NULL)
		port_send(client, &message);
	else
		contest_tell(game, &message);
}

/* Sends a command about a power to all clients: "CCD ( ENG )". */
static void tell_power(struct contest *game, uint16_t command, uint8_t power)
{
	daide_begin(&message, command);
	daide_add_group(&message, (const uint16_t[]){daide_of_power(power)}, 1);
	contest_tell(game, &message);
}

/* ── the position ── */

static void tell_centres(struct contest *game, struct client *client, const struct board *board)
{
	daide_clear(&message);
	daide_tell_centres(&message, contest_tokens(), board);
	send_to(game, client);
}

static void tell_units(struct contest *game, struct client *client, const struct board *board)
{
	daide_clear(&message);
	daide_tell_units(&message, contest_tokens(), board);
	send_to(game, client);
}

/* Sends TME, unless the time is below 0. */
static void tell_time(struct contest *game, struct client *client, int left)
{
	if (left < 0)
		return;
	daide_begin(&message, DAIDE_TME);
	daide_add_integer(&message, left);
	send_to(game, client);
}

static void tell_orders(struct contest *game, struct client *client,
                        const struct phase_record *record)
{
	struct daide_orders next = {0};
	for (daide_clear(&message); daide_tell_order(&message, contest_tokens(), record, &next);
	     daide_clear(&message))
		send_to(game, client);
}

/* Whether owners of centres were updated between a phase and the board after it. */
static bool is_counted(int16_t phase, const struct board *next)
{
	const enum phase_kind kind = phase_kind(phase);
	return kind == FALL_RETREATS ||
	       (kind == FALL_MOVES && phase_kind(next->phase) != FALL_RETREATS);
}

void contest_tell_phase(struct contest *game, const struct phase_record *record)
{
	const struct board *next = &game->match.board;
	if (phase_is_movement(record->board.phase) && game->told != record->board.phase)
		tell_units(game, NULL, &record->board);
	tell_orders(game, NULL, record);
	if (is_counted(record->board.phase, next))
		tell_centres(game, NULL, next);
}

void contest_tell_now(struct contest *game)
{
	tell_units(game, NULL, &game->match.board);
	tell_time(game, NULL, contest_left(game));
	game->told = game->match.board.phase;
}

void contest_tell_times(struct contest *game)
{
	const int64_t left = (game->deadline - clock_ms() + 999) / 1000;
	struct client *client;
	TAILQ_FOREACH (client, port_clients(), entries)
		for (int i = 0; hears(game, client) && i < client->time_count; i++)
			if (client->times[i] < game->left_s && client->times[i] >= left)
				tell_time(game, client, client->times[i]);
	game->left_s = left;
}

/* ── joining ── */

static void add_option(uint16_t name, int value)
{
	if (value > 0 || name == DAIDE_LVL)
		daide_add_group(&message, (const uint16_t[]){name, daide_of_integer(value)}, 2);
}

static int bound(int seconds)
{
	return seconds <= DAIDE_INTEGER_MOST ? seconds : 0;
}

void contest_say_hello(struct contest *game, struct client *client)
{
	const bool player = client->role == ROLE_PLAYER;
	const uint16_t power = player ? daide_of_power(client->power) : DAIDE_UNO;

	daide_begin(&message, DAIDE_HLO);
	daide_add_group(&message, &power, 1);
	daide_add_integer(&message, player ? game->seats[client->power].passcode : 0);
	daide_add(&message, DAIDE_BRA);
	add_option(DAIDE_LVL, player ? game->seats[client->power].level : 0);
	if (player && game->seats[client->power].level >= DAIDE_LEVEL_DRAWS)
		daide_add_group(&message, (const uint16_t[]){DAIDE_PDA}, 1);
	add_option(DAIDE_MTL, bound(game->terms.move_s));
	add_option(DAIDE_RTL, bound(game->terms.retreat_s));
	add_option(DAIDE_BTL, bound(game->terms.build_s));
	daide_add(&message, DAIDE_KET);
	port_send(client, &message);
}

void contest_greet(struct contest *game, struct client *client)
{
	contest_say_hello(game, client);
	tell_centres(game, client, &game->match.board);
	tell_units(game, client, &game->match.board);
	if (game->asked >= 0)
		tell_time(game, client, contest_left(game));
}

void contest_seat(struct contest *game, struct client *client, uint8_t power)
{
	client->role = ROLE_PLAYER;
	client->table = NULL;
	client->game = game;
	client->power = power;
	game->seats[power].client = client;
	game->seats[power].known = true;
	game->seats[power].peer = client->peer;
	game->letters = -1; /* it may have missed messages */
}

void contest_tell_disorder(struct contest *game, uint8_t power)
{
	tell_power(game, DAIDE_CCD, power);
}

void contest_tell_order(struct contest *game, uint8_t power)
{
	const uint16_t returned[] = {DAIDE_CCD, DAIDE_BRA, daide_of_power(power), DAIDE_KET};
	daide_begin(&message, DAIDE_NOT);
	daide_add_group(&message, returned, 4);
	contest_tell(game, &message);
}

void contest_tell_return(struct contest *game, uint8_t power)
{
	contest_tell_order(game, power);
	if (game->asked >= 0)
		tell_time(game, game->seats[power].client, contest_left(game));
}

void contest_leave(struct contest *game, struct client *client)
{
	struct contest_seat *seat = client->role == ROLE_PLAYER ? &game->seats[client->power] : NULL;
	client->game = NULL;
	if (seat == NULL || seat->client != client)
		return;
	seat->client = NULL;
	seat->absent_at = clock_ms();
	if (!seat->late)
		contest_tell_disorder(game, client->power);
	seat->late = false;
}

/* ── the end ── */

void contest_tell_notice(struct contest *game, const char *text)
{
	daide_begin(&message, DAIDE_ADM);
	daide_add_text(&message, "aresdaide");
	daide_add_text(&message, text);
	contest_tell(game, &message);
}

/* Copies the line of a power from a text of lines. */
static void find_line(const char *lines, int power, char line[DAIDE_TEXT_SIZE])
{
	for (int p = 0; p < power && *lines != '\0'; p++) {
		lines += strcspn(lines, "\n");
		lines += *lines == '\n';
	}
	snprintf(line, DAIDE_TEXT_SIZE, "%.*s", (int)strcspn(lines, "\n"), lines);
}

static void add_summary(const struct contest *game, int power, int centres)
{
	const struct contest_seat *seat = &game->seats[power];
	const uint16_t token = daide_of_power((uint8_t)power), count = daide_of_integer(centres);
	char player[DAIDE_TEXT_SIZE];
	find_line(game->terms.players, power, player);
	daide_add(&message, DAIDE_BRA);
	daide_add_all(&message, &token, 1);
	daide_add_text(&message, seat->taken ? seat->name : player);
	daide_add_text(&message, seat->taken ? seat->version : "aresfarm");
	daide_add_all(&message, &count, 1);
	if (centres == 0)
		daide_add(&message, daide_of_integer(game->lost_year[power]));
	daide_add(&message, DAIDE_KET);
}

static void tell_summary(struct contest *game, bool solo)
{
	const struct board *board = &game->match.board;
	int centres[POWERS_MAX];
	int16_t phase = board->phase;
	if (solo && !phase_is_winter(phase))
		phase = (int16_t)(phase - 1 - phase_kind(phase)); /* the winter before */
	daide_begin(&message, DAIDE_SMR);
	daide_add_turn(&message, phase);
	board_count_centres(game->match.map, board, centres);
	for (int p = 0; p < game->match.map->power_count; p++)
		add_summary(game, p, centres[p]);
	contest_tell(game, &message);
}

/* Sends DRW. Only clients of a level with such lists get the powers. */
static void tell_draw(struct contest *game, power_set shared)
{
	struct client *client;
	TAILQ_FOREACH (client, port_clients(), entries) {
		if (!hears(game, client))
			continue;
		uint16_t powers[POWERS_MAX];
		int count = 0;
		for (uint8_t p = 0; p < game->match.map->power_count; p++)
			if (power_set_has(shared, p) && contest_press_of(client) >= DAIDE_LEVEL_DRAWS)
				powers[count++] = daide_of_power(p);
		daide_begin(&message, DAIDE_DRW);
		if (count > 0)
			daide_add_group(&message, powers, count);
		port_send(client, &message);
	}
}

void contest_tell_end(struct contest *game, uint8_t winner, power_set shared)
{
	const bool solo = winner < game->match.map->power_count;
	if (solo)
		tell_power(game, DAIDE_SLO, winner);
	else
		tell_draw(game, shared);
	tell_summary(game, solo);
	tell_units(game, NULL, &game->match.board);
}

void contest_end(struct contest *game)
{
	struct client *client;
	daide_begin(&message, DAIDE_OFF);
	contest_tell(game, &message);
	for (int p = 0; p < POWERS_MAX; p++)
		game->seats[p].client = NULL; /* so the others are not told that it leaves */
	TAILQ_FOREACH (client, port_clients(), entries)
		if (client->game == game)
			port_end(client, false);
}

/* ── past phases ── */

/* Reads a phase and the board after it. *found: it was played. */
static bool read_past(struct contest *game, int16_t phase, struct phase_record *record,
                      struct board *next, bool *found)
{
	static struct stored stored;
	struct phase_orders orders;
	struct db *db = farm_db();
	struct db_rows rows;
	bool after = false;

	*found = false;
	if (db == NULL || !stmt_daide_phases(db, game->id, phase, 2, &rows))
		return farm_failed();
	if (stmt_daide_next_phase(&rows, &stored) && stored.phase == phase && stored.resolved)
		*found = stored_unpack_record(game->match.map, &stored, record);
	if (*found && stmt_daide_next_phase(&rows, &stored))
		after = stored_unpack(game->match.map, &stored, next, &orders, NULL);
	if (!after)
		*next = game->match.board;

	return db_rows_close(&rows) || farm_failed();
}

bool contest_tell_past(struct contest *game, struct client *client, int16_t phase)
{
	static struct phase_record record;
	struct board next;
	bool found;
	if (!read_past(game, phase, &record, &next, &found) || !found)
		return false;
	tell_orders(game, client, &record);
	tell_centres(game, client, &next);
	tell_units(game, client, &next);
	return true;
}

bool contest_tell_last(struct contest *game, struct client *client)
{
	static struct phase_record record;
	struct board next;
	bool found, told = false;
	int16_t phase = game->match.board.phase;

	/* the last movement phase before the board */
	do
		phase--;
	while (phase >= 0 && !phase_is_movement(phase));

	for (; phase >= 0 && phase < game->match.board.phase; phase++)
		if (read_past(game, phase, &record, &next, &found) && found) {
			tell_orders(game, client, &record);
			told = true;
		}

	return told;
}
