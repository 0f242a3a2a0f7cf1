/* talk: see talk.h. orders.c handles messages about turns. */
#include "talk.h"

#include <string.h>

#include "base/clock.h"
#include "base/request_rate.h"
#include "formats/daide/daide_syntax.h"
#include "contest_press.h"
#include "lobby.h"
#include "port.h"

enum {
	NAME_PLACE = 2,     /* where the text begins: NME ( 'x' */
	WRONG_MOST = 3,     /* wrong passcodes per connection */
	WRONG_ADDRESS = 10, /* per address and minute; twice as many in a burst */
	WRONG_POWER = 15,   /* per power and hour, by networks that have not played the seat before */
	MINUTE_MS = 60000,
	HOUR_MS = 60 * MINUTE_MS,
	ADM_MOST = 400, /* tokens */
	ADM_COST = 100, /* of a client's credit, in addition to the cost of every message */
	SEAT_COST = 20, /* for reading the lobby */
	PAST_COST = 10,
	SEND_COST = 10
};

static struct daide_message answer; /* empty when a command is taken */

/* ── answers ── */

void talk_answer(struct client *client, bool accepted, const struct daide_message *message)
{
	daide_begin(&answer, accepted ? DAIDE_YES : DAIDE_REJ);
	daide_add_group(&answer, message->token, message->count);
	port_send(client, &answer);
}

static void send_map_name(struct client *client)
{
	daide_begin(&answer, DAIDE_MAP);
	daide_add_text(&answer, "standard");
	port_send(client, &answer);
}

/* ── names and versions ── */

/* Reads the text that begins at a token as printable ASCII. Returns the place after its bracket. */
static int read_text(const struct daide_message *message, int at, char text[CLIENT_NAME_SIZE])
{
	size_t used = 0;
	for (; daide_is_text(message->token[at]); at++) {
		const char character = (char)(message->token[at] & 0xFF);
		if (used + 1 < CLIENT_NAME_SIZE)
			text[used++] = character >= ' ' && character <= '~' ? character : '?';
	}
	text[used] = '\0';
	return at + 1;
}

static void read_name(struct client *client, const struct daide_message *message)
{
	const int after = read_text(message, NAME_PLACE, client->name);
	read_text(message, after + 1, client->version);
}

static void take_name(struct client *client, const struct daide_message *message)
{
	client->credit -= SEAT_COST;
	if (client->role == ROLE_NONE)
		read_name(client, message);
	const bool seated = client->role == ROLE_NONE && lobby_seat(client);
	talk_answer(client, seated, message);
	if (seated)
		send_map_name(client);
}

static void take_observer(struct client *client, const struct daide_message *message)
{
	client->credit -= SEAT_COST;
	if (client->role == ROLE_NONE && message->count > 1)
		read_name(client, message);
	const bool watches = client->role == ROLE_NONE && lobby_watch(client);
	talk_answer(client, watches, message);
	if (watches)
		send_map_name(client);
}

/* ── reconnecting ── */

/* Passcodes have 13 bits, and a guess applies to a power's seats in all games. So guesses are
 * limited per address, and per power whatever the number of addresses. The network from which a
 * seat was played is exempt from the limit per power, so strangers cannot lock its client out. */
static struct rate of_addresses, of_powers;

void talk_open(void)
{
	rate_open_slowly(&of_addresses, WRONG_ADDRESS, MINUTE_MS);
	rate_open_slowly(&of_powers, WRONG_POWER, HOUR_MS);
}

/* Counts a guess, before the comparison. False: there were too many. */
static bool take_guess(const struct client *client, uint8_t power, bool known)
{
	const int64_t now = clock_ms();
	return client->wrong < WRONG_MOST && rate_take(&of_addresses, client->peer, now) &&
	       (known || rate_take(&of_powers, power, now));
}

static struct contest *find_game(struct client *client, uint8_t power, int16_t passcode)
{
	const bool known = contest_knows(power, client->peer);
	bool failed;

	if (client->role != ROLE_NONE || !take_guess(client, power, known))
		return NULL;
	struct contest *game = contest_find(power, passcode, &failed);
	if (game == NULL && !failed) {
		client->wrong++;
		return NULL;
	}

	rate_give_back(&of_addresses, client->peer);
	if (!known)
		rate_give_back(&of_powers, power);
	return game;
}

static void take_return(struct client *client, const struct daide_message *message)
{
	const uint8_t power = daide_power(message->token[2]);
	struct contest *game = find_game(client, power, (int16_t)daide_integer(message->token[5]));
	const bool vacant = game != NULL && game->seats[power].client == NULL;
	talk_answer(client, vacant, message);
	if (!vacant)
		return;
	contest_seat(game, client, power);
	memcpy(client->name, game->seats[power].name, sizeof client->name);
	contest_tell_return(game, power);
}

/* ── commands of any client ── */

static void take_map(struct client *client, const struct daide_message *message)
{
	(void)message;
	send_map_name(client);
}

static void take_map_details(struct client *client, const struct daide_message *message)
{
	(void)message;
	daide_tell_map(&answer, contest_tokens());
	port_send(client, &answer);
}

/* "YES ( MAP ( 'standard' ) )" and "YES ( SVE ( 'game' ) )". */
static void take_yes(struct client *client, const struct daide_message *message)
{
	const bool again = client->accepted;
	if (message->token[2] != DAIDE_MAP)
		return;
	if (client->table != NULL) {
		lobby_accept(client);
	} else if (client->game != NULL && client->role == ROLE_OBSERVER && !again) {
		client->accepted = true;
		contest_greet(client->game, client);
	}
}

static void take_rej(struct client *client, const struct daide_message *message)
{
	if (message->token[2] == DAIDE_MAP && client->game == NULL)
		lobby_leave(client);
}

static void take_hello(struct client *client, const struct daide_message *message)
{
	if (client->game == NULL)
		talk_answer(client, false, message);
	else
		contest_say_hello(client->game, client);
}

/* Sends the position of the client's game; to a client without a game the initial one. */
static void send_board(struct client *client,
                       void (*tell)(struct daide_message *message, const struct daide_map *tokens,
                                    const struct board *board))
{
	struct board board;
	board_start(contest_tokens()->map, &board);
	tell(&answer, contest_tokens(), client->game != NULL ? &client->game->match.board : &board);
	port_send(client, &answer);
}

static void take_centres(struct client *client, const struct daide_message *message)
{
	(void)message;
	send_board(client, daide_tell_centres);
}

static void take_units(struct client *client, const struct daide_message *message)
{
	(void)message;
	send_board(client, daide_tell_units);
}

static void take_last(struct client *client, const struct daide_message *message)
{
	client->credit -= PAST_COST;
	if (client->game == NULL || !contest_tell_last(client->game, client))
		talk_answer(client, false, message);
}

static void take_history(struct client *client, const struct daide_message *message)
{
	struct daide_reader reader = {message, 1, message->count, 0};
	int16_t phase;
	client->credit -= PAST_COST;
	if (client->game == NULL || !daide_take_turn(&reader, &phase) || phase < 0 ||
	    !contest_tell_past(client->game, client, phase))
		talk_answer(client, false, message);
}

/* ADM goes to all clients of the game. */
static void take_adm(struct client *client, const struct daide_message *message)
{
	client->credit -= ADM_COST;
	if (client->game != NULL && message->count <= ADM_MOST && client->credit > 0)
		contest_tell(client->game, message);
	else
		talk_answer(client, false, message);
}

static void take_press(struct client *client, const struct daide_message *message)
{
	client->credit -= SEND_COST;
	contest_press_take(client, message);
}

static void take_nothing(struct client *client, const struct daide_message *message)
{
	(void)client;
	(void)message;
}

/* ── the table ── */

static const struct {
	uint16_t command;
	bool player; /* only for players of a game that has begun */
	void (*take)(struct client *client, const struct daide_message *message);
} commands[] = {
	{DAIDE_NME, false, take_name},          {DAIDE_OBS, false, take_observer},
	{DAIDE_IAM, false, take_return},        {DAIDE_MAP, false, take_map},
	{DAIDE_MDF, false, take_map_details},   {DAIDE_YES, false, take_yes},
	{DAIDE_REJ, false, take_rej},           {DAIDE_HLO, false, take_hello},
	{DAIDE_SCO, false, take_centres},       {DAIDE_NOW, false, take_units},
	{DAIDE_ORD, false, take_last},          {DAIDE_HST, false, take_history},
	{DAIDE_TME, false, orders_take_time},   {DAIDE_ADM, false, take_adm},
	{DAIDE_SUB, true, orders_take},         {DAIDE_NOT, false, orders_take_not},
	{DAIDE_MIS, true, orders_take_missing}, {DAIDE_GOF, true, orders_take_ready},
	{DAIDE_DRW, true, orders_take_draw},    {DAIDE_HUH, false, take_nothing},
	{DAIDE_PRN, false, take_nothing},       {DAIDE_SND, true, take_press},
};

void talk_take(struct client *client, const struct daide_message *message)
{
	daide_clear(&answer);
	if (!daide_balanced(message)) {
		if (message->token[0] != DAIDE_PRN && message->token[0] != DAIDE_HUH) {
			daide_add_prn(&answer, message);
			port_send(client, &answer);
		}
		return;
	}

	const int wrong = daide_syntax(message, contest_press_of(client));
	if (wrong != DAIDE_RIGHT && orders_take_bare(client, message))
		return;
	if (wrong != DAIDE_RIGHT) {
		daide_add_huh(&answer, message, wrong);
		port_send(client, &answer);
		return;
	}

	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (commands[i].command == message->token[0]) {
			if (commands[i].player && !orders_may(client))
				talk_answer(client, false, message);
			else
				commands[i].take(client, message);
		}
}

void talk_leave(struct client *client)
{
	if (client->game != NULL)
		contest_leave(client->game, client);
	else
		lobby_leave(client);
	client->role = ROLE_NONE;
}
