/* phases: what was played: any phase on the board and in words, step by step, and what is new as an animation. */
import {namePhase} from "./atlas.js";
import {byId, renderSteps, say, show, wantsStill} from "./dom.js";
import {fetchPublic} from "./link.js";

const READ = {M: 2200, R: 1300, A: 1300}; /* milliseconds that a phase is shown before the next */
const KEPT = 60; /* phases that are kept */
const MOST_PLAYED = 6; /* phases that are shown before the phase in play */

/* on: {own(), show(phase, record, ways), now(ways, record), recall(record), failed(refusal)}: the power of the seat; shows a phase of the past on the board; the
 * phase in play, after the record of the phase that was shown before it; the last record, when the page begins; and what the
 * server refused. */
export function openPhases(on) {
	const cache = new Map();
	let game = null, played = [], queue = [], playing = false, shown = null, run = 0, skip = () => {};

	function get(phase) {
		if (!cache.has(phase)) {
			const coming = fetchPublic(`/g/${game}/phase?phase=${phase}`);
			cache.set(phase, coming);
			coming.catch(() => cache.delete(phase));
			if (cache.size > KEPT)
				cache.delete(cache.keys().next().value);
		}
		return cache.get(phase);
	}

	const placeOf = (phase) => phase === null ? played.length : played.indexOf(phase);

	function showSteps() {
		renderSteps([...played.map(namePhase), "Now"], placeOf(shown), "now");
		show(byId("past"), shown !== null);
	}

	/* The words of a phase. The server made the markup, and has escaped each text in it. */
	function showWords(phase, record) {
		const words = byId("words");
		say(byId("happened"), `What happened: ${namePhase(phase)}`);
		if (words.dataset.phase === phase)
			return;
		words.dataset.phase = phase;
		words.replaceChildren(...new DOMParser().parseFromString(record.html, "text/html").body.childNodes);
		/* the table of powers has the centres of the board that is shown */
		words.querySelectorAll("h2, .counts, template, script, style").forEach((element) => element.remove());
		const own = [...words.querySelectorAll("h3")].find((power) => power.textContent.startsWith(on.own() + " "));
		if (own)
			words.querySelector("h3").before(own, own.nextElementSibling);
		words.scrollTop = 0;
	}

	/* own: the run that wants it. If the user has moved on meanwhile, it is not shown. */
	async function showOne(phase, ways, own) {
		const record = await get(phase);
		if (own === run) {
			showWords(phase, record);
			on.show(phase, record, ways);
		}
		return record;
	}

	async function look(phase) {
		const own = ++run, before = shown;
		const steps = played.indexOf(phase) - played.indexOf(before);
		if (phase === null) {
			shown = null;
			showSteps();
			const last = before !== null && before === played.at(-1) ? await get(before).catch(() => null) : null;
			return own === run && on.now(last && last.ways, last);
		}
		shown = phase;
		showSteps();
		try {
			const ways = before !== null && steps === 1 ? (await get(before)).ways : null;
			await showOne(phase, ways, own);
		} catch (refusal) {
			if (own === run)
				shown = before;
			showSteps();
			on.failed(refusal);
		}
	}

	/* Waits; a skip ends it. */
	function wait(milliseconds) {
		return new Promise((resolve) => {
			skip = resolve;
			setTimeout(resolve, milliseconds);
		});
	}

	/* Plays the phases that are new, and ends at the phase in play. */
	async function play() {
		const own = ++run;
		let ways = {}, last = null; /* nothing moves at first, but lines appear */
		playing = true;
		document.body.classList.add("plays");
		while (own === run && queue.length > 0) {
			const phase = queue.shift();
			shown = phase;
			showSteps();
			const record = await showOne(phase, ways, own).catch(on.failed);
			say(byId("live"), `${namePhase(phase)} was played.`);
			if (record)
				await wait(READ[phase.at(-1)]);
			ways = record ? record.ways : null;
			last = record || null;
		}
		if (own !== run)
			return;
		endPlay();
		shown = null;
		showSteps();
		on.now(ways, last);
	}

	/* The same for people who want no motion: the words only. */
	async function tell(phase) {
		const record = await get(phase).catch(on.failed);
		on.now(null, record);
		if (record)
			showWords(phase, record);
		say(byId("live"), `${namePhase(phase)} was played.`);
	}

	function endPlay() {
		queue = [];
		playing = false;
		document.body.classList.remove("plays");
	}

	/* To a phase by its place; the one in play comes last. */
	function jump(at) {
		endPlay();
		return at < 0 || at > played.length || played.length === 0 ? undefined : look(played[at] ?? null);
	}

	return {
		get shown() { return shown; },
		get playing() { return playing; },
		/* The phases of a state. Those that are new are played, if there were others before. */
		async set(id, phases, first) {
			const fresh = game === id ? phases.filter((phase) => !played.includes(phase)) : [];
			game = id;
			played = phases;
			showSteps();
			if (fresh.length > 0 && !first && wantsStill.matches)
				return shown === null && tell(fresh.at(-1));
			queue.push(...first ? [] : fresh.slice(-MOST_PLAYED));
			if (queue.length > 0 && !playing)
				await play();
			if (!first || phases.length === 0)
				return;
			const last = await get(phases.at(-1));
			showWords(phases.at(-1), last);
			on.recall(last);
		},
		/* To the phase in play, at once. */
		now() {
			endPlay();
			skip();
			return look(null);
		},
		jump,
		step: (by) => jump(placeOf(shown) + by),
		first: () => jump(0),
		/* Who owned which province a year before a phase, when it was played; null: it was not. */
		async findYearBefore(phase) {
			const year = Number(phase.slice(1, -1)) - (phase.startsWith("W") ? 0 : 1);
			const from = played.find((other) => Number(other.slice(1, -1)) === year);
			return from === undefined ? null : (await get(from)).owners;
		},
	};
}
