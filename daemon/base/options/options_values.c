/* options_values: the values that parameters take, and how the help describes them. */
#include "options.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DAYS_MOST = 365 };

int options_plain(const char *word)
{
	return (int)strcspn(word, "=:");
}

int options_cores(int most)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	if (cores < 1)
		return 1;
	return cores < most ? (int)cores : most;
}

bool options_number(const char *text, int64_t least, int64_t most, int64_t *number)
{
	char *end;

	errno = 0;
	const long long value = strtoll(text, &end, 10);
	*number = value;
	const bool read = errno == 0 && end != text && *end == '\0' && text[0] >= '-';
	return read && value >= least && value <= most;
}

/* Sets error to "LABEL TEXT: must be ...". Always false. */
__attribute__((format(printf, 4, 5))) static bool refuse_value(char error[OPTIONS_ERROR_SIZE],
                                                               const char *label, const char *text,
                                                               const char *format, ...)
{
	char must[OPTIONS_ERROR_SIZE];
	va_list args;
	va_start(args, format);
	vsnprintf(must, sizeof must, format, args);
	va_end(args);
	snprintf(error, OPTIONS_ERROR_SIZE, "%s%s%.100s: must be %.350s", label,
	         text[0] != '\0' ? " " : "", text, must);
	return false;
}

static bool take_number(const struct parameter *parameter, const char *label, const char *text,
                        char error[OPTIONS_ERROR_SIZE])
{
	int64_t number;
	if (!options_number(text, parameter->least, parameter->most, &number))
		return refuse_value(error, label, text, "a whole number from %lld to %lld",
		                    (long long)parameter->least, (long long)parameter->most);
	if (parameter->wide != NULL)
		*parameter->wide = number;
	else
		*parameter->number = (int)number;
	return true;
}

/* "90s", "5m", "24h" or "3d". */
static bool take_seconds(const struct parameter *parameter, const char *label, const char *text,
                         char error[OPTIONS_ERROR_SIZE])
{
	static const struct {
		char letter;
		int seconds;
	} units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}};
	char number[16];
	int64_t count;
	const size_t length = strlen(text);

	snprintf(number, sizeof number, "%.*s", length > 0 ? (int)length - 1 : 0, text);
	for (size_t i = 0; length > 0 && length < sizeof number && i < sizeof units / sizeof *units;
	     i++)
		if (text[length - 1] == units[i].letter &&
		    options_number(number, 1, DAYS_MOST * INT64_C(86400) / units[i].seconds, &count)) {
			*parameter->seconds = (int)count * units[i].seconds;
			return true;
		}

	return refuse_value(error, label, text,
	                    "a whole number of seconds, minutes, hours or days, such as 90s, 5m, 24h "
	                    "or 3d, and at most %d days",
	                    DAYS_MOST);
}

void options_join(char *text, size_t size, const char *name, bool last)
{
	const size_t length = strlen(text);
	snprintf(text + length, size - length, "%s%s", length == 0 ? "" : last ? " or " : ", ", name);
}

static void join_names(options_names *names, char text[OPTIONS_ABOUT_SIZE])
{
	text[0] = '\0';
	for (size_t i = 0; names(i) != NULL; i++)
		options_join(text, OPTIONS_ABOUT_SIZE, names(i), names(i + 1) == NULL);
}

static bool check_text(const struct parameter *parameter, const char *label, const char *text,
                       char error[OPTIONS_ERROR_SIZE])
{
	char names[OPTIONS_ABOUT_SIZE];
	const char *must = parameter->check != NULL ? parameter->check(text) : NULL;

	if (must != NULL)
		return refuse_value(error, label, text, "%s", must);
	for (size_t i = 0; parameter->choice != NULL; i++) {
		if (parameter->choice(i) == NULL) {
			join_names(parameter->choice, names);
			return refuse_value(error, label, text, "%s", names);
		}
		if (strcmp(parameter->choice(i), text) == 0)
			break;
	}

	return true;
}

bool options_take(const struct parameter *parameter, const char *label, const char *text,
                  char error[OPTIONS_ERROR_SIZE])
{
	if (parameter->number != NULL || parameter->wide != NULL)
		return take_number(parameter, label, text, error);
	if (parameter->seconds != NULL)
		return take_seconds(parameter, label, text, error);
	if (parameter->several != NULL) {
		const char *must = parameter->several(text);
		return must == NULL || refuse_value(error, label, text, "%s", must);
	}

	assert(parameter->text != NULL);
	if (!check_text(parameter, label, text, error))
		return false;
	*parameter->text = text;
	return true;
}

static void set_normal(const struct parameter *parameter)
{
	char error[OPTIONS_ERROR_SIZE];
	const bool taken =
		parameter->normal == NULL || options_take(parameter, "", parameter->normal, error);
	assert(taken); /* else the table is wrong */
}

void options_set_normal(const struct command *command)
{
	for (int i = 0; options_at(command, i) != NULL; i++)
		set_normal(options_at(command, i));
	for (const struct parameter *argument = command->arguments;
	     argument != NULL && argument->name != NULL; argument++)
		set_normal(argument);
}

/* ── printing ── */

/* Adds to the brackets after the about. */
__attribute__((format(printf, 2, 3))) static void add(char text[OPTIONS_ABOUT_SIZE],
                                                      const char *format, ...)
{
	const size_t length = strlen(text);
	const int begun =
		snprintf(text + length, OPTIONS_ABOUT_SIZE - length, "%s", length > 0 ? "; " : "");
	va_list args;
	va_start(args, format);
	vsnprintf(text + length + begun, OPTIONS_ABOUT_SIZE - length - (size_t)begun, format, args);
	va_end(args);
}

char *options_describe(const struct parameter *parameter, char text[OPTIONS_ABOUT_SIZE])
{
	char facts[OPTIONS_ABOUT_SIZE] = "", names[OPTIONS_ABOUT_SIZE];

	if (parameter->choice != NULL || parameter->hint != NULL) {
		join_names(parameter->choice != NULL ? parameter->choice : parameter->hint, names);
		add(facts, parameter->choice != NULL ? "%s" : "names: %s", names);
	}

	if (parameter->wide != NULL && parameter->most == INT64_MAX)
		add(facts, "%lld or more", (long long)parameter->least);
	else if (parameter->number != NULL || parameter->wide != NULL)
		add(facts, "%lld to %lld", (long long)parameter->least, (long long)parameter->most);

	const bool only = parameter->choice != NULL && parameter->choice(1) == NULL;
	if (!only && (parameter->normal != NULL || parameter->otherwise != NULL))
		add(facts, "default: %s",
		    parameter->normal != NULL ? parameter->normal : parameter->otherwise);

	snprintf(text, OPTIONS_ABOUT_SIZE, facts[0] != '\0' ? "%s (%s)" : "%s", parameter->about,
	         facts);
	return text;
}

char *options_synopsis(const struct command *command, char text[OPTIONS_ABOUT_SIZE])
{
	const struct parameter *option;
	bool others = false;
	size_t length = 0;

	text[0] = '\0';
	for (const struct parameter *argument = command->arguments;
	     argument != NULL && argument->name != NULL; argument++, length = strlen(text))
		snprintf(text + length, OPTIONS_ABOUT_SIZE - length,
		         argument->required ? " %s%s" : " [%s%s]", argument->name,
		         argument->rest != NULL ? "..." : "");

	for (int i = 0; (option = options_at(command, i)) != NULL; i++, length = strlen(text)) {
		others |= !option->required && (option->flag != NULL || option->value != NULL);
		if (option->required)
			snprintf(text + length, OPTIONS_ABOUT_SIZE - length, " --%s %s", option->name,
			         option->value);
	}

	snprintf(text + length, OPTIONS_ABOUT_SIZE - length, "%s%s", others ? " [OPTION...]" : "",
	         command->run == NULL && command->commands != NULL ? " COMMAND ..." : "");
	return text;
}
