/* monitor_pages: pages for monitoring programs. */
#include <string.h>

#include "db/statements/report/stmt_reports.h"
#include "base/heap.h"
#include "db/statements/seat/stmt_web.h"
#include "pages.h"

bool pages_make_metrics(struct db *db, const struct address *address, struct made *made)
{
	FILE *out = heap_open_text(&made->text, &made->size);
	(void)address;
	const bool printed = stmt_print_metrics(db, out);
	heap_close_text(out);
	made->status = 200;
	made->kind = REPLY_METRICS;
	return printed;
}

bool pages_make_health(struct db *db, const struct address *address, struct made *made)
{
	struct web_tournament none;
	bool found;
	(void)address;
	if (!stmt_web_tournament(db, "", &found, &none))
		return false;
	*made = (struct made){200, REPLY_TEXT, heap_copy("ok\n"), strlen("ok\n")};
	return true;
}
