/* seat_page: see seat_page.h. */
#include "seat_page.h"

#include <stdio.h>

#include "pages/assets.h"
#include "pages/board_frame.h"
#include "web/http/site_page.h"
#include "web/seat/seat_page.inc"

enum { MODULE_SIZE = 64 }; /* bytes of its address */

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
	board_frame_write_typing(&page, "Or type orders, one a line");
	close_orders(&page);
	board_frame_write_keys(&page, "the next", "ready");
	close_page(&page);

	return site_page_reply(&page);
}
