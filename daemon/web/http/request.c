/* request: see request.h. */
#include "request.h"

#include <string.h>
#include <strings.h>

#include "base/options/options.h"

void request_note(struct request_head *head, const char *name, const char *value)
{
	const struct {
		const char *name, **place;
	} fields[] = {
		{"Host", &head->host},           {"Content-Type", &head->type},
		{"Seat", &head->seat},           {"Content-Length", &head->length},
		{"Cookie", &head->cookies},      {"Origin", &head->origin},
		{"Sec-Fetch-Site", &head->site}, {"X-Forwarded-Proto", &head->proto},
		{"If-None-Match", &head->tags},  {"Accept-Encoding", &head->encodings},
	};

	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		if (strcasecmp(name, fields[i].name) == 0)
			*fields[i].place = value;

	head->odd |= name[strcspn(name, " \t")] != '\0';
	head->hosts += strcasecmp(name, "Host") == 0;
	if (strcasecmp(name, "Content-Length") == 0)
		head->lengths++;
	else if (strcasecmp(name, "Transfer-Encoding") == 0) {
		head->lengths++;
		head->chunks = true;
	}
}

/* That type, and parameters after it. */
static bool is_type(const char *type, const char *wanted)
{
	const size_t length = strlen(wanted);
	return type != NULL && strncasecmp(type, wanted, length) == 0 &&
	       strchr("; \t", type[length]) != NULL;
}

#define JSON "application/json"
#define FORM "application/x-www-form-urlencoded"

static int refuse_body(const struct request_head *head, const char **why)
{
	const bool form = address_takes_form(head->address->page);
	int64_t length;

	if (head->chunks || head->length == NULL) {
		*why = "A request with a body must say how long it is";
		return 411;
	}

	if (!options_number(head->length, 0, form ? REQUEST_FORM_MOST : REQUEST_BODY_MOST, &length)) {
		*why = "The body is too large";
		return 413;
	}

	if ((length > 0 || !form) && !is_type(head->type, form ? FORM : JSON)) {
		*why = form ? "The body must be of the type " FORM : "The body must be of the type " JSON;
		return 415;
	}

	return 0;
}

/* A foreign page can send a form here, with the cookies of its visitor. */
static int refuse_form(const struct request_head *head, enum origin_way way, const char **why)
{
	if (origin_is_ours(head->site, head->origin, head->host, way == WAY_SECURE))
		return 0;
	*why = "This form must be sent from a page of this server";
	return 403;
}

int request_refuse(const struct request_head *head, const char *listen, const char *name,
                   enum origin_way way, const char **why)
{
	const bool posted = head->address != NULL && address_is_posted(head->address->page);
	const bool post = strcmp(head->method, "POST") == 0;

	if (head->odd || head->hosts > 1) {
		*why = head->odd ? "The name of a field has a blank" : "A request has one Host";
		return 400;
	}

	if (head->lengths > 1) {
		*why = "A request has one length";
		return 400;
	}

	if (!post && strcmp(head->method, "GET") != 0 && strcmp(head->method, "HEAD") != 0) {
		*why = "Pages can only be read here";
		return 405;
	}

	const bool login = head->address != NULL && head->address->page == PAGE_LOGIN;
	if (posted != post && !login) {
		*why = post ? "This can only be read" : "This is not a page: it takes a POST";
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

	const int status = post ? refuse_body(head, why) : 0;
	return status == 0 && post && address_takes_form(head->address->page)
	           ? refuse_form(head, way, why)
	           : status;
}

bool request_is_drained(const struct request_head *head)
{
	int64_t length;
	return strcmp(head->method, "POST") == 0 && head->lengths == 1 && head->length != NULL &&
	       options_number(head->length, 1, REQUEST_DRAINED_MOST, &length);
}
