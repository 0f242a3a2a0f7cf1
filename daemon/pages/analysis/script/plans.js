/* plans: the best joint orders for a power, as a worker finds them (thinker.js). */
import {namePower, sayOrder} from "./atlas.js";
import {byId, keep, make, say, setOrRemove} from "./dom.js";
import {readOrder} from "./orders.js";
import {page} from "./page.js";

/* script: the worker's address. on: {where(), take(power, texts), show(texts)}; where returns what the worker is asked
 * about: {module, map, text, rules, position, power}. */
export function openPlans(script, on) {
	let worker = null;

	function stop() {
		if (worker)
			worker.terminate();
		worker = null;
		setOrRemove(byId("think"), "aria-pressed", "false");
		label();
	}

	/* The power that it thinks for. */
	function label() {
		const {power} = on.where();
		say(byId("think"), worker ? "Stop" : `Think for ${namePower(power)}`);
	}

	function makePlan(power, share, orders) {
		const texts = orders.map((text) => make("span", {class: "order"}, text)), look = () => on.show(orders), leave = () => on.show();
		return make("li", {title: orders.map((text) => sayOrder(page.atlas, readOrder(text))).join("; "),
			pointerenter: look, focusin: look, pointerleave: leave, focusout: leave},
		make("button", {type: "button", class: "take", click: () => on.take(power, orders)}, "Take"),
		make("div", {}, share === null ? "" : make("b", {}), ...texts));
	}

	/* A plan that is found again keeps the pointer and the focus. */
	function write({plans, budget, done}, power) {
		const before = document.activeElement, within = byId("best").contains(before);
		keep(byId("best"), plans.map((plan) => ({...plan, key: `${power} ${plan.orders}`})), ({share, orders}) => makePlan(power, share, orders),
			(item, {share}) => share === null || say(item.querySelector("b"), `${(share / 10).toFixed(1)} %`));
		if (within)
			(before.isConnected ? before : byId("think")).focus({preventScroll: true});
		if (!byId("best").querySelector("li:is(:hover, :focus-within)"))
			on.show();
		const tried = `${budget.toLocaleString("en")} resolutions${done ? "" : " …"}`;
		const worth = plans[0]?.share === null ? "" : `${namePower(power)}'s expected share, from ${tried}`;
		say(byId("thought"), plans.length === 0 ? "No orders are due." : worth);
	}

	function think() {
		const asked = on.where();
		stop();
		worker = new Worker(script);
		worker.onmessage = ({data}) => {
			write(data, asked.power);
			if (data.done)
				stop();
		};
		worker.onerror = () => {
			stop();
			say(byId("thought"), "It cannot think in this browser.");
		};
		worker.postMessage(asked);
		setOrRemove(byId("think"), "aria-pressed", "true");
		label();
		say(byId("thought"), "…");
	}

	byId("think").addEventListener("click", () => worker ? stop() : think());
	return {
		/* Another position, or another power: discards the plans found. */
		clear() {
			const thinks = worker !== null;
			stop();
			byId("best").replaceChildren();
			say(byId("thought"), "");
			if (thinks && on.where().power)
				think();
		},
	};
}
