/* fuzz_login: reads bytes as the form of somebody who logs in, as his cookies, and as where he
 * comes from. Whatever they are, a name has no control character, a password is not empty, a secret
 * has its form; a form that is not taken leaves nothing behind. */
#include "fuzz.h"
#include "web/http/cookie.h"
#include "web/login/login_form.h"
#include "web/http/origin.h"

#include <string.h>

static void try_form(const char *bytes, size_t size)
{
	static const struct login_form empty;
	struct login_form form;
	if (!login_form_read(bytes, size, &form)) {
		MUST(memcmp(&form, &empty, sizeof form) == 0);
		return;
	}
	MUST(memchr(form.name, '\0', sizeof form.name) != NULL && form.name[0] != '\0');
	MUST(memchr(form.password, '\0', sizeof form.password) != NULL && form.password[0] != '\0');
	MUST(strlen(form.password) < size);
	for (const char *at = form.name; *at != '\0'; at++)
		MUST((unsigned char)*at >= ' ' && *at != 0x7f);
}

static void try_field(const char *field)
{
	char secret[SECRET_SIZE];
	for (int secure = 0; secure < 2; secure++) {
		if (cookie_read(field, secure, 8027, secret))
			MUST(secret_is_formed(secret) && strstr(field, secret) != NULL);
		MUST(!origin_is_ours(NULL, field, "x", secure) || strlen(field) < 10);
		MUST(!origin_is_ours(field, NULL, "x", secure) || strcmp(field, "same-origin") == 0);
		(void)origin_find_way(field, field, field, secure);
	}
}

/* The bytes by themselves, and after the begin of a form; as fields, up to their first zero. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static const char *const begins[] = {
		"", "name=", "name=a&password=", "aresfarm-8027=", "__Host-aresfarm="};
	char text[2048];
	if (size > 1200)
		size = 1200;
	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
		const size_t begin = strlen(begins[i]);
		memcpy(text, begins[i], begin);
		memcpy(text + begin, bytes, size);
		text[begin + size] = '\0';
		try_form(text, begin + size);
		try_field(text);
	}
	return 0;
}
