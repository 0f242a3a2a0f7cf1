/* options: see options.h. This file reads a command line. */
#include "options.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "base/utf8.h"
#include "base/version.h"

const struct parameter *options_at(const struct command *command, int i)
{
	static const struct parameter help = {
		.name = "help", .letter = 'h', .about = "print this help"};
	static const struct parameter raw_help = {.name = "help", .about = "print this help"};
	static const struct parameter version = {
		.name = "version", .letter = 'V', .about = "print the version"};
	int own = 0;

	assert(command->about != NULL && command->text != NULL);
	while (command->options != NULL && command->options[own].name != NULL)
		own++;
	assert(own <= OPTIONS_MOST); /* struct reading has a bit for each */
	if (i < own)
		return &command->options[i];
	if (i == own)
		return command->raw ? &raw_help : &help;

	return i == own + 1 && command->page != NULL ? &version : NULL;
}

/* ── the command line ── */

/* A command line being read. */
struct reading {
	const struct command *program, *command;
	char path[OPTIONS_PATH_SIZE]; /* "aresctl tournament create" */
	char **at, **end;             /* the words still to be read */
	uint32_t given;               /* bit i: the command's option i was given */
	int arguments;                /* that were given so far */
	char **words;                 /* the first word after the command */
	bool plain;                   /* after "--": no more options */
	bool help;                    /* `help` was given instead of a command */
	char *error;
};

/* Sets error to the message, after the command's name. Replaces control characters, which would
 * break the line. */
__attribute__((format(printf, 2, 3))) static enum options_answer
refuse_options(struct reading *reading, const char *format, ...)
{
	const char *path = reading->path + strlen(reading->program->name);
	const int length = snprintf(reading->error, OPTIONS_ERROR_SIZE, "%s%s", path + (*path == ' '),
	                            *path != '\0' ? ": " : "");
	va_list args;
	va_start(args, format);
	vsnprintf(reading->error + length, (size_t)(OPTIONS_ERROR_SIZE - length), format, args);
	va_end(args);
	utf8_clean_line(reading->error);
	return OPTIONS_WRONG;
}

/* Finds an option by its name or a prefix of it; -1 if there is none. */
static int find_long(const struct command *command, const char *name, size_t length)
{
	const struct parameter *option;
	int found = -1;
	for (int i = 0; (option = options_at(command, i)) != NULL; i++)
		if (strncmp(option->name, name, length) == 0) {
			if (option->name[length] == '\0')
				return i;
			found = found == -1 ? i : -2;
		}
	return found < 0 || length == 0 ? -1 : found;
}

static int find_letter(const struct command *command, char letter)
{
	for (int i = 0; options_at(command, i) != NULL; i++)
		if (options_at(command, i)->letter == letter)
			return i;
	return -1;
}

/* Whether a command below this one has the option. */
static bool is_below(const struct command *command, const char *word, size_t length)
{
	for (int i = 0; command->commands != NULL && command->commands[i] != NULL; i++) {
		const struct command *sub = command->commands[i];
		if ((word[1] == '-' ? find_long(sub, word + 2, length) : find_letter(sub, word[1])) >= 0 ||
		    is_below(sub, word, length))
			return true;
	}
	return false;
}

static enum options_answer refuse_option(struct reading *reading, const char *word)
{
	const char *name = word + strspn(word, "-");
	const int plain = name == word + 1 ? 2 : options_plain(word);
	const size_t length = (size_t)options_plain(name);
	const struct parameter *option, *nearest = NULL;
	int best = INT32_MAX;

	if (is_below(reading->command, word, length))
		return refuse_options(reading, "no option %.*s here: it must stand after the whole command",
		                      plain, word);

	for (int i = 0; word[1] == '-' && (option = options_at(reading->command, i)) != NULL; i++)
		if (options_is_nearer(name, length, option->name, &best))
			nearest = option;

	if (nearest != NULL)
		return refuse_options(reading, "no option %.*s; did you mean --%s?", plain, word,
		                      nearest->name);

	return refuse_options(reading, "no option %.*s; %s --help lists them", plain, word,
	                      reading->path);
}

/* Prints the answer to --help and similar options. */
static enum options_answer answer(const struct reading *reading, const char *name)
{
	if (strcmp(name, "version") == 0)
		printf("%s %s\n", reading->program->name, version_text());
	else if (strcmp(name, "man") == 0)
		options_print_man(reading->program, stdout);
	else if (strcmp(name, "completion=zsh") == 0)
		options_print_zsh(reading->program, stdout);
	else if (strncmp(name, "completion", strlen("completion")) == 0)
		options_print_bash(reading->program, stdout);
	else
		options_print_help(reading->command, reading->path, stdout);
	return OPTIONS_ANSWERED;
}

/* Takes option i of a command: the one being read, or the program. value: the rest of the word, or
 * NULL. */
static enum options_answer take_option(struct reading *reading, const struct command *command,
                                       int i, const char *value)
{
	const struct parameter *option = options_at(command, i);
	char label[40], error[OPTIONS_ERROR_SIZE];

	snprintf(label, sizeof label, "--%s", option->name);
	if (option->value == NULL && value != NULL)
		return refuse_options(reading, "%s takes no value", label);
	if (option->value == NULL && option->flag == NULL)
		return answer(reading, option->name);
	if (option->value == NULL) {
		*option->flag = true;
		return OPTIONS_READ;
	}

	if (value == NULL && reading->at == reading->end)
		return refuse_options(reading, "%s needs a value: %s %s", label, label, option->value);
	if (!options_take(option, label, value != NULL ? value : *reading->at++, error))
		return refuse_options(reading, "%s", error);
	if (command == reading->command)
		reading->given |= UINT32_C(1) << i;

	return OPTIONS_READ;
}

/* Options for the build, which --help does not list. */
static bool is_for_the_build(const char *name)
{
	static const char *const names[] = {"man", "completion", "completion=bash", "completion=zsh"};
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

/* "--name", "--name=value" */
static enum options_answer take_long(struct reading *reading, const char *word)
{
	const char *name = word + 2;
	const size_t length = strcspn(name, "=");
	if (reading->command->page != NULL && is_for_the_build(name))
		return answer(reading, name);
	const struct command *command = reading->command;
	int i = find_long(command, name, length);
	if (i < 0)
		i = find_long(command = reading->program, name, length);
	return i < 0 ? refuse_option(reading, word)
	             : take_option(reading, command, i, name[length] == '=' ? name + length + 1 : NULL);
}

/* "-v", "-vh", "-d VALUE", "-dVALUE" */
static enum options_answer take_letters(struct reading *reading, const char *word)
{
	enum options_answer said = OPTIONS_READ;

	for (const char *at = word + 1; said == OPTIONS_READ && *at != '\0'; at++) {
		const struct command *command = reading->command;
		int i = find_letter(command, *at);
		if (i < 0)
			i = find_letter(command = reading->program, *at);
		if (i < 0)
			return refuse_option(reading, (char[]){'-', *at, '\0'});
		if (options_at(command, i)->value != NULL)
			return take_option(reading, command, i, at[1] != '\0' ? at + 1 : NULL);
		said = take_option(reading, command, i, NULL);
	}

	return said;
}

static enum options_answer take_argument(struct reading *reading, char *word)
{
	const struct parameter *argument = reading->command->arguments;
	char synopsis[OPTIONS_ABOUT_SIZE], error[OPTIONS_ERROR_SIZE];

	if (argument == NULL && reading->command == reading->program && strcmp(word, "help") == 0) {
		reading->help = true;
		return OPTIONS_READ;
	}

	if (argument == NULL)
		return refuse_options(reading, "takes no arguments, but was given %.*s",
		                      options_plain(word), word);

	for (int i = 0; i < reading->arguments && argument->name != NULL && argument->rest == NULL; i++)
		argument++;
	if (argument->name == NULL)
		return refuse_options(reading, "too many arguments; right is: %s%s", reading->path,
		                      options_synopsis(reading->command, synopsis));

	reading->arguments++;
	if (argument->rest != NULL) {
		if (argument->rest->count == 0)
			argument->rest->at = reading->words; /* the words read so far are moved there */
		argument->rest->at[argument->rest->count++] = word;
		return OPTIONS_READ;
	}

	return options_take(argument, argument->name, word, error)
	           ? OPTIONS_READ
	           : refuse_options(reading, "%s", error);
}

/* ── commands ── */

/* Writes "up, down or init". */
static void join_commands(const struct command *const *commands, char text[OPTIONS_ABOUT_SIZE])
{
	text[0] = '\0';
	for (int i = 0; commands[i] != NULL; i++)
		options_join(text, OPTIONS_ABOUT_SIZE, commands[i]->name, commands[i + 1] == NULL);
}

static void enter(struct reading *reading, const struct command *command)
{
	const size_t length = strlen(reading->path);
	snprintf(reading->path + length, sizeof reading->path - length, "%s%s", length > 0 ? " " : "",
	         command->name);
	reading->command = command;
	reading->words = reading->at;
	reading->given = 0;
	if (command != reading->program)
		options_set_normal(command);
}

static const struct command *find_command(const struct command *parent, const char *name)
{
	for (int i = 0; parent->commands != NULL && parent->commands[i] != NULL; i++)
		if (strcmp(parent->commands[i]->name, name) == 0)
			return parent->commands[i];
	return NULL;
}

/* Writes the commands of that name one level below: "map list or role list"; empty: none. */
static void join_below(const struct command *const *commands, const char *name,
                       char text[OPTIONS_ABOUT_SIZE])
{
	int left = 0;

	text[0] = '\0';
	for (int i = 0; commands[i] != NULL; i++)
		left += find_command(commands[i], name) != NULL;
	for (int i = 0; commands[i] != NULL; i++) {
		char path[OPTIONS_ABOUT_SIZE];
		if (find_command(commands[i], name) == NULL)
			continue;
		snprintf(path, sizeof path, "%s %s", commands[i]->name, name);
		options_join(text, OPTIONS_ABOUT_SIZE, path, --left == 0);
	}
}

/* Suggests the commands of that name one level below, or a command with a name like the word. */
static enum options_answer refuse_command(struct reading *reading, const char *word)
{
	const struct command *const *commands = reading->command->commands, *nearest = NULL;
	const int plain = options_plain(word);
	char known[OPTIONS_ABOUT_SIZE];
	int best = INT32_MAX;

	join_below(commands, word, known);
	if (known[0] != '\0')
		return refuse_options(reading, "no command %s; did you mean %s?", word, known);
	for (int i = 0; commands[i] != NULL; i++)
		if (options_is_nearer(word, (size_t)plain, commands[i]->name, &best))
			nearest = commands[i];
	if (nearest != NULL)
		return refuse_options(reading, "no command %.*s; did you mean %s?", plain, word,
		                      nearest->name);

	join_commands(commands, known);
	return refuse_options(reading, "no command %.*s; it must be %s", plain, word, known);
}

/* Descends to the subcommand of that name. */
static enum options_answer take_command(struct reading *reading, const char *word)
{
	const struct command *command = find_command(reading->command, word);
	if (command == NULL && strcmp(word, "help") != 0)
		return refuse_command(reading, word);
	if (command != NULL)
		enter(reading, command);
	else
		reading->help = true;
	return OPTIONS_READ;
}

/* A minus followed by a digit begins a number, not an option. */
static bool is_option(const struct reading *reading, const char *word)
{
	return !reading->plain && word[0] == '-' && word[1] != '\0' && !isdigit((unsigned char)word[1]);
}

/* Whether a word must name a subcommand. If the command also runs by itself, other words are its
 * arguments. */
static bool takes_command(const struct reading *reading, const char *word)
{
	const struct command *command = reading->command;
	return command->run == NULL ? command->commands != NULL
	                            : reading->arguments == 0 && find_command(command, word) != NULL;
}

static enum options_answer take_word(struct reading *reading)
{
	char *word = *reading->at++;
	if (is_option(reading, word) && strcmp(word, "--") == 0) {
		reading->plain = true;
		return OPTIONS_READ;
	}
	if (is_option(reading, word))
		return word[1] == '-' ? take_long(reading, word) : take_letters(reading, word);
	return takes_command(reading, word) ? take_command(reading, word)
	                                    : take_argument(reading, word);
}

/* All words are the command's rest, except --help as the first. */
static enum options_answer take_raw(struct reading *reading)
{
	if (reading->at < reading->end && strcmp(*reading->at, "--help") == 0)
		return answer(reading, "help");
	*reading->command->arguments->rest =
		(struct words){reading->at, (int)(reading->end - reading->at)};
	return OPTIONS_READ;
}

/* Checks that all required parameters were given. */
static enum options_answer check_complete(struct reading *reading)
{
	const struct command *command = reading->command;
	const struct parameter *option, *argument = command->arguments;
	char known[OPTIONS_ABOUT_SIZE];

	if (command->run == NULL) {
		join_commands(command->commands, known);
		return refuse_options(reading, "which command? It must be %s", known);
	}

	for (int i = 0; argument != NULL && argument->name != NULL; i++, argument++)
		if (argument->required && i >= reading->arguments)
			return refuse_options(reading, "%s is missing; %s --help says more", argument->name,
			                      reading->path);

	for (int i = 0; (option = options_at(command, i)) != NULL; i++)
		if (option->required && (reading->given >> i & 1) == 0)
			return refuse_options(reading, "--%s %s is missing; %s --help says more", option->name,
			                      option->value, reading->path);

	return OPTIONS_READ;
}

enum options_answer options_read(const struct command *program, int argc, char **argv,
                                 const struct command **command, char error[OPTIONS_ERROR_SIZE])
{
	struct reading reading = {
		.program = program, .at = argv + 1, .end = argv + argc, .error = error};
	enum options_answer said = OPTIONS_READ;
	enter(&reading, program);
	while (said == OPTIONS_READ && reading.at < reading.end && !reading.command->raw)
		said = take_word(&reading);
	*command = reading.command;
	if (said != OPTIONS_READ)
		return said;
	if (reading.help)
		return answer(&reading, "help");
	return reading.command->raw ? take_raw(&reading) : check_complete(&reading);
}
