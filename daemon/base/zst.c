/* zst: see zst.h. */
#include "zst.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "heap.h"

enum { BLOCK_SIZE = 1 << 17, LEVEL = 9, WINDOW_LOG_MOST = 23 };

bool zst_is_named(const char *path)
{
	const size_t length = strlen(path);
	return length > 4 && strcmp(path + length - 4, ".zst") == 0;
}

/* ── reading ── */

struct reader {
	FILE *in;
	ZSTD_DStream *stream;
	ZSTD_inBuffer block; /* of bytes */
	bool midway;         /* within a frame */
	char bytes[BLOCK_SIZE];
};

/* Reads the next block of the file. False at its end, or on a read error. */
static bool refill(struct reader *reader)
{
	reader->block = (ZSTD_inBuffer){reader->bytes,
	                                fread(reader->bytes, 1, sizeof reader->bytes, reader->in), 0};
	return reader->block.size > 0;
}

static ssize_t read_some(void *cookie, char *out, size_t size)
{
	struct reader *reader = cookie;

	ZSTD_outBuffer room = {out, size, 0};
	while (room.pos == 0) {
		if (reader->block.pos == reader->block.size && !refill(reader)) {
			errno = ferror(reader->in) ? errno : EBADMSG;
			return reader->midway || ferror(reader->in) ? -1 : 0;
		}
		const size_t left = ZSTD_decompressStream(reader->stream, &room, &reader->block);
		if (ZSTD_isError(left)) {
			errno = EBADMSG;
			return -1;
		}
		reader->midway = left != 0;
	}

	return (ssize_t)room.pos;
}

static int close_reader(void *cookie)
{
	struct reader *reader = cookie;
	ZSTD_freeDStream(reader->stream);
	free(reader);
	return 0;
}

FILE *zst_reader(FILE *in)
{
	struct reader *reader = heap_get(1, sizeof *reader);
	reader->in = in;
	reader->stream = ZSTD_createDStream();
	heap_require(reader->stream != NULL);
	ZSTD_DCtx_setParameter(reader->stream, ZSTD_d_windowLogMax, WINDOW_LOG_MOST);

	FILE *stream =
		fopencookie(reader, "r", (cookie_io_functions_t){.read = read_some, .close = close_reader});
	heap_require(stream != NULL);
	return stream;
}

/* ── writing ── */

struct writer {
	FILE *out;
	ZSTD_CStream *stream;
	char bytes[BLOCK_SIZE];
};

/* Compresses a piece, or flushes the rest. */
static bool write_piece(struct writer *writer, ZSTD_inBuffer piece, ZSTD_EndDirective end)
{
	for (;;) {
		ZSTD_outBuffer room = {writer->bytes, sizeof writer->bytes, 0};
		const size_t left = ZSTD_compressStream2(writer->stream, &room, &piece, end);
		if (ZSTD_isError(left) || fwrite(writer->bytes, 1, room.pos, writer->out) != room.pos)
			return false;
		if (end == ZSTD_e_end ? left == 0 : piece.pos == piece.size)
			return true;
	}
}

static ssize_t write_some(void *cookie, const char *bytes, size_t size)
{
	return write_piece(cookie, (ZSTD_inBuffer){bytes, size, 0}, ZSTD_e_continue) ? (ssize_t)size
	                                                                             : 0;
}

static int close_writer(void *cookie)
{
	struct writer *writer = cookie;
	const bool done = write_piece(writer, (ZSTD_inBuffer){NULL, 0, 0}, ZSTD_e_end);
	ZSTD_freeCStream(writer->stream);
	free(writer);
	return done ? 0 : EOF;
}

FILE *zst_writer(FILE *out)
{
	struct writer *writer = heap_get(1, sizeof *writer);
	writer->out = out;
	writer->stream = ZSTD_createCStream();
	heap_require(writer->stream != NULL);
	ZSTD_CCtx_setParameter(writer->stream, ZSTD_c_compressionLevel, LEVEL);

	FILE *stream = fopencookie(writer, "w",
	                           (cookie_io_functions_t){.write = write_some, .close = close_writer});
	heap_require(stream != NULL);
	return stream;
}
