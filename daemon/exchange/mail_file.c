/* mail_file: see mail_file.h. */
#include "mail_file.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/heap.h"
#include "base/utf8.h"
#include "ctl/parts/ctl.h"

const char *mail_file_name(const char *file)
{
	return strcmp(file, "-") == 0 ? "standard input" : file;
}

/* Reads up to one byte more than a file may have. */
static ssize_t read_all(int fd, char *text)
{
	size_t length = 0;
	ssize_t got;
	while ((got = read(fd, text + length, MAIL_FILE_SIZE + 1 - length)) > 0)
		length += (size_t)got;
	return got < 0 ? -1 : (ssize_t)length;
}

static bool is_hex(char c)
{
	return isxdigit((unsigned char)c) != 0;
}

/* Decodes, in place, text that a mail's header calls quoted-printable, until another header or the
 * next mail of a mailbox ("From "). Lines are then counted as decoded. Returns the new length.
 * text[length] is writable. */
static size_t decode_quoted(char *text, size_t length)
{
	static const char header[] = "content-transfer-encoding:";
	bool quoted = false, begins = true;
	size_t to = 0;

	text[length] = '\0';
	for (size_t at = 0; at < length; at++) {
		if (begins && strncasecmp(text + at, header, sizeof header - 1) == 0) {
			const char *value = text + at + sizeof header - 1;
			quoted = strncasecmp(value + strspn(value, " \t"), "quoted-printable", 16) == 0;
		}
		if (begins && strncmp(text + at, "From ", 5) == 0)
			quoted = false;
		begins = text[at] == '\n';

		const size_t end = text[at + 1] == '\r' ? 2 : 1;
		if (quoted && text[at] == '=' && text[at + end] == '\n') {
			at += end;
		} else if (quoted && text[at] == '=' && is_hex(text[at + 1]) && is_hex(text[at + 2])) {
			const char hex[] = {text[at + 1], text[at + 2], '\0'};
			text[to++] = (char)strtoul(hex, NULL, 16);
			at += 2;
		} else
			text[to++] = text[at];
	}

	return to;
}

void mail_file_load(const char *command, const char *file, char **text, size_t *length)
{
	const bool standard_input = strcmp(file, "-") == 0;
	const int fd = standard_input ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC);

	*text = heap_grow(NULL, MAIL_FILE_SIZE + 1, 1);
	const ssize_t got = fd < 0 ? -1 : read_all(fd, *text);
	if (got < 0)
		ctl_stop("%s: %s: %s", command, mail_file_name(file), strerror(errno));
	if (got > MAIL_FILE_SIZE)
		ctl_stop("%s: %s: it has over %d MiB: more is not read", command, mail_file_name(file),
		         MAIL_FILE_SIZE >> 20);
	if (!standard_input)
		close(fd);
	*length = decode_quoted(*text, (size_t)got);
}

static void tell(void *context, long line, const char *text)
{
	const struct mail_game *game = context;
	char clean[ERROR_SIZE];
	snprintf(clean, sizeof clean, "%s", text);
	utf8_clean_line(clean);
	fprintf(stderr, "%s:%ld: %s\n", game->file, line, clean);
}

static void keep_phase(void *context, const struct fold_phase *phase)
{
	struct mail_game *game = context;
	if (game->count == game->room) {
		game->room = game->room > 0 ? 2 * game->room : 16;
		game->phases = heap_grow(game->phases, game->room, sizeof *game->phases);
	}
	game->phases[game->count++] = *phase;
}

void mail_file_fold(struct mail_game *game, const char *file, const char *text, size_t length)
{
	struct mail_reader reader = {.map = game->map};
	struct mail_report report;
	struct judge_fold *fold = &game->fold;
	const char *end = text + length;
	enum mail_event event;

	game->file = mail_file_name(file);
	fold->game = (struct game){.map = game->map, .rules = game->rules};
	fold->judge = judge_find("atlas");
	fold->tell = tell;
	fold->played = keep_phase;
	fold->context = game;

	while ((event = judge_mail_read(&reader, &text, end, &report)) == MAIL_READ) {
		char error[ERROR_SIZE];
		long line;
		game->reports++;
		if (!judge_fold_take(fold, &report, &line, error))
			ctl_stop("%s: %s:%ld: %s", game->command, game->file, line, error);
	}

	if (event == MAIL_MALFORMED)
		ctl_stop("%s: %s:%ld: %s", game->command, game->file, reader.line, reader.error);
}
