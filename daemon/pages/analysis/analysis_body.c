/* analysis_body: see analysis_body.h. */
#include "analysis_body.h"

#include "pages/analysis/analysis_body.inc"
#include "pages/assets.h"

bool analysis_is_there(void)
{
	size_t size;
	return asset_packed("ares.wasm", &size) != NULL;
}

void analysis_write_body(struct page *page, const char *module, const char *script)
{
	put_body(page, module, script);
}
