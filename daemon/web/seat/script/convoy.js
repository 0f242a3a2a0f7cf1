/* convoy: chains of fleets over which an army may go. Pure. A chain is the provinces of its fleets, from the army to its target. */
import {givenAt, hasRoom, provinceOf, readOrder} from "./orders.js";

const FLEET = 100; /* what a fleet costs in the search; another power's costs one more: of equal chains ours is the better one */

/* The shortest chain from one coast to another over seas whose fleets may be used: may(province) returns what it costs more, or
 * null. null: there is none. */
function findChain(atlas, from, to, may) {
	const best = new Map(), done = new Set();
	const near = (code) => atlas.neighbours[atlas.index.get(code)].map((i) => atlas.provinces[i].code);
	const reach = (code, chain, cost) => {
		for (const next of near(code)) {
			const more = atlas.provinces[atlas.index.get(next)].kind === "sea" ? may(next) : null;
			if (more !== null && !(best.get(next)?.cost <= cost + FLEET + more))
				best.set(next, {chain: [...chain, next], cost: cost + FLEET + more});
		}
	};
	reach(from, [], 0);
	for (;;) {
		const open = [...best].filter(([code]) => !done.has(code)).sort(([, one], [, other]) => one.cost - other.cost)[0];
		if (open === undefined)
			return null;
		const [code, {chain, cost}] = open;
		if (near(code).includes(to))
			return chain;
		done.add(code);
		reach(code, chain, cost);
	}
}

/* What a move by sea has and lacks; null: the order is none. chain: the shortest; complete: fleets of ours that are ordered so make
 * one; missing: orders of our fleets in the chain that are not given; others: provinces of the fleets of others in it. */
export function convoyOf(atlas, book, given, units, text) {
	const move = readOrder(text);
	if (move === null || move.kind !== "move" || !move.via)
		return null;
	const from = provinceOf(move.from), to = provinceOf(move.to);
	const helps = new Map(book.orders.filter((order) => order.kind === "convoy" && order.aux === move.from && order.to === move.to)
		.map((order) => [provinceOf(order.from), order.text]));
	const ordered = findChain(atlas, from, to, (code) => given.includes(helps.get(code)) ? 0 : null);
	if (ordered !== null)
		return {chain: ordered, complete: true, missing: [], others: []};
	const chain = findChain(atlas, from, to, (code) => helps.has(code) ? 0 : units.get(code)?.type === "F" && !book.sites.has(code) ? 1 : null) || [];
	return {chain, complete: false, others: chain.filter((code) => !helps.has(code)),
		missing: chain.filter((code) => helps.has(code) && !given.includes(helps.get(code))).map((code) => helps.get(code))};
}

/* Other orders of our fleets that would convoy a move, beside those of its chain. */
export function otherConvoys(book, given, text, chain) {
	const move = readOrder(text);
	return book.orders.filter((order) => order.kind === "convoy" && order.aux === move.from && order.to === move.to &&
		!given.includes(order.text) && !chain.includes(order.text) &&
		(givenAt(given, provinceOf(order.from)) !== null || hasRoom(book, given)));
}
