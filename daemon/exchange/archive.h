/* archive: a tournament in a file (aresctl backup, aresctl restore).
 *
 *     aresfarm backup 1                      the form of the file
 *     program 0.1.0                          the aresfarm that wrote it
 *     schema 9                               of its database
 *     taken 2026-11-23T09:30:00Z
 *     tournament first
 *     digest 5e2c...                         of the finished games (farm.archive_digest)
 *     rows tournaments 1                     the number of rows of each part
 *     ...
 *     part tournaments name,rules,...        a part, with its columns
 *     first<tab>thesis<tab>...               rows in the text format of PostgreSQL's COPY
 *     \.                                     the end of its rows
 *     ...
 *     end
 *     sha256 77ab...                         of all bytes before this line
 *
 * farm.archive_parts lists the parts. The order of rows is fixed: two backups of the same rows
 * differ only in "taken".
 *
 * Newer programs read older files: a part or a column that a file lacks has its default content
 * (schema/functions/archive.sql). A file of a newer schema is refused. If you change this form,
 * increase ARCHIVE_FORM, and keep reading the older ones.
 *
 * Invariant of a reader: its memory is bounded for any file.
 *
 * A function that returns false has printed why, unless it says otherwise. What is wrong with a
 * file that is read ends the program. */
#ifndef ARESFARM_CTL_ARCHIVE_H
#define ARESFARM_CTL_ARCHIVE_H

#include "base/infile.h"
#include "base/outfile.h"
#include "db/record/digest.h"
#include "db/statements/statements.h"

enum {
	ARCHIVE_FORM = 1,
	ARCHIVE_PARTS_MAX = 64,
	ARCHIVE_COLUMNS_SIZE = 4000,
	ARCHIVE_BUFFER_SIZE = 64 * 1024,
	ARCHIVE_LINE_MAX = 16 * 1024 * 1024,
	ARCHIVE_HEX_SIZE = 2 * DIGEST_SIZE + 1
};

struct archive_count {
	char name[STMT_NAME_SIZE];
	int64_t rows;
};
struct archive_head {
	char program[STMT_NAME_SIZE], taken[STMT_NAME_SIZE], tournament[STMT_NAME_SIZE],
		digest[ARCHIVE_HEX_SIZE];
	int32_t schema;
	int part_count;
	struct archive_count part[ARCHIVE_PARTS_MAX];
};

/* The number of rows of a part; 0 if there is no such part. */
int64_t archive_rows(const struct archive_head *head, const char *part);

/* ── writing ── */

struct archive_out {
	const char *path; /* "-": standard output */
	struct outfile file;
	bool open; /* file is open */
	struct digest sha;
	char *buffer;
	size_t used;
	int64_t bytes;
	bool failed;                   /* a write failed */
	int reason;                    /* errno of that */
	char sha256[ARCHIVE_HEX_SIZE]; /* once it is finished */
};
MUST_CHECK bool archive_create(struct archive_out *out, const char *path);

/* These print no error: archive_fail_write does. */
MUST_CHECK bool archive_put(struct archive_out *out, const char *bytes, size_t size);
__attribute__((warn_unused_result, format(printf, 2, 3))) bool
archive_print(struct archive_out *out, const char *format, ...);
MUST_CHECK bool archive_put_head(struct archive_out *out, const struct archive_head *head);
void archive_fail_write(const struct archive_out *out);

/* Writes the end, and gives the file its name. */
MUST_CHECK bool archive_finish(struct archive_out *out);

/* Closes it. An unfinished file is removed. */
void archive_close(struct archive_out *out);

/* ── reading ── */

struct archive_in {
	const char *name; /* for messages */
	struct infile file;
	struct digest sha;
	char *buffer;
	size_t size, begin, end;       /* of the buffer; unread bytes are from begin to end */
	bool over;                     /* nothing is left to read */
	int64_t line;                  /* the number of the line taken last, from 1 */
	char sha256[ARCHIVE_HEX_SIZE]; /* of the whole file, after archive_walk */
	struct archive_head head;
};
void archive_open(struct archive_in *in, const char *path);

/* Prints what is wrong with a line of a backup; line 0: with the whole file. */
__attribute__((noreturn, format(printf, 3, 4))) void
archive_refuse(const struct archive_in *in, int64_t line, const char *format, ...);

/* Receives what is read: the head, then each part, its rows and its end. A row includes its line
 * end. */
struct archive_taker {
	void (*head)(void *context, const struct archive_head *head);
	void (*part)(void *context, const char *name, const char *columns);
	void (*row)(void *context, const char *row, size_t size);
	void (*part_end)(void *context);
	void *context;
};

/* Reads a whole file, and checks its form, its counts and its sha256. taker NULL: only checks.
 * Until it returns the caller must not commit anything. */
void archive_walk(struct archive_in *in, const struct archive_taker *taker);

/* Goes back to the beginning of a regular file. */
void archive_rewind(struct archive_in *in);

#endif
