/* seat_answers: what the player of a seat gets, of what the database says. Made in the thread of a
 * thread. */
#ifndef ARESFARM_SEAT_ANSWERS_H
#define ARESFARM_SEAT_ANSWERS_H

#include "web/site/answers.h"
#include "seat_request.h"

/* Of a state that is still the one that was seen; there is no text. It is told to roles only:
 * seat_wait.h looks for people who come by a link. */
enum { SEAT_SAME = 304 };

/* Answers a request. db: NULL: the database does not answer. */
void seat_answer(struct db *db, const struct seat_request *request, struct made *made);

/* Makes {"error": what}. */
void seat_refuse(struct made *made, int status, const char *what);

/* Writes a text as JSON. */
void seat_write_text(FILE *out, const char *text, size_t size);

#endif
