/* login_pages: what whoever logs in sees: the form, and then his seats. They are his own: no
 * browser and no proxy keeps them. */
#ifndef ARESFARM_LOGIN_PAGES_H
#define ARESFARM_LOGIN_PAGES_H

#include "web/site/answers.h"

/* Each gives NULL where there is no memory. */

/* The form. status: 200; 400: what was sent is no form; 403: he was not let in, whatever was wrong.
 */
struct reply *login_page_ask(int status);

/* Why he cannot log in. */
struct reply *login_page_refuse(int status, const char *why);

/* The database does not answer. */
struct reply *login_page_away(void);

/* Sends the browser on to another page. */
struct reply *login_page_go_to(const char *where);

/* Makes the page of a role's seats, by its session. False: the database failed. */
__attribute__((warn_unused_result)) bool login_page_make_me(struct db *db, const char *role,
                                                            struct made *made);

#endif
