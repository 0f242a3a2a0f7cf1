/* json: the only file that knows json-c. Settings to and from the jsonb of the table users; strings
 * quoted for --json. */
#ifndef ARESFARM_JSON_H
#define ARESFARM_JSON_H

#include "player.h"

enum { JSON_SETTINGS_SIZE = 320 };

/* {"depth": 2, "age": 10, …}: every setting of the seat's player, in the player's order. */
char *json_print_settings(const struct seat *seat, char text[JSON_SETTINGS_SIZE]);

/* Reads such an object into seat->settings; seat->player is set. Settings it does not name are the
 * normal ones. False, with what is wrong in error, for text that is no object, an unknown name or a
 * value out of range. */
__attribute__((warn_unused_result)) bool json_parse_settings(const char *text, struct seat *seat,
                                                             char error[PLAYER_ERROR_SIZE]);

/* Writes text as a JSON string, quotes included; six bytes a character and three more are always
 * enough. Returns out. */
char *json_print_string(const char *text, char *out, size_t size);

#endif
