/* home: the list of tournaments: games with people, what else is in play, what is over. */
#include "fragments.h"
#include "pages.h"
#include "web/site/home.inc"

enum group { GROUP_PEOPLE, GROUP_OPEN, GROUP_OVER, GROUP_NONE };

static enum group find_group(const struct web_listed *listed)
{
	if (listed->over)
		return GROUP_OVER;
	return listed->people ? GROUP_PEOPLE : GROUP_OPEN;
}

static void write_listed(struct page *page, const struct web_listed *listed)
{
	open_row(page, listed->name, listed->name);
	if (find_group(listed) == GROUP_OPEN) {
		open_progress(page);
		fragment_bar(page, listed->finished, listed->games);
		close_progress(page);
	}

	if (listed->game > 0)
		put_link(page, listed->game);
	else
		put_finished(page, listed->finished, listed->games);

	put_state(page, listed->state, listed->rules);
	if (listed->people)
		put_people(page);
	close_row(page, listed->players);
}

/* A group: what stands above its table. What is over is folded away where something is in play. */
static void begin_group(struct page *page, enum group group, bool first)
{
	static const char *const names[] = {"Games with people", "Being played", "Over"};

	if (group != GROUP_OVER)
		put_group(page, names[group]);
	else if (first)
		open_unfolded(page, names[group]);
	else
		open_folded(page, names[group]);

	open_list(page, names[group]);
	if (group == GROUP_OPEN)
		put_progress_head(page);
	close_list_head(page);
}

static void end_group(struct page *page, enum group group)
{
	if (group == GROUP_NONE)
		return;
	close_list(page);
	if (group == GROUP_OVER)
		close_folded(page);
}

static void write_sheets(struct page *page, int sheet, int64_t count)
{
	const int64_t sheets = (count + STMT_HOME - 1) / STMT_HOME;
	if (sheets < 2)
		return;

	open_sheets(page);
	if (sheet > 1)
		put_before(page, sheet - 1);
	put_sheet(page, sheet, sheets);
	if (sheet < sheets)
		put_behind(page, sheet + 1);
	close_sheets(page);
}

static void write_groups(struct page *page, struct db_rows *rows)
{
	struct web_listed listed;
	enum group group = GROUP_NONE;
	while (stmt_web_next_listed(rows, &listed)) {
		const enum group next = find_group(&listed);
		if (next != group) {
			end_group(page, group);
			begin_group(page, next, group == GROUP_NONE);
		}
		group = next;
		write_listed(page, &listed);
	}
	end_group(page, group);
}

bool pages_make_home(struct db *db, const struct address *address, struct reply **reply)
{
	struct page page;
	struct db_rows rows;
	int64_t count;

	if (!stmt_web_count(db, &count))
		return false;
	const int64_t skip = (int64_t)(address->sheet - 1) * STMT_HOME;
	if (!stmt_web_home(db, skip < count ? (int32_t)skip : (int32_t)count, &rows))
		return false;

	site_page_open_fresh(&page, "Tournaments");
	put_heading(&page);
	if (count == 0)
		put_none(&page);

	write_sheets(&page, address->sheet, count);
	write_groups(&page, &rows);
	return pages_close_rows(&page, &rows, reply);
}
