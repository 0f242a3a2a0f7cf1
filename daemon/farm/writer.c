/* writer: see writer.h. */
#include "writer.h"

#include "base/log.h"
#include "clock.h"

/* A batch is sent after this time though it is not full. */
enum { BATCH_MS = 250 };

void writer_open(struct writer *writer, struct session *session, struct slot *slot, int batch_most)
{
	writer->session = session;
	writer->slot = slot;
	writer->batch_most = batch_most;
	writer->batch = &writer->batches[0];
	writer->sent = &writer->batches[1];
	writer->claim_count = 0;
	writer_clear(writer);
}

void writer_clear(struct writer *writer)
{
	batch_clear(writer->batch);
	batch_clear(writer->sent);
}

enum standing writer_drop(struct writer *writer, int64_t refused)
{
	struct session *session = writer->session;
	int64_t games;
	batch_clear(writer->sent);
	writer->claim_count = 0;
	return session_count_refused(session, refused) &&
	               stmt_workers_leave(session->db, &session->worker, 1, &games)
	           ? STANDING_REFUSED
	           : STANDING_LOST;
}

/* ── after a lost connection ── */

/* The batch under way is stored. */
static void account(struct writer *writer)
{
	struct batch *sent = writer->sent;
	const int ends = batch_count_ends(sent);
	for (int i = 0; i < sent->part_count; i++) {
		struct written *part = &sent->parts[i];
		part->claim->stored += part->count;
		part->claim->done |= part->over;
	}
	if (sent->close != NULL && sent->close->asked != 0)
		sent->close->claim->done = true;
	writer->slot->phases += sent->count - ends; /* a final position is no phase */
	writer->slot->games += ends;
	session_reset_backoff(writer->session);
	batch_clear(sent);
}

/* How many boards of a claim the database should have, as stmt_resume_games counts them; -1 where
 * the claim should be over. arrived: the batch under way was stored. */
static int32_t expected_boards(const struct writer *writer, const struct claim *claim, bool arrived)
{
	const struct batch *sent = writer->sent;
	const struct written *part = arrived && sent->under_way ? batch_find(sent, claim) : NULL;
	if (part == NULL)
		return claim->stored;
	const bool waits =
		sent->close != NULL && sent->close->asked != 0 && sent->close->claim == claim;
	return part->over || waits ? -1 : claim->stored + part->count;
}

static bool agrees(const struct writer *writer, const int32_t boards[], bool arrived)
{
	for (int i = 0; i < writer->claim_count; i++)
		if (!writer->claims[i].done &&
		    boards[i] != expected_boards(writer, &writer->claims[i], arrived))
			return false;
	return true;
}

enum standing writer_resume(struct writer *writer)
{
	struct session *session = writer->session;
	int32_t boards[STMT_CLAIMS_MAX];
	while (writer->claim_count > 0 && session->db != NULL && session_may_recover(session) &&
	       session_connect(session)) {
		if (!stmt_resume_games(session->db, session->worker, writer->claims, writer->claim_count,
		                       boards))
			continue;
		if (writer->sent->under_way && agrees(writer, boards, true))
			account(writer);
		else if (!agrees(writer, boards, false)) {
			log_line("another worker has had one of these games meanwhile, or the server has lost "
			         "phases; all claims are dropped");
			return writer_drop(writer, 0);
		}
		if (!writer->sent->under_way ||
		    batch_send(writer->sent, session->db, &session->types, session->worker))
			return STANDING_GOOD;
	}
	return STANDING_LOST;
}

/* ── sending ── */

/* A refusal costs all claims. A worker that misses its lease loses all of its games at once. And a
 * batch with a game that was taken away stores nothing of the others either. */
enum standing writer_settle(struct writer *writer)
{
	const struct batch *sent = writer->sent;
	const struct claim *only = sent->part_count == 1 ? sent->parts[0].claim : NULL;
	struct log_about about = {.game = only != NULL ? only->game : 0,
	                          .epoch = only != NULL ? only->epoch : 0};
	enum standing standing = STANDING_GOOD;
	while (standing == STANDING_GOOD) {
		switch (batch_settle(sent, writer->session->db)) {
		case BATCH_NONE:
			return STANDING_GOOD;
		case BATCH_DONE:
			account(writer);
			break;
		case BATCH_REFUSED:
			about.level = LOG_WARNING;
			about.sqlstate = STMT_REFUSED;
			log_event(&about, "write refused: %s; all claims are dropped",
			          db_fault(writer->session->db)->message);
			return writer_drop(writer, sent->count);
		case BATCH_TAKEN:
			log_event(&about, "%s; all claims are dropped", db_fault(writer->session->db)->message);
			return writer_drop(writer, 0);
		case BATCH_LOST:
			standing = writer_resume(writer);
		}
	}
	return standing;
}

/* close must stay valid as long as the batch may have to be sent again; so it is waited for. */
enum standing writer_flush(struct writer *writer, const struct batch_close *close)
{
	struct session *session = writer->session;
	enum standing standing = writer_settle(writer);
	if (standing != STANDING_GOOD)
		return standing;
	struct batch *sent = writer->batch;
	writer->batch = writer->sent;
	writer->sent = sent;
	if (close != NULL)
		batch_end_with(sent, close);
	if (!batch_send(sent, session->db, &session->types, session->worker))
		standing = writer_resume(writer);
	return standing == STANDING_GOOD && close != NULL ? writer_settle(writer) : standing;
}

/* ── filling ── */

enum standing writer_claim(struct writer *writer)
{
	struct session *session = writer->session;
	enum standing standing = writer_settle(writer);
	batch_clear(writer->batch);
	writer->claim_count = 0;
	if (standing == STANDING_GOOD &&
	    !stmt_claim_games(session->db, session->worker, writer->claims, &writer->claim_count))
		standing = STANDING_LOST;
	return standing;
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
