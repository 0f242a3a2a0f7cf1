/* seat_answers: see seat_answers.h. */
#include "seat_answers.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/json.h"
#include "base/log.h"
#include "seat_hint.h"
#include "db/record/secret.h"

/* An answer in the making. */
struct answer {
	FILE *out;
	char *text;
	size_t size;
	struct reply *refusal; /* NULL: none */
	bool failed;           /* there is no memory */
	bool same;             /* as in seat_answer */
};

typedef bool answerer(struct answer *answer, struct db *db, const struct seat_request *request);

static const char away[] = "The database does not answer: please try again";

static void refuse(struct answer *answer, int status, const char *what)
{
	answer->refusal = reply_refuse_json(status, what);
	answer->failed = answer->refusal == NULL;
}

void seat_write_text(FILE *out, const char *text, size_t size)
{
	char *quoted = malloc(6 * size + 3);
	if (quoted == NULL)
		return;
	fputs(json_print_string(text, quoted, 6 * size + 3), out);
	free(quoted);
}

static void write_member(struct answer *answer, const char *name, const char *text)
{
	fprintf(answer->out, "\"%s\":", name);
	if (text[0] == '\0')
		fputs("null", answer->out);
	else
		seat_write_text(answer->out, text, strlen(text));
}

/* The whole answer to what may be refused, if it was asked; whether it was. */
static bool write_problem(struct answer *answer, bool asked, const char *problem)
{
	if (!asked)
		return false;
	fputs("{", answer->out);
	write_member(answer, "problem", problem);
	fputs("}\n", answer->out);
	return true;
}

/* ── the state ── */

static void write_now(FILE *out)
{
	struct timespec now;
	struct tm tm;
	char text[32];
	clock_gettime(CLOCK_REALTIME, &now);
	gmtime_r(&now.tv_sec, &tm);
	strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &tm);
	fprintf(out, "\"now\":\"%s.%03ldZ\"", text, now.tv_nsec / 1000000);
}

/* The tag is read first: whatever is newer than the tag is sent again. */
static bool answer_state(struct answer *answer, struct db *db, const struct seat_request *request)
{
	char tag[STMT_PULSE_SIZE], *state;
	bool read;

	if (!stmt_seat_pulse(db, &request->door, tag))
		return false;
	if (request->door.game != 0 && strcmp(tag, request->seen) == 0) {
		answer->same = true;
		return true;
	}

	/* only messages are new: the rest costs more than ten times as much */
	if (strncmp(tag, request->seen, STMT_PULSE_HALF) == 0)
		read = stmt_seat_press(db, &request->door, &state);
	else
		read = stmt_seat_state(db, &request->door, &state);
	if (!read)
		return false;
	if (state == NULL)
		answer->failed = true;
	else
		fprintf(answer->out, "{\"tag\":\"%s\",%s,", tag, state);

	write_now(answer->out);
	fputs("}\n", answer->out);
	free(state);
	return true;
}

static bool answer_board(struct answer *answer, struct db *db, const struct seat_request *request)
{
	struct seat_picture *picture;
	if (!seat_picture_find(db, &request->door, &picture))
		return false;
	seat_picture_write(answer->out, picture);
	return true;
}

/* ── orders ── */

/* The picture is found first: the farm may play on as soon as the orders are there. */
static bool answer_orders(struct answer *answer, struct db *db, const struct seat_request *request)
{
	struct seat_picture *picture;
	struct seat_orders orders = {
		.lines = request->orders, .phase = request->phase, .final = request->final};

	if (!seat_picture_find(db, &request->door, &picture))
		return false;
	if (!stmt_seat_submit(db, &request->door, &orders)) {
		seat_picture_free(picture);
		return false;
	}

	if (orders.problem[0] != '\0') {
		refuse(answer, 409, orders.problem);
	} else if (orders.results != NULL) {
		fprintf(answer->out, "{\"orders\":%s,\"board\":", orders.results);
		seat_picture_order(picture, orders.given);
		seat_picture_write(answer->out, orders.stored ? picture : NULL);
		fputs("}\n", answer->out);
	} else {
		answer->failed = true;
	}

	if (answer->refusal != NULL || answer->failed || !orders.stored)
		seat_picture_free(picture);
	free(orders.results);
	return true;
}

static bool answer_reopen(struct answer *answer, struct db *db, const struct seat_request *request)
{
	char problem[STMT_PROBLEM_SIZE];
	const bool asked = stmt_seat_reopen(db, &request->door, request->phase, problem);
	return write_problem(answer, asked, problem);
}

static bool answer_vote(struct answer *answer, struct db *db, const struct seat_request *request)
{
	char problem[STMT_PROBLEM_SIZE];
	const bool asked =
		stmt_seat_vote(db, &request->door, request->wish, request->vote, request->among, problem);
	return write_problem(answer, asked, problem);
}

/* ── messages ── */

static bool answer_messages(struct answer *answer, struct db *db,
                            const struct seat_request *request)
{
	char *messages;
	if (!stmt_seat_messages(db, &request->door, request->sheet, &messages))
		return false;
	if (messages == NULL)
		answer->failed = true;
	else
		fprintf(answer->out, "{\"messages\":%s}\n", messages);
	free(messages);
	return true;
}

static bool answer_message(struct answer *answer, struct db *db, const struct seat_request *request)
{
	char problem[STMT_PROBLEM_SIZE];
	const bool asked = stmt_seat_write(db, &request->door, request->to, request->text, problem);
	return write_problem(answer, asked, problem);
}

/* ── hints ── */

/* Whether a line is among others. */
static bool is_line(const char *lines, const char *line)
{
	const size_t length = strlen(line);
	while (*lines != '\0') {
		const size_t one = strcspn(lines, "\n");
		if (one == length && memcmp(lines, line, length) == 0)
			return true;
		lines += one + (lines[one] == '\n');
	}
	return false;
}

/* Keeps the legal orders, which should be all of them. */
static void write_hint(struct answer *answer, const struct map *map, const struct seat_hint *hint,
                       const char *legal)
{
	char text[ORDER_TEXT_SIZE];
	const char *before = "";
	fprintf(answer->out, "{\"player\":\"%s\",\"orders\":[", seat_hint_player);
	for (int i = 0; i < hint->count; i++) {
		if (!is_line(legal, order_print(map, hint->order[i], text)))
			continue;
		fputs(before, answer->out);
		seat_write_text(answer->out, text, strlen(text));
		before = ",";
	}
	fputs("]}\n", answer->out);
}

/* Why there is no hint; NULL: there is one. */
static const char *refuse_hint(const struct seat_request *request, const struct seat_terms *terms,
                               const struct seat_picture *picture)
{
	char phase[PHASE_TEXT_SIZE];
	if (picture == NULL || !picture->open || terms->due == 0)
		return "There is nothing to order at this seat now";
	if (request->phase[0] != '\0' &&
	    strcasecmp(request->phase, phase_print(picture->record.board.phase, phase)) != 0)
		return "This phase is over";
	return NULL;
}

static bool answer_hint(struct answer *answer, struct db *db, const struct seat_request *request)
{
	struct seat_terms terms;
	struct seat_picture *picture = NULL;
	struct seat_hint hint;

	if (!stmt_seat_terms(db, &request->door, &terms))
		return false;
	const bool found = !terms.hints || seat_picture_find(db, &request->door, &picture);
	const char *why = found && terms.hints ? refuse_hint(request, &terms, picture) : NULL;
	if (!terms.hints)
		refuse(answer, 403, "This game gives no hints");
	else if (why != NULL)
		refuse(answer, 409, why);
	else if (found && terms.legal != NULL && seat_hint_make(picture, terms.rules, &hint))
		write_hint(answer, &picture->map, &hint, terms.legal);
	else if (found)
		answer->failed = true;

	seat_picture_free(picture);
	free(terms.legal);
	return found;
}

/* ── for a host ── */

static bool answer_links(struct answer *answer, struct db *db, const struct seat_request *request)
{
	char *links;
	if (!stmt_seat_links(db, &request->door, &links))
		return false;
	if (links == NULL)
		answer->failed = true;
	else
		fprintf(answer->out, "{%s}\n", links);
	free(links);
	return true;
}

/* Draws a secret; the database gets its digest, the address has it. */
struct drawn {
	char secret[SECRET_SIZE], address[SECRET_SIZE + sizeof "/seat#"];
	uint8_t digest[DIGEST_SIZE];
};

static void draw(struct drawn *drawn)
{
	secret_draw(drawn->secret);
	secret_digest(drawn->secret, drawn->digest);
	snprintf(drawn->address, sizeof drawn->address, "/seat#%s", drawn->secret);
}

static bool write_invitation(struct answer *answer, struct db *db,
                             const struct seat_request *request, bool hand_over)
{
	struct drawn drawn;
	struct seat_link link;

	draw(&drawn);
	const bool asked =
		stmt_seat_invite(db, &request->door, request->power, hand_over, drawn.digest, &link);
	if (asked) {
		fputs("{", answer->out);
		write_member(answer, "address", link.link != 0 ? drawn.address : "");
		fprintf(answer->out, ",\"link\":%lld,", (long long)link.link);
		write_member(answer, "expires", link.expires);
		fputs(",", answer->out);
		write_member(answer, "problem", link.problem);
		fputs("}\n", answer->out);
	}

	explicit_bzero(&drawn, sizeof drawn);
	return asked;
}

static bool answer_invite(struct answer *answer, struct db *db, const struct seat_request *request)
{
	return write_invitation(answer, db, request, false);
}

static bool answer_hand_over(struct answer *answer, struct db *db,
                             const struct seat_request *request)
{
	return write_invitation(answer, db, request, true);
}

static bool answer_unlink(struct answer *answer, struct db *db, const struct seat_request *request)
{
	bool done;
	if (!stmt_seat_unlink(db, &request->door, request->link, &done))
		return false;
	fprintf(answer->out, "{\"done\":%s}\n", done ? "true" : "false");
	return true;
}

/* Another game of a host: the next one, which begins, or the one that followed. Its number, the
 * address of a new link to it, or why there is none. */
static bool answer_other_game(struct answer *answer, struct db *db,
                              const struct seat_request *request)
{
	struct drawn drawn;
	int64_t game;
	char problem[STMT_PROBLEM_SIZE];
	bool asked;

	draw(&drawn);
	if (request->page == PAGE_SEAT_AGAIN)
		asked = stmt_seat_again(db, &request->door, request->power, request->player, drawn.digest,
		                        &game, problem);
	else
		asked = stmt_seat_follow(db, &request->door, drawn.digest, &game, problem);

	if (asked) {
		fprintf(answer->out, "{\"game\":%lld,", (long long)game);
		write_member(answer, "address", game != 0 ? drawn.address : "");
		fputs(",", answer->out);
		write_member(answer, "problem", problem);
		fputs("}\n", answer->out);
	}

	explicit_bzero(&drawn, sizeof drawn);
	return asked;
}

/* ── all ── */

/* Says why the database refused. */
static struct reply *explain(struct db *db, const struct seat_request *request)
{
	const char *closed = request->door.game != 0
	                         ? "Your role has no such seat"
	                         : "This link opens no seat: it is unknown, expired or withdrawn";
	static const struct {
		const char *sqlstate;
		int status;
		const char *what;
	} faults[] = {
		{STMT_SEAT_CLOSED, 403, NULL},
		{"55P03", 409, "The game is being changed just now: please try again"},
		{"40P01", 409, "The game is being changed just now: please try again"},
	};
	const struct db_fault *fault = db_fault(db);

	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
		if (strcmp(fault->sqlstate, faults[i].sqlstate) == 0)
			return reply_refuse_json(faults[i].status,
			                         faults[i].what != NULL ? faults[i].what : closed);

	if (!fault->lost)
		log_event(&(struct log_about){.level = LOG_WARNING, .sqlstate = fault->sqlstate}, "%s",
		          fault->message);
	return reply_refuse_json(503, away);
}

struct reply *seat_answer(struct db *db, const struct seat_request *request, bool *same)
{
	static answerer *const answerers[ADDRESS_PAGES] = {
#define MAKER_SEAT(page, maker) [PAGE_##page] = (maker),
#define MAKER_HOST(page, maker) [PAGE_##page] = (maker),
#include "web/http/addresses.def"
	};
	struct answer answer = {0};
	if (request->door.game != 0 && address_kind(request->page) == KIND_HOST)
		return reply_refuse_json(403,
		                         "Only the person who made the game, and has a link, may do this");
	if (db == NULL || (answer.out = open_memstream(&answer.text, &answer.size)) == NULL)
		return reply_refuse_json(503, away);

	const bool answered = answerers[request->page](&answer, db, request);
	answer.failed |= ferror(answer.out) != 0;
	answer.failed |= fclose(answer.out) != 0;
	*same = answered && answer.same;
	if (answered && !answer.failed && !answer.same && answer.refusal == NULL)
		return reply_make(200, REPLY_JSON, answer.text, answer.size);

	if (answer.text != NULL)
		explicit_bzero(answer.text, answer.size);
	free(answer.text);
	if (!answered)
		return explain(db, request);
	if (*same || answer.refusal != NULL)
		return answer.refusal;
	return reply_refuse_json(500, "There is no memory for this");
}
