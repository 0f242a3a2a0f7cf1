/* page: what the modules of the table share: the state that the server has told, the orders, and what is being pointed out.
 * Only table.js and actions.js change it. */
import {namePhase} from "./atlas.js";
import {byId, say} from "./dom.js";
import {NOTHING} from "./draft.js";
import {asRefusal} from "./link.js";
import {sayState} from "./seats.js";

export const page = {
	/* set once */
	link: null, atlas: null, board: null, list: null, phases: null, host: null, letters: null,
	render: () => {}, /* shows what has changed */
	isTold: () => true, /* whether the words are of what is on the board */
	read: async (lines) => lines.map(() => null), /* the orders of the book that lines mean; null: only the server may know */
	/* of the server */
	state: null, ahead: 0, /* ahead: milliseconds that its clock is */
	picture: null, /* of the phase in play */
	units: new Map(), /* by province: {power, type, place} */
	/* of the turn; book and outbox are null while nothing is asked of us */
	book: null, outbox: null,
	given: [], stored: [], /* orders: as they stand here, and there */
	problems: new Map(), /* by text */
	draft: NOTHING, undone: [], offers: [], hint: null,
	/* of the page */
	pen: null, tools: [], /* what takes all that is pointed at, while it is open; buttons beside those for orders (choices.js) */
	cursor: null, owners: null, sending: false, asking: false, /* asking: for a hint */
	readyFrom: Infinity, /* by performance.now(): from then on Ready hands in; see rest() */
	doubted: false, /* Ready was pressed without any order, and has asked */
	echo: null, /* shapes of the phase before, fainter, until the player does something */
	past: null, /* the phase on the board, where it is over */
};

/* Ready is inactive until the phase in play has been on the board this long, in milliseconds, and
 * this long after each press: the second click of a double click neither submits an unseen phase
 * nor withdraws orders. */
const REST = 750; /* milliseconds: 0.7 s from when a phase is painted, which takes a while */

/* Begins the time in which Ready is inactive. on: the phase in play is on the board; else it may take any time until it is. */
export function rest(on) {
	page.readyFrom = on ? performance.now() + REST : Infinity;
	if (on)
		setTimeout(() => page.render(), REST + 1);
}

export function isResting() {
	return performance.now() < page.readyFrom;
}

export function isLocked() {
	return !page.state.turn || page.state.turn.final || Boolean(page.outbox && page.outbox.wanted && page.outbox.wanted.final);
}

export function note(text) {
	say(byId("note"), text);
}

/* Why no order can be given now; null: orders can be given. */
export function sayClosed() {
	if (page.phases.playing)
		return `Results of ${namePhase(page.phases.shown)}`;
	if (page.phases.shown !== null)
		return "This phase is over. Press Now to return to the game.";
	if (!page.book)
		return sayState(page.state) + ".";
	return isLocked() ? "Your orders are handed in. Take them back to change them." : null;
}

/* Shows what the server has refused. */
export function complain(fault) {
	note(asRefusal(fault).message);
}
