/* import_ends: how a recorded game begins and ends. See import_play.h. */
#include <stdio.h>
#include <string.h>

#include "import_play.h"
#include "game/start.h"

static const struct map *map_of(const struct import_play *play)
{
	return play->saved.map;
}

/* ── the beginning ── */

/* Whether the file begins with the map's own position. The file does not contain the owners of
 * provinces that are not centres. */
static bool is_usual(const struct map *map, const struct board *first, const struct board *usual)
{
	if (first->phase != usual->phase || first->unit_count != usual->unit_count ||
	    first->retreat_count > 0 ||
	    memcmp(first->unit, usual->unit, (size_t)first->unit_count * sizeof *first->unit) != 0)
		return false;
	for (int p = 0; p < map->province_count; p++)
		if (map->centre[p] && first->owner[p] != usual->owner[p])
			return false;
	return true;
}

bool import_begin(struct import_play *play, int n, char error[SAVED_ERROR_SIZE])
{
	struct board usual, first = play->now->board;
	char why[START_ERROR_SIZE];
	struct stored stored;

	board_start(map_of(play), &usual);
	if (is_usual(map_of(play), &first, &usual)) {
		match_start(&play->match, &usual);
		return true;
	}

	if (!start_check(map_of(play), play->rules, &first, why)) {
		snprintf(error, SAVED_ERROR_SIZE, "phases[%d].state: no game can begin so: %s", n, why);
		return false;
	}

	stored_pack_open(map_of(play), &first, &stored);
	play->terms.started = true;
	play->terms.start_phase = stored.phase;
	play->terms.start_unit_count = stored.unit_count;
	memcpy(play->terms.start_units, stored.units, sizeof play->terms.start_units);
	memcpy(play->terms.start_owners, stored.owners, sizeof play->terms.start_owners);
	match_start(&play->match, &first);
	play->match.round_limit += phase_round(first.phase);

	return true;
}

/* ── the end ── */

/* The powers that a note names, "Victory by: FRA, GER": by the first letters of their names. */
static power_set read_winners(const struct map *map, const char *note)
{
	static const char head[] = "Victory by:";
	power_set winners = 0;

	if (strncmp(note, head, strlen(head)) != 0)
		return 0;
	for (const char *at = note + strlen(head); *at != '\0';) {
		at += strspn(at, ", ");
		const size_t length = strcspn(at, ", ");
		for (int p = 0; length > 2 && p < map->power_count; p++)
			if (strncmp(at, saved_power_name(map, (uint8_t)p), length) == 0)
				power_set_add(&winners, p);
		at += length;
	}

	return winners;
}

static const char *print_powers(const struct map *map, power_set powers, char text[POWERS_MAX * 6])
{
	size_t length = 0;
	snprintf(text, POWERS_MAX * 6, "nobody");
	for (int p = 0; p < map->power_count; p++)
		if (power_set_has(powers, p))
			length += (size_t)sprintf(text + length, "%s%s", length > 0 ? ", " : "", map->power[p]);
	return text;
}

static void agree(struct import_play *play)
{
	play->terms.agreed = play->match.agreed = true;
	play->terms.agreed_in = play->match.agreed_in = play->match.board.phase;
	play->ending = IMPORT_OVER;
}

/* The file's game is over on play->match.board, and play->now is COMPLETED. */
void import_complete(struct import_play *play)
{
	const struct map *map = map_of(play);
	const struct game_verdict verdict = match_verdict(&play->match);
	const power_set named = read_winners(map, play->now->note);
	const power_set ours =
		verdict.ending == GAME_SOLO ? (power_set)(1 << verdict.winner) : verdict.survivors;
	char theirs_text[POWERS_MAX * 6], ours_text[POWERS_MAX * 6];
	const bool single = named != 0 && (named & (named - 1)) == 0;

	play->ending = IMPORT_OVER;
	snprintf(play->note, sizeof play->note, "%s", play->now->note);
	if (named != 0 && named != ours)
		import_tell(play, "by the file %s won; by the farm's rules %s %s",
		            print_powers(map, named, theirs_text), print_powers(map, ours, ours_text),
		            verdict.ending == GAME_SOLO ? "has won" : "share a draw");

	if (verdict.ending != GAME_RUNNING)
		return;
	if (single && named != ours)
		play->ending = IMPORT_PARTED;
	else
		agree(play);
}

/* The file ends with a phase that is still to be played. All powers' lists empty: the public data
 * set has that where a vote ended the game. */
void import_leave_open(struct import_play *play)
{
	const struct game_verdict verdict = match_verdict(&play->match);
	const bool voted = (verdict.survivors & ~play->now->set) == 0 && play->now->order_count == 0;
	play->ending = IMPORT_OPEN;
	if (verdict.ending != GAME_RUNNING)
		play->ending = IMPORT_OVER;
	else if (voted)
		agree(play);
}

void import_finish(struct import_play *play)
{
	const struct game_verdict verdict = match_verdict(&play->match);
	if (play->ending != IMPORT_OVER)
		return;
	play->boards =
		import_grow(play->boards, play->board_count, &play->board_room, sizeof *play->boards);
	stored_pack_final(map_of(play), &play->match.board, &play->boards[play->board_count++]);
	stored_pack_end(map_of(play), &play->match.board, &verdict, play->phases, &play->end);
}
