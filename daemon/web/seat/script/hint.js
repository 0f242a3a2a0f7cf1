/* hint: what a player of the farm would order in our place, as a proposal that can be taken. */
import {sayOrder} from "./atlas.js";
import {giveOrder, setGiven} from "./actions.js";
import {byId, keep, make, say, show, wantsStill} from "./dom.js";
import {give, readOrder} from "./orders.js";
import {complain, isLocked, page} from "./page.js";

export function renderHint() {
	show(byId("hinted"), page.hint !== null && page.book !== null && !isLocked());
	if (page.hint === null || !page.book)
		return;
	say(byId("hinter"), `${page.hint.player[0].toUpperCase()}${page.hint.player.slice(1)} would order:`);
	keep(byId("proposals"), page.hint.orders.map((text) => ({key: text})), (item) => make("li", {}, make("span", {}), make("button",
		{type: "button", click: () => { giveOrder(item.key); page.render(); }}, "Take")),
	(item, {key}) => {
		const taken = page.given.includes(key), order = readOrder(key);
		say(item.querySelector("span"), order ? sayOrder(page.atlas, order) : key);
		say(item.querySelector("button"), taken ? "Taken" : "Take");
		item.querySelector("button").setAttribute("aria-disabled", taken);
	});
}

export async function askHint() {
	if (!page.book || page.asking)
		return;
	const {book} = page;
	page.asking = true;
	say(byId("hint"), "Thinking …");
	try {
		const hint = await page.link.post("/seat/hint", {phase: book.phase});
		if (book === page.book)
			page.hint = hint; /* else the phase is over */
		byId("hinted").scrollIntoView({block: "nearest", behavior: wantsStill.matches ? "auto" : "smooth"});
	} catch (refusal) {
		complain(refusal);
	}
	page.asking = false;
	say(byId("hint"), "Show a hint");
	page.render();
}

export function takeHint() {
	setGiven(page.hint.orders.reduce((all, text) => give(page.book, all, text) || all, page.given));
	dismissHint();
}

export function dismissHint() {
	page.hint = null;
	page.render();
	byId("ready").focus();
}
