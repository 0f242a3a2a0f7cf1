/* site_page: see site_page.h. */
#include "site_page.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "pages/assets.h"

static void link_style(struct page *page, const char *name)
{
	fprintf(page->out, "<link rel=\"stylesheet\" href=\"/assets/%s/%s\">\n", assets_print, name);
}

static bool open_site_page(struct page *page, const char *title, int fresh_s)
{
	*page = (struct page){0};
	page->out = open_memstream(&page->text, &page->size);
	if (page->out == NULL)
		return false;
	fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
	      page->out);
	page_text(page, title);
	fputs(" · aresfarm</title>\n", page->out);
	link_style(page, "page.css");
	link_style(page, "web.css");
	fprintf(page->out, "<script type=\"module\" src=\"/assets/%s/web.js\"></script>\n",
	        assets_print);
	if (fresh_s > 0)
		fprintf(page->out, "<noscript><meta http-equiv=\"refresh\" content=\"%d\"></noscript>\n",
		        fresh_s < 10 ? 10 : fresh_s);

	fputs("</head>\n<body>\n<header><a href=\"#main\" class=\"skip\">To the page</a>\n"
	      "<nav aria-label=\"farm\"><a href=\"/\">Tournaments</a> <a href=\"/wall\">Wall</a> "
	      "<a href=\"/workers\">Workers</a> "
	      "<a href=\"/me\">Your seats</a></nav></header>\n<main id=\"main\"",
	      page->out);
	if (fresh_s > 0)
		fprintf(page->out, " data-fresh=\"%d\"", fresh_s);
	fputs(">\n", page->out);

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
	fputs("</main>\n", page->out);
	return page_close(page);
}

void site_page_address(struct page *page, const char *text)
{
	for (; *text != '\0'; text++)
		if (isalnum((unsigned char)*text) || strchr("-._~", *text) != NULL)
			putc(*text, page->out);
		else
			fprintf(page->out, "%%%02X", (unsigned char)*text);
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
