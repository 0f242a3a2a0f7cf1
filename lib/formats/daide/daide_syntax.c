/* daide_syntax: see daide_syntax.h. The grammar has one function per command. */
#include "daide_syntax.h"

#include "daide_press.h"

/* A text in brackets: at least one character. */
static bool take_text(struct daide_reader *reader)
{
	if (!daide_take(reader, DAIDE_BRA))
		return false;
	const int begun = reader->at;
	daide_take_characters(reader);
	return reader->at > begun && daide_take(reader, DAIDE_KET);
}

static bool take_nothing(struct daide_reader *reader)
{
	(void)reader;
	return true;
}

static bool take_two_texts(struct daide_reader *reader)
{
	return take_text(reader) && take_text(reader);
}

/* "OBS" or "OBS ( 'name' ) ( 'version' )". */
static bool take_obs(struct daide_reader *reader)
{
	return reader->at == reader->end || take_two_texts(reader);
}

static bool take_iam(struct daide_reader *reader)
{
	uint8_t power;
	int code;
	return daide_take(reader, DAIDE_BRA) && daide_take_power(reader, &power) &&
	       daide_take(reader, DAIDE_KET) && daide_take(reader, DAIDE_BRA) &&
	       daide_take_integer(reader, &code) && daide_take(reader, DAIDE_KET);
}

static bool take_turn(struct daide_reader *reader)
{
	int16_t phase;
	return daide_take_turn(reader, &phase);
}

/* "SUB [turn] ( order ) ..." */
static bool take_sub(struct daide_reader *reader)
{
	struct daide_order order;
	if (daide_turn_is_next(reader) && !take_turn(reader))
		return false;
	do {
		if (!daide_take_order_group(reader, &order))
			return false;
	} while (reader->at < reader->end);
	return true;
}

/* "TME" or "TME ( seconds )". */
static bool take_tme(struct daide_reader *reader)
{
	int seconds;
	return reader->at == reader->end ||
	       (daide_take(reader, DAIDE_BRA) && daide_take_integer(reader, &seconds) &&
	        daide_take(reader, DAIDE_KET));
}

/* "DRW" or "DRW ( ENG FRA )". */
static bool take_draw(struct daide_reader *reader)
{
	uint8_t powers;

	return reader->at == reader->end ||
	       (reader->level >= DAIDE_LEVEL_DRAWS && daide_take_powers(reader, 1, &powers));
}

uint8_t daide_draw_powers(const struct daide_message *message)
{
	struct daide_reader reader = {.message = message, .end = message->count};
	uint8_t powers = 0, power;

	for (; reader.at < reader.end; reader.at++)
		if (daide_take_power(&reader, &power)) {
			powers |= (uint8_t)(1u << power);
			reader.at--;
		}
	return powers;
}

/* The operand of NOT: "NOT ( GOF )". The reader is within the brackets and ends with them. */
static bool take_denied(struct daide_reader *reader)
{
	struct daide_order order;

	if (daide_take(reader, DAIDE_GOF))
		return true;
	if (daide_take(reader, DAIDE_DRW))
		return take_draw(reader);
	if (daide_take(reader, DAIDE_SUB))
		return reader->at == reader->end || daide_take_order_group(reader, &order);
	return daide_take(reader, DAIDE_TME) && take_tme(reader);
}

/* The operand of YES: "MAP ( 'standard' )". */
static bool take_granted(struct daide_reader *reader)
{
	return (daide_take(reader, DAIDE_MAP) || daide_take(reader, DAIDE_SVE)) && take_text(reader);
}

static bool take_refused(struct daide_reader *reader)
{
	return daide_take(reader, DAIDE_LOD) ? take_text(reader) : take_granted(reader);
}

/* "( m )", with a function that takes m. */
static bool take_within(struct daide_reader *reader, bool (*take)(struct daide_reader *))
{
	const int after = daide_skip(reader->message, reader->at, reader->end);
	if (reader->at >= reader->end || reader->message->token[reader->at] != DAIDE_BRA || after < 0)
		return false;
	struct daide_reader within = {reader->message, reader->at + 1, after - 1, reader->level};
	const bool taken = take(&within) && within.at == within.end;
	reader->at = taken ? after : within.at;
	return taken;
}

/* HUH and PRN are never answered, so their contents are not checked. */
static bool take_anything(struct daide_reader *reader)
{
	reader->at = reader->end;
	return true;
}

static bool take_snd(struct daide_reader *reader)
{
	struct daide_send send;
	if (reader->level < DAIDE_LEVEL_PRESS) {
		reader->at = 0;
		return false;
	}
	return daide_take_send(reader, &send);
}

static const struct {
	uint16_t command;
	bool (*take)(struct daide_reader *reader);
	bool within; /* it takes what is in one pair of brackets */
} grammar[] = {
	{DAIDE_NME, take_two_texts, false}, {DAIDE_OBS, take_obs, false},
	{DAIDE_IAM, take_iam, false},       {DAIDE_MAP, take_nothing, false},
	{DAIDE_MDF, take_nothing, false},   {DAIDE_YES, take_granted, true},
	{DAIDE_REJ, take_refused, true},    {DAIDE_HLO, take_nothing, false},
	{DAIDE_SCO, take_nothing, false},   {DAIDE_NOW, take_nothing, false},
	{DAIDE_ORD, take_nothing, false},   {DAIDE_HST, take_turn, false},
	{DAIDE_SUB, take_sub, false},       {DAIDE_NOT, take_denied, true},
	{DAIDE_MIS, take_nothing, false},   {DAIDE_GOF, take_nothing, false},
	{DAIDE_DRW, take_draw, false},      {DAIDE_TME, take_tme, false},
	{DAIDE_ADM, take_two_texts, false}, {DAIDE_HUH, take_anything, false},
	{DAIDE_PRN, take_anything, false},  {DAIDE_SND, take_snd, false},
};

int daide_syntax(const struct daide_message *message, int level)
{
	struct daide_reader reader = {message, 1, message->count, level};
	for (size_t i = 0; i < sizeof grammar / sizeof *grammar; i++)
		if (grammar[i].command == message->token[0]) {
			const bool taken = grammar[i].within ? take_within(&reader, grammar[i].take)
			                                     : grammar[i].take(&reader);
			return taken && reader.at == reader.end ? DAIDE_RIGHT : reader.at;
		}
	return 0;
}

void daide_add_huh(struct daide_message *answer, const struct daide_message *message, int wrong)
{
	daide_add(answer, DAIDE_HUH);
	daide_add(answer, DAIDE_BRA);
	daide_add_all(answer, message->token, wrong);
	daide_add(answer, DAIDE_ERR);
	daide_add_all(answer, message->token + wrong, message->count - wrong);
	daide_add(answer, DAIDE_KET);
}

void daide_add_prn(struct daide_message *answer, const struct daide_message *message)
{
	daide_add(answer, DAIDE_PRN);
	daide_add_group(answer, message->token, message->count);
}
