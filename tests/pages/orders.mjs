// orders.mjs FOLDER TURNS AREAS MODULE: what the scripts of the table make of turns. FOLDER has them; TURNS is a JSON array of
// turns as web.turn has them; AREAS a JSON array of [code, name]; MODULE is lib. Fails at the first thing that is wrong.
//
// For every turn: each legal order is what its text says, can be typed in several ways, and pointed out step by step; and whatever is pointed
// out, step by step, ends in a legal order of the unit that was chosen.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {pathToFileURL} from "node:url";

const [folder, turnsFile, areasFile, moduleFile] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/${name}`));
const orders = await load("orders.js"), draft = await load("draft.js"), keys = await load("keys.js");
const {start} = await load("engine.js"), {readOrders} = await load("reader.js");
const {openLink} = await load("link.js");
const engine = await start(await WebAssembly.compile(readFileSync(moduleFile)), "standard", "standard"), atlas = engine.ask("map");
const turns = JSON.parse(readFileSync(turnsFile)), areas = JSON.parse(readFileSync(areasFile));
const nameOf = new Map(areas);

/* An order is of the unit, the kind and the unit helped that were pointed out before. */
function checkOrder(book, now, text) {
	const order = orders.readOrder(text), kinds = {sea: "move", army: "build", fleet: "build"};
	assert.ok(now.site === null || now.site === orders.provinceOf(order.from), `${text} of ${now.site}`);
	assert.ok(now.kind === null || order.kind === (kinds[now.kind] || now.kind), `${text} as ${now.kind}`);
	assert.ok(now.whom === null || now.whom === orders.provinceOf(order.aux), `${text} for ${now.whom}`);
	return text;
}

/* Everything that pointing leads to from a draft: texts of orders. */
function pointAll(book, from, given) {
	const found = new Set(), seen = new Set(), open = [from];
	while (open.length > 0) {
		const now = open.pop(), key = JSON.stringify([now.site, now.kind, now.whom, (now.which || []).map((order) => order.text)]);
		if (seen.has(key))
			continue;
		seen.add(key);
		const has = now.site !== null && given.includes(now.site);
		const lit = draft.litBy(book, now), answers = [];
		for (const place of lit) {
			const answer = draft.choosePlace(book, now, place, has);
			assert.ok(answer, `${place} is lit and means nothing in ${key}`);
			answers.push(answer);
		}
		for (const place of nameOf.keys())
			if (!lit.has(place) && place !== now.site)
				assert.equal(draft.choosePlace(book, now, place, has), null, `${place} is dark and means something in ${key}`);
		for (const order of now.which || [])
			answers.push(draft.chooseWhich(now, order.text));
		for (const {order} of answers)
			if (order !== null)
				checkOrder(book, now, order);
		for (const {kind} of draft.kindsOf(book, now)) {
			answers.push(draft.chooseKind(book, now, kind));
			if (answers.at(-1).order !== null)
				checkOrder(book, {...now, kind, whom: null}, answers.at(-1).order);
		}
		for (const {order, draft: next} of answers)
			if (order !== null)
				found.add(order);
			else
				open.push(next);
	}
	return found;
}

function sayAloud(text) {
	return text.replace(/\b[a-z]{3}\b(?!\/)/g, (code) => nameOf.get(code) || code)
		.replace(/ S /, " supports ").replace(/ C /, " convoys ").replace(/ - /, " to ").replace(/ H$/, " holds").replace(/ R /, " retreats ");
}

/* "Spain (north coast)" of spa/nc, as pages show it. */
function sayCoasts(text) {
	const words = {n: "north", s: "south", e: "east", w: "west"};
	return text.replace(/\b([a-z]{3})\/(.)c/g, (place, code, letter) => `${nameOf.get(code)} (${words[letter]} coast)`);
}

/* The text of an order by its parts. */
function print({kind, type, from, to, aux, auxType, via}) {
	const unit = `${type} ${from}`, other = `${auxType} ${aux}`, whither = to === null ? "" : ` - ${to}`;
	return {waive: "waive", build: `build ${unit}`, hold: `${unit} H`, disband: `${unit} D`, retreat: `${unit} R ${to}`,
		move: unit + whither + (via ? " via" : ""), support: `${unit} S ${other}${whither}`, convoy: `${unit} C ${other}${whither}`}[kind];
}

function checkTurn(turn) {
	const book = orders.openBook(atlas, turn), about = `${turn.phase} ${turn.power}`;
	assert.deepEqual(book.orders.map(print), turn.legal, about);
	for (const text of turn.legal)
		for (const typed of [text, text.toUpperCase(), text.replaceAll(" - ", "-"), text.replace(/\/(..)/g, "($1)"),
			text.replace(/\/(.)./g, "($1)"), sayCoasts(text), sayAloud(text)])
			assert.deepEqual(readOrders(engine, `phase ${turn.phase}`, turn.power, book, [typed]), [{text, problem: null}], `${about}: ${typed}`);
	const found = pointAll(book, draft.NOTHING, []);
	assert.deepEqual([...found].sort(), turn.legal.filter((text) => text !== "waive").sort(), `${about}: what pointing leads to`);
	for (const site of book.sites.keys()) /* a unit with an order: a stray tap changes nothing */
		for (const from of [draft.NOTHING, {...draft.NOTHING, site}])
			assert.equal(draft.choosePlace(book, from, site, true).order, null, `${about}: ${site} has an order`);
	checkGiving(book, turn);
}

/* Orders given one after the other: one a site, never more than are due. */
function checkGiving(book, turn) {
	let given = [];
	for (const text of turn.legal) {
		const next = orders.give(book, given, text);
		assert.ok(next !== null || given.length === turn.due, text);
		given = next || given;
		assert.ok(given.length <= turn.due);
		assert.equal(new Set(given.filter((one) => one !== "waive").map((one) => orders.readOrder(one).from)).size,
			given.filter((one) => one !== "waive").length, `two orders for a place: ${given}`);
	}
	assert.deepEqual(orders.onlyLegal(book, [...given, "A par - lon", "x"]), given);
	if (book.turn === "moves")
		assert.deepEqual(orders.sitesWithout(book, given), []);
	for (const site of book.sites.keys())
		given = orders.clear(given, site);
	assert.deepEqual(given.filter((text) => text !== "waive"), []);
}

/* ── keys ── */

/* What is called by the letters of a text, which come soon one after the other. kinds: letters that mean one at first. */
function typeKeys(text, kinds, could) {
	const board = new EventTarget(), called = [];
	let open = true;
	keys.listenToKeys(board, {
		name: (code) => called.push(code), spell() {},
		letter(letter) {
			if (!open || !kinds.includes(letter))
				return null;
			open = false;
			called.push(letter.toUpperCase());
			return {could: new Set(could), revert() { called.pop(); open = true; }};
		},
	});
	for (const key of text)
		board.dispatchEvent(Object.assign(new Event("keydown"), {key}));
	return called.join(" ");
}

for (const code of nameOf.keys()) { /* each province can be typed as a target, also where its letter names a kind */
	assert.equal(typeKeys(code, "mhscv", nameOf.keys()), code);
	assert.equal(typeKeys("m" + code, "mhscv", [code]), `M ${code}`);
	assert.equal(typeKeys("s" + code, "mhscv", [code]), `S ${code}`);
}
assert.equal(typeKeys("hedi", "mhscv", ["edi", "hol"]), "H edi");
assert.equal(typeKeys("mun", "mhscv", ["bur"]), "M"); /* it cannot be chosen */

/* ── requests ── */

/* Sends orders to a server that answers so. */
const ask = (answer) => {
	globalThis.fetch = async () => answer;
	return openLink("key").post("/seat/orders", {});
};

/* An answer that was cut off is none: the orders are sent again. */
await assert.rejects(ask(new Response('{"orders":[')), {status: 0, passes: true});
await assert.rejects(ask(Response.json({problem: "too late"})),
	{status: 409, passes: false, message: "Too late."});
await assert.rejects(ask(new Response("<h1>busy</h1>", {status: 503})), {status: 503, passes: true});
assert.deepEqual(await ask(Response.json({problem: null})), {problem: null});

assert.equal(orders.readOrder("A par ? bur"), null);
assert.deepEqual(orders.splitText(" a - b\n\nc - d; e h, "), ["a - b", "c - d", "e h"]);
turns.forEach(checkTurn);
const kinds = new Set(turns.map((turn) => orders.openBook(atlas, turn).turn));
console.log(`${turns.length} turns, ${turns.reduce((sum, turn) => sum + turn.legal.length, 0)} orders: ${[...kinds].sort().join(" ")}`);
