/* reply: see reply.h. The fields of all heads stand in one table. */
#include "reply.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/gzip.h"
#include "base/json.h"
#include "db/record/digest.h"
#include "pages/assets.h"
#include "site_page.h"
#include "web/http/reply.inc"

enum { REFUSAL_SIZE = 1024 /* of what is wrong, as JSON */, PACKED_LEAST = 1000 /* bytes */ };

#define FORBIDDEN "frame-ancestors 'none'; base-uri 'none'"

static const char *const types[REPLY_KINDS] = {
	[REPLY_PAGE] = "text/html; charset=utf-8",
	[REPLY_REPLAY] = "text/html; charset=utf-8",
	[REPLY_REPORT] = "text/html; charset=utf-8",
	[REPLY_PICTURE] = "image/svg+xml; charset=utf-8",
	[REPLY_DATA] = "application/json",
	[REPLY_TEXT] = "text/plain; charset=utf-8",
	[REPLY_METRICS] = "text/plain; version=0.0.4; charset=utf-8",
	[REPLY_STYLE] = "text/css; charset=utf-8",
	[REPLY_SCRIPT] = "text/javascript; charset=utf-8",
	[REPLY_MODULE] = "application/wasm",
	[REPLY_EVENTS] = "text/event-stream",
	[REPLY_OWN] = "text/html; charset=utf-8",
	[REPLY_JSON] = "application/json",
};

enum {
	ALL = (1 << REPLY_KINDS) - 1,
	STYLED = 1 << REPLY_PICTURE | 1 << REPLY_REPORT,
	REPLAYS = 1 << REPLY_REPLAY,
	OWN = 1 << REPLY_OWN,
	NEVER_KEPT = 1 << REPLY_EVENTS | 1 << REPLY_JSON | OWN
};

/* Which heads a field belongs to: by kind, status (0: any), and whether a browser may keep it. */
enum keep { KEEP_ANY, KEEP_NOT, KEEP_EVER };

static const struct field_rule {
	struct reply_field field;
	int kinds, status;
	enum keep keep;
} field_rules[] = {
	/* A picture or report has its style in itself. It can do nothing else. */
	{{"Content-Security-Policy",
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; " FORBIDDEN},
     STYLED,
     0,
     KEEP_ANY},
	{{"Content-Security-Policy",
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
      "img-src 'self'; connect-src 'self'; form-action 'self'; " FORBIDDEN},
     ALL & ~STYLED & ~REPLAYS,
     0,
     KEEP_ANY},
	/* A replay has its script, too; %s is its hash. */
	{{"Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; script-src '%s'; "
                                 "form-action 'none'; " FORBIDDEN},
     REPLAYS,
     0,
     KEEP_ANY},
	{{"X-Content-Type-Options", "nosniff"}, ALL, 0, KEEP_ANY},
	{{"X-Frame-Options", "DENY"}, ALL, 0, KEEP_ANY},
	/* Without a referrer a form's Origin would be null. Older browsers send nothing else. */
	{{"Referrer-Policy", "no-referrer"}, ALL & ~OWN, 0, KEEP_ANY},
	{{"Referrer-Policy", "same-origin"}, OWN, 0, KEEP_ANY},
	{{"Cross-Origin-Opener-Policy", "same-origin"}, ALL, 0, KEEP_ANY},
	{{"Cross-Origin-Embedder-Policy", "require-corp"}, ALL, 0, KEEP_ANY},
	{{"Cross-Origin-Resource-Policy", "same-origin"}, ALL, 0, KEEP_ANY},
	{{"Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
     ALL,
     0,
     KEEP_ANY},
	{{"Cache-Control", "no-store"}, NEVER_KEPT, 0, KEEP_ANY},
	{{"Cache-Control", "no-cache"}, ALL & ~NEVER_KEPT, 0, KEEP_NOT},
	{{"Cache-Control", "public, max-age=31536000, immutable"}, ALL, 0, KEEP_EVER},
	/* A proxy must pass events on at once. Without "close" the end of a stream would not end the
     * connection. */
	{{"X-Accel-Buffering", "no"}, 1 << REPLY_EVENTS, 0, KEEP_ANY},
	{{"Connection", "close"}, 1 << REPLY_EVENTS, 0, KEEP_ANY},
	{{"Allow", "GET, HEAD"}, ALL, 405, KEEP_ANY},
	{{"Allow", "POST"}, ALL, 405, KEEP_ANY},
	{{"Retry-After", "1"}, ALL, 429, KEEP_ANY},
	{{"Retry-After", "2"}, ALL, 503, KEEP_ANY},
};

/* A field Allow must name the methods of the address. */
static bool allows(const struct field_rule *rule, const struct reply *reply)
{
	return strcmp(rule->field.name, "Allow") != 0 ||
	       (strcmp(rule->field.value, "POST") == 0) == reply->posted;
}

static bool belongs(const struct field_rule *rule, const struct reply *reply)
{
	const bool kind = rule->kinds >> reply->kind & 1;
	const bool status = rule->status == 0 || rule->status == reply->status;
	const bool keep = rule->keep == KEEP_ANY || (rule->keep == KEEP_NOT) == !reply->for_ever;

	return kind && status && keep && allows(rule, reply);
}

/* The policy of a replay, with the hash of its script. */
static const char *find_policy(const char *format)
{
	static char policy[256];
	if (policy[0] == '\0')
		snprintf(policy, sizeof policy, "%.*s%s%s", (int)(strstr(format, "%s") - format), format,
		         asset_find("replaying.js")->hash, strstr(format, "%s") + 2);
	return policy;
}

bool reply_field(const struct reply *reply, size_t i, struct reply_field *field)
{
	for (size_t at = 0; at < sizeof field_rules / sizeof *field_rules; at++)
		if (belongs(&field_rules[at], reply) && i-- == 0) {
			*field = field_rules[at].field;
			if (strstr(field->value, "%s") != NULL)
				field->value = find_policy(field->value);
			return true;
		}

	const struct reply_field own[] = {
		{"Location", reply->location},
		{"Set-Cookie", reply->cookie},
		{"Vary", reply->packed != NULL ? "Accept-Encoding" : NULL},
		{"ETag", reply->tag},
	};
	for (size_t at = 0; at < sizeof own / sizeof *own; at++)
		if (own[at].value != NULL && own[at].value[0] != '\0' && i-- == 0) {
			*field = own[at];
			return true;
		}

	return false;
}

const char *reply_type(enum reply_kind kind)
{
	return types[kind];
}

struct reply *reply_make(int status, enum reply_kind kind, char *text, size_t size)
{
	struct reply *reply = malloc(sizeof *reply);
	if (reply == NULL) {
		free(text);
		return NULL;
	}
	*reply = (struct reply){.refs = 1, .status = status, .kind = kind, .text = text, .size = size};
	return reply;
}

void reply_pack(struct reply *reply)
{
	uint8_t sha256[DIGEST_SIZE];
	uint64_t begin;
	if (reply == NULL || reply->text == NULL)
		return;
	if (reply->size >= PACKED_LEAST &&
	    !gzip_pack(reply->text, reply->size, &reply->packed, &reply->packed_size))
		reply->packed = NULL;
	if (reply->status != 200 || (NEVER_KEPT >> reply->kind & 1))
		return;
	digest_bytes(reply->text, reply->size, sha256);
	memcpy(&begin, sha256, sizeof begin);
	snprintf(reply->tag, sizeof reply->tag, "W/\"%016llx\"", (unsigned long long)begin);
}

struct reply *reply_refuse(int status, const char *what)
{
	struct page page;
	site_page_open(&page, what);
	put_refusal(&page, what);
	site_page_close(&page);
	return reply_make(status, REPLY_PAGE, page.text, page.size);
}

struct reply *reply_refuse_json(int status, const char *what)
{
	char quoted[REFUSAL_SIZE], *text;
	const int size =
		asprintf(&text, "{\"error\":%s}\n", json_print_string(what, quoted, sizeof quoted));
	return size < 0 ? NULL : reply_make(status, REPLY_JSON, text, (size_t)size);
}

struct reply *reply_hold(struct reply *reply)
{
	reply->refs++;
	return reply;
}

/* Frees bytes. The bytes of private replies are wiped. */
static void wipe(const struct reply *reply, char *bytes, size_t size)
{
	if (bytes != NULL && (NEVER_KEPT >> reply->kind & 1))
		explicit_bzero(bytes, size);
	free(bytes);
}

void reply_drop(struct reply *reply)
{
	if (reply == NULL || --reply->refs > 0)
		return;
	if (!reply->borrowed) {
		wipe(reply, reply->text, reply->size);
		wipe(reply, reply->packed, reply->packed_size);
	}
	explicit_bzero(reply, sizeof *reply);
	free(reply);
}
