/* The pages that aresweb serves (daemon/web): parts that move. All markup comes from the server, which has escaped each text. */
"use strict";

/* ── a tournament: the newest event is the newest markup ── */

function say(text) {
	document.getElementById("link").textContent = text;
}

function watch(live) {
	const events = new EventSource(live.dataset.events);
	events.addEventListener("standing", (event) => {
		live.innerHTML = event.data;
		say("");
		renewSoon();
	});
	events.addEventListener("down", () => say("The database does not answer. The figures are the last ones known."));
	events.addEventListener("gone", () => {
		events.close();
		say("This tournament is no longer there.");
	});
	events.onerror = () => say("The server does not answer. The figures are the last ones known.");
	events.onopen = () => say("");
	addEventListener("pagehide", () => events.close(), {once: true});
}

/* A browser also shows a page that it has kept, on the way back: then the events begin anew. */
const live = document.getElementById("live");
if (live) addEventListener("pageshow", () => watch(live));

/* The list of games below it is as new as the bar: each event has it fetched anew, at most every two seconds. */
const LIST_MS = 2000;
let fetched = 0, waiting = null;

function renewSoon() {
	const list = document.querySelector("ul.games");
	if (!list || waiting !== null || document.hidden) return;
	waiting = setTimeout(async () => {
		waiting = null;
		fetched = Date.now();
		const page = await fetchPage();
		const next = page && page.querySelector("ul.games");
		if (next) renew(list, next);
	}, Math.max(0, fetched + LIST_MS - Date.now()));
}

/* ── others: the main part is fetched anew ── */

/* Only parts that differ are replaced, so that pictures do not blink and the focus is not lost.
 * Parts that the reader has unfolded stay unfolded. */
function renew(now, next) {
	if (now.isEqualNode(next)) return;
	if (now.nodeType !== Node.ELEMENT_NODE || now.tagName !== next.tagName) {
		now.replaceWith(document.importNode(next, true));
		return;
	}
	for (const name of next.getAttributeNames())
		if (name !== "open" && now.getAttribute(name) !== next.getAttribute(name)) now.setAttribute(name, next.getAttribute(name));
	const old = [...now.childNodes], fresh = [...next.childNodes];
	old.slice(fresh.length).forEach((child) => child.remove());
	fresh.forEach((child, i) => (i < old.length ? renew(old[i], child) : now.append(document.importNode(child, true))));
}

/* This page as it is now; null: the server does not answer, or refuses. */
async function fetchPage() {
	try {
		const answer = await fetch(location.href);
		return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
	} catch {
		return null; /* the next time is soon */
	}
}

async function fetchAnew(main) {
	if (document.hidden) return;
	const page = await fetchPage(), next = page && page.getElementById("main");
	if (next) renew(main, next);
}

const main = document.getElementById("main");
if (main.dataset.fresh) setInterval(() => fetchAnew(document.getElementById("main")), 1000 * main.dataset.fresh);
