/* seat_answers: the answers to the player of a seat, made of what the database returns, in a
 * thread of a pool. */
#ifndef ARESFARM_SEAT_ANSWERS_H
#define ARESFARM_SEAT_ANSWERS_H

#include "web/site/answers.h"
#include "seat_request.h"

/* The state is still the one that was seen; there is no text. Only roles get this answer:
 * seat_wait.h checks for visits by a link. */
enum { SEAT_SAME = 304 };

/* Answers a request. db: NULL: the database does not answer. */
void seat_answer(struct db *db, const struct seat_request *request, struct made *made);

/* Makes {"error": what}. */
void seat_refuse(struct made *made, int status, const char *what);

/* Writes a text as JSON. */
void seat_write_text(FILE *out, const char *text, size_t size);

#endif
