/* page: see page.h. */
#include "page.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "assets.h"
#include "base/json.h"
#include "pages/page.inc"
#include "picture/ink.h"

enum { ESCAPE_MOST = 6 }; /* bytes that a byte of a text may become */

void page_text(struct page *page, const char *text)
{
	struct ink count = {0};
	ink_write(&count, "%e", text);
	char *escaped = heap_grow(NULL, count.length + 1, 1);
	struct ink ink = {.text = escaped, .size = count.length};
	ink_write(&ink, "%e", text);
	fwrite(escaped, 1, ink.length, page->out);
	free(escaped);
}

void page_address(struct page *page, const char *text)
{
	for (; *text != '\0'; text++)
		if (isalnum((unsigned char)*text) || strchr("-._~", *text) != NULL)
			putc(*text, page->out);
		else
			fprintf(page->out, "%%%02X", (unsigned char)*text);
}

void page_int(struct page *page, int64_t number)
{
	fprintf(page->out, "%" PRId64, number);
}

void page_real(struct page *page, double number)
{
	fprintf(page->out, "%g", number);
}

void page_markup(struct page *page, const char *markup)
{
	fputs(markup, page->out);
}

void page_markup_bytes(struct page *page, const char *markup, size_t size)
{
	fwrite(markup, 1, size, page->out);
}

/* "<" could begin "</script>" or "<!--". */
void page_json(struct page *page, const char *text)
{
	const size_t size = ESCAPE_MOST * strlen(text) + 3;
	char *quoted = heap_grow(NULL, size, 1);
	for (const char *at = json_print_string(text, quoted, size); *at != '\0'; at++)
		if (*at == '<')
			fputs("\\u003c", page->out);
		else
			putc(*at, page->out);
	free(quoted);
}

static void write_head(struct page *page, const char *title, const char *style)
{
	open_head(page, page->script != NULL ? asset_find(page->script)->hash : "none");
	if (page->second != NULL)
		put_module_policy(page, asset_find(page->second)->hash);
	close_head(page, title, asset_find("page.css")->text, asset_find(style)->text);
}

void page_open(struct page *page, const char *title, const char *style, const char *script,
               const char *second)
{
	*page = (struct page){.script = script, .second = second};
	page->out = heap_open_text(&page->text, &page->size);
	write_head(page, title, style);
}

void page_close(struct page *page)
{
	if (page->script != NULL)
		put_script(page, asset_find(page->script)->text);
	if (page->second != NULL)
		put_second_script(page, asset_find(page->second)->text);
	put_end(page);
	heap_close_text(page->out);
}
