/* fuzz_seat: reads the bytes as what strangers send to pages of seats: the first line as the field
 * Seat, the rest as a body; and every line as fields of a head. What was read has texts without
 * control characters. */
#include "fuzz.h"
#include "web/http/request.h"
#include "web/seat/seat_request.h"

#include <string.h>

static void check_text(const char *text, size_t size, bool lines)
{
	MUST(memchr(text, '\0', size) != NULL);
	for (const char *at = text; *at != '\0'; at++)
		MUST(((unsigned char)*at >= ' ' && *at != 0x7f) || (lines && *at == '\n'));
}

static void check_request(const struct seat_request *request)
{
	check_text(request->orders, sizeof request->orders, true);
	check_text(request->phase, sizeof request->phase, false);
	check_text(request->power, sizeof request->power, false);
	check_text(request->door.power, sizeof request->door.power, false);
	MUST(request->door.game >= 0);
	int lines = request->orders[0] != '\0';
	for (const char *at = request->orders; *at != '\0'; at++)
		lines += *at == '\n';
	MUST(lines <= SEAT_ORDERS_MOST);
}

static void try_request(const char *field, const char *body, size_t size)
{
	static struct seat_request request, again;
	const char *why = NULL;
	for (int page = 0; page < ADDRESS_PAGES; page++) {
		if (!address_is_seat((enum address_page)page))
			continue;
		const struct address address = {.page = (enum address_page)page};
		const int status = seat_request_read(&address, field, body, size, &request, &why);
		MUST(status == 0 || status == 400 || status == 403);
		MUST(status == 0 || why != NULL);
		if (status != 0)
			continue;
		check_request(&request);
		MUST(seat_request_read(&address, field, body, size, &again, &why) == 0);
		MUST(memcmp(&request, &again, sizeof request) == 0);
	}
}

/* A line "Name: value". */
static void try_head(const char *line)
{
	static const char *const methods[] = {"GET", "HEAD", "POST", "PUT"};
	char name[64];
	const char *why = NULL, *colon = strchr(line, ':');
	if (colon == NULL || (size_t)(colon - line) >= sizeof name)
		return;
	snprintf(name, sizeof name, "%.*s", (int)(colon - line), line);
	for (int i = 0; i < 4; i++) {
		const struct address address = {.page = PAGE_SEAT_ORDERS};
		struct request_head head = {.method = methods[i], .address = &address};
		request_note(&head, "Content-Length", "12");
		request_note(&head, name, colon + 1 + strspn(colon + 1, " "));
		const int status = request_refuse(&head, "127.0.0.1:8027", NULL, WAY_OPEN, &why);
		MUST(status == 0 || (status >= 400 && status < 500 && why != NULL));
		(void)request_is_drained(&head);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	char *text = malloc(size + 1);
	MUST(text != NULL);
	memcpy(text, bytes, size);
	text[size] = '\0';
	char *newline = memchr(text, '\n', size);
	const size_t length = newline != NULL ? (size_t)(newline - text) : size;
	const char *body = newline != NULL ? newline + 1 : text + size;
	const size_t body_size = (size_t)(text + size - body);
	text[length] = '\0';
	try_head(text);
	try_request(text, body, body_size);
	try_request("ODvdwO6u96RPFFR4SfBEb5VU", body, body_size);
	if (newline != NULL)
		text[length] = '\n';
	try_request("@1/FRA", text, size);
	free(text);
	return 0;
}
