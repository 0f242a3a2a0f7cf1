/* options_help: a command's --help. */
#include "options.h"

#include <string.h>

#include "base/terminal/terminal.h"

enum { LABEL_SIZE = 60, LABEL_MOST = 26 };

/* Prints paragraphs, wrapped; those whose lines begin with two spaces are printed unchanged. */
static void wrap_paragraphs(FILE *out, const char *text)
{
	char paragraph[2048];
	while (*text != '\0') {
		const char *end = strstr(text, "\n\n");
		const size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
		snprintf(paragraph, sizeof paragraph, "%.*s", (int)length, text);
		fputc('\n', out);
		if (strncmp(paragraph, "  ", 2) == 0)
			fprintf(out, "%s\n", paragraph);
		else
			terminal_print_words(out, paragraph, 0, 0);
		text += length + strspn(text + length, "\n");
	}
}

static void print_row(FILE *out, const char *label, int width, const char *about)
{
	const int indent = width + 4;
	if ((int)strlen(label) > width)
		fprintf(out, "  %s\n%*s", label, indent, "");
	else
		fprintf(out, "  %-*s  ", width, label);
	terminal_print_words(out, about, indent, indent);
}

static void print_parameter(FILE *out, const struct parameter *parameter, bool option, int width)
{
	char label[LABEL_SIZE], letter[5] = "    ", about[OPTIONS_ABOUT_SIZE];

	if (parameter->letter != '\0')
		snprintf(letter, sizeof letter, "-%c, ", parameter->letter);
	if (option && parameter->value != NULL)
		snprintf(label, sizeof label, "%s--%s %s", letter, parameter->name, parameter->value);
	else if (option)
		snprintf(label, sizeof label, "%s--%s", letter, parameter->name);
	else
		snprintf(label, sizeof label, "%s%s", parameter->name,
		         parameter->rest != NULL ? "..." : "");

	print_row(out, label, width, options_describe(parameter, about));
}

/* The width of the widest label of a command's rows that is at most LABEL_MOST. */
static int label_width(const struct command *command)
{
	const struct parameter *option;
	size_t widest = 0;
	for (int i = 0; (option = options_at(command, i)) != NULL; i++) {
		size_t length = strlen("-x, --") + strlen(option->name) +
		                (option->value != NULL ? 1 + strlen(option->value) : 0);
		if (length <= LABEL_MOST && length > widest)
			widest = length;
	}
	return (int)widest;
}

void options_print_help(const struct command *command, const char *path, FILE *out)
{
	const struct parameter *option;
	const int width = label_width(command);
	char synopsis[OPTIONS_ABOUT_SIZE];

	fprintf(out, "usage: %s%s\n", path, options_synopsis(command, synopsis));
	wrap_paragraphs(out, command->text);
	if (command->commands != NULL)
		fputs("\nCommands:\n", out);
	for (int i = 0; command->commands != NULL && command->commands[i] != NULL; i++)
		print_row(out, command->commands[i]->name, width, command->commands[i]->about);
	if (command->arguments != NULL)
		fputs("\nArguments:\n", out);

	for (const struct parameter *argument = command->arguments;
	     argument != NULL && argument->name != NULL; argument++)
		print_parameter(out, argument, false, width);

	fputs("\nOptions:\n", out);
	for (int i = 0; (option = options_at(command, i)) != NULL; i++)
		print_parameter(out, option, true, width);
	if (command->commands != NULL)
		fprintf(out, "\n%s COMMAND --help says more about a command.\n", path);
	if (command->status != NULL) {
		fputs("\nExit status: ", out);
		terminal_print_words(out, command->status, (int)strlen("Exit status: "), 0);
	}
}
