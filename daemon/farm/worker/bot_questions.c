/* bot_questions: see bot_questions.h. */
#include "bot_questions.h"

#include <endian.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"

void questions_enter(struct questions *questions, const struct phase_record *last)
{
	questions->any = last != NULL;
	questions->letters_stored = questions->asked_count = 0;
	if (last != NULL)
		questions->last = *last;
}

/* Forgets what the powers have written in a round that is not over. */
static void drop_round(struct questions *questions)
{
	for (int p = 0; p < POWERS_MAX; p++)
		letters_close(&questions->said[p]);
}

void questions_leave(struct questions *questions, struct bots *bots, const struct match *match)
{
	for (int i = 0; i < questions->asked_count; i++) {
		struct bot_asked *asked = &questions->asked[i];
		if (!asked->done)
			bot_take_back(bots_find(bots, &match->seats[asked->question.power]), asked);
	}
	questions->asked_count = 0;
	drop_round(questions);
	letters_close(&questions->letters);
	history_close(&questions->history);
}

bool questions_need_history(struct bots *bots, const struct match *match)
{
	for (int p = 0; p < match->map->power_count; p++) {
		const struct bot *bot =
			match->seats[p].bot[0] != '\0' ? bots_find(bots, &match->seats[p]) : NULL;
		if (bot != NULL && bot_needs_history(bot))
			return true;
	}
	return false;
}

void questions_observe(struct questions *questions, struct bots *bots, const struct match *match,
                       const struct phase_record *record)
{
	if (questions_need_history(bots, match))
		history_add(&questions->history, match->map, record);
	else
		history_close(&questions->history);
	questions->last = *record;
	questions->any = true;
}

/* ── faults and costs ── */

/* Says that a power is in civil disorder from here on. */
static void tell_disorder(const struct claim *claim, const struct match *match, uint8_t power)
{
	const struct log_about about = {
		.level = LOG_WARNING, .game = claim->game, .epoch = claim->epoch};
	char phase[PHASE_TEXT_SIZE];
	log_event(&about, "game %lld: %s is in civil disorder from %s on: %d faults of bot:%s",
	          (long long)claim->game, match->map->power[power],
	          phase_print(match->board.phase, phase), FAULTS_MOST, match->seats[power].bot);
}

static void note_fault(struct claim *claim, const struct match *match, uint8_t power,
                       const struct bot_fault *fault, struct decision *decision)
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
	if (!claim->faults_aside && claim->faults[power] == FAULTS_MOST)
		tell_disorder(claim, match, power);
}

/* Adds the cost of an answer to the costs of the power in this phase. */
static void note_cost(const struct claim *claim, const struct match *match, uint8_t power,
                      const struct bot_cost *cost, struct decision *decision)
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

/* ── asking ── */

/* Adds a bot's orders to the given ones. */
static void add_orders(const struct bot_orders *orders, struct given *given)
{
	for (int i = 0; i < orders->count && given->count < GIVEN_MAX; i++)
		given->submission[given->count++] = orders->orders[i];
}

/* The seed that a bot gets for a seat: the same in all phases and games of a block. It is part of a
 * hash, so it reveals nothing about the tournament's seed or other seats. */
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

static struct bot_question make_question(const struct questions *questions,
                                         const struct claim *claim, const struct match *match,
                                         uint8_t power)
{
	const struct terms *terms = &claim->terms;
	return (struct bot_question){
		.map = match->map,
		.map_id = terms->map,
		.rules = match->rules,
		.board = &match->board,
		.last = questions->any ? &questions->last : NULL,
		.history = &questions->history,
		.tournament = claim->tournament,
		.game = terms->number,
		.block = (terms->number - 1) / terms->block + 1,
		.seed = find_seed(match, power),
		.round_limit = match->round_limit,
		.votes = match->votes,
		.power = power,
		.entrant = match->seats[power].entrant,
		.press = terms_have_press(terms) ? terms->press : NULL,
		.letters = &questions->letters,
		.round = questions->round,
		.rounds = phase_is_movement(match->board.phase) ? terms->press_rounds : 0,
	};
}

static int count_faults(const struct claim *claim)
{
	int count = 0;
	for (int p = 0; p < POWERS_MAX; p++)
		count += claim->faults[p];
	return count;
}

bool questions_put_aside(const struct claim *claim)
{
	return claim->faults_aside && count_faults(claim) >= FAULTS_MOST;
}

/* Whether a power's bot is asked: it has something to decide, has made no fault in this phase, and
 * is not in civil disorder. */
static bool is_asked(const struct claim *claim, const struct match *match, int power,
                     const struct decision *decision)
{
	return power_set_has(match_find_bots(match), power) &&
	       !power_set_has(decision->faulted, power) && claim->faults[power] < FAULTS_MOST;
}

/* Asks all bots' powers once: for orders, or, in a round, for messages. */
static void ask(struct questions *questions, struct bots *bots, const struct claim *claim,
                const struct match *match)
{
	questions->asked_count = 0;
	for (int p = 0; p < match->map->power_count; p++) {
		if (!is_asked(claim, match, p, &questions->decision))
			continue;
		struct bot_asked *asked = &questions->asked[questions->asked_count++];
		struct bot *bot = bots_find(bots, &match->seats[p]);
		asked->question = make_question(questions, claim, match, (uint8_t)p);
		asked->said = questions->round > 0 ? &questions->said[p] : NULL;
		asked->game = questions->game;
		if (bot != NULL) {
			bot_put(bot, asked);
			continue;
		}
		(void)faults_set(&asked->fault, BOT_ABSENT, "this worker has no command for bot:%s",
		                 match->seats[p].bot);
		asked->outcome = BOT_FAULTED;
		asked->done = true;
		asked->think_ns = 0;
	}
}

void questions_begin(struct questions *questions, struct bots *bots, const struct claim *claim,
                     struct match *match, bool converses, bool decides)
{
	struct decision *decision = &questions->decision;
	const int16_t phase = match->board.phase;
	decision->fault_count = decision->cost_count = 0;
	decision->faulted = 0;
	decision->votes = (struct votes){0};
	memset(decision->think_ns, 0, sizeof decision->think_ns);
	questions->round = 0;
	questions->decides = decides;
	if (converses) {
		letters_drop_before(&questions->letters, letters_since(phase));
		questions->letters_stored = questions->letters.count;
		if (terms_have_press(&claim->terms) && phase_is_movement(phase) &&
		    claim->terms.press_rounds > 0)
			questions->round = 1;
	}
	if (decides && match->given == NULL) {
		decision->given.count = 0;
		match->given = &decision->given;
	}
	if (questions->round > 0 || decides)
		ask(questions, bots, claim, match);
}

/* Takes the orders and votes of a bot. */
static void take_decision(const struct bot_orders *orders, const struct match *match, uint8_t power,
                          struct decision *decision)
{
	add_orders(orders, match->given);
	if (orders->votes)
		votes_add(&decision->votes, votes_find_survivors(match->map, &match->board), power,
		          orders->shared);
}

/* Takes the outcome of a question. */
static void note_outcome(struct questions *questions, struct claim *claim,
                         const struct match *match, const struct bot_asked *asked)
{
	struct decision *decision = &questions->decision;
	const uint8_t power = asked->question.power;
	decision->think_ns[power] += asked->think_ns;
	if (asked->outcome == BOT_ORDERED)
		note_cost(claim, match, power, &asked->cost, decision);
	if (asked->outcome == BOT_ORDERED && questions->round == 0)
		take_decision(&asked->orders, match, power, decision);
	else if (asked->outcome == BOT_FAULTED) {
		power_set_add(&decision->faulted, power);
		note_fault(claim, match, power, &asked->fault, decision);
	}
}

/* Adds the messages of a round, in the order of the powers. */
static void close_round(struct questions *questions)
{
	for (int p = 0; p < POWERS_MAX; p++)
		for (int i = 0; i < questions->said[p].count; i++)
			letters_add(&questions->letters, &questions->said[p].letter[i]);
	drop_round(questions);
}

/* Takes the answers to questions that were asked together. False: not all have answered. */
static bool take_answers(struct questions *questions, struct bots *bots, struct claim *claim,
                         const struct match *match)
{
	for (int i = 0; i < questions->asked_count; i++)
		if (!questions->asked[i].done)
			return false;
	for (int i = 0; i < questions->asked_count; i++) {
		const struct bot_asked *asked = &questions->asked[i];
		bots_note(bots, claim, &match->seats[asked->question.power], asked);
		if (!questions_put_aside(claim))
			note_outcome(questions, claim, match, asked);
	}
	questions->asked_count = 0;
	close_round(questions);
	return true;
}

bool questions_are_answered(struct questions *questions, struct bots *bots, struct claim *claim,
                            const struct match *match)
{
	const uint64_t unusable = bots->unusable;
	while (take_answers(questions, bots, claim, match)) {
		const bool last = questions->round == 0 ||
		                  (questions->round == claim->terms.press_rounds && !questions->decides);
		if (last || questions_put_aside(claim) || bots->unusable != unusable)
			return true;
		questions->round =
			questions->round < claim->terms.press_rounds ? (int16_t)(questions->round + 1) : 0;
		ask(questions, bots, claim, match);
	}
	return false;
}

void questions_add_votes(const struct questions *questions, const struct claim *claim,
                         const struct match *match, struct votes *votes)
{
	for (int end = 0; end < VOTES_ENDS; end++)
		votes->by[end] |= questions->decision.votes.by[end];
	for (int p = 0; p < match->map->power_count; p++)
		if (match->seats[p].bot[0] != '\0' && claim->faults[p] >= FAULTS_MOST)
			power_set_add(&votes->excused, p);
}

void questions_explain(const struct decision *decision, const struct claim *claim,
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
