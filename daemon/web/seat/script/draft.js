/* draft: an order that is entered step by step by pointing: a site, a kind, whom, where, and
 * finally which of several. Pure: each function takes the book (orders.js) and a draft and returns
 * another draft, or the text of an order.
 *
 * A draft is {site, kind, whom, which}: site and whom are provinces; kind is null while the usual
 * one is meant; which are the orders that are left when a place leaves several. */
import {provinceOf} from "./orders.js";

export const NOTHING = {site: null, kind: null, whom: null, which: null};

/* Kinds by turn: the key, the word on the button, and what belongs to it. "sea" is a move that asks for a convoy where
 * land would do, too. */
const KINDS = {
	moves: [
		["move", "m", "Move", (order) => order.kind === "move"],
		["hold", "h", "Hold", (order) => order.kind === "hold"],
		["support", "s", "Support", (order) => order.kind === "support"],
		["convoy", "c", "Convoy", (order) => order.kind === "convoy"],
		["sea", "v", "By sea", (order) => order.kind === "move" && order.via],
	],
	retreats: [
		["retreat", "r", "Retreat", (order) => order.kind === "retreat"],
		["disband", "d", "Disband", (order) => order.kind === "disband"],
	],
	builds: [
		["army", "a", "Army", (order) => order.type === "A"],
		["fleet", "f", "Fleet", (order) => order.type === "F"],
	],
	removals: [["disband", "d", "Remove", (order) => order.kind === "disband"]],
};

function kindOf(book, kind) {
	return KINDS[book.turn].find(([name]) => name === kind);
}

function ordersAt(book, draft) {
	return draft.site === null ? [] : book.sites.get(draft.site).orders;
}

/* What a place alone means, before a kind is chosen. */
function isUsual(order) {
	return order.kind === "move" || order.kind === "retreat";
}

/* The orders that the draft can still become. */
export function candidates(book, draft) {
	if (draft.which)
		return draft.which;
	const kind = draft.kind ? kindOf(book, draft.kind)[3] : isUsual;
	return ordersAt(book, draft).filter((order) => kind(order) &&
		(draft.whom === null || provinceOf(order.aux) === draft.whom));
}

function helps(draft) {
	return draft.kind === "support" || draft.kind === "convoy";
}

/* The kinds that the site has. "By sea" only where an army could go by land and by sea. */
export function kindsOf(book, draft) {
	if (draft.site === null || draft.which)
		return [];
	const orders = ordersAt(book, draft);
	const both = (order) => order.via && orders.some((other) => other.kind === "move" && !other.via && other.to === order.to);
	return KINDS[book.turn]
		.filter(([name, , , has]) => name === "sea" ? orders.some(both) : orders.some(has))
		.map(([kind, key, label]) => ({kind, key, label}));
}

/* What the draft waits for: "site", "kind", "whom", "where", "which". */
export function stepOf(book, draft) {
	if (draft.which)
		return "which";
	if (draft.site === null)
		return "site";
	if (helps(draft) && draft.whom === null)
		return "whom";
	return draft.kind === null ? "kind" : "where";
}

/* The province that a candidate is chosen by: of a support that holds, the unit's own. */
function targetOf(draft, order) {
	if (helps(draft) && draft.whom === null)
		return provinceOf(order.aux);
	return provinceOf(order.to === null ? order.aux || order.from : order.to);
}

/* The provinces that can be chosen now. */
export function litBy(book, draft) {
	if (draft.which)
		return new Set(draft.which.map((order) => provinceOf(order.to || order.from)));
	if (draft.site === null)
		return new Set(book.sites.keys());
	return new Set(candidates(book, draft).map((order) => targetOf(draft, order)));
}

function result(draft, order) {
	return order ? {draft: NOTHING, order: order.text} : {draft, order: null};
}

/* What is left of the candidates: one is the order; several must be asked for. */
function narrow(draft, left) {
	return left.length === 1 ? result(draft, left[0]) : result({...draft, which: left});
}

/* Points at a unit or a place to build in. Where one order only is possible, that is it, unless it has one. */
export function chooseSite(book, key, hasOrder) {
	const draft = {...NOTHING, site: key};
	const orders = book.sites.get(key).orders;
	return result(draft, orders.length === 1 && !hasOrder ? orders[0] : null);
}

export function chooseKind(book, draft, kind) {
	const next = {...draft, kind, whom: null, which: null};
	const left = candidates(book, next);
	if (helps(next) || isUsual(left[0]))
		return result(next);
	return narrow(next, left);
}

/* Of the orders that are left, those of a coast that was pointed at; all, if none is of that
 * coast. */
function atCoast(left, coast) {
	const there = left.filter((order) => coast !== null && (order.to || order.from) === coast);
	return there.length > 0 ? there : left;
}

/* Points at a lit province, or at a coast of it. null: it is not lit. hasOrder: the site has an order already. */
export function choosePlace(book, draft, key, hasOrder, coast = null) {
	if (draft.which) {
		const left = atCoast(draft.which.filter((order) => provinceOf(order.to || order.from) === key), coast);
		return left.length === 1 ? result(draft, left[0]) : left.length > 1 ? result({...draft, which: left}) : null;
	}
	if (draft.site === null)
		return book.sites.has(key) ? chooseSite(book, key, hasOrder) : null;
	const hold = ordersAt(book, draft).find((order) => order.kind === "hold");
	if (draft.kind === null && key === draft.site)
		return hold && !hasOrder ? result(draft, hold) : result(NOTHING);
	const left = candidates(book, draft).filter((order) => targetOf(draft, order) === key);
	if (left.length === 0)
		return null;
	if (helps(draft) && draft.whom === null)
		return result({...draft, whom: key});
	return narrow(draft, atCoast(left, coast));
}

/* One of those that are left. */
export function chooseWhich(draft, text) {
	return result(draft, draft.which.find((order) => order.text === text));
}

/* A step back. */
export function back(draft) {
	if (draft.which)
		return {...draft, which: null, kind: draft.kind === "army" || draft.kind === "fleet" ? null : draft.kind};
	if (draft.whom !== null)
		return {...draft, whom: null};
	if (draft.kind !== null)
		return {...draft, kind: null};
	return NOTHING;
}
