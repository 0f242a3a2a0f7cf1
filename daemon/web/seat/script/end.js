/* end: who won, and why. */
import {listWords, namePhase, namePower} from "./atlas.js";
import {byId, say, show} from "./dom.js";
import {countCentres} from "./seats.js";

function sayWhy({seat}, atlas, counts) {
	const all = atlas.provinces.filter((province) => province.centre).length;
	if (seat.winner) {
		const own = counts[atlas.powers.indexOf(seat.winner)];
		return `${namePower(seat.winner)} owns ${own} of ${all} centres${own * 2 > all ? ": more than half." : "."}`;
	}
	const left = atlas.powers.filter((power, i) => counts[i] > 0).map((power, i) => `${namePower(power)} (${counts[atlas.powers.indexOf(power)]})`);
	return `Nobody came to own more than half of the ${all} centres in time. ${listWords(left)} share the game.`;
}

/* owners: of the last board; null: it is not there yet. */
export function renderEnd(state, atlas, owners) {
	const {seat} = state, over = seat.state === "finished";
	show(byId("end"), over);
	if (!over || !owners)
		return;
	const counts = countCentres(atlas, owners), own = counts[atlas.powers.indexOf(seat.power)];
	say(byId("winner"), seat.winner === seat.power ? "You have won." : seat.winner ? `${namePower(seat.winner)} has won.` : "The game is a draw.");
	const points = !seat.points ? "" : ` That is ${Number(seat.points).toLocaleString([], {maximumFractionDigits: 3})} of the 1 point that a game gives.`;
	const fate = seat.winner === seat.power ? "" : own > 0 ? ` ${namePower(seat.power)} kept ${own} centre${own === 1 ? "" : "s"}.` : ` ${namePower(seat.power)} lost all its centres.`;
	say(byId("why"), `${sayWhy(state, atlas, counts)}${fate}${points} The game ended before ${namePhase(seat.phase)}.`);
	byId("replay").setAttribute("href", `/g/${seat.game}/replay`);
}
