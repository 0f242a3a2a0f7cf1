/* options_bash: a program's completion for bash: its commands, options, names and files. The script
 * needs bash only. */
#include "options_shell.h"

static void print_bash_word(const char *dashes, const char *name, const char *about, bool first,
                            FILE *out)
{
	(void)about;
	fprintf(out, "%s%s%s", first ? "" : " ", dashes, name);
}

static void print_bash_value(const struct parameter *option, FILE *out);

static const struct shell bash = {
	.path = "path",
	.pattern = "",
	.skip = "i=$((i + 1))",
	.lists =
		{
			[SHELL_OPTIONS] = {"options='", "'"},
			[SHELL_OWN] = {"if [[ -n $path ]]; then options+='", "'; fi"},
			[SHELL_COMMANDS] = {"words='", "'"},
			[SHELL_OFFERS] = {"words='", "'"},
		},
	.print_word = print_bash_word,
	.print_value = print_bash_value,
};

static void print_bash_value(const struct parameter *option, FILE *out)
{
	if (option->choice != NULL || option->hint != NULL) {
		fprintf(out, "%s '", option->choice != NULL ? "_aresfarm_names" : "_aresfarm_list");
		shell_print_names(&bash, option->choice != NULL ? option->choice : option->hint, out);
		fputs("'; ", out);
	} else if (option->files != NULL) {
		fprintf(out, "_aresfarm_files '%s'; ", option->files);
	}
}

/* The functions that the completion of every program needs. */
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

void options_print_bash(const struct command *program, FILE *out)
{
	print_functions(program->name, out);
	fprintf(out,
	        "_%1$s() {\n"
	        "\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
	        "\tlocal path= options= words= files= asks= i\n"
	        "\tCOMPREPLY=()\n"
	        "\t# bash breaks --option=value into three words\n"
	        "\tif [[ $prev = '=' ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
	        "\tif [[ $cur = '=' ]]; then cur=; fi\n"
	        "\tfor ((i = 1; i < COMP_CWORD; i++)); do\n"
	        "\t\tcase $path/${COMP_WORDS[i]} in\n",
	        program->name);
	shell_print_steps(&bash, program, out);
	fputs("\t\tesac\n\tdone\n\tcase $path/$prev in\n", out);
	shell_print_values(&bash, program, out);
	fputs("\tesac\n\tcase $path in\n", out);
	shell_print_words(&bash, program, out);
	fprintf(out,
	        "\tif [[ -n $asks && $cur != -* ]]; then\n"
	        "\t\twords=$(PGCONNECT_TIMEOUT=1 \"${COMP_WORDS[0]}\" $asks 2>/dev/null)\n"
	        "\tfi\n"
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
