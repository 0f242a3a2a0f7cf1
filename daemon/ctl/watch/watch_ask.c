/* watch_ask: see watch_ask.h. */
#include "watch_ask.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "db/statements/report/stmt_reports.h"

enum {
	POINTS_TIMES =
		40,          /* points are queried again after this many times the duration of the query */
	FIRST_TIMES = 4, /* the first time, when nothing is planned or read, takes longer */
	PHASES_SECONDS = 8, /* rates of phases are those of this number of last seconds */
	GAMES_SECONDS = 60, /* the same for games, which end in bursts */
	GAMES_LEAST = 5,    /* with fewer games in that time, the rate is that of the whole watch */
	FIRST_SECONDS = 2,  /* before that, no remaining time is shown */
};

double watch_seconds_now(void)
{
	return 1e-9 * (double)clock_ns();
}

/* The rate of the last seconds; of the whole watch, once the tournament is over. */
static double rate_of(const struct watch *watch, const struct pace *pace, int64_t gained)
{
	if (!watch->view.over)
		return pace_rate(pace, PHASES_SECONDS);
	return watch->view.seconds > 0 ? (double)gained / watch->view.seconds : -1;
}

static void reckon(struct watch *watch, double at)
{
	struct view *const view = &watch->view;
	const struct progress *const now = &view->progress, *const first = &watch->first;
	const int64_t finished = now->finished - first->finished;

	view->seconds = at - watch->begun;
	view->over = now->open == 0;
	if (now->workers == 0)
		watch->games = (struct pace){.count = 0}; /* a worker that starts then is not slow */
	pace_add(&watch->games, at, now->finished);
	pace_add(&watch->phases, at, now->phases);
	pace_add(&watch->farm, at, now->farm_phases);
	view->phases_rate = rate_of(watch, &watch->phases, now->phases - first->phases);
	view->farm_rate = rate_of(watch, &watch->farm, now->farm_phases - first->farm_phases);

	const double lately = pace_rate(&watch->games, GAMES_SECONDS);
	const bool recent = !view->over && pace_gain(&watch->games, GAMES_SECONDS) >= GAMES_LEAST;
	view->games_rate = -1;
	if (recent)
		view->games_rate = lately;
	else if (view->seconds > 0)
		view->games_rate = (double)finished / view->seconds;

	/* The first games end late, all at once: rates before that mean nothing. */
	const int64_t known = recent ? pace_gain(&watch->games, GAMES_SECONDS) : finished;
	const bool telling = view->seconds > FIRST_SECONDS && known > 0 && known >= now->claimed;
	view->left = telling && view->games_rate > 0 && now->workers > 0 && !now->paused
	                 ? (double)now->open / view->games_rate
	                 : -1;
}

bool watch_ask_progress(struct watch *watch)
{
	const double asked_at = watch_seconds_now();
	if (!stmt_progress(watch->db, watch->view.name, &watch->view.progress))
		return false;
	if (watch->begun == 0) {
		watch->begun = asked_at;
		watch->first = watch->view.progress;
	}
	reckon(watch, asked_at);
	return true;
}

/* Sorts lines by their kind. */
static bool take_held(struct view *view, struct db_rows *rows)
{
	int32_t kind;
	const char *line;

	while (stmt_next_held(rows, &kind, &line)) {
		struct view_held *const held = &view->held[kind];
		if (held->count < VIEW_HELD_MAX)
			snprintf(held->line[held->count++], sizeof held->line[0], "%s", line);
	}

	return db_rows_close(rows);
}

static bool read_players(struct watch *watch)
{
	struct db_rows rows;
	struct watched_player player;
	struct view *const view = &watch->view;

	if (!stmt_read_players(watch->db, view->name, watch->score, &rows))
		return false;
	view->player_count = 0;
	view->players = 0;

	while (view->player_count < VIEW_PLAYERS_MAX && stmt_next_player(&rows, &player)) {
		struct view_player *const to = &view->player[view->player_count++];
		*to = (struct view_player){.points = (double)player.points / 100,
		                           .has_share = player.has_share,
		                           .has_interval = player.has_interval,
		                           .share = player.share / 10.0,
		                           .fair = player.fair / 10.0,
		                           .low = player.low / 10.0,
		                           .high = player.high / 10.0};
		snprintf(to->name, sizeof to->name, "%s", player.name);
		view->players = player.players;
	}

	return db_rows_close(&rows);
}

static bool read_absent(struct watch *watch)
{
	struct db_rows rows;
	watch->view.held[HELD_ABSENT].count = 0;
	return stmt_read_absent(watch->db, watch->view.name, &rows) && take_held(&watch->view, &rows);
}

/* Points and absences: both need all finished games. */
static bool read_results(struct watch *watch)
{
	const bool first = watch->points_at == 0;
	const double begun = watch_seconds_now();

	if (!read_players(watch) || !read_absent(watch))
		return false;
	watch->points_at = watch_seconds_now();
	watch->points_took = (watch->points_at - begun) / (first ? FIRST_TIMES : 1);
	return true;
}

bool watch_ask_points(struct watch *watch)
{
	struct view *const view = &watch->view;
	const double next = watch->points_at + POINTS_TIMES * watch->points_took;
	const bool due = view->over || watch->points_at == 0 || watch_seconds_now() >= next;
	if (due && !read_results(watch))
		return false;
	view->points_age = watch_seconds_now() - watch->points_at;
	return true;
}

/* The rate of a worker. A new worker takes the place of one that is gone. */
static double worker_rate(struct watch *watch, const struct listed_worker *worker, double at)
{
	int place = 0;
	while (place < watch->pace_count && watch->pace[place].id != worker->id)
		place++;
	if (place == VIEW_WORKERS_MAX)
		return -1;
	if (place == watch->pace_count)
		watch->pace[watch->pace_count++] = (struct worker_pace){.id = worker->id};
	pace_add(&watch->pace[place].pace, at, worker->phases);
	return pace_rate(&watch->pace[place].pace, PHASES_SECONDS);
}

/* Forgets workers that are gone. */
static void forget_workers(struct watch *watch)
{
	int kept = 0;
	for (int i = 0; i < watch->pace_count; i++) {
		bool there = false;
		for (int j = 0; j < watch->view.worker_count; j++)
			there = there || watch->view.worker[j].id == watch->pace[i].id;
		if (there && kept++ < i)
			watch->pace[kept - 1] = watch->pace[i];
	}
	watch->pace_count = kept;
}

static int compare_workers(const void *a, const void *b)
{
	const struct view_worker *const left = a, *const right = b;
	const int hosts = strcmp(left->host, right->host);
	return hosts != 0 ? hosts : (left->id > right->id) - (left->id < right->id);
}

static bool ask_workers(struct watch *watch)
{
	struct db_rows rows;
	struct listed_worker worker;
	struct view *const view = &watch->view;
	const double at = watch_seconds_now();

	if (!stmt_list_workers(watch->db, &rows))
		return false;
	view->worker_count = 0;
	while (view->worker_count < VIEW_WORKERS_MAX && stmt_next_worker(&rows, &worker)) {
		struct view_worker *const to = &view->worker[view->worker_count++];
		*to = (struct view_worker){.id = worker.id,
		                           .pid = worker.pid,
		                           .lost = strcmp(worker.state, "lost") == 0,
		                           .heartbeat = worker.heartbeat_age,
		                           .claims = worker.claims,
		                           .rate = worker_rate(watch, &worker, at)};
		snprintf(to->host, sizeof to->host, "%s", worker.host);
	}

	forget_workers(watch);
	qsort(view->worker, (size_t)view->worker_count, sizeof view->worker[0], compare_workers);
	return db_rows_close(&rows);
}

static bool ask_held(struct watch *watch)
{
	struct db_rows rows;
	struct view *const view = &watch->view;

	view->held[HELD_QUARANTINED].count = view->held[HELD_AWAITED].count = 0;
	if (view->progress.quarantined == 0 && view->progress.waiting == 0)
		return true;
	return stmt_read_held(watch->db, view->name, &rows) && take_held(view, &rows);
}

bool watch_ask_others(struct watch *watch)
{
	return ask_workers(watch) && ask_held(watch);
}
