/* board_frame: see board_frame.h. */
#include "board_frame.h"

#include "pages/board_frame.inc"

void board_frame_open(struct page *page, const char *last, const char *title)
{
	open_play(page, last, title);
}

void board_frame_close(struct page *page)
{
	close_play(page);
}

void board_frame_write_typing(struct page *page, const char *label)
{
	put_typing(page, label);
}

void board_frame_write_keys(struct page *page, const char *next, const char *ready)
{
	put_keys(page, next, ready);
}
