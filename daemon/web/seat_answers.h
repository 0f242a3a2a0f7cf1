/* seat_answers: what whoever plays a seat gets, of what the database says. Made in the thread of a
 * desk. */
#ifndef ARESFARM_SEAT_ANSWERS_H
#define ARESFARM_SEAT_ANSWERS_H

#include "answers.h"
#include "seat_request.h"

/* Answers a request. db: NULL: the database does not answer. */
void seat_answer(struct db *db, const struct seat_request *request, struct made *made);

/* Makes {"error": what}. */
void seat_refuse(struct made *made, int status, const char *what);

/* The position in play with the seat's own orders, as JSON; or the last that was played. Null where
 * there is none. False: the database failed. */
__attribute__((warn_unused_result)) bool seat_write_board(FILE *out, struct db *db,
                                                          const struct seat_door *door);

/* Writes a text as JSON. */
void seat_write_text(FILE *out, const char *text, size_t size);

#endif
