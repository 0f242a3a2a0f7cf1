/* rate: how many requests each address may still make: a bucket each, which fills by the clock.
 *
 * Invariant: the table has a fixed size. Two addresses may share a bucket; then both get less, and
 * never more. */
#ifndef ARESFARM_RATE_H
#define ARESFARM_RATE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

enum { RATE_BUCKETS = 4096 };

struct rate {
	int most; /* requests a second of an address, and twice so many at once; 0: any number */
	struct rate_bucket {
		int64_t at;   /* when it was looked at last, in ms */
		int64_t left; /* thousandths of a request */
	} buckets[RATE_BUCKETS];
};

void rate_open(struct rate *rate, int most);

/* The network of an address: of IPv6 its first half. */
uint64_t rate_key(const struct sockaddr *address);

/* Whether the address may make a request now; counts it if so. key: of rate_key. now: ms of a
 * clock that never goes back. */
bool rate_take(struct rate *rate, uint64_t key, int64_t now);

#endif
