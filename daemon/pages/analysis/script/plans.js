/* plans: the best joint orders for a power, as a worker finds them (thinker.js). */
import {namePower, sayOrder} from "./atlas.js";
import {byId, make, say, setOrRemove} from "./dom.js";
import {readOrder} from "./orders.js";
import {page} from "./page.js";

/* script: the worker's address. on: {where(), take(power, texts), show(power, texts or null)}; where returns what the worker is asked
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

	function write({plans, budget, done}, power) {
		byId("best").replaceChildren(...plans.map(({share, orders}) => {
			const texts = orders.map((text) => make("span", {class: "order"}, text));
			const item = make("li", {}, make("button", {type: "button", class: "take", click: () => on.take(power, orders)}, "Take"),
				make("div", {}, share === null ? "" : make("b", {}, `${(share / 10).toFixed(1)} %`), ...texts));
			item.addEventListener("pointerenter", () => on.show(power, orders));
			item.addEventListener("focusin", () => on.show(power, orders));
			item.addEventListener("pointerleave", () => on.show(power, null));
			item.addEventListener("focusout", () => on.show(power, null));
			item.title = orders.map((text) => sayOrder(page.atlas, readOrder(text))).join("; ");
			return item;
		}));
		say(byId("thought"), plans.length === 0 ? "Nothing is to be ordered." : plans[0].share === null ? "" : `${budget.toLocaleString("en")} resolutions${done ? "" : " …"}`);
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
		/* Another position, or another power: what was found is no more. */
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
