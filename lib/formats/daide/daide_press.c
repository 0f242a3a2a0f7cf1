/* daide_press: see daide_press.h. The grammar is a table: a word, its level, and the parts after
 * it, one letter per part. */
#include "daide_press.h"

#include <string.h>

enum {
	LEVEL_NESTED = 50, /* AND and ORR within AND and ORR */
	LEVEL_QUERY = 60,  /* THK ( QRY ... ), FCT ( NOT ( QRY ... ) ) */
	DEPTH_MOST = 32,   /* of nesting */
};

/* The letters of `parts`:
 *   p ( power )   P ( power ... )    Q ( two powers or more )   D [( two powers or more )]
 *   a ( arrangement )     A ( arrangement ) ...   m ( press )   f ( arrangement or query )
 *   x ( EXP ... )         y ( WHY ... )           e [ELS ( press )]
 *   o ( order )   u ( unit )   U ( unit ) ...     l ( province or power )   L ( province ... )
 *   s ( power province ... ) ...    r ( number number )    t ( turn )   d ( turn, or two turns )
 *   T ( any words )   v VSS   n THN */
static const struct press_word {
	uint16_t token;
	int level;
	bool arrangement; /* else press */
	const char *parts;
} press_words[] = {
	{DAIDE_PRP, 10, false, "a"},   {DAIDE_CCL, 10, false, "m"},     {DAIDE_FCT, 10, false, "f"},
	{DAIDE_TRY, 10, false, "T"},   {DAIDE_YES, 10, false, "m"},     {DAIDE_REJ, 10, false, "m"},
	{DAIDE_BWX, 10, false, "m"},   {DAIDE_HUH, 10, false, "T"},     {DAIDE_PCE, 10, true, "Q"},
	{DAIDE_ALY, 10, true, "PvP"},  {DAIDE_DRW, 10, true, "D"},      {DAIDE_SLO, 10, true, "p"},
	{DAIDE_NOT, 10, true, "a"},    {DAIDE_NAR, 10, true, "a"},      {DAIDE_XDO, 20, true, "o"},
	{DAIDE_DMZ, 20, true, "PL"},   {DAIDE_AND, 30, true, "aA"},     {DAIDE_ORR, 30, true, "aA"},
	{DAIDE_SCD, 40, true, "s"},    {DAIDE_OCC, 40, true, "U"},      {DAIDE_CHO, 50, true, "rA"},
	{DAIDE_INS, 60, false, "a"},   {DAIDE_QRY, 60, false, "a"},     {DAIDE_SUG, 60, false, "a"},
	{DAIDE_THK, 60, false, "f"},   {DAIDE_IDK, 60, false, "m"},     {DAIDE_WHT, 70, false, "u"},
	{DAIDE_HOW, 70, false, "l"},   {DAIDE_EXP, 80, false, "tm"},    {DAIDE_SRY, 80, false, "x"},
	{DAIDE_FOR, 90, true, "da"},   {DAIDE_IFF, 100, false, "anme"}, {DAIDE_XOY, 110, true, "pp"},
	{DAIDE_YDO, 110, true, "pU"},  {DAIDE_SND, 120, true, "pPm"},   {DAIDE_FWD, 120, true, "Ppp"},
	{DAIDE_BCC, 120, true, "pPp"}, {DAIDE_FRM, 120, false, "pPm"},  {DAIDE_WHY, 130, false, "m"},
	{DAIDE_POB, 130, false, "y"},
};
enum { PRESS_WORDS = sizeof press_words / sizeof *press_words };

/* The nesting of the reader: depth of words, and whether inside AND, ORR or CHO. */
struct place {
	int depth;
	bool combined;
};

static const struct press_word *find_word(uint16_t token)
{
	for (int w = 0; w < PRESS_WORDS; w++)
		if (press_words[w].token == token)
			return &press_words[w];
	return NULL;
}

static bool is_next(const struct daide_reader *reader, int after, uint16_t token)
{
	return reader->at + after < reader->end && reader->message->token[reader->at + after] == token;
}

/* ── lists ── */

bool daide_take_powers(struct daide_reader *reader, int least, uint8_t *powers)
{
	uint8_t power;
	int count = 0;
	*powers = 0;
	if (!daide_take(reader, DAIDE_BRA))
		return false;
	for (; count < least || !is_next(reader, 0, DAIDE_KET); count++) {
		if (!daide_take_power(reader, &power))
			return false;
		*powers |= (uint8_t)(1 << power);
	}
	return daide_take(reader, DAIDE_KET);
}

/* Provinces up to a bracket, at least one. */
static bool take_provinces(struct daide_reader *reader)
{
	uint16_t province;
	do {
		if (!daide_take_province(reader, &province))
			return false;
	} while (!is_next(reader, 0, DAIDE_KET));
	return daide_take(reader, DAIDE_KET);
}

/* "( power province ... ) ..."; a power can be UNO. */
static bool take_centres(struct daide_reader *reader)
{
	uint8_t power;
	do {
		if (!daide_take(reader, DAIDE_BRA) ||
		    !(daide_take(reader, DAIDE_UNO) || daide_take_power(reader, &power)) ||
		    !take_provinces(reader))
			return false;
	} while (is_next(reader, 0, DAIDE_BRA));
	return true;
}

static bool take_units(struct daide_reader *reader)
{
	struct daide_unit unit;
	do {
		if (!daide_take_unit(reader, &unit))
			return false;
	} while (is_next(reader, 0, DAIDE_BRA));
	return true;
}

static bool take_range(struct daide_reader *reader)
{
	int number;
	return daide_take(reader, DAIDE_BRA) && daide_take_integer(reader, &number) &&
	       daide_take_integer(reader, &number) && daide_take(reader, DAIDE_KET);
}

/* "( FAL 1901 )", or "( ( FAL 1901 ) ( SPR 1902 ) )". */
static bool take_period(struct daide_reader *reader)
{
	int16_t phase;
	if (!is_next(reader, 1, DAIDE_BRA))
		return daide_take_turn(reader, &phase);
	return daide_take(reader, DAIDE_BRA) && daide_take_turn(reader, &phase) &&
	       daide_take_turn(reader, &phase) && daide_take(reader, DAIDE_KET);
}

static bool take_where(struct daide_reader *reader)
{
	uint16_t province;
	uint8_t power;
	return daide_take(reader, DAIDE_BRA) &&
	       (daide_take_power(reader, &power) || daide_take_province(reader, &province)) &&
	       daide_take(reader, DAIDE_KET);
}

/* Anything in brackets. */
static bool take_any(struct daide_reader *reader)
{
	const int after =
		is_next(reader, 0, DAIDE_BRA) ? daide_skip(reader->message, reader->at, reader->end) : -1;
	if (after > 0)
		reader->at = after;
	return after > 0;
}

/* ── nested words ── */

static bool take_parts(struct daide_reader *reader, const char *parts, struct place place);

/* A word and its parts. */
static bool take_word(struct daide_reader *reader, bool arrangement, struct place place)
{
	const struct press_word *word = reader->at < reader->end ? find_word(daide_peek(reader)) : NULL;
	if (word == NULL || word->level > reader->level || word->arrangement != arrangement ||
	    place.depth == DEPTH_MOST)
		return false;

	const bool combines = strchr(word->parts, 'A') != NULL;
	if (combines && place.combined && reader->level < LEVEL_NESTED)
		return false;
	reader->at++;
	place.depth++;
	place.combined |= combines;
	return take_parts(reader, word->parts, place);
}

static bool take_group(struct daide_reader *reader, bool arrangement, struct place place)
{
	return daide_take(reader, DAIDE_BRA) && take_word(reader, arrangement, place) &&
	       daide_take(reader, DAIDE_KET);
}

static bool take_groups(struct daide_reader *reader, struct place place)
{
	do {
		if (!take_group(reader, true, place))
			return false;
	} while (is_next(reader, 0, DAIDE_BRA));
	return true;
}

/* "( arrangement )", "( QRY ( arrangement ) )", "( NOT ( QRY ( arrangement ) ) )". */
static bool take_fact(struct daide_reader *reader, struct place place)
{
	if (reader->level >= LEVEL_QUERY && is_next(reader, 1, DAIDE_QRY))
		return take_group(reader, false, place);
	if (reader->level < LEVEL_QUERY || !is_next(reader, 1, DAIDE_NOT) ||
	    !is_next(reader, 3, DAIDE_QRY))
		return take_group(reader, true, place);
	reader->at += 2;
	return take_group(reader, false, place) && daide_take(reader, DAIDE_KET);
}

/* "( m )" that begins with a certain word. */
static bool take_such(struct daide_reader *reader, uint16_t token, struct place place)
{
	if (is_next(reader, 1, token))
		return take_group(reader, false, place);
	reader->at += is_next(reader, 0, DAIDE_BRA);
	return false;
}

static bool take_part(struct daide_reader *reader, char part, struct place place)
{
	struct daide_order order;
	struct daide_unit unit;
	uint8_t powers;
	int16_t phase;

	switch (part) {
	case 'p':
		return daide_take(reader, DAIDE_BRA) && daide_take_power(reader, &powers) &&
		       daide_take(reader, DAIDE_KET);
	case 'P':
	case 'Q':
		return daide_take_powers(reader, part == 'P' ? 1 : 2, &powers);
	case 'D':
		return !is_next(reader, 0, DAIDE_BRA) || daide_take_powers(reader, 2, &powers);
	case 'a':
	case 'm':
		return take_group(reader, part == 'a', place);
	case 'A':
		return take_groups(reader, place);
	case 'f':
		return take_fact(reader, place);
	case 'x':
		return take_such(reader, DAIDE_EXP, place);
	case 'y':
		return take_such(reader, DAIDE_WHY, place);
	case 'e':
		return !daide_take(reader, DAIDE_ELS) || take_group(reader, false, place);
	case 'o':
		return daide_take_order_group(reader, &order);
	case 'u':
		return daide_take_unit(reader, &unit);
	case 'U':
		return take_units(reader);
	case 'l':
		return take_where(reader);
	case 'L':
		return daide_take(reader, DAIDE_BRA) && take_provinces(reader);
	case 's':
		return take_centres(reader);
	case 'r':
		return take_range(reader);
	case 't':
		return daide_take_turn(reader, &phase);
	case 'd':
		return take_period(reader);
	case 'T':
		return take_any(reader);
	case 'v':
		return daide_take(reader, DAIDE_VSS);
	}
	return daide_take(reader, DAIDE_THN);
}

static bool take_parts(struct daide_reader *reader, const char *parts, struct place place)
{
	for (; *parts != '\0'; parts++)
		if (!take_part(reader, *parts, place))
			return false;
	return true;
}

/* ── messages ── */

bool daide_take_send(struct daide_reader *reader, struct daide_send *send)
{
	*send = (struct daide_send){0};
	send->has_turn = daide_turn_is_next(reader);
	if (send->has_turn && !daide_take_turn(reader, &send->phase))
		return false;
	if (!daide_take_powers(reader, 1, &send->powers) || !daide_take(reader, DAIDE_BRA))
		return false;

	send->at = reader->at;
	const bool text = reader->level >= DAIDE_LEVEL_TEXT && reader->at < reader->end &&
	                  daide_is_text(daide_peek(reader));
	if (text)
		daide_take_characters(reader);
	else if (!take_word(reader, false, (struct place){0}))
		return false;
	send->end = reader->at;
	return daide_take(reader, DAIDE_KET);
}

int daide_press_level(const struct daide_message *message)
{
	for (int level = DAIDE_LEVEL_PRESS; level <= DAIDE_LEVEL_MOST; level += 10) {
		struct daide_reader reader = {message, 0, message->count, level};
		if (take_word(&reader, false, (struct place){0}) && reader.at == reader.end)
			return level;
	}
	return 0;
}

void daide_add_press(struct daide_message *message, const struct daide_message *press, int level)
{
	const bool cut = press->token[0] == DAIDE_TRY;
	daide_add(message, DAIDE_BRA);
	for (int i = 0; i < press->count; i++) {
		const struct press_word *word = cut && i > 0 ? find_word(press->token[i]) : NULL;
		if (word == NULL || word->level <= level)
			daide_add(message, press->token[i]);
	}
	daide_add(message, DAIDE_KET);
}
