/* json: the only file that knows json-c. It writes and reads the settings in the table users,
 * quotes strings for --json, and reads what strangers send, also from files of any shape. */
#ifndef ARESFARM_JSON_H
#define ARESFARM_JSON_H

#include "board/must_check.h"
#include "players/player.h"

enum { JSON_SETTINGS_SIZE = 512 };

/* Prints {"depth": 2, "age": 10, …}: the settings that seat_names_setting names, in the player's
 * order. */
char *json_print_settings(const struct seat *seat, char text[JSON_SETTINGS_SIZE]);

/* Reads such an object into seat->settings; seat->player is set already. Settings that the object
 * lacks get their normal value. False, with what is wrong in error, when the text is not an object,
 * a name is unknown or a value is out of range. */
MUST_CHECK bool json_parse_settings(const char *text, struct seat *seat,
                                    char error[PLAYER_ERROR_SIZE]);

/* Writes text as a JSON string with its quotes. Six bytes a character and three more are always
 * enough. Returns out. */
char *json_print_string(const char *text, char *out, size_t size);

/* ── what strangers send ── */

/* An object, from json_open until json_close. Its texts are UTF-8. */
struct json_object;

/* Reads an object and nothing after it. NULL: it is none, or nests too deep. */
struct json_object *json_open(const char *bytes, size_t size);
void json_close(struct json_object *object);

/* A member of the object. Each returns false when it is of another type or does not fit its place;
 * then the place has any value. A member that is not there, or null, leaves its place as it is. A
 * text with a control character is none. */
MUST_CHECK bool json_take_text(struct json_object *object, const char *name, char *text,
                               size_t size);
MUST_CHECK bool json_take_flag(struct json_object *object, const char *name, bool *flag);
MUST_CHECK bool json_take_decimal(struct json_object *object, const char *name, double *number);
MUST_CHECK bool json_take_number(struct json_object *object, const char *name, int64_t *number);

/* An array of at most `most` texts, of which none is empty: a line each, without a newline after
 * the last one. */
MUST_CHECK bool json_take_lines(struct json_object *object, const char *name, char *lines,
                                size_t size, int most);

/* ── a general walk ── */

/* A value of a text that json_read has read. All of them live until the first one is closed by
 * json_close. NULL is null. */
enum json_kind { JSON_NULL, JSON_FLAG, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT };

/* Why a text is no JSON, and at which byte of it, from 0. */
enum { JSON_WHY_SIZE = 120, JSON_DEPTH_MOST = 16, JSON_VALUES_MOST = 500000 };
struct json_fault {
	size_t at;
	char why[JSON_WHY_SIZE];
};

/* Reads an object and nothing after it but blanks. It must be UTF-8, nest at most JSON_DEPTH_MOST
 * deep, name each of its members once, and have at most JSON_VALUES_MOST values: a tree of them
 * takes up to 350 bytes a value. A zero follows its bytes. NULL, with the fault, if it is not. A
 * number that is not whole, or has more than 18 digits, reads as some number. size is less than
 * 2^31. */
struct json_object *json_read(const char *bytes, size_t size, struct json_fault *fault);

enum json_kind json_kind(const struct json_object *value);

/* "a list". */
const char *json_kind_name(enum json_kind kind);

/* A value as JSON, without blanks. It is valid until this is asked of the same value again. */
const char *json_print_value(struct json_object *value);

/* The member of an object, or NULL: it has none of this name, or it is null. */
struct json_object *json_member(const struct json_object *object, const char *name);

/* How many members an object has, or elements a list. */
size_t json_count(const struct json_object *value);
struct json_object *json_element(const struct json_object *list, size_t i);

/* Calls `take` for each member, in the text's sequence, until it returns false. Returns whether it
 * never did. */
bool json_each(const struct json_object *object,
               bool (*take)(void *context, const char *name, struct json_object *value),
               void *context);

/* The text of a value; NULL: it is not a text, or has a control character. */
const char *json_line(const struct json_object *value);

/* A text and how many bytes it has: it may have zeros in it. Of a number its value. */
const char *json_text(const struct json_object *text, size_t *length);
int64_t json_number(const struct json_object *number);

#endif
