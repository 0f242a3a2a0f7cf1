/* monitor_pages: what programs that watch the farm ask for. */
#include <stdlib.h>
#include <string.h>

#include "db/statements/report/stmt_reports.h"
#include "db/statements/seat/stmt_web.h"
#include "pages.h"

bool pages_make_metrics(struct db *db, const struct address *address, struct made *made)
{
	FILE *out = open_memstream(&made->text, &made->size);
	(void)address;
	if (out == NULL)
		return pages_fail(made);
	const bool printed = stmt_print_metrics(db, out);
	*made = (struct made){fclose(out) == 0 ? 200 : 500, REPLY_METRICS, made->text, made->size};
	return printed;
}

bool pages_make_health(struct db *db, const struct address *address, struct made *made)
{
	struct web_tournament none;
	bool found;
	(void)address;
	if (!stmt_web_tournament(db, "", &found, &none))
		return false;
	*made = (struct made){200, REPLY_TEXT, strdup("ok\n"), strlen("ok\n")};
	return true;
}
