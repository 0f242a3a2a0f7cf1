/* list: a seat's orders as a form: a row for each unit, or for each build or removal that is due. It does by itself all that
 * the board does: screen readers, phones and keyboards need no board. */
import {namePlace, sayDeed} from "./atlas.js";
import {keep, make, say, setOrRemove} from "./dom.js";
import {givenAt, provinceOf, readOrder} from "./orders.js";
import {nameSite, sayConvoy} from "./sentence.js";

const GROUPS = {hold: "Hold", move: "Move", support: "Support", convoy: "Convoy", retreat: "Retreat", disband: "Disband",
	build: "Build", waive: "Waive"};
const KINDS = Object.keys(GROUPS);
const LONG = 18; /* letters of an order that a list shows beside its unit on a phone */

/* The rows: {key, name, orders, text}. In winter rows are numbered; text is the order given, or null. */
export function rowsOf(atlas, book, given) {
	if (book.turn === "moves" || book.turn === "retreats")
		return [...book.sites.values()].map((site) => ({key: site.key, site: site.key, name: nameSite(atlas, book, site.key),
			orders: site.orders, text: givenAt(given, site.key)}));
	const what = book.turn === "builds" ? "Build" : "Removal";
	return Array.from({length: book.due}, (none, i) => ({key: `${what} ${i + 1}`, name: book.due === 1 ? what : `${what} ${i + 1}`,
		site: given[i] ? provinceOf((readOrder(given[i]) || {from: null}).from) : null, orders: book.orders, text: given[i] || null}));
}

function wordsOf(atlas, book, order) {
	if (order.kind === "waive")
		return "waive this build";
	if (book.turn === "builds")
		return `${order.type === "A" ? "army" : "fleet"} ${namePlace(atlas, order.from)}`;
	return book.turn === "removals" ? `${order.type} ${namePlace(atlas, order.from)}`
		: sayDeed(atlas, order, true);
}

function fillSelect(select, atlas, book, row) {
	const groups = new Map();
	select.replaceChildren(make("option", {value: ""}, {moves: "no order: holds", retreats: "no order: disbanded",
		builds: "no order: waived", removals: "the rules choose"}[book.turn]));
	const orders = row.orders.map((order) => ({...order, words: wordsOf(atlas, book, order)}));
	orders.sort((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
		one.words.localeCompare(other.words));
	for (const {kind, text, words} of orders) {
		const name = GROUPS[kind];
		if (!groups.has(name))
			groups.set(name, make("optgroup", {label: name}));
		groups.get(name).append(make("option", {value: text}, words));
	}
	select.append(...groups.size > 1 ? groups.values() : [...groups.values()].flatMap((group) => [...group.children]));
}

/* body: the list. on: {change(row, text or null), point(row or null), choose(row)}. */
export function openList(body, on) {
	let rows = [];

	function rowAt(element) {
		const item = element.closest("[data-key]");
		return item ? rows.find((row) => row.key === item.dataset.key) || null : null;
	}

	function create() {
		const select = make("select", {});
		const clear = make("button", {type: "button", class: "clear"}, "✕");
		const item = make("li", {}, make("label", {}, make("span", {class: "unit"}), select), clear, make("span", {class: "mark", "aria-hidden": "true"}),
			make("span", {class: "ferry"}));
		select.addEventListener("change", () => on.change(rowAt(item), select.value || null));
		clear.addEventListener("click", () => {
			on.change(rowAt(item), null);
			select.focus();
		});
		item.addEventListener("focusin", () => on.point(rowAt(item)));
		item.addEventListener("pointerenter", () => on.point(rowAt(item)));
		item.querySelector(".unit").addEventListener("click", (event) => {
			event.preventDefault();
			on.choose(rowAt(item));
		});
		return item;
	}

	body.addEventListener("focusout", () => on.point(null));
	body.addEventListener("pointerleave", () => on.point(null));
	return {
		/* model: {atlas, book, given, stored, locked, chosen, problems, units}: stored are the texts that the server has; locked:
		 * nothing may be changed; problems: of texts, a Map. */
		render({atlas, book, given, stored, locked, chosen, problems, units}) {
			rows = rowsOf(atlas, book, given);
			keep(body, rows.map((row) => ({...row, book})), create, (item, row) => {
				const select = item.querySelector("select"), clear = item.querySelector(".clear");
				if (item.book !== book) {
					item.book = book;
					fillSelect(select, atlas, book, row);
				}
				say(item.querySelector(".unit"), row.name);
				say(item.querySelector(".ferry"), sayConvoy(atlas, book, given, units, row.text));
				if (select.value !== (row.text || ""))
					select.value = row.text || "";
				const words = row.text && select.selectedOptions[0]?.text || "";
				setOrRemove(select, "title", words || null); /* the list may cut it off */
				setOrRemove(select, "aria-disabled", locked ? "true" : null); /* disabled, it would lose the focus */
				clear.hidden = row.text === null || locked;
				clear.setAttribute("aria-label", `Clear the order of ${row.name}`);
				clear.title = "Clear";
				const kept = row.text !== null && stored.includes(row.text);
				item.className = row.text === null ? "none" : kept ? "stored" : "hollow";
				item.classList.toggle("long", words.length > LONG);
				item.classList.toggle("chosen", chosen !== null && row.site === chosen);
				setOrRemove(item, "data-site", row.site);
				setOrRemove(item, "data-text", row.text);
				item.querySelector(".mark").title = row.text === null ? "" : kept ? "stored" : "not stored yet";
				const problem = row.text !== null && problems.get(row.text);
				setOrRemove(select, "aria-invalid", problem ? "true" : null);
				select.setCustomValidity(problem || "");
			});
		},
	};
}
