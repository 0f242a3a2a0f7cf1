/* host: what the person who made a game may do: choose another power before anything was played, invite people, withdraw
 * their links, and play again. */
import {namePower} from "./atlas.js";
import {byId, keep, make, say, show} from "./dom.js";
import {asRefusal} from "./link.js";
import {isOver} from "./seats.js";

const MAX_SHOWN = 40; /* links */

function day(text) {
	return text ? new Date(text).toLocaleString([], {dateStyle: "medium", timeStyle: "short"}) : "never";
}

/* Goes to another seat. The address differs only in what is after "#": the table loads itself anew. */
function go(address) {
	const target = new URL(address, location.href);
	if (target.origin === location.origin)
		location.href = target.href;
}

export function openHost(link) {
	let state = null, asked = null;

	async function attempt(work, told = "hosted") {
		try {
			await work();
		} catch (fault) {
			say(byId(told), asRefusal(fault).message);
		}
	}

	async function renderLinks() {
		const {links, people, computers} = await link.get("/seat/links"), player = (power) => state.others.find((other) => other.power === power).name;
		const guests = people.filter((power) => power !== state.seat.power);
		show(byId("inviting"), guests.length + computers.length > 0);
		show(byId("nopeople"), guests.length + computers.length === 0);
		keep(byId("invitee"), [...guests.map((power) => ({key: power, power})), ...computers.map((power) => ({key: `${power} computer`, power, computer: true}))],
			({key, power, computer}) => make("option", {value: key}, computer ? `${namePower(power)}, instead of ${player(power)}` : namePower(power)), () => {});
		keep(byId("links"), links.slice(-MAX_SHOWN).map((row) => ({...row, key: row.link})), (row) => make("li", {}, make("span", {}),
			make("button", {type: "button", class: "withdraw", click: () => attempt(async () => {
				const {done} = await link.post("/seat/unlink", {link: row.link});
				say(byId("hosted"), done ? `The link of ${namePower(row.power)} no longer opens the seat.`
					: "This link cannot be withdrawn.");
				await renderLinks();
				byId("invitee").focus();
			})}, "Withdraw")),
		(item, row) => {
			say(item.querySelector("span"), `${namePower(row.power)}${row.mine ? ", yours" : ""}: until ${day(row.expires)}, last used ${day(row.used)}`);
			item.querySelector("button").hidden = row.mine || row.host;
			item.querySelector("button").setAttribute("aria-label", `Withdraw the link of ${namePower(row.power)}, number ${row.link}`);
		});
	}

	function invite(event) {
		event.preventDefault();
		const [power, computer] = byId("invitee").value.split(" ");
		attempt(async () => {
			const answer = await link.post(computer ? "/seat/handover" : "/seat/invite", {power});
			byId("invitation").value = new URL(answer.address, location.href).href;
			show(byId("invited"), true);
			byId("invitation").select();
			say(byId("hosted"), `Send this link to the player of ${namePower(power)}. It is shown only now; anyone who has it plays the seat.${computer ? " The game waits for that person from now on." : ""}`);
			await renderLinks();
		});
	}

	async function copy() {
		const field = byId("invitation");
		field.select();
		try {
			await navigator.clipboard.writeText(field.value);
			say(byId("hosted"), "The link is copied.");
		} catch {
			say(byId("hosted"), "The link is selected: copy it.");
		}
	}

	/* A game in which nothing was played is replaced only by a different one. */
	function renderAgain() {
		const same = byId("power").value === state.seat.power && byId("player").value === "";
		byId("againgo").disabled = same && !isOver(state.seat);
	}

	/* Another game: one that begins, or the one that followed. */
	function goOn(path, value, told) {
		attempt(async () => go((await link.post(path, value)).address), told);
	}

	function again(event) {
		event.preventDefault();
		goOn("/seat/again", {power: byId("power").value, player: byId("player").value}, "renewed");
	}

	byId("inviting").addEventListener("submit", invite);
	byId("copy").addEventListener("click", copy);
	byId("again").addEventListener("submit", again);
	byId("again").addEventListener("change", renderAgain);
	byId("follow").addEventListener("click", () => goOn("/seat/follow", {}, "followed"));
	byId("host").addEventListener("toggle", () => {
		if (byId("host").open && state && state.seat.host)
			attempt(renderLinks);
	});
	return {
		render(next) {
			state = next;
			const {seat, others, phases} = state, over = isOver(seat);
			const fresh = phases.length === 0 && !over;
			show(byId("host"), seat.host);
			show(byId("anew"), seat.host && (over || fresh));
			show(byId("after"), Boolean(state.followed));
			say(byId("againwhat"), over ? "Play again, as" : "Play as");
			say(byId("againgo"), over ? "Play" : "Change");
			const powers = others.map((other) => other.power).join();
			if (asked !== powers) {
				asked = powers;
				byId("power").replaceChildren(...others.map(
					(other) => make("option", {value: other.power}, namePower(other.power))));
				byId("power").value = seat.power;
			}
			renderAgain();
		},
	};
}
