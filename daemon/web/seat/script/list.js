/* list: a seat's orders as a form: a row for each unit, or for each build or removal that is due. It does by itself all that
 * the board does: screen readers, phones and keyboards need no board. */
import {namePlace, sayDeed} from "./atlas.js";
import {keep, make, say, setOrRemove} from "./dom.js";
import {givenAt, provinceOf, readOrder} from "./orders.js";
import {nameSite, sayConvoy} from "./sentence.js";

const GROUPS = {hold: "Hold", move: "Move", support: "Support", convoy: "Convoy", retreat: "Retreat", disband: "Disband",
	build: "Build", waive: "Waive"};

const LONG = 24; /* letters that a list shows on a phone */

/* "Stp (sc)" */
function namePlaceBriefly(atlas, place) {
	const [province, coast] = place.split("/");
	return province[0].toUpperCase() + province.slice(1) + (coast ? ` (${coast})` : "");
}

/* A list cuts long words off at their end, where the coast is. So they have codes for provinces, and the coast is seen. */
function sayBriefly(atlas, order) {
	const whole = sayDeed(atlas, order, true), coast = [order.aux, order.to].some((place) => place !== null && place.includes("/"));
	return coast && whole.length > LONG ? sayDeed(atlas, order, true, namePlaceBriefly) : whole;
}

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
	const name = namePlace(atlas, order.from).length > LONG - 6 ? namePlaceBriefly : namePlace;
	if (book.turn === "builds")
		return `${order.type === "A" ? "army" : "fleet"} ${name(atlas, order.from)}`;
	return book.turn === "removals" ? `${order.type} ${name(atlas, order.from)}` : sayBriefly(atlas, order);
}

function fillSelect(select, atlas, book, row) {
	const groups = new Map();
	select.replaceChildren(make("option", {value: ""}, {moves: "no order: holds", retreats: "no order: disbanded",
		builds: "no order: waived", removals: "the rules choose"}[book.turn]));
	for (const order of row.orders) {
		const name = GROUPS[order.kind];
		if (!groups.has(name))
			groups.set(name, make("optgroup", {label: name}));
		groups.get(name).append(make("option", {value: order.text}, wordsOf(atlas, book, order)));
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
				setOrRemove(select, "aria-disabled", locked ? "true" : null); /* disabled, it would lose the focus */
				clear.hidden = row.text === null || locked;
				clear.setAttribute("aria-label", `Clear the order of ${row.name}`);
				clear.title = "Clear";
				const kept = row.text !== null && stored.includes(row.text);
				item.className = row.text === null ? "none" : kept ? "stored" : "hollow";
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
