/* pen: arrows that a person draws beside the orders: from a place to another, or a ring around one. An arrow is [from, to, colour]: codes of
 * provinces, and a row of COLOURS. While the pen is open, what is pointed at on the board is for it (page.pen). */
import {listWords, namePlace} from "./atlas.js";
import {NOTHING} from "./draft.js";
import {note, page} from "./page.js";
import {sketchArrow} from "./sketch.js";

const COLOURS = ["Red", "Blue", "White"]; /* their looks: analysis.css */

const nameArrow = ([from, to]) => from === to ? `a ring around ${namePlace(page.atlas, from)}` : `${namePlace(page.atlas, from)} to ${namePlace(page.atlas, to)}`;

/* Arrows in words; "": there are none. */
export const sayArrows = (arrows) => arrows.length === 0 ? "" : `Arrows: ${listWords(arrows.map(nameArrow))}.`;

/* on: {read(), write(arrows), draw()}: the arrows of what is on the board; draw shows them anew. */
export function openPen(on) {
	let from = null, to = null, colour = 0;

	/* The same arrow again takes it away; in another colour, it gets that. */
	function add(arrow) {
		const others = on.read().filter(([one, other]) => one !== arrow[0] || other !== arrow[1]);
		const had = on.read().some((other) => other.join() === arrow.join());
		on.write(had ? others : [...others, arrow]);
		note(`${had ? "Removed" : "Drawn"}: ${nameArrow(arrow)}.`);
	}

	function point(key) {
		page.cursor = key;
		if (from !== null)
			add([from, key, colour]);
		from = from === null ? key : null;
		page.render();
	}

	/* one, other: where a drag began, and where it is; null: nowhere. */
	function stroke(one, other, done) {
		[from, to] = done ? [null, null] : [one, other];
		if (!done)
			return on.draw();
		if (one !== null && other !== null && one !== other)
			add([one, other, colour]);
		page.render();
	}

	function toggle() {
		page.pen = page.pen ? null : pen;
		[from, to, page.draft, page.offers] = [null, null, NOTHING, []];
		page.board.setStroke(page.pen && stroke);
		note("");
		page.render();
	}

	function change(arrows) {
		on.write(arrows);
		page.render();
	}

	const pen = {
		point,
		undo: () => change(on.read().slice(0, -1)),
		back() {
			if (from === null)
				return toggle();
			from = null;
			page.render();
		},
		choices: () => [
			...COLOURS.map((label, n) => ({key: `kind pen${n}`, label, kind: `pen${n}`, pressed: n === colour, run() { colour = n; page.render(); }})),
			...on.read().length > 0 ? [{key: "clear", label: "Remove all", run: () => change([])}] : [],
			{key: "back", label: from === null ? "Done" : "Back", hot: "Esc", run: pen.back},
		],
		say: () => from === null ? "Point at where an arrow begins, or drag one." : `An arrow from ${namePlace(page.atlas, from)} to … The same place: a ring.`,
	};
	return {
		toggle,
		/* Cancels the arrow being drawn: another phase, or another map, is shown. */
		rest() {
			[from, to] = [null, null];
			page.board.setStroke(page.pen && stroke);
		},
		get from() { return from; },
		/* What is drawn, and what is being drawn, as shapes of board.sketch. */
		shapes: () => [...on.read(), ...to === null || from === to ? [] : [[from, to, colour]]]
			.map(([one, other, n]) => ({...sketchArrow(page.atlas, one, other), style: `pen pen${n}`})),
	};
}
