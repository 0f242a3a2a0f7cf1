/* analysis_page: see analysis_page.h. */
#include "analysis_page.h"

#include <stdio.h>
#include <stdlib.h>

#include "pages/analysis/analysis_body.h"
#include "pages/assets.h"
#include "web/site/analysis_page.inc"

enum { ASSET_SIZE = 64 }; /* bytes of the address of an asset */

struct reply *analysis_reply(void)
{
	struct page page = {.out = open_memstream(&page.text, &page.size)};
	char module[ASSET_SIZE] = "", script[ASSET_SIZE];

	if (page.out == NULL)
		return NULL;
	if (analysis_is_there())
		snprintf(module, sizeof module, "/assets/%s/ares.wasm", assets_print);
	snprintf(script, sizeof script, "/assets/%s/thinking.js", assets_print);
	open_page(&page, assets_print);
	analysis_write_body(&page, module, script);
	close_page(&page);

	const bool written = !ferror(page.out);
	if (fclose(page.out) == 0 && written)
		return reply_make(200, REPLY_PAGE, page.text, page.size);
	free(page.text);
	return NULL;
}
