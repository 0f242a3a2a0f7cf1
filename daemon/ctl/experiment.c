/* experiment: aresctl experiment: the simulations of the thesis. */
#include "ctl.h"

const struct command ctl_experiment = {
	.name = "experiment",
	.about = "make one of the thesis's simulations",
	.text = "Makes the simulations of Booijink's thesis. The openings and the tournament are "
			"tournaments, which aresd plays. The cases are played at once. The questions in "
			"sql/thesis/ print the thesis's tables.",
	.commands =
		(const struct command *const[]){&ctl_experiment_openings, &ctl_experiment_tournament,
                                        &ctl_experiment_cases, NULL},
};
