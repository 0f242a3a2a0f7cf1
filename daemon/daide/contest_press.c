/* contest_press: see contest_press.h. */
#include "contest_press.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "farm.h"
#include "formats/daide/daide_press.h"
#include "formats/daide/daide_text.h"
#include "talk.h"
#include "port.h"

static struct daide_message outgoing; /* scratch */

/* ── levels ── */

int contest_press_read_level(const char *word)
{
	char *end;
	if (strncmp(word, "LVL", 3) != 0 || word[3] < '0' || word[3] > '9')
		return -1;
	const long level = strtol(word + 3, &end, 10);
	if (*end != '\0')
		return -1;
	if (level >= DAIDE_LEVEL_TEXT)
		return DAIDE_LEVEL_TEXT;
	return level < DAIDE_LEVEL_MOST ? (int)level : DAIDE_LEVEL_MOST;
}

int contest_press_level(const struct daide_game *terms, const char *name)
{
	if (strcmp(terms->press, "none") == 0)
		return 0;
	for (const char *colon; (colon = strchr(name, ':')) != NULL; name = colon + 1) {
		char word[DAIDE_TEXT_SIZE];
		snprintf(word, sizeof word, "%.*s", (int)(colon - name), name);
		const int level = contest_press_read_level(word);
		if (level >= 0)
			return level;
	}
	return DAIDE_LEVEL_MOST;
}

int contest_press_of(const struct client *client)
{
	const bool plays = client->role == ROLE_PLAYER && client->game != NULL;
	return plays ? client->game->seats[client->power].level : 0;
}

/* ── SND ── */

/* The other powers that are still in the game, as bits. */
static uint8_t find_others(const struct contest *game, uint8_t sender)
{
	uint8_t powers = 0;
	for (uint8_t p = 0; p < game->match.map->power_count; p++)
		if (p != sender && contest_is_alive(game, p))
			powers |= (uint8_t)(1 << p);
	return powers;
}

/* Whether a recipient cannot be reached; the client is then sent OUT or CCD. */
static bool is_missing(struct client *client, uint8_t powers)
{
	const struct contest *game = client->game;
	const uint8_t alive = find_others(game, POWER_NONE);

	for (uint8_t p = 0; p < game->match.map->power_count; p++) {
		const bool out = !(alive >> p & 1);
		const bool absent = game->seats[p].taken && game->seats[p].client == NULL;
		if (!(powers >> p & 1) || (!out && !absent))
			continue;
		daide_begin(&outgoing, out ? DAIDE_OUT : DAIDE_CCD);
		daide_add_group(&outgoing, (const uint16_t[]){daide_of_power(p)}, 1);
		port_send(client, &outgoing);
		return true;
	}

	return false;
}

/* Writes the press in brackets as text; false: it is too long. */
static bool write_text(const struct daide_message *sent, const struct daide_send *send,
                       char text[DAIDE_LETTER_SIZE])
{
	const int count = send->end - send->at;
	const bool free = daide_is_text(sent->token[send->at]);
	if (count >= DAIDE_LETTER_SIZE)
		return false;

	if (!free) {
		daide_clear(&outgoing);
		daide_add_all(&outgoing, sent->token + send->at, count);
		return daide_print(&outgoing, text, DAIDE_LETTER_SIZE) <= DAIDE_LETTER_SIZE;
	}

	for (int i = 0; i < count; i++) {
		const char character = (char)(sent->token[send->at + i] & 0xFF);
		text[i] = character != '\0' ? character : '?';
	}
	text[count] = '\0';
	utf8_clean(text);
	return true;
}

static bool store(const struct client *client, uint8_t powers, const char *text)
{
	const struct map *map = client->game->match.map;
	char codes[POWERS_MAX * 8] = "", problem[DAIDE_PROBLEM_SIZE];
	struct db *db = farm_db();

	for (int p = 0; p < map->power_count; p++)
		if (powers >> p & 1)
			strcat(strcat(codes, codes[0] != '\0' ? "," : ""), map->power[p]);
	if (db == NULL || !stmt_daide_send(db, client->game->id, client->power, codes, text, problem))
		return farm_failed();
	return problem[0] == '\0';
}

void contest_press_take(struct client *client, const struct daide_message *sent)
{
	static char text[DAIDE_LETTER_SIZE];
	struct contest *game = client->game;
	struct daide_reader reader = {sent, 1, sent->count, game->seats[client->power].level};
	struct daide_send send;
	const bool taken = daide_take_send(&reader, &send);
	const bool now = !send.has_turn || send.phase == game->asked;
	const bool itself = send.powers >> client->power & 1;

	if (!taken || !now || itself || !contest_is_alive(game, client->power)) {
		talk_answer(client, false, sent);
		return;
	}
	if (is_missing(client, send.powers))
		return;

	const bool to_all = send.powers == find_others(game, client->power);
	const bool sendable = write_text(sent, &send, text);
	if (!sendable || !store(client, to_all ? 0 : send.powers, text)) {
		talk_answer(client, false, sent);
		return;
	}
	talk_answer(client, true, sent);
	contest_look_soon();
}

/* ── FRM ── */

/* Writes FRM for a message and a language level. */
static void write_from(const struct contest *game, const struct daide_letter *letter,
                       const struct daide_message *press, int level)
{
	const uint8_t sender = (uint8_t)letter->sender;
	const uint8_t all = (uint8_t)((1 << game->match.map->power_count) - 1) & ~(1 << sender);
	const uint8_t powers = letter->recipients != 0 ? (uint8_t)letter->recipients : all;

	daide_begin(&outgoing, DAIDE_FRM);
	daide_add_group(&outgoing, (const uint16_t[]){daide_of_power(sender)}, 1);
	daide_add(&outgoing, DAIDE_BRA);
	for (uint8_t p = 0; p < game->match.map->power_count; p++)
		if (powers >> p & 1)
			daide_add(&outgoing, daide_of_power(p));
	daide_add(&outgoing, DAIDE_KET);
	if (press != NULL)
		daide_add_press(&outgoing, press, level);
	else
		daide_add_text(&outgoing, letter->text);
}

/* Sends a message to recipients whose level has its words and who have not received it. */
static void tell(struct contest *game, const struct daide_letter *letter)
{
	static struct daide_message press;
	const int least = daide_parse(letter->text, &press) ? daide_press_level(&press) : 0;

	for (uint8_t p = 0; p < POWERS_MAX; p++) {
		struct contest_seat *seat = &game->seats[p];
		const bool to_it = letter->recipients == 0 || letter->recipients >> p & 1;
		if (seat->client == NULL || seat->told_us[letter->sender] >= letter->sent_us)
			continue;
		seat->told_us[letter->sender] = letter->sent_us;
		if (p == letter->sender || !to_it || seat->level < (least > 0 ? least : DAIDE_LEVEL_TEXT))
			continue;
		write_from(game, letter, least > 0 ? &press : NULL, seat->level);
		port_send(seat->client, &outgoing);
	}
}

/* For each power, the time up to which all connected clients have received its messages. */
static void find_told(const struct contest *game, int64_t told_us[POWERS_MAX])
{
	for (int sender = 0; sender < POWERS_MAX; sender++) {
		told_us[sender] = INT64_MAX;
		for (int p = 0; p < POWERS_MAX; p++)
			if (game->seats[p].client != NULL && game->seats[p].told_us[sender] < told_us[sender])
				told_us[sender] = game->seats[p].told_us[sender];
	}
}

void contest_press_tell(struct contest *game, int64_t letters)
{
	static struct daide_letter letter;
	int64_t told_us[POWERS_MAX];
	struct db *db = farm_db();
	struct db_rows rows;

	if (db == NULL || strcmp(game->terms.press, "none") == 0)
		return;
	find_told(game, told_us);
	if (!stmt_daide_letters(db, game->id, game->heard, told_us, &rows)) {
		farm_failed();
		return;
	}
	while (stmt_daide_next_letter(&rows, &letter))
		if (letter.sender >= 0 && letter.sender < POWERS_MAX)
			tell(game, &letter);
	if (!db_rows_close(&rows)) {
		farm_failed();
		return;
	}

	game->letters = letters;
	if (game->asked >= 0)
		game->heard = game->asked;
}
