/* request_rate: see request_rate.h. */
#include "request_rate.h"

#include <netinet/in.h>
#include <string.h>

void rate_open_slowly(struct rate *rate, int most, int period)
{
	memset(rate, 0, sizeof *rate);
	rate->most = most;
	rate->period = period;
}

void rate_open(struct rate *rate, int most)
{
	rate_open_slowly(rate, most, 1000);
}

uint64_t rate_key(const struct sockaddr *address)
{
	uint64_t key = 0;
	if (address->sa_family != AF_INET6)
		return ((const struct sockaddr_in *)address)->sin_addr.s_addr;
	const struct in6_addr *of = &((const struct sockaddr_in6 *)address)->sin6_addr;
	if (IN6_IS_ADDR_V4MAPPED(of))
		memcpy(&key, of->s6_addr + 12, sizeof(in_addr_t));
	else
		memcpy(&key, of, sizeof key);
	return key;
}

static struct rate_bucket *find(struct rate *rate, uint64_t key)
{
	return &rate->buckets[(key * UINT64_C(0x9e3779b97f4a7c15)) >> 52];
}

bool rate_take(struct rate *rate, uint64_t key, int64_t now)
{
	const int64_t full = 2 * (int64_t)rate->most * rate->period;

	if (rate->most == 0)
		return true;
	struct rate_bucket *bucket = find(rate, key);
	if (bucket->at == 0)
		bucket->left = full; /* not used before */
	else if (now - bucket->at >= 2 * rate->period)
		bucket->left = full;
	else
		bucket->left += (now - bucket->at) * rate->most;

	if (bucket->left > full)
		bucket->left = full;
	bucket->at = now;
	if (bucket->left < rate->period)
		return false;
	bucket->left -= rate->period;

	return true;
}

void rate_give_back(struct rate *rate, uint64_t key)
{
	find(rate, key)->left += rate->period;
}
