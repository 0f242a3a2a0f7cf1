/* request_rate: limits the requests of each address, by a token bucket per address.
 *
 * Invariant: the table has a fixed size. Addresses that share a bucket get less, never more. */
#ifndef ARESFARM_RATE_H
#define ARESFARM_RATE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

enum { RATE_BUCKETS = 4096 };

struct rate {
	int most;   /* per address and period; a burst may be twice this; 0: no limit */
	int period; /* ms */
	struct rate_bucket {
		int64_t at;   /* last update, in ms */
		int64_t left; /* tokens left; a request takes `period` of them */
	} buckets[RATE_BUCKETS];
};

/* rate_open sets a period of one second. */
void rate_open(struct rate *rate, int most);
void rate_open_slowly(struct rate *rate, int most, int period);

/* The network of an address: the first half of an IPv6 address; the IPv4 address, if it is mapped
 * to IPv6. */
uint64_t rate_key(const struct sockaddr *address);

/* Whether the address may make a request now; counts it if so. key: from rate_key. now: ms of a
 * monotonic clock. */
bool rate_take(struct rate *rate, uint64_t key, int64_t now);

/* Takes back the count of one request. */
void rate_give_back(struct rate *rate, uint64_t key);

#endif
