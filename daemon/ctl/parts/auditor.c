/* auditor: see auditor.h. */
#include "auditor.h"

#include <stdlib.h>

#include "base/json.h"
#include "db/statements/play/stmt_branches.h"
#include "db/statements/play/stmt_summaries.h"

/* GAP_LINES: this many missing games in a row get no lines of their own. */
enum { LINE_SIZE = 6 * AUDIT_TEXT_SIZE + 3, GAP_LINES = 32 };

/* ── one game ── */

/* Prints what the audit found in a game. number 0: the game has none. */
static void say(struct auditor *auditor, const struct scope *scope, int32_t number, int64_t game)
{
	const struct audit *audit = &auditor->audit;
	char phase[PHASE_TEXT_SIZE] = "", line[LINE_SIZE], name[16] = "", id[24] = "null";

	if (audit->phase >= 0)
		phase_print(audit->phase, phase);
	if (auditor->json) {
		if (number > 0)
			snprintf(name, sizeof name, "%d", number);
		if (game > 0)
			snprintf(id, sizeof id, "%lld", (long long)game);
		fprintf(auditor->out,
		        "{\"tournament\":\"%s\",\"number\":%s,\"game\":%s,\"phase\":", scope->name,
		        number > 0 ? name : "null", id);
		fprintf(auditor->out, phase[0] != '\0' ? "\"%s\"" : "null%s", phase);
		fprintf(auditor->out, ",\"finding\":%s}\n",
		        json_print_string(audit->text, line, sizeof line));
	} else {
		if (number > 0)
			snprintf(name, sizeof name, "/%d", number);
		fprintf(auditor->out, "%s%s%s%s: %s\n", scope->name, name, phase[0] != '\0' ? " " : "",
		        phase, audit->text);
	}
}

/* Prints a finding that is not from an audit. */
static void say_plainly(struct auditor *auditor, const struct scope *scope, int32_t number,
                        int64_t game, const char *text)
{
	audit_differs(&auditor->audit, -1, "%s", text);
	auditor->tally.games++;
	auditor->tally.differing++;
	say(auditor, scope, number, game);
}

/* Sets up the audit of the current game. */
static bool open_audit(struct auditor *auditor, const struct scope *scope)
{
	struct terms *terms = &auditor->game.terms;
	const bool anew = auditor->players;
	struct match match;
	char error[TERMS_ERROR_SIZE];

	if (auditor->map_id != terms->map) {
		auditor->map_id = 0;
		if (!stmt_load_map(auditor->db, terms->map, &auditor->map))
			return false;
		auditor->map_id = terms->map;
	}

	if (!stmt_find_branch(auditor->db, scope->tournament, terms->number, &terms->branch))
		return false;
	bool done = terms_open_match(terms, &auditor->map, &match, error) &&
	            (!anew || terms_seat(terms, &match, error));
	if (done && anew && !terms_give_room(&match, &auditor->room)) {
		snprintf(error, sizeof error, "out of memory");
		done = false;
	}

	if (done)
		audit_open(&auditor->audit, terms, &match, anew);
	else
		snprintf(auditor->error, sizeof auditor->error, "%s/%d: %.300s", scope->name, terms->number,
		         error);

	return done;
}

/* The totals of a game must follow from its rows. */
static bool check_summary(struct auditor *auditor)
{
	struct audit *audit = &auditor->audit;
	const char *column =
		auditor->readable ? summary_compare(&auditor->summary, &audit->summary) : NULL;
	if (!auditor->game.finished)
		return audit_differs(audit, -1, "it has a summary, but is not finished");
	if (!auditor->readable)
		return audit_differs(audit, -1, "its row of summaries cannot be read");
	return column == NULL ||
	       audit_differs(audit, -1, "its summary has another %s than follows from what is stored",
	                     column);
}

/* Whether all rows agree. The rows of a game that is not finished can end anywhere. */
static bool audit_boards(struct auditor *auditor, struct db_rows *boards)
{
	struct audit *audit = &auditor->audit;
	const struct game_row *game = &auditor->game;
	while (stmt_next_board(boards, &auditor->stored))
		if (!audit_phase(audit, &auditor->stored))
			return false;
	if (boards->bad)
		return audit_differs(audit, audit->match.board.phase, "its row cannot be read");
	if (game->pressed)
		digest_messages(&audit->digest, game->messages);
	return audit_end(audit, game->finished ? &game->end : NULL,
	                 game->digested ? game->digest : NULL) &&
	       (!auditor->summed || check_summary(auditor));
}

/* Reads the summary of the current game. Games that finished before summaries existed can lack
 * one. */
static bool find_summary(struct auditor *auditor, const struct scope *scope)
{
	auditor->readable = stmt_find_summary(auditor->db, scope->tournament, auditor->game.game,
	                                      &auditor->summed, &auditor->summary);
	auditor->summed |= !auditor->readable;
	return auditor->readable || db_fault(auditor->db)->unreadable;
}

/* Audits the current game. False if it could not. */
static bool audit_game(struct auditor *auditor, const struct scope *scope)
{
	const struct game_row *game = &auditor->game;
	struct db_rows boards;

	if (!find_summary(auditor, scope) ||
	    !stmt_read_boards(auditor->db, scope->tournament, game->game, &boards))
		return false;

	bool done = true;
	if (boards.count > 0 || game->finished) {
		done = open_audit(auditor, scope);
		if (done && !audit_boards(auditor, &boards)) {
			say(auditor, scope, game->terms.number, game->game);
			auditor->tally.differing++;
		}
		auditor->tally.games++;
		auditor->tally.phases += done ? auditor->audit.phases : 0;
		auditor->tally.undigested += game->finished && !game->digested;
	}

	db_rows_close(&boards);
	return done;
}

/* ── a portion ── */

static bool audit_strays(struct auditor *auditor, const struct scope *scope)
{
	struct db_rows strays;
	int64_t game;
	if (!stmt_read_strays(auditor->db, scope->tournament, &strays))
		return false;
	while (stmt_next_stray(&strays, &game)) {
		char text[AUDIT_TEXT_SIZE];
		snprintf(text, sizeof text,
		         "boards of game %lld are stored, but the tournament has no such game",
		         (long long)game);
		say_plainly(auditor, scope, 0, game, text);
	}
	return db_rows_close(&strays);
}

static bool audit_extra(struct auditor *auditor, const struct scope *scope)
{
	struct db_rows games;
	int64_t game;
	int32_t number;
	if (!stmt_read_extra(auditor->db, scope, &games))
		return false;
	while (stmt_next_extra(&games, &game, &number))
		say_plainly(auditor, scope, number, game, "it is one too many for its tournament");
	return db_rows_close(&games);
}

static bool audit_tallies(struct auditor *auditor, const struct scope *scope)
{
	struct db_rows tallies;
	const char *difference;
	if (!stmt_read_tallies(auditor->db, scope->tournament, &tallies))
		return false;
	while (stmt_next_tally(&tallies, &difference)) {
		audit_differs(&auditor->audit, -1, "%s", difference);
		say(auditor, scope, 0, 0);
		auditor->tally.tallies++;
	}
	return db_rows_close(&tallies);
}

/* Prints which games are missing: a line for each, or one line for many. */
static void audit_gap(struct auditor *auditor, const struct scope *scope, int64_t first,
                      int64_t last)
{
	char text[AUDIT_TEXT_SIZE];
	if (last - first < GAP_LINES) {
		for (; first <= last; first++)
			say_plainly(auditor, scope, (int32_t)first, 0, "there is no such game");
		return;
	}
	snprintf(text, sizeof text, "there are no games %lld to %lld", (long long)first,
	         (long long)last);
	say_plainly(auditor, scope, 0, 0, text);
	auditor->tally.games += last - first;
	auditor->tally.differing += last - first;
}

/* Missing games after the last one, surplus games, and the tallies. */
static bool audit_whole(struct auditor *auditor, const struct scope *scope)
{
	audit_gap(auditor, scope, scope->last + INT64_C(1), scope->games);
	return audit_extra(auditor, scope) && audit_strays(auditor, scope) &&
	       audit_tallies(auditor, scope);
}

bool auditor_audit(struct auditor *auditor, const struct portion *portion)
{
	const struct scope *scope = portion->scope;
	struct game_row *game = &auditor->game;
	struct db_rows games;
	int64_t due = portion->first;
	bool done = true;

	auditor->tally = (struct tally){0};
	if (portion->whole)
		return audit_whole(auditor, scope);
	if (!stmt_read_games(auditor->db, scope, portion->first, portion->last, &games))
		return false;

	while (done && stmt_next_game(&games, game)) {
		audit_gap(auditor, scope, due, game->terms.number - INT64_C(1));
		due = game->terms.number + INT64_C(1);
		if (!game->readable)
			say_plainly(auditor, scope, game->terms.number, game->game,
			            "its row of games cannot be read");
		else
			done = audit_game(auditor, scope);
	}

	if (done)
		audit_gap(auditor, scope, due, portion->last);
	db_rows_close(&games);
	return done;
}
