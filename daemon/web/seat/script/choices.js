/* choices: the buttons below the sentence: what may follow, and on a phone where. */
import {byId, keep, make, say, setOrRemove} from "./dom.js";
import {chooseKind, chooseWhich, kindsOf} from "./draft.js";
import {clearChosen, giveConvoy, giveOrder, point, stepBack, take, undo} from "./actions.js";
import {givenAt, hasRoom} from "./orders.js";
import {isLocked, page} from "./page.js";
import {answersOf, targetsOf} from "./sentence.js";

function button({label, hot, run, kind}) {
	const element = make("button", {type: "button", click: () => element.run()}, make("span", {}, label));
	element.run = run;
	if (hot)
		element.append(make("kbd", {"aria-hidden": "true"}, hot));
	if (kind)
		element.classList.add(kind);
	return element;
}

/* The buttons below the sentence: {key, label, hot, kind, run, pressed}. */
export function choices() {
	if (page.pen)
		return page.pen.choices();
	if (!page.book || isLocked() || page.phases.shown !== null)
		return page.tools;
	const has = page.draft.site !== null && givenAt(page.given, page.draft.site) !== null;
	const made = [
		...answersOf(page.atlas, page.book, page.draft).map(({text, holds, label, key}) => ({
			key: "answer " + (holds || text), label, hot: key && key.toUpperCase(), kind: holds ? "holds" : "answer",
			run: () => holds ? point(holds) : take(chooseWhich(page.draft, text))})),
		...page.offers.map(({texts, label, move}) => ({key: "offer " + texts, label, kind: "offer", run: () => giveConvoy(texts, move)})),
		...kindsOf(page.book, page.draft).map(({kind, key, label}) => ({key: "kind " + kind, label, hot: key.toUpperCase(), kind: "kind",
			pressed: page.draft.kind === kind, run: () => take(chooseKind(page.book, page.draft, kind))})),
	];
	if (page.draft.site === null && page.book.turn === "builds" && page.book.waive && hasRoom(page.book, page.given))
		made.push({key: "waive", label: "Waive one", hot: "W", kind: "kind", run: () => { giveOrder("waive"); page.render(); }});
	if (has)
		made.push({key: "clear", label: "Clear", hot: "Del", run: clearChosen});
	if (page.draft.site !== null)
		made.push({key: "back", label: "Back", hot: "Esc", run: stepBack});
	else if (page.undone.length > 0)
		made.push({key: "undo", label: "Undo", hot: "Ctrl Z", run: undo});
	return page.draft.site === null ? [...made, ...page.tools] : made;
}

export function renderChoices() {
	const row = byId("choices"), targets = byId("targets");
	const set = (element, item) => {
		element.run = item.run;
		say(element.querySelector("span"), item.label);
		setOrRemove(element, "aria-pressed", item.pressed === undefined ? null : item.pressed);
		element.classList.toggle("first", Boolean(item.first));
		setOrRemove(element, "data-kind", item.key);
		setOrRemove(element, "data-target", item.target || null);
	};
	keep(row, choices(), button, set);
	const open = page.book && !isLocked() && page.phases.shown === null;
	const {site, kind, whom} = page.draft;
	keep(targets, (open ? targetsOf(page.atlas, page.book, page.draft, page.given) : []).map((target) => ({...target, target: target.key,
		key: `${site} ${kind} ${whom} ${target.key}`, run: () => point(target.key)})), button, set);
}
