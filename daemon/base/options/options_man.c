/* options_man: a program's manual page, in the macros of groff_man(7). */
#include "options.h"

#include <ctype.h>
#include <string.h>

#include "base/version.h"

/* Escapes text for groff, so that none of it is a request. A minus is a minus, not a hyphen. */
static void print_text(FILE *out, const char *text, size_t length)
{
	bool line_begins = true;
	for (size_t i = 0; i < length; i++) {
		if (line_begins && (text[i] == '.' || text[i] == '\''))
			fputs("\\&", out);
		if (text[i] == '-' || text[i] == '\\')
			fputs(text[i] == '-' ? "\\-" : "\\e", out);
		else
			fputc(text[i], out);
		line_begins = text[i] == '\n';
	}
}

static void print_string(FILE *out, const char *text)
{
	print_text(out, text, strlen(text));
}

static void print_capitals(FILE *out, const char *text)
{
	for (; *text != '\0'; text++)
		fputc(toupper((unsigned char)*text), out);
}

static void print_paragraphs(FILE *out, const char *text)
{
	for (bool first = true; *text != '\0'; first = false) {
		const char *end = strstr(text, "\n\n");
		const size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
		const bool example = strncmp(text, "  ", 2) == 0;
		if (!first)
			fputs(".PP\n", out);
		fputs(example ? ".EX\n" : "", out);
		print_text(out, text, length);
		fputs(example ? "\n.EE\n" : "\n", out);
		text += length + strspn(text + length, "\n");
	}
}

static void print_option(FILE *out, const struct parameter *option)
{
	char about[OPTIONS_ABOUT_SIZE];
	fputs(".TP\n\\fB", out);
	if (option->letter != '\0')
		fprintf(out, "\\-%c\\fR, \\fB", option->letter);
	fputs("\\-\\-", out);
	print_string(out, option->name);
	fprintf(out, "\\fR%s%s%s\n", option->value != NULL ? " \\fI" : "",
	        option->value != NULL ? option->value : "", option->value != NULL ? "\\fR" : "");
	print_string(out, options_describe(option, about));
	fputc('\n', out);
}

static void print_arguments(FILE *out, const struct command *command)
{
	char about[OPTIONS_ABOUT_SIZE];
	for (const struct parameter *argument = command->arguments;
	     argument != NULL && argument->name != NULL; argument++) {
		fputs(".TP\n\\fI", out);
		print_string(out, argument->name);
		fprintf(out, "\\fR%s\n", argument->rest != NULL ? "..." : "");
		print_string(out, options_describe(argument, about));
		fputc('\n', out);
	}
}

/* Every command has --help, so only the program's own list shows it. */
static void print_options(FILE *out, const struct command *command)
{
	const struct parameter *option;
	for (int i = 0; (option = options_at(command, i)) != NULL; i++)
		if (option->flag != NULL || option->value != NULL || command->page != NULL)
			print_option(out, option);
}

static void print_synopsis(FILE *out, const char *path, const struct command *command)
{
	char synopsis[OPTIONS_ABOUT_SIZE];
	fputs("\\fB", out);
	print_string(out, path);
	fputs("\\fR", out);
	print_string(out, options_synopsis(command, synopsis));
	fputc('\n', out);
}

static void print_command(FILE *out, const struct command *command, const char *path)
{
	fprintf(out, ".SS %s\n", strchr(path, ' ') + 1);
	print_synopsis(out, path, command);
	fputs(".PP\n", out);
	print_paragraphs(out, command->text);
	print_arguments(out, command);
	print_options(out, command);
	if (command->status != NULL) {
		fputs(".PP\nExit status: ", out);
		print_string(out, command->status);
		fputc('\n', out);
	}
}

/* A section for each command that runs. */
static void print_commands(FILE *out, const struct command *parent, const char *path)
{
	char own[OPTIONS_PATH_SIZE];
	for (int i = 0; parent->commands != NULL && parent->commands[i] != NULL; i++) {
		const struct command *command = parent->commands[i];
		snprintf(own, sizeof own, "%.60s %s", path, command->name);
		if (command->run != NULL)
			print_command(out, command, own);
		print_commands(out, command, own);
	}
}

void options_print_man(const struct command *program, FILE *out)
{
	fputs(".\\\" Made from the program's table of options.\n.TH ", out);
	print_capitals(out, program->name);
	fprintf(out, " %s \"\" \"aresfarm %s\" \"aresfarm\"\n.SH NAME\n", program->page,
	        ARESFARM_VERSION);
	print_string(out, program->name);
	fputs(" \\- ", out);
	print_string(out, program->about);
	fputs("\n.SH SYNOPSIS\n", out);
	print_synopsis(out, program->name, program);
	fputs(".SH DESCRIPTION\n", out);
	print_paragraphs(out, program->text);
	fputs(".SH OPTIONS\n", out);
	print_options(out, program);
	if (program->commands != NULL)
		fputs(".SH COMMANDS\n", out);
	print_commands(out, program, program->name);
	if (program->status != NULL) {
		fputs(".SH EXIT STATUS\n", out);
		print_paragraphs(out, program->status);
	}

	for (const struct section *section = program->sections;
	     section != NULL && section->name != NULL; section++) {
		fputs(".SH ", out);
		print_capitals(out, section->name);
		fputc('\n', out);
		print_paragraphs(out, section->text);
	}
}
