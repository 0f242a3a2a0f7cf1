/* start_file: see start_file.h. */
#include "start_file.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "case_files.h"
#include "game/start.h"

enum { FILE_NAME_SIZE = 4096 };

struct search {
	const char *id; /* the case that is asked for; NULL: the only one */
	int count;      /* cases found */
	struct test_case found;
};

static bool take(void *context, const char *file, const struct test_case *c)
{
	struct search *search = context;
	(void)file;
	if (search->id != NULL && strcmp(search->id, c->id) != 0)
		return true;
	if (search->count++ == 0)
		search->found = *c;
	return search->id == NULL; /* the case asked for is the last one read */
}

/* Splits FILE:CASE. If a file has that whole name, it is the file. */
static const char *split(const char *text, char file[FILE_NAME_SIZE])
{
	const char *colon = strrchr(text, ':');
	const bool whole = colon == NULL || colon[1] == '\0' || access(text, F_OK) == 0;
	snprintf(file, FILE_NAME_SIZE, "%.*s", (int)(whole ? strlen(text) : (size_t)(colon - text)),
	         text);
	return whole ? NULL : colon + 1;
}

/* Finds the case. False once the reason is printed. */
static bool find(const char *text, const struct map *map, const char *map_name,
                 struct search *search)
{
	char file[FILE_NAME_SIZE];
	struct case_source source = {
		.command = "--start", .map = map, .map_name = map_name, .take = take, .context = search};

	search->id = split(text, file);
	search->count = 0;
	if (!case_files_read(&source, file) && (search->id == NULL || search->count == 0))
		return false;
	if (search->count == 1)
		return true;
	if (search->id != NULL)
		return ctl_refuse("--start: %s has no case %s", file, search->id);
	if (search->count == 0)
		return ctl_refuse("--start: %s has no case", file);
	return ctl_refuse("--start: %s has %d cases: say which, as in %s:%s", file, search->count, file,
	                  search->found.id);
}

bool start_file_read(const char *text, const struct map *map, const char *map_name,
                     const struct rules *rules, struct start_file *start)
{
	static struct search search;
	char error[START_ERROR_SIZE];

	if (!find(text, map, map_name, &search))
		return false;
	if (search.found.phase_count == 0)
		return ctl_refuse("--start: case %s has no phase, so it has no position", search.found.id);

	if (memcmp(search.found.map, map, sizeof *map) != 0)
		return ctl_refuse("--start: case %s is on another map: --map must name it",
		                  search.found.id);

	const struct board *board = &search.found.phases[0].before;
	if (!start_check(map, rules, board, error))
		return ctl_refuse("--start: case %s: %s", search.found.id, error);

	memcpy(start->id, search.found.id, sizeof start->id);
	stored_pack_open(map, board, &start->stored);
	return true;
}
