/* stmt_rate: see stmt_rate.h. The choices come from schema/functions/ratings.sql; rating.h
 * calculates. */
#include "stmt_rate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "db/record/rating.h"
#include "db/statements/statement.h"
#include "stmt_report_parts.h"

#include "db/statements/report/stmt_rate.inc"

/* ── the choices ── */

/* A player, and what of its games counts. */
struct rated {
	char *name;
	int32_t games, blocks, seats, wins;
	int64_t last_game;
	int32_t last_block;
};

struct choices {
	struct rating_row *row;
	size_t count, room;
	struct rated *player;
	int players;
};

static void clear_choices(struct choices *choices)
{
	for (int i = 0; i < choices->players; i++)
		free(choices->player[i].name);
	free(choices->player);
	free(choices->row);
}

/* The player of that number, made with those before it. NULL: there is no memory. */
static struct rated *reach_player(struct choices *choices, int number, const char *name)
{
	if (number >= choices->players) {
		const size_t size = sizeof *choices->player;
		struct rated *const grown = realloc(choices->player, (size_t)(number + 1) * size);
		if (grown == NULL)
			return NULL;
		memset(grown + choices->players, 0, (size_t)(number + 1 - choices->players) * size);
		choices->player = grown;
		choices->players = number + 1;
	}
	struct rated *const player = &choices->player[number];
	if (player->name == NULL)
		player->name = strdup(name);
	return player->name != NULL ? player : NULL;
}

static bool add_choice(struct choices *choices, const struct rating_row *row)
{
	if (choices->count == choices->room) {
		const size_t room = choices->room > 0 ? 2 * choices->room : 1024;
		struct rating_row *const grown = realloc(choices->row, room * sizeof *grown);
		if (grown == NULL)
			return false;
		choices->row = grown;
		choices->room = room;
	}
	choices->row[choices->count++] = *row;
	return true;
}

/* Adds a game, or a place of one, to what counts of a player. */
static void count_game(struct rated *player, const struct rating_row *row, int64_t game,
                       int32_t place, int32_t wins)
{
	player->games += player->last_game != game;
	player->blocks += player->last_block != row->block;
	player->seats += place == 1 ? row->seats : 0;
	player->wins += wins;
	player->last_game = game;
	player->last_block = row->block;
}

static bool read_all_choices(struct db *db, const char *tournaments, const char *score,
                             struct choices *choices)
{
	struct db_rows rows;
	struct rating_row row;
	const char *name, *share;
	int64_t game;
	int32_t place, wins;
	bool done = true;
	if (!db_query(db, &read_choices, VALUES(tournaments, score), &rows))
		return false;
	while (done && db_rows_next(&rows, FIELDS(row.block, row.choice, row.player, name, game, place,
	                                          row.seats, share, wins))) {
		struct rated *const player = reach_player(choices, row.player, name);
		row.share = strtod(share, NULL);
		done = player != NULL && add_choice(choices, &row);
		if (done)
			count_game(player, &row, game, place, wins);
	}
	return db_rows_close(&rows) && (done || db_refuse(db, "there is no memory for the games"));
}

/* ── the ratings ── */

static int find_player(const struct choices *choices, const char *name)
{
	int i = 0;
	while (i < choices->players && strcmp(choices->player[i].name, name) != 0)
		i++;
	return i;
}

static bool refuse_anchor(struct db *db, const struct choices *choices, const char *anchor)
{
	char names[DB_MESSAGE_SIZE / 2] = "";
	for (int i = 0; i < choices->players; i++) {
		const size_t used = strlen(names);
		snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "",
		         choices->player[i].name);
	}
	return db_refuse(db, "no player %s in these games: %s", anchor, names);
}

static bool read_quantiles(struct db *db, const struct choices *choices, double quantile[])
{
	for (int i = 0; i < choices->players; i++) {
		char text[32];
		if (!statement_row(db, &read_quantile, VALUES(choices->player[i].blocks), FIELDS(text)))
			return false;
		quantile[i] = strtod(text, NULL);
	}
	return true;
}

enum { NUMBER_SIZE = 32, COLUMNS = 8 };

static bool add_rating(struct sheet *sheet, const struct rated *player, const struct rating *rating)
{
	const double real[] = {rating->rating, rating->low, rating->high, rating->error};
	const int32_t whole[] = {player->games, player->seats, player->wins};
	char number[COLUMNS][NUMBER_SIZE];
	for (int i = 0; i < 4; i++)
		snprintf(number[i], NUMBER_SIZE, "%.17g", real[i]);
	for (int i = 0; i < 3; i++)
		snprintf(number[4 + i], NUMBER_SIZE, "%d", whole[i]);
	const char *const text[COLUMNS] = {player->name, number[0], number[1], number[2],
	                                   number[4],    number[5], number[6], number[3]};
	return sheet_add(sheet, text);
}

/* The best first; of equal ones, by their names, which have the order of the players. */
static bool fill_sheet(const struct choices *choices, struct rating rating[], struct sheet *sheet)
{
	*sheet = (struct sheet){.columns = COLUMNS};
	for (int n = 0; n < choices->players; n++) {
		int best = -1;
		for (int i = 0; i < choices->players; i++)
			if (!isnan(rating[i].rating) && (best < 0 || rating[i].rating > rating[best].rating))
				best = i;
		if (!add_rating(sheet, &choices->player[best], &rating[best]))
			return false;
		rating[best].rating = NAN;
	}
	return true;
}

static bool calculate(struct db *db, const struct choices *choices, int anchor, double quantile[],
                      struct rating rating[], struct sheet *sheet)
{
	const struct rating_rows rows = {choices->row, choices->count, choices->players};
	int stranger;
	if (!read_quantiles(db, choices, quantile))
		return false;
	switch (rating_find(&rows, anchor, quantile, rating, &stranger)) {
	case RATING_APART:
		return db_refuse(db, "%s and %s never met, not even over others: rate them by themselves",
		                 choices->player[0].name, choices->player[stranger].name);
	case RATING_DONE:
		if (fill_sheet(choices, rating, sheet))
			return true;
		break;
	case RATING_NO_MEMORY:
		break;
	}
	sheet_clear(sheet);
	return db_refuse(db, "there is no memory for the ratings");
}

static bool rate_choices(struct db *db, const struct choices *choices, const char *anchor,
                         struct sheet *ratings)
{
	int at = -1;
	if (anchor != NULL)
		at = find_player(choices, anchor);
	if (at == choices->players)
		return refuse_anchor(db, choices, anchor);
	if (choices->players < 2)
		return db_refuse(db, "there is one player only, %s: nothing to rate it by",
		                 choices->player[0].name);

	const unsigned count = (unsigned)choices->players;
	double *const quantile = calloc(count, sizeof *quantile);
	struct rating *const rating = calloc(count, sizeof *rating);
	bool done = quantile != NULL && rating != NULL;
	if (done)
		done = calculate(db, choices, at, quantile, rating, ratings);
	else
		db_refuse(db, "there is no memory for the ratings");
	free(quantile);
	free(rating);
	return done;
}

bool stmt_rate(struct db *db, const char *tournaments, const char *score, const char *anchor,
               struct sheet *ratings)
{
	struct choices choices = {0};
	const bool done = read_all_choices(db, tournaments, score, &choices) &&
	                  rate_choices(db, &choices, anchor, ratings);
	clear_choices(&choices);
	return done;
}

bool stmt_store_ratings(struct db *db, const char *tournaments, const char *score,
                        const struct sheet *ratings)
{
	bool may;
	if (!statement_row(db, &may_store, NO_VALUES, FIELDS(may)))
		return false;
	if (!may)
		return true;
	if (!stmt_begin(db) || !statement_run(db, &forget, VALUES(tournaments, score)))
		return false;
	for (int row = 0; row < ratings->rows; row++) {
		const char *text[COLUMNS];
		for (int i = 0; i < COLUMNS; i++)
			text[i] = sheet_text(ratings, row, i);
		if (!statement_run(db, &store,
		                   VALUES(tournaments, score, text[0], text[1], text[2], text[3], text[7],
		                          (int32_t)sheet_number(ratings, row, 4),
		                          (int32_t)sheet_number(ratings, row, 5),
		                          (int32_t)sheet_number(ratings, row, 6))))
			return false;
	}
	return stmt_commit(db);
}

/* ── what stands beside them ── */

bool stmt_read_rated(struct db *db, const char *tournaments, struct sheet *sheet)
{
	return stmt_read_sheet(db, &read_rated, VALUES(tournaments), 4, sheet);
}

bool stmt_read_heads(struct db *db, const char *tournaments, const char *score, struct sheet *sheet)
{
	return stmt_read_sheet(db, &read_heads, VALUES(tournaments, score), 7, sheet);
}

bool stmt_read_scores(struct db *db, const char *tournaments, struct sheet *sheet)
{
	return stmt_read_sheet(db, &read_scores, VALUES(tournaments), 6, sheet);
}

bool stmt_print_tables(struct db *db, const char *tournaments, const char *score, FILE *out)
{
	return statement_print(db, &print_tables, VALUES(tournaments, score), out);
}
