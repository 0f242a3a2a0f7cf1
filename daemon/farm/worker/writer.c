/* writer: see writer.h. */
#include "writer.h"

#include <stdlib.h>

#include "base/heap.h"
#include "base/log.h"
#include "base/clock.h"
#include "db/pg/fault.h"

/* A batch is sent after this time even if it is not full. */
enum { BATCH_MS = 250 };

void writer_open(struct writer *writer, struct session *session, struct slot *slot, int batch_most)
{
	writer->session = session;
	writer->slot = slot;
	writer->batch_most = batch_most;
	writer->batch = &writer->batches[0];
	writer->sent = &writer->batches[1];
	writer_clear(writer);
}

void writer_clear(struct writer *writer)
{
	batch_clear(writer->batch);
	batch_clear(writer->sent);
	for (int i = 0; i < STMT_HELD_MAX; i++)
		writer->claims[i].done = true;
}

static bool has_claims(const struct writer *writer)
{
	for (int i = 0; i < STMT_HELD_MAX; i++)
		if (!writer->claims[i].done)
			return true;
	return false;
}

enum standing writer_drop(struct writer *writer, int64_t refused)
{
	struct session *session = writer->session;
	int64_t games;
	writer_clear(writer);
	return session_count_refused(session, refused) &&
	               stmt_workers_leave(session->db, &session->worker, 1, &games)
	           ? STANDING_REFUSED
	           : STANDING_LOST;
}

/* ── after a lost connection ── */

/* Sends the first parts. */
static bool send_parts(struct writer *writer, int parts)
{
	struct session *session = writer->session;
	return batch_send(writer->sent, session->db, &session->types, session->worker, parts);
}

/* Counts the batch in flight as stored. */
static void account(struct writer *writer)
{
	struct batch *sent = writer->sent;
	const int ends = batch_count_ends(sent);
	for (int i = 0; i < sent->under_way; i++) {
		struct written *part = &sent->parts[i];
		part->claim->stored += part->count;
		part->claim->done |= part->over || batch_waits(sent, part->claim);
	}
	writer->slot->phases += batch_count_boards(sent) - ends; /* a final position is not a phase */
	writer->slot->games += ends;
	session_reset_backoff(writer->session);
	batch_drop_sent(sent);
}

/* The number of boards of a claim that the database should have, as counted by stmt_resume_games;
 * -1 if the claim should be over. arrived: the batch in flight was stored. */
static int32_t expected_boards(const struct writer *writer, const struct claim *claim, bool arrived)
{
	const struct batch *sent = writer->sent;
	const struct written *part = arrived ? batch_find(sent, claim) : NULL;
	if (part == NULL)
		return claim->stored;
	return part->over || batch_waits(sent, claim) ? -1 : claim->stored + part->count;
}

static bool agrees(const struct writer *writer, const int32_t boards[], bool arrived)
{
	for (int i = 0; i < STMT_HELD_MAX; i++) {
		const struct claim *claim = &writer->claims[i];
		const bool loaded = claim->stored >= 0;
		if (!claim->done &&
		    (loaded ? boards[i] != expected_boards(writer, claim, arrived) : boards[i] < 0))
			return false;
	}
	return true;
}

/* Claims the games again under their epochs. Accounts for the batch in flight if it was stored
 * after all. Drops all claims if the database has other boards than this worker expects. */
static enum standing claim_again(struct writer *writer)
{
	struct session *session = writer->session;
	int32_t boards[STMT_HELD_MAX];

	if (!stmt_resume_games(session->db, session->worker, writer->claims, STMT_HELD_MAX, boards))
		return STANDING_LOST;

	if (writer->sent->under_way > 0 && agrees(writer, boards, true))
		account(writer);
	else if (!agrees(writer, boards, false)) {
		log_line("another worker has had one of these games meanwhile, or the server has lost "
		         "phases; all claims are dropped");
		return writer_drop(writer, 0);
	}

	return STANDING_GOOD;
}

enum standing writer_resume(struct writer *writer)
{
	struct session *session = writer->session;
	const struct batch *sent = writer->sent;

	while (has_claims(writer) && session->db != NULL && session_may_recover(session) &&
	       session_connect(session)) {
		const enum standing standing = claim_again(writer);
		if (standing == STANDING_REFUSED)
			return standing;
		if (standing == STANDING_GOOD &&
		    (sent->part_count == 0 ||
		     send_parts(writer, sent->under_way > 0 ? sent->under_way : sent->part_count)))
			return STANDING_GOOD;
	}

	return STANDING_LOST;
}

/* ── sending ── */

/* Sends the first parts. */
static enum standing send(struct writer *writer, int parts)
{
	return parts == 0 || send_parts(writer, parts) ? STANDING_GOOD : writer_resume(writer);
}

/* Handles a failed write to one or several games. A refusal costs all claims: a worker that misses
 * its lease loses all its games at once, and a batch with a game that was taken away stores nothing
 * of the other games either. */
static enum standing fail_write(struct writer *writer, const struct claim *only, int64_t writes)
{
	const struct db_fault *fault = db_fault(writer->session->db);
	struct log_about about = {.game = only != NULL ? only->game : 0,
	                          .epoch = only != NULL ? only->epoch : 0};

	switch (fault_find(writer->session->db)) {
	case FAULT_REFUSED:
		about.level = LOG_WARNING;
		about.sqlstate = fault->sqlstate;
		log_event(&about, "write refused: %s; all claims are dropped", fault->message);
		return writer_drop(writer, writes);
	case FAULT_TAKEN:
		log_event(&about, "%s; this worker's games are claimed again", fault->message);
		return writer_drop(writer, 0);
	default:
		return STANDING_LOST;
	}
}

static enum standing put_aside(struct writer *writer, struct claim *claim, const struct aside *why)
{
	if (!aside_put(writer->session, claim, why))
		return fail_write(writer, claim, 1);
	claim->done = true;
	batch_drop_claim(writer->batch, claim);
	return STANDING_GOOD;
}

/* Quarantines the only game in flight: the database refused its phases. */
static enum standing accuse(struct writer *writer, const struct db_fault *fault)
{
	struct batch *sent = writer->sent;
	const struct written *part = &sent->parts[0];
	char what[80] = "its next turns cannot be stored";
	char first[PHASE_TEXT_SIZE], last[PHASE_TEXT_SIZE];
	if (part->count > 0)
		snprintf(what, sizeof what, "%s to %s cannot be stored",
		         phase_print(part->boards[0].phase, first),
		         phase_print(part->boards[part->count - 1].phase, last));
	const enum standing standing = put_aside(writer, part->claim, &(struct aside){what, fault});
	if (standing == STANDING_GOOD)
		batch_drop_sent(sent);
	return standing;
}

/* The database refuses the only game in flight. The game is not to blame if the database has other
 * boards than this worker expects: a write of the last session may have arrived late. Nor is it to
 * blame if the server refused every board and has since been repaired: so the write is tried
 * twice. */
static enum standing drop_culprit(struct writer *writer)
{
	const struct db_fault fault = *db_fault(writer->session->db);
	struct written *part = &writer->sent->parts[0];
	enum standing standing = claim_again(writer);

	if (standing == STANDING_GOOD && writer->sent->under_way > 0) {
		if (part->suspected)
			standing = accuse(writer, &fault);
		else if (stmt_suspect(writer->session->db, writer->session->worker, part->claim)) {
			part->suspected = true;
			return send(writer, 1);
		} else
			standing = fail_write(writer, part->claim, 1);
	}
	if (standing == STANDING_LOST)
		return writer_resume(writer);
	return standing == STANDING_GOOD ? send(writer, writer->sent->part_count) : standing;
}

enum standing writer_settle(struct writer *writer)
{
	const struct batch *sent = writer->sent;
	enum standing standing = STANDING_GOOD;

	while (standing == STANDING_GOOD) {
		switch (batch_settle(sent, writer->session->db)) {
		case BATCH_NONE:
			return STANDING_GOOD;
		case BATCH_DONE:
			account(writer);
			standing = send(writer, sent->part_count);
			break;
		case BATCH_BAD:
			standing =
				sent->under_way > 1 ? send(writer, sent->under_way / 2) : drop_culprit(writer);
			break;
		case BATCH_VOID:
			return fail_write(writer, sent->under_way == 1 ? sent->parts[0].claim : NULL,
			                  batch_count_boards(sent));
		case BATCH_LOST:
			standing = writer_resume(writer);
		}
	}

	return standing;
}

/* close must stay valid while the batch may have to be resent, so this waits for the outcome. */
enum standing writer_flush(struct writer *writer, const struct batch_close *close)
{
	enum standing standing = writer_settle(writer);
	if (close != NULL && close->claim->done)
		close = NULL; /* its game was just quarantined */
	if (standing != STANDING_GOOD || (close == NULL && writer_is_empty(writer)))
		return standing;
	struct batch *sent = writer->batch;
	writer->batch = writer->sent;
	writer->sent = sent;
	if (close != NULL)
		batch_end_with(sent, close);
	standing = send(writer, sent->part_count);
	return standing == STANDING_GOOD && close != NULL ? writer_settle(writer) : standing;
}

enum standing writer_put_aside(struct writer *writer, struct claim *claim, const struct aside *why)
{
	enum standing standing = writer_settle(writer);
	return standing == STANDING_GOOD ? put_aside(writer, claim, why) : standing;
}

/* ── filling ── */

/* Puts a claim into a free place. Each place keeps its summary. */
static struct claim *place(struct writer *writer, const struct claim *claim)
{
	struct claim *free = writer->claims;
	while (!free->done)
		free++;
	struct summary *summary = free->summary != NULL ? free->summary : heap_get(1, sizeof *summary);
	*free = *claim;
	free->summary = summary;
	return free;
}

enum standing writer_claim(struct writer *writer, int most, const char *bots,
                           struct claim *claims[STMT_CLAIMS_MAX], int *count)
{
	struct session *session = writer->session;
	const enum standing standing = writer_settle(writer);
	int room = 0;
	*count = 0;
	for (int i = 0; i < STMT_HELD_MAX && room < most; i++)
		room += writer->claims[i].done;
	if (standing != STANDING_GOOD || room == 0)
		return standing;
	if (!stmt_claim_games(session->db, session->worker, room, bots, writer->claimed, count))
		return STANDING_LOST;
	for (int i = 0; i < *count; i++)
		claims[i] = place(writer, &writer->claimed[i]);
	return STANDING_GOOD;
}

struct batch *writer_fill(struct writer *writer)
{
	if (writer_is_empty(writer))
		writer->begun = clock_ns();
	return writer->batch;
}

bool writer_is_empty(const struct writer *writer)
{
	return writer->batch->part_count == 0;
}

bool writer_is_due(const struct writer *writer)
{
	return batch_is_full(writer->batch, writer->batch_most) ||
	       clock_ns() - writer->begun >= BATCH_MS * UINT64_C(1000000);
}
