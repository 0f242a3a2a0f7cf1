/* student: the player trinity with other weights than those compiled in, to find better ones. */
#ifndef ARESFARM_STUDENT_H
#define ARESFARM_STUDENT_H

#include "players/player.h"
#include "players/trinity/evaluation/weights.h"

enum { STUDENTS_MAX = 1024 };

/* The weights of each student: the caller writes them before a game. */
extern struct weights student_weights[STUDENTS_MAX];

/* Seats a student. budget: resolutions. */
void student_seat(int number, int budget, struct seat *seat);

#endif
