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
                         char error[PLAYER_ERROR_SIZE])
{
	if (json_object_is_type(value, json_type_int))
		return player_set(seat->player, name, strlen(name), json_object_get_int64(value),
		                  seat->settings, error);
	snprintf(error, PLAYER_ERROR_SIZE, "%s: %.40s is %.40s, not a whole number", seat->player->name,
	         name, json_object_to_json_string(value));
	return false;
}

static bool read_settings(struct seat *seat, struct json_object *object,
                          char error[PLAYER_ERROR_SIZE])
{
	if (!json_object_is_type(object, json_type_object)) {
		snprintf(error, PLAYER_ERROR_SIZE, "the settings of player %s are no JSON object",
		         seat->player->name);
		return false;
	}
	memset(seat->settings, 0, sizeof seat->settings);
	player_set_normal(seat->player, seat->settings);
	json_object_object_foreach(object, name, value)
	{
		if (!read_setting(seat, name, value, error))
			return false;
	}
	return true;
}

bool json_parse_settings(const char *text, struct seat *seat, char error[PLAYER_ERROR_SIZE])
{
	struct json_tokener *tokener = json_tokener_new();
	assert(tokener != NULL);
	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
	struct json_object *object = json_tokener_parse_ex(tokener, text, (int)strlen(text) + 1);
	bool read = read_settings(seat, object, error);
	json_object_put(object);
	json_tokener_free(tokener);
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
