/* bots: see bots.h. */
#include "bots.h"

#include <endian.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"

void bots_open(struct bots *bots, const struct bot_settings *settings,
               const struct session *session)
{
	bots->settings = settings;
	bots->session = session;
	bots->any = false;
	bots->unusable = 0;
	bots->exposed = settings->count > 0 && !reaper_is_apart();
	for (int i = 0; i < settings->count; i++)
		bot_open(&bots->bot[i], &settings->bots[i], &settings->limits);
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

void bots_enter(struct bots *bots, const struct phase_record *last)
{
	bots->any = last != NULL;
	if (last != NULL)
		bots->last = *last;
}

void bots_observe(struct bots *bots, const struct phase_record *record)
{
	bots->last = *record;
	bots->any = true;
}

/* ── asking ── */

static bool go_on(void *context)
{
	return !session_must_stop(context);
}

/* The bot of a seat, or NULL: this worker has none of that name. */
static struct bot *find_bot(struct bots *bots, const struct seat *seat)
{
	const int i = command_find(bots->settings, seat->bot);
	if (i < 0)
		return NULL;
	bots->bot[i].go_on = go_on;
	bots->bot[i].context = (void *)bots->session;
	return &bots->bot[i];
}

/* Says that a power is in civil disorder from here on. */
static void tell_disorder(const struct claim *claim, const struct match *match, uint8_t power)
{
	const struct log_about about = {
		.level = LOG_WARNING, .game = claim->game, .epoch = claim->epoch};
	char phase[PHASE_TEXT_SIZE];
	log_event(&about, "game %lld: %s is in civil disorder from %s on: %d faults of bot:%s",
	          (long long)claim->game, match->map->power[power],
	          phase_print(match->board.phase, phase), BOTS_FAULTS_MOST, match->seats[power].bot);
}

static void note_fault(struct claim *claim, const struct match *match, uint8_t power,
                       const struct bot_fault *fault, struct bots_decision *decision)
{
	struct written_fault *noted = &decision->faults[decision->fault_count++];
	const struct log_about about = {
		.level = LOG_WARNING, .game = claim->game, .epoch = claim->epoch};
	char phase[PHASE_TEXT_SIZE];
	*noted = (struct written_fault){
		.claim = claim,
		.phase = match->board.phase,
		.power = power,
		.kind = bot_fault_names[fault->kind],
	};
	snprintf(noted->words, sizeof noted->words, "%s", fault->words);
	snprintf(noted->last_words, sizeof noted->last_words, "%s", fault->last_words);
	log_event(&about, "bot:%s in game %lld, %s, %s: %s, %s%s%s", match->seats[power].bot,
	          (long long)claim->game, phase_print(match->board.phase, phase),
	          match->map->power[power], noted->kind, noted->words,
	          fault->last_line[0] != '\0' ? "; it said: " : "", fault->last_line);
	if (fault->last_line[0] != '\0')
		log_event(&about, "aresctl show %lld has the rest of what bot:%s said",
		          (long long)claim->game, match->seats[power].bot);

	claim->faults[power]++;
	if (!claim->faults_aside && claim->faults[power] == BOTS_FAULTS_MOST)
		tell_disorder(claim, match, power);
}

static void note_cost(const struct claim *claim, const struct match *match, uint8_t power,
                      const struct bot_cost *cost, struct bots_decision *decision)
{
	_Static_assert((int)STMT_MODEL_SIZE == (int)BOT_MODEL_SIZE, "the same text");
	if (!cost->any)
		return;
	struct written_cost *noted = &decision->costs[decision->cost_count++];
	*noted = (struct written_cost){.claim = claim,
	                               .phase = match->board.phase,
	                               .power = power,
	                               .tokens_in = cost->tokens_in,
	                               .tokens_out = cost->tokens_out,
	                               .nanodollars = cost->nanodollars};
	strcpy(noted->model, cost->model);
}

/* Gives a bot up that has never started. */
static void give_up(struct bots *bots, const struct bot *bot, const struct bot_fault *fault)
{
	bots->unusable |= UINT64_C(1) << (bot - bots->bot);
	log_event(
		&(struct log_about){.level = LOG_ERROR},
		"bot:%s is given up, and its games wait: it never said hello: %s, %s%s%s; try it with "
		"aresctl bot check, mend bot.%s in the settings, and start aresd anew",
		bot->command->name, bot_fault_names[fault->kind], fault->words,
		bot->last_line[0] != '\0' ? "; it said: " : "", bot->last_line, bot->command->name);
}

/* Logs what a bot said on standard error while it was asked: the end of it, and no more than so
 * many lines a minute. */
static void log_said(struct bots *bots, const struct claim *claim, const struct bot *bot)
{
	enum { MINUTE_MS = 60000, LINES_MOST = 30 };
	char said[PROCESS_SHOWN_SIZE];
	if (clock_ms() >= bots->told_at + MINUTE_MS) {
		bots->told_at = clock_ms();
		bots->told = 0;
	}
	process_last_line(&bot->process, said);
	if (said[0] == '\0' || bots->told > LINES_MOST)
		return;
	if (bots->told++ == LINES_MOST)
		log_line("what bots say more in this minute is left out");
	else
		log_event(&(struct log_about){.game = claim->game}, "bot:%s says: %s", bot->command->name,
		          said);
}

/* Adds what a bot ordered to what is given. */
static void add_orders(const struct bot_orders *orders, struct given *given)
{
	for (int i = 0; i < orders->count && given->count < GIVEN_MAX; i++)
		given->submission[given->count++] = orders->orders[i];
}

/* The seed that a bot gets for a seat: the same in each phase of a block's games. It is a part of a
 * hash, so it says nothing of the tournament's seed, or of other seats. */
static int64_t find_seed(const struct match *match, uint8_t power)
{
	const uint64_t of[] = {htobe64(match->seed), htobe64(match->block),
	                       htobe64(match->seats[power].entrant), htobe64(power)};
	uint8_t sha256[DIGEST_SIZE];
	int64_t seed = 0;

	_Static_assert(sizeof of == 32, "without gaps");
	digest_bytes(of, sizeof of, sha256);
	for (int i = 0; i < 7; i++)
		seed = seed << 8 | sha256[i];
	return seed >> 3;
}

static enum bot_outcome ask(struct bots *bots, struct claim *claim, const struct match *match,
                            uint8_t power, struct bots_decision *decision)
{
	const struct bot_question question = {
		.map = match->map,
		.map_id = claim->terms.map,
		.rules = match->rules,
		.board = &match->board,
		.last = bots->any ? &bots->last : NULL,
		.game = claim->terms.number,
		.block = (claim->terms.number - 1) / claim->terms.block + 1,
		.seed = find_seed(match, power),
		.round_limit = match->round_limit,
		.power = power,
	};
	struct bot *bot = find_bot(bots, &match->seats[power]);
	struct bot_orders orders;
	struct bot_fault fault;
	enum bot_outcome outcome = BOT_FAULTED;
	const uint64_t begun = clock_ns();
	if (bot == NULL)
		(void)faults_set(&fault, BOT_ABSENT, "this worker has no command for bot:%s",
		                 match->seats[power].bot);
	else
		outcome = bot_ask(bot, &question, &orders, &fault);
	if (bot != NULL && outcome == BOT_ORDERED && bot->process.heard != bot->heard)
		log_said(bots, claim, bot);
	if (bot != NULL)
		bot->heard = bot->process.heard;
	decision->think_ns[power] = clock_ns() - begun;
	if (outcome == BOT_ORDERED) {
		add_orders(&orders, match->given);
		note_cost(claim, match, power, &orders.cost, decision);
	} else if (outcome == BOT_FAULTED)
		note_fault(claim, match, power, &fault, decision);
	else if (outcome == BOT_UNUSABLE)
		give_up(bots, bot, &fault);
	return outcome;
}

static int count_faults(const struct claim *claim)
{
	int count = 0;
	for (int p = 0; p < POWERS_MAX; p++)
		count += claim->faults[p];
	return count;
}

bool bots_put_aside(const struct claim *claim)
{
	return claim->faults_aside && count_faults(claim) >= BOTS_FAULTS_MOST;
}

bool bots_decide(struct bots *bots, struct claim *claim, struct match *match,
                 struct bots_decision *decision)
{
	const power_set asked = match_find_bots(match);
	decision->fault_count = decision->cost_count = 0;
	memset(decision->think_ns, 0, sizeof decision->think_ns);
	if (match->given == NULL) {
		decision->given.count = 0;
		match->given = &decision->given;
	}
	for (int p = 0; p < match->map->power_count && !bots_put_aside(claim); p++) {
		if (!power_set_has(asked, p) || claim->faults[p] >= BOTS_FAULTS_MOST)
			continue;
		const enum bot_outcome outcome = ask(bots, claim, match, (uint8_t)p, decision);
		if (outcome == BOT_STOPPED || outcome == BOT_UNUSABLE)
			return false;
	}
	return true;
}

void bots_explain(const struct bots_decision *decision, const struct claim *claim,
                  const struct match *match, char why[STMT_REASON_SIZE])
{
	const struct written_fault *last = &decision->faults[decision->fault_count - 1];
	char phase[PHASE_TEXT_SIZE];
	snprintf(
		why, STMT_REASON_SIZE,
		"%d faults of bots; the last is of bot:%s in %s for %s: %s, %s; aresctl show %lld lists "
		"them; when that is mended: aresctl game retry %lld",
		count_faults(claim), match->seats[last->power].bot, phase_print(last->phase, phase),
		match->map->power[last->power], last->kind, last->words, (long long)claim->game,
		(long long)claim->game);
}

void bots_end_game(struct bots *bots, const struct claim *claim, const struct match *match,
                   const struct game_verdict *verdict)
{
	for (int i = 0; i < bots->settings->count; i++) {
		struct bot_end end = {match->map, &match->board, verdict, claim->terms.number, 0};
		for (int p = 0; p < match->map->power_count; p++)
			if (strcmp(match->seats[p].bot, bots->settings->bots[i].name) == 0)
				power_set_add(&end.powers, p);
		if (end.powers != 0)
			bot_tell_over(&bots->bot[i], &end);
	}
}
