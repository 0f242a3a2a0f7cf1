/* gzip: see gzip.h. */
#include "gzip.h"

#include <stdlib.h>
#include <zlib.h>

enum { DEFLATE_LEVEL = 6, MEMORY = 8 };
enum { WINDOW_GZIP = 15 + 16 }; /* the largest window, with a gzip header */

bool gzip_pack(const char *bytes, size_t size, char **packed, size_t *packed_size)
{
	z_stream stream = {.next_in = (Bytef *)bytes, .avail_in = (uInt)size};
	if (deflateInit2(&stream, DEFLATE_LEVEL, Z_DEFLATED, WINDOW_GZIP, MEMORY, Z_DEFAULT_STRATEGY) !=
	    Z_OK)
		return false;

	stream.avail_out = (uInt)deflateBound(&stream, size);
	stream.next_out = malloc(stream.avail_out);
	*packed = (char *)stream.next_out;
	const bool done = *packed != NULL && deflate(&stream, Z_FINISH) == Z_STREAM_END;
	*packed_size = stream.total_out;
	deflateEnd(&stream);
	if (!done)
		free(*packed);

	return done;
}
