/* curve: the shares that the powers may expect, phase by phase, as lines. A ring marks a jump. */
import {namePhase, namePower} from "./atlas.js";
import {byId, draw, keep, make, say, swatch} from "./dom.js";

const WIDTH = 400, HEIGHT = 170, LEFT = 42, BOTTOM = 22, TOP = 8, RIGHT = 22;
const JUMP = 60; /* thousandths */
const NAMED = 6; /* jumps that have a button */
const APART = 10; /* units of the picture between the signs at the ends of the lines */

/* Shares of one sum, in thousandths. */
export function level(shares) {
	const all = shares.reduce((sum, share) => sum + share, 0) || 1;
	return shares.map((share) => 1000 * share / all);
}

/* Where a power's share has changed by much from one point to the next. */
export function findJumps(points) {
	return points.flatMap(({shares}, n) => n === 0 ? [] : shares.flatMap((share, power) =>
		Math.abs(share - points[n - 1].shares[power]) >= JUMP ? [{n, power, by: share - points[n - 1].shares[power]}] : []));
}

/* Where the signs of lines stand that end at these heights: {number, at}. */
function placeSigns(heights) {
	const signs = heights.map((at, number) => ({number, at: at + 3.5})).sort((one, other) => one.at - other.at);
	signs.forEach((sign, i) => { sign.at = Math.max(sign.at, i === 0 ? 0 : signs[i - 1].at + APART); });
	signs.toReversed().forEach((sign, i) => { sign.at = Math.min(sign.at, HEIGHT - BOTTOM + 3.5 - APART * i); });
	return signs;
}

/* The largest jumps, as buttons that lead there. */
function renderJumps(atlas, points, jumps, go) {
	const largest = jumps.toSorted((one, other) => Math.abs(other.by) - Math.abs(one.by)).slice(0, NAMED);
	keep(byId("jumps"), jumps.filter((jump) => largest.includes(jump)).map((jump) => ({...jump, key: `${points[jump.n].phase} ${jump.power}`})), ({key}) => {
		const button = make("button", {type: "button", click: () => button.run()});
		return button;
	}, (button, {n, power, by}) => {
		say(button, `${points[n].phase.slice(0, -1)} ${namePower(atlas.powers[power])} ${by > 0 ? "+" : "−"}${Math.abs(by / 10).toFixed(0)}`);
		button.run = () => go(points[n].node);
	});
}

/* points: {phase, shares, node}; go(node): to a phase. */
export function renderCurve(atlas, points, current, go) {
	const most = Math.max(300, ...points.flatMap(({shares}) => shares)), last = Math.max(1, points.length - 1);
	const x = (n) => LEFT + (WIDTH - LEFT - RIGHT) * n / last, y = (share) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - share / most);
	const jumps = findJumps(points);
	const svg = draw("svg", {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img",
		"aria-label": `Expected shares over ${points.length} phases of moves. ${jumps.length === 0 ? "No jumps." : ""}`});
	for (let share = 0; share <= most; share += most > 500 ? 200 : 100)
		svg.append(draw("path", {class: "grid", d: `M${LEFT} ${y(share)}H${WIDTH - RIGHT}`}),
			draw("text", {class: "tick", x: LEFT - 4, y: y(share) + 4, "text-anchor": "end"}, `${share / 10} %`));
	const every = Math.ceil(points.length / 7);
	points.forEach(({phase}, n) => n % every === 0 && svg.append(draw("text", {class: "tick", x: x(n), y: HEIGHT - 6, "text-anchor": n === 0 ? "start" : "middle"}, phase.slice(0, 5))));
	const at = points.findIndex(({node}) => node === current);
	if (at >= 0)
		svg.append(draw("path", {class: "here", d: `M${x(at)} ${TOP}V${HEIGHT - BOTTOM}`}));
	atlas.powers.forEach((power, number) => {
		const group = draw("g", {class: `b-u${atlas.colours[number]}`}, draw("title", {}, namePower(power)));
		const d = points.map(({shares}, n) => `${n === 0 ? "M" : "L"}${x(n).toFixed(1)} ${y(shares[number]).toFixed(1)}`).join("");
		group.append(draw("path", {class: "share", d}));
		const end = points.at(-1);
		if (points.length === 1)
			group.append(draw("circle", {class: "end", cx: x(0) + 4 + 9 * number, cy: y(end.shares[number]), r: 3.5}));
		for (const {n} of jumps.filter((jump) => jump.power === number))
			group.append(draw("circle", {class: "jump", cx: x(n), cy: y(points[n].shares[number]), r: 4.5}));
		svg.append(group);
	});
	for (const {number, at} of points.length === 1 ? [] : placeSigns(points.at(-1).shares.map(y)))
		svg.append(draw("text", {class: "sign", x: WIDTH - RIGHT + 5, y: at}, atlas.signs[number]));
	points.forEach(({phase, shares, node}, n) => {
		const wide = (WIDTH - LEFT - RIGHT) / last, words = atlas.powers.map((power, p) => `${namePower(power)} ${(shares[p] / 10).toFixed(0)} %`).join(", ");
		svg.append(draw("rect", {class: "strip", x: x(n) - wide / 2, y: TOP, width: wide, height: HEIGHT - TOP - BOTTOM, click: () => go(node)},
			draw("title", {}, `${namePhase(phase)}: ${words}`)));
	});
	const now = points[at >= 0 ? at : points.length - 1];
	const key = make("ul", {class: "key"}, ...atlas.powers.map((power, number) => make("li", {}, swatch(atlas, power),
		`${namePower(power)} ${(now.shares[number] / 10).toFixed(0)} %`)));
	byId("curve").replaceChildren(svg, key);
	renderJumps(atlas, points, jumps, go);
}
