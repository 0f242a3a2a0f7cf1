/* seats: the powers of a game: their players and centres, whom the game waits for, and until
 * when. */
import {listWords, namePhase, namePower} from "./atlas.js";
import {byId, keep, make, say, setOrRemove, swatch} from "./dom.js";

const MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR;

/* How many centres each power has. owners: a digit for each province. */
export function countCentres(atlas, owners) {
	return atlas.powers.map((power, number) => atlas.provinces.filter((province, i) => province.centre && owners[i] === String(number)).length);
}

export function sayTime(seconds) {
	const two = (value) => String(value).padStart(2, "0");
	if (seconds <= 0)
		return "the time is over";
	if (seconds >= 2 * DAY)
		return `${Math.floor(seconds / DAY)} days ${Math.floor(seconds % DAY / HOUR)} h left`;
	if (seconds >= HOUR)
		return `${Math.floor(seconds / HOUR)}:${two(Math.floor(seconds % HOUR / MINUTE))} h left`;
	return `${Math.floor(seconds / MINUTE)}:${two(seconds % MINUTE)} left`;
}

function mayOrder({seat, turn}) {
	return seat.state === "waits" && seat.asked && !turn?.final;
}

export function isOver({state}) {
	return state === "finished" || state === "cancelled";
}

/* Where the game is, in a sentence. */
export function sayState(state) {
	const {seat, others, votes} = state;
	if (mayOrder(state))
		return votes?.absent ? "A computer plays for you" : "Your turn";
	if (seat.state === "waits") {
		const awaited = others.filter((other) => other.awaited && !other.mine).map((other) => namePower(other.power));
		const done = seat.asked ? "Handed in" : "Nothing to order for you";
		return awaited.length > 0 ? `${done}; waiting for ${listWords(awaited)}` : `${done}; the phase is about to be played`;
	}
	const said = {"is played": "The phase is being played …", finished: "The game is over",
		cancelled: "The game was cancelled",
		quarantined: "The game is stopped: a player failed. Its owner must look after it"};
	return said[seat.state] || seat.state;
}

export function sayTitle(state) {
	const {seat, votes} = state, phase = seat.phase ? namePhase(seat.phase).split(",")[0] : "";
	const place = [phase, namePower(seat.power), `${seat.tournament}/${seat.number}`].filter((word) => word).join(" · ");
	return mayOrder(state) && !votes?.absent ? `● Your turn · ${place}` : place;
}

function sayOther(other) {
	return other.mine ? "you" : other.awaited ? "decides" : other.asked ? "is done" : "";
}

function signed(number) {
	return number > 0 ? `+${number}` : number < 0 ? `\u2212${-number}` : "";
}

/* state: of the seat. owners: of the board that is shown; null: none is. units: on it, by colour. before: the owners a year before;
 * null: unknown. */
export function renderSeats(state, atlas, owners, units, before) {
	const counts = owners ? countCentres(atlas, owners) : [], then = before ? countCentres(atlas, before) : counts;
	keep(byId("seats"), state.others.map((other) => ({...other, key: other.power})),
		(other) => make("tr", {"data-power": other.power}, make("th", {scope: "row"}, swatch(atlas, other.power),
			make("span", {}, namePower(other.power), make("small", {}, make("span", {class: "player"}), " ", make("b", {class: "doing"})))), make("td", {class: "n"}), make("td", {class: "n"}),
			make("td", {class: "n change"}), make("td", {class: "n due"})),
		(row, other) => {
			const [unit, centres, change, due] = row.querySelectorAll("td"), number = atlas.powers.indexOf(other.power);
			const count = counts[number], own = units.get(String(atlas.colours[number])) || 0;
			say(unit, String(own));
			say(change, count === undefined ? "" : signed(count - then[number]));
			say(due, count === undefined ? "" : signed(count - own));
			say(row.querySelector(".player"), other.name === null || other.name === undefined ? "" : other.name);
			say(centres, count === undefined ? "" : String(count));
			say(row.querySelector(".doing"), sayOther(other));
			row.classList.toggle("mine", Boolean(other.mine));
			row.classList.toggle("awaited", Boolean(other.awaited));
			row.classList.toggle("out", count === 0 && !other.asked);
		});
}

/* Shows how long there is, by the server's clock. ahead: milliseconds that it is ahead of ours.
 * stands: the clock is stopped by agreement. */
export function renderClock(deadline, ahead, stands) {
	const clock = byId("clock"), seconds = deadline ? Math.ceil((Date.parse(deadline) - Date.now() - ahead) / 1000) : null;
	clock.hidden = seconds === null && !stands;
	if (seconds === null) {
		say(clock, "clock stopped");
		setOrRemove(clock, "data-soon", null);
		return;
	}
	say(clock, sayTime(seconds));
	setOrRemove(clock, "data-soon", seconds < 5 * MINUTE ? "" : null);
	clock.setAttribute("datetime", deadline);
	clock.title = new Date(deadline).toLocaleString();
}
