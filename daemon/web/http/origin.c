/* origin: see origin.h. */
#include "origin.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

bool origin_is_ours(const char *site, const char *origin, const char *host, bool secure)
{
	const char *scheme = secure ? "https://" : "http://";
	if (site != NULL)
		return strcmp(site, "same-origin") == 0;
	if (origin == NULL || host == NULL || host[0] == '\0')
		return false;
	return strncmp(origin, scheme, strlen(scheme)) == 0 &&
	       strcasecmp(origin + strlen(scheme), host) == 0;
}

/* Whether a host, which may have a port, has that name. */
static bool has_name(const char *host, const char *name)
{
	const size_t length = strlen(name);
	return strncasecmp(host, name, length) == 0 && (host[length] == '\0' || host[length] == ':');
}

enum origin_way origin_find_way(const char *host, const char *proto, const char *name, bool tls)
{
	static const char *const here[] = {"localhost", "127.0.0.1", "[::1]"};
	if (host == NULL)
		return WAY_OPEN;
	for (size_t i = 0; i < sizeof here / sizeof *here; i++)
		if (has_name(host, here[i]))
			return WAY_HERE;
	if (!tls || name == NULL || !has_name(host, name))
		return WAY_OPEN;
	return proto == NULL || strcasecmp(proto, "https") == 0 ? WAY_SECURE : WAY_OPEN;
}
