/* site_page: see site_page.h. */
#include "site_page.h"

#include <stdio.h>
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

	struct reply *reply = reply_make(200, REPLY_PAGE, page->text, page->size);
	reply_pack(reply);
	return reply;
}

void site_page_open(struct page *page, const char *title)
{
	site_page_begin(page, title);
	put_script(page, assets_print);
	close_head(page);
	open_main(page);
}

void site_page_open_fresh(struct page *page, const char *title)
{
	site_page_begin(page, title);
	put_script(page, assets_print);
	put_refresh(page);
	close_head(page);
	open_fresh_main(page);
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

/* The text of an asset; NULL: it exists packed only. */
static const char *find_text(const char *name)
{
	const struct asset *asset;
	for (size_t i = 0; (asset = asset_at(i)) != NULL; i++)
		if (strcmp(asset->name, name) == 0)
			return asset->text;
	return NULL;
}

struct reply *site_page_find_asset(const struct address *address)
{
	size_t packed_size = 0;
	const char *const packed = asset_packed(address->name, &packed_size);
	const char *const text = find_text(address->name);
	if (strcmp(address->print, assets_print) != 0 || (text == NULL && packed == NULL))
		return NULL;

	struct reply *reply = reply_make(200, find_kind(address->name), NULL, 0);
	if (reply == NULL)
		return NULL;
	reply->for_ever = reply->borrowed = true;
	reply->text = (char *)text;
	reply->size = text != NULL ? strlen(text) : 0;
	reply->packed = (char *)packed;
	reply->packed_size = packed_size;
	snprintf(reply->tag, sizeof reply->tag, "W/\"%s\"", assets_print);

	return reply;
}
