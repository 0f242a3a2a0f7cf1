/* bot_answer: see bot_answer.h. */
#include "bot_answer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/utf8.h"
#include "match/votes.h"

enum {
	SHOWN = 60, /* bytes of an answer that a fault quotes */
	WORD_SIZE = 40,
};

/* ── faults ── */

const char *const bot_fault_names[BOT_FAULT_KINDS] = {
#define BOT_FAULT(kind, name, about) [BOT_##kind] = name,
#include "faults.def"
#undef BOT_FAULT
};

bool faults_set(struct bot_fault *fault, enum bot_fault_kind kind, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fault->kind = kind;
	fault->last_words[0] = fault->last_line[0] = '\0';
	vsnprintf(fault->words, sizeof fault->words, format, args);
	va_end(args);
	utf8_clean_line(fault->words);
	return false;
}

/* ── answers ── */

/* The type of an answer, and the members that it may repeat from its question. */
struct envelope {
	char type[WORD_SIZE], power[WORD_SIZE], phase[WORD_SIZE];
	int64_t id, game;
};

static struct json_object *open_answer(const char *line, size_t length, struct bot_fault *fault)
{
	struct json_object *object = json_open(line, length);
	if (object == NULL)
		(void)faults_set(fault, BOT_GARBLED, "no JSON object: %.*s%s", (int)MIN(length, SHOWN),
		                 line, length > SHOWN ? "..." : "");
	return object;
}

static bool is_not(struct bot_fault *fault, const char *member, const char *must)
{
	return faults_set(fault, BOT_WRONG, "\"%s\" of the answer must be %s", member, must);
}

/* ── hello ── */

static bool read_hello(struct json_object *object, struct bot_hello *hello, struct bot_fault *fault)
{
	char type[WORD_SIZE] = "", called[WORD_SIZE] = "", version[WORD_SIZE] = "";
	int64_t protocol = 0;
	*hello = (struct bot_hello){.at_once = 1};
	if (!json_take_text(object, "type", type, sizeof type) || strcmp(type, "hello") != 0)
		return is_not(fault, "type", "\"hello\"");
	if (!json_take_number(object, "protocol", &protocol) || protocol != BOT_PROTOCOL)
		return is_not(fault, "protocol", "1: this farm speaks no other");
	if (!json_take_text(object, "name", called, sizeof called) || called[0] == '\0')
		return is_not(fault, "name", "a text of 1 to 39 bytes, without control characters");
	if (!json_take_text(object, "version", version, sizeof version))
		return is_not(fault, "version", "a text of at most 39 bytes, without control characters");
	if (!json_take_flag(object, "press", &hello->writes))
		return is_not(fault, "press", "true, false, or left out");
	if (!json_take_flag(object, "history", &hello->remembers))
		return is_not(fault, "history", "true, false, or left out");
	if (!json_take_number(object, "at_once", &hello->at_once) || hello->at_once < 1 ||
	    hello->at_once > BOT_AT_ONCE_MOST)
		return is_not(fault, "at_once", "a number from 1 to 1000, or left out");
	snprintf(hello->name, sizeof hello->name, "%s%s%s", called, version[0] != '\0' ? " " : "",
	         version);
	return true;
}

bool answer_read_hello(const char *line, size_t length, struct bot_hello *hello,
                       struct bot_fault *fault)
{
	struct json_object *object = open_answer(line, length, fault);
	if (object == NULL)
		return false;
	const bool taken = read_hello(object, hello, fault);
	json_close(object);
	return taken;
}

/* ── matching an answer to its question ── */

static bool is_to(struct json_object *object, const struct bot_question *question, int64_t id,
                  struct bot_fault *fault)
{
	const char *const power = question->map->power[question->power];
	struct envelope said = {.id = -1, .game = question->game};
	char phase[PHASE_TEXT_SIZE], must[WORD_SIZE];
	phase_print(question->board->phase, phase);
	strcpy(said.phase, phase);
	strcpy(said.power, power);
	if (!json_take_text(object, "type", said.type, sizeof said.type) ||
	    strcmp(said.type, question->round > 0 ? "press" : "orders") != 0)
		return is_not(fault, "type", question->round > 0 ? "\"press\"" : "\"orders\"");
	snprintf(must, sizeof must, "%lld", (long long)id);
	if (!json_take_number(object, "id", &said.id) || said.id != id)
		return is_not(fault, "id", must);
	snprintf(must, sizeof must, "%d, or left out", question->game);
	if (!json_take_number(object, "game", &said.game) || said.game != question->game)
		return is_not(fault, "game", must);
	snprintf(must, sizeof must, "\"%s\", or left out", power);
	if (!json_take_text(object, "power", said.power, sizeof said.power) ||
	    strcmp(said.power, power) != 0)
		return is_not(fault, "power", must);
	snprintf(must, sizeof must, "\"%s\", or left out", phase);
	if (!json_take_text(object, "phase", said.phase, sizeof said.phase) ||
	    strcmp(said.phase, phase) != 0)
		return is_not(fault, "phase", must);
	return true;
}

int64_t answer_find_id(const char *line, size_t length)
{
	struct json_object *object = json_open(line, length);
	int64_t id = -1;
	if (object == NULL)
		return -1;
	if (!json_take_number(object, "id", &id))
		id = -1;
	json_close(object);
	return id;
}

/* ── orders ── */

static bool is_offered(const struct bot_legal *legal, struct order order)
{
	for (int i = 0; i < legal->count; i++)
		if (order_equal(legal->order[i], order))
			return true;
	return false;
}

static bool take_order(const struct bot_question *question, const struct bot_legal *legal,
                       const char *text, struct bot_orders *orders, struct bot_fault *fault)
{
	struct submission *submission = &orders->orders[orders->count];
	char why[ERROR_SIZE];
	submission->power = question->power;
	if (!order_parse(question->map, text, strlen(text), &submission->order, why))
		return faults_set(fault, BOT_ILLEGAL, "\"%.*s\" is not an order: %s", SHOWN, text, why);
	if (!is_offered(legal, submission->order))
		return faults_set(fault, BOT_ILLEGAL, "\"%.*s\" is none of the legal orders", SHOWN, text);
	orders->count++;
	return true;
}

/* In movement and retreat phases, a unit may have only one order. */
static bool is_single(const struct bot_question *question, const struct bot_orders *orders,
                      struct bot_fault *fault)
{
	char text[ORDER_TEXT_SIZE];
	for (int i = 0; i < orders->count; i++)
		for (int k = 0; k < i; k++)
			if (orders->orders[i].order.from == orders->orders[k].order.from)
				return faults_set(fault, BOT_ILLEGAL, "\"%s\" is the second order for its unit",
				                  order_print(question->map, orders->orders[i].order, text));
	return true;
}

/* In winter, the orders must be possible together. */
static bool is_possible(const struct bot_question *question, const struct bot_orders *orders,
                        struct bot_fault *fault)
{
	static struct given given;
	struct submission counting[ADJUSTMENTS_MAX];
	char text[ORDER_TEXT_SIZE];
	given.count = orders->count;
	memcpy(given.submission, orders->orders, (size_t)orders->count * sizeof *given.submission);
	(void)!given_take_adjustments(rules_variant(question->rules, question->map), question->board,
	                              question->power, &given, counting);
	for (int i = 0; i < given.count; i++)
		if (given.problem[i] != NULL)
			return faults_set(fault, BOT_ILLEGAL, "\"%s\" beside its other orders: %s",
			                  order_print(question->map, given.submission[i].order, text),
			                  given.problem[i]);
	return true;
}

/* Whether it is a list of at most ADJUSTMENTS_MAX strings, none of them empty. */
static bool is_list_of_orders(const struct json_object *list)
{
	if (json_kind(list) != JSON_LIST || json_count(list) > ADJUSTMENTS_MAX)
		return false;

	for (size_t i = 0; i < json_count(list); i++) {
		const char *text = json_line(json_element(list, i));
		if (text == NULL || text[0] == '\0')
			return false;
	}

	return true;
}

static bool take_orders(struct json_object *object, const struct bot_question *question,
                        const struct bot_legal *legal, struct bot_orders *orders,
                        struct bot_fault *fault)
{
	const struct json_object *list = json_member(object, "orders");

	orders->count = 0;
	if (!is_list_of_orders(list))
		return is_not(fault, "orders", "an array of orders, each a text of at most 100 bytes");
	for (size_t i = 0; i < json_count(list); i++)
		if (!take_order(question, legal, json_line(json_element(list, i)), orders, fault))
			return false;

	return phase_is_winter(question->board->phase) ? is_possible(question, orders, fault)
	                                               : is_single(question, orders, fault);
}

/* ── votes ── */

/* ["ENG","FRA"]: surviving powers. */
static bool take_sharers(const struct bot_question *question, const struct json_object *list,
                         power_set *shared)
{
	const power_set survivors = votes_find_survivors(question->map, question->board);

	*shared = 0;
	if (json_kind(list) != JSON_LIST)
		return false;
	for (size_t i = 0; i < json_count(list); i++) {
		const char *const code = json_line(json_element(list, i));
		const uint8_t power =
			code != NULL ? map_find_power(question->map, code, strlen(code)) : POWER_NONE;
		if (power == POWER_NONE || !power_set_has(survivors, power))
			return false;
		power_set_add(shared, power);
	}
	return *shared != 0;
}

/* "vote":{"draw":true}, or {"end":["ENG","FRA"]}, or nothing. */
static bool take_vote(struct json_object *object, const struct bot_question *question,
                      struct bot_orders *orders, struct bot_fault *fault)
{
	static const char must[] = "{\"draw\":true} or {\"end\":[powers that survive]}, or left out";
	struct json_object *said = json_member(object, "vote");
	bool draw = false;

	orders->votes = said != NULL;
	orders->shared = 0;
	if (said == NULL)
		return true;
	if (!votes_are_taken(question->board->phase))
		return is_not(fault, "vote", "left out before retreats: votes are on moves and builds");
	if (json_kind(said) != JSON_OBJECT || json_count(said) != 1 ||
	    !json_take_flag(said, "draw", &draw))
		return is_not(fault, "vote", must);

	const struct json_object *end = json_member(said, "end");
	if (draw || (end != NULL && take_sharers(question, end, &orders->shared)))
		return true;
	return is_not(fault, "vote", must);
}

/* ── costs ── */

static bool is_count_of_tokens(struct json_object *cost, const char *name, int64_t *tokens)
{
	return json_take_number(cost, name, tokens) && *tokens >= 0 && *tokens <= BOT_TOKENS_MOST;
}

/* "cost":{"model":"small","in":1200,"out":80,"dollars":0.0004}, or some of its members, or
 * nothing. */
static bool take_cost(struct json_object *object, struct bot_cost *cost, struct bot_fault *fault)
{
	struct json_object *said = json_member(object, "cost");
	double dollars = 0;

	*cost = (struct bot_cost){.any = said != NULL};
	if (said == NULL)
		return true;
	if (json_kind(said) != JSON_OBJECT)
		return is_not(fault, "cost", "an object");
	if (!json_take_text(said, "model", cost->model, sizeof cost->model))
		return is_not(fault, "model", "a text of at most 64 bytes");
	if (!is_count_of_tokens(said, "in", &cost->tokens_in) ||
	    !is_count_of_tokens(said, "out", &cost->tokens_out))
		return is_not(fault, "cost", "tokens \"in\" and \"out\" from 0 to 1000000000");
	if (!json_take_decimal(said, "dollars", &dollars) ||
	    !(dollars >= 0 && dollars <= BOT_DOLLARS_MOST))
		return is_not(fault, "dollars", "a number from 0 to 1000000");
	cost->nanodollars = (int64_t)(dollars * 1e9 + 0.5);
	return true;
}

bool answer_read_orders(const struct bot_question *question, int64_t id,
                        const struct bot_legal *legal, const char *line, size_t length,
                        struct bot_orders *orders, struct bot_cost *cost, struct bot_fault *fault)
{
	struct json_object *object = open_answer(line, length, fault);
	if (object == NULL)
		return false;
	const bool taken = is_to(object, question, id, fault) &&
	                   take_orders(object, question, legal, orders, fault) &&
	                   take_vote(object, question, orders, fault) && take_cost(object, cost, fault);
	json_close(object);
	return taken;
}

/* ── messages ── */

/* Adds the named power to recipients. */
static bool take_recipient(const struct bot_question *question, const struct json_object *name,
                           power_set *recipients, struct bot_fault *fault)
{
	const char *const text = name != NULL ? json_line(name) : NULL;
	const uint8_t power =
		text != NULL ? map_find_power(question->map, text, strlen(text)) : POWER_NONE;
	if (power == POWER_NONE || power == question->power)
		return is_not(fault, "to", "the code of another power, several of them, or null for all");
	power_set_add(recipients, power);
	return true;
}

static bool take_recipients(const struct bot_question *question, const struct json_object *to,
                            power_set *recipients, struct bot_fault *fault)
{
	*recipients = 0;
	if (to == NULL || json_kind(to) == JSON_NULL)
		return true;
	if (strcmp(question->press, "private") != 0)
		return is_not(fault, "to", "null: in this game players write to all only");
	if (json_kind(to) != JSON_LIST)
		return take_recipient(question, to, recipients, fault);
	if (json_count(to) == 0)
		return take_recipient(question, NULL, recipients, fault);
	for (size_t i = 0; i < json_count(to); i++)
		if (!take_recipient(question, json_element(to, i), recipients, fault))
			return false;
	return true;
}

static bool take_letter(const struct bot_question *question, const struct json_object *message,
                        struct letters *said, struct bot_fault *fault)
{
	struct letter letter = {question->board->phase, question->round, question->power, 0, NULL};
	const struct json_object *text =
		json_kind(message) == JSON_OBJECT ? json_member(message, "text") : NULL;
	size_t length = 0;
	if (text != NULL && json_kind(text) == JSON_TEXT)
		letter.text = (char *)json_text(text, &length);
	if (letter.text == NULL || !letter_is_text(letter.text, length))
		return is_not(fault, "text", "of at most 4096 bytes, and without control characters");
	if (!take_recipients(question, json_member(message, "to"), &letter.recipients, fault))
		return false;
	letters_add(said, &letter);
	return true;
}

static bool take_letters(struct json_object *object, const struct bot_question *question,
                         struct letters *said, struct bot_fault *fault)
{
	const struct json_object *list = json_member(object, "messages");
	if (list == NULL)
		return true;
	if (json_kind(list) != JSON_LIST || json_count(list) > LETTERS_EACH)
		return is_not(fault, "messages", "an array of at most 16 messages");
	for (size_t i = 0; i < json_count(list); i++)
		if (!take_letter(question, json_element(list, i), said, fault))
			return false;
	return true;
}

bool answer_read_press(const struct bot_question *question, int64_t id, const char *line,
                       size_t length, struct letters *said, struct bot_cost *cost,
                       struct bot_fault *fault)
{
	struct letters read = {0};
	struct json_object *object = open_answer(line, length, fault);
	if (object == NULL)
		return false;
	const bool taken = is_to(object, question, id, fault) &&
	                   take_letters(object, question, &read, fault) &&
	                   take_cost(object, cost, fault);
	for (int i = 0; taken && i < read.count; i++)
		letters_add(said, &read.letter[i]);
	letters_close(&read);
	json_close(object);
	return taken;
}
