/* options_shell: see options_shell.h. */
#include "options_shell.h"

/* Calls visit for a program and all commands below it. path: "/tournament/create"; the program's is
 * "". */
typedef void visitor(const struct shell *shell, const struct command *command, const char *path,
                     FILE *out);

static void walk(const struct shell *shell, const struct command *command, const char *path,
                 FILE *out, visitor *visit)
{
	char own[OPTIONS_PATH_SIZE];
	visit(shell, command, path, out);
	for (int i = 0; command->commands != NULL && command->commands[i] != NULL; i++) {
		snprintf(own, sizeof own, "%.60s/%s", path, command->commands[i]->name);
		walk(shell, command->commands[i], own, out, visit);
	}
}

/* ── words ── */

static void print_option_words(const struct shell *shell, const struct parameter *option,
                               bool first, FILE *out)
{
	shell->print_word("--", option->name, option->about, first, out);
	if (option->letter != '\0')
		shell->print_word("-", (char[]){option->letter, '\0'}, option->about, false, out);
}

void shell_print_names(const struct shell *shell, options_names *names, FILE *out)
{
	for (size_t i = 0; names(i) != NULL; i++)
		shell->print_word("", names(i), NULL, i == 0, out);
}

/* "path/--name" and "path/-x", as a pattern of case. */
static void print_pattern(const struct shell *shell, const struct parameter *option,
                          const char *path, FILE *out)
{
	const char *any = path[0] == '\0' ? "*" : ""; /* the program's own are allowed anywhere */
	fprintf(out, "\t%s%s\"%s/--%s\"", shell->pattern, any, path, option->name);
	if (option->letter != '\0')
		fprintf(out, " | %s\"%s/-%c\"", any, path, option->letter);
	fputs(") ", out);
}

/* ── the steps ── */

static void visit_steps(const struct shell *shell, const struct command *command, const char *path,
                        FILE *out)
{
	const struct parameter *option;
	for (int i = 0; command->commands != NULL && (option = options_at(command, i)) != NULL; i++)
		if (option->value != NULL) {
			fputc('\t', out);
			print_pattern(shell, option, path, out);
			fprintf(out, "%s ;;\n", shell->skip);
		}
	if (path[0] != '\0')
		fprintf(out, "\t\t%s\"%s\") %s=%s ;;\n", shell->pattern, path, shell->path, path);
}

void shell_print_steps(const struct shell *shell, const struct command *program, FILE *out)
{
	walk(shell, program, "", out, visit_steps);
}

/* ── values ── */

static void visit_values(const struct shell *shell, const struct command *command, const char *path,
                         FILE *out)
{
	const struct parameter *option;
	for (int i = 0; (option = options_at(command, i)) != NULL; i++) {
		if (option->value == NULL)
			continue;
		print_pattern(shell, option, path, out);
		shell->print_value(option, out);
		fputs("return ;;\n", out);
	}
}

void shell_print_values(const struct shell *shell, const struct command *program, FILE *out)
{
	walk(shell, program, "", out, visit_values);
}

/* ── other words ── */

static void open_list(const struct shell *shell, enum shell_list list, FILE *out)
{
	fprintf(out, "\t%s%s", list == SHELL_OWN ? "" : "\t", shell->lists[list].open);
}

static void close_list(const struct shell *shell, enum shell_list list, FILE *out)
{
	fprintf(out, "%s\n", shell->lists[list].close);
}

static void visit_words(const struct shell *shell, const struct command *command, const char *path,
                        FILE *out)
{
	const struct parameter *option, *argument = command->arguments;

	fprintf(out, "\t%s\"%s\")\n", shell->pattern, path);
	open_list(shell, SHELL_OPTIONS, out);
	for (int i = 0; (option = options_at(command, i)) != NULL; i++)
		print_option_words(shell, option, i == 0, out);
	close_list(shell, SHELL_OPTIONS, out);
	if (command->commands != NULL) {
		open_list(shell, SHELL_COMMANDS, out);
		for (int i = 0; command->commands[i] != NULL; i++)
			shell->print_word("", command->commands[i]->name, command->commands[i]->about, i == 0,
			                  out);
		close_list(shell, SHELL_COMMANDS, out);
	}

	for (; argument != NULL && argument->name != NULL; argument++)
		if (argument->files != NULL) {
			fprintf(out, "\t\tfiles='%s'\n", argument->files);
		} else if (argument->offers != NULL) {
			open_list(shell, SHELL_OFFERS, out);
			shell_print_names(shell, argument->offers, out);
			close_list(shell, SHELL_OFFERS, out);
		} else if (argument->asks != NULL) {
			fprintf(out, "\t\tasks='%s'\n", argument->asks);
		}

	fputs("\t\t;;\n", out);
}

void shell_print_words(const struct shell *shell, const struct command *program, FILE *out)
{
	walk(shell, program, "", out, visit_words);
	fputs("\tesac\n", out);
	open_list(shell, SHELL_OWN, out);
	for (const struct parameter *own = program->options; own != NULL && own->name != NULL; own++)
		print_option_words(shell, own, false, out);
	close_list(shell, SHELL_OWN, out);
}
