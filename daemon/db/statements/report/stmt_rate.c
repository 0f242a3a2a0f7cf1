/* stmt_rate: see stmt_rate.h. The choices come from schema/functions/ratings.sql; rating.h
 * calculates. */
#include "stmt_rate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "db/record/rating.h"
#include "db/statements/statement.h"

#include "db/statements/report/stmt_rate.inc"

/* ── the choices ── */

/* A player, and its rated games. */
struct rated {
	char *name;
	int32_t games, blocks, seats, wins;
	int64_t last_game;
	int32_t last_block;
};

struct choices {
	struct rating_row *row;
	size_t count;
	struct rated *player;
	int players, games;
	int64_t last_game;
};

static void clear_choices(struct choices *choices)
{
	for (int i = 0; i < choices->players; i++)
		free(choices->player[i].name);
	free(choices->player);
	free(choices->row);
}

/* The player of that number; adds it and all before it if needed. */
static struct rated *reach_player(struct choices *choices, int number, const char *name)
{
	for (; choices->players <= number; choices->players++) {
		choices->player =
			heap_grow(choices->player, (size_t)choices->players + 1, sizeof *choices->player);
		choices->player[choices->players] = (struct rated){0};
	}
	struct rated *const player = &choices->player[number];
	if (player->name == NULL)
		player->name = heap_copy(name);
	return player;
}

/* Adds a game, or a place of one, to the counts of a player. */
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
	const char *name;
	int64_t game;
	int32_t place, wins;
	if (!db_query(db, &read_choices, VALUES(tournaments, score), &rows))
		return false;
	struct rating_row *row = choices->row = heap_get((size_t)rows.count + 1, sizeof *row);
	for (; db_rows_next(&rows, FIELDS(row->block, row->choice, row->player, name, game, place,
	                                  row->seats, row->share, wins));
	     row++) {
		count_game(reach_player(choices, row->player, name), row, game, place, wins);
		choices->games += choices->last_game != game;
		choices->last_game = game;
		choices->count++;
	}
	return db_rows_close(&rows);
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
	for (int i = 0; i < choices->players; i++)
		if (!statement_row(db, &read_quantile, VALUES(choices->player[i].blocks),
		                   FIELDS(quantile[i])))
			return false;
	return true;
}

/* The player with the best rating that is not yet among the rows; the first of equal ones, because
 * players are sorted by name. */
static int find_best(const struct rating rating[], int count)
{
	int best = -1;
	for (int i = 0; i < count; i++)
		if (!isnan(rating[i].rating) && (best < 0 || rating[i].rating > rating[best].rating))
			best = i;
	return best;
}

/* Makes room for the rows and for the texts of their players. */
static void make_room(const struct choices *choices, struct stmt_rows *rows)
{
	size_t size = 1;
	for (int i = 0; i < choices->players; i++)
		size += strlen(choices->player[i].name) + 1;
	rows->texts = heap_get(size, 1);
	stmt_make_rows(choices->players, sizeof(struct rated_player), rows);
}

/* The best first. */
static void fill_rows(const struct choices *choices, struct rating rating[],
                      struct rated_players *ratings)
{
	make_room(choices, &ratings->all);
	ratings->games = choices->games;
	struct rated_player *row = ratings->all.row;
	char *text = ratings->all.texts;
	for (; ratings->count < choices->players; ratings->count++, row++) {
		const int best = find_best(rating, choices->players);
		const struct rated *const player = &choices->player[best];
		*row = (struct rated_player){.player = text,
		                             .rating = rating[best].rating,
		                             .low = rating[best].low,
		                             .high = rating[best].high,
		                             .error = rating[best].error,
		                             .games = player->games,
		                             .seats = player->seats,
		                             .wins = player->wins};
		text = stpcpy(text, player->name) + 1;
		rating[best].rating = NAN;
	}
}

static bool calculate(struct db *db, const struct choices *choices, int anchor, double quantile[],
                      struct rating rating[], struct rated_players *ratings)
{
	const struct rating_rows rows = {choices->row, choices->count, choices->players};
	int stranger;
	if (!read_quantiles(db, choices, quantile))
		return false;
	if (!rating_find(&rows, anchor, quantile, rating, &stranger))
		return db_refuse(db, "%s and %s never met, not even over others: rate them by themselves",
		                 choices->player[0].name, choices->player[stranger].name);
	fill_rows(choices, rating, ratings);
	return true;
}

static bool rate_choices(struct db *db, const struct choices *choices, const char *anchor,
                         struct rated_players *ratings)
{
	int at = -1;
	if (anchor != NULL)
		at = find_player(choices, anchor);
	if (at == choices->players)
		return refuse_anchor(db, choices, anchor);
	if (choices->players < 2)
		return db_refuse(db, "there is one player only, %s: nothing to rate it by",
		                 choices->player[0].name);

	double *const quantile = heap_get((size_t)choices->players, sizeof *quantile);
	struct rating *const rating = heap_get((size_t)choices->players, sizeof *rating);
	const bool done = calculate(db, choices, at, quantile, rating, ratings);
	free(quantile);
	free(rating);
	return done;
}

bool stmt_rate(struct db *db, const char *tournaments, const char *score, const char *anchor,
               struct rated_players *ratings)
{
	struct choices choices = {0};
	const bool done = read_all_choices(db, tournaments, score, &choices) &&
	                  rate_choices(db, &choices, anchor, ratings);
	clear_choices(&choices);
	return done;
}

static bool store_rating(struct db *db, const char *tournaments, const char *score,
                         const struct rated_player *player)
{
	const double real[] = {player->rating, player->low, player->high, player->error};
	char text[4][32];
	for (int i = 0; i < 4; i++)
		snprintf(text[i], sizeof text[i], "%.17g", real[i]);
	return statement_run(db, &store,
	                     VALUES(tournaments, score, player->player, text[0], text[1], text[2],
	                            text[3], (int32_t)player->games, (int32_t)player->seats,
	                            (int32_t)player->wins));
}

bool stmt_store_ratings(struct db *db, const char *tournaments, const char *score,
                        const struct rated_players *ratings)
{
	bool may;
	if (!statement_row(db, &may_store, NO_VALUES, FIELDS(may)))
		return false;
	if (!may)
		return true;
	if (!stmt_begin(db) || !statement_run(db, &forget, VALUES(tournaments, score)))
		return false;
	for (int i = 0; i < ratings->count; i++)
		if (!store_rating(db, tournaments, score, &ratings->row[i]))
			return false;
	return stmt_commit(db);
}

/* ── other tables ── */

const struct rated_head *stmt_find_head(const struct rated_heads *heads, const char *player,
                                        const char *opponent)
{
	for (int i = 0; i < heads->count; i++) {
		const struct rated_head *const head = &heads->row[i];
		if (strcmp(head->player, player) == 0 && strcmp(head->opponent, opponent) == 0)
			return isnan(head->share) ? NULL : head;
	}
	return NULL;
}
