/* analysis_body: see analysis_body.h. */
#include "analysis_body.h"

#include "pages/analysis/analysis_body.inc"
#include "pages/assets.h"
#include "pages/board_frame.h"

bool analysis_is_there(void)
{
	size_t size;
	return asset_packed("ares.wasm", &size) != NULL;
}

void analysis_write_body(struct page *page, const char *module, const char *script)
{
	open_body(page, module, script);
	board_frame_open(page, "last", "Last phase");
	board_frame_close(page);
	open_orders(page);
	board_frame_write_typing(page, "Or type orders of any power, one per line");
	close_orders(page);
	board_frame_write_keys(page, "the next of this line", "continue");
	close_body(page);
}

/* Writes bytes as base64 (RFC 4648). */
static void write_base64(struct page *page, const unsigned char *bytes, size_t size)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < size; i += 3) {
		const unsigned second = i + 1 < size ? bytes[i + 1] : 0;
		const unsigned third = i + 2 < size ? bytes[i + 2] : 0;
		const unsigned bits = (unsigned)bytes[i] << 16 | second << 8 | third;
		putc(digits[bits >> 18], page->out);
		putc(digits[bits >> 12 & 63], page->out);
		putc(i + 1 < size ? digits[bits >> 6 & 63] : '=', page->out);
		putc(i + 2 < size ? digits[bits & 63] : '=', page->out);
	}
}

void analysis_write_alone(struct page *page)
{
	size_t size;
	const char *module = asset_packed("ares.wasm", &size);

	open_module(page);
	write_base64(page, (const unsigned char *)module, size);
	close_module(page);

	open_board(page, asset_find("page.css")->text, asset_find("table.css")->text,
	           asset_find("analysis.css")->text);
	analysis_write_body(page, "", "");
	close_board(page);
}
