/* inputs: the input of pages with a board, apart from the board: keys anywhere, the field for
 * orders, the words, and buttons. */
import {giveText, undo} from "./actions.js";
import {zoom} from "./cursor.js";
import {byId} from "./dom.js";
import {page} from "./page.js";

const TEXTS = /^(INPUT|TEXTAREA|SELECT)$/;

/* Lights an order, by its number, on the board and in the words; null: none. */
export function markOrder(order) {
	page.board.markOrder(order);
	byId("words").querySelectorAll("li.hot").forEach((item) => item.classList.remove("hot"));
	const item = order === null || !page.isTold() ? null : byId("words").querySelector(`li[data-o="${order}"]`);
	if (item)
		item.classList.add("hot");
}

/* A key that is held presses a button once, and sends a form once. */
function ignoreRepeat(event) {
	const {tagName} = event.target;
	const types = (tagName === "TEXTAREA" || tagName === "INPUT" && event.key === " ")
		&& !event.ctrlKey && !event.metaKey;
	if (!event.repeat || event.key !== "Enter" && event.key !== " " || types)
		return;
	event.preventDefault();
	event.stopPropagation();
}

function typeOrders(event) {
	if (event.key !== "Enter" || !event.ctrlKey && !event.metaKey || event.target.value === "")
		return;
	event.preventDefault();
	event.stopPropagation(); /* it hands nothing in */
	giveText(event.target.value);
}

/* finish: what Ctrl+Enter does; clicks: what each button does, by its id. */
export function listenToInputs(finish, clicks) {
	document.addEventListener("keydown", ignoreRepeat, true);
	document.addEventListener("keydown", (event) => {
		if (!event.ctrlKey && !event.metaKey)
			return;
		if (event.key.toLowerCase() === "z" && !TEXTS.test(event.target.tagName))
			undo();
		else if (event.key === "Enter")
			finish();
		else
			return;
		event.preventDefault();
	});
	const all = {first: () => page.phases.first(), previous: () => page.phases.step(-1), next: () => page.phases.step(1),
		nearer: () => zoom(1.6), farther: () => zoom(1 / 1.6), whole: () => zoom(0), ...clicks};
	for (const [id, run] of Object.entries(all))
		byId(id).addEventListener("click", run);
	byId("typing").addEventListener("submit", (event) => {
		event.preventDefault();
		giveText(byId("typed").value);
	});
	byId("typed").addEventListener("keydown", typeOrders);
	for (const kind of ["pointerover", "focusin"])
		byId("words").addEventListener(kind, (event) => {
			const item = event.target.closest("li[data-o]");
			markOrder(item && page.isTold() ? item.dataset.o : null);
		});
	byId("words").addEventListener("pointerleave", () => markOrder(null));
}
