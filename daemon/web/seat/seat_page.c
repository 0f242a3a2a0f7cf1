/* seat_page: the page where a person plays a seat. */
#include "seat.h"

#include <stdio.h>
#include <stdlib.h>

#include "pages/assets.h"
#include "pages/board_frame.h"
#include "web/http/site_page.h"
#include "web/site/map_parts.h"
#include "web/seat/seat_page.inc"

enum { MODULE_SIZE = 64 }; /* bytes of its address */

static const char usual[] = "standard";

/* The usual map at the page's end: it is under way while the browser asks for styles and script. */
static void put_map(struct page *page)
{
	const struct map_source *source = map_source_find(usual);
	struct map map;
	char error[ERROR_SIZE], *part;
	size_t size;
	if (!map_build(&map, source->rows, source->count, error))
		abort(); /* it is compiled in */

	open_ground(page, usual);
	part = map_parts_ground(&map, usual, &size);
	page_markup_bytes(page, part, size);
	free(part);
	open_places(page);
	part = map_parts_places(&map, usual, &size);
	page_markup_bytes(page, part, size);
	free(part);
	close_places(page);
}

struct reply *table_reply(void)
{
	struct page page;
	char module[MODULE_SIZE] = "";
	size_t size;
	site_page_begin(&page, "The table");

	if (asset_packed("ares.wasm", &size) != NULL)
		snprintf(module, sizeof module, "/assets/%s/ares.wasm", assets_print);
	open_page(&page, assets_print, module);
	board_frame_open(&page, "now", "Now");
	put_past(&page);
	board_frame_close(&page);
	open_orders(&page);
	board_frame_write_typing(&page, "Or type orders, one per line");
	close_orders(&page);
	board_frame_write_keys(&page, "the next", "ready");
	close_page(&page);
	put_map(&page);

	return site_page_reply(&page);
}
