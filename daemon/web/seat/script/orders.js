/* orders: what a seat may order in a phase. What is legal and what an order does is never read from
 * its text here: lib returns it, packed (lib/board/order.h), in the database (web.turn) or as a
 * module in the page (legal, read). No page is needed.
 *
 * An order is {text, kind, type, from, to, aux, auxType, via}: text is its one form, from, to and
 * aux are places: "par", "spa/nc". A book has the orders of a turn by the province that a player
 * points at. */

const NONE = 127, WAIVE = "waive";
const known = new Map(); /* orders by their texts, which mean the same wherever they may be given */

/* Keeps what a text means. code: the order, packed with its unit. */
export function learnOrder(atlas, text, code) {
	const bits = (from, mask) => code >> from & mask, place = (number) => number === NONE ? null : atlas.codes[number];
	const kind = atlas.kinds[bits(14, 15)], type = (bit) => bits(bit, 1) ? "F" : "A", aux = place(bits(7, NONE));
	known.set(text, {text, kind, type: kind === WAIVE ? null : type(27), from: kind === WAIVE ? null : place(bits(20, NONE)),
		to: place(bits(0, NONE)), aux, auxType: aux === null ? null : type(18), via: Boolean(bits(19, 1))});
}

/* null: its meaning is not known. */
export function readOrder(text) {
	return known.get(text) || null;
}

/* The province of a place: "spa" of "spa/nc". */
export function provinceOf(place) {
	return place === null ? null : place.split("/")[0];
}

/* What kind of turn it is: "moves", "retreats", "builds" or "removals". */
function nameTurn(phase, orders) {
	if (!phase.endsWith("A"))
		return phase.endsWith("R") ? "retreats" : "moves";
	return orders.some((order) => order.kind === "disband") ? "removals" : "builds";
}

/* The book of a turn, {phase, due, legal, codes}: sites has an entry for each unit that may be ordered, and for each place to build
 * in. */
export function openBook(atlas, turn) {
	turn.legal.forEach((text, i) => learnOrder(atlas, text, turn.codes[i]));
	const orders = turn.legal.map((text) => known.get(text));
	const sites = new Map();
	for (const order of orders) {
		const key = provinceOf(order.from);
		if (key === null)
			continue;
		if (!sites.has(key))
			sites.set(key, {key, type: order.type, place: order.from, orders: []});
		sites.get(key).orders.push(order);
	}
	return {phase: turn.phase, turn: nameTurn(turn.phase, orders), due: turn.due, orders, sites,
		waive: orders.some((order) => order.kind === WAIVE)};
}

/* ── the orders given: texts, one for each site; waives beside them ── */

/* Whether another order of another site may be given. */
export function hasRoom(book, given) {
	return given.length < book.due;
}

function siteOf(text) {
	const order = readOrder(text);
	return order ? provinceOf(order.from) : null;
}

export function givenAt(given, key) {
	return given.find((text) => siteOf(text) === key) || null;
}

/* The orders with this one in place of what its site had. Too many: null. */
export function give(book, given, text) {
	const key = siteOf(text);
	const at = key === null ? -1 : given.findIndex((other) => siteOf(other) === key);
	if (at >= 0)
		return given.map((other, i) => i === at ? text : other);
	return hasRoom(book, given) ? [...given, text] : null;
}

export function clear(given, key) {
	return given.filter((text) => siteOf(text) !== key);
}

/* Sites that still need an order, in the sequence of the book. In winter any site may do: those that have none, while
 * something is due. */
export function sitesWithout(book, given) {
	const open = [...book.sites.keys()].filter((key) => givenAt(given, key) === null);
	return book.turn === "moves" || book.turn === "retreats" || hasRoom(book, given) ? open : [];
}

/* Only orders of this turn; what is left of another phase goes. */
export function onlyLegal(book, given) {
	const legal = new Set(book.orders.map((order) => order.text));
	const texts = given.filter((text) => legal.has(text));
	return texts.filter((text, i) => text === "waive" || texts.indexOf(text) === i).slice(0, book.due);
}

/* ── text as people type it ── */

/* The orders of a text that was typed or pasted, separated by lines, commas or semicolons. */
export function splitText(text) {
	return text.split(/[\n,;]+/).map((line) => line.trim().replace(/\.$/, "")).filter((line) => line !== "");
}
