/* link: requests for a seat. The secret is after the "#" of the page's address, which browsers
 * never send. It goes into a field of the head, never into an address or a name in the browser's
 * store. */

const TIMEOUT = 40000; /* milliseconds; the server holds a request for the news up to 20 s */
const FIRST_PAUSE = 500, LONGEST_PAUSE = 10000;

/* What the server refused: status, and a sentence. status 0: it could not be reached. */
export class Refusal extends Error {
	constructor(status, sentence) {
		super(sentence);
		this.status = status;
	}

	/* Whether a retry may succeed later. */
	get passes() {
		return this.status === 0 || this.status === 429 || this.status >= 500;
	}
}

export function readSecret() {
	let secret = location.hash.slice(1);
	try {
		secret = decodeURIComponent(secret);
	} catch {
		/* then it is as it stands there */
	}
	return /^[\x21-\x7e]{1,128}$/.test(secret) ? secret : null;
}

/* A fault that is a refusal; any other is ours, and is thrown again. */
export function asRefusal(fault) {
	if (!(fault instanceof Refusal))
		throw fault;
	return fault;
}

/* Public data: maps, and phases that were played. type: what its body is, as fetch
 * names it: "json", "text", "arrayBuffer". */
export async function fetchPublic(path, type = "json", options = {}) {
	let answer, value;
	try {
		answer = await fetch(path, {signal: AbortSignal.timeout(TIMEOUT), ...options});
		value = answer.ok ? await answer[type]() : await answer.json().catch(() => ({}));
	} catch {
		throw new Refusal(0, "The server does not answer.");
	}
	if (!answer.ok)
		throw new Refusal(answer.status, value.error || `The server refuses this (${answer.status}).`);
	return value;
}

/* What the rules of the game refuse is a refusal, too. */
export function openLink(secret) {
	const ask = async (path, headers, options) => {
		const own = {cache: "no-store", headers: {Seat: secret, ...headers}};
		const value = await fetchPublic(path, "json", {...own, ...options});
		if (value.problem)
			throw new Refusal(409, `${value.problem[0].toUpperCase()}${value.problem.slice(1)}.`);
		return value;
	};
	return {
		get: (path) => ask(path),
		post: (path, value) =>
			ask(path, {"Content-Type": "application/json"}, {method: "POST", body: JSON.stringify(value)}),
	};
}

/* Waits, or until the browser is connected again. */
export function pause(milliseconds) {
	return new Promise((resolve) => {
		const end = () => {
			clearTimeout(timer);
			removeEventListener("online", end);
			resolve();
		};
		const timer = setTimeout(end, milliseconds);
		addEventListener("online", end);
	});
}

/* Pauses grow from try to try, and differ from page to page. */
export function pauseFor(tries) {
	const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(tries, 8));
	return longest / 2 + Math.random() * longest / 2;
}

/* Hands each new state to onState, for ever; onDown(refusal) when none comes, and null when it comes again. Ends when the
 * link opens nothing. first: a promise of the first state, or null where it must be asked for. */
export async function follow(link, first, onState, onDown) {
	let seen = null, state = {}, tries = 0;
	for (;;) {
		const begun = performance.now();
		try {
			const path = seen === null ? "/seat/state" : "/seat/state?seen=" + encodeURIComponent(seen);
			const news = seen === null && await first || await link.get(path);
			state = {...state, ...news}; /* what is not new does not come again */
			if (tries > 0)
				onDown(null);
			tries = 0;
			if (state.tag !== seen)
				await onState(state);
			else if (performance.now() - begun < FIRST_PAUSE)
				await pause(FIRST_PAUSE); /* a proxy does not let requests wait */
			seen = state.tag;
		} catch (refusal) {
			onDown(asRefusal(refusal));
			if (!refusal.passes)
				return;
			await pause(pauseFor(tries++));
		}
	}
}
