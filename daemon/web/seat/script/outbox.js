/* outbox: a seat's orders on their way to the server. Each change is sent at once, one request at a
 * time, the newest last. Whatever is not stored yet is kept in the browser, by game, power and
 * phase: it survives a lost connection and a reload. */
import {asRefusal, pause, pauseFor} from "./link.js";
import {forgetOthers, recall, remember} from "./store.js";

const PREFIX = "aresfarm orders ";
const HELD = 3; /* times that a turn may be held by another page of this seat, or by the farm */

/* link: link.js. seat: of the state. turn: what is asked. onStored(answer, wanted): the server has taken or refused them;
 * onFailed(refusal): it cannot now, or never. */
export function openOutbox(link, seat, turn, onStored, onFailed) {
	const of = `${PREFIX}${seat.game} ${seat.power} `, key = of + turn.phase, kept = recall(key);
	let wanted = kept && Array.isArray(kept.orders) ? kept : null, sent = 0, busy = false, closed = false;

	function want(next) {
		wanted = next;
		remember(key, wanted);
	}

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
				if (wanted === now)
					want(null);
				onStored(answer, now);
			} catch (fault) {
				const refusal = asRefusal(fault);
				if (closed)
					break;
				const again = refusal.passes || refusal.status === 409 && tries < HELD;
				if (!again && wanted === now)
					want(null);
				if (!again || refusal.passes)
					onFailed(refusal);
				if (again)
					await pause(pauseFor(tries++));
			}
		}
		busy = false;
	}

	forgetOthers(of, key); /* orders for other phases of this seat are obsolete */
	return {
		/* What is not stored yet: {orders, final}, or null. */
		get wanted() { return wanted; },
		/* The number of changes put in. */
		get sent() { return sent; },
		put(orders, final) {
			want({orders, final});
			sent++;
			if (!busy)
				send();
		},
		/* Discards the orders left by an earlier page. */
		drop: () => want(null),
		/* The turn is over. */
		close() {
			closed = true;
			want(null);
		},
	};
}
