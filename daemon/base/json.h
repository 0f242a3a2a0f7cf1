/* json: the only file that knows json-c. It writes and reads the settings in the table users, and
 * quotes strings for --json. */
#ifndef ARESFARM_JSON_H
#define ARESFARM_JSON_H

#include "player.h"

enum { JSON_SETTINGS_SIZE = 320 };

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

#endif
