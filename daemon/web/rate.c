/* rate: see rate.h. */
#include "rate.h"

#include <netinet/in.h>
#include <string.h>

enum { REQUEST = 1000 };

void rate_open(struct rate *rate, int most)
{
	memset(rate, 0, sizeof *rate);
	rate->most = most;
}

uint64_t rate_key(const struct sockaddr *address)
{
	uint64_t key = 0;
	if (address->sa_family == AF_INET6)
		memcpy(&key, &((const struct sockaddr_in6 *)address)->sin6_addr, sizeof key);
	else
		key = ((const struct sockaddr_in *)address)->sin_addr.s_addr;
	return key;
}

bool rate_take(struct rate *rate, uint64_t key, int64_t now)
{
	const int64_t full = 2 * (int64_t)rate->most * REQUEST;
	if (rate->most == 0)
		return true;
	struct rate_bucket *bucket = &rate->buckets[(key * UINT64_C(0x9e3779b97f4a7c15)) >> 52];
	if (bucket->at == 0)
		bucket->left = full; /* nobody has used it */
	else if (now - bucket->at >= 2 * REQUEST)
		bucket->left = full;
	else
		bucket->left += (now - bucket->at) * rate->most;
	if (bucket->left > full)
		bucket->left = full;
	bucket->at = now;
	if (bucket->left < REQUEST)
		return false;
	bucket->left -= REQUEST;
	return true;
}
