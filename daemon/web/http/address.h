/* address: what the target of a request means. A pure function of its bytes.
 *
 * Invariant: an address that was found has texts that are UTF-8 without control characters, and
 * numbers in range, whatever a stranger has sent. Targets are looked up in a table and never become
 * paths of files. */
#ifndef ARESFARM_ADDRESS_H
#define ARESFARM_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

enum { ADDRESS_NAME_SIZE = 64, ADDRESS_SHEET_MOST = 1000000 };

/* The properties of each page: addresses.def. */
enum address_page {
#define ADDRESS(page, pattern, parameters, method, kind, maker) PAGE_##page,
#include "addresses.def"
	ADDRESS_PAGES
};
enum address_method { METHOD_GET, METHOD_POST, METHOD_FORM, METHOD_BOTH };
enum address_kind { KIND_MADE, KIND_SEAT, KIND_HOST, KIND_LOGIN, KIND_OTHER };

/* Unused bytes are 0, so that addresses can be compared by memcmp (address_same). */
struct address {
	enum address_page page;
	char name[ADDRESS_NAME_SIZE]; /* of a tournament, a map or an asset; the tag of a state that was
	                                 seen; else empty */
	char print[ADDRESS_NAME_SIZE]; /* of an asset: its fingerprint; of a tournament: the score;
	                                  else empty */
	int64_t game;                  /* games.id; 0: no game */
	int32_t sheet;                 /* of a long list; from 1 */
	int16_t phase;                 /* below 0: the last one */
};

enum address_verdict {
	ADDRESS_FOUND,
	ADDRESS_NONE, /* there is no such page */
	ADDRESS_BAD   /* it is not an address at all: an escape that is none, a control character */
};

/* Reads the target of a request as it was sent: path, and query after a "?". Parameters that the
 * page does not know are skipped. */
enum address_verdict address_parse(const char *target, struct address *address);

/* Who answers a page. */
enum address_kind address_kind(enum address_page page);

/* Whether a page accepts POST, and no other method. */
bool address_is_posted(enum address_page page);

/* Whether what is sent to a page is a form. */
bool address_takes_form(enum address_page page);

/* Whether a page is for the player of a seat: seat.h answers it, in JSON. */
bool address_is_seat(enum address_page page);

bool address_same(const struct address *one, const struct address *other);

/* Whether a request with this field Host is meant for us. A foreign page can have its name resolve
 * to this machine; the field still has that name. listen: "ADDRESS:PORT", from the options. name:
 * another name of the host, or NULL. Without a name, a program that listens to more than this
 * machine cannot know its names, and accepts any. */
bool address_host_is_ours(const char *host, const char *listen, const char *name);

#endif
