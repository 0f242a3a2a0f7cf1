/* options_zsh: a program's completion for zsh: its commands and options with what they are, names
 * and files. The script needs zsh's own completion (compinit) only. It goes along the command line
 * as that of options_bash.c does. */
#include "options.h"

#include <string.h>

/* Text within single quotes. */
static void print_quoted(const char *text, FILE *out)
{
	for (; *text != '\0'; text++)
		if (*text == '\'')
			fputs("'\\''", out);
		else
			fputc(*text, out);
}

/* "'name:what it is'", a word of the array that _describe reads. */
static void print_described(const char *dashes, const char *name, const char *about, FILE *out)
{
	fprintf(out, "\n\t\t\t'%s%s:", dashes, name);
	print_quoted(about, out);
	fputc('\'', out);
}

static void print_option(const struct parameter *option, FILE *out)
{
	print_described("--", option->name, option->about, out);
	if (option->letter != '\0')
		print_described("-", (char[]){option->letter, '\0'}, option->about, out);
}

/* "path/--name" and "path/-x", as a pattern of case. */
static void print_pattern(const struct parameter *option, const char *path, FILE *out)
{
	const char *any = path[0] == '\0' ? "*" : ""; /* the program's own may stand anywhere */
	fprintf(out, "\t(%s\"%s/--%s\"", any, path, option->name);
	if (option->letter != '\0')
		fprintf(out, " | %s\"%s/-%c\"", any, path, option->letter);
	fputs(") ", out);
}

static void print_names(options_names *names, FILE *out)
{
	for (size_t i = 0; names(i) != NULL; i++) {
		fputs(" '", out);
		print_quoted(names(i), out);
		fputc('\'', out);
	}
}

/* Options that have a value: the word behind them is no command. */
static void visit_skip(const struct command *command, const char *path, FILE *out)
{
	const struct parameter *option;
	for (int i = 0; command->commands != NULL && (option = options_at(command, i)) != NULL; i++)
		if (option->value != NULL) {
			fputs("\t", out);
			print_pattern(option, path, out);
			fputs("((i++)) ;;\n", out);
		}
	if (path[0] != '\0')
		fprintf(out, "\t\t(\"%s\") at=%s ;;\n", path, path);
}

/* What may stand behind an option. */
static void visit_values(const struct command *command, const char *path, FILE *out)
{
	const struct parameter *option;
	for (int i = 0; (option = options_at(command, i)) != NULL; i++) {
		if (option->value == NULL)
			continue;
		print_pattern(option, path, out);
		if (option->choice != NULL) {
			fputs("compadd --", out);
			print_names(option->choice, out);
		} else if (option->hint != NULL) {
			fputs("compset -P '*,'; compadd -S '' --", out);
			print_names(option->hint, out);
		} else if (option->files != NULL) {
			fprintf(out, "_files -g '%s'", option->files);
		} else {
			fprintf(out, "_message '%s'", option->value);
		}
		fputs("; return ;;\n", out);
	}
}

/* What may stand elsewhere: a command, a file, an option. */
static void visit_words(const struct command *command, const char *path, FILE *out)
{
	const struct parameter *option, *argument = command->arguments;
	fprintf(out, "\t(\"%s\")\n\t\tflags=(", path);
	for (int i = 0; (option = options_at(command, i)) != NULL; i++)
		print_option(option, out);
	fputs(")\n", out);
	if (command->commands != NULL) {
		fputs("\t\tnamed=(", out);
		for (int i = 0; command->commands[i] != NULL; i++)
			print_described("", command->commands[i]->name, command->commands[i]->about, out);
		fputs(")\n", out);
	}
	for (; argument != NULL && argument->name != NULL; argument++)
		if (argument->files != NULL) {
			fprintf(out, "\t\tfiles='%s'\n", argument->files);
		} else if (argument->offers != NULL) {
			fputs("\t\toffers=(", out);
			print_names(argument->offers, out);
			fputs(")\n", out);
		}
	fputs("\t\t;;\n", out);
}

/* The program's own options, which may stand behind any command. */
static void print_own(const struct command *program, FILE *out)
{
	fputs("\t[[ -z $at ]] || flags+=(", out);
	for (const struct parameter *own = program->options; own != NULL && own->name != NULL; own++)
		print_option(own, out);
	fputs(")\n", out);
}

void options_print_zsh(const struct command *program, FILE *out)
{
	fprintf(out,
	        "#compdef %1$s\n# zsh completion for %1$s, made from its table of options.\n\n"
	        "_%1$s() {\n"
	        "\tlocal at= files= before=$words[CURRENT-1] i\n"
	        "\tlocal -a flags named offers\n"
	        "\tfor ((i = 2; i < CURRENT; i++)); do\n"
	        "\t\tcase $at/$words[i] in\n",
	        program->name);
	options_walk(program, out, visit_skip);
	fputs("\t\tesac\n\tdone\n"
	      "\t# --option=value is one word\n"
	      "\tif [[ $PREFIX = --*=* ]]; then\n"
	      "\t\tbefore=${PREFIX%%=*}\n"
	      "\t\tcompset -P 1 '*='\n"
	      "\tfi\n"
	      "\tcase $at/$before in\n",
	      out);
	options_walk(program, out, visit_values);
	fputs("\tesac\n\tcase $at in\n", out);
	options_walk(program, out, visit_words);
	fputs("\tesac\n", out);
	print_own(program, out);
	fprintf(out,
	        "\tif [[ $PREFIX = -* ]]; then\n"
	        "\t\t_describe -o option flags\n"
	        "\telif (($#named)); then\n"
	        "\t\t_describe command named\n"
	        "\telif (($#offers)); then\n"
	        "\t\tcompadd -a offers\n"
	        "\telif [[ -n $files ]]; then\n"
	        "\t\t_files -g $files\n"
	        "\telse\n"
	        "\t\t_describe -o option flags\n"
	        "\tfi\n"
	        "}\n\n"
	        "# loaded by compinit, or read by source\n"
	        "if [[ $funcstack[1] = _%1$s ]]; then _%1$s \"$@\"; else compdef _%1$s %1$s; fi\n",
	        program->name);
}
