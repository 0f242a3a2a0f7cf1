/* assets: the styles and scripts of pages, compiled in from the files of this room. */
#ifndef ARESFARM_ASSETS_H
#define ARESFARM_ASSETS_H

struct asset {
	const char *name; /* of its file */
	const char *hash; /* "sha256-...", as a content-security policy names it */
	const char *text;
};

/* The asset of that name, which must exist. */
const struct asset *asset_find(const char *name);

#endif
