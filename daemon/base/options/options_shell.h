/* options_shell: a program's completion, as every shell has it: the cases of its commands, options,
 * names and files. What a shell writes in its own way is a struct shell (options_bash.c,
 * options_zsh.c). */
#ifndef ARESFARM_OPTIONS_SHELL_H
#define ARESFARM_OPTIONS_SHELL_H

#include "options.h"

/* Lists of words that the script keeps, to offer them. */
enum shell_list {
	SHELL_OPTIONS,  /* of the command */
	SHELL_OWN,      /* of the program, which may stand after any command */
	SHELL_COMMANDS, /* below the command */
	SHELL_OFFERS,   /* what an argument can be */
	SHELL_LISTS
};

struct shell {
	const char *path;    /* the variable that has the command's path: "/tournament/create" */
	const char *pattern; /* what opens a pattern of case */
	const char *skip;    /* steps over a word */
	struct {
		const char *open, *close;
	} lists[SHELL_LISTS];
	/* A word of a list. dashes: before an option; about: what it is, NULL for a name. */
	void (*print_word)(const char *dashes, const char *name, const char *about, bool first,
	                   FILE *out);
	/* What offers the value of an option. */
	void (*print_value)(const struct parameter *option, FILE *out);
};

/* Words of a list: names. */
void shell_print_names(const struct shell *shell, options_names *names, FILE *out);

/* The cases of a loop over the words before the cursor: it finds the command's path, and steps over
 * what is an option's value. */
void shell_print_steps(const struct shell *shell, const struct command *program, FILE *out);

/* The cases of what may stand after an option. */
void shell_print_values(const struct shell *shell, const struct command *program, FILE *out);

/* The cases of what may stand elsewhere: a command, a file, an option. They fill the lists, and the
 * variables files, and asks: words with which the program prints what to offer. */
void shell_print_words(const struct shell *shell, const struct command *program, FILE *out);

#endif
