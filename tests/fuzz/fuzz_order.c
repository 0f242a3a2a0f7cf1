/* fuzz_order: reads every line as an order. An order that can be read is the same after it is
 * printed and read again, and after it is packed and unpacked. */
#include "fuzz.h"
#include "order.h"

#include <string.h>

static void try_line(const char *line, size_t length)
{
	struct order order, again;
	char text[ORDER_TEXT_SIZE], error[ORDER_ERROR_SIZE];

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

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	const char *text = (const char *)bytes, *end = text + size;

	while (text < end) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		const char *stop = newline != NULL ? newline : end;
		/* in case files an order follows "order POW" */
		const size_t skip = stop - text > 10 && memcmp(text, "order ", 6) == 0 ? 10 : 0;
		try_line(text + skip, (size_t)(stop - text) - skip);
		text = stop + 1;
	}
	return 0;
}
