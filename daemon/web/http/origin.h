/* origin: whether a browser sends a form from a page of ours, and how it reaches us. A foreign page
 * can also send a form here, with our cookies, but not with the values that these fields have on
 * our pages. A pure function of their bytes. */
#ifndef ARESFARM_ORIGIN_H
#define ARESFARM_ORIGIN_H

#include <stdbool.h>

/* By Sec-Fetch-Site, where the browser sends it, else by Origin, which must be our Host. Fields
 * that are not there are NULL. Neither is there: false. secure: the page has come by https. */
bool origin_is_ours(const char *site, const char *origin, const char *host, bool secure);

/* How the browser has reached us. */
enum origin_way {
	WAY_HERE,   /* from this machine: no network in between */
	WAY_SECURE, /* by https, which a proxy does */
	WAY_OPEN    /* others may read what is sent */
};

/* host: the field Host. proto: X-Forwarded-Proto, or NULL. name: by which the server is reached
 * through a proxy, or NULL; tls: the proxy does https for that name. Only a proxy that passes on
 * plain requests, too, says so by proto. */
enum origin_way origin_find_way(const char *host, const char *proto, const char *name, bool tls);

#endif
