/* draws: how the game may end by agreement, and its clock: what is proposed, and our own votes. Votes are secret. */
import {listWords, namePower} from "./atlas.js";
import {byId, keep, make, say, setOrRemove, show} from "./dom.js";
import {asRefusal} from "./link.js";
import {page} from "./page.js";

/* What an end means, in words; powers: null: all that survive. */
function sayEnd(powers, own) {
	const name = (power) => power === own ? "you" : namePower(power);
	if (powers === null)
		return "a draw among all that are left";
	return powers.length === 1 ? `${powers[0] === own ? "you win" : `${name(powers[0])} wins`}` : `a draw among ${listWords(powers.map(name))}`;
}

function makeRow() {
	return make("li", {}, make("span"), " ", make("button", {type: "button"}));
}

/* One end that somebody has proposed. */
function updateRow(row, {end, own}) {
	const said = sayEnd(end.powers, own);
	say(row.querySelector("span"), `Proposed: ${said}${end.mine ? "; you agree" : ""}.`);
	const button = row.querySelector("button");
	say(button, end.mine ? "Take back" : "Agree");
	setOrRemove(button, "aria-label", `${end.mine ? "Take back" : "Agree"}: ${said}`);
	setOrRemove(button, "data-among", JSON.stringify(end.powers ?? []));
	setOrRemove(button, "data-wish", "end");
	setOrRemove(button, "data-vote", String(!end.mine));
}

/* The field in which one chooses who shares the game. */
function renderSharers(voters, own) {
	keep(byId("sharers"), voters.map((power) => ({key: power, power})),
		({power}) => make("label", {}, make("input", {type: "checkbox", value: power, checked: true}), ` ${namePower(power)}`),
		(label) => say(label.lastChild, ` ${namePower(label.dataset.key)}${label.dataset.key === own ? " (you)" : ""}`));
}

function renderClockVotes(clock) {
	show(byId("clocking"), clock !== null);
	if (clock === null)
		return;
	const wishes = [["pause", clock.my_pause, clock.pause, clock.needed, "Stop the clock", clock.my_pause && clock.paused ? "Let the clock continue" : "Take back: stop the clock"],
		["extend", clock.my_extend, clock.extend, Math.floor(clock.needed / 2) + 1, "More time", "Take back: more time"]];
	for (const [id, mine, votes, needed, ask, back] of wishes) {
		say(byId(id), mine ? back : ask);
		setOrRemove(byId(id), "data-wish", id);
		setOrRemove(byId(id), "data-vote", String(!mine));
		setOrRemove(byId(id), "data-among", "[]");
		setOrRemove(byId(id), "title", `${votes} of ${needed} votes`);
	}
	show(byId("extend"), !clock.extended);
	const told = [clock.paused ? "The clock stands." : clock.pause > 0 ? `${clock.pause} of ${clock.needed} would stop the clock.` : "",
		clock.extended ? "This phase has got more time." : clock.extend > 0 ? `${clock.extend} of the ${Math.floor(clock.needed / 2) + 1} votes for more time are there.` : ""];
	say(byId("clocked"), told.filter((text) => text !== "").join(" "));
}

export function renderVotes({votes, seat}) {
	const plays = Boolean(votes) && votes.voters.includes(seat.power);
	show(byId("drawing"), plays && votes.possible && !votes.absent);
	show(byId("returning"), plays && votes.absent);
	show(byId("leaving"), plays && !votes.absent && votes.substitute !== null);
	renderClockVotes(plays && !votes.absent ? votes.clock : null);
	if (!plays)
		return;
	keep(byId("ends"), votes.ends.map((end) => ({key: (end.powers ?? ["all"]).join(" "), end, own: seat.power})), makeRow, updateRow);
	renderSharers(votes.voters, seat.power);
	say(byId("heir"), `${votes.substitute} plays on for you. You can take the seat back while the game lasts.`);
}

async function vote(wish, given, among) {
	try {
		await page.link.post("/seat/vote", {wish, vote: given, among});
		say(byId("voted"), "");
	} catch (fault) {
		say(byId("voted"), `Your vote was not taken. ${asRefusal(fault).message}`);
	}
}

/* A button of a vote says what it votes for. */
function press(event) {
	const {wish, vote: given, among} = event.target.dataset;
	if (wish)
		vote(wish, given === "true", JSON.parse(among));
}

function propose(event) {
	event.preventDefault();
	const chosen = [...byId("sharers").querySelectorAll("input")].filter((box) => box.checked).map((box) => box.value);
	if (chosen.length > 0)
		vote("end", true, chosen);
	else
		say(byId("voted"), "Choose the powers that share the game.");
}

export function listenToVotes() {
	byId("drawing").addEventListener("click", press);
	byId("clocking").addEventListener("click", press);
	byId("returning").addEventListener("click", press);
	byId("leaving").addEventListener("click", press);
	byId("proposing").addEventListener("submit", propose);
}
