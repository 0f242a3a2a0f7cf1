/* json: see json.h. */
#include "json.h"

#include <assert.h>
#include <json-c/json.h>
#include <stdio.h>
#include <string.h>

char *json_print_settings(const struct seat *seat, char text[JSON_SETTINGS_SIZE])
{
	const struct player_setting *settings = seat->player->settings;
	size_t length = (size_t)snprintf(text, JSON_SETTINGS_SIZE, "{");
	for (int i = 0; settings[i].name != NULL; i++)
		if (seat_names_setting(seat, i))
			length +=
				(size_t)snprintf(text + length, JSON_SETTINGS_SIZE - length, "%s\"%s\": %d",
			                     length == 1 ? "" : ", ", settings[i].name, seat->settings[i]);
	assert(length + sizeof "}" <= JSON_SETTINGS_SIZE);
	memcpy(text + length, "}", sizeof "}");
	return text;
}

static bool read_setting(struct seat *seat, const char *name, struct json_object *value,
                         char error[ERROR_SIZE])
{
	if (json_object_is_type(value, json_type_int))
		return player_set(seat->player, name, strlen(name), json_object_get_int64(value),
		                  seat->settings, error);
	return text_refuse(error, "%s: %.40s is %.40s, not a whole number", seat->player->name, name,
	                   json_object_to_json_string(value));
}

static bool read_settings(struct seat *seat, struct json_object *object, char error[ERROR_SIZE])
{
	if (!json_object_is_type(object, json_type_object))
		return text_refuse(error, "the settings of player %s are no JSON object",
		                   seat->player->name);

	memset(seat->settings, 0, sizeof seat->settings);
	player_set_normal(seat->player, seat->settings);
	json_object_object_foreach(object, name, value)
	{
		if (!read_setting(seat, name, value, error))
			return false;
	}

	return true;
}

/* Parses a text. Sets *error, and *end to where the parser stopped. */
static struct json_object *parse(const char *bytes, size_t size, int depth, int flags,
                                 enum json_tokener_error *error, size_t *end)
{
	struct json_tokener *tokener = json_tokener_new_ex(depth);
	assert(tokener != NULL);
	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | flags);
	struct json_object *object = json_tokener_parse_ex(tokener, bytes, (int)size);
	*error = json_tokener_get_error(tokener);
	*end = json_tokener_get_parse_end(tokener);
	json_tokener_free(tokener);
	return object;
}

bool json_parse_settings(const char *text, struct seat *seat, char error[ERROR_SIZE])
{
	enum json_tokener_error wrong;
	size_t end;
	struct json_object *object =
		parse(text, strlen(text) + 1, JSON_TOKENER_DEFAULT_DEPTH, 0, &wrong, &end);
	const bool read = read_settings(seat, object, error);
	json_object_put(object);
	return read;
}

char *json_print_string(const char *text, char *out, size_t size)
{
	struct json_object *string = json_object_new_string(text);
	snprintf(out, size, "%s",
	         json_object_to_json_string_ext(string, JSON_C_TO_STRING_NOSLASHESCAPE));
	json_object_put(string);
	return out;
}

/* ── untrusted messages ── */

/* The deepest are messages of bots: an object with a list of objects with lists of texts. */
enum { DEPTH_MOST = 5 };

/* Whether only blanks follow what was parsed. */
static bool is_end(enum json_tokener_error error, const char *bytes, size_t size, size_t end)
{
	return error == json_tokener_success && strspn(bytes + end, " \t\r\n") == size - end;
}

struct json_object *json_open(const char *bytes, size_t size)
{
	enum json_tokener_error error;
	size_t end;
	struct json_object *object =
		parse(bytes, size, DEPTH_MOST, JSON_TOKENER_VALIDATE_UTF8, &error, &end);
	if (is_end(error, bytes, size, end) && json_object_is_type(object, json_type_object))
		return object;
	json_object_put(object);
	return NULL;
}

void json_close(struct json_object *object)
{
	json_object_put(object);
}

/* Whether the member exists; *value is NULL for null. */
static bool find_member(struct json_object *object, const char *name, struct json_object **value)
{
	return json_object_object_get_ex(object, name, value) && *value != NULL;
}

const char *json_line(const struct json_object *value)
{
	if (!json_object_is_type(value, json_type_string))
		return NULL;

	size_t length;
	const char *text = json_text(value, &length);
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
			return NULL;

	return text;
}

/* Copies a text that fits and has no control character. */
static bool copy_text(struct json_object *value, char *text, size_t size)
{
	const char *line = json_line(value);
	if (line == NULL || strlen(line) >= size)
		return false;
	strcpy(text, line);
	return true;
}

bool json_take_text(struct json_object *object, const char *name, char *text, size_t size)
{
	struct json_object *value;
	return !find_member(object, name, &value) || copy_text(value, text, size);
}

bool json_take_flag(struct json_object *object, const char *name, bool *flag)
{
	struct json_object *value;
	if (!find_member(object, name, &value))
		return true;
	*flag = json_object_get_boolean(value);
	return json_object_is_type(value, json_type_boolean);
}

bool json_take_number(struct json_object *object, const char *name, int64_t *number)
{
	struct json_object *value;
	if (!find_member(object, name, &value))
		return true;
	*number = json_object_get_int64(value);
	return json_object_is_type(value, json_type_int);
}

bool json_take_decimal(struct json_object *object, const char *name, double *number)
{
	struct json_object *value;
	if (!find_member(object, name, &value))
		return true;
	*number = json_object_get_double(value);
	return json_object_is_type(value, json_type_int) ||
	       json_object_is_type(value, json_type_double);
}

bool json_take_lines(struct json_object *object, const char *name, char *lines, size_t size,
                     int most)
{
	struct json_object *array;
	size_t used = 0;

	if (!find_member(object, name, &array))
		return true;
	if (!json_object_is_type(array, json_type_array) ||
	    json_object_array_length(array) > (size_t)most)
		return false;

	lines[0] = '\0';
	for (size_t i = 0; i < json_object_array_length(array); i++) {
		if (i > 0)
			lines[used++] = '\n';
		if (used >= size ||
		    !copy_text(json_object_array_get_idx(array, i), lines + used, size - used))
			return false;
		const size_t length = strlen(lines + used);
		if (length == 0)
			return false;
		used += length;
	}

	return true;
}

/* ── any JSON ── */

enum json_kind json_kind(const struct json_object *value)
{
	switch (json_object_get_type(value)) {
	case json_type_boolean:
		return JSON_FLAG;
	case json_type_int:
	case json_type_double:
		return JSON_NUMBER;
	case json_type_string:
		return JSON_TEXT;
	case json_type_array:
		return JSON_LIST;
	case json_type_object:
		return JSON_OBJECT;
	default:
		return JSON_NULL;
	}
}

const char *json_kind_name(enum json_kind kind)
{
	static const char *const names[] = {
		[JSON_NULL] = "null",   [JSON_FLAG] = "true or false", [JSON_NUMBER] = "a number",
		[JSON_TEXT] = "a text", [JSON_LIST] = "a list",        [JSON_OBJECT] = "an object",
	};
	return names[kind];
}

struct json_object *json_member(const struct json_object *object, const char *name)
{
	struct json_object *value = NULL;
	return json_object_object_get_ex(object, name, &value) ? value : NULL;
}

size_t json_count(const struct json_object *value)
{
	return json_object_is_type(value, json_type_array) ? json_object_array_length(value)
	                                                   : (size_t)json_object_object_length(value);
}

struct json_object *json_element(const struct json_object *list, size_t i)
{
	return json_object_array_get_idx(list, i);
}

bool json_each(const struct json_object *object,
               bool (*take)(void *context, const char *name, struct json_object *value),
               void *context)
{
	json_object_object_foreach((struct json_object *)object, name, value)
	{
		if (!take(context, name, value))
			return false;
	}
	return true;
}

const char *json_text(const struct json_object *text, size_t *length)
{
	struct json_object *string = (struct json_object *)text;
	*length = (size_t)json_object_get_string_len(string);
	return json_object_get_string(string);
}

const char *json_print_value(struct json_object *value)
{
	return json_object_to_json_string_ext(value,
	                                      JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE);
}

int64_t json_number(const struct json_object *number)
{
	return json_object_get_int64(number);
}

/* json-c keeps only the last of several members with the same name. So the text, which is valid
 * JSON at this point, is scanned again. The names of all open objects are kept. */
enum { NAMES_MAX = 8192 };
struct name {
	const char *text;
	size_t length;
	int depth;
};

static bool is_doubled(const struct name names[], int count, const struct name *name)
{
	for (int i = count; i-- > 0 && names[i].depth == name->depth;)
		if (names[i].length == name->length && memcmp(names[i].text, name->text, name->length) == 0)
			return true;
	return false;
}

/* Where the text after a string's first quote ends: at its last quote. */
static const char *skip_string(const char *at)
{
	for (; *at != '"'; at++)
		at += *at == '\\';
	return at;
}

/* The first name that occurs twice in an object, or NULL. */
static const char *find_doubled(const char *bytes, const char *end)
{
	static struct name names[NAMES_MAX];
	int count = 0, depth = 0;

	for (const char *at = bytes; at < end; at++) {
		if (*at == '{' || *at == '[')
			depth++;
		if (*at == '}' || *at == ']') {
			while (count > 0 && names[count - 1].depth == depth)
				count--;
			depth--;
		}
		if (*at != '"')
			continue;
		struct name name = {at + 1, 0, depth};
		at = skip_string(at + 1);
		name.length = (size_t)(at - name.text);
		if (at[1 + strspn(at + 1, " \t\r\n")] != ':')
			continue;
		if (count == NAMES_MAX || is_doubled(names, count, &name))
			return name.text;
		names[count++] = name;
	}

	return NULL;
}

static const char *name_error(enum json_tokener_error error, bool whole)
{
	switch (error) {
	case json_tokener_success:
		return whole ? "it is not an object" : "more follows the object";
	case json_tokener_continue:
		return "it ends midway";
	case json_tokener_error_depth:
		return "it nests too deep";
	case json_tokener_error_parse_utf8_string:
		return "it is not UTF-8";
	default:
		return json_tokener_error_desc(error);
	}
}

/* Whether the whole text is one object, without duplicate members. fault->at: where the parser
 * stopped. */
static bool is_whole(enum json_tokener_error error, const struct json_object *object,
                     const char *bytes, size_t size, struct json_fault *fault)
{
	const bool ends = is_end(error, bytes, size, fault->at);
	snprintf(fault->why, sizeof fault->why, "%s", name_error(error, ends));
	if (!ends || !json_object_is_type(object, json_type_object))
		return false;

	const char *doubled = find_doubled(bytes, bytes + size);
	if (doubled == NULL)
		return true;
	fault->at = (size_t)(doubled - bytes);
	snprintf(fault->why, sizeof fault->why, "a member of this name was there before");
	return false;
}

/* The approximate number of values: each but the first of a list or object follows a comma. */
static size_t count_values(const char *bytes, size_t size)
{
	size_t count = 0;
	bool quoted = false;
	for (size_t i = 0; i < size; i++) {
		if (quoted && bytes[i] == '\\')
			i++;
		else if (bytes[i] == '"')
			quoted = !quoted;
		else if (!quoted)
			count += bytes[i] == ',' || bytes[i] == '[' || bytes[i] == '{';
	}
	return count;
}

struct json_object *json_read(const char *bytes, size_t size, struct json_fault *fault)
{
	if (count_values(bytes, size) > JSON_VALUES_MOST) {
		*fault = (struct json_fault){.at = 0};
		snprintf(fault->why, sizeof fault->why, "it has more than %d values", JSON_VALUES_MOST);
		return NULL;
	}

	enum json_tokener_error error;
	struct json_object *object =
		parse(bytes, size, JSON_DEPTH_MOST, JSON_TOKENER_VALIDATE_UTF8, &error, &fault->at);
	if (is_whole(error, object, bytes, size, fault))
		return object;
	json_object_put(object);
	return NULL;
}
