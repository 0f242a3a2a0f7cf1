/* seat_page: see seat_page.h. */
#include "seat_page.h"

#include <stdlib.h>

#include "pages/assets.h"
#include "pages/page.h"
#include "web/seat/seat_page.inc"

struct reply *table_reply(void)
{
	struct page page = {.out = open_memstream(&page.text, &page.size)};
	size_t size;

	if (page.out == NULL)
		return NULL;
	put_page(&page, assets_print, asset_packed("ares.wasm", &size) != NULL ? "ares.wasm" : "");
	const bool written = !ferror(page.out);
	if (fclose(page.out) == 0 && written)
		return reply_make(200, REPLY_PAGE, page.text, page.size);
	free(page.text);
	return NULL;
}
