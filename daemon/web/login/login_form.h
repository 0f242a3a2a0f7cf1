/* login_form: the login form as a browser sends it. A pure function of its bytes.
 *
 * Invariant: a form that was read has a name that is UTF-8 without control characters, and a
 * password that is not empty. Only the form holds the password: login_form_wipe erases it. */
#ifndef ARESFARM_LOGIN_FORM_H
#define ARESFARM_LOGIN_FORM_H

#include <stdbool.h>
#include <stddef.h>

#include "board/macros.h"

enum {
	LOGIN_FORM_MOST = 1024,    /* bytes of a form that is sent */
	LOGIN_NAME_SIZE = 64,      /* PostgreSQL's names have at most 63 bytes */
	LOGIN_PASSWORD_SIZE = 1024 /* no form has more */
};

struct login_form {
	char name[LOGIN_NAME_SIZE], password[LOGIN_PASSWORD_SIZE];
};

/* Reads a form of the type application/x-www-form-urlencoded with the fields name and password,
 * once each. Other fields are skipped. False: it is not such a form; then it is wiped. */
MUST_CHECK bool login_form_read(const char *body, size_t size, struct login_form *form);

void login_form_wipe(struct login_form *form);

#endif
