/* seat_answers: the answers to the player of a seat, made of what the database returns, in a
 * thread of a pool. */
#ifndef ARESFARM_SEAT_ANSWERS_H
#define ARESFARM_SEAT_ANSWERS_H

#include "web/http/reply.h"
#include "seat_request.h"

/* Answers a request. db: NULL: the database does not answer. *same: the state is still the one that
 * was seen, and there is no reply; only roles get this answer: seat_wait.h checks for visits by a
 * link. NULL: that, or there is no memory. */
struct reply *seat_answer(struct db *db, const struct seat_request *request, bool *same);

/* Writes a text as JSON. */
void seat_write_text(FILE *out, const char *text, size_t size);

#endif
