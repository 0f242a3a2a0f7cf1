/* page: see page.h. */
#include "page.h"

#include <stdlib.h>
#include <string.h>

#include "assets.h"
#include "base/json.h"
#include "picture/ink.h"

enum { ESCAPE_MOST = 6 }; /* bytes that a byte of a text may become */

void page_text(struct page *page, const char *text)
{
	struct ink count = {0};
	ink_write(&count, "%e", text);
	char *escaped = malloc(count.length + 1);
	if (escaped == NULL)
		return; /* page_close sees that the memory is gone, too */
	struct ink ink = {.text = escaped, .size = count.length};
	ink_write(&ink, "%e", text);
	fwrite(escaped, 1, ink.length, page->out);
	free(escaped);
}

void page_markup(struct page *page, const char *markup)
{
	fputs(markup, page->out);
}

/* "<" could begin "</script>" or "<!--". */
void page_json(struct page *page, const char *text)
{
	const size_t size = ESCAPE_MOST * strlen(text) + 3;
	char *quoted = malloc(size);
	if (quoted == NULL)
		return;
	for (const char *at = json_print_string(text, quoted, size); *at != '\0'; at++)
		if (*at == '<')
			fputs("\\u003c", page->out);
		else
			putc(*at, page->out);
	free(quoted);
}

static void write_head(struct page *page, const char *title, const char *style)
{
	fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", page->out);
	fprintf(page->out,
	        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	        "style-src 'unsafe-inline'; script-src '%s'; base-uri 'none'; form-action 'none'\">\n",
	        page->script != NULL ? asset_find(page->script)->hash : "none");
	fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n"
	      "<meta name=\"referrer\" content=\"no-referrer\">\n<title>",
	      page->out);
	page_text(page, title);
	fprintf(page->out, "</title>\n<style>\n%s%s</style>\n</head>\n<body>\n",
	        asset_find("page.css")->text, asset_find(style)->text);
}

bool page_open(struct page *page, const char *title, const char *style, const char *script)
{
	*page = (struct page){.script = script};
	page->out = open_memstream(&page->text, &page->size);
	if (page->out == NULL)
		return false;
	write_head(page, title, style);
	return true;
}

bool page_close(struct page *page)
{
	if (page->script != NULL)
		fprintf(page->out, "<script>%s</script>\n", asset_find(page->script)->text);
	fputs("</body>\n</html>\n", page->out);
	const bool written = !ferror(page->out);
	if (fclose(page->out) == 0 && written)
		return true;
	free(page->text);
	page->text = NULL;
	return false;
}
