/* letters: what the players of a game write to each other, a conversation for each power and one for all. What was read is
 * remembered in this browser, by the game and the power. */
import {listWords, namePhase, namePower} from "./atlas.js";
import {byId, keep, make, say, setOrRemove, show, small, swatch} from "./dom.js";
import {asRefusal, pause, pauseFor} from "./link.js";
import {recall, remember} from "./store.js";

const ALL = "all";
const SHEET = 100; /* messages that the server gives at once */
const LONGEST = 4096; /* bytes of a message */
const LATE = 1000; /* milliseconds in which a message may still be stored, though its answer was lost */

/* The conversations that a message belongs to: of all, or of each power that is not ours. */
function threadsOf(message, own) {
	if (message.recipients === null)
		return [ALL];
	return message.sender === own ? message.recipients : [message.sender];
}

/* How many messages of others each conversation has. */
function countHeard(messages, own) {
	const counts = {};
	for (const message of messages.filter(({sender}) => sender !== own))
		for (const thread of threadsOf(message, own))
			counts[thread] = (counts[thread] || 0) + 1;
	return counts;
}

/* atlas: of the map. */
export function openLetters(link, atlas) {
	let state = null, messages = [], chosen = ALL, read = {}, name = "", sending = false;
	let fetching = Promise.resolve();

	const heard = () => countHeard(messages, state.seat.power);
	const unreadOf = (thread, counts) => Math.max(0, (counts[thread] || 0) - (read[thread] || 0));

	function threads() {
		const others = state.others.filter((other) => !other.mine).map((other) => other.power);
		return state.press.press === "private" ? [ALL, ...others] : [ALL];
	}

	function markRead() {
		const count = heard()[chosen] || 0;
		if (count === (read[chosen] || 0))
			return;
		read[chosen] = count;
		remember(name, read);
		render();
	}

	function choose(thread) {
		chosen = thread;
		say(byId("posted"), "");
		markRead();
		render();
		byId("thread").scrollTop = byId("thread").scrollHeight;
	}

	function isSheet() {
		return byId("letters").classList.contains("sheet");
	}

	/* On a phone the messages are a sheet above all else, which cannot be reached meanwhile. */
	function setSheet(on) {
		byId("letters").classList.toggle("sheet", on);
		for (const other of document.querySelectorAll("header, #table > :not(#letters)"))
			other.inert = on;
		byId(on ? "written" : "letterbox").focus();
	}

	/* It opens with a conversation that has new messages. */
	function openSheet() {
		const counts = heard();
		setSheet(true);
		choose([chosen, ...threads()].find((thread) => unreadOf(thread, counts) > 0) || chosen);
	}

	async function fetchSheets() {
		const first = state.press.letters < messages.length ? 0 : messages.length;
		for (let sheet = Math.floor(first / SHEET), full = true; full; sheet++) {
			const answer = await link.get(`/seat/messages?page=${sheet + 1}`);
			messages = [...messages.slice(0, sheet * SHEET), ...answer.messages];
			full = answer.messages.length === SHEET;
		}
		const thread = byId("thread"), low = thread.scrollHeight - thread.scrollTop - thread.clientHeight < 40;
		render();
		if (low)
			thread.scrollTop = thread.scrollHeight;
	}

	/* Fetches what is new, after what is being fetched: no answer replaces a newer one. */
	function fetchNew() {
		const next = fetching.then(fetchSheets);
		fetching = next.catch(() => {});
		return next;
	}

	/* How often we have sent a text. */
	function countSent(to, text) {
		return messages.filter((message) => message.sender === state.seat.power && message.text === text && threadsOf(message, state.seat.power).includes(to)).length;
	}

	/* Sends a message once. If the answer was lost, the message may be stored, so it is searched
	 * for before it is sent again. Returns why it was not sent; empty: it was. */
	async function deliver(to, text) {
		const before = countSent(to, text);
		for (let tries = 0;; tries++) {
			try {
				if (tries > 0)
					await fetchNew();
				if (countSent(to, text) > before)
					return "";
				await link.post("/seat/message", {to: to === ALL ? null : [to], text});
				await fetchNew();
				return "";
			} catch (fault) {
				const refusal = asRefusal(fault);
				if (!refusal.passes)
					return `It was not sent. ${refusal.message}`;
				say(byId("posted"), `${refusal.message} Your message is kept here and sent when that works.`);
				await pause(LATE + pauseFor(tries));
			}
		}
	}

	async function send(event) {
		event.preventDefault();
		const field = byId("letter"), text = field.value.trim();
		if (text === "" || sending)
			return;
		say(byId("posted"), "");
		if (new TextEncoder().encode(text).length > LONGEST)
			return say(byId("posted"), "It was not sent: a message has at most 4,096 bytes.");
		sending = field.readOnly = true;
		try {
			const why = await deliver(chosen, text);
			say(byId("posted"), why);
			if (why === "")
				field.value = "";
		} finally {
			sending = field.readOnly = false;
		}
	}

	function renderThreads(counts) {
		keep(byId("threads"), threads().map((thread) => ({key: thread})), ({key}) => make("button", {type: "button", "data-thread": key, click: () => choose(key)},
			...key === ALL ? [] : [swatch(atlas, key)], make("span", {}, key === ALL ? "All" : namePower(key)), make("b", {class: "unread"})), (button, {key}) => {
			const unread = unreadOf(key, counts);
			button.setAttribute("aria-pressed", String(key === chosen));
			say(button.querySelector("b"), unread > 0 ? String(unread) : "");
			setOrRemove(button, "data-unread", unread > 0 ? "" : null);
			button.setAttribute("aria-label", `${key === ALL ? "All" : namePower(key)}${unread > 0 ? `, ${unread} unread` : ""}`);
		});
	}

	/* Whether only players of the farm are in the conversation. A role's seat is not told who they are. */
	function sayUnheard() {
		const others = state.others.filter((other) => !other.mine && (chosen === ALL || other.power === chosen));
		if (others.some((other) => !(state.computers || []).includes(other.power)))
			return "";
		return chosen === ALL ? "Computers play all other powers. They read no messages."
			: `A computer plays ${namePower(chosen)}. It reads no messages.`;
	}

	function sayFrom(message) {
		const from = message.sender === state.seat.power ? "You" : namePower(message.sender);
		return message.recipients !== null && message.recipients.length > 1 ? `${from} to ${listWords(message.recipients.map(namePower))}` : from;
	}

	function renderThread() {
		const shown = messages.map((message, n) => ({...message, key: `${chosen} ${n}`})).filter((message) => threadsOf(message, state.seat.power).includes(chosen));
		let phase = null;
		const items = shown.flatMap((message) => {
			const head = message.phase === phase ? [] : [{key: `${chosen} ${message.phase}`, head: namePhase(message.phase)}];
			phase = message.phase;
			return [...head, message];
		});
		keep(byId("thread"), items, (item) => item.head ? make("h3", {}, item.head)
			: make("article", {class: item.sender === state.seat.power ? "own" : "other"}, make("b", {}, sayFrom(item)),
				" ", make("time", {datetime: item.sent_at}, new Date(item.sent_at).toLocaleTimeString([], {timeStyle: "short"})), make("p", {}, item.text)), () => {});
		byId("thread").dataset.count = shown.length;
	}

	function render() {
		const counts = heard(), unread = threads().reduce((sum, thread) => sum + unreadOf(thread, counts), 0);
		renderThreads(counts);
		renderThread();
		say(byId("unheard"), sayUnheard());
		say(byId("addressee"), chosen === ALL ? "To all" : `To ${namePower(chosen)}`);
		say(byId("unread"), unread > 0 ? String(unread) : "");
		byId("letterbox").setAttribute("aria-label", unread > 0 ? `Messages, ${unread} unread` : "Messages");
		show(byId("writing"), state.seat.state === "waits" || state.seat.state === "is played");
	}

	byId("letterbox").addEventListener("click", openSheet);
	byId("away").addEventListener("click", () => setSheet(false));
	small.addEventListener("change", () => isSheet() && setSheet(false));
	byId("writing").addEventListener("submit", send);
	for (const kind of ["pointerdown", "focusin"])
		byId("letters").addEventListener(kind, (event) => {
			if (event.target.closest("#thread, #writing"))
				markRead();
		});
	byId("letters").addEventListener("keydown", (event) => {
		if (event.key === "Escape" && isSheet())
			setSheet(false);
		else if (event.target.id === "letter" && event.key === "Enter" && (event.ctrlKey || event.metaKey))
			byId("writing").requestSubmit();
		else
			return;
		event.preventDefault();
		event.stopPropagation();
	});
	return {
		/* Takes a state of the server. */
		async take(next) {
			const first = state === null;
			state = next;
			const on = Boolean(state.press) && state.press.press !== "none";
			show(byId("letters"), on);
			show(byId("letterbox"), on);
			if (!on)
				return;
			if (first) {
				name = `letters ${state.seat.game}/${state.seat.power}`;
				read = recall(name) || {};
			}
			render();
			if (messages.length !== state.press.letters)
				await fetchNew();
		},
	};
}
