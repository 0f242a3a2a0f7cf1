/* settings: a file with lines such as "workers = 4" for numeric options, and "bot.greedy = COMMAND"
 * for repeatable options.
 *
 * A file applies as a whole or not at all. '#' begins a comment. Lines may end with CRLF, and the
 * file may begin with a byte order mark. */
#ifndef ARESFARM_SETTINGS_H
#define ARESFARM_SETTINGS_H

#include "base/options/options.h"

enum {
	SETTINGS_LINE_MOST = 255,    /* bytes, without the line's end */
	SETTINGS_FILE_MOST = 1 << 16 /* bytes */
};

/* Reads the file into the places of numeric options, and passes values of the others to their
 * options_taker. Options that are not in the file keep their values. False, with all numbers
 * unchanged, if the file cannot be read or a line is wrong: error is one line, "FILE: ..." or
 * "FILE:LINE: ...".
 *
 * It never blocks: only regular files are accepted. A file that another program is still writing
 * may be empty, or end within a line. Both are refused. */
MUST_CHECK bool settings_read(const struct parameter *options, const char *path,
                              char error[OPTIONS_ERROR_SIZE]);

#endif
