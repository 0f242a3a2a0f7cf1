/* seat_answers: what whoever plays a seat gets, of what the database says. Made in the thread of a
 * desk. */
#ifndef ARESFARM_SEAT_ANSWERS_H
#define ARESFARM_SEAT_ANSWERS_H

#include "answers.h"
#include "seat_request.h"

/* Of a state that is still the one that was seen; there is no text. It is told to roles only:
 * seat_wait.h looks for whoever comes by a link. */
enum { SEAT_SAME = 304 };

/* Answers a request. db: NULL: the database does not answer. */
void seat_answer(struct db *db, const struct seat_request *request, struct made *made);

/* Makes {"error": what}. */
void seat_refuse(struct made *made, int status, const char *what);

/* The position in play with the seat's own orders; or the last that was played. */
struct seat_picture;

/* Finds it. *picture: NULL: there is none, or no memory. False: the database failed. */
__attribute__((warn_unused_result)) bool
seat_picture_find(struct db *db, const struct seat_door *door, struct seat_picture **picture);

/* Replaces the seat's orders by others, a line each. */
void seat_picture_order(struct seat_picture *picture, const char *lines);

/* Writes it as JSON, and frees it. NULL becomes null. */
void seat_picture_write(FILE *out, struct seat_picture *picture);
void seat_picture_free(struct seat_picture *picture);

/* Writes a text as JSON. */
void seat_write_text(FILE *out, const char *text, size_t size);

#endif
