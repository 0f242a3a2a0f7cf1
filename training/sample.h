/* sample: what games of the farm's players show: the aims of units, and the results of
 * positions. */
#ifndef ARESFARM_SAMPLE_H
#define ARESFARM_SAMPLE_H

#include "logit.h"
#include "match/match.h"
#include "players/trinity/evaluation/aims.h"
#include "players/trinity/evaluation/evaluation.h"

struct choice_seen {
	struct aims aims;
	int seen;
};

struct evaluation_seen {
	struct evaluation before, after; /* as if all had held, and as they moved */
	float share;                     /* of the points, when the game was over: 0 to 1 */
};

struct sample {
	struct choice_seen *choices;
	struct evaluation_seen *evaluations;
	size_t choice_count, choices_most, evaluation_count, evaluations_most;
};

/* Plays a game from the map's start to its end, and adds what it shows. The match has its map,
 * rules, judge, chance, limit and seats. Players whose bit in `imitated` is not set are
 * not asked for their aims. */
void sample_game(struct sample *sample, struct match *match, power_set imitated);

/* What a finished game gives each power: the winner has all; else the squares of the centres count,
 * as in farm.scores "squares". Fills parts, one per power. Returns the whole, above 0: the share of
 * power p is parts[p] / whole. */
int sample_shares(const struct match *match, int parts[POWERS_MAX]);

/* Fits weights of the first so many features to the choices. False: they do not determine them. */
MUST_CHECK bool sample_fit_aims(const struct sample *sample, int features, struct logit *logit);

#endif
