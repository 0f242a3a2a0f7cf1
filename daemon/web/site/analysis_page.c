/* analysis_page: the page with a board to think on. */
#include "pages.h"

#include <stdio.h>

#include "pages/analysis/analysis_body.h"
#include "pages/assets.h"
#include "web/site/analysis_page.inc"

enum { ASSET_SIZE = 64 }; /* bytes of the address of an asset */

struct reply *analysis_reply(void)
{
	struct page page;
	char module[ASSET_SIZE] = "", script[ASSET_SIZE];
	site_page_begin(&page, "Analysis");

	if (analysis_is_there())
		snprintf(module, sizeof module, "/assets/%s/ares.wasm", assets_print);
	snprintf(script, sizeof script, "/assets/%s/thinking.js", assets_print);
	open_page(&page, assets_print);
	analysis_write_body(&page, module, script);

	return site_page_reply(&page);
}
