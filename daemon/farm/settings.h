/* settings: a file with lines such as "workers = 4", for the options with a number, and such as
 * "bot.greedy = COMMAND", for those that can be given several times.
 *
 * All of a file counts, or nothing of it. '#' begins a comment. Lines may end as on Windows, and
 * the file may begin with a byte order mark. */
#ifndef ARESFARM_SETTINGS_H
#define ARESFARM_SETTINGS_H

#include "base/options/options.h"

enum {
	SETTINGS_LINE_MOST = 255,    /* bytes, without the line's end */
	SETTINGS_FILE_MOST = 1 << 16 /* bytes */
};

/* Reads the file into the places of the options with a number, and gives the others what it names
 * (options_taker). An option's place is as before when the file does not name it. False, and all
 * places of numbers are as before, when the file cannot be read or a line of it is wrong: error is
 * one line, "FILE: ..." or "FILE:LINE: ...".
 *
 * It never waits: what is not an ordinary file is refused. A file that another program is writing
 * just now may be empty, or end within a line. Both are refused. */
MUST_CHECK bool settings_read(const struct parameter *options, const char *path,
                              char error[OPTIONS_ERROR_SIZE]);

#endif
