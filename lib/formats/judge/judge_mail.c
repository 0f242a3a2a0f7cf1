/* judge_mail: see judge_mail.h. A report is read line by line; the meaning of a line depends on the
 * part of the report. */
#include "judge_mail.h"

#include "judge_mail_line.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { YEAR_MOST = 2900 };

/* The parts of a report. */
enum part {
	NO_REPORT, /* before a title and after a report's end */
	ORDERS,
	DISLODGED,
	OWNERS,
	PASSED /* a part that is ignored */
};

struct reading {
	struct mail_reader *reader;
	struct mail_report *report;
	const char **text;
	const char *end;
	enum part part;
	char joined[MAIL_LINE_SIZE];
};

/* ── lines ── */

/* The line at `at`, without its newline, quotation marks and surrounding blanks; *next is the place
 * after it. */
static struct judge_text look(const struct reading *r, const char *at, const char **next)
{
	struct tokens whole;

	*next = at;
	(void)!tokens_take_line(next, r->end, &whole);
	struct judge_text line = {r->reader->map, whole.at, whole.end, r->reader->error};
	for (judge_skip(&line); line.at < line.end && *line.at == '>'; judge_skip(&line))
		line.at++;
	line.end = judge_trim(line.at, line.end);
	return line;
}

static bool take_power(struct judge_text *line, uint8_t *power)
{
	struct judge_text ahead = *line;

	if (!judge_take_power(&ahead, power) || !judge_take_mark(&ahead, ":"))
		return false;
	*line = ahead;
	return true;
}

static bool begins(struct judge_text line, const char *mark)
{
	return judge_take_mark(&line, mark);
}

/* Whether the last letters of a text, after a blank or at its beginning, are "St.". */
static bool ends_saint(const char *text, size_t length)
{
	return length >= 3 && strncasecmp(text + length - 3, "st.", 3) == 0 &&
	       (length == 3 || token_blank(text[length - 4]));
}

static bool is_whole(const char *text, size_t length)
{
	if (length >= 2 && memcmp(text + length - 2, "*)", 2) == 0)
		return true;
	return length > 0 && text[length - 1] == '.' && !ends_saint(text, length);
}

/* Whether a line cannot continue the line before. */
static bool stands_alone(struct judge_text line)
{
	uint8_t power;

	return line.at == line.end || begins(line, "::") || take_power(&line, &power);
}

/* Joins a line with its continuations, if a mail program has wrapped it. */
static bool join(struct reading *r, struct judge_text *line)
{
	size_t length = 0;

	for (struct judge_text piece = *line;;) {
		const size_t more = (size_t)(piece.end - piece.at);
		if (length + more + 1 >= sizeof r->joined)
			return text_refuse(r->reader->error, "an order has less than %zu bytes",
			                   sizeof r->joined);
		if (length > 0)
			r->joined[length++] = ' ';
		memcpy(r->joined + length, piece.at, more);
		length += more;
		const char *next;
		piece = look(r, *r->text, &next);
		if (is_whole(r->joined, length) && !begins(piece, "(*"))
			break;
		if (*r->text == r->end || stands_alone(piece))
			return text_refuse(r->reader->error, "it ends without a dot: is the mail cut?");
		*r->text = next;
		r->reader->line++;
	}
	line->at = r->joined;
	line->end = r->joined + length;
	return true;
}

/* ── phases ── */

enum season { SPRING, SUMMER, FALL, WINTER, SEASONS };

static bool take_season(struct judge_text *line, enum season *season)
{
	static const char *const names[SEASONS] = {"spring", "summer", "fall", "winter"};

	for (*season = SPRING; *season < SEASONS; ++*season)
		if (judge_take_words(line, names[*season]))
			return true;
	return false;
}

/* The phase of a kind; *phase is -1 if the season has no phase of the kind. */
static int16_t make_phase(enum mail_kind kind, enum season season, int year)
{
	static const int8_t kinds[3][SEASONS] = {
		{SPRING_MOVES, -1, FALL_MOVES, -1},
		{SPRING_RETREATS, SPRING_RETREATS, FALL_RETREATS, FALL_RETREATS},
		{-1, -1, WINTER_ADJUSTMENTS, WINTER_ADJUSTMENTS},
	};

	return kinds[kind][season] < 0
	           ? -1
	           : (int16_t)((year - PHASE_FIRST_YEAR) * PHASES_A_YEAR + kinds[kind][season]);
}

/* "Fall of 1903". False: something else is next. */
static bool take_phase(struct judge_text *line, enum mail_kind kind, int16_t *phase)
{
	enum season season;
	int year;

	if (!take_season(line, &season) || !judge_take_words(line, "of") ||
	    !judge_take_number(line, &year))
		return false;
	*phase = year < PHASE_FIRST_YEAR || year > YEAR_MOST ? -1 : make_phase(kind, season, year);
	return true;
}

/* ── titles ── */

static bool take_kind(struct judge_text *line, enum mail_kind *kind)
{
	static const char *const names[][2] = {
		{"movement", "movements"}, {"retreat", "retreats"}, {"adjustment", "adjustments"}};

	for (*kind = MAIL_MOVES; *kind <= MAIL_ADJUSTMENTS; ++*kind)
		if (judge_take_words(line, names[*kind][0]) || judge_take_words(line, names[*kind][1]))
			return true;
	return false;
}

struct title {
	enum mail_kind kind, phase_kind;
	bool preview;
	int16_t phase;
};

/* Whether a line is a title; it is then read up to the phase. */
static bool take_title(struct judge_text *line, struct title *title)
{
	struct judge_text ahead = *line;

	*title = (struct title){.kind = MAIL_STATUS};
	if (judge_take_words(&ahead, "starting position for")) {
		title->phase_kind = MAIL_MOVES;
	} else if (judge_take_words(&ahead, "status of the")) {
		if (!take_kind(&ahead, &title->phase_kind) || !judge_take_words(&ahead, "phase for"))
			return false;
	} else {
		if (!take_kind(&ahead, &title->phase_kind))
			return false;
		title->kind = title->phase_kind;
		title->preview = judge_take_words(&ahead, "orders");
		if (!title->preview && !judge_take_words(&ahead, "results"))
			return false;
		if (!judge_take_words(&ahead, "for"))
			return false;
	}
	if (!take_phase(&ahead, title->phase_kind, &title->phase))
		return false;
	*line = ahead;
	return true;
}

/* "(north.012)", which may be truncated. */
static void read_game(struct judge_text line, char game[MAIL_GAME_SIZE])
{
	size_t length = 0;

	game[0] = '\0';
	(void)judge_take_mark(&line, ".");
	if (!judge_take_mark(&line, "("))
		return;
	while (line.at + length < line.end && strchr(".)( ", line.at[length]) == NULL &&
	       line.at[length] >= ' ')
		length++;
	snprintf(game, MAIL_GAME_SIZE, "%.*s", (int)length, line.at);
}

static bool open_report(struct reading *r, struct judge_text line, const struct title *title)
{
	struct mail_report *report = r->report;

	memset(report, 0, sizeof *report);
	if (title->phase < 0)
		return text_refuse(r->reader->error, "there is no such phase; years are %d to %d",
		                   PHASE_FIRST_YEAR, YEAR_MOST);
	report->kind = title->kind;
	report->preview = title->preview;
	report->phase = title->phase;
	report->next = -1;
	report->line = r->reader->line;
	memset(report->owner, POWER_NONE, sizeof report->owner);
	read_game(line, report->game);
	r->part = ORDERS;
	return true;
}

/* ── the lines of each part ── */

static bool read_entry(struct reading *r, struct judge_text line, uint8_t power)
{
	struct mail_report *report = r->report;
	bool counts = true, read = false;

	if (report->entry_count == MAIL_ENTRIES_MAX)
		return text_refuse(r->reader->error, "a report has at most %d orders", MAIL_ENTRIES_MAX);
	struct mail_entry *entry = &report->entries[report->entry_count];
	*entry = (struct mail_entry){.line = r->reader->line, .power = power};
	if (power == POWER_NONE)
		return text_refuse(r->reader->error, "an order should have a power");
	if (!join(r, &line))
		return false;
	switch (report->kind) {
	case MAIL_MOVES:
		read = mail_read_move(&line, entry);
		break;
	case MAIL_RETREATS:
		read = mail_read_retreat(&line, entry);
		break;
	case MAIL_ADJUSTMENTS:
		read = mail_read_adjustment(&line, entry, &counts);
		break;
	case MAIL_STATUS:
		read = mail_read_listed(&line, entry);
		break;
	}
	report->entry_count += read && counts;
	return read;
}

static bool read_dislodged(struct reading *r, struct judge_text line)
{
	struct mail_report *report = r->report;
	struct judge_text ahead = line;
	uint8_t type;

	if (!judge_take_words(&ahead, "the") || !judge_take_word(&ahead) ||
	    !judge_take_type(&ahead, &type))
		return true;
	if (report->dislodged_count == RETREATS_MAX)
		return text_refuse(r->reader->error, "at most %d units can be dislodged", RETREATS_MAX);
	struct mail_dislodged *dislodged = &report->dislodged[report->dislodged_count];
	*dislodged = (struct mail_dislodged){.line = r->reader->line};
	if (!join(r, &line) || !mail_read_dislodged(&line, dislodged))
		return false;
	report->dislodged_count++;
	return true;
}

static bool read_owned(struct reading *r, struct judge_text line, uint8_t power)
{
	struct judge_text ahead = line;
	int number;

	if (judge_take_number(&ahead, &number))
		return true; /* "England:   6 Supply centers, ..." */
	if (!join(r, &line) || !mail_read_owned(&line, power, r->report->owner))
		return false;
	r->report->has_owners = true;
	return true;
}

/* "The next phase of 'north' will be Retreats for Fall of 1903." */
static void read_next(struct mail_report *report, struct judge_text line)
{
	enum mail_kind kind;

	while (line.at < line.end && !judge_take_words(&line, "will be"))
		line.at++;
	if (!take_kind(&line, &kind) || !judge_take_words(&line, "for") ||
	    !take_phase(&line, kind, &report->next))
		report->next = -1;
}

/* Takes a line that begins another part or ends the report. */
static bool take_heading(struct reading *r, struct judge_text *line)
{
	static const struct {
		const char *words;
		enum part part;
	} rows[] = {
		{"the following units were dislodged", DISLODGED},
		{"ownership of supply centers", OWNERS},
		{"unit locations", PASSED},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (judge_take_words(line, rows[i].words)) {
			r->part = rows[i].part;
			return true;
		}
	if (judge_take_words(line, "the next phase of"))
		read_next(r->report, *line);
	else if (judge_take_words(line, "the game is over"))
		r->report->over = true;
	else if (judge_take_words(line, "time to deadline"))
		r->report->preview = true;
	else if (!judge_take_words(line, "the deadline for"))
		return false;
	r->report->ended = true;
	/* Older Judges called the results of retreats and adjustments orders. */
	if (r->report->next >= 0 || r->report->over)
		r->report->preview &= r->report->kind == MAIL_MOVES;
	r->part = NO_REPORT;
	return true;
}

static bool read_line(struct reading *r, struct judge_text line)
{
	uint8_t power;

	if (take_heading(r, &line))
		return true;
	const struct judge_text whole = line;
	switch (r->part) {
	case ORDERS:
		return !take_power(&line, &power) || read_entry(r, line, power);
	case DISLODGED:
		return read_dislodged(r, whole);
	case OWNERS:
		return !take_power(&line, &power) || read_owned(r, line, power);
	default:
		return true;
	}
}

enum mail_event judge_mail_read(struct mail_reader *reader, const char **text, const char *end,
                                struct mail_report *report)
{
	struct reading r = {.reader = reader, .report = report, .text = text, .end = end};
	struct title title;
	bool open = false;

	while (*text < end) {
		const char *next;
		struct judge_text line = look(&r, *text, &next), ahead = line;
		const bool titled = take_title(&ahead, &title);
		if (open && (titled || begins(line, "::")))
			return MAIL_READ;
		*text = next;
		reader->line++;
		if (titled ? !open_report(&r, ahead, &title) : open && !read_line(&r, line))
			return MAIL_MALFORMED;
		open |= titled;
		if (open && r.part == NO_REPORT)
			return MAIL_READ;
	}
	return open ? MAIL_READ : MAIL_END;
}
