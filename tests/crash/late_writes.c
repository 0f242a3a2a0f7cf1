/* late_writes COUNT COMMAND: a worker whose claim has lapsed tries to write, COUNT times, as the
 * farm's workers do. Used by crash/kills.
 *
 * It claims a game, plays some phases, and writes the first one while its claim is good. Then the
 * claim lapses, and it continues writing under the old epoch. In the first third of the tries the
 * game is free, in the second another worker has claimed it, in the rest COMMAND plays it and
 * finishes it. It prints how many batches were accepted, refused and lost, and how many phases and
 * ends of games were in the refused ones. Its status is 0 when it got so far. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "farm/worker/batch.h"
#include "db/target.h"

enum { PHASES = 5 };

static struct batch batch;
static struct batch_types types;
static struct map map;
static struct match match;
static struct summary summary;
static struct stored phases[PHASES];
static int accepted, refused, lost;
static int64_t writes; /* in the refused batches */

static void check(bool done, struct db *db, const char *what)
{
	if (done)
		return;
	fprintf(stderr, "late_writes: %s: %s %s\n", what, db_fault(db)->sqlstate,
	        db_fault(db)->message);
	exit(1);
}

/* Plays the first phases of the claim's game. */
static void play(struct claim *claim)
{
	char error[TERMS_ERROR_SIZE];
	struct room room = {0};
	if (!terms_open_match(&claim->terms, &map, &match, error) ||
	    !terms_seat(&claim->terms, &match, error) || !terms_give_room(&match, &room)) {
		fprintf(stderr, "late_writes: %s\n", error);
		exit(1);
	}
	digest_open(&claim->digest, &claim->terms);
	summary_open(&summary, &map);
	claim->summary = &summary;
	for (int i = 0; i < PHASES; i++) {
		struct phase_record record;
		struct phase_cost cost;
		match_play(&match, &record, &cost);
		stored_pack(&map, &record, &cost, &phases[i]);
		summary_phase(&summary, &map, &phases[i]);
	}
	free(room.bytes);
	match.scratch = match.memory = NULL;
}

/* Writes `count` phases from `first` on. over: also the end of the game. */
static void write_batch(struct db *db, int64_t worker, struct claim *claim, int first, int count,
                        bool over)
{
	static const struct game_verdict draw = {.ending = GAME_DRAW};
	for (int i = 0; i < count; i++)
		*batch_add(&batch, claim) = phases[first + i];
	if (over)
		batch_end_game(&batch, claim, &match, &draw);
	check(batch_send(&batch, db, &types, worker, batch.part_count), db, "batch_send");
	switch (batch_settle(&batch, db)) {
	case BATCH_DONE:
		accepted++;
		break;
	case BATCH_VOID:
		refused++;
		writes += batch.count;
		break;
	default:
		lost++;
		fprintf(stderr, "late_writes: %s %s\n", db_fault(db)->sqlstate, db_fault(db)->message);
	}
	batch_clear(&batch);
}

/* Writes batches of four kinds in turn: one phase; all phases that are not stored; only the game's
 * end; those phases and the end. */
static void write_late(struct db *db, int64_t worker, struct claim *claim, int from, int to)
{
	for (int i = from; i < to; i++)
		write_batch(db, worker, claim, 1, i % 4 == 0 ? 1 : i % 4 == 2 ? 0 : PHASES - 1, i % 4 >= 2);
}

/* Registers a worker and claims the only game. */
static int64_t enter(struct db *db, struct claim *claim)
{
	static struct claim claims[STMT_CLAIMS_MAX];
	const struct worker_place place = {
		.host = "late", .pid = getpid(), .version = "late", .threads = 1};
	int64_t worker;
	int count;
	check(stmt_prepare_batch(db, &types), db, "prepare");
	check(stmt_register_worker(db, &place, &worker), db, "register");
	check(stmt_claim_games(db, worker, STMT_CLAIMS_MAX, "", claims, &count) && count == 1, db,
	      "the tournament's one game to be claimed");
	*claim = claims[0];
	return worker;
}

int main(int argc, char **argv)
{
	struct target target;
	char error[CLUSTER_ERROR_SIZE];
	static struct claim claim, others;
	int64_t games;
	if (argc != 3 || !target_find(NULL, &target, error))
		return 1;
	int tries = atoi(argv[1]);
	struct db *late = db_open(target.conninfo, "late_writes"),
			  *other = db_open(target.conninfo, "late_writes other");
	check(db_ready(late), late, "connect");
	check(db_ready(other), other, "connect");

	int64_t worker = enter(late, &claim);
	check(stmt_load_map(late, claim.terms.map, &map), late, "map");
	play(&claim);
	write_batch(late, worker, &claim, 0, 1, false);
	check(stmt_recover(other, 3600, &games) && games == 1, other,
	      "the claim to lapse with its supervisor");

	write_late(late, worker, &claim, 0, tries / 3);
	int64_t successor = enter(other, &others);
	check(others.game == claim.game && others.epoch == claim.epoch + 1, other,
	      "the same game to be claimed");
	write_late(late, worker, &claim, tries / 3, tries * 2 / 3);
	check(stmt_workers_leave(other, &successor, 1, &games) && games == 1, other,
	      "the game to come back");

	fflush(stdout);
	FILE *player = popen(argv[2], "r");
	if (player == NULL)
		return 1;
	write_late(late, worker, &claim, tries * 2 / 3, tries - 100);
	int status = pclose(player);
	write_late(late, worker, &claim, tries - 100, tries);
	check(stmt_count_refused(late, worker, writes), late, "count");
	printf("accepted %d refused %d lost %d writes %lld worker %lld\n", accepted, refused, lost,
	       (long long)writes, (long long)worker);
	db_close(late);
	db_close(other);
	return status != 0;
}
