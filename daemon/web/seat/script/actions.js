/* actions: what a player does to his orders: by pointing, by the list, by text; ready, undo, clear. */
import {NOTHING, back, choosePlace, chooseSite, litBy, stepOf} from "./draft.js";
import {byId, say, small} from "./dom.js";
import {asRefusal} from "./link.js";
import {clear, give, givenAt, splitText} from "./orders.js";
import {complain, isLocked, isResting, note, page, rest, sayClosed} from "./page.js";
import {offersFor, sayConvoy, sayWhole, sayWhyNot} from "./sentence.js";

const AROUND = 70; /* units of the picture around what is zoomed to */
const UNDO = 50; /* changes */

/* ── where one looks ── */

/* Where the unit of a site stands, or would. */
export function placesOf(key) {
	const site = page.book.sites.get(key), spot = page.atlas.places.get(site ? site.place : key) || page.board.spotOf(key);
	return page.book.turn === "retreats" && site ? {x: spot.dx, y: spot.dy, r: 23} : {x: spot.x, y: spot.y};
}

/* On a phone the board zooms to what may be chosen. */
export function lookAt() {
	if (!small.matches)
		return;
	if (page.draft.site === null)
		return page.board.view.showAll();
	page.board.view.showPoints([placesOf(page.draft.site), ...[...litBy(page.book, page.draft)].map(page.board.spotOf)], AROUND);
}

/* Lights what may be chosen, while it may. idle: rings where nothing is chosen yet. */
export function lightBoard(open, idle) {
	const {site, whom, which} = page.draft, chosen = open ? site : null;
	const helped = whom === null ? [] : [{...page.board.spotOf(whom), style: "whom"}];
	const rings = chosen === null ? idle : [{...placesOf(chosen), style: "chosen"}, ...helped];
	const coasts = open && which ? which.map((order) => order.to || order.from) : [];
	page.board.light(open ? litBy(page.book, page.draft) : null, chosen, rings, page.units, coasts);
}

/* ── orders ── */

function put(next) {
	page.given = next;
	page.offers = [];
	page.doubted = false;
	page.echo = null;
	page.problems = new Map();
	page.outbox.put(page.given, false);
}

export function setGiven(next) {
	page.undone = [...page.undone.slice(-UNDO), page.given];
	put(next);
}

/* base: the orders that it comes to. */
export function giveOrder(text, base = page.given) {
	const next = give(page.book, base, text);
	page.draft = NOTHING;
	if (next === null)
		return note(page.book.due === 1 ? "Only one is due. Clear the other first." : `Only ${page.book.due} are due. Clear one first.`);
	setGiven(next);
	offerConvoys(text);
	note(sayWhole(page.atlas, text));
}

function offerConvoys(text) {
	page.offers = offersFor(page.atlas, page.book, page.given, page.units, text).map((offer) => ({...offer, move: text}));
}

/* Gives the orders of fleets that convoy a move. */
export function giveConvoy(texts, move) {
	const next = texts.reduce((all, text) => all && give(page.book, all, text), page.given);
	if (next !== null) {
		setGiven(next);
		offerConvoys(move);
		note(`${texts.map((text) => sayWhole(page.atlas, text)).join(" ")} ${sayConvoy(page.atlas, page.book, page.given, page.units, move)}.`);
	}
	page.render();
}

/* What a step of the draft has led to. */
export function take(answer) {
	page.draft = answer.draft;
	page.offers = [];
	note("");
	if (answer.order !== null)
		giveOrder(answer.order);
	page.render();
	lookAt();
}

/* coast: of the province, where one was pointed at. */
export function point(key, coast = null) {
	if (page.pen)
		return page.pen.point(key);
	page.echo = null;
	if (page.phases.playing)
		page.phases.now();
	if (sayClosed() !== null)
		return note(""), page.render(); /* the sentence says it */
	page.cursor = key;
	const site = page.draft.site === null ? key : page.draft.site;
	const answer = choosePlace(page.book, page.draft, key, givenAt(page.given, site) !== null, coast);
	if (answer !== null)
		return take(answer);
	if (page.book.sites.has(key) && stepOf(page.book, page.draft) === "kind")
		return take(chooseSite(page.book, key, givenAt(page.given, key) !== null));
	page.render();
	note(sayWhyNot(page.atlas, page.book, page.draft, key, page.units, page.state.seat.power));
}

export function change(row, text) {
	if (sayClosed() !== null) {
		note(sayClosed());
		return page.render();
	}
	const winter = page.book.turn === "builds" || page.book.turn === "removals";
	const rest = row.text === null ? page.given : winter ? page.given.filter((other, i) => i !== page.given.indexOf(row.text)) : page.given;
	page.draft = NOTHING;
	if (text !== null) {
		giveOrder(text, rest);
	} else {
		setGiven(winter ? rest : clear(page.given, row.site));
		note(`${row.name} has no order.`);
	}
	page.render();
}

export function clearChosen() {
	if (sayClosed() !== null || page.draft.site === null || givenAt(page.given, page.draft.site) === null)
		return;
	setGiven(clear(page.given, page.draft.site));
	page.draft = NOTHING;
	note("The order is cleared.");
	page.render();
	lookAt();
}

export function undo() {
	if (page.pen)
		return page.pen.undo();
	if (!page.book || isLocked() || page.undone.length === 0)
		return;
	put(page.undone.pop());
	page.draft = NOTHING;
	note("The last change is undone.");
	page.render();
}

export function stepBack() {
	if (page.pen)
		return page.pen.back();
	page.draft = back(page.draft);
	page.offers = [];
	note("");
	page.render();
	lookAt();
}

/* Takes orders as text. What the page finds no order of the book in the server is asked about. What is
 * refused stays in the field. */
export async function giveText(text) {
	if (sayClosed() !== null)
		return say(byId("refused"), sayClosed());
	const {book} = page, field = byId("typed"), lines = splitText(text), unknown = [], refused = [];
	field.value = "";
	const orders = await page.read(lines);
	if (book !== page.book)
		return;
	let next = page.given;
	lines.forEach((line, i) => {
		const more = orders[i] && give(book, next, orders[i]);
		if (orders[i] === null)
			unknown.push(line);
		else if (more === null)
			refused.push({line, problem: "more than are due"});
		else
			next = more;
	});
	page.draft = NOTHING;
	if (next !== page.given)
		setGiven(next);
	if (unknown.length > 0)
		refused.push(...await askAbout(unknown));
	if (refused.length > 0)
		field.value = [...refused.map(({line}) => line), field.value].join("\n").trim();
	say(byId("refused"), refused.map(({line, problem}) => `${line}: ${problem}.`).join("\n"));
	note("");
	page.render();
}

/* Has the server read lines that the page cannot. Returns those that are wrong: {line, problem}; then it stores none. */
async function askAbout(lines) {
	const {book} = page;
	try {
		const asked = {orders: lines, final: false, phase: book.phase};
		const {orders} = await page.link.post("/seat/orders", asked);
		if (book !== page.book)
			return []; /* the phase is over */
		const right = orders.filter((order) => order.problem === null);
		if (right.length > 0)
			setGiven(right.reduce((next, order) => give(page.book, next, order.text) || next, page.given));
		return orders.map(({text, problem}, i) => ({line: lines[i] || text, problem})).filter(({problem}) => problem !== null);
	} catch (fault) {
		const {message} = asRefusal(fault);
		return lines.map((line) => ({line, problem: `this is not an order of yours. ${message}`}));
	}
}

/* Where a phase of the past is shown, Ready only leads back. Without any order it asks first. */
export async function pressReady() {
	if (!page.book || page.sending)
		return;
	if (page.phases.shown !== null) {
		rest(false);
		return page.phases.now();
	}
	if (isResting())
		return;
	rest(true);
	if (!isLocked())
		return handIn();
	await takeBack();
}

function handIn() {
	page.draft = NOTHING;
	if (page.given.length === 0 && !page.doubted) {
		page.doubted = true;
		note("Press Ready again to hand in no orders.");
		return page.render();
	}
	page.doubted = false;
	page.outbox.put(page.given, true);
	page.render();
}

async function takeBack() {
	if (page.outbox.wanted) {
		page.outbox.put(page.given, false);
		return page.render();
	}
	page.sending = true;
	try {
		await page.link.post("/seat/reopen", {phase: page.book.phase});
		note(`Your orders are yours again.${page.state.turn.deadline ? " They count at the deadline." : ""}`);
		page.state.turn.final = false;
	} catch (refusal) {
		complain(refusal);
	}
	page.sending = false;
	page.render();
}
