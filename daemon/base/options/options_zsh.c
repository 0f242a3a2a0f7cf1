/* options_zsh: a program's completion for zsh: its commands and options with what they are, names
 * and files. The script needs zsh's own completion (compinit) only. It walks the command line like
 * the script of options_bash.c. */
#include "options_shell.h"

/* Text within single quotes. */
static void print_quoted(const char *text, FILE *out)
{
	for (; *text != '\0'; text++)
		if (*text == '\'')
			fputs("'\\''", out);
		else
			fputc(*text, out);
}

/* A name unchanged; an option or a command as "'name:description'", for _describe. */
static void print_zsh_word(const char *dashes, const char *name, const char *about, bool first,
                           FILE *out)
{
	(void)first;
	fprintf(out, "%s'%s", about != NULL ? "\n\t\t\t" : " ", dashes);
	print_quoted(name, out);
	if (about != NULL) {
		fputc(':', out);
		print_quoted(about, out);
	}
	fputc('\'', out);
}

static void print_zsh_value(const struct parameter *option, FILE *out);

static const struct shell zsh = {
	.path = "at",
	.pattern = "(",
	.skip = "((i++))",
	.lists =
		{
			[SHELL_OPTIONS] = {"flags=(", ")"},
			[SHELL_OWN] = {"[[ -z $at ]] || flags+=(", ")"},
			[SHELL_COMMANDS] = {"named=(", ")"},
			[SHELL_OFFERS] = {"offers=(", ")"},
		},
	.print_word = print_zsh_word,
	.print_value = print_zsh_value,
};

static void print_zsh_value(const struct parameter *option, FILE *out)
{
	if (option->choice != NULL) {
		fputs("compadd --", out);
		shell_print_names(&zsh, option->choice, out);
	} else if (option->hint != NULL) {
		fputs("compset -P '*,'; compadd -S '' --", out);
		shell_print_names(&zsh, option->hint, out);
	} else if (option->files != NULL) {
		fprintf(out, "_files -g '%s'", option->files);
	} else {
		fprintf(out, "_message '%s'", option->value);
	}
	fputs("; ", out);
}

void options_print_zsh(const struct command *program, FILE *out)
{
	fprintf(out,
	        "#compdef %1$s\n# zsh completion for %1$s, made from its table of options.\n\n"
	        "_%1$s() {\n"
	        "\tlocal at= files= asks= before=$words[CURRENT-1] i\n"
	        "\tlocal -a flags named offers\n"
	        "\tfor ((i = 2; i < CURRENT; i++)); do\n"
	        "\t\tcase $at/$words[i] in\n",
	        program->name);
	shell_print_steps(&zsh, program, out);
	fputs("\t\tesac\n\tdone\n"
	      "\t# --option=value is one word\n"
	      "\tif [[ $PREFIX = --*=* ]]; then\n"
	      "\t\tbefore=${PREFIX%%=*}\n"
	      "\t\tcompset -P 1 '*='\n"
	      "\tfi\n"
	      "\tcase $at/$before in\n",
	      out);
	shell_print_values(&zsh, program, out);
	fputs("\tesac\n\tcase $at in\n", out);
	shell_print_words(&zsh, program, out);
	fprintf(out,
	        "\tif [[ -n $asks && $PREFIX != -* ]]; then\n"
	        "\t\toffers=(${(f)\"$(PGCONNECT_TIMEOUT=1 $words[1] ${=asks} 2>/dev/null)\"})\n"
	        "\tfi\n"
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
