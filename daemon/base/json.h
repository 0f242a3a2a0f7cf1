/* json: the only file that knows json-c. It writes and reads the settings in the table users,
 * quotes strings for --json, and reads what strangers send. */
#ifndef ARESFARM_JSON_H
#define ARESFARM_JSON_H

#include "player.h"

enum { JSON_SETTINGS_SIZE = 512 };

/* Prints {"depth": 2, "age": 10, …}: the settings that seat_names_setting names, in the player's
 * order. */
char *json_print_settings(const struct seat *seat, char text[JSON_SETTINGS_SIZE]);

/* Reads such an object into seat->settings; seat->player is set already. Settings that the object
 * lacks get their normal value. False, with what is wrong in error, when the text is no object, a
 * name is unknown or a value is out of range. */
__attribute__((warn_unused_result)) bool json_parse_settings(const char *text, struct seat *seat,
                                                             char error[PLAYER_ERROR_SIZE]);

/* Writes text as a JSON string with its quotes. Six bytes a character and three more are always
 * enough. Returns out. */
char *json_print_string(const char *text, char *out, size_t size);

/* ── what strangers send ── */

/* An object, from json_open until json_close. Its texts are UTF-8. */
struct json_object;

/* Reads an object and nothing behind it. NULL: it is none, or nests too deep. */
struct json_object *json_open(const char *bytes, size_t size);
void json_close(struct json_object *object);

/* A member of the object. Each returns false when it is of another type or does not fit its place;
 * then the place has any value. A member that is not there, or null, leaves its place as it is. A
 * text with a control character is none. */
__attribute__((warn_unused_result)) bool json_take_text(struct json_object *object,
                                                        const char *name, char *text, size_t size);
__attribute__((warn_unused_result)) bool json_take_flag(struct json_object *object,
                                                        const char *name, bool *flag);
__attribute__((warn_unused_result)) bool json_take_number(struct json_object *object,
                                                          const char *name, int64_t *number);

/* An array of at most `most` texts, of which none is empty: a line each, without a newline behind
 * the last one. */
__attribute__((warn_unused_result)) bool
json_take_lines(struct json_object *object, const char *name, char *lines, size_t size, int most);

#endif
