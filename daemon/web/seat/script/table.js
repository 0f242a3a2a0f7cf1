/* table: where a person plays a seat (table.c). The other modules own a noun each, and share page.js. This one takes what the
 * server answers, and shows it. */
import {namePhase, namePower, openAtlas} from "./atlas.js";
import {openBoard} from "./board.js";
import {renderChoices} from "./choices.js";
import {listenToBoard} from "./cursor.js";
import {change, lightBoard, placesOf, point, pressReady} from "./actions.js";
import {byId, say, setOrRemove, show, swatch} from "./dom.js";
import {NOTHING} from "./draft.js";
import {listenToVotes, renderVotes} from "./draws.js";
import {renderEnd} from "./end.js";
import {openGround} from "./ground.js";
import {askHint, dismissHint, renderHint, takeHint} from "./hint.js";
import {openHost} from "./host.js";
import {listenToInputs, markOrder} from "./inputs.js";
import {openLetters} from "./letters.js";
import {openOutbox} from "./outbox.js";
import {asRefusal, follow, openLink, readSecret} from "./link.js";
import {openList} from "./list.js";
import {compile, fetchMap, start} from "./engine.js";
import {readOrders} from "./reader.js";
import {onlyLegal, openBook, provinceOf, sitesWithout} from "./orders.js";
import {complain, isLocked, isResting, note, page, rest, sayClosed} from "./page.js";
import {openPhases} from "./phases.js";
import {isOver, renderClock, renderSeats, sayState, sayTitle} from "./seats.js";
import {sayReady, saySentence} from "./sentence.js";
import {sketchOrder} from "./sketch.js";

const SOON = 2000; /* milliseconds after which a board is asked for again */
let year = {phase: null, owners: null}; /* what findYear has found */
let asked = 0; /* boards of the phase in play: the newest is shown */
/* What is asked for before the state is known: the map; state and board (opening.js), promises of null where they failed. */
let early = {};

/* ── what a text means ── */

let engine = null; /* of lib, once a text is to be read; a promise: null where there is none */

function openEngine() {
	const {module} = byId("table").dataset, {map, rules} = page.state.seat;
	engine ||= module === "" ? Promise.resolve(null)
		: compile(module, null).then((compiled) => start(compiled, map, rules, fetchMap)).catch(() => engine = null);
	return engine;
}

async function read(lines) {
	const {book} = page, lib = await openEngine(), {position, phase} = page.picture || {};
	if (lib === null || book !== page.book || phase !== book.phase)
		return lines.map(() => null);
	return readOrders(lib, position, page.state.seat.power, book, lines).map(({text, problem}) => problem === null ? text : null);
}

/* ── what the server answers ── */

function onStored(answer, wanted) {
	tellDown(null);
	const wrong = answer.orders.filter((order) => order.problem !== null);
	if (wrong.length > 0) {
		page.problems = new Map(wrong.map((order) => [order.text, order.problem]));
		note(wrong.map((order) => `${order.text || "Orders"}: ${order.problem}.`).join(" "));
	} else {
		page.stored = wanted.orders;
		page.state.turn.final = wanted.final;
	}
	if (answer.board)
		setPicture(answer.board, null);
	render();
}

function onFailed(refusal) {
	if (refusal.passes)
		return tellDown(refusal);
	note(refusal.message);
	page.given = page.stored;
	render();
}

function setPicture(next, ways) {
	asked++;
	page.picture = next;
	if (page.phases.shown !== null)
		return;
	page.past = null;
	page.owners = next.owners;
	page.board.showPicture(next, ways);
	if (page.book && next.phase === page.book.phase && page.readyFrom === Infinity)
		rest(true);
}

/* The board of the phase in play; the first one is asked for together with the state. */
async function fetchBoard() {
	const {turn} = page.state, first = await early.board;
	early.board = null;
	return first && turn && first.phase === turn.phase ? first : page.link.get("/seat/board");
}

/* The phase in play, as the server draws it. */
async function showNow(ways, record) {
	if (record)
		page.echo = record.shapes;
	note("");
	try {
		const own = ++asked, next = await fetchBoard();
		if (next !== null && own === asked)
			setPicture(next, ways);
		render();
	} catch (fault) {
		if (asRefusal(fault).passes)
			setTimeout(() => { if (page.phases.shown === null) showNow(null); }, SOON);
		else
			rest(true); /* the list has the phase, too */
	}
}

/* What was played last is still to be seen when a player comes back. */
function recall(record) {
	if (page.given.length === 0)
		page.echo = record.shapes;
	render();
}

function openTurn(first) {
	if (page.outbox)
		page.outbox.close();
	page.book = page.state.turn && page.state.turn.due > 0 ? openBook(page.atlas, page.state.turn) : null;
	page.draft = NOTHING;
	[page.undone, page.offers, page.hint, page.problems] = [[], [], null, new Map()];
	page.doubted = false;
	rest(false);
	page.stored = page.state.turn && page.state.turn.submitted || [];
	page.given = page.stored;
	page.outbox = null;
	if (!first)
		note("");
	if (!page.book)
		return;
	page.outbox = openOutbox(page.link, page.state.seat, page.state.turn, onStored, onFailed);
	if (page.outbox.wanted && !page.state.turn.final) {
		page.given = onlyLegal(page.book, page.outbox.wanted.orders);
		page.outbox.put(page.given, page.outbox.wanted.final);
	} else {
		page.outbox.drop();
	}
}

/* What identifies a turn of the seat. */
function nameTurn(state) {
	return state && state.turn ? `${state.turn.phase} ${state.turn.due}` : "";
}

/* An answer may be older than what this page has stored while it was under way. If it differs from that, the server is asked
 * anew; and if this page sends orders meanwhile, these are the newest. Returns the state to believe. */
async function checkOrders(next) {
	const {outbox, state, stored} = page, orders = (turn) => (turn.submitted || []).join();
	if (!outbox || nameTurn(next) !== nameTurn(state))
		return next;
	const {sent} = outbox, differs = orders(next.turn) !== stored.join() || next.turn.final !== state.turn.final;
	const newest = differs && !outbox.wanted ? await page.link.get("/seat/state") : next;
	if (!outbox.wanted && outbox.sent === sent || nameTurn(newest) !== nameTurn(state))
		return newest;
	const {final} = state.turn;
	return {...newest, turn: {...newest.turn, submitted: page.stored, final}};
}

/* What another page of this seat has handed in. */
function takeSubmitted() {
	const submitted = page.state.turn.submitted || [];
	if (submitted.join() === page.stored.join())
		return false;
	page.stored = submitted;
	page.given = submitted;
	return true;
}

function readUnits() {
	const lines = page.state.turn ? page.state.turn.board : [];
	page.units = new Map(lines.map((line) => line.split(" ")).map(([power, type, place]) => [provinceOf(place), {power, type, place}]));
}

async function prepare() {
	const [map, ground] = await early.findMap(page.state.seat.map);
	page.atlas = openAtlas(map);
	page.board = openBoard(byId("board"), page.atlas, ground, point, markOrder);
	page.list = openList(byId("rows"), {change, point: pointRow, choose: (row) => row && row.site && point(row.site)});
	page.host = openHost(page.link);
	page.letters = openLetters(page.link, page.atlas);
	page.read = read;
	page.phases = openPhases({own: () => page.state.seat.power, show: showPast, now: showNow, recall, failed: complain});
	listen();
}

async function onState(told) {
	const first = page.board === null, next = await checkOrders(told);
	const before = page.state;
	/* the last board of a game that is over is no phase that was played */
	const over = next.seat.state === "finished" && next.phases.at(-1) === next.seat.phase;
	page.state = over ? {...next, phases: next.phases.slice(0, -1)} : next;
	page.ahead = Date.parse(page.state.now) - Date.now();
	show(byId("notice"), false);
	show(byId("table"), true); /* the picture must be shown before its outlines can be asked */
	if (first)
		await prepare();
	const fresh = first || nameTurn(before) !== nameTurn(page.state);
	if (fresh)
		openTurn(first);
	const other = !fresh && page.book !== null && takeSubmitted();
	page.letters.take(page.state).catch(complain);
	readUnits();
	const phaseIsNew = first || before.phases.length !== page.state.phases.length;
	page.phases.set(page.state.seat.game, page.state.phases, first).catch(complain);
	render();
	if (first || other || fresh && !phaseIsNew || before.seat.state !== page.state.seat.state && !page.phases.playing)
		await showNow(null);
}

function tellDown(refusal) {
	if (refusal !== null && !refusal.passes)
		return refuse(refusal);
	show(byId("down"), refusal !== null);
	if (refusal !== null)
		say(byId("down"), `${refusal.message} ${page.outbox && page.outbox.wanted ? "Your orders are kept here and sent when it is back." : "This page continues when it is back."}`);
}

/* The link opens nothing, or there is none. */
function refuse(refusal) {
	show(byId("table"), false);
	show(byId("notice"), true);
	if (page.outbox)
		page.outbox.close();
	const byRole = location.hash.startsWith("#@"), closed = refusal.status === 403 && !byRole;
	say(byId("wrong"), closed ? "This link opens no seat: it was withdrawn, it has expired, or a letter of it is missing." : refusal.message);
	show(byId("remedy"), closed);
	show(byId("enter"), byRole);
	document.title = "No seat · aresfarm";
}

/* ── what is shown ── */

/* Of a phase that is over: the lines of all orders, of our own, or none. */
function showWhose() {
	const whose = byId("whose").value;
	page.board.showLines(whose === "all" ? null : whose === "mine" ? page.atlas.powers.indexOf(page.state.seat.power) : -1);
}

function showPast(phase, record, ways) {
	rest(false);
	page.past = phase;
	byId("analyse").href = `/analysis#game=${page.state.seat.game}&phase=${phase}&seat=${page.state.seat.power}`;
	page.owners = record.owners;
	page.board.sketch([]);
	page.board.showEcho(null);
	page.board.light(null, null, []);
	page.board.showPicture(record, ways);
	showWhose();
	render();
}

function renderBoard() {
	if (page.phases.shown !== null)
		return;
	const open = page.book && !isLocked();
	const left = open ? sitesWithout(page.book, page.given) : [];
	lightBoard(open, left.map((key) => ({...placesOf(key), style: "todo"})));
	page.board.showEcho(page.echo);
	const waiting = page.book ? page.given.filter((text) => !page.stored.includes(text)) : [];
	const proposed = page.hint ? page.hint.orders.filter((text) => !page.given.includes(text)) : [];
	const sketch = (texts, style) => texts.map((text) => ({...sketchOrder(page.atlas, text, page.book.turn === "retreats"), style}));
	page.board.sketch(page.book ? [...sketch(proposed, "proposal"), ...sketch(waiting, "hollow")] : []);
}

function renderReady() {
	const ready = byId("ready"), final = page.book !== null && isLocked();
	show(ready, page.book !== null);
	if (page.phases.shown !== null)
		say(ready, page.phases.playing ? "Go on" : "Back to now");
	else if (page.book)
		say(ready, final ? "Take back" : sayReady(page.book, page.given, page.doubted));
	setOrRemove(ready, "aria-disabled", page.phases.shown === null && isResting() ? "true" : null);
	ready.classList.toggle("final", final);
	show(byId("hint"), page.book !== null && page.state.seat.hints && !final);
}

function sayNothing() {
	return `Nothing was played${isOver(page.state.seat) ? "" : " yet"}`;
}

function renderHead() {
	const {seat} = page.state, phase = page.state.turn ? page.state.turn.phase : seat.phase;
	document.title = sayTitle(page.state);
	say(byId("game"), `${seat.tournament}/${seat.number}`);
	for (const id of ["game", "page"])
		byId(id).setAttribute("href", `/g/${seat.game}`);
	say(byId("me"), namePower(seat.power));
	if (byId("badge").dataset.power !== seat.power)
		byId("badge").replaceChildren(swatch(page.atlas, seat.power));
	byId("badge").dataset.power = seat.power;
	const named = page.phases.shown ?? phase;
	say(byId("phase"), named ? namePhase(named) : sayNothing());
	if (page.state.phases.length === 0)
		say(byId("words").firstElementChild, sayNothing() + ".");
	say(byId("status"), sayState(page.state));
	const data = byId("table").dataset;
	Object.assign(data, {phase: phase || "", state: seat.state, turn: page.book ? page.book.turn : "", final: String(Boolean(page.book && isLocked())),
		shown: page.phases.shown === null ? "" : page.past === page.phases.shown ? page.past : "coming", stored: String(page.given.every((text) => page.stored.includes(text)) && !(page.outbox && page.outbox.wanted)),
		mine: String(seat.state === "waits" && seat.asked && !isLocked())});
}

/* Who owned what a year before what is shown; null: it is not known, or not yet. */
function findYear() {
	const phase = page.phases.shown || page.state.turn && page.state.turn.phase || page.state.seat.phase;
	if (!phase || year.phase === phase)
		return year.owners;
	year = {phase, owners: null};
	page.phases.findYearBefore(phase).then((owners) => {
		if (owners === null || year.phase !== phase)
			return;
		year.owners = owners;
		render();
	}).catch(() => {}); /* then no change is shown */
	return null;
}

/* If the element with the focus is gone or hidden, `left` gets the focus. */
let left = null;

function keepFocus(before) {
	const seen = (element) => element.isConnected && element.getClientRects().length > 0;
	const now = document.activeElement;
	if (left !== null && now === byId("phase") && seen(left))
		left.focus({preventScroll: true});
	if (before === document.body || before === now && seen(before) || before !== now && now !== document.body)
		return;
	left = before.id === "ready" ? before : null;
	byId(page.book && !byId("orders").contains(before) ? "board" : page.book ? "yours" : "phase").focus({preventScroll: true});
}

function showClock() {
	const {turn, seat, votes} = page.state;
	renderClock(turn ? turn.deadline : seat.deadline, page.ahead, Boolean(votes && votes.clock && votes.clock.paused));
}

/* Who owns which province on the last board of a game that is over; null: the picture is older. */
function findLastOwners() {
	return page.picture && page.picture.phase === page.state.seat.phase ? page.picture.owners : null;
}

function render() {
	if (!page.state || !page.board)
		return;
	const before = document.activeElement;
	renderHead();
	showClock();
	renderSeats(page.state, page.atlas, page.owners, page.board.countUnits(), findYear());
	renderVotes(page.state);
	renderEnd(page.state, page.atlas, findLastOwners());
	page.host.render(page.state);
	show(byId("orders"), page.book !== null);
	say(byId("sentence"), sayClosed() || saySentence(page.atlas, page.book, page.draft, page.given));
	if (page.book)
		page.list.render({...page, locked: isLocked() || page.phases.shown !== null, chosen: page.draft.site});
	renderChoices();
	renderReady();
	renderHint();
	renderBoard();
	keepFocus(before);
}

/* ── the pointer in a row ── */

function pointRow(row) {
	const at = row && row.text !== null && page.phases.shown === null ? page.stored.indexOf(row.text) : -1;
	page.board.markOrder(at < 0 ? null : at);
}

/* ── who asks ── */

function listen() {
	listenToBoard();
	listenToVotes();
	listenToInputs(pressReady, {ready: pressReady, hint: askHint, now: () => page.phases.now(), skip: () => page.phases.now(),
		takeall: takeHint, dismiss: dismissHint, toorders: () => (page.book ? byId("ready") : byId("board")).focus()});
	byId("whose").addEventListener("change", showWhose);
	byId("jump").addEventListener("change", () => page.phases.jump(Number(byId("jump").value)));
	byId("typed").addEventListener("focus", openEngine);
	setInterval(showClock, 1000);
}

function begin() {
	const secret = readSecret();
	page.render = render;
	page.isTold = () => page.phases.shown !== null && page.phases.shown === byId("words").dataset.phase;
	addEventListener("hashchange", () => location.reload());
	if (secret === null) {
		refuse({message: "This page needs the whole address of a seat, with the part after the #."});
		return show(byId("remedy"), true);
	}
	page.link = openLink(secret);
	early = {findMap: openGround(), ...window.asked};
	follow(page.link, early.state, onState, tellDown);
}

begin();
