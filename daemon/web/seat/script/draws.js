/* draws: a draw by vote: who has voted for one, and our own vote. */
import {listWords, namePower} from "./atlas.js";
import {byId, say, setOrRemove, show} from "./dom.js";
import {complain, page} from "./page.js";

/* Who has voted, and who has not yet, in a sentence. */
function sayVotes({votes, voters}, own) {
	const name = (power) => power === own ? "you" : namePower(power);
	if (votes.length === 0)
		return "";
	const rest = voters.filter((power) => !votes.includes(power));
	const said = listWords(votes.map(name)), waits = listWords(rest.map(name));
	return `${said[0].toUpperCase()}${said.slice(1)} would agree to a draw. ${waits === "" ? "" : `It needs ${waits}, too.`}`.trim();
}

export function renderDraw({draw, seat}) {
	const votes = Boolean(draw) && draw.possible && draw.voters.includes(seat.power);
	show(byId("drawing"), votes);
	if (!votes)
		return;
	const mine = draw.votes.includes(seat.power);
	say(byId("drawn"), sayVotes(draw, seat.power));
	say(byId("draw"), mine ? "Take back your vote for a draw" : draw.votes.length > 0 ? "Agree to a draw" : "Propose a draw");
	setOrRemove(byId("draw"), "data-vote", String(!mine));
}

/* Votes, or takes the vote back, as the button says. A vote counts for the open phase. */
export async function pressDraw() {
	try {
		const {problem} = await page.link.post("/seat/draw", {vote: byId("draw").dataset.vote === "true"});
		if (problem)
			say(byId("drawn"), `Your vote was not taken: ${problem}.`);
	} catch (refusal) {
		complain(refusal);
	}
}
