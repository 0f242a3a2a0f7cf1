/* judge_reader: reads texts of the e-mail Judge, for tests. */
#ifndef ARESFARM_TESTS_JUDGE_READER_H
#define ARESFARM_TESTS_JUDGE_READER_H

#include "formats/judge/judge_fold.h"
#include "formats/judge/judge_mail.h"
#include "suite.h"

enum { TOLD_SIZE = 4000 };

/* What a reader has told: remarks and differences, a line each. */
struct heard {
	const struct played *played; /* what should be read */
	int count;                   /* phases that were read */
	char told[TOLD_SIZE];
};

static void hear(void *context, long line, const char *text)
{
	struct heard *heard = context;
	const size_t used = strlen(heard->told);
	snprintf(heard->told + used, TOLD_SIZE - used, "%ld: %s\n", line, text);
}

/* Reads all of a text; what is wrong in error. */
static bool read_text(const char *text, size_t size, struct judge_fold *fold, char *error)
{
	static struct mail_report report;
	struct mail_reader reader = {.map = suite_map()};
	const char *end = text + size;
	char why[ERROR_SIZE];
	enum mail_event event;
	long line;
	fold->game = (struct game){.map = suite_map(), .rules = rules_find("standard")};
	fold->judge = judge_find("atlas");
	while ((event = judge_mail_read(&reader, &text, end, &report)) == MAIL_READ)
		if (!judge_fold_take(fold, &report, &line, why)) {
			sprintf(error, "%ld: %s", line, why);
			return false;
		}
	sprintf(error, "%ld: %s", reader.line, event == MAIL_MALFORMED ? reader.error : "");
	return event == MAIL_END;
}

#endif
