/* score: the value of each place of a map to one power in one phase: Ritchie's location scores.
 *
 * Scores are in hundredths of the source's points. A province has its own score: 0, or more if it
 * is a centre to defend or to take, and more for each unit of a rival beside it or in it. A place,
 * which is a location for one unit type, has the score of its province, plus a part of the scores
 * of the provinces that a unit can go to from there, minus some points for each province between it
 * and the enemy, plus a random part.
 *
 * Friends are the rivals that we do not attack. The score of a province that a friend holds is 0
 * unless more units of ours than of all others can be there: then the friend may be stabbed.
 *
 * Source: Ritchie 2003, sections 4.4.3, 4.5 and 5.3. Where it is silent:
 * - A centre is threatened or defended by any rival, friends too, that is in it or can move in.
 * - An unowned centre, or one that its owner captured, is worth as much as an enemy's centre that
 * is not a home centre.
 * - A centre of ours with a friend's unit keeps its score.
 * - A neighbour counts with the score of its province: a third of their sum in fall moves, a fifth
 *   elsewhere. The source says "a third or a fifth", "depending on the season". This way Austria
 *   wins most games of two, as it did there; the other way Russia does (doc/players.md).
 * - The enemy is where a power that we attack has a unit, and where a centre can be won.
 * - Chapter 8 finds that seas score low. A fleet's neighbours are the provinces that it can reach,
 *   so a sea gets its part of the scores of all adjacent coasts. A fleet counts the provinces to
 * the enemy by sea, an army over all borders, since it may be convoyed. */
#ifndef ARESFARM_SCORE_H
#define ARESFARM_SCORE_H

#include "players/player.h"

enum { SCORE_POINT = 100 };

/* In points, unless a unit is named; in the sequence of the settings of scorer. */
struct score_weights {
	int32_t defend, home;             /* of an own centre in danger: any centre, a home centre */
	int32_t guarded, open;            /* of a centre to take: defended, undefended */
	int32_t home_guarded, home_open;  /* the same, of a home centre of its owner */
	int32_t beside, inside;           /* each rival's unit that can move in; one that is in it */
	int32_t step;                     /* each province between a place and the enemy */
	int32_t spring_share, fall_share; /* of the neighbours' scores, per cent */
	int32_t chance;                   /* the largest random part, per cent */
};

struct score {
	int32_t province[PROVINCES_MAX];         /* its own score */
	int32_t place[UNIT_TYPES][LOCS_MAX];     /* 0 if no unit of the type can be there */
	uint8_t near[PROVINCES_MAX][POWERS_MAX]; /* units of each power that are in it or can move in */
	uint8_t rivals[PROVINCES_MAX];           /* the same, of all rivals together */
	uint8_t most[PROVINCES_MAX];             /* the same, of the rival with most */
};

/* enemies: the powers that are attacked. */
void score_open(const struct player_call *call, const struct score_weights *weights,
                power_set enemies, struct rng *rng, struct score *score);

#endif
