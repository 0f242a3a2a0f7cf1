/* sketch: where the lines of orders go that the server has not drawn yet: those not stored, and those proposed. Pure
 * geometry, in the picture's coordinates. What is stored the server draws (lib/picture). */
import {provinceOf, readOrder} from "./orders.js";

const GAP = 15; /* the distance of a line's ends from the middle of a unit */
const NEAR = 8; /* the same of an arrow that a person draws */

function shorten(from, to, by) {
	const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
	const part = Math.min(by, length / 3) / length;
	return {x: to.x + (from.x - to.x) * part, y: to.y + (from.y - to.y) * part};
}

function line(from, to, gap = GAP) {
	return [shorten(to, from, GAP), shorten(from, to, gap)];
}

function middle(one, other) {
	return {x: (one.x + other.x) / 2, y: (one.y + other.y) / 2};
}

/* An arrow between provinces, or a ring around one. */
export function sketchArrow(atlas, from, to) {
	const one = atlas.places.get(from), other = atlas.places.get(to);
	return one && other && (from === to ? {kind: "ring", points: [one]} : {kind: "arrow", points: [shorten(other, one, NEAR), shorten(one, other, NEAR)]});
}

/* A shape: {kind, points, text}; kind "ring" and "cross" have one point, "build" has a type, too. dislodged: provinces
 * whose unit stands beside the one that beat it. */
export function sketchOrder(atlas, text, retreats) {
	const order = readOrder(text);
	const at = (place) => atlas.places.get(place) || atlas.places.get(provinceOf(place));
	if (!order || order.from === null || !at(order.from))
		return null;
	const spot = at(order.from), from = retreats ? {x: spot.dx, y: spot.dy} : spot;
	const shape = (kind, points) => ({kind, points, type: order.type, text});
	switch (order.kind) {
	case "move": return shape("go", line(from, at(order.to)));
	case "retreat": return shape("go", line(from, at(order.to)));
	case "support": return order.to === null ? shape("help", line(from, at(order.aux)))
		: shape("help", line(from, middle(at(order.aux), at(order.to)), 0));
	case "convoy": return shape("help", line(from, middle(at(order.aux), at(order.to)), 0));
	case "hold": return shape("ring", [from]);
	case "build": return shape("build", [from]);
	default: return shape("cross", [from]);
	}
}
