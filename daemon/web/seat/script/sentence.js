/* sentence: what the line below the board says, and which buttons stand beside it: the order so far, and what may follow.
 * Pure; table.js has the elements. */
import {listWords, namePlace, namePower, sayOrder} from "./atlas.js";
import {candidates, litBy, stepOf} from "./draft.js";
import {convoyOf, otherConvoys} from "./convoy.js";
import {givenAt, hasRoom, provinceOf, readOrder, sitesWithout} from "./orders.js";

const CALLED = {moves: "unit", retreats: "dislodged unit", builds: "home centre", removals: "unit"};

/* "A Munich"; of a place to build in: "Paris". */
export function nameSite(atlas, book, key) {
	const site = book.sites.get(key);
	return book.turn === "builds" ? namePlace(atlas, key) : `${site.type}\u00a0${namePlace(atlas, site.place)}`;
}

const FAILS = {moves: "will hold", retreats: "will be disbanded"}; /* units without an order */
const NAMED = 3; /* the most units without an order that are named */

function countMissing(book, given) {
	return book.due - given.length;
}

function sayWinter(book, given) {
	const one = book.turn === "builds" ? "build" : "removal", due = book.due === 1 ? `1 ${one} is due` : `${book.due} ${one}s are due`;
	if (given.length === 0)
		return `${due}.`;
	return given.length < book.due ? `${given.length} of ${book.due} ${one}s chosen.` : book.due === 1 ? `The ${one} is chosen.` : `All ${book.due} ${one}s are chosen.`;
}

/* "2 of 3 units have orders; A Tyrolia will hold." */
function sayProgress(atlas, book, given) {
	if (book.turn === "builds" || book.turn === "removals")
		return sayWinter(book, given);
	if (countMissing(book, given) === 0)
		return book.due === 1 ? "The unit has its order." : `All ${book.due} units have orders.`;
	const names = sitesWithout(book, given).map((key) => nameSite(atlas, book, key));
	const fails = FAILS[book.turn], few = names.length <= NAMED;
	if (book.due === 1)
		return `${names[0]} has no order and ${fails}.`;
	if (given.length === 0)
		return `No unit has an order yet; ${few ? listWords(names) : "all"} ${fails}.`;
	const rest = few ? listWords(names) : names.length;
	return `${given.length} of ${book.due} units have orders; ${rest} ${fails}.`;
}

/* The words on the button that hands the orders in. doubted: the player
 * was asked whether no order is meant. */
export function sayReady(book, given, doubted) {
	if (doubted)
		return "Ready, with no orders at all";
	const missing = countMissing(book, given);
	if (missing === 0)
		return "Ready";
	return {moves: `Ready, ${missing} hold${missing === 1 ? "s" : ""}`, retreats: `Ready, ${missing} disbanded`,
		builds: `Ready, ${missing} waived`, removals: `Ready, ${missing} left to the rules`}[book.turn];
}

function sayWhich(atlas, draft) {
	return draft.which.some((order) => order.via) && draft.which.some((order) => !order.via) && draft.which[0].kind === "move"
		? "By land, or by sea?" : `To which coast of ${namePlace(atlas, provinceOf(draft.which[0].to || draft.which[0].from))}?`;
}

/* An order as a sentence of its own. */
export function sayWhole(atlas, text) {
	const said = sayOrder(atlas, readOrder(text));
	return `${said[0].toUpperCase()}${said.slice(1)}.`;
}

/* The order so far: "A Munich supports A Ruhr to …" done: what one does once all have orders. */
export function saySentence(atlas, book, draft, given, done = "Press Ready when you are done.") {
	const step = stepOf(book, draft);
	if (step === "site") {
		const progress = sayProgress(atlas, book, given);
		return countMissing(book, given) > 0 ? `${progress} Choose a ${CALLED[book.turn]}.` : `${progress} ${done}`;
	}
	const name = nameSite(atlas, book, draft.site), has = givenAt(given, draft.site);
	if (step === "which")
		return `${name}: ${sayWhich(atlas, draft)}`;
	if (step === "kind" && has)
		return `${sayWhole(atlas, has)} Choose another order, or clear it.`;
	if (step === "kind")
		return {moves: `${name} moves to … (or choose what it does)`, retreats: `${name} retreats to …`,
			builds: `${name}: an army, or a fleet?`, removals: `${name}: remove it?`}[book.turn];
	if (step === "whom")
		return draft.kind === "support" ? `${name} supports … Choose the unit that gets the support.` : `${name} convoys … Choose the army.`;
	const one = candidates(book, draft)[0];
	if (draft.kind === "support")
		return `${name} supports ${one.auxType} ${namePlace(atlas, one.aux)} to … Choose where` +
			(canHold(book, draft) ? "; the unit itself: to hold." : ".");
	if (draft.kind === "convoy")
		return `${name} convoys A ${namePlace(atlas, one.aux)} to …`;
	return `${name} ${draft.kind === "retreat" ? "retreats" : "moves"} to …${draft.kind === "sea" ? " by sea" : ""}`;
}

/* Whether the draft can become a support to hold. */
function canHold(book, draft) {
	return draft.kind === "support" && draft.whom !== null && litBy(book, draft).has(draft.whom);
}

/* ── buttons ── */

/* The places that may follow, by name: {key, label, first}. first: as that unit is ordered already. */
export function targetsOf(atlas, book, draft, given) {
	const step = stepOf(book, draft);
	if (step === "which")
		return [];
	if (step === "site")
		return sitesWithout(book, given).map((key) => ({key, label: nameSite(atlas, book, key), first: false}));
	const left = candidates(book, draft);
	const ordered = draft.whom === null ? null : readOrder(givenAt(given, draft.whom) || "");
	return [...litBy(book, draft)].map((key) => {
		const order = left.find((one) => provinceOf(one.to || one.aux || one.from) === key) || left.find((one) => provinceOf(one.aux) === key);
		if (step === "whom")
			return {key, label: `${order.auxType} ${namePlace(atlas, order.aux)}`, first: false};
		const holds = draft.whom === key;
		const same = ordered !== null && (holds ? ordered.kind !== "move" : ordered.kind === "move" && provinceOf(ordered.to) === key);
		const label = holds ? "to hold" : namePlace(atlas, key);
		return {key, label: same ? `${label}, as ordered` : label, first: same};
	}).sort((one, other) => other.first - one.first || (other.key === draft.whom) - (one.key === draft.whom) ||
		one.label.localeCompare(other.label));
}

/* The answers to the last question. holds: the province to point at. */
export function answersOf(atlas, book, draft) {
	if (!draft.which)
		return canHold(book, draft) ? [{holds: draft.whom, label: "to hold"}] : [];
	const sea = draft.which.some((order) => order.via) && draft.which.some((order) => !order.via);
	return draft.which.map((order) => {
		const place = order.to || order.from;
		const coast = namePlace(atlas, place).replace(/^.*\((.*)\)$/, "$1");
		return {text: order.text, label: sea && order.kind === "move" ? (order.via ? "By sea" : "By land")
			: place.includes("/") ? coast : "either coast", key: sea ? (order.via ? "v" : "m") : null};
	});
}

/* Orders to offer beside one that was just given: the shortest chain of fleets that would convoy it, then other fleets. An offer is
 * {texts, label}. */
export function offersFor(atlas, book, given, units, text) {
	const convoy = convoyOf(atlas, book, given, units, text);
	if (convoy === null || convoy.complete)
		return [];
	const chain = convoy.missing.length === 0 ? [] : [{texts: convoy.missing,
		label: `${listWords(convoy.missing.map((one) => "F " + namePlace(atlas, readOrder(one).from)))} convoy${convoy.missing.length === 1 ? "s" : ""} it`}];
	return [...chain, ...otherConvoys(book, given, text, convoy.missing)
		.map((order) => ({texts: [order.text], label: `F ${namePlace(atlas, order.from)} convoys it`}))];
}

/* Whether an army that moves by sea has its fleets: a few words; "": it is no such move. */
export function sayConvoy(atlas, book, given, units, text) {
	const convoy = text === null ? null : convoyOf(atlas, book, given, units, text);
	if (convoy === null)
		return "";
	if (convoy.complete)
		return "\u2713 convoy complete";
	const own = convoy.missing.map((one) => namePlace(atlas, readOrder(one).from));
	const others = convoy.others.map((code) => `${namePower(units.get(code).power)}'s F ${namePlace(atlas, code)}`);
	return convoy.chain.length === 0 ? "no fleets convoy it" : `needs ${listWords([...own, ...others])}`;
}

/* ── why not ── */

/* Why a province cannot be chosen now. units: by province, {power, type, place}. */
export function sayWhyNot(atlas, book, draft, key, units, power) {
	const province = atlas.provinces[atlas.index.get(key)], name = province.name, unit = units.get(key);
	const step = stepOf(book, draft);
	if (step === "site") {
		if (book.turn === "builds")
			return unit ? `${name} is taken: a unit stands there.` : `Nothing can be built in ${name}: only in free home centres of yours.`;
		if (book.turn === "retreats")
			return unit && unit.power === power ? `${unit.type} ${name} was not dislodged.` : `No dislodged unit of yours is in ${name}.`;
		return unit ? `${unit.type} ${name} is ${namePower(unit.power)}'s.` : `No unit stands in ${name}.`;
	}
	const site = book.sites.get(draft.site), self = nameSite(atlas, book, draft.site);
	if (step === "which")
		return "Answer the question first, or press Escape.";
	if (book.turn === "builds" || book.turn === "removals")
		return `${name} is another place. Finish ${self} first, or press Escape.`;
	if (step === "whom")
		return !unit ? `No unit stands in ${name}.` : draft.kind === "convoy" && unit.type === "F" ? "Only armies are convoyed."
			: `${self} cannot ${draft.kind} ${unit.type} ${name}.`;
	if (site.type === "A" && province.kind === "sea")
		return "An army cannot enter a sea.";
	if (site.type === "F" && province.kind === "land" && draft.kind !== "convoy")
		return `A fleet cannot go to ${name}: it has no coast.`;
	if (draft.kind === "support" || draft.kind === "convoy")
		return `${self} cannot ${draft.kind === "support" ? "give support" : "convoy"} to ${name}.`;
	if (book.turn === "retreats")
		return `${self} cannot retreat to ${name}.`;
	return `${self} cannot reach ${name}${site.type === "A" && province.kind === "coast" ? ": no border, no chain of fleets" : ""}.`;
}
