/* import_play: see import_play.h. */
#include "import_play.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/json.h"
#include "base/utf8.h"
#include "formats/saved/saved_write.h"
#include "game/start.h"
#include "game/turn.h"

enum { ROOM_AT_FIRST = 64 };

void import_tell(struct import_play *play, const char *format, ...)
{
	char text[IMPORT_TOLD_SIZE];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	utf8_clean_line(text);
	play->differences++;
	play->tell(play->context, play->now->name, text);
}

void *import_grow(void *array, int count, int *room, size_t size)
{
	if (count < *room)
		return array;
	*room = *room == 0 ? ROOM_AT_FIRST : 2 * *room;
	return heap_grow(array, (size_t)*room, size);
}

/* ── playing a phase ── */

/* Makes submissions from the readable orders. place: for each, its index in the file. */
static void submit(const struct import_play *play, struct import_outcome *outcome,
                   int place[GIVEN_MAX])
{
	static const char no_order[] = "it is not an order";
	char error[ERROR_SIZE];
	outcome->given.count = 0;
	for (int i = 0; i < play->now->order_count; i++) {
		const struct saved_text *text = &play->now->orders[i];
		struct submission *submission = &outcome->given.submission[outcome->given.count];
		submission->power = text->power;
		outcome->problem[i] = no_order;
		if (saved_read_order(import_map(play), text->text, text->length, &submission->order, error))
			place[outcome->given.count++] = i;
	}
}

/* Units that hold because their orders were disregarded. Without the rule NO_CHECK the package
 * refuses such orders when they are given. */
static unit_set find_void(const struct import_play *play, const struct import_outcome *outcome)
{
	unit_set found = 0, counted = 0;
	if (!phase_is_movement(play->match.board.phase) ||
	    strstr(play->saved.rules, "NO_CHECK") == NULL)
		return 0;
	for (int i = 0; i < play->now->order_count; i++) {
		const struct saved_text *text = &play->now->orders[i];
		const int unit =
			saved_find_ordered(import_map(play), &play->match.board, text->text, text->length);
		if (unit >= 0)
			unit_set_add(outcome->problem[i] != NULL ? &found : &counted, unit);
	}
	return found & ~counted;
}

/* Whether order i of a record is legal for its power. Judges and rules accept more: a move VIA
 * convoy where there can be no fleet, a retreat to a forbidden province. */
static bool may_stand(struct variant variant, const struct legal *legal,
                      const struct phase_record *record, int i)
{
	const struct order order = record->orders.order[i];
	if (phase_is_movement(record->board.phase))
		return turn_may_stand(variant, legal, record->orders.order, i);
	if (phase_is_winter(record->board.phase))
		return build_allows(variant, &record->board,
		                    (struct submission){record->orders.power[i], order});
	return retreat_allows(variant.map, &record->board, i, order);
}

/* Withdraws the submissions that became illegal orders. Returns their number. */
static int take_back(struct variant variant, struct import_outcome *outcome, int place[GIVEN_MAX])
{
	const struct phase_record *record = &outcome->record;
	struct given *given = &outcome->given;
	struct legal legal;
	int taken = 0;

	if (phase_is_movement(record->board.phase))
		legal_open(variant.map, &record->board, &legal);
	for (int i = 0; i < record->orders.count; i++) {
		if (may_stand(variant, &legal, record, i))
			continue;
		const uint8_t from = record->orders.order[i].from;
		for (int n = given->count; n-- > 0;)
			if (given->submission[n].order.from < variant.map->loc_count &&
			    variant.map->loc[given->submission[n].order.from].province ==
			        variant.map->loc[from].province) {
				outcome->problem[place[n]] = "impossible there";
				given->count--;
				memmove(&given->submission[n], &given->submission[n + 1],
				        (size_t)(given->count - n) * sizeof given->submission[n]);
				memmove(&place[n], &place[n + 1], (size_t)(given->count - n) * sizeof place[n]);
				taken++;
			}
	}

	return taken;
}

/* Plays the submissions on a match. */
static void play_given(struct match *match, struct import_outcome *outcome, int place[GIVEN_MAX])
{
	struct phase_cost cost;
	const struct board board = match->board;
	do {
		match->board = board;
		/* if the farm would not ask any player, submissions have no effect */
		for (int i = 0; i < outcome->given.count; i++)
			outcome->given.problem[i] = "nothing is due";
		match_play(match, &outcome->record, &cost);
	} while (take_back(match_variant(match), outcome, place) > 0);
	for (int i = 0; i < outcome->given.count; i++)
		outcome->problem[place[i]] = outcome->given.problem[i];
}

void import_resolve(const struct import_play *play, const struct rules *rules,
                    struct import_outcome *outcome)
{
	int place[GIVEN_MAX];
	struct phase_cost cost;
	struct match match = play->match;
	const bool named = play->next->kind == SAVED_PLAYED;

	match.rules = rules;
	match.given = &outcome->given;
	submit(play, outcome, place);
	play_given(&match, outcome, place);

	const bool told = saved_results_find(rules_variant(rules, import_map(play)), &outcome->record,
	                                     find_void(play, outcome), NULL, &outcome->results);
	assert(told);
	(void)told;
	outcome->hidden = retreat_is_idle(match.map, &match.board) &&
	                  !(named && play->next->board.phase == match.board.phase);
	if (outcome->hidden) {
		outcome->given.count = 0;
		match_play(&match, &outcome->passed, &cost);
	}

	outcome->next = match.board;
}

/* ── storing ── */

static void keep_record(struct import_play *play, const struct phase_record *record)
{
	static const struct phase_cost no_cost;
	play->boards =
		import_grow(play->boards, play->board_count, &play->board_room, sizeof *play->boards);
	stored_pack(import_map(play), record, &no_cost, &play->boards[play->board_count++]);
	play->phases++;
}

/* The lines of a power's orders: valid ones in our notation, the others verbatim. */
static bool print_orders(struct import_play *play, const struct import_outcome *outcome, int power,
                         FILE *orders, FILE *problems)
{
	char text[SAVED_LENGTH_MAX + 1], error[ERROR_SIZE];
	struct order order;
	int count = 0;

	for (int i = 0; i < play->now->order_count; i++) {
		const struct saved_text *given = &play->now->orders[i];
		if (given->power != power)
			continue;
		memcpy(text, given->text, given->length);
		text[given->length] = '\0';
		utf8_clean_line(text);
		if (outcome->problem[i] == NULL &&
		    saved_read_order(import_map(play), given->text, given->length, &order, error))
			order_print(import_map(play), order, text);
		fprintf(orders, "%s%s", count > 0 ? "\n" : "", text);
		fprintf(problems, "%s%s", count++ > 0 ? "\n" : "",
		        outcome->problem[i] != NULL ? outcome->problem[i] : "-");
	}

	play->given += count;
	return count > 0;
}

static void keep_orders(struct import_play *play, const struct import_outcome *outcome, int power)
{
	char *texts[2];
	size_t sizes[2];
	FILE *orders = heap_open_text(&texts[0], &sizes[0]);
	FILE *problems = heap_open_text(&texts[1], &sizes[1]);

	const bool any = print_orders(play, outcome, power, orders, problems);
	heap_close_text(orders);
	heap_close_text(problems);
	if (!any) {
		free(texts[0]);
		free(texts[1]);
		return;
	}

	play->orders =
		import_grow(play->orders, play->order_count, &play->order_room, sizeof *play->orders);
	play->orders[play->order_count++] =
		(struct recorded_orders){(int16_t)power, outcome->record.board.phase, texts[0], texts[1]};
}

static void keep_outcome(struct import_play *play, const struct import_outcome *outcome)
{
	keep_record(play, &outcome->record);
	for (int power = 0; power < import_map(play)->power_count; power++)
		keep_orders(play, outcome, power);
	if (outcome->hidden)
		keep_record(play, &outcome->passed);
	play->match.board = outcome->next;
}

/* ── the beginning ── */

/* Whether the file begins with the map's own position. The file does not contain the owners of
 * provinces that are not centres. */
static bool is_usual(const struct map *map, const struct board *first, const struct board *usual)
{
	if (first->phase != usual->phase || first->unit_count != usual->unit_count ||
	    first->retreat_count > 0 ||
	    memcmp(first->unit, usual->unit, (size_t)first->unit_count * sizeof *first->unit) != 0)
		return false;
	for (int p = 0; p < map->province_count; p++)
		if (map->centre[p] && first->owner[p] != usual->owner[p])
			return false;
	return true;
}

/* Starts the game in phase n, which is in play->now. */
static bool begin(struct import_play *play, int n, char error[SAVED_ERROR_SIZE])
{
	struct board usual, first = play->now->board;
	char why[ERROR_SIZE];
	struct stored stored;

	board_start(import_map(play), &usual);
	if (is_usual(import_map(play), &first, &usual)) {
		match_start(&play->match, &usual);
		return true;
	}

	if (!start_check(import_map(play), play->rules, &first, why)) {
		snprintf(error, SAVED_ERROR_SIZE, "phases[%d].state: no game can begin so: %s", n, why);
		return false;
	}

	stored_pack_open(import_map(play), &first, &stored);
	play->terms.started = true;
	play->terms.start_phase = stored.phase;
	play->terms.start_unit_count = stored.unit_count;
	memcpy(play->terms.start_units, stored.units, sizeof play->terms.start_units);
	memcpy(play->terms.start_owners, stored.owners, sizeof play->terms.start_owners);
	match_start(&play->match, &first);
	play->match.round_limit += phase_round(first.phase);

	return true;
}

/* ── the end ── */

/* The powers that a note names, "Victory by: FRA, GER": by the first letters of their names. */
static power_set read_winners(const struct map *map, const char *note)
{
	static const char head[] = "Victory by:";
	power_set winners = 0;

	if (strncmp(note, head, strlen(head)) != 0)
		return 0;
	for (const char *at = note + strlen(head); *at != '\0';) {
		at += strspn(at, ", ");
		const size_t length = strcspn(at, ", ");
		for (int p = 0; length > 2 && p < map->power_count; p++)
			if (strncmp(at, saved_power_name(map, (uint8_t)p), length) == 0)
				power_set_add(&winners, p);
		at += length;
	}

	return winners;
}

static const char *print_powers(const struct map *map, power_set powers, char text[POWERS_MAX * 6])
{
	size_t length = 0;
	snprintf(text, POWERS_MAX * 6, "nobody");
	for (int p = 0; p < map->power_count; p++)
		if (power_set_has(powers, p))
			length += (size_t)sprintf(text + length, "%s%s", length > 0 ? ", " : "", map->power[p]);
	return text;
}

static void mark_agreed(struct import_play *play)
{
	play->terms.agreed = play->match.agreed = true;
	play->terms.agreed_in = play->match.agreed_in = play->match.board.phase;
	play->ending = IMPORT_OVER;
}

/* The file's game is over on play->match.board, and play->now is COMPLETED. */
static void complete(struct import_play *play)
{
	const struct map *map = import_map(play);
	const struct game_verdict verdict = match_verdict(&play->match);
	const power_set named = read_winners(map, play->now->note);
	const power_set ours =
		verdict.ending == GAME_SOLO ? (power_set)(1 << verdict.winner) : verdict.survivors;
	char theirs_text[POWERS_MAX * 6], ours_text[POWERS_MAX * 6];
	const bool single = named != 0 && (named & (named - 1)) == 0;

	play->ending = IMPORT_OVER;
	snprintf(play->note, sizeof play->note, "%s", play->now->note);
	if (named != 0 && named != ours)
		import_tell(play, "by the file %s won; by the farm's rules %s %s",
		            print_powers(map, named, theirs_text), print_powers(map, ours, ours_text),
		            verdict.ending == GAME_SOLO ? "has won" : "share a draw");

	if (verdict.ending != GAME_RUNNING)
		return;
	if (single && named != ours)
		play->ending = IMPORT_PARTED;
	else
		mark_agreed(play);
}

/* The file ends with a phase that is still to be played. All powers' lists empty: the public data
 * set has that where a vote ended the game. */
static void leave_open(struct import_play *play)
{
	const struct game_verdict verdict = match_verdict(&play->match);
	const bool voted = (verdict.survivors & ~play->now->set) == 0 && play->now->order_count == 0;
	play->ending = IMPORT_OPEN;
	if (voted)
		mark_agreed(play);
	else if (play->now->results.count > 0)
		import_tell(play, "it has results, but the file has no phase after it: it is left out");
}

/* What is stored of the end. */
static void finish(struct import_play *play)
{
	const struct game_verdict verdict = match_verdict(&play->match);
	if (play->ending != IMPORT_OVER)
		return;
	play->boards =
		import_grow(play->boards, play->board_count, &play->board_room, sizeof *play->boards);
	stored_pack_final(import_map(play), &play->match.board, &play->boards[play->board_count++]);
	stored_pack_end(import_map(play), &play->match.board, &verdict, play->phases, &play->end);
}

/* ── the game ── */

/* A phase with nothing to order, which the rule DONT_SKIP_PHASES keeps. */
static bool is_idle(const struct map *map, const struct saved_phase *phase)
{
	const struct board *board = &phase->board;
	if (phase->kind != SAVED_PLAYED || phase->order_count > 0 || board->retreat_count > 0 ||
	    phase_is_movement(board->phase))
		return false;
	return !phase_is_winter(board->phase) || !build_is_due(map, board);
}

/* Plays play->now and moves on to play->next. *done: the game is over for us. */
static void play_phase(struct import_play *play, bool *done)
{
	static struct import_outcome outcome;
	bool parted;

	import_resolve(play, play->rules, &outcome);
	import_compare(play, &outcome, &parted);
	keep_outcome(play, &outcome);
	*done = parted;
	if (match_verdict(&play->match).ending != GAME_RUNNING && play->next->kind != SAVED_COMPLETED) {
		import_tell(play, "the game is over by the farm's rules; the file continues");
		play->ending = IMPORT_OVER;
		*done = true;
	} else if (parted) {
		play->ending = IMPORT_PARTED;
	}
}

/* Plays the phases from n on; play->now is already read. */
static bool play_phases(struct import_play *play, int n, char error[SAVED_ERROR_SIZE])
{
	for (;;) {
		bool done;
		struct saved_phase *const played = play->now;
		if (play->now->kind == SAVED_COMPLETED) {
			complete(play);
			return true;
		}
		if (n == play->saved.phase_count - 1) {
			leave_open(play);
			return true;
		}
		if (!saved_read_phase(&play->saved, ++n, NULL, play->next, error))
			return false;
		while (n < play->saved.phase_count - 1 && is_idle(import_map(play), play->next))
			if (!saved_read_phase(&play->saved, ++n, NULL, play->next, error))
				return false;
		/* a draw ends the open phase, which is not played */
		if (play->next->kind != SAVED_COMPLETED || play->now->order_count > 0 ||
		    play->now->results.count > 0) {
			play_phase(play, &done);
			if (done)
				return true;
		}
		play->now = play->next;
		play->next = played;
	}
}

bool import_play(struct import_play *play, char error[SAVED_ERROR_SIZE])
{
	static struct saved_phase phases[2];
	struct board usual;
	int n = 0;

	board_start(import_map(play), &usual);
	play->now = &phases[0];
	play->next = &phases[1];
	play->match = (struct match){.map = import_map(play),
	                             .rules = play->rules,
	                             .judge = play->judge,
	                             .round_limit = play->terms.round_limit,
	                             .threads = 1};

	do
		if (!saved_read_phase(&play->saved, n, &usual, play->now, error))
			return false;

	while (play->now->kind == SAVED_FORMING && ++n < play->saved.phase_count);
	if (play->now->kind != SAVED_PLAYED) {
		snprintf(error, SAVED_ERROR_SIZE, "phases: no phase is played");
		return false;
	}

	if (!begin(play, n, error) || !play_phases(play, n, error))
		return false;
	finish(play);
	return true;
}

void import_play_close(struct import_play *play)
{
	for (int i = 0; i < play->order_count; i++) {
		free((char *)play->orders[i].orders);
		free((char *)play->orders[i].problems);
	}
	free(play->orders);
	free(play->boards);
}

/* ── messages ── */

/* A backup has a game's messages in one line of at most 16 MiB, and escaping may double each
 * byte. */
enum { BYTES_MAX = 4 << 20 };

/* The name of a phase that has messages. False: it lacks one of the two. */
static bool find_name(struct json_object *phase, char name[SAVED_NAME_SIZE])
{
	size_t length;
	if (json_kind(phase) != JSON_OBJECT || json_kind(json_member(phase, "name")) != JSON_TEXT ||
	    json_kind(json_member(phase, "messages")) != JSON_LIST ||
	    json_count(json_member(phase, "messages")) == 0)
		return false;
	const char *text = json_text(json_member(phase, "name"), &length);
	snprintf(name, SAVED_NAME_SIZE, "%s", text);
	return strlen(name) == length;
}

char *import_messages(struct json_object *phases)
{
	char *text = NULL, name[SAVED_NAME_SIZE], quoted[6 * SAVED_NAME_SIZE + 3];
	size_t size = 0;
	FILE *out = heap_open_text(&text, &size);
	for (size_t i = 0, written = 0; i < json_count(phases); i++) {
		struct json_object *phase = json_element(phases, i);
		if (find_name(phase, name))
			fprintf(out, "%s%s:%s", written++ > 0 ? "," : "{",
			        json_print_string(name, quoted, sizeof quoted),
			        json_print_value(json_member(phase, "messages")));
	}

	if (ftell(out) > 0)
		fputc('}', out);
	heap_close_text(out);

	struct json_fault fault;
	struct json_object *read = size <= BYTES_MAX ? json_read(text, size, &fault) : NULL;
	if (read == NULL) { /* none, too many, or two phases of one name */
		free(text);
		return NULL;
	}

	json_close(read);
	return text;
}
