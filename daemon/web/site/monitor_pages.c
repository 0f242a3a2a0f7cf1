/* monitor_pages: pages for monitoring programs. */
#include <string.h>

#include "db/statements/report/stmt_reports.h"
#include "base/heap.h"
#include "db/statements/seat/stmt_web.h"
#include "pages.h"

bool pages_make_metrics(struct db *db, const struct address *address, struct reply **reply)
{
	char *text;
	size_t size;
	FILE *out = heap_open_text(&text, &size);
	(void)address;
	const bool printed = stmt_print_metrics(db, out);
	heap_close_text(out);
	*reply = reply_make(200, REPLY_METRICS, text, size);
	return printed;
}

bool pages_make_health(struct db *db, const struct address *address, struct reply **reply)
{
	struct web_tournament none;
	bool found;
	(void)address;
	if (!stmt_web_tournament(db, "", &found, &none))
		return false;
	*reply = reply_make(200, REPLY_TEXT, heap_copy("ok\n"), strlen("ok\n"));
	return true;
}
