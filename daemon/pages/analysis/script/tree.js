/* tree: positions that follow each other by orders, in lines that branch. Pure.
 *
 * A node is {position, orders, given, name, remark, arrows, before, after}: orders led here from the node before; given are those that are
 * being tried here; after are the nodes that follow, the line first that was begun first. Orders have their power: "FRA A par - bur".
 * Arrows are those of pen.js. */

export function makeNode(position, before = null, orders = []) {
	return {position, orders, given: [], name: "", remark: "", arrows: [], before, after: []};
}

export const phaseOf = (node) => /^phase (\S+)/.exec(node.position)[1];

const sorted = (orders) => [...orders].sort().join("\n");

/* The node after one by these orders: it is made where there is none. */
export function follow(node, orders, position) {
	let next = node.after.find((other) => sorted(other.orders) === sorted(orders));
	if (!next) {
		next = makeNode(position, node, orders);
		node.after.push(next);
	}
	return next;
}

/* From the first node to this one. */
export function pathOf(node) {
	return node.before === null ? [node] : [...pathOf(node.before), node];
}

/* The nodes that follow in the same line. goes: which child of a node was seen last. */
export function restOf(node, goes) {
	const next = goes.get(node) || node.after[0];
	return next ? [next, ...restOf(next, goes)] : [];
}

/* Removes a node with all that follows; returns the node before. */
export function remove(node) {
	node.before.after = node.before.after.filter((other) => other !== node);
	return node.before;
}

/* ── as an address ── */

/* A node as a list, as short as can be; its position only where the orders before do not lead there: play(node) says where they lead. */
function packNode(node, play) {
	const own = node.before === null || play(node.before.position, node.orders) !== node.position ? node.position : 0;
	return [node.orders, own, node.given, node.name, node.remark, node.after.map((next) => packNode(next, play)), ...node.arrows.length > 0 ? [node.arrows] : []];
}

/* Addresses that were made before there were arrows have none. */
function unpackNode([orders, own, given, name, remark, after, arrows = []], before, play) {
	const node = makeNode(own || play(before.position, orders), before, orders);
	Object.assign(node, {given, name, remark, arrows});
	node.after = after.map((next) => unpackNode(next, node, play));
	return node;
}

async function pipe(bytes, stream) {
	return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/* A text for the fragment of an address. play(position, orders): the position that orders lead to. */
export async function pack({map, rules, source}, root, node, play) {
	const steps = pathOf(node).slice(1).map((next) => next.before.after.indexOf(next));
	const text = JSON.stringify([1, map, rules, source || 0, steps, packNode(root, play)]);
	const bytes = await pipe(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
	let letters = "";
	for (const byte of bytes)
		letters += String.fromCharCode(byte);
	return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/* The contents of such a text: {map, rules, source, open(play)}; open returns {root, node}. */
export async function unpack(text) {
	const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
	const bytes = await pipe(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)), new DecompressionStream("deflate-raw"));
	const [version, map, rules, source, steps, packed] = JSON.parse(new TextDecoder().decode(bytes));
	if (version !== 1)
		throw new Error("another version has made this address");
	return {map, rules, source: source || null, open(play) {
		const root = unpackNode(packed, null, play);
		return {root, node: steps.reduce((at, step) => at.after[step], root)};
	}};
}
