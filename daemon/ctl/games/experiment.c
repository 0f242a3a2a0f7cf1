/* experiment: aresctl experiment: the simulations of the thesis. */
#include "ctl/parts/ctl.h"

const struct command ctl_experiment = {
	.name = "experiment",
	.about = "make a grid, a matrix, a population or a simulation of the thesis",
	.text = "A grid compares many settings of a player with one opponent, in whole games. A matrix "
			"sets every player against every other one, a population a player against players "
			"drawn by chance. The others are the simulations of Booijink's thesis. All but cases "
			"are tournaments, which aresd plays. The cases are played at once. aresctl query "
			"prints the thesis's tables, a grid, a matrix and a population.",
	.commands =
		(const struct command *const[]){&ctl_experiment_openings, &ctl_experiment_grid,
                                        &ctl_experiment_matrix, &ctl_experiment_population,
                                        &ctl_experiment_tournament, &ctl_experiment_cases, NULL},
};
