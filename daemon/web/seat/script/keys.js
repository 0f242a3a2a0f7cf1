/* keys: the board by keyboard. Arrows go to the neighbour that way; letters name a kind of order while kinds are open, else
 * a province by its code. A letter that named a kind counts as none if it turns out to begin the code of a province that could be
 * chosen: "m" is Move, "mun" is Munich. */

const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
const CODE = 3; /* letters of a province */
const LATE = 1500; /* milliseconds after which letters begin anew */

/* board: the element with the focus. on: {arrow(x, y), enter(), back(), next(), clear(), zoom(times), name(code), spell(letters),
 * past(by), tool(), letter(key)}. letter returns null where it means nothing; else {could, revert}: the provinces that could be chosen
 * before, and what makes it undone. */
export function listenToKeys(board, on) {
	let letters = "", at = 0, meant = null; /* meant: what a letter before these has meant: {letter, could, revert} */

	function forget() {
		letters = "";
		meant = null;
	}

	function finish(code) {
		forget();
		on.name(code);
	}

	function type(letter, now) {
		if (now - at > LATE)
			forget();
		at = now;
		if (letters === "" && meant === null) {
			const answer = on.letter(letter);
			meant = answer && {letter, ...answer};
			if (meant !== null)
				return;
		}
		letters += letter;
		if (meant !== null && letters.length === CODE - 1 && meant.could.has(meant.letter + letters)) {
			meant.revert();
			return finish(meant.letter + letters);
		}
		return letters.length < CODE ? on.spell(letters) : finish(letters);
	}

	const plain = {
		Enter: () => on.enter(), " ": () => on.enter(), Escape: () => on.back(), ".": () => on.next(),
		Delete: () => on.clear(), Backspace: () => on.clear(), "+": () => on.zoom(1.5), "=": () => on.zoom(1.5),
		"-": () => on.zoom(1 / 1.5), 0: () => on.zoom(0), "/": () => on.tool(), PageUp: () => on.past(-1), PageDown: () => on.past(1),
	};

	board.addEventListener("keydown", (event) => {
		if (event.ctrlKey || event.altKey || event.metaKey)
			return;
		if (ARROWS[event.key])
			on.arrow(...ARROWS[event.key]);
		else if (plain[event.key])
			plain[event.key]();
		else if (/^[a-z]$/i.test(event.key))
			return type(event.key.toLowerCase(), event.timeStamp), event.preventDefault();
		else
			return;
		forget();
		event.preventDefault();
	});
	board.addEventListener("blur", forget);
}
