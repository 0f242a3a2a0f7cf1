/* sheet: see sheet.h. */
#include "sheet.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "pages/assets.h"

enum { PRINT_LENGTH = 16 };

/* The fingerprint of an asset: the begin of its hash, in letters that an address may have. */
static void print_hash(const struct asset *asset, char print[PRINT_LENGTH + 1])
{
	const char *hash = strchr(asset->hash, '-') + 1;
	for (int i = 0; i < PRINT_LENGTH; i++)
		print[i] = (char)(hash[i] == '+' ? '-' : hash[i] == '/' ? '_' : hash[i]);
	print[PRINT_LENGTH] = '\0';
}

static void write_asset(struct page *page, const char *format, const char *name)
{
	char print[PRINT_LENGTH + 1];
	print_hash(asset_find(name), print);
	fprintf(page->out, format, print, name);
}

static bool open_sheet(struct page *page, const char *title, int fresh_s)
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
	write_asset(page, "<link rel=\"stylesheet\" href=\"/assets/%s/%s\">\n", "page.css");
	write_asset(page, "<link rel=\"stylesheet\" href=\"/assets/%s/%s\">\n", "web.css");
	write_asset(page, "<script type=\"module\" src=\"/assets/%s/%s\"></script>\n", "web.js");
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

bool sheet_open(struct page *page, const char *title)
{
	return open_sheet(page, title, 0);
}

bool sheet_open_fresh(struct page *page, const char *title, int seconds)
{
	return open_sheet(page, title, seconds);
}

bool sheet_close(struct page *page)
{
	fputs("</main>\n</body>\n</html>\n", page->out);
	const bool written = !ferror(page->out);
	if (fclose(page->out) == 0 && written)
		return true;
	free(page->text);
	page->text = NULL;
	return false;
}

void sheet_address(struct page *page, const char *text)
{
	for (; *text != '\0'; text++)
		if (isalnum((unsigned char)*text) || strchr("-._~", *text) != NULL)
			putc(*text, page->out);
		else
			fprintf(page->out, "%%%02X", (unsigned char)*text);
}

struct reply *sheet_find_asset(const char *print, const char *name)
{
	const struct asset *asset;
	for (size_t i = 0; (asset = asset_at(i)) != NULL; i++) {
		char own[PRINT_LENGTH + 1];
		print_hash(asset, own);
		if (strcmp(asset->name, name) != 0 || strcmp(own, print) != 0)
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
