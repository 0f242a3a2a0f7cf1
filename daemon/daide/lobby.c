/* lobby: see lobby.h. */
#include "lobby.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "farm.h"
#include "contest.h"
#include "contest_press.h"
#include "port.h"

enum { LIST_MS = 1000, LIST_LEAST_MS = 50, FRESH_MS = 10 };

struct table {
	TAILQ_ENTRY(table) entries;
	struct daide_table terms;
	struct client *clients[POWERS_MAX];
	bool seen; /* found in the current list */
};
TAILQ_HEAD(tables, table);

static struct {
	const char *tournament;
	int patience_s;
	struct tables tables; /* the oldest first */
	int64_t looked_at;
	bool heard, complete; /* complete: a table may be complete */
} lobby = {.tables = TAILQ_HEAD_INITIALIZER(lobby.tables)};

void lobby_open(const char *tournament, int patience_s)
{
	lobby.tournament = tournament;
	lobby.patience_s = patience_s;
	lobby.heard = true;
}

static void read_tables(void);

/* ── seats ── */

static bool is_seat(const struct table *table, int power)
{
	return table->terms.seats >> power & 1;
}

static bool is_free(const struct table *table, int power)
{
	return is_seat(table, power) && table->clients[power] == NULL;
}

/* What a client's name asks for. */
struct wish {
	uint8_t power;               /* POWER_NONE: any */
	char place[DAIDE_TEXT_SIZE]; /* tournament, or tournament/number; empty: any */
};

static bool is_named(const char *wished, const char *tournament, int number)
{
	char place[DAIDE_TEXT_SIZE + 16];
	snprintf(place, sizeof place, "%s/%d", tournament, number);
	return strcmp(wished, tournament) == 0 || strcmp(wished, place) == 0;
}

static bool suits(const struct wish *wish, const char *tournament, int number)
{
	return wish->place[0] == '\0' || is_named(wish->place, tournament, number);
}

static bool is_known(const char *place)
{
	struct table *table;
	struct contest *game;
	TAILQ_FOREACH (table, &lobby.tables, entries)
		if (is_named(place, table->terms.name, table->terms.number))
			return true;
	TAILQ_FOREACH (game, contest_all(), entries)
		if (is_named(place, game->terms.tournament, game->terms.number))
			return true;
	return false;
}

/* Reads the words before colons, and a name that is a game. A word that is not a power, a game or a
 * level of press belongs to the name. */
static struct wish read_wish(const char *name)
{
	const struct map *map = contest_tokens()->map;
	struct wish wish = {.power = POWER_NONE};

	for (const char *colon; (colon = strchr(name, ':')) != NULL; name = colon + 1) {
		char word[DAIDE_TEXT_SIZE];
		const uint8_t power = map_find_power(map, name, (size_t)(colon - name));
		snprintf(word, sizeof word, "%.*s", (int)(colon - name), name);
		if (power != POWER_NONE)
			wish.power = power;
		else if (is_known(word))
			memcpy(wish.place, word, sizeof word);
		else if (contest_press_read_level(word) < 0)
			return wish;
	}

	if (is_known(name))
		snprintf(wish.place, sizeof wish.place, "%s", name);
	return wish;
}

static void sit(struct table *table, struct client *client, uint8_t power)
{
	table->clients[power] = client;
	client->role = ROLE_PLAYER;
	client->table = table;
	client->power = power;
	client->accepted = false;
	client->offered_at = clock_ms();
}

/* A free seat of a table, chosen at random; -1: there is none. */
static int draw_seat(const struct table *table)
{
	int seats[POWERS_MAX], count = 0;
	for (int p = 0; p < POWERS_MAX; p++)
		if (is_free(table, p))
			seats[count++] = p;
	return count > 0 ? seats[rand() % count] : -1;
}

/* Reads the tables again: a client that asks for a seat may know of a new game. */
static void look_again(void)
{
	if (clock_ms() - lobby.looked_at >= FRESH_MS)
		read_tables();
}

bool lobby_seat(struct client *client)
{
	look_again();
	const struct wish wish = read_wish(client->name);
	struct table *table;
	TAILQ_FOREACH (table, &lobby.tables, entries)
		if (wish.power != POWER_NONE && suits(&wish, table->terms.name, table->terms.number) &&
		    is_free(table, wish.power)) {
			sit(table, client, wish.power);
			return true;
		}

	TAILQ_FOREACH (table, &lobby.tables, entries) {
		const int power =
			suits(&wish, table->terms.name, table->terms.number) ? draw_seat(table) : -1;
		if (power >= 0) {
			sit(table, client, (uint8_t)power);
			return true;
		}
	}

	return false;
}

bool lobby_watch(struct client *client)
{
	look_again();
	const struct wish wish = read_wish(client->name);
	struct table *table;
	struct contest *game;
	TAILQ_FOREACH (table, &lobby.tables, entries)
		if (suits(&wish, table->terms.name, table->terms.number))
			break;

	TAILQ_FOREACH (game, contest_all(), entries)
		if (suits(&wish, game->terms.tournament, game->terms.number))
			break;

	if (table == NULL && game == NULL)
		return false;
	client->role = ROLE_OBSERVER;
	client->table = table;
	client->game = table == NULL ? game : NULL;
	return true;
}

void lobby_accept(struct client *client)
{
	client->accepted = true;
	lobby.complete = true;
}

void lobby_leave(struct client *client)
{
	if (client->table != NULL && client->role == ROLE_PLAYER)
		client->table->clients[client->power] = NULL;
	client->table = NULL;
	client->role = ROLE_NONE;
}

/* ── beginning ── */

static bool is_complete(const struct table *table)
{
	for (int p = 0; p < POWERS_MAX; p++)
		if (is_seat(table, p) && (table->clients[p] == NULL || !table->clients[p]->accepted))
			return false;
	return true;
}

/* Sends OFF to a client whose game no longer exists. */
static void turn_away(struct client *client, const char *why)
{
	static struct daide_message message;
	daide_begin(&message, DAIDE_ADM);
	daide_add_text(&message, "aresdaide");
	daide_add_text(&message, why);
	port_send(client, &message);
	daide_begin(&message, DAIDE_OFF);
	port_send(client, &message);
	port_end(client, false);
}

static void remove_table(struct table *table, const char *why)
{
	struct client *client;
	TAILQ_REMOVE(&lobby.tables, table, entries);
	TAILQ_FOREACH (client, port_clients(), entries)
		if (client->table == table)
			turn_away(client, why);
	free(table);
}

/* All clients join the game; each first receives its power. */
static void open_game(struct table *table, struct contest *game)
{
	struct client *client;
	TAILQ_FOREACH (client, port_clients(), entries) {
		if (client->table != table)
			continue;
		if (client->role == ROLE_PLAYER)
			contest_seat(game, client, client->power);
		client->table = NULL;
		client->game = game;
		if (client->accepted)
			contest_greet(game, client);
	}
}

/* Begins a game. False: the database failed; try again. */
static bool begin(struct table *table)
{
	char names[POWERS_MAX * CLIENT_NAME_SIZE] = "", versions[POWERS_MAX * CLIENT_NAME_SIZE] = "";
	int16_t passcodes[POWERS_MAX];
	int32_t powers[POWERS_MAX];
	struct db *db = farm_db();
	int count = 0;
	bool begun;

	for (int p = 0; p < POWERS_MAX; p++) {
		if (!is_seat(table, p))
			continue;
		strcat(strcat(names, count > 0 ? "\n" : ""), table->clients[p]->name);
		strcat(strcat(versions, count > 0 ? "\n" : ""), table->clients[p]->version);
		powers[count++] = p;
	}

	if (db == NULL ||
	    !stmt_daide_begin(db, table->terms.game, powers, count, names, versions, &begun, passcodes))
		return farm_failed();

	struct contest *game = begun ? contest_take_up(table->terms.game) : NULL;
	if (game != NULL)
		open_game(table, game);
	remove_table(table, "another server has begun the game");
	return true;
}

static void begin_all(void)
{
	struct table *table, *next;
	lobby.complete = false;
	for (table = TAILQ_FIRST(&lobby.tables); table != NULL; table = next) {
		next = TAILQ_NEXT(table, entries);
		if (is_complete(table) && !begin(table))
			lobby.complete = true;
	}
}

/* ── the list ── */

static struct table *find_table(int64_t game)
{
	struct table *table;
	TAILQ_FOREACH (table, &lobby.tables, entries)
		if (table->terms.game == game)
			return table;
	return NULL;
}

/* Adds a table; tables are sorted by their games. */
static void add_table(const struct daide_table *terms)
{
	struct table *table = calloc(1, sizeof *table), *after;
	if (table == NULL)
		return;
	table->terms = *terms;
	table->seen = true;
	TAILQ_FOREACH (after, &lobby.tables, entries)
		if (after->terms.game > terms->game)
			break;
	if (after != NULL)
		TAILQ_INSERT_BEFORE(after, table, entries);
	else
		TAILQ_INSERT_TAIL(&lobby.tables, table, entries);
}

static void read_tables(void)
{
	static struct daide_table tables[DAIDE_TABLES_MAX];
	struct db *db = farm_db();
	struct table *table, *next;
	int count;

	lobby.looked_at = clock_ms();
	if (db == NULL || !stmt_daide_lobby(db, lobby.tournament, tables, &count)) {
		farm_failed();
		return;
	}

	lobby.heard = false;
	TAILQ_FOREACH (table, &lobby.tables, entries)
		table->seen = false;
	for (int i = 0; i < count; i++) {
		table = find_table(tables[i].game);
		if (table != NULL)
			table->seen = true;
		else if (contest_is_served(tables[i].map, tables[i].rules))
			add_table(&tables[i]);
	}

	for (table = TAILQ_FIRST(&lobby.tables); table != NULL; table = next) {
		next = TAILQ_NEXT(table, entries);
		if (!table->seen)
			remove_table(table, "the game no longer waits for anybody");
	}
}

void lobby_tick(void)
{
	struct client *client;
	TAILQ_FOREACH (client, port_clients(), entries)
		if (client->table != NULL && client->role == ROLE_PLAYER && !client->accepted &&
		    !client->lost && clock_ms() >= client->offered_at + INT64_C(1000) * lobby.patience_s)
			turn_away(client, "no answer to MAP");
}

void lobby_run(bool heard)
{
	const int64_t since = clock_ms() - lobby.looked_at;
	lobby.heard |= heard;
	if (since >= LIST_MS || (lobby.heard && since >= LIST_LEAST_MS)) {
		read_tables();
		lobby.complete = true;
	}
	if (lobby.complete)
		begin_all();
}
