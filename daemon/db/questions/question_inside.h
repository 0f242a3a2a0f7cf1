/* question_inside: what question.c and question_statement.c share. */
#ifndef ARESFARM_QUESTION_INSIDE_H
#define ARESFARM_QUESTION_INSIDE_H

#include "question.h"

/* The letters of a variable's name. */
#define QUESTION_LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"

/* Sets error to what is wrong, and in which line; the first one stays. Always QUESTION_WRONG. */
__attribute__((format(printf, 2, 3))) enum question_step question_refuse(struct question *question,
                                                                         const char *format, ...);

/* Whether the branch is followed in which the reader is. */
bool question_is_active(const struct question *question);

/* A variable's place, or -1. */
int question_find(const struct question *question, const char *name, size_t length);

/* Reads a statement up to the semicolon or backslash that ends it, into sql and parameter. */
void question_take_statement(struct question *question);

#endif
