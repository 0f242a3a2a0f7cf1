/* table: where a person plays a seat (table.c). The other modules own a noun each; this one has the page's state and gives
 * everything to everybody. The state comes from the server; the orders that were pointed out go there at once. */
import {namePhase, namePlace, namePower, openAtlas, sayOrder} from "./atlas.js";
import {openBoard} from "./board.js";
import {byId, keep, make, say, setOrRemove, show, wantsStill} from "./dom.js";
import {NOTHING, back, chooseKind, choosePlace, chooseSite, chooseWhich, kindsOf, litBy, stepOf} from "./draft.js";
import {renderEnd} from "./end.js";
import {openHost} from "./host.js";
import {openKeeper} from "./keeper.js";
import {listenToKeys} from "./keys.js";
import {Refusal, fetchPublic, follow, openLink, readSecret} from "./link.js";
import {openList} from "./list.js";
import {clear, findOrder, give, givenAt, hasRoom, onlyLegal, openBook, provinceOf, readOrder, sitesWithout, splitText} from "./orders.js";
import {openPhases} from "./phases.js";
import {renderClock, renderSeats, sayState, sayTitle} from "./seats.js";
import {answersOf, offersFor, sayProgress, sayReady, saySentence, sayWhole, sayWhyNot, targetsOf} from "./sentence.js";
import {sketchOrder} from "./sketch.js";

const small = matchMedia("(max-width: 700px)");
const AROUND = 70; /* units of the picture around what is zoomed to */
const UNDO = 50;
const SOON = 2000; /* milliseconds after which a board is asked for again */

let link, atlas, board, list, phases, host; /* set once */
let state = null; /* of the server */
let book = null, keeper = null; /* of the turn; null: nothing is asked of us */
let given = [], stored = [], problems = new Map(); /* orders */
let draft = NOTHING, undone = [], offers = [], hint = null;
let picture = null; /* of the phase in play */
let units = new Map(); /* by province: {power, type, place} */
let ahead = 0, cursor = null, owners = null, sending = false;
let left = null; /* had the focus when it was hidden */

/* ── what may be done now ── */

function isLocked() {
	return !state.turn || state.turn.final || Boolean(keeper && keeper.wanted && keeper.wanted.final);
}

function note(text) {
	say(byId("note"), text);
}

/* Why no order can be given now; null: one can. */
function sayClosed() {
	if (phases.playing)
		return `What became of the orders of ${namePhase(phases.shown).replace(",", ":")}`;
	if (phases.shown !== null)
		return "You look at a phase that is over. Press Now to go on.";
	if (!book)
		return sayState(state) + ".";
	return isLocked() ? "Your orders are handed in. Take them back to change them." : null;
}

/* ── orders ── */

function setGiven(next) {
	undone = [...undone.slice(-UNDO), given];
	given = next;
	problems = new Map();
	keeper.put(given, false);
}

/* base: the orders that it comes to. */
function giveOrder(text, base = given) {
	const next = give(book, base, text);
	draft = NOTHING;
	offers = [];
	if (next === null)
		return note(book.due === 1 ? "Only one is due. Clear the other first." : `Only ${book.due} are due. Clear one first.`);
	setGiven(next);
	offers = offersFor(atlas, book, given, text);
	note(sayWhole(atlas, text));
}

/* What a step of the draft has led to. */
function take(answer) {
	draft = answer.draft;
	offers = [];
	note("");
	if (answer.order !== null)
		giveOrder(answer.order);
	render();
	lookAt();
}

function point(key) {
	if (phases.playing)
		phases.now();
	if (sayClosed() !== null)
		return note(""); /* the sentence says it */
	cursor = key;
	const site = draft.site === null ? key : draft.site;
	const answer = choosePlace(book, draft, key, givenAt(given, site) !== null);
	if (answer !== null)
		return take(answer);
	if (book.sites.has(key) && stepOf(book, draft) === "kind")
		return take(chooseSite(book, key, givenAt(given, key) !== null));
	note(sayWhyNot(atlas, book, draft, key, units, state.seat.power));
}

function change(row, text) {
	if (sayClosed() !== null) {
		note(sayClosed());
		return render();
	}
	const winter = book.turn === "builds" || book.turn === "removals";
	const rest = row.text === null ? given : winter ? given.filter((other, i) => i !== given.indexOf(row.text)) : given;
	draft = NOTHING;
	if (text !== null) {
		giveOrder(text, rest);
	} else {
		setGiven(winter ? rest : clear(given, row.site));
		note(`${row.name} has no order.`);
	}
	render();
}

function clearChosen() {
	if (sayClosed() !== null || draft.site === null || givenAt(given, draft.site) === null)
		return;
	setGiven(clear(given, draft.site));
	draft = NOTHING;
	note("The order is cleared.");
	render();
	lookAt();
}

function undo() {
	if (!book || isLocked() || undone.length === 0)
		return;
	given = undone.pop();
	draft = NOTHING;
	keeper.put(given, false);
	note("The last change is undone.");
	render();
}

function stepBack() {
	draft = back(draft);
	offers = [];
	note("");
	render();
	lookAt();
}

/* Takes orders as text. What is no order of the book the server is asked about: it says what is wrong. */
async function giveText(text) {
	if (sayClosed() !== null)
		return note(sayClosed());
	const unknown = [], said = [];
	let next = given;
	for (const line of splitText(text)) {
		const order = findOrder(book, line, atlas.names), more = order && give(book, next, order.text);
		if (order && more)
			next = more;
		else if (order)
			said.push(`${line}: more than are due.`);
		else
			unknown.push(line);
	}
	byId("typed").value = "";
	draft = NOTHING;
	if (next !== given)
		setGiven(next);
	if (unknown.length > 0)
		said.push(...await askAbout(unknown));
	if (said.length > 0)
		byId("typed").value ||= unknown.join("\n");
	note(said.length > 0 ? said.join(" ") : sayProgress(atlas, book, given));
	render();
}

/* What the server says of orders that are not in the book. It stores none of them. */
async function askAbout(lines) {
	try {
		const answer = await link.post("/seat/orders", {orders: lines, final: false, phase: book.phase});
		const wrong = answer.orders.filter((order) => order.problem !== null);
		if (wrong.length === 0) /* it has understood them */
			setGiven(answer.orders.reduce((next, order) => give(book, next, order.text) || next, given));
		return answer.orders.map((order, i) => order.problem === null ? "" : `${lines[i] || order.text}: ${order.problem}.`).filter(Boolean);
	} catch (refusal) {
		if (!(refusal instanceof Refusal))
			throw refusal;
		return [`${lines.join(", ")}: this is no order of yours. ${refusal.message}`];
	}
}

async function toggleReady() {
	if (!book || sending || phases.shown !== null && !phases.playing)
		return;
	if (!isLocked()) {
		draft = NOTHING;
		keeper.put(given, true);
		return render();
	}
	if (keeper.wanted) {
		keeper.put(given, false);
		return render();
	}
	sending = true;
	try {
		const {problem} = await link.post("/seat/reopen", {phase: book.phase});
		note(problem || `Your orders are yours again.${state.turn.deadline ? " They count at the deadline." : ""}`);
		if (!problem)
			state.turn.final = false;
	} catch (refusal) {
		if (!(refusal instanceof Refusal))
			throw refusal;
		note(refusal.message);
	}
	sending = false;
	render();
}

/* ── what the server answers ── */

function onStored(answer, wanted) {
	const wrong = answer.orders.filter((order) => order.problem !== null);
	if (wrong.length > 0) {
		problems = new Map(wrong.map((order) => [order.text, order.problem]));
		note(wrong.map((order) => `${order.text || "Orders"}: ${order.problem}.`).join(" "));
	} else {
		stored = wanted.orders;
		state.turn.final = wanted.final;
		state.seat.final = wanted.final;
	}
	if (answer.board)
		setPicture(answer.board, null);
	render();
}

function onFailed(refusal) {
	if (refusal.passes)
		return tellDown(refusal);
	note(refusal.message);
	given = stored;
	render();
}

function setPicture(next, ways) {
	picture = {...next, key: stored.join()};
	if (phases.shown !== null)
		return;
	owners = next.owners;
	board.showPicture(next, ways);
}

/* The phase in play, as the server draws it. */
async function showNow(ways) {
	note("");
	try {
		const wanted = state.tag, next = await link.get("/seat/board");
		if (next !== null && (wanted === state.tag || picture === null))
			setPicture(next, ways);
		render();
	} catch (refusal) {
		if (!(refusal instanceof Refusal))
			throw refusal;
		if (refusal.passes)
			setTimeout(() => { if (phases.shown === null) showNow(null); }, SOON);
	}
}

function openTurn(first) {
	if (keeper)
		keeper.close();
	book = state.turn && state.turn.due > 0 ? openBook(state.turn) : null;
	draft = NOTHING;
	[undone, offers, hint, problems] = [[], [], null, new Map()];
	stored = state.turn && state.turn.submitted || [];
	given = stored;
	keeper = null;
	if (!first)
		note("");
	if (!book)
		return;
	keeper = openKeeper(link, state.seat, state.turn, onStored, onFailed);
	if (keeper.wanted && !state.turn.final) {
		given = onlyLegal(book, keeper.wanted.orders);
		keeper.put(given, keeper.wanted.final);
	} else {
		keeper.drop();
	}
}

/* What another page of this seat has handed in. */
function takeSubmitted() {
	const submitted = state.turn.submitted || [];
	if (keeper.wanted || submitted.join() === stored.join())
		return false;
	stored = submitted;
	given = submitted;
	return true;
}

function readUnits() {
	const board = state.turn ? state.turn.board : [];
	units = new Map(board.map((line) => line.split(" ")).map(([power, type, place]) => [provinceOf(place), {power, type, place}]));
}

async function prepare() {
	const name = encodeURIComponent(state.seat.map);
	const [map, ground] = await Promise.all([fetchPublic(`/m/${name}/map.json`), fetchPublic(`/m/${name}/ground.svg`, "text")]);
	atlas = openAtlas(map);
	board = openBoard(byId("board"), atlas, ground, point, markOrder);
	list = openList(byId("rows"), {change, point: pointRow, choose: (row) => row && row.site && point(row.site)});
	host = openHost(link);
	phases = openPhases({show: showPast, now: showNow});
	listen();
}

async function onState(next) {
	const first = board === undefined;
	const before = state;
	/* the last board of a game that is over is no phase that was played */
	const over = next.seat.state === "finished" && next.phases.at(-1) === next.seat.phase;
	state = over ? {...next, phases: next.phases.slice(0, -1)} : next;
	ahead = Date.parse(state.now) - Date.now();
	show(byId("notice"), false);
	show(byId("table"), true); /* the picture must be shown before its outlines can be asked */
	if (first)
		await prepare();
	const turn = (one) => one && one.turn ? `${one.turn.phase} ${one.turn.due}` : "";
	const fresh = first || turn(before) !== turn(state);
	if (fresh)
		openTurn(first);
	const other = !fresh && book !== null && takeSubmitted();
	readUnits();
	const phaseIsNew = first || before.phases.length !== state.phases.length;
	phases.set(state.seat.game, state.phases, first).catch(complain);
	render();
	if (first || other || fresh && !phaseIsNew || before.seat.state !== state.seat.state && !phases.playing)
		await showNow(null);
}

function complain(refusal) {
	if (!(refusal instanceof Refusal))
		throw refusal;
	note(refusal.message);
}

function tellDown(refusal) {
	if (refusal !== null && !refusal.passes)
		return refuse(refusal);
	show(byId("down"), refusal !== null);
	if (refusal !== null)
		say(byId("down"), `${refusal.message} ${keeper && keeper.wanted ? "Your orders are kept here and sent when it is back." : "This page goes on when it is back."}`);
	document.body.classList.toggle("offline", refusal !== null);
}

/* The link opens nothing, or there is none. */
function refuse(refusal) {
	show(byId("table"), false);
	show(byId("notice"), true);
	if (keeper)
		keeper.close();
	const closed = refusal.status === 403 || refusal.status === 401;
	say(byId("wrong"), closed ? "This link opens no seat: it was withdrawn, it has expired, or a letter of it is missing." : refusal.message);
	show(byId("remedy"), closed);
	document.title = "No seat · aresfarm";
}

/* ── what is shown ── */

/* Of a phase that is over: the lines of all orders, of our own, or none. */
function showWhose() {
	const whose = byId("whose").value;
	board.showLines(whose === "all" ? null : whose === "mine" ? atlas.powers.indexOf(state.seat.power) : -1);
}

function showPast(phase, record, ways) {
	owners = record.owners;
	board.sketch([]);
	board.light(null, null, []);
	board.showPicture(record, ways);
	showWhose();
	render();
}

function placesOf(key) {
	const site = book.sites.get(key), spot = atlas.places.get(site ? site.place : key) || board.spotOf(key);
	return book.turn === "retreats" && site ? {x: spot.dx, y: spot.dy, r: 23} : {x: spot.x, y: spot.y};
}

function renderBoard() {
	const now = phases.shown === null;
	if (!now)
		return;
	const open = book && !isLocked();
	const rings = !open ? [] : draft.site === null
		? sitesWithout(book, given).map((key) => ({...placesOf(key), style: "todo"}))
		: [{...placesOf(draft.site), style: "chosen"}, ...draft.whom === null ? [] : [{...board.spotOf(draft.whom), style: "whom"}]];
	board.light(open ? litBy(book, draft) : null, open ? draft.site : null, rings, units);
	const waiting = book ? given.filter((text) => !stored.includes(text)) : [];
	const proposed = hint ? hint.orders.filter((text) => !given.includes(text)) : [];
	const sketch = (texts, style) => texts.map((text) => ({...sketchOrder(atlas, text, book.turn === "retreats"), style}));
	board.sketch(book ? [...sketch(proposed, "proposal"), ...sketch(waiting, "hollow")] : []);
}

/* On a phone the board zooms to what may be chosen. */
function lookAt() {
	if (!small.matches)
		return;
	if (draft.site === null)
		return board.view.showAll();
	board.view.showPoints([placesOf(draft.site), ...[...litBy(book, draft)].map(board.spotOf)], AROUND);
}

function button({label, hot, run, kind}) {
	const element = make("button", {type: "button", click: () => element.run()}, make("span", {}, label));
	element.run = run;
	if (hot)
		element.append(make("kbd", {"aria-hidden": "true"}, hot));
	if (kind)
		element.classList.add(kind);
	return element;
}

/* The buttons below the sentence: {key, label, hot, kind, run, pressed}. */
function choices() {
	if (!book || isLocked() || phases.shown !== null)
		return [];
	const has = draft.site !== null && givenAt(given, draft.site) !== null;
	const made = [
		...answersOf(atlas, draft).map(({text, label, key}) => ({key: "answer " + text, label, hot: key && key.toUpperCase(), kind: "answer",
			run: () => take(chooseWhich(draft, text))})),
		...offers.map(({text, label}) => ({key: "offer " + text, label, kind: "offer", run: () => {
			const rest = offers.filter((other) => other.text !== text);
			giveOrder(text);
			offers = rest;
			render();
		}})),
		...kindsOf(book, draft).map(({kind, key, label}) => ({key: "kind " + kind, label, hot: key.toUpperCase(), kind: "kind",
			pressed: draft.kind === kind, run: () => take(chooseKind(book, draft, kind))})),
	];
	if (draft.site === null && book.turn === "builds" && book.waive && hasRoom(book, given))
		made.push({key: "waive", label: "Waive one", hot: "W", kind: "kind", run: () => { giveOrder("waive"); render(); }});
	if (has)
		made.push({key: "clear", label: "Clear", hot: "Del", run: clearChosen});
	if (draft.site !== null)
		made.push({key: "back", label: "Back", hot: "Esc", run: stepBack});
	else if (undone.length > 0)
		made.push({key: "undo", label: "Undo", hot: "Ctrl Z", run: undo});
	return made;
}

function renderChoices() {
	const row = byId("choices"), targets = byId("targets");
	const set = (element, item) => {
		element.run = item.run;
		say(element.querySelector("span"), item.label);
		setOrRemove(element, "aria-pressed", item.pressed === undefined ? null : item.pressed);
		element.classList.toggle("first", Boolean(item.first));
		setOrRemove(element, "data-kind", item.key);
		setOrRemove(element, "data-target", item.target || null);
	};
	keep(row, choices(), button, set);
	const open = book && !isLocked() && phases.shown === null;
	keep(targets, open ? targetsOf(atlas, book, draft, given).map((target) => ({...target, target: target.key,
		key: `${draft.site} ${draft.kind} ${draft.whom} ${target.key}`, run: () => point(target.target || target.key.split(" ").at(-1))})) : [], button, set);
}

function renderReady() {
	const ready = byId("ready"), final = book !== null && isLocked();
	show(ready, book !== null);
	if (book)
		say(ready, final ? "Take back" : sayReady(book, given));
	ready.classList.toggle("final", final);
	setOrRemove(ready, "data-final", book ? String(final) : null);
	show(byId("hint"), book !== null && state.seat.hints && !final);
}

function renderHint() {
	show(byId("hinted"), hint !== null && book !== null && !isLocked());
	if (hint === null || !book)
		return;
	say(byId("hinter"), `${hint.player[0].toUpperCase()}${hint.player.slice(1)} would order:`);
	keep(byId("proposals"), hint.orders.map((text) => ({key: text})), (item) => make("li", {}, make("span", {}), make("button",
		{type: "button", click: () => { giveOrder(item.key); render(); }}, "Take")),
	(item, {key}) => {
		const taken = given.includes(key), order = readOrder(key);
		say(item.querySelector("span"), order ? sayOrder(atlas, order) : key);
		say(item.querySelector("button"), taken ? "Taken" : "Take");
		item.querySelector("button").setAttribute("aria-disabled", taken);
	});
}

function renderHead() {
	const {seat} = state, phase = state.turn ? state.turn.phase : seat.phase;
	document.title = sayTitle(state);
	say(byId("game"), `${seat.tournament}/${seat.number}`);
	for (const id of ["game", "page"])
		byId(id).setAttribute("href", `/g/${seat.game}`);
	say(byId("me"), namePower(seat.power));
	byId("badge").setAttribute("class", `b-u${atlas.powers.indexOf(seat.power)}`);
	say(byId("phase"), phases.shown !== null ? namePhase(phases.shown) : phase ? namePhase(phase) : "Nothing was played yet");
	say(byId("status"), sayState(state));
	const data = byId("table").dataset;
	Object.assign(data, {phase: phase || "", state: seat.state, turn: book ? book.turn : "", final: String(Boolean(book && isLocked())),
		shown: phases.shown || "", stored: String(given.every((text) => stored.includes(text)) && !(keeper && keeper.wanted)),
		mine: String(seat.state === "waits" && seat.asked && !isLocked())});
}

/* What had the focus may be gone, or hidden for a while. */
function keepFocus(before) {
	const seen = (element) => element.isConnected && element.getClientRects().length > 0;
	const now = document.activeElement;
	if (left !== null && now === byId("phase") && seen(left))
		left.focus({preventScroll: true});
	if (before === document.body || before === now && seen(before) || before !== now && now !== document.body)
		return;
	left = before.id === "ready" ? before : null;
	byId(book && !byId("orders").contains(before) ? "board" : book ? "yours" : "phase").focus({preventScroll: true});
}

function render() {
	if (!state || !board)
		return;
	const before = document.activeElement;
	renderHead();
	renderClock(state.turn ? state.turn.deadline : state.seat.deadline, ahead);
	renderSeats(state, atlas, owners);
	renderEnd(state, atlas, picture && picture.owners);
	host.render(state);
	show(byId("orders"), book !== null);
	say(byId("sentence"), sayClosed() || saySentence(atlas, book, draft, given));
	if (book)
		list.render({atlas, book, given, stored, locked: isLocked() || phases.shown !== null, chosen: draft.site, problems});
	renderChoices();
	renderReady();
	renderHint();
	renderBoard();
	keepFocus(before);
}

/* ── the pointer in a row, and on the board ── */

function markOrder(order) {
	board.markOrder(order);
	byId("words").querySelectorAll("li.hot").forEach((item) => item.classList.remove("hot"));
	const item = order === null || phases.shown === null ? null : byId("words").querySelector(`li[data-o="${order}"]`);
	if (item)
		item.classList.add("hot");
}

function pointRow(row) {
	const at = row && row.text !== null && phases.shown === null ? stored.indexOf(row.text) : -1;
	board.markOrder(at < 0 ? null : at);
}

/* ── keys ── */

function tellCursor() {
	const unit = units.get(cursor), lit = book && !isLocked() && litBy(book, draft).has(cursor);
	board.showCursor(cursor);
	say(byId("live"), `${namePlace(atlas, cursor)}${unit ? `, ${unit.type === "A" ? "army" : "fleet"} of ${namePower(unit.power)}` : ""}${lit ? ", may be chosen" : ""}`);
}

function moveCursor(x, y) {
	const next = board.neighbour(cursor, x, y);
	if (next !== null)
		cursor = next;
	tellCursor();
}

function findCursor() {
	if (cursor !== null)
		return;
	cursor = book ? sitesWithout(book, given)[0] || [...book.sites.keys()][0] || null : null;
	cursor = cursor || atlas.provinces[0].code;
}

function nextSite() {
	if (!book || sayClosed() !== null)
		return;
	const open = sitesWithout(book, given), keys = [...book.sites.keys()];
	const from = draft.site === null ? keys.indexOf(cursor) : keys.indexOf(draft.site) + 1;
	const next = open.find((key) => keys.indexOf(key) >= from) || open[0];
	if (next === undefined)
		return note(sayProgress(atlas, book, given));
	cursor = next;
	draft = NOTHING;
	point(next);
	tellCursor();
}

/* A letter names a kind, or an answer, while these are open. */
function takeLetter(letter) {
	if (!book || sayClosed() !== null)
		return false;
	const answer = answersOf(atlas, draft).find(({key, label}) => (key || label[0]) === letter);
	const kind = draft.kind === null ? kindsOf(book, draft).find(({key}) => key === letter) : undefined;
	if (answer)
		take(chooseWhich(draft, answer.text));
	else if (kind)
		take(chooseKind(book, draft, kind.kind));
	else if (letter === "w" && choices().some(({key}) => key === "waive"))
		choices().find(({key}) => key === "waive").run();
	else
		return false;
	return true;
}

function takeName(code) {
	if (!atlas.index.has(code))
		return note(`No province is called ${code}.`);
	cursor = code;
	tellCursor();
	point(code);
}

function zoom(times) {
	if (times === 0)
		board.view.showAll();
	else
		board.view.zoomBy(times);
}

async function askHint() {
	if (!book || sending)
		return;
	sending = true;
	say(byId("hint"), "Thinking …");
	try {
		hint = await link.post("/seat/hint", {phase: book.phase});
		byId("hinted").scrollIntoView({block: "nearest", behavior: wantsStill.matches ? "auto" : "smooth"});
	} catch (refusal) {
		complain(refusal);
	}
	sending = false;
	say(byId("hint"), "What would Ares do?");
	render();
}

/* ── who asks ── */

function listen() {
	const element = byId("board");
	listenToKeys(element, {arrow: moveCursor, enter: () => point(cursor), back: stepBack, next: nextSite, clear: clearChosen, zoom,
		name: takeName, letter: takeLetter, spell: (letters) => note(letters.toUpperCase() + " …"), past: (by) => phases.step(by)});
	element.addEventListener("focus", () => {
		findCursor();
		if (element.matches(":focus-visible"))
			tellCursor();
	});
	element.addEventListener("blur", () => board.showCursor(null));
	document.addEventListener("keydown", (event) => {
		const text = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
		if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !text)
			undo();
		else if ((event.ctrlKey || event.metaKey) && event.key === "Enter")
			toggleReady();
		else
			return;
		event.preventDefault();
	});
	const clicks = {ready: toggleReady, hint: askHint, first: () => phases.first(), previous: () => phases.step(-1), next: () => phases.step(1),
		now: () => phases.now(), nearer: () => zoom(1.6), farther: () => zoom(1 / 1.6), whole: () => zoom(0), skip: () => phases.now(),
		takeall: () => { setGiven(hint.orders.reduce((all, text) => give(book, all, text) || all, given)); hint = null; render(); },
		dismiss: () => { hint = null; render(); byId("ready").focus(); }};
	for (const [id, run] of Object.entries(clicks))
		byId(id).addEventListener("click", run);
	byId("whose").addEventListener("change", showWhose);
	byId("jump").addEventListener("change", () => byId("jump").value === "" ? phases.now() : phases.jump(byId("jump").value));
	byId("typing").addEventListener("submit", (event) => {
		event.preventDefault();
		giveText(byId("typed").value);
	});
	byId("typed").addEventListener("keydown", (event) => {
		if (event.key !== "Enter" || event.shiftKey || event.ctrlKey)
			return;
		event.preventDefault();
		giveText(byId("typed").value);
	});
	for (const kind of ["pointerover", "focusin"])
		byId("words").addEventListener(kind, (event) => {
			const item = event.target.closest("li[data-o]");
			markOrder(item && phases.shown === byId("words").dataset.phase ? item.dataset.o : null);
		});
	byId("words").addEventListener("pointerleave", () => markOrder(null));
	byId("toorders").addEventListener("click", () => (book ? byId("ready") : byId("board")).focus());
	setInterval(() => renderClock(state.turn ? state.turn.deadline : state.seat.deadline, ahead), 1000);
}

function begin() {
	const secret = readSecret();
	addEventListener("hashchange", () => location.reload());
	if (secret === null) {
		refuse({message: "This page needs the whole address of a seat, with what stands behind the #."});
		return show(byId("remedy"), true);
	}
	link = openLink(secret);
	follow(link, onState, tellDown);
}

begin();
