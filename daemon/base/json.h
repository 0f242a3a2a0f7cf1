/* json: the only file that calls json-c. It writes and reads the settings in the table users,
 * quotes strings for --json, and parses untrusted messages and files. */
#ifndef ARESFARM_JSON_H
#define ARESFARM_JSON_H

#include "board/macros.h"
#include "players/player.h"

enum { JSON_SETTINGS_SIZE = 512 };

/* Prints {"depth": 2, "age": 10, …}: the settings that seat_names_setting names, in the player's
 * order. */
char *json_print_settings(const struct seat *seat, char text[JSON_SETTINGS_SIZE]);

/* Reads such an object into seat->settings; seat->player is set already. Missing settings get their
 * default. False, with the reason in error, if the text is not an object, a name is unknown or a
 * value is out of range. */
MUST_CHECK bool json_parse_settings(const char *text, struct seat *seat, char error[ERROR_SIZE]);

/* Writes text as a JSON string with its quotes. Six bytes per character plus three are always
 * enough. Returns out. */
char *json_print_string(const char *text, char *out, size_t size);

/* ── untrusted messages ── */

/* An object, from json_open until json_close. Its texts are UTF-8. */
struct json_object;

/* Parses exactly one object. NULL: the bytes are not an object, or nest too deep. */
struct json_object *json_open(const char *bytes, size_t size);
void json_close(struct json_object *object);

/* Reads a member of the object. Returns false if it has another type or does not fit its place; the
 * place is then undefined. A missing or null member leaves its place unchanged. A text must not
 * contain control characters. */
MUST_CHECK bool json_take_text(struct json_object *object, const char *name, char *text,
                               size_t size);
MUST_CHECK bool json_take_flag(struct json_object *object, const char *name, bool *flag);
MUST_CHECK bool json_take_decimal(struct json_object *object, const char *name, double *number);
MUST_CHECK bool json_take_number(struct json_object *object, const char *name, int64_t *number);

/* An array of at most `most` nonempty texts: one per line, without a newline after the last one. */
MUST_CHECK bool json_take_lines(struct json_object *object, const char *name, char *lines,
                                size_t size, int most);

/* ── any JSON ── */

/* A value in a text that json_read parsed. All of them live until the root is closed by json_close.
 * NULL is null. */
enum json_kind { JSON_NULL, JSON_FLAG, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT };

/* Why a text is not JSON, and at which byte, from 0. */
enum { JSON_WHY_SIZE = 120, JSON_DEPTH_MOST = 16, JSON_VALUES_MOST = 500000 };
struct json_fault {
	size_t at;
	char why[JSON_WHY_SIZE];
};

/* Parses one object, which only blanks may follow. It must be UTF-8, nest at most JSON_DEPTH_MOST
 * deep, have no duplicate member names, and have at most JSON_VALUES_MOST values; the parsed tree
 * takes up to 350 bytes per value. A zero byte must follow the text. On error returns NULL and sets
 * the fault. The value of a number that is not an integer, or has more than 18 digits, is
 * unspecified. size is less than 2^31. */
struct json_object *json_read(const char *bytes, size_t size, struct json_fault *fault);

enum json_kind json_kind(const struct json_object *value);

/* "a list". */
const char *json_kind_name(enum json_kind kind);

/* A value as JSON, without blanks. The text is valid until the next call for the same value. */
const char *json_print_value(struct json_object *value);

/* The member of an object, or NULL if it is missing or null. */
struct json_object *json_member(const struct json_object *object, const char *name);

/* The number of members of an object, or of elements of a list. */
size_t json_count(const struct json_object *value);
struct json_object *json_element(const struct json_object *list, size_t i);

/* Calls `take` for each member, in the order of the text, until it returns false. Returns whether
 * all calls returned true. */
bool json_each(const struct json_object *object,
               bool (*take)(void *context, const char *name, struct json_object *value),
               void *context);

/* The text of a value; NULL if it is not a text, or contains a control character. */
const char *json_line(const struct json_object *value);

/* A text and its length in bytes: it may contain zero bytes. */
const char *json_text(const struct json_object *text, size_t *length);
int64_t json_number(const struct json_object *number);

#endif
