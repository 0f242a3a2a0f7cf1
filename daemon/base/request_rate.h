/* request_rate: how many requests each address may still make: a bucket each, which fills by the
 * clock.
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
	int most;   /* requests of an address in a period, and twice as many at once; 0: any number */
	int period; /* ms */
	struct rate_bucket {
		int64_t at;   /* when it was looked at last, in ms */
		int64_t left; /* requests, each as many as a period has ms */
	} buckets[RATE_BUCKETS];
};

/* The period is a second; or another one. */
void rate_open(struct rate *rate, int most);
void rate_open_slowly(struct rate *rate, int most, int period);

/* The network of an address: of IPv6 its first half; of IPv4 that came as IPv6, the IPv4 address.
 */
uint64_t rate_key(const struct sockaddr *address);

/* Whether the address may make a request now; counts it if so. key: of rate_key. now: ms of a
 * clock that never goes back. */
bool rate_take(struct rate *rate, uint64_t key, int64_t now);

/* The request that was taken last does not count. */
void rate_give_back(struct rate *rate, uint64_t key);

#endif
