/* end: who won, and why. */
import {listWords, namePhase, namePower} from "./atlas.js";
import {byId, say, show} from "./dom.js";
import {countCentres} from "./seats.js";

/* What all have agreed on; powers: null: all survivors share the game. */
function sayAgreed(powers, left) {
	if (powers !== null && powers.length === 1)
		return `All have agreed that ${namePower(powers[0])} wins.`;
	return `All have agreed on a draw: ${powers === null ? listWords(left) : listWords(powers.map(namePower))} share the game.`;
}

function sayWhy({seat, votes}, atlas, counts) {
	const all = atlas.provinces.filter((province) => province.centre).length;
	const left = atlas.powers.filter((power, i) => counts[i] > 0).map((power) => `${namePower(power)} (${counts[atlas.powers.indexOf(power)]})`);
	if (votes && votes.ends.length > 0)
		return sayAgreed(votes.ends[0].powers, left);
	if (seat.winner) {
		const own = counts[atlas.powers.indexOf(seat.winner)];
		return `${namePower(seat.winner)} owns ${own} of ${all} centres${own * 2 > all ? ": more than half." : "."}`;
	}
	return `Nobody came to own more than half of the ${all} centres in time. ${listWords(left)} share the game.`;
}

/* owners: of the last board; null: it is not loaded yet, so nothing is said about centres. */
export function renderEnd(state, atlas, owners) {
	const {seat} = state, over = seat.state === "finished";
	show(byId("end"), over);
	if (!over)
		return;
	say(byId("winner"), seat.winner === seat.power ? "You have won." : seat.winner ? `${namePower(seat.winner)} has won.` : "The game is a draw.");
	byId("replay").setAttribute("href", `/g/${seat.game}/replay`);
	if (!owners)
		return say(byId("why"), "");
	const counts = countCentres(atlas, owners), own = counts[atlas.powers.indexOf(seat.power)];
	const points = !seat.points ? "" : ` That is ${Number(seat.points).toLocaleString([], {maximumFractionDigits: 3})} of the 1 point that a game gives.`;
	const fate = seat.winner === seat.power ? "" : own > 0 ? ` ${namePower(seat.power)} kept ${own} centre${own === 1 ? "" : "s"}.` : ` ${namePower(seat.power)} lost all its centres.`;
	say(byId("why"), `${sayWhy(state, atlas, counts)}${fate}${points} The game ended before ${namePhase(seat.phase)}.`);
}
