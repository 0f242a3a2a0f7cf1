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

enum address_page {
	PAGE_HOME,
	PAGE_TOURNAMENT,
	PAGE_EVENTS, /* of a tournament */
	PAGE_GAME,
	PAGE_BOARD,  /* of a game */
	PAGE_REPLAY, /* of a game */
	PAGE_PHASE,  /* of a game */
	PAGE_GROUND, /* of a map */
	PAGE_MAP,
	PAGE_WALL,
	PAGE_WORKERS,
	PAGE_METRICS,
	PAGE_HEALTH,
	PAGE_ASSET,
	PAGE_ICON,
	ADDRESS_PAGES
};

/* Unused bytes are 0, so that addresses can be compared by memcmp (address_same). */
struct address {
	enum address_page page;
	char name[ADDRESS_NAME_SIZE];  /* of a tournament, a map or an asset; else empty */
	char print[ADDRESS_NAME_SIZE]; /* of an asset: its fingerprint; else empty */
	int64_t game;                  /* games.id; 0: no game */
	int32_t sheet;                 /* of a long list; from 1 */
	int16_t phase;                 /* below 0: the last one */
};

enum address_verdict {
	ADDRESS_FOUND,
	ADDRESS_NONE, /* there is no such page */
	ADDRESS_BAD   /* it is no address at all: an escape that is none, a control character */
};

/* Reads the target of a request as it was sent: path, and query behind a "?". Parameters that the
 * page does not know are skipped. */
enum address_verdict address_parse(const char *target, struct address *address);

bool address_same(const struct address *one, const struct address *other);

/* Whether a request with this field Host is meant for us. A page of a stranger can have its name
 * point at this machine; the field still has that name. listen: "ADDRESS:PORT", as the program was
 * told. name: what else it is called; NULL: nothing. Without a name, a program that listens to more
 * than this machine cannot know its names, and takes any. */
bool address_host_is_ours(const char *host, const char *listen, const char *name);

#endif
