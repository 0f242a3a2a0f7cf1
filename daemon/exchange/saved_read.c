/* saved_read: see saved_read.h. */
#include "saved_read.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/utf8.h"

/* ── errors ── */

enum { PLACE_PATH_SIZE = 160, PLACE_SHOWN_MAX = 40 };

/* A place in the object, and the buffer for an error. */
struct place {
	char path[PLACE_PATH_SIZE];
	char *error;
};

/* Writes "path: why"; always returns false. */
__attribute__((format(printf, 2, 3))) static bool place_refuse(const struct place *place,
                                                               const char *format, ...)
{
	char why[SAVED_ERROR_SIZE / 2];
	va_list args;
	va_start(args, format);
	vsnprintf(why, sizeof why, format, args);
	va_end(args);
	snprintf(place->error, SAVED_ERROR_SIZE, "%s: %s", place->path, why);
	utf8_clean_line(place->error);
	return false;
}

__attribute__((format(printf, 2, 3))) static struct place place_inside(const struct place *place,
                                                                       const char *format, ...)
{
	struct place in = {.error = place->error};
	va_list args;
	const size_t length = (size_t)snprintf(in.path, sizeof in.path, "%.100s", place->path);
	va_start(args, format);
	vsnprintf(in.path + length, sizeof in.path - length, format, args);
	va_end(args);
	return in;
}

/* The number of bytes of a text that an error shows. */
static int place_shown(size_t length)
{
	return length < PLACE_SHOWN_MAX ? (int)length : PLACE_SHOWN_MAX;
}

/* False, with the error, if the value is something else. */
static bool place_check(const struct place *place, struct json_object *value, enum json_kind kind)
{
	if (value == NULL)
		return place_refuse(place, "is missing, or null: it should be %s", json_kind_name(kind));
	return json_kind(value) == kind ||
	       place_refuse(place, "should be %s, not %s", json_kind_name(kind),
	                    json_kind_name(json_kind(value)));
}

/* Copies a text that fits and is one line. If the value is missing, out is empty. */
static bool copy_text(const struct place *place, struct json_object *value, char *out, size_t size)
{
	size_t length;

	out[0] = '\0';
	if (value == NULL)
		return true;
	if (!place_check(place, value, JSON_TEXT))
		return false;

	const char *text = json_text(value, &length);
	if (length >= size)
		return place_refuse(place, "is longer than %zu bytes", size - 1);
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
			return place_refuse(place, "has a control character at its byte %zu", i);

	memcpy(out, text, length + 1);
	return true;
}

/* Copies a member that is a line of text; if it is missing, out is empty. */
static bool place_copy(const struct place *place, struct json_object *object, const char *name,
                       char *out, size_t size)
{
	const struct place in = place_inside(place, "%s%s", place->path[0] != '\0' ? "." : "", name);
	return copy_text(&in, json_member(object, name), out, size);
}

/* An iterator over a list of texts. */
struct place_texts {
	struct place in; /* of the text */
	const char *text;
	size_t length;
	bool good; /* so far it is a list of texts */
	/* for place_next */
	const struct place *place;
	struct json_object *list;
	size_t next;
};

/* Starts with a value that should be a list. */
static struct place_texts place_texts(const struct place *place, struct json_object *list)
{
	return (struct place_texts){
		.good = place_check(place, list, JSON_LIST), .place = place, .list = list};
}

/* Moves to the next text. False at the end, or, if good is false, on an error. */
static bool place_next(struct place_texts *texts)
{
	if (!texts->good || texts->next == json_count(texts->list))
		return false;
	struct json_object *value = json_element(texts->list, texts->next);
	texts->in = place_inside(texts->place, "[%zu]", texts->next++);
	texts->good = place_check(&texts->in, value, JSON_TEXT);
	if (texts->good)
		texts->text = json_text(value, &texts->length);
	return texts->good;
}

/* ── the game ── */

static bool read_rules(const struct place *place, struct json_object *rules, char *out)
{
	size_t used = 0;

	out[0] = '\0';
	if (rules == NULL)
		return true;
	if (!place_check(place, rules, JSON_LIST))
		return false;

	for (size_t i = 0; i < json_count(rules); i++) {
		char name[SAVED_NAME_SIZE];
		const struct place in = place_inside(place, "[%zu]", i);
		if (!copy_text(&in, json_element(rules, i), name, sizeof name))
			return false;
		if (name[0] == '\0' || strchr(name, ' ') != NULL)
			return place_refuse(&in, "is not the name of a rule");
		if (used + strlen(name) + 2 > SAVED_RULES_SIZE)
			return place_refuse(place, "has more rules than there are");
		used += (size_t)sprintf(out + used, "%s%s", used > 0 ? " " : "", name);
	}

	return true;
}

static int64_t find_time(struct json_object *first)
{
	struct json_object *state =
		json_kind(first) == JSON_OBJECT ? json_member(first, "state") : NULL;
	struct json_object *time =
		json_kind(state) == JSON_OBJECT ? json_member(state, "timestamp") : NULL;
	return json_kind(time) == JSON_NUMBER && json_number(time) > 0 ? json_number(time) : 0;
}

static int count_messages(struct json_object *phases)
{
	int count = 0;
	for (size_t i = 0; i < json_count(phases); i++) {
		struct json_object *phase = json_element(phases, i);
		struct json_object *list =
			json_kind(phase) == JSON_OBJECT ? json_member(phase, "messages") : NULL;
		count += json_kind(list) == JSON_LIST ? (int)json_count(list) : 0;
	}
	return count;
}

bool saved_read_game(struct json_object *object, struct saved_game *game,
                     char error[SAVED_ERROR_SIZE])
{
	const struct place top = {.error = error}, phases = place_inside(&top, "phases"),
					   rules = place_inside(&top, "rules");

	*game = (struct saved_game){.phases = json_member(object, "phases")};
	if (!place_copy(&top, object, "id", game->id, sizeof game->id) ||
	    !place_copy(&top, object, "map", game->map_name, sizeof game->map_name) ||
	    !read_rules(&rules, json_member(object, "rules"), game->rules) ||
	    !place_check(&phases, game->phases, JSON_LIST))
		return false;

	if (game->map_name[0] == '\0')
		strcpy(game->map_name, "standard");
	if (json_count(game->phases) == 0 || json_count(game->phases) > SAVED_PHASES_MAX)
		return place_refuse(&phases, "has %zu phases: 1 to %d can be read",
		                    json_count(game->phases), SAVED_PHASES_MAX);

	game->phase_count = (int)json_count(game->phases);
	game->written_at = find_time(json_element(game->phases, 0));
	game->messages = count_messages(game->phases);
	return true;
}

/* ── members of powers ── */

/* The destination of the members of an object, one for each power. */
struct reading {
	const struct saved_game *game;
	struct saved_phase *phase;
	const struct place *place;
	power_set seen;
	bool (*take)(struct reading *reading, const struct place *place, uint8_t power,
	             struct json_object *value);
};

static bool take_power(void *context, const char *name, struct json_object *value)
{
	struct reading *reading = context;
	const uint8_t power = saved_find_power(reading->game->map, name, strlen(name));
	const struct place in = place_inside(reading->place, ".%.*s", place_shown(strlen(name)), name);
	if (power == POWER_NONE)
		return place_refuse(&in, "there is no such power on the map");
	if (power_set_has(reading->seen, power))
		return place_refuse(&in, "the power is named twice");
	power_set_add(&reading->seen, power);
	return reading->take(reading, &in, power, value);
}

/* Reads the members of an object, each by `take`; NULL has none. */
static bool read_powers(struct reading *reading, struct json_object *object)
{
	return object == NULL || (place_check(reading->place, object, JSON_OBJECT) &&
	                          json_each(object, take_power, reading));
}

/* ── orders and results ── */

static bool take_orders(struct reading *reading, const struct place *place, uint8_t power,
                        struct json_object *value)
{
	struct saved_phase *phase = reading->phase;

	if (value == NULL)
		return true;
	struct place_texts texts = place_texts(place, value);
	if (texts.good)
		power_set_add(&phase->set, power);

	while (place_next(&texts)) {
		struct saved_text *order = &phase->orders[phase->order_count];
		if (phase->order_count == GIVEN_MAX)
			return place_refuse(&texts.in, "there are more than %d orders", GIVEN_MAX);
		if (texts.length > SAVED_LENGTH_MAX)
			return place_refuse(&texts.in, "is longer than %d bytes", SAVED_LENGTH_MAX);
		*order = (struct saved_text){power, texts.text, texts.length};
		phase->order_count += texts.length > 0;
	}

	return texts.good;
}

static bool read_words(const struct place *place, struct json_object *value,
                       struct saved_result *result)
{
	struct place_texts texts = place_texts(place, value);
	*result = (struct saved_result){0};
	while (place_next(&texts)) {
		const enum saved_word word = saved_words_find(texts.text, texts.length);
		if (word == SAVED_WORDS)
			return place_refuse(&texts.in, "'%.*s' is not a result", place_shown(texts.length),
			                    texts.text);
		if (result->count == SAVED_WORDS_MAX)
			return place_refuse(&texts.in, "there are more than %d results", SAVED_WORDS_MAX);
		result->word[result->count++] = (uint8_t)word;
	}
	return texts.good;
}

static bool take_result(void *context, const char *name, struct json_object *value)
{
	struct reading *reading = context;
	struct saved_results *results = &reading->phase->results;
	const struct place in = place_inside(reading->place, ".%.*s", place_shown(strlen(name)), name);
	struct saved_result result;
	struct unit unit = {.power = POWER_NONE};
	bool dislodged;

	if (strcmp(name, "WAIVE") == 0)
		return true;
	if (!read_words(&in, value, &result))
		return false;
	if (!saved_read_unit(reading->game->map, name, strlen(name), &unit, &dislodged))
		return true; /* of an invalid order (NO_CHECK) */

	if (results->count == (int)(sizeof results->unit / sizeof *results->unit))
		return place_refuse(&in, "there are more results than units");
	results->unit[results->count] = unit;
	results->result[results->count++] = result;
	return true;
}

static bool read_orders(const struct saved_game *game, const struct place *place,
                        struct json_object *object, struct saved_phase *phase)
{
	const struct place orders = place_inside(place, ".orders"),
					   results = place_inside(place, ".results");
	struct reading reading = {.game = game, .phase = phase, .place = &orders, .take = take_orders};
	struct json_object *outcome = json_member(object, "results");
	if (!read_powers(&reading, json_member(object, "orders")))
		return false;
	reading.place = &results;
	return outcome == NULL || (place_check(&results, outcome, JSON_OBJECT) &&
	                           json_each(outcome, take_result, &reading));
}

/* ── units and centres ── */

static bool add_unit(struct reading *reading, const struct place *place, uint8_t power,
                     const char *text, size_t length)
{
	const struct map *map = reading->game->map;
	struct board *board = &reading->phase->board;
	struct unit unit = {.power = power};
	bool dislodged;
	if (!saved_read_unit(map, text, length, &unit, &dislodged))
		return place_refuse(place, "'%.*s' is not a unit of the map", place_shown(length), text);
	if (dislodged ? !board_add_retreat(map, board, (struct retreat){unit, LOC_NONE})
	              : !board_add(map, board, unit))
		return place_refuse(place, "'%.*s': there is another unit, or there are too many",
		                    place_shown(length), text);
	return true;
}

static bool take_units(struct reading *reading, const struct place *place, uint8_t power,
                       struct json_object *value)
{
	struct place_texts texts = place_texts(place, value);
	while (place_next(&texts))
		if (!add_unit(reading, &texts.in, power, texts.text, texts.length))
			return false;
	return texts.good;
}

static bool take_centres(struct reading *reading, const struct place *place, uint8_t power,
                         struct json_object *value)
{
	const struct map *map = reading->game->map;
	uint8_t *owner = reading->phase->board.owner;
	struct place_texts texts = place_texts(place, value);

	while (place_next(&texts)) {
		const uint8_t loc = saved_find_place(map, texts.text, texts.length);
		if (loc >= map->province_count || !map->centre[loc])
			return place_refuse(&texts.in, "'%.*s' is not a supply centre of the map",
			                    place_shown(texts.length), texts.text);
		if (owner[loc] != POWER_NONE)
			return place_refuse(&texts.in, "'%.*s' is owned twice", place_shown(texts.length),
			                    texts.text);
		owner[loc] = power;
	}

	return texts.good;
}

/* ── where dislodged units may go ── */

/* A power's dislodged units. */
struct retreating {
	struct reading *reading;
	const struct place *place;
};

static bool take_places(void *context, const char *name, struct json_object *value)
{
	const struct retreating *retreating = context;
	const struct map *map = retreating->reading->game->map;
	struct saved_phase *phase = retreating->reading->phase;
	const struct place in =
		place_inside(retreating->place, ".%.*s", place_shown(strlen(name)), name);
	struct unit unit = {0};
	bool dislodged;
	const int i = saved_read_unit(map, name, strlen(name), &unit, &dislodged)
	                  ? board_find_retreat(map, &phase->board, map->loc[unit.loc].province)
	                  : -1;

	if (i < 0 || phase->board.retreat[i].unit.loc != unit.loc)
		return place_refuse(&in, "is not a unit that was dislodged");
	struct place_texts texts = place_texts(&in, value);
	phase->told[i] = texts.good;

	while (place_next(&texts)) {
		const uint8_t loc = saved_find_place(map, texts.text, texts.length);
		if (loc == LOC_NONE)
			return place_refuse(&texts.in, "'%.*s' is not a place of the map",
			                    place_shown(texts.length), texts.text);
		place_set_add(&phase->open[i], loc);
	}

	return texts.good;
}

static bool take_retreats(struct reading *reading, const struct place *place, uint8_t power,
                          struct json_object *value)
{
	struct retreating retreating = {reading, place};
	(void)power;
	return value == NULL ||
	       (place_check(place, value, JSON_OBJECT) && json_each(value, take_places, &retreating));
}

/* ── the state ── */

/* Powers that the state omits keep their units of `first`. */
static void keep_units(struct reading *reading, const struct board *first)
{
	for (int u = 0; first != NULL && u < first->unit_count; u++)
		if (!power_set_has(reading->seen, first->unit[u].power))
			(void)!board_add(reading->game->map, &reading->phase->board, first->unit[u]);
}

static void keep_centres(struct reading *reading, const struct board *first)
{
	const struct map *map = reading->game->map;
	uint8_t *owner = reading->phase->board.owner;
	for (int p = 0; first != NULL && p < map->province_count; p++)
		if (map->centre[p] && owner[p] == POWER_NONE && first->owner[p] != POWER_NONE &&
		    !power_set_has(reading->seen, first->owner[p]))
			owner[p] = first->owner[p];
}

/* Reads units, dislodged ones, centres and the note of a state. */
static bool read_state(const struct saved_game *game, const struct place *place,
                       struct json_object *state, const struct board *first,
                       struct saved_phase *phase)
{
	const struct place units = place_inside(place, ".units"),
					   centres = place_inside(place, ".centers"),
					   retreats = place_inside(place, ".retreats");
	struct reading reading = {.game = game, .phase = phase, .place = &units, .take = take_units};

	if (!place_check(place, state, JSON_OBJECT) ||
	    !place_copy(place, state, "note", phase->note, sizeof phase->note) ||
	    !read_powers(&reading, json_member(state, "units")))
		return false;

	keep_units(&reading, first);
	reading =
		(struct reading){.game = game, .phase = phase, .place = &centres, .take = take_centres};
	if (!read_powers(&reading, json_member(state, "centers")))
		return false;
	keep_centres(&reading, first);
	reading =
		(struct reading){.game = game, .phase = phase, .place = &retreats, .take = take_retreats};

	return read_powers(&reading, json_member(state, "retreats"));
}

/* ── a phase ── */

static bool read_name(const struct place *place, struct json_object *object,
                      struct saved_phase *phase)
{
	const struct place in = place_inside(place, ".name");
	if (!place_copy(place, object, "name", phase->name, sizeof phase->name))
		return false;

	phase->kind = SAVED_PLAYED;
	if (strcmp(phase->name, "COMPLETED") == 0)
		phase->kind = SAVED_COMPLETED;
	else if (strcmp(phase->name, "FORMING") == 0)
		phase->kind = SAVED_FORMING;
	if (phase->kind != SAVED_PLAYED ||
	    phase_parse(phase->name, strlen(phase->name), &phase->board.phase))
		return true;
	return place_refuse(&in, "'%s' is not a phase from S%dM on", phase->name, PHASE_FIRST_YEAR);
}

bool saved_read_phase(const struct saved_game *game, int n, const struct board *first,
                      struct saved_phase *phase, char error[SAVED_ERROR_SIZE])
{
	const struct place top = {.error = error}, place = place_inside(&top, "phases[%d]", n),
					   state = place_inside(&place, ".state");
	struct json_object *object = json_element(game->phases, (size_t)n);
	board_clear(&phase->board);
	phase->order_count = phase->results.count = 0;
	phase->set = 0;
	memset(phase->told, 0, sizeof phase->told);
	memset(phase->open, 0, sizeof phase->open);
	return place_check(&place, object, JSON_OBJECT) && read_name(&place, object, phase) &&
	       read_state(game, &state, json_member(object, "state"), first, phase) &&
	       read_orders(game, &place, object, phase);
}
