/* saved_file: see saved_file.h. */
#include "saved_file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "ctl/parts/ctl.h"

enum { BLOCK_SIZE = 1 << 18, BYTES_AT_FIRST = 1 << 18 };

void saved_file_open(struct saved_file *file, const char *name)
{
	*file = (struct saved_file){.name = name, .line_now = 1, .room = BYTES_AT_FIRST};
	if (!infile_open(&file->file, name))
		ctl_stop("%s: %s", name, strerror(errno));
	file->block = heap_grow(NULL, BLOCK_SIZE, 1);
	file->bytes = heap_grow(NULL, file->room, 1);
}

void saved_file_close(struct saved_file *file)
{
	infile_close(&file->file);
	free(file->block);
	free(file->bytes);
}

enum { NAME_SHOWN = 80, WHY_SIZE = 200 };

/* Prints what is wrong, with the line, and ends the program. */
__attribute__((noreturn, format(printf, 2, 3))) static void refuse_game(struct saved_file *file,
                                                                        const char *format, ...)
{
	const char *name = file->file.raw == stdin ? "standard input" : file->name;
	const size_t size = strlen(name);
	const bool cut = size > NAME_SHOWN; /* a long name, at its beginning */
	char why[WHY_SIZE];
	va_list args;

	va_start(args, format);
	vsnprintf(why, sizeof why, format, args);
	va_end(args);
	saved_file_close(file);
	ctl_stop("import: %s%s:%ld: %s; nothing is imported", cut ? "..." : "",
	         cut ? name + size - NAME_SHOWN : name, file->line_now, why);
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

/* Nothing is left to read. */
static void check_end(struct saved_file *file)
{
	if (ferror(file->file.in))
		refuse_game(file, "%s",
		            errno == EBADMSG ? "what is compressed is broken, or ends midway"
		                             : strerror(errno));
}

static void keep_byte(struct saved_file *file, char byte)
{
	if (file->size >= SAVED_BYTES_MAX)
		refuse_game(file, "the game that begins in line %ld has more than %d MiB", file->line,
		            SAVED_BYTES_MAX >> 20);
	if (file->size + 1 >= file->room) {
		file->room *= 2;
		file->bytes = heap_grow(file->bytes, file->room, 1);
	}
	file->bytes[file->size++] = byte;
}

/* Keeps bytes up to the bracket that closes the object. */
static void read_object(struct saved_file *file)
{
	bool quoted = false, escaped = false;
	int depth = 1;

	while (depth > 0) {
		const int byte = next_byte(file);
		if (byte == EOF) {
			check_end(file);
			refuse_game(file, "the game that begins in line %ld ends midway", file->line);
		}
		keep_byte(file, (char)byte);
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

bool saved_file_next(struct saved_file *file)
{
	int byte;

	if (file->line == 0)
		skip_mark(file);
	while ((byte = next_byte(file)) != EOF && strchr(" \t\r\n", byte) != NULL && byte != '\0')
		file->line_now += byte == '\n';
	if (byte == EOF) {
		check_end(file);
		return false;
	}
	if (byte == 0x1f)
		refuse_game(file, "it is compressed by gzip: unpack it, or use zstd");
	if (byte == '[')
		refuse_game(file, "it is a list: write its games one after another (jq -c '.[]')");
	if (byte != '{')
		refuse_game(file,
		            byte > ' ' && byte < 0x7f ? "a game begins with '{', not with '%c'"
		                                      : "a game begins with '{', not with byte %d",
		            byte);

	file->line = file->line_now;
	file->size = 0;
	keep_byte(file, '{');
	read_object(file);
	return true;
}
