/* drawing: a picture on which one phase after the other is shown: who owns what, and the shapes of orders
 * and units. The server draws the ground, once, and the shapes of each phase (lib/picture). */
import {draw, wantsStill} from "./dom.js";

const APPEAR = 180; /* milliseconds in which lines appear where nothing moves */

/* Where a unit stands: "120.5 80"; empty: it is no shape of one place. */
function placeOf(unit) {
	const placed = unit.querySelector(":scope > [transform]");
	return placed ? placed.getAttribute("transform").slice("translate(".length, -1) : "";
}

export function setTitle(shape, text) {
	const title = shape.querySelector(":scope > title") || draw("title");
	title.textContent = text;
	shape.prepend(title);
}

/* Units go to where they now stand; then the lines appear. */
function animate([lines, units, ends], ways, before, duration) {
	for (const unit of units.children) {
		const place = placeOf(unit), from = ways[place];
		const [x, y] = place.split(" ");
		if (from) {
			const [u, v] = from.split(" ");
			unit.animate([{transform: `translate(${u - x}px,${v - y}px)`}, {transform: "none"}],
				{duration, easing: "ease-in-out"});
		} else if (!before.has(place)) {
			unit.animate([{opacity: 0}, {opacity: 1}], {duration});
		}
	}
	const moves = Object.keys(ways).length > 0, waits = moves ? [{opacity: 0, offset: 0.6}] : [];
	for (const group of [lines, ends])
		group.animate([{opacity: 0}, ...waits, {opacity: 1}], {duration: moves ? duration * 1.5 : APPEAR});
}

/* svg: the ground. map: {powers, colours, signs}, and the names of its provinces. nameOf: of a power, by its
 * code. */
export function openDrawing(svg, {powers, colours, signs}, provinces, nameOf) {
	const lands = [...svg.querySelectorAll("[data-land]")];
	const centres = [...svg.querySelectorAll("[data-centre]")];

	/* What all shapes share, and the picture has once: halos, figures, titles. */
	function complete([lines, units]) {
		for (const line of lines.querySelectorAll(".b-line")) {
			const halo = line.cloneNode(false);
			halo.setAttribute("class", "b-halo");
			line.before(halo);
		}
		for (const unit of units.querySelectorAll("[data-unit]")) {
			for (const part of svg.querySelector(`[data-figure="${unit.dataset.unit}"]`).children)
				unit.append(part.cloneNode(true));
			unit.lastElementChild.textContent = unit.dataset.sign;
		}
		for (const shape of units.children) {
			const unit = shape.querySelector("[data-unit]");
			const colour = Number(shape.getAttribute("class").slice("b-u".length));
			const power = nameOf(powers[colours.indexOf(colour)] || "");
			if (unit)
				setTitle(shape, `${power}, ${unit.dataset.unit === "F" ? "a fleet" : "an army"}`);
		}
	}

	/* owners: a digit for each province. */
	function showOwners(owners) {
		for (const land of lands)
			land.setAttribute("class", "b-land b-t" + (colours[owners[land.dataset.land]] ?? 7));
		for (const centre of centres) {
			const {centre: province} = centre.dataset, number = owners[province];
			const owner = powers[number], dot = centre.lastElementChild;
			dot.setAttribute("class", owner ? "b-u" + colours[number] : "b-none");
			dot.firstElementChild.setAttribute("r", owner ? "6.4" : "1.8");
			dot.lastElementChild.textContent = owner ? signs[number] : "";
			centre.querySelector(".b-centre").setAttribute("r", owner ? "7.6" : "5.4");
			setTitle(centre, `${provinces[province]}, centre of ${owner ? nameOf(owner) : "nobody"}`);
		}
	}

	return {
		centres, complete,
		/* ways: where units come from ("x y" to "x y"), in so many milliseconds; null: nothing moves. */
		showPhase(owners, groups, ways, duration) {
			const before = new Set([...svg.querySelector(".b-units").children].map(placeOf));
			showOwners(owners);
			complete(groups);
			for (const group of groups)
				svg.querySelector(":scope > ." + group.getAttribute("class")).replaceWith(group);
			if (ways && !wantsStill.matches)
				animate(groups, ways, before, duration);
		},
		/* Lights the shapes of an order, by its number, and dims all others; null: dims none. */
		markOrder(order) {
			svg.querySelectorAll(".hot").forEach((shape) => shape.classList.remove("hot"));
			svg.classList.toggle("dim", order !== null);
			svg.querySelectorAll(`[data-o="${order}"]`).forEach((shape) => shape.classList.add("hot"));
		},
	};
}
