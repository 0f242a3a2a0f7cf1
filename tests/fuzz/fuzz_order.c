/* fuzz_order: reads every line as an order. An order that can be read stays the same when it is
 * printed and read again, and when it is packed and unpacked. */
#include "fuzz.h"
#include "board/order.h"

#include <string.h>

static void try_line(const char *line, size_t length)
{
	struct order order, again;
	char text[ORDER_TEXT_SIZE], error[ERROR_SIZE];

	memset(error, 0, sizeof error);
	if (!order_parse(fuzz_map(), line, length, &order, error)) {
		MUST(error[0] != '\0' && memchr(error, '\0', sizeof error) != NULL);
		return;
	}
	order_print(fuzz_map(), order, text);
	MUST(order_parse(fuzz_map(), text, strlen(text), &again, error));
	MUST(order_equal(order, again));
	if (order.type < UNIT_TYPES && order.aux_type < UNIT_TYPES) /* stored orders name both types */
		MUST(order_equal(order, order_unpack(order_pack(order), order.type, order.from)));
}

/* Where the order begins in a line of a case file, "order POW ORDER", or of notation.txt,
 * "yes|ORDER|". */
static void try_parts(const char *line, size_t length)
{
	const char *text = memchr(line, '|', length), *end = line + length;

	if (length > 10 && memcmp(line, "order ", 6) == 0)
		try_line(line + 10, length - 10);
	if (text == NULL)
		return;
	const char *bar = memchr(text + 1, '|', (size_t)(end - text - 1));
	try_line(text + 1, (size_t)((bar != NULL ? bar : end) - text - 1));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	const char *text = (const char *)bytes, *end = text + size;

	while (text < end) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		const char *stop = newline != NULL ? newline : end;
		try_line(text, (size_t)(stop - text));
		try_parts(text, (size_t)(stop - text));
		text = stop + 1;
	}
	return 0;
}
