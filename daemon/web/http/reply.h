/* reply: an answer to a request: status, kind, bytes, and the fields of its head. Several visits
 * may share one; it goes with the last of them. Only the thread that serves may hold and drop. Any
 * thread may make and pack one. */
#ifndef ARESFARM_REPLY_H
#define ARESFARM_REPLY_H

#include <stdbool.h>
#include <stddef.h>

#include "cookie.h"

enum reply_kind {
	REPLY_PAGE,
	REPLY_REPLAY, /* a page with its script and style in itself */
	REPLY_REPORT, /* a page with its style in itself, and no script */
	REPLY_PICTURE,
	REPLY_DATA, /* JSON */
	REPLY_TEXT,
	REPLY_METRICS,
	REPLY_STYLE,
	REPLY_SCRIPT,
	REPLY_MODULE, /* WebAssembly */
	REPLY_EVENTS,
	REPLY_OWN,  /* a page of a person who has logged in, or wants to */
	REPLY_JSON, /* of the player of a seat; its bytes are wiped when it goes */
	REPLY_KINDS
};

enum { REPLY_TAG_SIZE = 24 };

struct reply {
	int refs;
	int status;
	enum reply_kind kind;
	bool for_ever;            /* its address has its fingerprint: a browser need not ask again */
	bool posted;              /* its address takes a POST only */
	bool borrowed;            /* its bytes are constants; else they are from malloc */
	char *text, *packed;      /* packed: the same as gzip has it. NULL: it is not there so */
	size_t size, packed_size; /* bytes */
	char tag[REPLY_TAG_SIZE]; /* its entity tag, W/"..."; or empty */
	const char *location;     /* where to redirect the browser, a constant; or NULL */
	char cookie[COOKIE_FIELD_SIZE]; /* a cookie for the browser; or empty */
};

/* A field of an answer's head. */
struct reply_field {
	const char *name, *value;
};

/* Makes a reply, held once, that owns the text. NULL: there is no memory, and text is free. */
struct reply *reply_make(int status, enum reply_kind kind, char *text, size_t size);

/* Packs its text, if that saves something; tags it, if a browser may keep it. NULL is allowed. */
void reply_pack(struct reply *reply);

/* Makes a page with an error message only. */
struct reply *reply_refuse(int status, const char *what);

/* The same as JSON: {"error": what}. */
struct reply *reply_refuse_json(int status, const char *what);

struct reply *reply_hold(struct reply *reply);
void reply_drop(struct reply *reply); /* NULL is allowed */

/* The i-th field of a reply's head; false after the last one. */
bool reply_field(const struct reply *reply, size_t i, struct reply_field *field);

/* The type of a kind: "text/html; charset=utf-8". */
const char *reply_type(enum reply_kind kind);

#endif
