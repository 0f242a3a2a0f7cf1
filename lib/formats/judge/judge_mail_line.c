/* judge_mail_line: see judge_mail_line.h. */
#include "judge_mail_line.h"

#include <stdio.h>
#include <string.h>

enum { LINE_SHOWN = 40 }; /* bytes of a line that an error shows */

/* Writes that `noun` was expected; always returns false. */
static bool refuse_noun(const struct judge_text *text, const char *noun)
{
	struct judge_text rest = *text;

	judge_skip(&rest);
	const int length = (int)(rest.end - rest.at);
	if (length == 0)
		return text_refuse(text->error, "%s is missing at its end", noun);
	return text_refuse(text->error, "'%.*s' should begin with %s", MIN(length, LINE_SHOWN), rest.at,
	                   noun);
}

static bool read_place(struct judge_text *text, uint8_t *loc)
{
	return judge_take_loc(text, loc) || refuse_noun(text, "a place of the map");
}

static bool read_type(struct judge_text *text, uint8_t *type)
{
	return judge_take_type(text, type) || refuse_noun(text, "Army or Fleet");
}

/* ── units ── */

/* Removes a coast that an army does not need. */
static bool settle_unit(const struct judge_text *text, uint8_t type, uint8_t *loc)
{
	if (type == ARMY)
		*loc = text->map->loc[*loc].province;
	if (map_can_stand(text->map, type, *loc))
		return true;
	return text_refuse(
		text->error, "no %s can stand in %s%s", type == ARMY ? "army" : "fleet",
		text->map->loc[*loc].name,
		text->map->loc[*loc].terrain == COAST ? ": it has two coasts, and none is named" : "");
}

/* "Army Norway", "Fleet St Petersburg (north coast)": a standing unit. */
static bool read_ordered(struct judge_text *text, struct order *order)
{
	return read_type(text, &order->type) && read_place(text, &order->from) &&
	       settle_unit(text, order->type, &order->from);
}

/* A supported or convoyed unit. Its power's adjective may precede it. */
static bool read_helped(struct judge_text *text, struct order *order)
{
	struct judge_text ahead = *text;

	if (judge_take_word(&ahead) && judge_take_type(&ahead, &order->aux_type))
		*text = ahead;
	else if (!read_type(text, &order->aux_type))
		return false;
	if (!read_place(text, &order->aux))
		return false;
	if (order->aux_type == ARMY)
		order->aux = text->map->loc[order->aux].province;
	return true;
}

/* ── the marks after an order ── */

static bool read_mark(struct judge_text *text, uint8_t *marks)
{
	static const struct {
		const char *words;
		uint8_t mark;
	} rows[] = {
		{"bounce", MARK_BOUNCE},       {"cut", MARK_CUT},
		{"void", MARK_VOID},           {"no convoy", MARK_NO_CONVOY},
		{"dislodged", MARK_DISLODGED}, {"destroyed", MARK_DESTROYED},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (judge_take_words(text, rows[i].words)) {
			*marks |= rows[i].mark;
			return true;
		}
	return false;
}

static bool read_marks(struct judge_text *text, uint8_t *marks)
{
	*marks = 0;
	if (!judge_take_mark(text, "(*"))
		return true;
	do
		if (!read_mark(text, marks))
			return refuse_noun(text, "bounce, cut, void, no convoy, dislodged or destroyed");
	while (judge_take_mark(text, ","));
	return judge_take_mark(text, "*)") || refuse_noun(text, "*)");
}

/* The period after an order; marks may be before or after it. */
static bool read_close(struct judge_text *text, uint8_t *marks)
{
	uint8_t after;

	if (!read_marks(text, marks))
		return false;
	if (!judge_take_mark(text, "."))
		return refuse_noun(text, "a dot");
	if (!read_marks(text, &after))
		return false;
	*marks |= after;
	judge_skip(text);
	return text->at == text->end || refuse_noun(text, "the end of the line");
}

/* ── movement ── */

/* The location of a move's target. A missing coast of a fleet is inferred. */
static void settle_fleet(const struct judge_text *text, uint8_t type, uint8_t from, uint8_t *to)
{
	const uint8_t inferred = map_infer_loc(text->map, type, from, *to);

	if (inferred != LOC_NONE)
		*to = inferred;
}

/* " -> Norway", " -> North Sea -> Norway": an army that names seas moves by convoy. */
static bool read_path(struct judge_text *text, struct order *order)
{
	int steps = 0;

	order->kind = ORDER_MOVE;
	do {
		if (steps > 0 && text->map->loc[order->to].terrain != WATER)
			return refuse_noun(text, "the end of the move, as a convoy only passes seas");
		if (!read_place(text, &order->to))
			return false;
		steps++;
	} while (judge_take_mark(text, "->"));
	order->via = steps > 1;
	if (steps > 1 && order->type == FLEET)
		return refuse_noun(text, "one place only, for a fleet");
	settle_fleet(text, order->type, order->from, &order->to);
	return true;
}

static bool read_support(struct judge_text *text, struct order *order)
{
	order->kind = ORDER_SUPPORT_HOLD;
	if (!read_helped(text, order))
		return false;
	if (!judge_take_mark(text, "->"))
		return true;
	order->kind = ORDER_SUPPORT_MOVE;
	if (!read_place(text, &order->to))
		return false;
	if (order->aux_type == ARMY)
		order->to = text->map->loc[order->to].province;
	return true;
}

static bool read_convoy(struct judge_text *text, struct order *order)
{
	order->kind = ORDER_CONVOY;
	if (!read_helped(text, order))
		return false;
	if (order->aux_type != ARMY)
		return refuse_noun(text, "nothing more, as only armies are convoyed");
	if (!judge_take_mark(text, "->"))
		return refuse_noun(text, "->");
	if (!read_place(text, &order->to))
		return false;
	order->to = text->map->loc[order->to].province;
	return true;
}

bool mail_read_move(struct judge_text *text, struct mail_entry *entry)
{
	struct order *order = &entry->order;

	*order = order_hold(ARMY, 0);
	entry->ordered = true;
	if (!read_ordered(text, order))
		return false;
	bool read;
	if (judge_take_mark(text, ",")) {
		entry->ordered = false;
		read =
			judge_take_words(text, "no order processed") || refuse_noun(text, "No Order Processed");
	} else if (judge_take_mark(text, "->")) {
		read = read_path(text, order);
	} else if (judge_take_words(text, "support")) {
		read = read_support(text, order);
	} else if (judge_take_words(text, "convoy")) {
		read = read_convoy(text, order);
	} else {
		read = judge_take_words(text, "hold") ||
		       refuse_noun(text, "->, HOLD, SUPPORT, CONVOY or ', No Order Processed'");
	}
	return read && read_close(text, &entry->marks);
}

/* ── retreats ── */

bool mail_read_retreat(struct judge_text *text, struct mail_entry *entry)
{
	struct order *order = &entry->order;

	*order = order_disband(ARMY, 0);
	entry->ordered = true;
	if (!read_ordered(text, order))
		return false;
	if (judge_take_mark(text, "->")) {
		order->kind = ORDER_RETREAT;
		if (!read_place(text, &order->to))
			return false;
		settle_fleet(text, order->type, order->from, &order->to);
	} else if (judge_take_mark(text, ",")) {
		entry->ordered = false;
		if (!judge_take_words(text, "no order processed") || !judge_take_mark(text, "(") ||
		    !judge_take_words(text, "disband") || !judge_take_mark(text, ")"))
			return refuse_noun(text, "No Order Processed (DISBAND)");
	} else if (!judge_take_words(text, "disband")) {
		return refuse_noun(text, "->, DISBAND or ', No Order Processed (DISBAND)'");
	}
	return read_close(text, &entry->marks);
}

/* ── adjustments ── */

/* "in Norway", "in the North Sea" */
static bool read_in(struct judge_text *text, uint8_t *loc)
{
	if (!judge_take_words(text, "in"))
		return refuse_noun(text, "in");
	(void)judge_take_words(text, "the");
	return read_place(text, loc);
}

/* "a fleet in St Petersburg (south coast)", "the army in the North Sea" */
static bool read_adjusted(struct judge_text *text, const char *article, struct order *order)
{
	if (!judge_take_words(text, article) &&
	    !(strcmp(article, "a") == 0 && judge_take_words(text, "an")))
		return refuse_noun(text, article);
	if (!judge_take_type(text, &order->type))
		return refuse_noun(text, "army or fleet");
	if (!read_in(text, &order->from))
		return false;
	if (order->type == ARMY)
		order->from = text->map->loc[order->from].province;
	return true;
}

/* "2 builds pending.", "1 unusable build waived." */
static bool read_unused(struct judge_text *text)
{
	(void)judge_take_words(text, "unusable");
	if (!judge_take_words(text, "build") && !judge_take_words(text, "builds"))
		return refuse_noun(text, "build or builds");
	return judge_take_words(text, "pending") || judge_take_words(text, "waived") ||
	       refuse_noun(text, "pending or waived");
}

bool mail_read_adjustment(struct judge_text *text, struct mail_entry *entry, bool *counts)
{
	int number;
	uint8_t marks;
	bool read;

	*counts = entry->ordered = true;
	entry->order = order_waive();
	if (judge_take_words(text, "builds")) {
		entry->order = order_build(ARMY, 0);
		read = read_adjusted(text, "a", &entry->order) &&
		       settle_unit(text, entry->order.type, &entry->order.from);
	} else if (judge_take_words(text, "removes")) {
		entry->order = order_disband(ARMY, 0);
		read = read_adjusted(text, "the", &entry->order);
	} else if (judge_take_words(text, "defaults")) {
		entry->order = order_disband(ARMY, 0);
		entry->automatic = true;
		read = (judge_take_mark(text, ",") && judge_take_words(text, "removing")) ||
		       refuse_noun(text, ", removing");
		read = read && read_adjusted(text, "the", &entry->order);
	} else if (judge_take_number(text, &number)) {
		*counts = false;
		read = read_unused(text);
	} else {
		read = judge_take_words(text, "build waived") ||
		       refuse_noun(text, "Builds, Removes, Defaults, a number or 'Build waived'");
	}
	return read && read_close(text, &marks);
}

/* ── listings, dislodged units, owners ── */

/* "Finland or St Petersburg or Sweden" */
static bool read_options(struct judge_text *text, uint8_t type, uint8_t from,
                         struct place_set *options)
{
	do {
		uint8_t loc;
		if (!read_place(text, &loc))
			return false;
		settle_fleet(text, type, from, &loc);
		place_set_add(options, loc);
	} while (judge_take_words(text, "or") || judge_take_mark(text, ","));
	return true;
}

bool mail_read_listed(struct judge_text *text, struct mail_entry *entry)
{
	entry->order = order_hold(ARMY, 0);
	if (!read_ordered(text, &entry->order))
		return false;
	entry->dislodged = judge_take_words(text, "can retreat to");
	if (entry->dislodged &&
	    !read_options(text, entry->order.type, entry->order.from, &entry->options))
		return false;
	return read_close(text, &entry->marks);
}

bool mail_read_dislodged(struct judge_text *text, struct mail_dislodged *dislodged)
{
	uint8_t marks;

	if (!judge_take_words(text, "the") || !judge_take_word(text))
		return refuse_noun(text, "the adjective of a power");
	if (!read_type(text, &dislodged->type) || !read_in(text, &dislodged->loc) ||
	    !settle_unit(text, dislodged->type, &dislodged->loc))
		return false;
	dislodged->destroyed = judge_take_words(text, "with no valid retreats was destroyed");
	if (!dislodged->destroyed && !judge_take_words(text, "can retreat to"))
		return refuse_noun(text, "'can retreat to' or 'with no valid retreats was destroyed'");
	if (!dislodged->destroyed &&
	    !read_options(text, dislodged->type, dislodged->loc, &dislodged->options))
		return false;
	return read_close(text, &marks);
}

bool mail_read_owned(struct judge_text *text, uint8_t power, uint8_t owner[PROVINCES_MAX])
{
	uint8_t marks;

	do {
		uint8_t province;
		if (!judge_take_province(text, &province))
			return refuse_noun(text, "a province of the map");
		if (!text->map->centre[province])
			return text_refuse(text->error, "%s is not a supply centre",
			                   text->map->loc[province].name);
		owner[province] = power;
	} while (judge_take_mark(text, ","));
	return read_close(text, &marks);
}
