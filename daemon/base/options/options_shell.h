/* options_shell: the part of a program's completion that all shells share: the cases for its
 * commands, options, names and files. What differs between shells is in a struct shell
 * (options_bash.c, options_zsh.c). */
#ifndef ARESFARM_OPTIONS_SHELL_H
#define ARESFARM_OPTIONS_SHELL_H

#include "options.h"

/* Lists of words that the script offers. */
enum shell_list {
	SHELL_OPTIONS,  /* of the command */
	SHELL_OWN,      /* of the program, allowed after any command */
	SHELL_COMMANDS, /* below the command */
	SHELL_OFFERS,   /* what an argument can be */
	SHELL_LISTS
};

struct shell {
	const char *path;    /* the variable with the command's path: "/tournament/create" */
	const char *pattern; /* what begins a pattern of case */
	const char *skip;    /* steps over a word */
	struct {
		const char *open, *close;
	} lists[SHELL_LISTS];
	/* Prints a word of a list. dashes: before an option; about: its description, NULL for a
	 * name. */
	void (*print_word)(const char *dashes, const char *name, const char *about, bool first,
	                   FILE *out);
	/* Prints the code that offers the values of an option. */
	void (*print_value)(const struct parameter *option, FILE *out);
};

/* Prints names as words of a list. */
void shell_print_names(const struct shell *shell, options_names *names, FILE *out);

/* The cases of a loop over the words before the cursor: it finds the command's path, and skips the
 * values of options. */
void shell_print_steps(const struct shell *shell, const struct command *program, FILE *out);

/* The cases of what may follow an option. */
void shell_print_values(const struct shell *shell, const struct command *program, FILE *out);

/* The cases of what may appear elsewhere: a command, a file, an option. They fill the lists and two
 * variables: files, and asks, the words with which the program prints what to offer. */
void shell_print_words(const struct shell *shell, const struct command *program, FILE *out);

#endif
