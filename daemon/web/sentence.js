/* sentence: what the line below the board says, and which buttons stand beside it: the order so far, and what may follow.
 * Pure; table.js has the elements. */
import {listWords, namePlace, namePower, sayDeed, sayOrder} from "./atlas.js";
import {candidates, kindsOf, litBy, stepOf} from "./draft.js";
import {convoysFor, givenAt, hasRoom, provinceOf, readOrder, sitesWithout} from "./orders.js";

const CALLED = {moves: "unit", retreats: "dislodged unit", builds: "home centre", removals: "unit"};

/* "A Munich"; of a place to build in: "Paris". */
export function nameSite(atlas, book, key) {
	const site = book.sites.get(key);
	return book.turn === "builds" ? namePlace(atlas, key) : `${site.type} ${namePlace(atlas, site.place)}`;
}

/* What becomes of a unit without an order. */
const FAILS = {moves: ["will hold", "hold"], retreats: ["is disbanded", "are disbanded"]};

function countMissing(book, given) {
	return book.due - given.length;
}

/* "All 3 units have orders." */
export function sayProgress(atlas, book, given) {
	const missing = countMissing(book, given);
	if (book.turn === "builds" || book.turn === "removals") {
		const what = book.turn === "builds" ? "build" : "removal";
		return missing === 0 ? `All ${book.due} ${what}s are chosen.`.replace("All 1 builds are", "The build is").replace("All 1 removals are", "The removal is")
			: `${given.length} of ${book.due} ${what}${book.due === 1 ? "" : "s"} chosen.`;
	}
	if (missing === 0)
		return book.due === 1 ? "The unit has its order." : `All ${book.due} units have orders.`;
	const open = sitesWithout(book, given);
	const [one, several] = FAILS[book.turn];
	const rest = open.length === 1 ? `${nameSite(atlas, book, open[0])} ${one}`
		: open.length <= 3 ? `${listWords(open.map((key) => nameSite(atlas, book, key)))} ${several === "hold" ? "will hold" : several}`
		: `${open.length} ${several === "hold" ? "will hold" : several}`;
	return `${given.length} of ${book.due} units have orders; ${rest}.`;
}

/* The words on the button that hands the orders in. */
export function sayReady(book, given) {
	const missing = countMissing(book, given);
	if (missing === 0)
		return "Ready";
	return {moves: `Ready, ${missing} hold${missing === 1 ? "s" : ""}`, retreats: `Ready, ${missing} disbanded`,
		builds: `Ready, ${missing} waived`, removals: `Ready, ${missing} left to chance`}[book.turn].replace("left to chance", "left to the rules");
}

function sayWhich(atlas, draft) {
	return draft.which.some((order) => order.via) && draft.which.some((order) => !order.via) && draft.which[0].kind === "move"
		? "By land, or by sea?" : `To which coast of ${namePlace(atlas, provinceOf(draft.which[0].to || draft.which[0].from))}?`;
}

/* The order so far: "A Munich supports A Ruhr to …" */
export function saySentence(atlas, book, draft, given) {
	const step = stepOf(book, draft);
	if (step === "site") {
		const progress = sayProgress(atlas, book, given);
		return countMissing(book, given) > 0 ? `${progress} Choose a ${CALLED[book.turn]}.` : `${progress} Press Ready, or change them.`;
	}
	const name = nameSite(atlas, book, draft.site), has = givenAt(given, draft.site);
	if (step === "which")
		return `${name}: ${sayWhich(atlas, draft)}`;
	if (step === "kind" && has)
		return `${sayOrder(atlas, readOrder(has))[0].toUpperCase()}${sayOrder(atlas, readOrder(has)).slice(1)}. Choose another order, or clear it.`;
	if (step === "kind")
		return {moves: `${name} moves to … (or choose what it does)`, retreats: `${name} retreats to …`,
			builds: `${name}: an army, or a fleet?`, removals: `${name}: remove it?`}[book.turn];
	if (step === "whom")
		return draft.kind === "support" ? `${name} supports … Choose the unit that gets the support.` : `${name} convoys … Choose the army.`;
	const one = candidates(book, draft)[0];
	if (draft.kind === "support")
		return `${name} supports ${one.auxType} ${namePlace(atlas, one.aux)} to … Choose where; the unit itself: to hold.`;
	if (draft.kind === "convoy")
		return `${name} convoys A ${namePlace(atlas, one.aux)} to …`;
	return `${name} ${draft.kind === "retreat" ? "retreats" : "moves"} to …${draft.kind === "sea" ? " by sea" : ""}`;
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
	}).sort((one, other) => other.first - one.first || one.label.localeCompare(other.label));
}

/* The answers to the last question. */
export function answersOf(atlas, draft) {
	if (!draft.which)
		return [];
	const sea = draft.which.some((order) => order.via) && draft.which.some((order) => !order.via);
	return draft.which.map((order) => {
		const place = order.to || order.from;
		const coast = namePlace(atlas, place).replace(/^.*\((.*)\)$/, "$1");
		return {text: order.text, label: sea && order.kind === "move" ? (order.via ? "By sea" : "By land")
			: place.includes("/") ? coast : "either coast", key: sea ? (order.via ? "v" : "m") : null};
	});
}

export {kindsOf};

/* Orders to offer beside one that was just given: fleets that could convoy it. */
export function offersFor(atlas, book, given, text) {
	return convoysFor(book, given, text).filter((order) => givenAt(given, provinceOf(order.from)) !== null || hasRoom(book, given))
		.map((order) => ({text: order.text, label: `F ${namePlace(atlas, order.from)} convoys it`}));
}

/* ── why not ── */

/* Why a province means nothing now. units: by province, {power, type, place}. */
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
		return `${self} cannot ${draft.kind === "support" ? "give support" : "convoy"} to ${name} there.`.replace(" there", "");
	if (book.turn === "retreats")
		return `${self} cannot retreat to ${name}.`;
	return `${self} cannot reach ${name}${site.type === "A" && province.kind === "coast" ? ": no border, no chain of fleets" : ""}.`;
}

export {sayDeed};
