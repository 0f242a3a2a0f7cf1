/* cursor: the province that the keyboard is at, on the board. */
import {namePlace, namePower} from "./atlas.js";
import {choices} from "./choices.js";
import {clearChosen, point, stepBack, take} from "./actions.js";
import {byId, say} from "./dom.js";
import {NOTHING, chooseKind, chooseWhich, kindsOf, litBy} from "./draft.js";
import {listenToKeys} from "./keys.js";
import {sitesWithout} from "./orders.js";
import {isLocked, note, page, sayClosed} from "./page.js";
import {answersOf} from "./sentence.js";

function tellCursor() {
	const unit = page.units.get(page.cursor), lit = page.book && !isLocked() && litBy(page.book, page.draft).has(page.cursor);
	page.board.showCursor(page.cursor);
	say(byId("live"), `${namePlace(page.atlas, page.cursor)}${unit ? `, ${unit.type === "A" ? "army" : "fleet"} of ${namePower(unit.power)}` : ""}${lit ? ", may be chosen" : ""}`);
}

function moveCursor(x, y) {
	const next = page.board.neighbour(page.cursor, x, y);
	if (next !== null)
		page.cursor = next;
	tellCursor();
}

function findCursor() {
	if (page.cursor !== null)
		return;
	page.cursor = page.book ? sitesWithout(page.book, page.given)[0] || [...page.book.sites.keys()][0] || null : null;
	page.cursor = page.cursor || page.atlas.provinces[0].code;
}

function nextSite() {
	if (page.pen || !page.book || sayClosed() !== null)
		return;
	const open = sitesWithout(page.book, page.given), keys = [...page.book.sites.keys()];
	const from = page.draft.site === null ? keys.indexOf(page.cursor) : keys.indexOf(page.draft.site) + 1;
	const next = open.find((key) => keys.indexOf(key) >= from) || open[0];
	if (next === undefined)
		return note("Nothing is left to order.");
	page.cursor = next;
	page.draft = NOTHING;
	point(next);
	tellCursor();
}

/* A letter names a kind, or an answer, while these are open. Returns what keys.js wants. */
function takeLetter(letter) {
	if (page.pen || !page.book || sayClosed() !== null)
		return null;
	const {draft, given, undone} = page;
	const could = new Set([...litBy(page.book, draft), ...page.book.sites.keys()]);
	const answer = answersOf(page.atlas, page.book, page.draft)
		.find(({text, key, label}) => text && (key || label[0]) === letter);
	const kind = page.draft.kind === null ? kindsOf(page.book, page.draft).find(({key}) => key === letter) : undefined;
	if (answer)
		take(chooseWhich(page.draft, answer.text));
	else if (kind)
		take(chooseKind(page.book, page.draft, kind.kind));
	else if (letter === "w" && choices().some(({key}) => key === "waive"))
		choices().find(({key}) => key === "waive").run();
	else
		return null;
	return {could, revert() {
		page.draft = draft;
		if (page.given !== given)
			page.outbox.put(given, false);
		[page.given, page.undone] = [given, undone];
	}};
}

function takeName(code) {
	if (!page.atlas.index.has(code))
		return note(`No province is called ${code}.`);
	page.cursor = code;
	tellCursor();
	point(code);
}

export function zoom(times) {
	if (times === 0)
		page.board.view.showAll();
	else
		page.board.view.zoomBy(times);
}

export function listenToBoard() {
	const element = byId("board");
	listenToKeys(element, {arrow: moveCursor, enter: () => point(page.cursor), back: stepBack, next: nextSite, clear: clearChosen, zoom,
		name: takeName, letter: takeLetter, spell: (letters) => note(letters.toUpperCase() + " …"), past: (by) => page.phases.step(by),
		tool: () => page.tools.forEach(({run}) => run())});
	element.addEventListener("focus", () => {
		findCursor();
		if (element.matches(":focus-visible"))
			tellCursor();
	});
	element.addEventListener("blur", () => page.board.showCursor(null));
}
