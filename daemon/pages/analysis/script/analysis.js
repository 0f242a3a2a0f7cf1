/* analysis: a board to think on: orders for all powers, their results, and the lines that follow.
 * The module judges (engine.js); nothing is asked of a server but the game that one comes from. The
 * board and what points at it are those of the table, which share page.js: here the orders go to
 * the module in place of a server. */
import {change, lightBoard, point, setGiven} from "./actions.js";
import {namePhase, namePower, openAtlas} from "./atlas.js";
import {openBoard} from "./board.js";
import {renderBranches} from "./branches.js";
import {renderChoices} from "./choices.js";
import {listenToBoard} from "./cursor.js";
import {level, renderCurve} from "./curve.js";
import {byId, keep, make, renderSteps, say, setOrRemove, show, swatch} from "./dom.js";
import {NOTHING} from "./draft.js";
import {compile, fetchMap, start} from "./engine.js";
import {listenToInputs, markOrder} from "./inputs.js";
import {readOrders} from "./reader.js";
import {openList} from "./list.js";
import {learnOrder, openBook, provinceOf, readOrder} from "./orders.js";
import {note, page, sayClosed} from "./page.js";
import {openPen, sayArrows} from "./pen.js";
import {openPlans} from "./plans.js";
import {saySentence} from "./sentence.js";
import {sketchOrder} from "./sketch.js";
import {inside, line, openStage, scriptAddress} from "./stage.js";
import {follow, makeNode, pack, pathOf, phaseOf, remove, restOf, unpack} from "./tree.js";

const SETTLE = 400; /* milliseconds after a change until the address has it */
const KEEP_LEGAL = 40; /* positions */

let engine = null, module = null, terms = {map: "standard", rules: "standard", source: null};
/* chosen: the power whose orders are wanted; power: of those shown, as in a phase it may have none */
let root = null, node = null, now = null, judged = null, power = null, chosen = null, plans = null;
let settling = 0, changes = 0;
const goes = new Map(); /* which node was seen last after each */
const legal = new Map(), shares = new WeakMap();
const pen = openPen({read: () => node.arrows, draw: sketch, write(arrows) { node.arrows = arrows; settle(); }});

/* ── what the module says ── */

function play(position, orders) {
	return engine.ask("judge", position, orders.map((order) => `order ${order}`)).next;
}

function askLegal(position) {
	if (!legal.has(position)) {
		if (legal.size > KEEP_LEGAL)
			legal.delete(legal.keys().next().value);
		legal.set(position, engine.ask("legal", position));
	}
	return legal.get(position);
}

function judge() {
	judged = engine.ask("judge", node.position, node.given.map((order) => `order ${order}`));
}

/* ── orders with their powers, and as the board has them ── */

const isWinter = () => now.phase.endsWith("A");
const textOf = (order) => order.slice(order.indexOf(" ") + 1);
const powerOf = (order) => order.slice(0, order.indexOf(" "));

function readUnits(lines) {
	return new Map(lines.map((line) => line.split(" ")).map(([of, type, place]) => [provinceOf(place), {power: of, type, place}]));
}

/* The units that need orders, by province. */
const readStanding = () => now.phase.endsWith("R") ? readUnits(now.dislodged) : page.units;

/* Whose order a text is. */
function addPower(text) {
	const before = node.given.find((order) => textOf(order) === text);
	if (before)
		return before;
	const order = readOrder(text);
	return `${isWinter() ? power : readStanding().get(provinceOf(order.from))?.power} ${text}`;
}

/* What the board has of the orders: in winter those of one power. */
function readGiven() {
	page.given = node.given.filter((order) => !isWinter() || powerOf(order) === power).map(textOf);
	page.stored = page.given;
}

function takeGiven(texts) {
	const others = isWinter() ? node.given.filter((order) => powerOf(order) !== power) : [];
	node.given = [...others, ...texts.map(addPower)];
	page.stored = texts;
	judge();
	page.board.showPicture(judged);
	settle();
}

/* Texts that a person has typed. */
const readTexts = (texts) => readOrders(engine, node.position, power || now.turns[0].power, page.book, texts);

/* Orders that were stored, or are in an address, may be none that is legal here. */
function learnGiven() {
	for (const order of node.given.filter((given) => readOrder(textOf(given)) === null)) {
		const {code} = engine.ask("read", node.position, [`order ${order}`]);
		if (Number.isInteger(code))
			learnOrder(page.atlas, textOf(order), code);
	}
}

/* ── where one is ── */

function openTurn() {
	const {turns} = now, mine = turns.find((turn) => turn.power === chosen) || turns[0];
	power = mine ? mine.power : null;
	const asked = isWinter() ? [mine] : turns, open = now.ending === "running" && mine;
	const codes = new Map(asked.flatMap((turn) => turn ? turn.legal.map((text, i) => [text, turn.codes[i]]) : []));
	page.book = open ? openBook(page.atlas, {phase: now.phase, due: asked.reduce((sum, turn) => sum + turn.due, 0),
		legal: [...codes.keys()], codes: [...codes.values()]}) : null;
	learnGiven();
	page.draft = NOTHING;
	[page.undone, page.offers, page.cursor] = [[], [], null];
	readGiven();
}

/* ways: where units come from; null: nothing moves. */
function go(next, ways = null) {
	node = next;
	for (let at = node; at.before; at = at.before)
		goes.set(at.before, at);
	now = askLegal(node.position);
	page.units = readUnits(now.units);
	page.state.seat.state = now.ending === "running" ? "waits" : "finished";
	openTurn();
	judge();
	note("");
	pen.rest();
	page.board.showPicture(judged, ways);
	page.board.view.showAll();
	plans.clear();
	render();
	settle();
}

function advance() {
	if (!page.book)
		return;
	const {ways} = judged;
	go(follow(node, node.given, judged.next), ways);
}

/* The nodes of the line that goes through this one. */
const lineOf = () => [...pathOf(node), ...restOf(node, goes)];

function stepBy(by) {
	const next = by < 0 ? node.before : restOf(node, goes)[0];
	if (next)
		go(next, by > 0 ? judged.ways : null);
}

function choosePower(next) {
	chosen = power = next;
	if (isWinter())
		openTurn();
	plans.clear();
	render();
}

/* ── the address and files ── */

/* If something changes meanwhile, the address is written once more. */
async function writeAddress() {
	const written = changes, text = await pack(terms, root, node, play);
	if (written !== changes)
		return text;
	history.replaceState(history.state, "", "#line=" + text);
	byId("table").dataset.kept = true;
	return text;
}

function settle() {
	changes++;
	byId("table").dataset.kept = false;
	clearTimeout(settling);
	settling = setTimeout(writeAddress, SETTLE);
}

async function copyAddress() {
	await writeAddress();
	try {
		await navigator.clipboard.writeText(location.href);
		say(byId("kept"), "The address is copied.");
	} catch {
		say(byId("kept"), "Copy it from where addresses stand: it is complete.");
	}
}

async function save() {
	const steps = pathOf(node).slice(1).flatMap((next) => [...next.orders.map((order) => `order ${order}`), "play"]);
	const saved = engine.ask("save", root.position, ["played", ...steps]);
	if (saved.error)
		return say(byId("kept"), `It cannot be saved: ${saved.error}`);
	saved.ares_lines = await writeAddress();
	const link = make("a", {href: URL.createObjectURL(new Blob([JSON.stringify(saved)], {type: "application/json"})), download: `analysis-${now.phase}.json`});
	link.click();
	say(byId("kept"), "The line is saved, with the remarks and the other lines.");
}

async function load(file) {
	try {
		const text = await file.text(), saved = JSON.parse(text);
		if (saved.ares_lines)
			return openLines(await unpack(saved.ares_lines));
		await openTerms({map: saved.map || "standard", rules: "standard"});
		const {start: first, phases, error} = engine.ask("load", text);
		if (error)
			return say(byId("kept"), `It cannot be loaded: ${error}`);
		openPhases(first, phases);
		say(byId("kept"), `${phases.length} phases were loaded.`);
	} catch (fault) {
		say(byId("kept"), `It cannot be loaded: ${fault.message}`);
	}
}

/* A line of phases, from a first position by the orders of each. positions: of the phases where another followed than these orders
 * lead to. open: the orders of the last phase do not lead on. at: which phase is shown. */
function openPhases(first, phases, {positions = [], open = false, at = null} = {}) {
	root = makeNode(first);
	let last = root, shown = root;
	phases.forEach((orders, i) => {
		last.given = orders;
		if (open && i === phases.length - 1)
			return;
		last = follow(last, orders, positions[i + 1] || play(last.position, orders));
		if (last.position.startsWith(`phase ${at}\n`))
			shown = last;
	});
	go(shown);
}

async function openLines(lines) {
	await openTerms(lines);
	({root, node} = lines.open(play));
	go(node);
}

/* A stored game: {map, rules, game, phases: [{position, orders}]}; position is left out where the orders before lead there. */
async function openGame(game, phase) {
	await openTerms({map: game.map, rules: game.rules, source: game.game || null});
	openPhases(game.phases[0].position, game.phases.map(({orders}) => orders), {positions: game.phases.map(({position}) => position), open: true, at: phase});
}

/* ── what is shown ── */

function renderPowers() {
	const turns = now.ending === "running" ? now.turns : [];
	keep(byId("whom"), turns.map((turn) => ({key: turn.power, turn})), ({key}) => make("button", {type: "button", click: () => choosePower(key)},
		swatch(page.atlas, key), make("span", {class: "unseen"}, namePower(key)), make("span", {})), (button, {key, turn}) => {
		const given = node.given.filter((order) => powerOf(order) === key).length;
		say(button.lastElementChild, ` ${given}/${turn.due}`);
		button.title = namePower(key);
		button.setAttribute("aria-pressed", key === power);
	});
	say(byId("yours"), power && turns.length > 0 ? `Orders of ${namePower(power)}` : "Orders");
}

/* The rows of one power. */
function bookOf(of) {
	if (isWinter())
		return page.book;
	const units = readStanding();
	return {...page.book, sites: new Map([...page.book.sites].filter(([key]) => units.get(key)?.power === of))};
}

const books = new WeakMap(); /* the list fills its rows anew for another book */

function renderRows() {
	if (!page.book)
		return byId("rows").replaceChildren();
	const key = page.book.orders;
	if (!books.has(key))
		books.set(key, new Map());
	if (!books.get(key).has(power))
		books.get(key).set(power, bookOf(power));
	page.list.render({...page, book: books.get(key).get(power), locked: false, chosen: page.draft.site});
}

/* What became of the orders that were given, and of units that were beaten without one. */
function renderWords() {
	const given = new Set(node.given), words = [];
	for (const of of page.atlas.powers) {
		const items = judged.orders.map((order, n) => ({...order, n})).filter((order) => order.power === of &&
			(given.has(`${of} ${order.text}`) || order.result !== "succeeds"));
		if (items.length > 0)
			words.push(make("h3", {}, namePower(of)), make("ul", {}, ...items.map(({n, text, result, fate, why}) =>
				make("li", {"data-o": n, class: fate || null}, make("b", {}, text), make("i", {}, result), why ? make("span", {}, why) : ""))));
	}
	for (const {power: of, text, problem} of judged.problems)
		words.push(make("p", {class: "failed"}, `${of} ${text}: ${problem}.`));
	byId("words").replaceChildren(...words.length > 0 ? words : [make("p", {class: "soft"}, "Nothing is ordered yet.")]);
}

/* The shares after the moves of a node, by the orders that are being tried there. */
function sharesOf(step) {
	const orders = step.given.length > 0 || step.after.length === 0 ? step.given : (goes.get(step) || step.after[0]).orders;
	const known = shares.get(step), key = orders.join();
	if (known && known.key === key)
		return known.shares;
	const answer = step === node ? judged.shares : engine.ask("judge", step.position, orders.map((order) => `order ${order}`)).shares;
	shares.set(step, {key, shares: answer});
	return answer;
}

function renderShares() {
	const points = lineOf().map((step) => ({node: step, phase: phaseOf(step)}))
		.filter(({phase}) => phase.endsWith("M")).map((point) => ({...point, shares: level(sharesOf(point.node))}));
	show(byId("shares"), points.length > 0);
	if (points.length > 0)
		renderCurve(page.atlas, points, node, (step) => go(step));
}

function renderBoard() {
	lightBoard(page.book && !page.pen,
		pen.from === null ? [] : [{...page.board.spotOf(pen.from), style: "chosen"}]);
	sketch();
}

/* The arrows, and orders that are only looked at. */
function sketch(proposed = []) {
	const retreats = now.phase.endsWith("R");
	page.board.sketch([...pen.shapes(), ...proposed.map((text) => ({...sketchOrder(page.atlas, text, retreats), style: "proposal"}))]);
}

function sayStatus() {
	const last = now.ending === "solo" ? `${namePower(now.winner)} has won` : now.ending === "draw" ? "A draw" : "";
	return last || (node.name ? node.name : node.before ? "" : "The first position");
}

/* Whose unit is chosen, that power's orders are shown. */
function followChosen() {
	const unit = page.draft.site !== null && !isWinter() && readStanding().get(page.draft.site);
	if (!unit || unit.power === power)
		return;
	chosen = power = unit.power;
	plans.clear();
}

function render() {
	const before = document.activeElement;
	followChosen();
	document.title = `Analysis · ${namePhase(now.phase)}`;
	say(byId("phase"), namePhase(now.phase));
	say(byId("status"), sayStatus());
	show(byId("status"), sayStatus() !== "");
	say(byId("drawn"), sayArrows(node.arrows));
	say(byId("sentence"), page.pen ? page.pen.say() : sayClosed() || saySentence(page.atlas, page.book, page.draft, page.given, "Press Continue for the next phase."));
	show(byId("orders"), page.book !== null);
	show(byId("strongest"), page.book !== null);
	renderSteps(lineOf().map((step) => namePhase(phaseOf(step))), pathOf(node).length - 1, "last");
	renderPowers();
	renderRows();
	renderChoices();
	show(byId("targets"), page.draft.site !== null);
	renderWords();
	renderBoard();
	renderShares();
	renderBranches(root, pathOf(node), (step) => go(step));
	if (document.activeElement !== byId("name"))
		byId("name").value = node.name;
	if (document.activeElement !== byId("remark"))
		byId("remark").value = node.remark;
	setOrRemove(byId("forget"), "aria-disabled", node.before === null ? "true" : null);
	Object.assign(byId("table").dataset, {phase: now.phase, given: node.given.length, ending: now.ending});
	if (before !== document.body && !before.isConnected)
		byId("board").focus({preventScroll: true});
}

/* ── beginning ── */

/* The text of the file's own map. */
function findInside(map) {
	const own = JSON.parse(line);
	return own.map === map && own.text || "";
}

/* Another map or other rules need another engine and another board. */
async function openTerms({map, rules, source = null}) {
	if (engine !== null && terms.map === map && terms.rules === rules) {
		terms.source = source;
		return showWay();
	}
	engine = await start(module, map, rules, inside ? findInside : fetchMap);
	if (engine === null)
		throw new Error(`This board does not know the map ${map} with the rules ${rules}.`);
	terms = {map, rules, source};
	page.atlas = openAtlas(engine.ask("map"));
	byId("board").replaceChildren();
	page.board = openBoard(byId("board"), page.atlas, engine.print("ground\n"), point, markOrder);
	page.list = openList(byId("rows"), {change, point: () => {}, choose: (row) => row.site && point(row.site)});
	legal.clear();
	plans ||= openPlans(scriptAddress(byId("thinking").dataset.script), {take: takePlan, show: sketch,
		where: () => ({module, map: terms.map, text: engine.text, rules: terms.rules, position: node.position, power})});
	showWay();
}

/* The way back to where the game is. */
function showWay() {
	if (inside) {
		byId("back").href = location.pathname + "#";
		return say(byId("back"), "Back to the replay");
	}
	if (terms.source)
		byId("back").href = `/g/${terms.source}`;
	say(byId("back"), isFromTable() ? "Back to the table" : terms.source ? "Back to the game" : "All games");
}

/* Whether this tab was at a table before. A table's address is secret: only the tab's history has it. */
function isFromTable() {
	return Boolean(history.state?.seat) && history.length > 1;
}

function goBack(event) {
	if (!isFromTable() || event.ctrlKey || event.metaKey || event.shiftKey)
		return;
	event.preventDefault();
	history.back();
}

function takePlan(of, texts) {
	const others = node.given.filter((order) => powerOf(order) !== of);
	page.draft = NOTHING;
	setGiven(isWinter() ? texts : [...others.map(textOf), ...texts]);
	render();
}

function clearAll() {
	setGiven([]);
	render();
}

function listen() {
	listenToBoard();
	listenToInputs(advance, {
		ready: advance, empty: clearAll, last: () => go(lineOf().at(-1)), copy: copyAddress, save,
		load: () => byId("file").click(), forget: () => node.before && go(remove(node)),
		fresh: () => { root = makeNode(engine.ask("start").position); go(root); }, toorders: () => byId("ready").focus()});
	byId("back").addEventListener("click", goBack);
	byId("jump").addEventListener("change", () => go(lineOf()[byId("jump").value]));
	byId("file").addEventListener("change", () => {
		const [file] = byId("file").files;
		byId("file").value = ""; /* else the same file would be no change */
		if (file)
			load(file);
	});
	for (const id of ["name", "remark"])
		byId(id).addEventListener("input", () => { node[id] = byId(id).value; settle(); renderBranches(root, pathOf(node), (step) => go(step)); });
}

function refuse(fault) {
	show(byId("table"), false);
	show(byId("notice"), true);
	say(byId("wrong"), fault.message);
}

/* What the address asks for: a line; a phase of a game, stored or in the page; a map; or the first position
 * of the standard map. seat: the power of the table that one comes from. */
async function openAddress() {
	const asked = new URLSearchParams(location.hash.slice(1));
	if (asked.has("seat"))
		history.replaceState({seat: asked.get("seat")}, "");
	chosen = history.state?.seat ?? null;
	if (asked.has("line"))
		return openLines(await unpack(asked.get("line")));
	if (line)
		return openGame(JSON.parse(line), asked.get("analyse"));
	if (asked.has("game")) {
		const answer = await fetch(`/g/${encodeURIComponent(asked.get("game"))}/line`);
		if (!answer.ok)
			throw new Error("There is no such game, or nothing of it was played.");
		return openGame(await answer.json(), asked.get("phase"));
	}
	await openTerms({map: asked.get("map") || "standard", rules: asked.get("rules") || "standard"});
	openPhases(engine.ask("start").position, []);
}

async function begin() {
	const {module: address} = byId("thinking").dataset;
	if (address === "" && !inside)
		return refuse(new Error("No analysis board: this program was built without clang, lld and wasi-libc."));
	page.state = {turn: {final: false}, seat: {power: "", state: "waits", asked: true, final: false}, others: []};
	page.tools = [{key: "draw", label: "Draw arrows", hot: "/", run: pen.toggle}];
	page.phases = {shown: null, playing: false, first: () => go(root), step: stepBy, now() {}};
	page.outbox = {wanted: null, put: takeGiven};
	page.read = async (lines) => readTexts(lines).map(({text, problem}) => problem === null ? text : null);
	page.link = {post: async (address, {orders}) => ({orders: readTexts(orders)})};
	page.render = render;
	try {
		module = await compile(address, inside);
		show(byId("table"), true);
		await openAddress();
		listen();
		addEventListener("hashchange", () => location.reload());
	} catch (fault) {
		refuse(fault);
	}
}

if (openStage())
	begin();
