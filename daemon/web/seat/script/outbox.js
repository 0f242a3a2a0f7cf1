/* outbox: a seat's orders on their way to the server. Each change is sent at once, one request at a
 * time, the newest last. Whatever is not stored yet is kept in the browser, by game, power and
 * phase: it survives a lost connection and a reload. */
import {Refusal, pause, pauseFor} from "./link.js";

const PREFIX = "aresfarm orders ";
const HELD = 3; /* times that a turn may be held by another page of this seat, or by the farm */

function read(key) {
	try {
		const value = JSON.parse(localStorage.getItem(key));
		return value && Array.isArray(value.orders) ? value : null;
	} catch {
		return null; /* a browser may have no store, and a store may have anything */
	}
}

function write(key, value) {
	try {
		if (value === null)
			localStorage.removeItem(key);
		else
			localStorage.setItem(key, JSON.stringify(value));
	} catch {
		/* then the orders live as long as the page */
	}
}

/* Orders stored for other phases of this seat are obsolete. */
function forgetOthers(seat, key) {
	try {
		for (const other of Object.keys(localStorage))
			if (other.startsWith(`${PREFIX}${seat.game} ${seat.power} `) && other !== key)
				localStorage.removeItem(other);
	} catch {
		/* as above */
	}
}

/* link: link.js. seat: of the state. turn: what is asked. onStored(answer, wanted): the server has taken or refused them;
 * onFailed(refusal): it cannot now, or never. */
export function openOutbox(link, seat, turn, onStored, onFailed) {
	const key = `${PREFIX}${seat.game} ${seat.power} ${turn.phase}`;
	let wanted = read(key), sent = 0, busy = false, closed = false;

	async function send() {
		let tries = 0;
		busy = true;
		while (wanted && !closed) {
			const now = wanted;
			try {
				const answer = await link.post("/seat/orders", {...now, phase: turn.phase});
				tries = 0;
				if (closed)
					break;
				if (wanted === now) {
					wanted = null;
					write(key, null);
				}
				onStored(answer, now);
			} catch (refusal) {
				if (!(refusal instanceof Refusal))
					throw refusal;
				if (closed)
					break;
				const again = refusal.passes || refusal.status === 409 && tries < HELD;
				if (!again && wanted === now) {
					wanted = null;
					write(key, null);
				}
				if (!again || refusal.passes)
					onFailed(refusal);
				if (again)
					await pause(pauseFor(tries++));
			}
		}
		busy = false;
	}

	forgetOthers(seat, key);
	return {
		/* What is not stored yet: {orders, final}, or null. */
		get wanted() { return wanted; },
		/* The number of changes put in. */
		get sent() { return sent; },
		put(orders, final) {
			wanted = {orders, final};
			sent++;
			write(key, wanted);
			if (!busy)
				send();
		},
		/* Discards the orders left by an earlier page. */
		drop() {
			wanted = null;
			write(key, null);
		},
		/* The turn is over. */
		close() {
			closed = true;
			this.drop();
		},
	};
}
