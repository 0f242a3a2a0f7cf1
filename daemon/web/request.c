/* request: see request.h. */
#include "request.h"

#include <string.h>
#include <strings.h>

#include "base/options.h"

void request_note(struct request_head *head, const char *name, const char *value)
{
	if (strcasecmp(name, "Host") == 0)
		head->host = value;
	else if (strcasecmp(name, "Content-Type") == 0)
		head->type = value;
	else if (strcasecmp(name, "Seat") == 0)
		head->seat = value;
	else if (strcasecmp(name, "Content-Length") == 0) {
		head->lengths++;
		head->length = value;
	} else if (strcasecmp(name, "Transfer-Encoding") == 0) {
		head->lengths++;
		head->chunks = true;
	}
}

/* "application/json", and what may stand behind it. */
static bool is_json(const char *type)
{
	static const char json[] = "application/json";
	return type != NULL && strncasecmp(type, json, sizeof json - 1) == 0 &&
	       strchr("; \t", type[sizeof json - 1]) != NULL;
}

static int refuse_body(const struct request_head *head, const char **why)
{
	int64_t length;
	if (head->chunks || head->length == NULL) {
		*why = "A request with a body must say how long it is";
		return 411;
	}
	if (!options_number(head->length, 0, REQUEST_BODY_MOST, &length)) {
		*why = "The body is too large";
		return 413;
	}
	if (!is_json(head->type)) {
		*why = "The body must be of the type application/json";
		return 415;
	}
	return 0;
}

int request_refuse(const struct request_head *head, const char *listen, const char *name,
                   const char **why)
{
	const bool posted = head->address != NULL && address_is_posted(head->address->page);
	const bool post = strcmp(head->method, "POST") == 0;
	if (head->lengths > 1) {
		*why = "A request has one length";
		return 400;
	}
	if (!post && strcmp(head->method, "GET") != 0 && strcmp(head->method, "HEAD") != 0) {
		*why = "Pages can only be read here";
		return 405;
	}
	if (posted != post) {
		*why = post ? "This can only be read" : "This is no page: it takes a POST";
		return 405;
	}
	if (!post && (head->chunks || (head->length != NULL && strcmp(head->length, "0") != 0))) {
		*why = "A request for a page has no body";
		return 413;
	}
	if (head->host != NULL && !address_host_is_ours(head->host, listen, name)) {
		*why = "This server is not called so; --name gives it a name";
		return 421;
	}
	return post ? refuse_body(head, why) : 0;
}

bool request_is_drained(const struct request_head *head)
{
	int64_t length;
	return strcmp(head->method, "POST") == 0 && head->lengths == 1 && head->length != NULL &&
	       options_number(head->length, 1, REQUEST_DRAINED_MOST, &length);
}
