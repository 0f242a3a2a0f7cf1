/* options: the command line of a program, as one table. options.c parses the table; options_help.c,
 * options_man.c, options_bash.c and options_zsh.c print it as --help, as a man page and as
 * completions. So none of them can omit an option.
 *
 * A program is a tree of commands. The parser writes each value to the place its row names. A
 * command's options may appear anywhere after its names, the program's own anywhere. "--" ends the
 * options. */
#ifndef ARESFARM_OPTIONS_H
#define ARESFARM_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "board/macros.h"

enum {
	OPTIONS_ERROR_SIZE = 512,
	OPTIONS_ABOUT_SIZE = 512,
	OPTIONS_PATH_SIZE = 80,
	OPTIONS_MOST = 30 /* of one command, without --help and --version */
};

/* The i-th name that a value can have, or NULL after the last one. */
typedef const char *options_names(size_t i);

/* Takes the text of a repeatable option. In a settings file such an option is "NAME.KEY = VALUE",
 * and the text is "KEY=VALUE". Returns NULL, or what the text must be. */
typedef const char *options_taker(const char *text);

/* Checks a text. Returns NULL, or what the text must be: "a phase such as S1901M". */
typedef const char *options_check(const char *text);

struct words {
	char **at;
	int count;
};

/* One row of the table: an option, or a positional argument. Exactly one of the pointers flag to
 * rest is set: it gives the type and receives the value. */
struct parameter {
	const char *name;  /* option: "games" for --games; argument: "NAME". NULL ends a list */
	const char *value; /* name of the value in the help: "N"; NULL: no value */
	const char *about; /* in a few words; no full stop */
	bool *flag;
	const char **text;
	int *number;
	int64_t *wide;          /* a number too large for an int */
	int *seconds;           /* a time: "90s", "5m", "24h", "3d" */
	options_taker *several; /* may be repeated; called for each text */
	struct words *rest;     /* an argument that takes all remaining words, at least one */
	int64_t least, most;    /* of a number */
	options_names *choice;  /* a text that must be one of these */
	options_names *hint;    /* a text for which completion offers these */
	options_names *offers;  /* the same for an argument; the help does not list them */
	options_check *check;   /* of a text; NULL: any will do */
	const char *asks;       /* completion runs the program with these words and offers its output */
	const char *files;      /* completion offers files of this pattern: "*.cases" */
	const char *normal;     /* the default, as a user would write it */
	const char *otherwise;  /* the default in the help, if the program itself sets it */
	bool required;
	char letter; /* 'd': the option can be written -d; 0: it has no letter */
};

/* The rows of a table: a place, its help text, and then any other fields. An OPTION_NUMBER whose
 * value is NULL is an argument. */
#define ROW(name_, value_, about_, ...)                                                            \
	{                                                                                              \
		.name = (name_), .value = (value_), .about = (about_), __VA_ARGS__                         \
	}
#define OPTION_FLAG(name_, place, about_, ...)                                                     \
	ROW(name_, NULL, about_, .flag = (place), __VA_ARGS__)
#define OPTION_TEXT(name_, value_, place, about_, ...)                                             \
	ROW(name_, value_, about_, .text = (place), __VA_ARGS__)
#define OPTION_TIME(name_, value_, place, about_, ...)                                             \
	ROW(name_, value_, about_, .seconds = (place), __VA_ARGS__)
#define OPTION_NUMBER(name_, value_, place, least_, most_, about_, ...)                            \
	ROW(name_, value_, about_, .number = (place), .least = (least_), .most = (most_), __VA_ARGS__)
#define OPTION_WIDE(name_, value_, place, least_, most_, about_, ...)                              \
	ROW(name_, value_, about_, .wide = (place), .least = (least_), .most = (most_), __VA_ARGS__)
#define ARGUMENTS(name_, place, about_, ...) ROW(name_, NULL, about_, .rest = (place), __VA_ARGS__)
#define ARGUMENT(name_, place, about_, ...)  ROW(name_, NULL, about_, .text = (place), __VA_ARGS__)

/* A table of rows, ended by an empty one. */
#define PARAMETERS(...)                                                                            \
	(const struct parameter[])                                                                     \
	{                                                                                              \
		__VA_ARGS__,                                                                               \
		{                                                                                          \
			0                                                                                      \
		}                                                                                          \
	}

/* A part of the man page. */
struct section {
	const char *name, *text;
};

struct command {
	const char *name;
	const char *about; /* one line; no full stop */
	/* Required, like about. Paragraphs, separated by empty lines. A paragraph whose lines begin
	 * with two spaces is printed unchanged. */
	const char *text;
	const struct parameter *arguments, *options; /* NULL: none */
	const struct command *const *commands;       /* its subcommands, then NULL; or NULL */
	/* Runs the command after all values are set. Returns the exit status. NULL: it only has
	 * subcommands. A command with both runs if no subcommand follows it. */
	int (*run)(void);
	const char *status;             /* what the exit status means */
	bool raw;                       /* all words are its rest, options too, except --help */
	const char *page;               /* program only: the man page's section, "1" */
	const struct section *sections; /* program only: the end of the man page; a name of NULL ends */
};

enum options_answer {
	OPTIONS_READ,     /* run *command */
	OPTIONS_ANSWERED, /* help or similar was printed; there is nothing to run */
	OPTIONS_WRONG     /* error says what is wrong: one line, without a password */
};

/* Reads a whole command line. Sets the defaults of the subcommand first. The program's own
 * parameters keep their values: see options_set_normal. */
MUST_CHECK enum options_answer options_read(const struct command *program, int argc, char **argv,
                                            const struct command **command,
                                            char error[OPTIONS_ERROR_SIZE]);

/* Stores a value in its place. False, with "LABEL TEXT: must be ..." in error. */
MUST_CHECK bool options_take(const struct parameter *parameter, const char *label, const char *text,
                             char error[OPTIONS_ERROR_SIZE]);

/* Sets the defaults of a command's parameters. Parameters without a default stay unchanged. */
void options_set_normal(const struct command *command);

/* The i-th option, --help and --version included; NULL after the last one. */
const struct parameter *options_at(const struct command *command, int i);

/* How many bytes of a misplaced word a message may repeat: up to an = or a colon. The word may be
 * part of a connection string, and a password may follow. */
int options_plain(const char *word);

/* The number of cores of this machine, but at most `most`. */
int options_cores(int most);

/* Parses an integer from least to most, with nothing before or after it. */
MUST_CHECK bool options_number(const char *text, int64_t least, int64_t most, int64_t *number);

/* Whether the first bytes of a are likely a misspelling of b: one or two letters are wrong. *best:
 * the distance of the nearest name so far, initially INT32_MAX. */
bool options_is_nearer(const char *a, size_t length, const char *b, int *best);

/* The name of which a word is likely a misspelling, or NULL. */
const char *options_nearest(const char *word, options_names *names);

/* Adds a name to the list "a, b or c" in text. */
void options_join(char *text, size_t size, const char *name, bool last);

/* ── printing the table ── */

/* The description of a parameter in the help and the man page: its about, and its limits, names and
 * default in brackets. */
char *options_describe(const struct parameter *parameter, char text[OPTIONS_ABOUT_SIZE]);

/* The synopsis after the command's path: "NAME --games N [OPTION...]". Empty, or begins with a
 * space. */
char *options_synopsis(const struct command *command, char text[OPTIONS_ABOUT_SIZE]);

/* path: the command's name after its parents' names: "aresctl tournament". */
void options_print_help(const struct command *command, const char *path, FILE *out);
void options_print_man(const struct command *program, FILE *out);
void options_print_bash(const struct command *program, FILE *out);
void options_print_zsh(const struct command *program, FILE *out);

#endif
