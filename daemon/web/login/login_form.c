/* login_form: see login_form.h. */
#include "login_form.h"

#include <string.h>

#include "base/utf8.h"
#include "web/http/percent.h"

struct span {
	const char *at, *end;
};

/* The byte that a span begins with: "+" is a space. 0: there is none. */
static char take_byte(struct span *rest)
{
	if (*rest->at != '+')
		return (char)percent_take(&rest->at, rest->end);
	rest->at++;
	return ' ';
}

/* Writes what a value means. False: it does not fit, or no text can be so. */
static bool decode(struct span value, char *text, size_t size)
{
	size_t length = 0;
	while (value.at < value.end) {
		const char byte = take_byte(&value);
		if (byte == '\0' || length == size - 1)
			return false;
		text[length++] = byte;
	}
	text[length] = '\0';
	return length > 0;
}

static bool is_name(const char *text)
{
	char clean[LOGIN_NAME_SIZE];
	strcpy(clean, text);
	utf8_clean_line(clean);
	return strcmp(clean, text) == 0;
}

static bool is_field(struct span name, const char *field)
{
	const size_t length = (size_t)(name.end - name.at);
	return length == strlen(field) && memcmp(name.at, field, length) == 0;
}

/* Reads a field into its place. A field that is there already is refused. */
static bool read_field(struct span field, struct login_form *form)
{
	const char *equals = memchr(field.at, '=', (size_t)(field.end - field.at));
	const struct span name = {field.at, equals != NULL ? equals : field.end};
	const struct span value = {equals != NULL ? equals + 1 : field.end, field.end};
	if (is_field(name, "name"))
		return form->name[0] == '\0' && decode(value, form->name, sizeof form->name) &&
		       is_name(form->name);
	if (is_field(name, "password"))
		return form->password[0] == '\0' && decode(value, form->password, sizeof form->password);
	return true;
}

bool login_form_read(const char *body, size_t size, struct login_form *form)
{
	bool read = size <= LOGIN_FORM_MOST;
	memset(form, 0, sizeof *form);
	for (const char *at = body, *end = body + size; read && at < end;) {
		const char *stop = memchr(at, '&', (size_t)(end - at));
		const struct span field = {at, stop != NULL ? stop : end};
		read = read_field(field, form);
		at = stop != NULL ? stop + 1 : end;
	}
	if (read && form->name[0] != '\0' && form->password[0] != '\0')
		return true;
	login_form_wipe(form);
	return false;
}

void login_form_wipe(struct login_form *form)
{
	explicit_bzero(form, sizeof *form);
}
