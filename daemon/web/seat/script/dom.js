/* dom: elements made and renewed so that the focus is not lost. All texts go in as text. */
const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

function fill(element, attributes, children) {
	for (const [name, value] of Object.entries(attributes))
		if (typeof value === "function")
			element.addEventListener(name, value);
		else if (value !== null && value !== false)
			element.setAttribute(name, value === true ? "" : value);
	element.append(...children);
	return element;
}

/* make("button", {class: "x", click: f}, "text", child) */
export function make(name, attributes = {}, ...children) {
	return fill(document.createElement(name), attributes, children);
}

export function draw(name, attributes = {}, ...children) {
	return fill(document.createElementNS(SVG, name), attributes, children);
}

/* Sets a text only if it differs, so that a live region does not repeat it. */
export function say(element, text) {
	if (element.textContent !== text)
		element.textContent = text;
}

export function show(element, on) {
	element.hidden = !on;
}

export function setOrRemove(element, name, value) {
	if (value === null || value === false)
		element.removeAttribute(name);
	else if (element.getAttribute(name) !== String(value))
		element.setAttribute(name, value);
}

/* Makes the children of parent those of items, each known by its key. Elements that remain are not
 * moved, so they keep the focus. create(item) makes an element, update(element, item) sets it. */
export function keep(parent, items, create, update) {
	const old = new Map([...parent.children].map((child) => [child.dataset.key, child]));
	const keys = new Set(items.map((item) => String(item.key)));
	for (const [key, child] of old)
		if (!keys.has(key))
			child.remove();
	let at = parent.firstElementChild;
	for (const item of items) {
		const key = String(item.key);
		let element = old.get(key);
		if (!element) {
			element = create(item);
			element.dataset.key = key;
		}
		if (element === at)
			at = at.nextElementSibling;
		else
			parent.insertBefore(element, at);
		update(element, item);
	}
}

/* The list of phases and the buttons beside it, where the one at a place is shown. last: the button that
 * leads to the end. A disabled button would lose the focus. */
export function renderSteps(names, at, last) {
	const jump = byId("jump");
	if ([...jump.options].map(({text}) => text).join() !== names.join())
		jump.replaceChildren(...names.map((name, i) => make("option", {value: i}, name)));
	jump.value = at;
	for (const id of ["first", "previous"])
		byId(id).setAttribute("aria-disabled", at === 0);
	for (const id of ["next", last])
		byId(id).setAttribute("aria-disabled", at === names.length - 1);
}

/* A disc in the colour of a power, with its letters. */
export function swatch(atlas, power) {
	const number = atlas.powers.indexOf(power);
	return draw("svg", {class: "swatch", viewBox: "-12 -12 24 24", "aria-hidden": "true"},
		draw("g", {class: `b-u${atlas.colours[number]}`}, draw("circle", {r: 11.5}), draw("text", {class: "b-letter", y: 4.2}, atlas.signs[number])));
}

export const small = matchMedia("(max-width: 700px)"); /* a phone */
export const wantsStill = matchMedia("(prefers-reduced-motion: reduce)");
