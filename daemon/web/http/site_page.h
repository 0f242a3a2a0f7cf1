/* site_page: the head and foot of pages that the server serves. Their styles and scripts have
 * addresses of their own, with the fingerprint of all in them: no markup has any. */
#ifndef ARESFARM_WEB_SHEET_H
#define ARESFARM_WEB_SHEET_H

#include "pages/page.h"
#include "reply.h"
#include "address.h"

/* Begins a page, up to the begin of its main part. page.h has the rest: page_text, and page->out
 * for markup. */
void site_page_open(struct page *page, const char *title);

/* The same; the browser fetches the main part again every 5 seconds, while the page is visible. */
void site_page_open_fresh(struct page *page, const char *title);

/* Ends the page, as page_close does. */
void site_page_close(struct page *page);

/* Begins a page whose head and body the caller continues: up to its first style, page.css. Then
 * site_page_reply ends it, and makes the reply of it. NULL: there is no memory. */
void site_page_begin(struct page *page, const char *title);
MUST_CHECK struct reply *site_page_reply(struct page *page);

/* A style, script or module by what its address has. NULL: there is none, or no memory. */
struct reply *site_page_find_asset(const struct address *address);

#endif
