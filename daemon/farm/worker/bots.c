/* bots: see bots.h. */
#include "bots.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"

void bots_open(struct bots *bots, const struct bot_settings *settings, bots_turner *turn_to,
               void *context)
{
	bots->settings = settings;
	bots->served_ns = 0;
	bots->unusable = 0;
	bots->exposed = settings->count > 0 && !reaper_is_apart();
	for (int i = 0; i < settings->count; i++) {
		bot_open(&bots->bot[i], &settings->bots[i], &settings->limits);
		bots->bot[i].turn_to = turn_to;
		bots->bot[i].context = context;
	}
}

void bots_close(struct bots *bots)
{
	for (int i = 0; i < bots->settings->count; i++)
		bot_close(&bots->bot[i]);
}

char *bots_list(const struct bot_settings *settings, uint64_t without, char names[STMT_BOTS_SIZE])
{
	_Static_assert(STMT_BOTS_SIZE >= BOTS_MOST * BOT_NAME_SIZE, "all names and commas");
	_Static_assert(BOTS_MOST <= 64, "a bit for each");
	size_t length = 0;
	names[0] = '\0';
	for (int i = 0; i < settings->count; i++)
		if ((without >> i & 1) == 0)
			length += (size_t)sprintf(names + length, "%s%s", length > 0 ? "," : "",
			                          settings->bots[i].name);
	return names;
}

struct bot *bots_find(struct bots *bots, const struct seat *seat)
{
	const int i = command_find(bots->settings, seat->bot);
	return i < 0 ? NULL : &bots->bot[i];
}

/* ── asking ── */

static int count_unanswered(const struct bots *bots)
{
	int count = 0;
	for (int i = 0; i < bots->settings->count; i++)
		count += bots->bot[i].unanswered;
	return count;
}

uint64_t bots_find_full(const struct bots *bots)
{
	uint64_t full = 0;
	for (int i = 0; i < bots->settings->count; i++)
		if (bot_is_full(&bots->bot[i]))
			full |= UINT64_C(1) << i;
	return full;
}

/* Records which bots are unusable from now on. */
static void note_unusable(struct bots *bots, const struct bot_asked *asked, const struct bot *bot)
{
	const uint64_t bit = UINT64_C(1) << (bot - bots->bot);
	if ((bots->unusable & bit) != 0)
		return;
	bots->unusable |= bit;
	log_event(
		&(struct log_about){.level = LOG_ERROR},
		"bot:%s is given up, and its games wait: it never said hello: %s, %s%s%s; try it with "
		"aresctl bot check, mend bot.%s in the settings, and start aresd anew",
		bot->command->name, bot_fault_names[asked->fault.kind], asked->fault.words,
		bot->last_line[0] != '\0' ? "; it said: " : "", bot->last_line, bot->command->name);
}

bool bots_serve(struct bots *bots, int wait_ms, int descriptor)
{
	static struct pollfd polled[BOTS_MOST * BOT_POLLED + 1];
	const int before = count_unanswered(bots);
	int first[BOTS_MOST + 1] = {0};
	if (before == 0)
		return false;

	for (int i = 0; i < bots->settings->count; i++) {
		struct bot *bot = &bots->bot[i];
		bot_excuse(bot, clock_ns() - bots->served_ns);
		bot_ask_more(bot);
		first[i + 1] = first[i] + bot_watch(bot, &polled[first[i]]);
	}

	const int count = first[bots->settings->count];
	const bool waits = count_unanswered(bots) == before; /* else some are done already */
	polled[count] = (struct pollfd){.fd = descriptor, .events = POLLIN};
	const bool seen = poll(polled, (nfds_t)count + 1, waits ? wait_ms : 0) >= 0;
	if (seen)
		for (int i = 0; i < bots->settings->count; i++)
			bot_serve(&bots->bot[i], &polled[first[i]]);
	bots->served_ns = clock_ns();
	return seen && polled[count].revents != 0;
}

void bots_note(struct bots *bots, const struct claim *claim, const struct seat *seat,
               const struct bot_asked *asked)
{
	enum { MINUTE_MS = 60000, LINES_MOST = 30 };
	const struct bot *bot = bots_find(bots, seat);
	if (asked->outcome == BOT_UNUSABLE)
		note_unusable(bots, asked, bot);
	if (asked->outcome != BOT_ORDERED || asked->heard[0] == '\0')
		return;
	if (clock_ms() >= bots->told_at + MINUTE_MS) {
		bots->told_at = clock_ms();
		bots->told = 0;
	}
	if (bots->told > LINES_MOST)
		return;
	if (bots->told++ == LINES_MOST)
		log_line("what bots say more in this minute is left out");
	else
		log_event(&(struct log_about){.game = claim->game}, "bot:%s says: %s", bot->command->name,
		          asked->heard);
}

void bots_end_game(struct bots *bots, const struct claim *claim, const struct match *match,
                   const struct game_verdict *verdict)
{
	for (int i = 0; i < bots->settings->count; i++) {
		struct bot_end end = {.map = match->map,
		                      .board = &match->board,
		                      .verdict = verdict,
		                      .tournament = claim->tournament,
		                      .game = claim->terms.number};
		for (int p = 0; p < match->map->power_count; p++)
			if (strcmp(match->seats[p].bot, bots->settings->bots[i].name) == 0)
				power_set_add(&end.powers, p);
		if (end.powers != 0)
			bot_tell_over(&bots->bot[i], &end);
	}
}
