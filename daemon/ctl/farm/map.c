/* map: aresctl map: the maps of the database: those that init put in, and those of users. */
#include "ctl/parts/ctl.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"
#include "formats/map/map_file.h"
#include "db/schema/map_store.h"
#include "db/statements/keep/stmt_schema.h"

enum { NAME_SIZE = 32 };

static const char *file_name, *map_name;
static bool json, yes;

/* ── add ── */

/* The map's name: that of the file, without its folder and .csv. */
static void find_name(const char *file, char name[NAME_SIZE])
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_-";
	const char *base = basename(file);
	const char *dot = strstr(base, ".csv");
	const size_t length = dot != NULL ? (size_t)(dot - base) : 0;

	if (length == 0 || length >= NAME_SIZE || dot[4] != '\0' || strspn(base, letters) != length ||
	    strchr("_-", base[0]) != NULL)
		ctl_stop(
			"%s: a map's file is called NAME.csv; the name has at most %d small letters, digits, "
			"_ and -; a letter or a digit comes first",
			file, NAME_SIZE - 1);
	snprintf(name, NAME_SIZE, "%.*s", (int)length, base);
}

static void check_utf8(const char *text)
{
	static char clean[MAP_FILE_SIZE];
	int line = 1;

	strcpy(clean, text);
	utf8_clean(clean);
	for (size_t i = 0; text[i] != '\0'; i++) {
		if (text[i] != clean[i])
			ctl_stop("%s: line %d: it is not UTF-8", file_name, line);
		line += text[i] == '\n';
	}
}

/* Reads the whole file. */
static void read_file(char text[MAP_FILE_SIZE])
{
	const int fd = open(file_name, O_RDONLY | O_CLOEXEC);
	size_t length = 0;
	ssize_t got = -1;

	while (fd >= 0 && length < MAP_FILE_SIZE &&
	       (got = read(fd, text + length, MAP_FILE_SIZE - length)) > 0)
		length += (size_t)got;

	if (got < 0)
		ctl_stop("%s: %s", file_name, strerror(errno));
	if (length == MAP_FILE_SIZE)
		ctl_stop("%s: no map has %d bytes", file_name, MAP_FILE_SIZE);
	close(fd);
	text[length] = '\0';
	check_utf8(text);
}

static bool put(struct db *db, const struct map_source *source, bool *made)
{
	return stmt_begin(db) && maps_put(db, source, made) && stmt_describe_maps(db) &&
	       stmt_commit(db);
}

static int add(void)
{
	static char text[MAP_FILE_SIZE];
	static struct map_row rows[LOCS_MAX];
	char name[NAME_SIZE], error[ERROR_SIZE];
	struct map_source source = {.name = name, .rows = rows};
	bool made;

	find_name(file_name, name);
	read_file(text);
	if (!map_file_read(text, rows, &source.count, error))
		return ctl_fail("%s: %s", file_name, error);

	struct db *db = ctl_connect();
	if (!put(db, &source, &made))
		return ctl_fail_db(db);
	if (made)
		ctl_say("map %s: added; --map %s takes it\n", name, name);
	else
		ctl_say("map %s is there already, and is the same: nothing is changed\n", name);

	return CTL_DONE;
}

/* ── drop ── */

/* Only a map that nothing uses is dropped. */
static void check_unused(int64_t users, const char *names, int64_t remains)
{
	if (users > 0)
		ctl_stop("map %s: %lld tournament%s on it, which aresctl tournament drop removes: "
		         "%s%s",
		         map_name, (long long)users, PLURAL(users), names, users > 3 ? ", ..." : "");
	if (remains > 0)
		ctl_stop("map %s: games of dropped tournaments are still there; aresd removes them "
		         "within seconds",
		         map_name);
}

static int drop(void)
{
	int32_t id;
	int64_t users = 0, remains = 0;
	char names[STMT_HOLDERS_SIZE] = "";

	if (map_source_find(map_name) != NULL)
		return ctl_fail("map %s belongs to the program: aresctl init would add it again", map_name);
	struct db *db = ctl_connect();
	if (!stmt_find_map(db, map_name, &id) ||
	    (id != 0 && !stmt_map_users(db, id, &users, names, &remains)))
		return ctl_fail_db(db);
	if (id == 0)
		return ctl_fail("no map %s; aresctl map list lists them", map_name);
	check_unused(users, names, remains);
	if (!yes)
		ctl_ask_drop("map", map_name, "");

	if (!stmt_drop_map(db, id))
		return ctl_fail_db(db);
	ctl_say("map %s: dropped\n", map_name);

	return CTL_DONE;
}

/* ── list ── */

static int list(void)
{
	struct db *db = ctl_connect();
	return ctl_end(db, stmt_list_maps(db, json, stdout));
}

static const struct command map_add = {
	.name = "add",
	.about = "put a map of your own into the database",
	.text = "Puts the map of a file into the database. Tournaments can be played on it then, with "
			"--map NAME. The file has the form of schema/maps/standard.csv: a head, then a line "
			"for each province, sea and coast.\n\n"
			"Games are stored by the numbers of its areas. So a map never changes: one that you "
			"have changed needs a new name, or drop removes the old one first. The same file again "
			"changes nothing.",
	.arguments = PARAMETERS(ARGUMENT("NAME.csv", &file_name, "the file; the map is called as it is",
                                     .files = "*.csv", .required = true)),
	.run = add,
};

static const struct command map_drop = {
	.name = "drop",
	.about = "remove a map that no tournament uses",
	.text = "Removes a map that was added, with the values that players shared on it. It refuses "
			"while there are tournaments on the map. On a terminal it asks first; elsewhere it "
			"requires --yes.",
	.arguments = PARAMETERS(ARGUMENT("MAP", &map_name, "the map's name", .required = true)),
	.options = PARAMETERS(CTL_YES(yes)),
	.run = drop,
};

static const struct command map_list = {
	.name = "list",
	.about = "list the maps of the database",
	.text = "Lists the maps that games can be played on: those of the program, which init puts in, "
			"and those that were added.",
	.options = PARAMETERS(OPTION_FLAG("json", &json, "print an array of JSON objects")),
	.run = list,
};

const struct command ctl_map = {
	.name = "map",
	.about = "add or drop a map, make one of a Judge file, list them",
	.text = "The maps of the database. aresctl maps lists those of the program.",
	.commands =
		(const struct command *const[]){&map_add, &ctl_map_import, &map_list, &map_drop, NULL},
};
