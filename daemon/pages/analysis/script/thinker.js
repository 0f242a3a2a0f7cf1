/* thinker: in a worker: the orders of the strongest player, with a budget that rises until it is
 * stopped. */
import {start} from "./engine.js";

const FIRST = 1000, MOST = 1000000, TIMES = 4; /* resolutions */

onmessage = async ({data: {module, map, text, rules, position, power}}) => {
	const engine = await start(module, map, rules, () => text);
	for (let budget = FIRST; ; budget = Math.min(MOST, budget * TIMES)) {
		const {plans, error} = engine.ask("think", position, [`power ${power}`, `budget ${budget}`]);
		const done = budget === MOST || Boolean(error) || plans.length === 0 || plans[0].share === null;
		postMessage({plans: plans || [], budget, done});
		if (done)
			return;
	}
};
