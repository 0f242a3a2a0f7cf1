/* options_bash: a program's completion for bash: its commands, options, names and files. The script
 * needs bash only. */
#include "options.h"

#include <string.h>

static void walk(const struct command *command, const char *path, FILE *out, options_visit *visit)
{
	char own[OPTIONS_PATH_SIZE];
	visit(command, path, out);
	for (int i = 0; command->commands != NULL && command->commands[i] != NULL; i++) {
		snprintf(own, sizeof own, "%.60s/%s", path, command->commands[i]->name);
		walk(command->commands[i], own, out, visit);
	}
}

void options_walk(const struct command *program, FILE *out, options_visit *visit)
{
	walk(program, "", out, visit);
}

/* "path/--name" and "path/-x", as a pattern of case. */
static void print_pattern(const struct parameter *option, const char *path, FILE *out)
{
	const char *any = path[0] == '\0' ? "*" : ""; /* the program's own may stand anywhere */
	fprintf(out, "\t%s\"%s/--%s\"", any, path, option->name);
	if (option->letter != '\0')
		fprintf(out, " | %s\"%s/-%c\"", any, path, option->letter);
	fputs(") ", out);
}

static void print_names(options_names *names, FILE *out)
{
	for (size_t i = 0; names(i) != NULL; i++)
		fprintf(out, "%s%s", i > 0 ? " " : "", names(i));
}

/* Options that have a value: the word behind them is no command. */
static void visit_skip(const struct command *command, const char *path, FILE *out)
{
	const struct parameter *option;
	for (int i = 0; command->commands != NULL && (option = options_at(command, i)) != NULL; i++)
		if (option->value != NULL) {
			fputs("\t", out);
			print_pattern(option, path, out);
			fputs("i=$((i + 1)) ;;\n", out);
		}
	if (path[0] != '\0')
		fprintf(out, "\t\t\"%s\") path=%s ;;\n", path, path);
}

/* What may stand behind an option. */
static void visit_values(const struct command *command, const char *path, FILE *out)
{
	const struct parameter *option;
	for (int i = 0; (option = options_at(command, i)) != NULL; i++) {
		if (option->value == NULL)
			continue;
		print_pattern(option, path, out);
		if (option->choice != NULL || option->hint != NULL) {
			fprintf(out, "%s '", option->choice != NULL ? "_aresfarm_names" : "_aresfarm_list");
			print_names(option->choice != NULL ? option->choice : option->hint, out);
			fputs("'; return ;;\n", out);
		} else if (option->files != NULL) {
			fprintf(out, "_aresfarm_files '%s'; return ;;\n", option->files);
		} else {
			fputs("return ;;\n", out);
		}
	}
}

/* What may stand elsewhere: a command, a file, an option. */
static void visit_words(const struct command *command, const char *path, FILE *out)
{
	const struct parameter *option, *argument = command->arguments;
	fprintf(out, "\t\"%s\")\n\t\toptions='", path);
	for (int i = 0; (option = options_at(command, i)) != NULL; i++) {
		fprintf(out, "%s--%s", i > 0 ? " " : "", option->name);
		if (option->letter != '\0')
			fprintf(out, " -%c", option->letter);
	}
	fputs("'\n", out);
	if (command->commands != NULL) {
		fputs("\t\twords='", out);
		for (int i = 0; command->commands[i] != NULL; i++)
			fprintf(out, "%s%s", i > 0 ? " " : "", command->commands[i]->name);
		fputs("'\n", out);
	}
	for (; argument != NULL && argument->name != NULL; argument++)
		if (argument->files != NULL)
			fprintf(out, "\t\tfiles='%s'\n", argument->files);
		else if (argument->offers != NULL) {
			fputs("\t\twords='", out);
			print_names(argument->offers, out);
			fputs("'\n", out);
		}
	fputs("\t\t;;\n", out);
}

/* What the completion of any program has. */
static void print_functions(const char *program, FILE *out)
{
	fprintf(out,
	        "# bash completion for %s, made from its table of options.\n\n"
	        "_aresfarm_names() { COMPREPLY=($(compgen -W \"$1\" -- \"$cur\")); }\n\n"
	        "# One of a list separated by commas.\n"
	        "_aresfarm_list() {\n"
	        "\tlocal before=\n"
	        "\t[[ $cur != *,* ]] || before=${cur%%,*},\n"
	        "\tCOMPREPLY=($(compgen -P \"$before\" -W \"$1\" -- \"${cur##*,}\"))\n"
	        "\tcompopt -o nospace 2>/dev/null\n"
	        "}\n\n"
	        "_aresfarm_files() {\n"
	        "\tlocal IFS=$'\\n'\n"
	        "\tCOMPREPLY=($(compgen -f -X \"!$1\" -- \"$cur\") $(compgen -d -- \"$cur\"))\n"
	        "\tcompopt -o filenames 2>/dev/null\n"
	        "}\n\n",
	        program);
}

/* The program's own options, which may stand behind any command. */
static void print_own(const struct command *program, FILE *out)
{
	fputs("\tif [[ -n $path ]]; then options+='", out);
	for (const struct parameter *own = program->options; own != NULL && own->name != NULL; own++)
		fprintf(out, " --%s", own->name);
	fputs("'; fi\n", out);
}

void options_print_bash(const struct command *program, FILE *out)
{
	print_functions(program->name, out);
	fprintf(out,
	        "_%1$s() {\n"
	        "\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
	        "\tlocal path= options= words= files= i\n"
	        "\tCOMPREPLY=()\n"
	        "\t# bash breaks --option=value into three words\n"
	        "\tif [[ $prev = '=' ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
	        "\tif [[ $cur = '=' ]]; then cur=; fi\n"
	        "\tfor ((i = 1; i < COMP_CWORD; i++)); do\n"
	        "\t\tcase $path/${COMP_WORDS[i]} in\n",
	        program->name);
	options_walk(program, out, visit_skip);
	fputs("\t\tesac\n\tdone\n\tcase $path/$prev in\n", out);
	options_walk(program, out, visit_values);
	fputs("\tesac\n\tcase $path in\n", out);
	options_walk(program, out, visit_words);
	fputs("\tesac\n", out);
	print_own(program, out);
	fprintf(out,
	        "\tif [[ $cur = -* ]]; then\n"
	        "\t\t_aresfarm_names \"$options\"\n"
	        "\telif [[ -n $words ]]; then\n"
	        "\t\t_aresfarm_names \"$words\"\n"
	        "\telif [[ -n $files ]]; then\n"
	        "\t\t_aresfarm_files \"$files\"\n"
	        "\telse\n"
	        "\t\t_aresfarm_names \"$options\"\n"
	        "\tfi\n"
	        "}\n\n"
	        "complete -F _%1$s %1$s\n",
	        program->name);
}
