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
	bots->letters = (struct letters){0};
	bots->history = (struct history){0};
	bots->unusable = 0;
	bots->exposed = settings->count > 0 && !reaper_is_apart();
	for (int i = 0; i < settings->count; i++)
		bot_open(&bots->bot[i], &settings->bots[i], &settings->limits);
}

void bots_close(struct bots *bots)
{
	for (int i = 0; i < bots->settings->count; i++)
		bot_close(&bots->bot[i]);
	letters_close(&bots->letters);
	history_close(&bots->history);
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
	letters_close(&bots->letters);
	bots->letters_stored = 0;
	if (last != NULL)
		bots->last = *last;
}

void bots_observe(struct bots *bots, const struct match *match, const struct phase_record *record)
{
	history_add(&bots->history, match->map, record);
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

/* Adds what an answer cost to that of the power's others in this phase. */
static void note_cost(const struct claim *claim, const struct match *match, uint8_t power,
                      const struct bot_cost *cost, struct bots_decision *decision)
{
	_Static_assert((int)STMT_MODEL_SIZE == (int)BOT_MODEL_SIZE, "the same text");
	struct written_cost *noted = decision->costs;
	if (!cost->any)
		return;
	while (noted < decision->costs + decision->cost_count && noted->power != power)
		noted++;
	if (noted == decision->costs + decision->cost_count) {
		decision->cost_count++;
		*noted = (struct written_cost){.claim = claim, .phase = match->board.phase, .power = power};
	}
	strcpy(noted->model, cost->model);
	noted->tokens_in += cost->tokens_in;
	noted->tokens_out += cost->tokens_out;
	noted->nanodollars += cost->nanodollars;
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

static struct bot_question make_question(const struct bots *bots, const struct claim *claim,
                                         const struct match *match, uint8_t power, int round)
{
	const struct terms *terms = &claim->terms;
	return (struct bot_question){
		.map = match->map,
		.map_id = terms->map,
		.rules = match->rules,
		.board = &match->board,
		.last = bots->any ? &bots->last : NULL,
		.history = &bots->history,
		.game = terms->number,
		.block = (terms->number - 1) / terms->block + 1,
		.seed = find_seed(match, power),
		.round_limit = match->round_limit,
		.power = power,
		.entrant = match->seats[power].entrant,
		.press = terms_have_press(terms) ? terms->press : NULL,
		.letters = &bots->letters,
		.round = (int16_t)round,
		.rounds = phase_is_movement(match->board.phase) ? terms->press_rounds : 0,
	};
}

/* Takes what became of a question; round 0: it asked for orders, which are given to the match. */
static void note_outcome(struct bots *bots, struct claim *claim, const struct match *match,
                         int round, const struct bot_asked *asked, struct bots_decision *decision)
{
	const uint8_t power = asked->question.power;
	struct bot *bot = find_bot(bots, &match->seats[power]);
	if (bot != NULL && asked->outcome == BOT_ORDERED && bot->process.heard != bot->heard)
		log_said(bots, claim, bot);
	if (bot != NULL)
		bot->heard = bot->process.heard;
	decision->think_ns[power] += asked->think_ns;
	if (asked->outcome == BOT_ORDERED)
		note_cost(claim, match, power, &asked->cost, decision);
	if (asked->outcome == BOT_ORDERED && round == 0)
		add_orders(&asked->orders, match->given);
	else if (asked->outcome == BOT_FAULTED) {
		power_set_add(&decision->faulted, power);
		note_fault(claim, match, power, &asked->fault, decision);
	} else if (asked->outcome == BOT_UNUSABLE)
		give_up(bots, bot, &asked->fault);
}

/* Asks for orders; or, in a round, for messages. */
static void ask(struct bots *bots, const struct match *match, struct bot_asked *asked)
{
	const struct seat *seat = &match->seats[asked->question.power];
	struct bot *bot = find_bot(bots, seat);
	const uint64_t begun = clock_ns();
	asked->outcome = BOT_FAULTED;
	if (bot == NULL) {
		(void)faults_set(&asked->fault, BOT_ABSENT, "this worker has no command for bot:%s",
		                 seat->bot);
	} else {
		asked->outcome = asked->said != NULL
		                     ? bot_ask_press(bot, &asked->question, asked->said, &asked->fault)
		                     : bot_ask(bot, &asked->question, &asked->orders, &asked->fault);
		asked->cost = bot->cost;
	}
	asked->think_ns = clock_ns() - begun;
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

/* Whether a power's bot is asked: it has something to decide, has made no fault in this phase, and
 * is not in civil disorder. */
static bool is_asked(const struct claim *claim, const struct match *match, int power,
                     const struct bots_decision *decision)
{
	return power_set_has(match_find_bots(match), power) &&
	       !power_set_has(decision->faulted, power) && claim->faults[power] < BOTS_FAULTS_MOST;
}

void bots_begin(struct bots_decision *decision)
{
	decision->fault_count = decision->cost_count = 0;
	decision->faulted = 0;
	memset(decision->think_ns, 0, sizeof decision->think_ns);
}

/* Whether a bot that runs takes several questions at once. Others are asked one after the other. */
static bool takes_several(struct bots *bots, const struct match *match, int power)
{
	const struct bot *bot = find_bot(bots, &match->seats[power]);
	return bot != NULL && bot->running && bot->hello.at_once > 1;
}

/* Asks those that take several questions at once, a bot after the other: in the sequence of the
 * powers as far as outcomes are concerned. *waiting: the powers that are still to be asked. */
static bool ask_together(struct bots *bots, struct claim *claim, const struct match *match,
                         int round, power_set waiting, struct letters said[],
                         struct bots_decision *decision)
{
	static struct bot_asked asked[POWERS_MAX];
	bool done = true;
	for (int first = 0; first < match->map->power_count && done; first++) {
		if (!power_set_has(waiting, first))
			continue;
		struct bot *bot = find_bot(bots, &match->seats[first]);
		int count = 0;
		for (int p = first; p < match->map->power_count; p++)
			if (power_set_has(waiting, p) && find_bot(bots, &match->seats[p]) == bot) {
				asked[count++] = (struct bot_asked){
					.question = make_question(bots, claim, match, (uint8_t)p, round),
					.said = round > 0 ? &said[p] : NULL};
				waiting &= (power_set) ~(1u << p);
			}
		done = bot_ask_together(bot, asked, count);
		for (int i = 0; i < count && !bots_put_aside(claim); i++)
			if (asked[i].done)
				note_outcome(bots, claim, match, round, &asked[i], decision);
	}
	return done;
}

/* Asks all powers of bots once. said: of each power, in a round. False: the worker must stop, or a
 * bot is unusable. */
static bool ask_once(struct bots *bots, struct claim *claim, const struct match *match, int round,
                     struct letters said[], struct bots_decision *decision)
{
	power_set waiting = 0;
	for (int p = 0; p < match->map->power_count && !bots_put_aside(claim); p++) {
		if (!is_asked(claim, match, p, decision))
			continue;
		if (takes_several(bots, match, p)) {
			power_set_add(&waiting, p);
			continue;
		}
		struct bot_asked asked = {.question = make_question(bots, claim, match, (uint8_t)p, round),
		                          .said = round > 0 ? &said[p] : NULL};
		ask(bots, match, &asked);
		note_outcome(bots, claim, match, round, &asked, decision);
		if (asked.outcome == BOT_STOPPED || asked.outcome == BOT_UNUSABLE)
			return false;
	}
	return bots_put_aside(claim) ||
	       ask_together(bots, claim, match, round, waiting, said, decision);
}

/* One round. The answers are added when all have answered, in the sequence of the powers. */
static bool converse_once(struct bots *bots, struct claim *claim, const struct match *match,
                          int round, struct bots_decision *decision)
{
	struct letters said[POWERS_MAX] = {0};
	const bool done = ask_once(bots, claim, match, round, said, decision);
	for (int p = 0; p < POWERS_MAX; p++) {
		for (int i = 0; done && i < said[p].count; i++)
			letters_add(&bots->letters, &said[p].letter[i]);
		letters_close(&said[p]);
	}
	return done;
}

bool bots_converse(struct bots *bots, struct claim *claim, const struct match *match,
                   struct bots_decision *decision)
{
	const int16_t phase = match->board.phase;
	letters_drop_before(&bots->letters, letters_since(phase));
	bots->letters_stored = bots->letters.count;
	if (!terms_have_press(&claim->terms) || !phase_is_movement(phase))
		return true;
	for (int round = 1; round <= claim->terms.press_rounds; round++)
		if (!converse_once(bots, claim, match, round, decision))
			return false;
	return true;
}

bool bots_decide(struct bots *bots, struct claim *claim, struct match *match,
                 struct bots_decision *decision)
{
	if (match->given == NULL) {
		decision->given.count = 0;
		match->given = &decision->given;
	}
	return ask_once(bots, claim, match, 0, NULL, decision);
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
