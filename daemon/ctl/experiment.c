/* experiment: aresctl experiment: the simulations of the thesis. */
#include "ctl.h"

const struct command ctl_experiment = {
	.name = "experiment",
	.about = "make a grid, or one of the thesis's simulations",
	.text = "A grid compares many settings of a player with one opponent, in whole games. The "
			"others are the simulations of Booijink's thesis. Openings, grid and tournament are "
			"tournaments, which aresd plays. The cases are played at once. The questions in "
			"sql/thesis/ print the thesis's tables, sql/grid.sql a grid's.",
	.commands =
		(const struct command *const[]){&ctl_experiment_openings, &ctl_experiment_grid,
                                        &ctl_experiment_tournament, &ctl_experiment_cases, NULL},
};
