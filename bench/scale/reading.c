/* reading: see reading.h. */
#include "reading.h"

#include <stdio.h>

static void print(const char *name, double number)
{
	printf("%s %.6g\n", name, number);
}

static void print_count(const char *name, int64_t number)
{
	printf("%s %lld\n", name, (long long)number);
}

struct effort reading_add_up(const struct effort efforts[], int workers)
{
	struct effort sum = {.server_seen = true};
	for (int i = 0; i < workers; i++) {
		const struct effort *effort = &efforts[i];
		sum.slot.phases += effort->slot.phases;
		sum.slot.games += effort->slot.games;
		sum.server_seen &= effort->server_seen;
		for (int k = 0; k < EFFORT_SUMS; k++)
			sum.sum[k] += effort->sum[k];
		if (effort->wait_claim_most > sum.wait_claim_most)
			sum.wait_claim_most = effort->wait_claim_most;
		fit_merge(&sum.fit, &effort->fit);
	}
	return sum;
}

static double ratio(double a, double b)
{
	return b > 0 ? a / b : 0;
}

static void print_settled(const struct effort *sum)
{
	double cost[FIT_PARTS];
	print_count("batches_plain", sum->sum[EFFORT_SETTLED]);
	print_count("batches_durable", sum->sum[EFFORT_SETTLED_DURABLE]);
	print("wait_plain_us",
	      ratio(1e-3 * (double)sum->sum[EFFORT_WAIT_SETTLED], (double)sum->sum[EFFORT_SETTLED]));
	print("wait_durable_us", ratio(1e-3 * (double)sum->sum[EFFORT_WAIT_SETTLED_DURABLE],
	                               (double)sum->sum[EFFORT_SETTLED_DURABLE]));
	if (!fit_solve(&sum->fit, cost))
		return;
	print("fit_batch_us", cost[FIT_BATCH]);
	print("fit_phase_us", cost[FIT_PHASES]);
	print("fit_end_us", cost[FIT_ENDS]);
}

static void print_server(const struct effort *sum, const int64_t took[PROCESS_KINDS])
{
	const double phases = (double)sum->slot.phases;
	int64_t all = 0;
	for (int i = 0; i < PROCESS_KINDS; i++) {
		printf("server_%s_ms %.6g\n", process_names[i], 1e-6 * (double)took[i]);
		all += took[i];
	}
	print("server_us_a_phase", ratio(1e-3 * (double)all, phases));
	print("claim_us_a_game",
	      ratio(1e-3 * (double)sum->sum[EFFORT_SERVER_CLAIM], (double)sum->sum[EFFORT_CLAIMED]));
	print("claim_us",
	      ratio(1e-3 * (double)sum->sum[EFFORT_SERVER_CLAIM], (double)sum->sum[EFFORT_CLAIMS]));
	print("write_us_a_phase", ratio(1e-3 * (double)sum->sum[EFFORT_SERVER_WRITE], phases));
}

static void print_watch(const struct watch *watch)
{
	const double looks = (double)watch->looks;
	print("busy", ratio((double)watch->waits.busy, looks));
	print("waits_locks", ratio((double)watch->waits.locks, looks));
	print("waits_latches", ratio((double)watch->waits.latches, looks));
	print("waits_disk", ratio((double)watch->waits.disk, looks));
	print_count("beats", watch->beats);
	print("beat_us", ratio(1e-3 * (double)watch->beat_server, (double)watch->beats));
}

static void print_done(const struct effort *sum, int workers, double took, int64_t wal)
{
	const double phases = (double)sum->slot.phases;
	print_count("workers", workers);
	print("seconds", took);
	print_count("phases", sum->slot.phases);
	print_count("ends", sum->slot.games);
	print_count("batches", sum->sum[EFFORT_BATCHES]);
	print_count("claims", sum->sum[EFFORT_CLAIMS]);
	print_count("claimed", sum->sum[EFFORT_CLAIMED]);
	print_count("resumed", sum->sum[EFFORT_RESUMED]);
	print("phases_a_second", ratio(phases, took));
	print("wal_bytes_a_phase", ratio((double)wal, phases));
	print("client_us_a_phase", ratio(1e-3 * (double)sum->sum[EFFORT_CLIENT], phases));
	print("claim_wait_ms",
	      ratio(1e-6 * (double)sum->sum[EFFORT_WAIT_CLAIM], (double)sum->sum[EFFORT_CLAIMS]));
	print("claim_wait_most_ms", 1e-6 * (double)sum->wait_claim_most);
}

/* Subtracts an earlier reading from a later one. The fit is not changed: it does not accumulate in
 * time. */
static void take_out(struct effort *later, const struct effort *before)
{
	later->slot.phases -= before->slot.phases;
	later->slot.games -= before->slot.games;
	for (int k = 0; k < EFFORT_SUMS; k++)
		later->sum[k] -= before->sum[k];
}

void reading_print(const struct reading *before, const struct reading *after, int workers,
                   const struct watch *watch)
{
	int64_t server[PROCESS_KINDS];
	struct effort sum = after->sum;
	take_out(&sum, &before->sum);
	print_done(&sum, workers, 1e-9 * (double)(after->at - before->at), after->wal - before->wal);
	print_watch(watch);
	if (sum.sum[EFFORT_SETTLED] + sum.sum[EFFORT_SETTLED_DURABLE] > 0)
		print_settled(&sum);
	for (int i = 0; i < PROCESS_KINDS; i++)
		server[i] = after->server[i] - before->server[i];
	if (sum.server_seen)
		print_server(&sum, server);
}
