/* branches: the tree of lines, as buttons: a line, and indented below it those that branch off. */
import {byId, make} from "./dom.js";
import {phaseOf} from "./tree.js";

function makeButton(node, current, onPath, go) {
	const label = node.name ? ` ${node.name}` : node.remark || node.arrows.length > 0 ? " ✎" : "";
	return make("button", {type: "button", class: onPath.has(node) ? "on" : "", "aria-current": node === current ? "step" : null,
		title: node.remark || null, click: () => go(node)}, phaseOf(node) + label);
}

function makeLine(node, current, onPath, go) {
	const line = make("div", {class: "branch"}), run = make("div", {class: "run"}), others = [];
	for (let at = node; at; at = at.after[0]) {
		run.append(makeButton(at, current, onPath, go));
		for (const other of at.after.slice(1))
			others.push(makeLine(other, current, onPath, go));
	}
	line.append(run, ...others);
	return line;
}

/* path: the nodes from the first to the current one. go(node). */
export function renderBranches(root, path, go) {
	const {scrollTop} = byId("branches"), focus = document.activeElement && byId("branches").contains(document.activeElement);
	byId("branches").replaceChildren(makeLine(root, path.at(-1), new Set(path), go));
	const frame = byId("branches"), at = frame.querySelector("[aria-current]");
	frame.scrollTop = scrollTop;
	if (at.offsetTop - frame.offsetTop < frame.scrollTop || at.offsetTop - frame.offsetTop + at.offsetHeight > frame.scrollTop + frame.clientHeight)
		frame.scrollTop = at.offsetTop - frame.offsetTop - frame.clientHeight / 2;
	if (focus)
		at.focus({preventScroll: true});
}
