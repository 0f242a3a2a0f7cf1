/* The replay of a game (replay.c). Without it the page lists all phases below the last board. It
 * takes over: it shows one phase at a time. It makes markup only by copying the page's
 * templates. */
import {byId, draw, make, renderSteps} from "./dom.js";
import {openDrawing, setTitle} from "./drawing.js";

const MOTION = 500; /* milliseconds that units move */
const data = JSON.parse(byId("data").textContent);
const articles = [...document.querySelectorAll("article")];
const names = articles.map((article) => article.id);
const titles = articles.map((article) => article.querySelector("h2").textContent);
const slider = byId("slider"), jump = byId("jump"), speed = byId("speed"), play = byId("play");
const orders = byId("orders"), live = byId("live"), now = byId("now");
const board = document.querySelector("#board svg"), curve = document.querySelector("#curve svg");
const game = document.querySelector("h1").textContent;
const drawing = openDrawing(board, data, data.provinces, (power) => power);
const marks = [...document.querySelectorAll("[data-power]")];
const last = articles.length - 1;
let current = -1, timer = 0, drags = false;

/* The number of the game, where a server has the page. */
const served = location.protocol !== "file:" && /^\/g\/(\d+)\/replay$/.exec(location.pathname)?.[1];

/* A link to the board on which people think, with the phase that is shown: of the server, or in this file. */
const think = make("a", {id: "think"}, "Analyse this phase");

function addLinks() {
	const header = document.querySelector("header");
	if (served)
		header.prepend(make("p", {}, make("a", {href: `/g/${served}`}, "Back to the game")));
	if (served || byId("thinkingpage"))
		header.append(make("p", {}, think));
}

/* ── the board ── */

/* What was ordered is the title of its shapes. */
function addTitles(groups, article) {
	for (const item of article.querySelectorAll("li"))
		for (const group of groups)
			for (const shape of group.querySelectorAll(`[data-o="${item.dataset.o}"]`))
				setTitle(shape, item.textContent);
}

function showBoard(n, ways, duration) {
	const article = articles[n], {content} = article.querySelector("template");
	const shapes = document.importNode(content, true);
	const groups = [...shapes.querySelectorAll("svg > g")];
	drawing.showPhase(data.phases[n].owners, groups, ways, duration);
	addTitles(groups, article);
	board.querySelector(":scope > title").textContent = `${titles[n]} (${names[n]}): ${game}`;
	board.querySelector(":scope > desc").textContent = describe(article);
}

/* ── the list of orders ── */

function addSwatches(article) {
	const named = [...article.querySelectorAll("h3"), ...article.querySelectorAll(".counts span")];
	if (article.querySelector(".swatch"))
		return;
	for (const element of named) {
		const power = data.powers.findIndex((code) => element.textContent.startsWith(code + " "));
		if (power >= 0)
			element.prepend(draw("svg", {class: "swatch", viewBox: "0 0 10 10", "aria-hidden": "true"},
				draw("circle", {class: "b-u" + data.colours[power], cx: 5, cy: 5, r: 4.5})));
	}
	article.querySelectorAll("li").forEach((item, i) => { item.tabIndex = i === 0 ? 0 : -1; });
}

/* Marks an order on the board and in the list; null: none. */
function mark(order) {
	drawing.markOrder(order);
	orders.querySelectorAll(".hot").forEach((item) => item.classList.remove("hot"));
	const item = articles[current].querySelector(`li[data-o="${order}"]`);
	item?.classList.add("hot");
	return item;
}

function orderAt(target) {
	return target.closest("[data-o]")?.dataset.o ?? null;
}

/* Scrolls the list, where it scrolls by itself, and never the page. */
function reveal(item) {
	const inside = item.getBoundingClientRect(), frame = orders.getBoundingClientRect();
	if (orders.scrollHeight <= orders.clientHeight)
		return;
	if (inside.top < frame.top)
		orders.scrollTop += inside.top - frame.top;
	else if (inside.bottom > frame.bottom)
		orders.scrollTop += inside.bottom - frame.bottom;
}

/* ── one phase ── */

function describe(article) {
	const text = (part) => article.querySelector(part).textContent;
	return text(".sum") + " " + text(".counts");
}

function showPlace(n) {
	const x = data.phases[n].x / 10;
	now.setAttribute("d", now.getAttribute("d").replace(/^M[0-9.]+/, "M" + x));
	now.setAttribute("visibility", "visible");
	for (const circle of marks) {
		const time = data.phases[n].times[circle.dataset.power];
		circle.setAttribute("cx", time / 10);
		circle.setAttribute("visibility", time < 0 ? "hidden" : "visible");
	}
	slider.value = n;
	slider.setAttribute("aria-valuetext", titles[n]);
	renderSteps(titles, n, "last");
}

/* Not at each step of a slider that is dragged: browsers refuse so many. */
function keepAddress(n) {
	if (drags)
		return;
	try {
		history.replaceState(null, "", "#" + names[n]);
	} catch (error) {
		/* a frame may forbid it; the page does without */
	}
}

/* glide: milliseconds that units move, from the phase before. */
function show(n, glide) {
	n = Math.min(last, Math.max(0, n));
	if (n === current)
		return;
	const first = current < 0, step = n === current + 1;
	current = n;
	think.href = served ? `/analysis#game=${served}&phase=${names[n]}` : `#analyse=${names[n]}`;
	mark(null);
	articles.forEach((article, i) => { article.hidden = i !== n; });
	addSwatches(articles[n]);
	orders.scrollTop = 0;
	byId("phase").textContent = titles[n];
	showBoard(n, step && !first && glide ? data.phases[n - 1].ways : null, glide);
	showPlace(n);
	if (!first) {
		live.textContent = titles[n] + ". " + describe(articles[n]);
		keepAddress(n);
	}
}

/* ── playing ── */

function setPlaying(on) {
	clearTimeout(timer);
	timer = on ? setTimeout(advance, Number(speed.value)) : 0;
	play.setAttribute("aria-label", on ? "Stop" : "Play");
	play.title = on ? "Stop" : "Play";
	play.querySelector("path").setAttribute("d", on ? "M5 3h5v18H5zM14 3h5v18h-5z" : "M5 3v18l15-9z");
}

function advance() {
	show(current + 1, Math.min(MOTION, Number(speed.value) / 3));
	setPlaying(current < last);
}

function togglePlay() {
	const on = timer === 0;
	if (on && current === last)
		show(0);
	setPlaying(on && last > 0);
}

function go(n, glide) {
	setPlaying(false);
	show(n, glide);
}

/* ── who asks ── */

const steps = {
	first: () => go(0),
	previous: () => go(current - 1),
	play: togglePlay,
	next: () => go(current + 1, MOTION),
	last: () => go(last),
};
const keys = {
	Home: steps.first, ArrowLeft: steps.previous, " ": togglePlay, ArrowRight: steps.next, End: steps.last,
	"?": () => { byId("help").open = !byId("help").open; },
};

function stepInList(item, by) {
	const items = [...articles[current].querySelectorAll("li")];
	const other = items[items.indexOf(item) + by];
	if (!other)
		return;
	item.tabIndex = -1;
	other.tabIndex = 0;
	other.focus();
}

function press(event) {
	const tag = event.target.tagName;
	const own = {INPUT: /^(Arrow|Home|End|Page)/, SELECT: /^[^?]/, BUTTON: /^ $/, SUMMARY: /^ $/}[tag];
	if (event.ctrlKey || event.altKey || event.metaKey || (own && own.test(event.key)))
		return;
	if (tag === "LI" && (event.key === "ArrowUp" || event.key === "ArrowDown"))
		stepInList(event.target, event.key === "ArrowUp" ? -1 : 1);
	else if (keys[event.key])
		keys[event.key]();
	else
		return;
	event.preventDefault();
}

function followAddress() {
	const n = names.indexOf(location.hash.slice(1));
	if (n >= 0)
		go(n);
	return n;
}

/* The phase nearest to where the curve was clicked. */
function pickPhase(event) {
	const frame = curve.getBoundingClientRect();
	const x = (event.clientX - frame.left) / frame.width * curve.viewBox.baseVal.width * 10;
	const far = data.phases.map((phase) => Math.abs(phase.x - x));
	go(far.indexOf(Math.min(...far)));
}

function begin() {
	document.body.classList.add("script");
	byId("controls").hidden = byId("help").hidden = false;
	orders.tabIndex = 0;
	articles.forEach((article) => article.removeAttribute("id"));
	slider.max = last;
	for (const id in steps)
		byId(id).addEventListener("click", steps[id]);
	slider.addEventListener("input", () => go(Number(slider.value), MOTION));
	slider.addEventListener("pointerdown", () => { drags = true; });
	for (const end of ["change", "pointerup", "pointercancel"])
		slider.addEventListener(end, () => {
			drags = false;
			keepAddress(current);
		});
	jump.addEventListener("change", () => go(Number(jump.value)));
	speed.addEventListener("change", () => { if (timer) setPlaying(true); });
	document.addEventListener("keydown", press);
	addEventListener("hashchange", followAddress);
	board.addEventListener("pointerover", (event) => {
		const item = mark(orderAt(event.target));
		if (item)
			reveal(item);
	});
	board.addEventListener("pointerleave", () => mark(null));
	orders.addEventListener("pointerover", (event) => mark(orderAt(event.target)));
	orders.addEventListener("pointerleave", () => mark(null));
	orders.addEventListener("focusin", (event) => mark(orderAt(event.target)));
	orders.addEventListener("focusout", () => mark(null));
	curve.addEventListener("click", pickPhase);
	addLinks();
	if (followAddress() < 0)
		show(0);
}

/* Else the second script makes another page of this one. */
if (!byId("thinkingpage") || !/^#(line|analyse)=/.test(location.hash))
	begin();
