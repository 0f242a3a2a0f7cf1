/* assets: the styles and scripts of pages, compiled in from the files of daemon/pages and
 * daemon/web. */
#ifndef ARESFARM_ASSETS_H
#define ARESFARM_ASSETS_H

#include <stddef.h>

struct asset {
	const char *name; /* of its file */
	const char *hash; /* "sha256-...", as a content-security policy names it */
	const char *text;
};

/* The fingerprint of all assets together: it changes when one of them does. */
extern const char assets_print[];

/* An asset as gzip packs it; the module ares.wasm is there in this way only. NULL: it is not
 * packed, or this program has no module. */
const char *asset_packed(const char *name, size_t *size);

/* The asset of that name, which must exist. */
const struct asset *asset_find(const char *name);

/* The i-th asset; NULL after the last one. */
const struct asset *asset_at(size_t i);

#endif
