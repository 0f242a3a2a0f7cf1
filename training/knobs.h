/* knobs: the weights that are tuned, one after the other: where each begins, by how much it is
 * perturbed, and its text in a .def file. */
#ifndef ARESFARM_KNOBS_H
#define ARESFARM_KNOBS_H

#include "student.h"

#include <stdio.h>

enum { KNOBS_MAX = 160 };

struct knob {
	char name[32];
	double step; /* of a perturbation, to either side; 0: it is not tuned */
};

struct knobs {
	int count;
	struct knob knob[KNOBS_MAX];
};

/* Lists the knobs, with their start in value. If weights are given, knobs start there, and the
 * draws of goals are tuned too; if they are NULL, knobs start at learned.def, and draws are
 * fixed. */
void knobs_open(struct knobs *knobs, const struct weights *from, double value[KNOBS_MAX]);

/* Writes the values after a generation as a line. Reads such a line, and returns the generation; if
 * there is none in the file, the program ends. */
void knobs_write(const struct knobs *knobs, int generation, const double value[], FILE *to);
int knobs_read(const struct knobs *knobs, const char *path, double value[KNOBS_MAX]);

/* Weights of values, rounded. */
void knobs_turn(const double value[], struct weights *weights);

/* Writes a .def file, except its first line. */
void knobs_print(const struct weights *weights, FILE *to);

#endif
