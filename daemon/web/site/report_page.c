/* report_page: the report of a tournament, as aresctl report writes it, with links to the server's
 * replays. */
#include <stdlib.h>
#include <string.h>

#include "pages.h"
#include "pages/report/report.h"
#include "web/site/report_page.inc"

static const char cancelled[] = "57014"; /* a statement took longer than it may */

/* The page that is shown where the database needs too long. */
static bool tell_too_large(const char *name, struct reply **reply)
{
	struct page page;
	site_page_open(&page, "This report takes too long here");
	put_too_large(&page, name, name);
	pages_close(&page, reply);
	if (*reply != NULL)
		(*reply)->status = 503;
	return true;
}

static bool read_report(struct db *db, const char *name, bool *found, struct report *report)
{
	int32_t id;
	return stmt_open_report(db) && stmt_find_report(db, name, found, &id) &&
	       (!*found || report_read(db, id, name, report, 0));
}

static bool write_report(const struct report *report, struct reply **reply)
{
	struct page page;
	report_write(report, &page);
	*reply = reply_make(200, REPLY_REPORT, page.text, page.size);
	return true;
}

bool pages_make_report(struct db *db, const struct address *address, struct reply **reply)
{
	struct report report = {.sides = 1, .served = true, .command = "aresweb"};
	if (!pages_find_score(address, NULL, &report.score))
		return pages_refuse(404, reply);

	bool found = false, done = read_report(db, address->name, &found, &report);
	if (!done && strcmp(db_fault(db)->sqlstate, cancelled) == 0)
		done = tell_too_large(address->name, reply);
	else if (done)
		done = found ? write_report(&report, reply) : pages_refuse(404, reply);
	report_clear(&report);
	return (db_fault(db)->lost || stmt_close_report(db)) && done;
}
