/* board_frame: what the pages with a board have in common, as markup: the board with its buttons,
 * the form for typed orders, and the list of keys. */
#ifndef ARESFARM_BOARD_FRAME_H
#define ARESFARM_BOARD_FRAME_H

#include "pages/page.h"

/* Begins the section of the board. last, title: the id and the name of the button that goes
 * furthest forward. What the page has beside the board follows; then board_frame_close. */
void board_frame_open(struct page *page, const char *last, const char *title);
void board_frame_close(struct page *page);

/* The form in which orders are typed, with its label. */
void board_frame_write_typing(struct page *page, const char *label);

/* The keys. next, ready: what PgDn goes to, and what Ctrl Enter does. */
void board_frame_write_keys(struct page *page, const char *next, const char *ready);

#endif
