/* experiment: aresctl experiment: the simulations of the thesis. */
#include "ctl/parts/ctl.h"

const struct command ctl_experiment = {
	.name = "experiment",
	.about = "make a grid, a matrix or a simulation of the thesis",
	.text = "A grid compares many settings of a player with one opponent, in whole games. A matrix "
			"sets every player against every other one. The others are the simulations of "
			"Booijink's thesis. Openings, grid, matrix and tournament are "
			"tournaments, which aresd plays. The cases are played at once. aresctl query "
			"prints the thesis's tables, a grid and a matrix.",
	.commands = (const struct command *const[]){&ctl_experiment_openings, &ctl_experiment_grid,
                                                &ctl_experiment_matrix, &ctl_experiment_tournament,
                                                &ctl_experiment_cases, NULL},
};
