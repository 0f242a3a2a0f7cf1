/* fuzz_address: reads every line as the target of a request. Whatever it is, what was found has
 * texts without control characters and numbers in range; the same is found again. */
#include "fuzz.h"
#include "web/http/address.h"

#include <string.h>

static void check_text(const char text[ADDRESS_NAME_SIZE])
{
	MUST(memchr(text, '\0', ADDRESS_NAME_SIZE) != NULL);
	for (const char *at = text; *at != '\0'; at++)
		MUST((unsigned char)*at >= ' ' && *at != 0x7f);
}

static void try_line(const char *line, size_t length)
{
	char target[512];
	struct address address, again;
	if (length >= sizeof target)
		length = sizeof target - 1;
	memcpy(target, line, length);
	target[length] = '\0';
	(void)address_host_is_ours(target, "127.0.0.1:8027", NULL);
	(void)address_host_is_ours("example.org", target, target);
	if (address_parse(target, &address) != ADDRESS_FOUND)
		return;
	MUST(target[0] == '/');
	MUST(address.page < ADDRESS_PAGES);
	MUST(address.game >= 0 && address.sheet >= 1 && address.sheet <= ADDRESS_SHEET_MOST);
	check_text(address.name);
	check_text(address.print);
	MUST(address_parse(target, &again) == ADDRESS_FOUND && address_same(&address, &again));
}

/* Each line by itself, and after the begin of an address that takes a name or a phase. A line tries
 * all routes, so the lines of the first bytes only: more inputs find more than longer ones. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static const char *const begins[] = {"", "/", "/t/", "/g/1?phase=", "/assets/"};
	const char *text = (const char *)bytes, *end = text + (size < 400 ? size : 400);
	while (text < end) {
		char line[300];
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		const char *stop = newline != NULL ? newline : end;
		const size_t length = (size_t)(stop - text) < 200 ? (size_t)(stop - text) : 200;
		for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
			const size_t begin = strlen(begins[i]);
			memcpy(line, begins[i], begin);
			memcpy(line + begin, text, length);
			try_line(line, begin + length);
		}
		text = stop + 1;
	}
	return 0;
}
