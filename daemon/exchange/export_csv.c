/* export_csv: games as tables of comma-separated values (RFC 4180, except that lines end with LF).
 * See export_game.h; doc/formats.md has the columns. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/outfile.h"
#include "base/heap.h"
#include "ctl/parts/ctl.h"
#include "export_game.h"

enum table { GAMES, SEATS, PHASES, UNITS, CENTRES, ORDERS, TABLES };

static const struct {
	const char *name, *head;
} tables[TABLES] = {
	[GAMES] = {"games.csv", "tournament,number,game,map,rules,judge,state,ending,winner,phase,"
                            "phases,saved_id,block,seed"},
	[SEATS] = {"seats.csv", "tournament,number,power,player,centres,units,points,"
                            "settings"},
	[PHASES] = {"phases.csv", "tournament,number,place,phase,year,season,kind,units,orders,stage"},
	[UNITS] = {"units.csv", "tournament,number,place,phase,power,type,province,coast,dislodged"},
	[CENTRES] = {"centres.csv", "tournament,number,place,phase,power,province"},
	[ORDERS] = {"orders.csv", "tournament,number,place,phase,power,text,kind,type,area,target,"
                              "helped_type,helped_area,via,result,dislodged"},
};

struct export_csv {
	struct outfile file[TABLES];
	char path[TABLES][PATH_MAX];
	const char *made;               /* the folder, if it was created; or NULL */
	const struct export_game *game; /* the current one */
};

/* ── fields ── */

/* Writes a text, in quotes if needed. */
static void write_text(FILE *out, const char *text)
{
	if (strpbrk(text, ",\"\r\n") == NULL) {
		fputs(text, out);
		return;
	}
	fputc('"', out);
	for (; *text != '\0'; text++) {
		if (*text == '"')
			fputc('"', out);
		fputc(*text, out);
	}
	fputc('"', out);
}

/* Begins a line with the columns that identify the game. */
static FILE *begin_line(struct export_csv *csv, enum table table)
{
	FILE *out = csv->file[table].out;
	write_text(out, csv->game->head.name);
	fprintf(out, ",%d,", csv->game->head.number);
	return out;
}

/* The same with a phase: its place in the game, from 1, and its name. */
static FILE *begin_phase(struct export_csv *csv, enum table table, int place,
                         const struct board *board)
{
	char phase[PHASE_TEXT_SIZE];
	FILE *out = begin_line(csv, table);
	fprintf(out, "%d,%s,", place, phase_print(board->phase, phase));
	return out;
}

static const char *power_name(const struct map *map, uint8_t power)
{
	return power < map->power_count ? map->power[power] : "";
}

static const char *type_name(uint8_t type)
{
	if (type == ARMY)
		return "A";
	return type == FLEET ? "F" : "";
}

static const char *code_of(const struct map *map, uint8_t loc)
{
	return loc < map->loc_count ? map->loc[loc].code : "";
}

/* ── tables of a game ── */

static void write_game(struct export_csv *csv, const struct exported_seat *seat)
{
	const struct export_game *game = csv->game;
	const struct exported *head = &game->head;
	char phase[PHASE_TEXT_SIZE];
	FILE *out = begin_line(csv, GAMES);
	const char *ending = "";

	if (game->over)
		ending = head->winner != POWER_NONE ? "solo" : "draw";
	fprintf(out, "%lld,%s,%s,%s,%s,%s,%s,%s,%d,", (long long)head->game, head->our_map,
	        head->terms.rules, head->terms.judge, head->state, ending,
	        power_name(game->map, game->over ? (uint8_t)head->winner : POWER_NONE),
	        phase_print(game->last.phase, phase), game->count);
	write_text(out, head->id);
	fprintf(out, ",%d,%s\n", seat->block, seat->seed);
}

static void write_seat(struct export_csv *csv, const struct exported_seat *seat, int power)
{
	const struct export_game *game = csv->game;
	int centres[POWERS_MAX], units[POWERS_MAX];
	board_count_centres(game->map, &game->last, centres);
	board_count_units(&game->last, units);

	FILE *out = begin_line(csv, SEATS);
	fprintf(out, "%s,", game->map->power[power]);
	write_text(out, seat->label);
	fprintf(out, ",%d,%d,%s,", centres[power], units[power], seat->points);
	write_text(out, seat->settings);
	fputc('\n', out);
}

static bool write_seats(struct export_csv *csv, struct db *db)
{
	struct db_rows rows;
	struct exported_seat seat;
	if (!stmt_read_seats(db, csv->game->head.game, &rows))
		return false;

	for (int power = 0; stmt_next_seat(&rows, &seat); power++) {
		if (power == 0)
			write_game(csv, &seat);
		write_seat(csv, &seat, power);
	}
	return db_rows_close(&rows);
}

/* ── tables of a phase ── */

static void write_unit(struct export_csv *csv, int place, const struct board *board,
                       struct unit unit, bool dislodged)
{
	const struct map *map = csv->game->map;
	const char *coast = strchr(map->loc[unit.loc].code, '/');
	FILE *out = begin_phase(csv, UNITS, place, board);
	fprintf(out, "%s,%s,%s,%s,%d\n", map->power[unit.power], type_name(unit.type),
	        map->loc[map->loc[unit.loc].province].code, coast != NULL ? coast + 1 : "", dislodged);
}

/* A position: its units and owned centres. */
static void write_board(struct export_csv *csv, int place, const struct board *board)
{
	const struct map *map = csv->game->map;
	for (int u = 0; u < board->unit_count; u++)
		write_unit(csv, place, board, board->unit[u], false);
	for (int i = 0; i < board->retreat_count; i++)
		write_unit(csv, place, board, board->retreat[i].unit, true);
	for (int p = 0; p < map->province_count; p++)
		if (map->centre[p] && board->owner[p] < map->power_count)
			fprintf(begin_phase(csv, CENTRES, place, board), "%s,%s\n", map->power[board->owner[p]],
			        map->loc[p].code);
}

static void write_phase(struct export_csv *csv, int place, const struct board *board, int orders,
                        const char *stage)
{
	static const char *const seasons[] = {"spring", "spring", "fall", "fall", "winter"},
							 *const kinds[] = {"moves", "retreats", "moves", "retreats",
	                                           "adjustments"};
	FILE *out = begin_phase(csv, PHASES, place, board);
	fprintf(out, "%d,%s,%s,%d,%d,%s\n", phase_year(board->phase), seasons[phase_kind(board->phase)],
	        kinds[phase_kind(board->phase)], board->unit_count, orders, stage);
}

static void write_order(struct export_csv *csv, int place, const struct phase_record *record, int i)
{
	static const char *const kinds[ORDER_KINDS] = {
		"hold",    "move",    "support hold", "support move", "convoy",
		"retreat", "disband", "build",        "waive",
	};
	const struct map *map = csv->game->map;
	const struct order order = record->orders.order[i];
	const bool moves = phase_is_movement(record->board.phase),
			   helps = order.kind == ORDER_SUPPORT_HOLD || order.kind == ORDER_SUPPORT_MOVE ||
	                   order.kind == ORDER_CONVOY,
			   unit = order.kind != ORDER_WAIVE;
	char text[ORDER_TEXT_SIZE];
	FILE *out = begin_phase(csv, ORDERS, place, &record->board);
	fprintf(out, "%s,%s,%s,%s,%s,%s,%s,%s,%d,%s,%d\n", power_name(map, record->orders.power[i]),
	        order_print(map, order, text), order.kind < ORDER_KINDS ? kinds[order.kind] : "",
	        unit ? type_name(order.type) : "", unit ? code_of(map, order.from) : "",
	        code_of(map, order.to), helps ? type_name(order.aux_type) : "",
	        helps ? code_of(map, order.aux) : "", order.via,
	        record->results[i] < RESULTS ? result_names[record->results[i]] : "",
	        moves && unit_set_has(record->dislodged, i));
}

bool export_csv_write(struct export_csv *csv, struct db *db, const struct export_game *game)
{
	csv->game = game;
	if (!write_seats(csv, db))
		return false;

	for (int n = 0; n < game->count; n++) {
		const struct phase_record *record = &game->records[n];
		write_phase(csv, n + 1, &record->board, record->orders.count,
		            record->stage < STAGES ? stage_names[record->stage] : "");
		write_board(csv, n + 1, &record->board);
		for (int i = 0; i < record->orders.count; i++)
			write_order(csv, n + 1, record, i);
	}
	write_phase(csv, game->count + 1, &game->last, 0, "");
	write_board(csv, game->count + 1, &game->last);
	return true;
}

/* ── the files ── */

/* Creates the folder if it is missing; its parent must exist. */
static void make_folder(struct export_csv *csv, const char *folder)
{
	csv->made = mkdir(folder, 0777) == 0 ? folder : NULL;
	if (csv->made == NULL && errno != EEXIST)
		ctl_stop("%s cannot be made: %s", folder, strerror(errno));
}

struct export_csv *export_csv_open(const char *folder)
{
	struct export_csv *csv = heap_get(1, sizeof *csv);
	bool done = true;
	make_folder(csv, folder);
	for (int t = 0; t < TABLES && done; t++) {
		errno = ENAMETOOLONG;
		done = snprintf(csv->path[t], PATH_MAX, "%s/%s", folder, tables[t].name) < PATH_MAX &&
		       outfile_open(&csv->file[t], csv->path[t]);
		if (done)
			fprintf(csv->file[t].out, "%s\n", tables[t].head);
		else
			ctl_fail("%s/%s cannot be written: %s", folder, tables[t].name, strerror(errno));
	}
	if (done)
		return csv;
	(void)!export_csv_close(csv, false);
	return NULL;
}

/* Whether everything was written. Only then may tables replace older ones, so that all tables are
 * of one export. */
static bool is_written(const struct export_csv *csv)
{
	for (int t = 0; t < TABLES; t++)
		if (fflush(csv->file[t].out) != 0 || ferror(csv->file[t].out)) {
			ctl_fail("%s cannot be written: %s", csv->path[t], strerror(errno));
			return false;
		}
	return true;
}

bool export_csv_close(struct export_csv *csv, bool keep)
{
	bool done = !keep || is_written(csv);
	for (int t = 0; t < TABLES; t++) {
		if (csv->file[t].out == NULL || outfile_close(&csv->file[t], keep && done) || !keep)
			continue;
		if (done)
			ctl_fail("%s cannot be written: %s", csv->path[t], strerror(errno));
		done = false;
	}
	if (csv->made != NULL && !(keep && done))
		rmdir(csv->made);
	free(csv);
	return done;
}
