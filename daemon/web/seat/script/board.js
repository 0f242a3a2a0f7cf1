/* board: the picture of a phase, which a player points at: it finds what was pointed at, and lights what
 * may be chosen. */
import {namePlace, namePower} from "./atlas.js";
import {draw} from "./dom.js";
import {openDrawing} from "./drawing.js";
import {provinceOf} from "./orders.js";
import {openView} from "./view.js";

const NEAR = 24; /* pixels around a finger in which the nearest lit province is meant */
const MOTION = 650; /* milliseconds that units move */
const REACH = 16; /* units of the picture: as far from a unit's middle, the unit is meant */

function readPicture(text) {
	return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}

/* The outlines of provinces by code. Land is numbered by the server; water is found by the place of its unit. */
function findOutlines(svg, atlas) {
	const outlines = new Map();
	const others = [...svg.querySelectorAll(":scope > .b-sea")];
	atlas.provinces.forEach((province, i) => {
		const land = svg.querySelector(`[data-land="${i}"]`);
		const point = Object.assign(svg.createSVGPoint(), {x: province.places[0].x, y: province.places[0].y});
		const outline = land || others.find((other) => other.isPointInFill(point));
		if (outline) {
			outline.dataset.province = province.code;
			outlines.set(province.code, outline);
		}
	});
	return outlines;
}

function drawSketch(shape) {
	const [one, other] = shape.points;
	const group = draw("g", {class: `sketch ${shape.style}`, "data-text": shape.text || null});
	const angle = other && Math.atan2(other.y - one.y, other.x - one.x) * 180 / Math.PI;
	if (shape.kind === "arrow") {
		const long = Math.hypot(other.x - one.x, other.y - one.y), neck = Math.max(long / 3, long - 18);
		group.append(draw("path", {class: "sketch-arrow", d: `M0-3H${neck}V-10L${long} 0L${neck} 10V3H0z`, transform: `translate(${one.x} ${one.y}) rotate(${angle})`}));
	} else if (other) {
		const d = `M${one.x} ${one.y}L${other.x} ${other.y}`;
		group.append(draw("path", {class: "sketch-halo", d}), draw("path", {class: `sketch-line ${shape.kind}`, d}),
			shape.kind === "go"
				? draw("path", {class: "sketch-head", d: "M0 0L-11-6.5v13z", transform: `translate(${other.x} ${other.y}) rotate(${angle})`})
				: draw("circle", {class: "sketch-head", cx: other.x, cy: other.y, r: 4.5}));
	} else if (shape.kind === "cross") {
		group.append(draw("path", {class: "sketch-line", d: `M${one.x - 12} ${one.y - 12}l24 24m0-24l-24 24`}));
	} else {
		group.append(...["sketch-halo", "sketch-line"].map((name) => draw("circle", {class: name, cx: one.x, cy: one.y, r: 17})));
		if (shape.kind === "build")
			group.append(draw("text", {class: "sketch-letter", x: one.x, y: one.y + 5}, shape.type));
	}
	return group;
}

/* The item that costs least, less than a bound; null: none does. */
function findLeast(items, cost, bound = Infinity) {
	let best = null, least = bound;
	for (const item of items) {
		const own = cost(item);
		if (own < least)
			[best, least] = [item, own];
	}
	return best;
}

/* frame: the element that gets the picture. onPoint(province, coast): somebody pointed at it; coast: or null. onHover(order number or
 * null): the pointer is at a shape of it. */
export function openBoard(frame, atlas, ground, onPoint, onHover) {
	const svg = readPicture(ground);
	svg.removeAttribute("role");
	svg.setAttribute("aria-hidden", "true"); /* the list says the same in words */
	svg.setAttribute("focusable", "false");
	svg.querySelectorAll(":scope > title, :scope > desc").forEach((element) => element.remove());
	frame.append(svg);
	const outlines = findOutlines(svg, atlas);
	const drawing = openDrawing(svg, atlas, atlas.provinces.map(({name}) => name), namePower);
	const dry = [...svg.querySelectorAll(":scope > :is(.b-lake, .b-out, .b-land, .b-bridge)")];
	const layers = Object.fromEntries(["lights", "echo", "rings", "sketches", "spots"].map((name) =>
		[name, draw("g", {class: `t-${name}`})]));
	svg.querySelector(".b-lines").before(layers.lights, ...drawing.centres, layers.echo);
	svg.append(layers.rings, layers.sketches, layers.spots);
	const {width, height} = svg.viewBox.baseVal;
	document.documentElement.style.setProperty("--shape", width / height);
	const cursor = draw("circle", {class: "cursor", r: 21, visibility: "hidden"});
	let lit = new Set();

	function spotOf(code) {
		return atlas.provinces[atlas.index.get(code)].places[0];
	}

	/* A spot for each province and each coast, so that it can be named and pointed at. */
	function addSpots() {
		atlas.provinces.forEach((province) => {
			const {x, y} = province.places[0];
			layers.spots.append(draw("circle",
				{class: "spot", cx: x, cy: y, r: 10, "data-province": province.code},
				draw("title", {}, province.name)));
		});
		for (const {code, x, y} of atlas.coasts)
			layers.spots.append(draw("circle", {class: "coast", cx: x, cy: y, r: 10, "data-coast": code},
				draw("title", {}, namePlace(atlas, code))));
		layers.spots.append(cursor);
	}

	/* The coast of a province that a point is at; null: it is at none. */
	function findCoast(province, point, touch) {
		const coasts = atlas.coasts.filter(({code}) => provinceOf(code) === province);
		const found = findLeast(coasts, ({x, y}) => Math.hypot(x - point.x, y - point.y),
			touch ? Math.max(REACH, NEAR * point.scale) : REACH);
		return found && found.code;
	}

	/* The province of a point: the nearest lit one close by, a unit, or the outline below. */
	function find(point, touch) {
		const far = ({x, y, dx, dy}) =>
			Math.min(Math.hypot(x - point.x, y - point.y), Math.hypot(dx - point.x, dy - point.y));
		const placesOf = (code) => atlas.provinces[atlas.index.get(code)].places;
		const near = (codes, reach) =>
			findLeast(codes, (code) => Math.min(...placesOf(code).map(far)), reach);
		const below = () => {
			const at = Object.assign(svg.createSVGPoint(), {x: point.x, y: point.y});
			const found = [...outlines].filter(([, outline]) => outline.isPointInFill(at));
			return found.length > 0 ? found.at(-1)[0] : null;
		};
		const codes = [...outlines.keys()];
		const province = near(codes, REACH) || below();
		if (province !== null && (lit.has(province) || !touch))
			return province;
		return (touch ? near(lit, NEAR * point.scale) : null) || province || near(codes, 4 * REACH);
	}

	const view = openView(svg, (point, event) => {
		const touch = event.pointerType !== "mouse", province = find(point, touch);
		if (province !== null)
			onPoint(province, findCoast(province, point, touch));
	});

	const groupsOf = (shapes) => [...readPicture(shapes).querySelectorAll(":scope > g")];

	/* picture: {owners, shapes}. ways: where units come from ("x y" to "x y"); null: nothing moves. */
	function showPicture(picture, ways = null) {
		layers.lights.replaceChildren(); /* it has copies of lands */
		drawing.showPhase(picture.owners, groupsOf(picture.shapes), ways, MOTION);
	}

	function copyOf(outline, ...classes) {
		const copy = outline.cloneNode(false);
		delete copy.dataset.land;
		copy.classList.add(...classes);
		return copy;
	}

	/* The ground with a veil over all but what is lit. The sea reaches below the land, so where a sea is lit the land is painted
	 * anew above it. The veil is larger than the picture: beside the picture there is ground, too. */
	function dim() {
		const bright = [...lit].map((code) => outlines.get(code)).filter(Boolean);
		const wet = bright.filter((outline) => !dry.includes(outline)), land = dry.filter((outline) => bright.includes(outline));
		const above = wet.length === 0 ? [] : dry.filter((outline) => !bright.includes(outline))
			.flatMap((outline) => [copyOf(outline), copyOf(outline, "veil")]);
		layers.lights.append(draw("rect", {class: "veil", x: -width, y: -height, width: 3 * width, height: 3 * height}),
			...wet.map((outline) => copyOf(outline, "lit")), ...above, ...land.map((outline) => copyOf(outline, "lit")));
	}

	/* Lights provinces and dims the rest; null: nothing is dimmed. rings: places with a ring, {x, y, style}. taken: provinces with
	 * a unit. shores: coasts to choose from. */
	function light(next, chosen, rings, taken = new Map(), shores = []) {
		lit = next || new Set();
		layers.lights.replaceChildren();
		layers.rings.replaceChildren();
		if (chosen !== null)
			dim();
		for (const place of rings)
			layers.rings.append(draw("circle", {class: `ring ${place.style}`, cx: place.x, cy: place.y, r: place.r || 18}));
		for (const spot of layers.spots.querySelectorAll(".spot")) {
			const code = spot.dataset.province, on = chosen !== null && lit.has(code) && code !== chosen;
			spot.setAttribute("class", `spot${on ? " lit" : ""} ${taken.has(code) ? "taken" : "free"}`);
			spot.setAttribute("r", taken.has(code) ? 15 : on ? 7 : 12);
		}
		for (const coast of layers.spots.querySelectorAll(".coast"))
			coast.classList.toggle("lit", shores.includes(coast.dataset.coast));
	}

	function showCursor(code) {
		if (code === null)
			return cursor.setAttribute("visibility", "hidden");
		const {x, y} = spotOf(code);
		cursor.setAttribute("cx", x);
		cursor.setAttribute("cy", y);
		cursor.setAttribute("visibility", "visible");
	}

	addSpots();
	svg.addEventListener("pointerover", (event) => {
		const shape = event.target.closest("[data-o]");
		onHover(shape ? shape.dataset.o : null);
	});
	svg.addEventListener("pointerleave", () => onHover(null));
	return {
		/* How many units each colour has on the board. */
		countUnits() {
			const counts = new Map();
			for (const unit of svg.querySelectorAll(".b-units > g:has(.b-unit)")) {
				const colour = unit.getAttribute("class").slice(3);
				counts.set(colour, (counts.get(colour) || 0) + !unit.querySelector(".b-ring"));
			}
			return counts;
		},
		/* Drags do not move the board any more, but go to onStroke(from, to, done): provinces, or null; null: they move it again. */
		setStroke(onStroke) {
			view.setStroke(onStroke && ((from, to, event, done) => {
				const touch = event.pointerType !== "mouse";
				onStroke(find(from, touch), to && find(to, touch), done);
			}));
		},
		view, showPicture, light, markOrder: drawing.markOrder, showCursor, spotOf,
		/* What was ordered in the phase before, fainter; null: nothing. shapes: as in showPicture. */
		showEcho(shapes) {
			layers.echo.replaceChildren();
			if (shapes === null)
				return;
			const groups = groupsOf(shapes);
			drawing.complete(groups);
			groups.forEach((group) => group.removeAttribute("class"));
			layers.echo.append(groups[0], groups[2]);
			layers.echo.querySelectorAll("[data-o]").forEach((shape) => shape.removeAttribute("data-o"));
		},
		/* Shapes of sketch.js, each with a style: "hollow" for what is not stored, "proposal". */
		sketch(shapes) {
			layers.sketches.replaceChildren(...shapes.filter((shape) => shape.kind).map(drawSketch));
		},
		/* Shows the lines of one power's orders, by its number; null: of all. */
		showLines(power) {
			for (const line of svg.querySelectorAll(".b-lines > g, .b-ends > g"))
				line.classList.toggle("off", power !== null && !line.classList.contains("b-u" + atlas.colours[power]));
		},
		/* The province that lies in a direction: x and y are -1, 0 or 1. */
		neighbour(code, x, y) {
			const from = spotOf(code), joined = atlas.neighbours[atlas.index.get(code)];
			const found = findLeast(atlas.provinces, (province) => {
				const to = province.places[0], far = Math.hypot(to.x - from.x, to.y - from.y);
				const along = ((to.x - from.x) * x + (to.y - from.y) * y) / far;
				const apart = joined.includes(atlas.index.get(province.code)) ? 1 : 2.5;
				return along > 0.5 ? far * (2 - along) ** 2 * apart : Infinity;
			});
			return found && found.code;
		},
	};
}
