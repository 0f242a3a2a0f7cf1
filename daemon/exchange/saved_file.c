/* saved_file: see saved_file.h. */
#include "saved_file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "ctl/parts/ctl.h"

enum { BLOCK_SIZE = 1 << 18, BYTES_AT_FIRST = 1 << 18 };

bool saved_file_open(struct saved_file *file, const char *name)
{
	*file = (struct saved_file){.name = name, .line_now = 1, .room = BYTES_AT_FIRST};
	if (!infile_open(&file->file, name)) {
		ctl_fail("%s: %s", name, strerror(errno));
		infile_close(&file->file);
		return false;
	}
	file->block = heap_grow(NULL, BLOCK_SIZE, 1);
	file->bytes = heap_grow(NULL, file->room, 1);
	return true;
}

void saved_file_close(struct saved_file *file)
{
	infile_close(&file->file);
	free(file->block);
	free(file->bytes);
}

enum { NAME_SHOWN = 80 };

__attribute__((format(printf, 3, 4))) static enum saved_event
refuse_game(const struct saved_file *file, char error[SAVED_FILE_ERROR_SIZE], const char *format,
            ...)
{
	const char *name = file->file.raw == stdin ? "standard input" : file->name;
	const size_t size = strlen(name);
	const bool cut = size > NAME_SHOWN;
	va_list args;

	/* shorten a long name at its beginning */
	const int length = snprintf(error, SAVED_FILE_ERROR_SIZE, "%s%s:%ld: ", cut ? "..." : "",
	                            cut ? name + size - NAME_SHOWN : name, file->line_now);
	va_start(args, format);
	vsnprintf(error + length, SAVED_FILE_ERROR_SIZE - (size_t)length, format, args);
	va_end(args);
	return SAVED_BROKEN;
}

/* The next byte, or EOF. */
static int next_byte(struct saved_file *file)
{
	if (file->at == file->held) {
		file->at = 0;
		file->held = fread(file->block, 1, BLOCK_SIZE, file->file.in);
		if (file->held == 0)
			return EOF;
	}
	return (unsigned char)file->block[file->at++];
}

static enum saved_event tell_end(const struct saved_file *file, char error[SAVED_FILE_ERROR_SIZE])
{
	if (!ferror(file->file.in))
		return SAVED_END;
	return refuse_game(file, error, "%s",
	                   errno == EBADMSG ? "what is compressed is broken, or ends midway"
	                                    : strerror(errno));
}

static bool keep_byte(struct saved_file *file, char byte)
{
	if (file->size >= SAVED_BYTES_MAX)
		return false;
	if (file->size + 1 >= file->room) {
		file->room *= 2;
		file->bytes = heap_grow(file->bytes, file->room, 1);
	}
	file->bytes[file->size++] = byte;
	return true;
}

/* Keeps bytes up to the bracket that closes the object. */
static enum saved_event read_object(struct saved_file *file, char error[SAVED_FILE_ERROR_SIZE])
{
	bool quoted = false, escaped = false;
	int depth = 1;

	while (depth > 0) {
		const int byte = next_byte(file);
		if (byte == EOF) {
			const enum saved_event end = tell_end(file, error);
			return end == SAVED_BROKEN
			           ? end
			           : refuse_game(file, error, "the game that begins in line %ld ends midway",
			                         file->line);
		}
		if (!keep_byte(file, (char)byte))
			return refuse_game(file, error, "the game that begins in line %ld has more than %d MiB",
			                   file->line, SAVED_BYTES_MAX >> 20);
		file->line_now += byte == '\n';
		if (quoted) {
			quoted = escaped || byte != '"';
			escaped = !escaped && byte == '\\';
			continue;
		}
		quoted = byte == '"';
		depth += (byte == '{' || byte == '[') - (byte == '}' || byte == ']');
	}

	file->bytes[file->size] = '\0';
	return SAVED_OBJECT;
}

/* Skips the byte order mark that some programs write. */
static void skip_mark(struct saved_file *file)
{
	static const char mark[] = "\xef\xbb\xbf";
	const int byte = next_byte(file);
	if (byte == EOF)
		return;
	file->at--;
	if (file->held >= 3 && memcmp(file->block, mark, 3) == 0)
		file->at = 3;
}

enum saved_event saved_file_next(struct saved_file *file, char error[SAVED_FILE_ERROR_SIZE])
{
	int byte;

	if (file->line == 0)
		skip_mark(file);
	while ((byte = next_byte(file)) != EOF && strchr(" \t\r\n", byte) != NULL && byte != '\0')
		file->line_now += byte == '\n';
	if (byte == EOF)
		return tell_end(file, error);
	if (byte == 0x1f)
		return refuse_game(file, error, "it is compressed by gzip: unpack it, or use zstd");
	if (byte == '[')
		return refuse_game(file, error,
		                   "it is a list: write its games one after another (jq -c '.[]')");
	if (byte != '{')
		return refuse_game(file, error,
		                   byte > ' ' && byte < 0x7f ? "a game begins with '{', not with '%c'"
		                                             : "a game begins with '{', not with byte %d",
		                   byte);

	file->line = file->line_now;
	file->size = 0;
	return keep_byte(file, '{') ? read_object(file, error) : SAVED_BROKEN;
}
