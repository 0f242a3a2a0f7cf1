/* orders: what a seat may order in a phase, and the usual notation. The only source is what the database lists as legal
 * (web.turn); nothing here knows a rule of the game. No page is needed.
 *
 * An order is {text, kind, type, from, to, aux, auxType, via}: text is its one form (lib/board/order.h), from, to and aux are
 * places: "par", "spa/nc". A book has the orders of a turn by the province that a player points at. */

/* The forms in which the database prints orders. */
const FORMS = [
	["waive", /^waive$/],
	["build", /^build (?<type>[AF]) (?<from>\S+)$/],
	["hold", /^(?<type>[AF]) (?<from>\S+) H$/],
	["disband", /^(?<type>[AF]) (?<from>\S+) D$/],
	["move", /^(?<type>[AF]) (?<from>\S+) - (?<to>\S+?)(?<via> via)?$/],
	["retreat", /^(?<type>[AF]) (?<from>\S+) R (?<to>\S+)$/],
	["support", /^(?<type>[AF]) (?<from>\S+) S (?<auxType>[AF]) (?<aux>\S+?)(?: - (?<to>\S+))?$/],
	["convoy", /^(?<type>F) (?<from>\S+) C (?<auxType>A) (?<aux>\S+) - (?<to>\S+)$/],
];

/* null: it is in no such form. */
export function readOrder(text) {
	for (const [kind, form] of FORMS) {
		const found = form.exec(text);
		if (found) {
			const {type = null, from = null, to = null, aux = null, auxType = null, via} = found.groups || {};
			return {text, kind, type, from, to, aux, auxType, via: Boolean(via)};
		}
	}
	return null;
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

/* The book of a turn: sites has an entry for each unit that may be ordered, and for each place to build in. */
export function openBook(turn) {
	const orders = turn.legal.map(readOrder).filter((order) => order !== null);
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
		waive: orders.some((order) => order.kind === "waive")};
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

const WORDS = {army: "A", fleet: "F", hold: "H", holds: "H", support: "S", supports: "S", convoy: "C", convoys: "C",
	retreat: "R", retreats: "R", disband: "D", disbands: "D", remove: "D", removes: "D", build: "B", builds: "B",
	move: "-", moves: "-", to: "-", via: "V", waive: "W", a: "A", f: "F", h: "H", s: "S", c: "C", r: "R", d: "D", b: "B"};
const COAST = /\(([a-z]{1,2})\)/g;

/* Names of provinces become codes first, the longest first. names: Map of names in small letters to codes. */
function useCodes(text, names) {
	for (const [name, code] of names)
		text = text.replaceAll(name, ` ${code} `);
	return text;
}

/* Symbols and places of a text, with all that means nothing left out: "A MUN S RUH-BUR" is S mun ruh bur, "build F
 * stp(sc)" is B stp/sc. Types count only where a build needs one. */
function outline(text, names) {
	const plain = useCodes(text.toLowerCase(), names).replace(COAST, "/$1").replace(/\s*\/\s*/g, "/").replace(/\/([nsew])(?![a-z])/g, "/$1c");
	const words = plain.replace(/[-–—=>→]+/g, " - ").split(/[\s.,;:]+/).filter((word) => word !== "");
	const symbols = words.map((word) => WORDS[word] || word);
	const places = symbols.filter((word) => /^[a-z]/.test(word));
	const sign = ["W", "B", "C", "S", "R", "D", "-", "H"].find((symbol) => symbols.includes(symbol)) || (places.length === 2 ? "-" : "H");
	const type = symbols.find((word) => word === "A" || word === "F") || "";
	return {sign, places, via: symbols.includes("V"), type: sign === "B" ? type : ""};
}

const SIGNS = {waive: "W", build: "B", hold: "H", disband: "D", move: "-", retreat: "R", support: "S", convoy: "C"};

function fits(order, wanted) {
	const places = [order.from, order.aux, order.to].filter((place) => place !== null);
	const retreats = order.kind === "retreat" && wanted.sign === "-";
	return (SIGNS[order.kind] === wanted.sign || retreats) && places.length === wanted.places.length &&
		(wanted.type === "" || order.type === wanted.type) &&
		places.every((place, i) => place === wanted.places[i] || provinceOf(place) === wanted.places[i]);
}

/* The legal order that a text names; null: none, or it names several. names: as atlas.names. */
export function findOrder(book, text, names) {
	const wanted = outline(text, names);
	const found = book.orders.filter((order) => fits(order, wanted));
	const exact = found.filter((order) => order.via === wanted.via);
	const one = exact.length > 0 ? exact : found;
	return one.length === 1 ? one[0] : null;
}

/* The orders of a text that was typed or pasted: a line each, or with commas or semicolons between. */
export function splitText(text) {
	return text.split(/[\n,;]+/).map((line) => line.trim()).filter((line) => line !== "");
}
