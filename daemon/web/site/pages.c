/* pages: see pages.h. */
#include "pages.h"

#include <assert.h>
#include <string.h>

#include "db/statements/statements.h"

bool pages_close(struct page *page, struct reply **reply)
{
	site_page_close(page);
	*reply = reply_make(200, REPLY_PAGE, page->text, page->size);
	return true;
}

bool pages_refuse(int status, struct reply **reply)
{
	const char *why = "The database does not answer: please try again";
	if (status == 404)
		why = "There is no such page";
	else if (status == 500)
		why = "This page cannot be made: the log of aresweb says why";
	*reply = reply_refuse(status, why);
	return true;
}

bool pages_find_score(const struct address *address, const char *normal, const char **score)
{
	size_t i = 0;
	*score = normal;
	if (address->print[0] == '\0')
		return true;
	while (stmt_scores(i) != NULL && strcmp(stmt_scores(i), address->print) != 0)
		i++;
	*score = stmt_scores(i);
	return *score != NULL;
}

const char *pages_state(const char *state)
{
	static const char *const words[][2] = {{"claimed", "being played"},
	                                       {"pending", "to be played"},
	                                       {"waiting", "waiting for somebody"},
	                                       {"quarantined", "quarantined"}};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(state, words[i][0]) == 0)
			return words[i][1];
	return state;
}

bool pages_close_rows(struct page *page, struct db_rows *rows, struct reply **reply)
{
	pages_close(page, reply);
	return db_rows_close(rows);
}

bool pages_make(struct db *db, const struct address *address, struct reply **reply)
{
	static pages_maker *const makers[ADDRESS_PAGES] = {
#define MAKER_MADE(page, maker) [PAGE_##page] = (maker),
#include "web/http/addresses.def"
	};
	assert(address_kind(address->page) == KIND_MADE);
	return makers[address->page](db, address, reply);
}
