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
	});
	events.addEventListener("down", () => say("The database does not answer. The figures are the last ones known."));
	events.addEventListener("gone", () => {
		events.close();
		say("This tournament is no longer there.");
	});
	events.onerror = () => say("The server does not answer. The figures are the last ones known.");
	events.onopen = () => say("");
	addEventListener("pagehide", () => events.close());
}

const live = document.getElementById("live");
if (live) watch(live);

/* ── others: the main part is fetched anew ── */

/* What is new comes in; what is the same stays, so that pictures do not blink and the focus is not lost. What the reader has
   unfolded stays so. */
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

async function fetchAnew(main) {
	if (document.hidden) return;
	try {
		const answer = await fetch(location.href);
		if (!answer.ok) return;
		const page = new DOMParser().parseFromString(await answer.text(), "text/html");
		const next = page.getElementById("main");
		if (next) renew(main, next);
	} catch {
		/* the next time is soon */
	}
}

const main = document.getElementById("main");
if (main.dataset.fresh) setInterval(() => fetchAnew(document.getElementById("main")), 1000 * main.dataset.fresh);
