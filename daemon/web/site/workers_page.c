/* workers_page: the active workers. */
#include "db/statements/report/stmt_reports.h"
#include "pages.h"
#include "web/site/workers_page.inc"

bool pages_make_workers(struct db *db, const struct address *address, struct reply **reply)
{
	struct page page;
	struct db_rows rows;
	struct listed_worker worker;
	(void)address;

	if (!stmt_list_workers(db, &rows))
		return false;
	site_page_open_fresh(&page, "Workers");
	put_workers_heading(&page);
	if (rows.count == 0) {
		put_no_worker(&page);
		return pages_close_rows(&page, &rows, reply);
	}

	open_workers(&page, rows.count);
	while (stmt_next_worker(&rows, &worker))
		put_worker(&page, worker.id, worker.host, worker.state, worker.since, worker.heartbeat_age,
		           worker.claims, worker.games, worker.phases);
	close_workers(&page);
	return pages_close_rows(&page, &rows, reply);
}
