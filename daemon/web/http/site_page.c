/* site_page: see site_page.h. */
#include "site_page.h"

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "pages/assets.h"
#include "web/http/site_page.inc"

void site_page_begin(struct page *page, const char *title)
{
	*page = (struct page){0};
	page->out = heap_open_text(&page->text, &page->size);
	open_head(page, title, assets_print);
}

struct reply *site_page_reply(struct page *page)
{
	page_close(page);
	return reply_make(200, REPLY_PAGE, page->text, page->size);
}

static void open_site_page(struct page *page, const char *title, int fresh_s)
{
	site_page_begin(page, title);
	put_script(page, assets_print);
	if (fresh_s > 0)
		put_refresh(page, fresh_s < 10 ? 10 : fresh_s);
	close_head(page);
	if (fresh_s > 0)
		open_fresh_main(page, fresh_s);
	else
		open_main(page);
}

void site_page_open(struct page *page, const char *title)
{
	open_site_page(page, title, 0);
}

void site_page_open_fresh(struct page *page, const char *title, int seconds)
{
	open_site_page(page, title, seconds);
}

void site_page_close(struct page *page)
{
	close_main(page);
	page_close(page);
}

static enum reply_kind find_kind(const char *name)
{
	if (strcmp(strrchr(name, '.'), ".css") == 0)
		return REPLY_STYLE;
	return strcmp(strrchr(name, '.'), ".js") == 0 ? REPLY_SCRIPT : REPLY_MODULE;
}

/* The asset of a name, or nothing where the browser has it. text: NULL: it is there packed only. */
static struct reply *make_asset(const char *name, const char *text, const struct visit *visit)
{
	const enum reply_kind kind = find_kind(name);
	size_t size = 0;
	const char *bytes = visit->takes_gzip || text == NULL ? asset_packed(name, &size) : NULL;
	const bool packed = bytes != NULL;

	if (visit->has_assets)
		return reply_make(304, kind, NULL, 0);
	if (!packed) {
		bytes = text;
		size = strlen(bytes);
	}

	char *copy = heap_grow(NULL, size, 1);
	memcpy(copy, bytes, size);
	struct reply *reply = reply_make(200, kind, copy, size);
	if (reply != NULL)
		reply->packed = packed;
	return reply;
}

struct reply *site_page_find_asset(const struct visit *visit)
{
	const struct address *address = &visit->address;
	const struct asset *asset;
	struct reply *reply = NULL;
	size_t size;

	if (strcmp(address->print, assets_print) != 0)
		return NULL;
	for (size_t i = 0; (asset = asset_at(i)) != NULL && reply == NULL; i++)
		if (strcmp(asset->name, address->name) == 0)
			reply = make_asset(asset->name, asset->text, visit);
	if (reply == NULL && asset_packed(address->name, &size) != NULL)
		reply = make_asset(address->name, NULL, visit);
	if (reply != NULL)
		reply->for_ever = true;
	return reply;
}
