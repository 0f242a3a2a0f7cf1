/* page: a page of HTML that needs nothing from elsewhere, written into memory.
 *
 * Markup is in files: pieces.awk makes a function of each piece of NAME.html, for the NAME.c beside
 * it. These functions call those below by the types of their parameters.
 *
 * Invariant: the page's content-security policy allows its own script, its styles and nothing else:
 * no request, no form, no script inside a text. What page_text writes is text, whatever bytes it
 * has. */
#ifndef ARESFARM_PAGE_H
#define ARESFARM_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct page {
	FILE *out; /* of what is not markup: JSON */
	char *text;
	size_t size;
	const char *script, *second;
};

/* Begins a page: its head, with page.css and the style of that name, up to the begin of the body.
 * script: the name of the script at its end; NULL: none. second: the name of another after it,
 * with the id `second`, that may run a WebAssembly module, and itself as a worker; NULL: none. */
void page_open(struct page *page, const char *title, const char *style, const char *script,
               const char *second);

/* ── what pieces are made of ── */

/* Writes a text, escaped for use between tags and in quotes. Control characters become blanks, and
 * bytes that are not UTF-8 become "?". */
void page_text(struct page *page, const char *text);

/* Writes a text as a part of an address. */
void page_address(struct page *page, const char *text);

void page_int(struct page *page, int64_t number);
void page_real(struct page *page, double number);

/* Writes markup that is ready, as it is: a picture. */
void page_markup(struct page *page, const char *markup);
void page_markup_bytes(struct page *page, const char *markup, size_t size);

/* Writes a text as a string of JSON, with its quotes, so that it can stand in a script element. */
void page_json(struct page *page, const char *text);

/* Ends the page. Then text has size bytes, and the caller frees it. */
void page_close(struct page *page);

#endif
