/* api_map: handles of maps. */
#include "api.h"
#include "formats/map/map_file.h"
#include "formats/saved/saved_order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM_ALIGN = 64 };

int32_t ares_maps_count(void)
{
	int32_t count = 0;

	while (map_sources[count].name)
		count++;
	return count;
}

const char *ares_maps_name(int32_t number)
{
	return number >= 0 && number < ares_maps_count() ? map_sources[number].name : NULL;
}

/* ── opening ── */

/* FNV-1a, 64 bits. */
static uint64_t text_print(const char *text, size_t length)
{
	uint64_t print = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < length; i++)
		print = (print ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
	return print;
}

static bool keep_text(struct ares_map *map, const struct map_row rows[], size_t count)
{
	map->length = map_file_print(rows, count, NULL, 0);
	map->text = malloc(map->length + 1);
	if (!map->text)
		return false;
	map_file_print(rows, count, map->text, map->length + 1);
	map->print = text_print(map->text, map->length);
	return true;
}

static bool make_vocabulary(struct ares_map *map)
{
	const size_t size = (vocabulary_size(&map->map) + ROOM_ALIGN - 1) / ROOM_ALIGN * ROOM_ALIGN;

	map->room = aligned_alloc(ROOM_ALIGN, size);
	if (!map->room)
		return false;
	map->vocabulary = vocabulary_open(&map->map, map->room);
	map->special = api_find_special(map);
	return map->special != NULL;
}

static int32_t open_map(const char *name, const struct map_row rows[], size_t count,
                        struct ares_map **opened, struct ares_error *error)
{
	struct ares_map *map = calloc(1, sizeof *map);
	char why[ERROR_SIZE];

	if (!map)
		return api_refuse(error, ARES_ERROR_MEMORY, "no memory for a map");
	snprintf(map->name, sizeof map->name, "%s", name);
	if (!map_build(&map->map, rows, count, why)) {
		ares_map_close(map);
		return api_refuse(error, ARES_ERROR_TEXT, "map %.31s: %s", name, why);
	}
	if (!keep_text(map, rows, count) || !make_vocabulary(map)) {
		ares_map_close(map);
		return api_refuse(error, ARES_ERROR_MEMORY, "no memory for a map");
	}
	picture_open(&map->picture, &map->map);
	*opened = map;
	return api_accept(error);
}

int32_t ares_map_open(const char *name, struct ares_map **map, struct ares_error *error)
{
	API_NEED(name);
	API_NEED(map);
	const struct map_source *source = map_source_find(name);

	if (!source)
		return api_refuse(error, ARES_ERROR_NAME, "there is no map %.80s", name);
	return open_map(source->name, source->rows, source->count, map, error);
}

int32_t ares_map_read(const char *name, const char *text, size_t length, struct ares_map **map,
                      struct ares_error *error)
{
	struct map_row rows[LOCS_MAX];
	char why[ERROR_SIZE];
	size_t count;

	API_NEED(name);
	API_NEED(text);
	API_NEED(map);
	if (name[0] == '\0' || strlen(name) >= MAP_NAME_SIZE)
		return api_refuse(error, ARES_ERROR_ARGUMENT, "a map's name has 1 to %d bytes",
		                  MAP_NAME_SIZE - 1);
	if (length >= MAP_FILE_SIZE || memchr(text, '\0', length))
		return api_refuse(error, ARES_ERROR_TEXT, "a map's text has fewer than %d bytes, none zero",
		                  MAP_FILE_SIZE);
	char *copy = malloc(length + 1);
	if (!copy)
		return api_refuse(error, ARES_ERROR_MEMORY, "no memory for a map");
	memcpy(copy, text, length);
	copy[length] = '\0';

	int32_t status = map_file_read(copy, rows, &count, why)
	                     ? open_map(name, rows, count, map, error)
	                     : api_refuse(error, ARES_ERROR_TEXT, "map %s: %s", name, why);
	free(copy);
	return status;
}

void ares_map_close(struct ares_map *map)
{
	if (!map)
		return;
	free(map->room);
	free(map->special);
	free(map->text);
	free(map);
}

int32_t ares_map_print(const struct ares_map *map, char *text, size_t size, size_t *length,
                       struct ares_error *error)
{
	API_NEED(map);
	return api_copy_text(map->text, text, size, length, error);
}

/* ── parts of a map ── */

const char *ares_map_name(const struct ares_map *map)
{
	return map->name;
}

int32_t ares_map_powers(const struct ares_map *map)
{
	return map->map.power_count;
}

int32_t ares_map_provinces(const struct ares_map *map)
{
	return map->map.province_count;
}

int32_t ares_map_places(const struct ares_map *map)
{
	return map->map.loc_count;
}

int32_t ares_map_centres(const struct ares_map *map)
{
	return map->map.centre_count;
}

int32_t ares_map_vocabulary(const struct ares_map *map)
{
	return map->vocabulary->count;
}

size_t ares_map_mask_bytes(const struct ares_map *map)
{
	return (size_t)map->vocabulary->words * sizeof(uint64_t);
}

static bool is_power(const struct ares_map *map, int32_t power)
{
	return power >= 0 && power < map->map.power_count;
}

int32_t api_check_power(const struct ares_map *map, int32_t power, struct ares_error *error)
{
	if (is_power(map, power))
		return ARES_OK;
	return api_refuse(error, ARES_ERROR_ARGUMENT, "power is %d, and the map has %d", power,
	                  map->map.power_count);
}

const char *ares_power_code(const struct ares_map *map, int32_t power)
{
	return is_power(map, power) ? map->map.power[power] : NULL;
}

const char *ares_power_name(const struct ares_map *map, int32_t power)
{
	return is_power(map, power) ? saved_power_name(&map->map, (uint8_t)power) : NULL;
}

int32_t ares_power_find(const struct ares_map *map, const char *text, size_t length)
{
	const uint8_t power = text ? saved_find_power(&map->map, text, length) : POWER_NONE;

	return power < map->map.power_count ? power : -1;
}

static const struct map_loc *find_place(const struct ares_map *map, int32_t place)
{
	return place >= 0 && place < map->map.loc_count ? &map->map.loc[place] : NULL;
}

const char *ares_place_code(const struct ares_map *map, int32_t place)
{
	return find_place(map, place) ? find_place(map, place)->code : NULL;
}

const char *ares_place_name(const struct ares_map *map, int32_t place)
{
	return find_place(map, place) ? find_place(map, place)->name : NULL;
}

const char *ares_place_alias(const struct ares_map *map, int32_t place)
{
	return find_place(map, place) ? find_place(map, place)->alias : NULL;
}

int32_t ares_place_find(const struct ares_map *map, const char *text, size_t length)
{
	const uint8_t place = text ? saved_find_place(&map->map, text, length) : LOC_NONE;

	return place == LOC_NONE ? -1 : place;
}

int32_t ares_place_province(const struct ares_map *map, int32_t place)
{
	return find_place(map, place) ? find_place(map, place)->province : -1;
}

int32_t ares_place_terrain(const struct ares_map *map, int32_t place)
{
	return find_place(map, place) ? find_place(map, place)->terrain : -1;
}

int32_t ares_place_is_centre(const struct ares_map *map, int32_t place)
{
	return find_place(map, place) ? map->map.centre[find_place(map, place)->province] : -1;
}

int32_t ares_place_owner(const struct ares_map *map, int32_t place)
{
	return find_place(map, place) ? map->map.owner[find_place(map, place)->province] : -1;
}

int32_t ares_place_start(const struct ares_map *map, int32_t place)
{
	return find_place(map, place) ? find_place(map, place)->start : -1;
}

int32_t ares_place_coasts(const struct ares_map *map, int32_t province, uint8_t coasts[2])
{
	if (province < 0 || province >= map->map.province_count)
		return -1;
	memcpy(coasts, map->map.coasts[province], map->map.coast_count[province]);
	return map->map.coast_count[province];
}

int32_t ares_place_exits(const struct ares_map *map, int32_t place, int32_t type,
                         uint8_t exits[ARES_EXITS_MAX])
{
	const struct map_loc *loc = find_place(map, place);

	if (!loc || type < 0 || type >= UNIT_TYPES)
		return -1;
	memcpy(exits, loc->exits[type], loc->exit_count[type]);
	return loc->exit_count[type];
}
