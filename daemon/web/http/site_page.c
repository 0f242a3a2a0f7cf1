/* site_page: see site_page.h. */
#include "site_page.h"

#include <stdlib.h>
#include <string.h>

#include "pages/assets.h"
#include "web/http/site_page.inc"

static bool open_site_page(struct page *page, const char *title, int fresh_s)
{
	*page = (struct page){0};
	page->out = open_memstream(&page->text, &page->size);
	if (page->out == NULL)
		return false;

	open_head(page, title, assets_print);
	if (fresh_s > 0)
		put_refresh(page, fresh_s < 10 ? 10 : fresh_s);
	close_head(page);
	if (fresh_s > 0)
		open_fresh_main(page, fresh_s);
	else
		open_main(page);

	return true;
}

bool site_page_open(struct page *page, const char *title)
{
	return open_site_page(page, title, 0);
}

bool site_page_open_fresh(struct page *page, const char *title, int seconds)
{
	return open_site_page(page, title, seconds);
}

bool site_page_close(struct page *page)
{
	close_main(page);
	return page_close(page);
}

struct reply *site_page_find_asset(const char *print, const char *name)
{
	const struct asset *asset;

	if (strcmp(print, assets_print) != 0)
		return NULL;
	for (size_t i = 0; (asset = asset_at(i)) != NULL; i++) {
		if (strcmp(asset->name, name) != 0)
			continue;
		const char *dot = strrchr(name, '.');
		char *text = strdup(asset->text);
		struct reply *reply =
			text == NULL ? NULL
						 : reply_make(200, strcmp(dot, ".css") == 0 ? REPLY_STYLE : REPLY_SCRIPT,
		                              text, strlen(text));
		if (reply != NULL)
			reply->for_ever = true;
		return reply;
	}

	return NULL;
}
