/* keys: the board by keyboard. Arrows go to the neighbour that way; letters name a kind of order while kinds are open, else
 * a province by its code. */

const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
const CODE = 3; /* letters of a province */
const LATE = 1500; /* milliseconds after which letters begin anew */

/* board: the element with the focus. on: {arrow(x, y), enter(), back(), next(), clear(), zoom(times), name(code), letter(key):
 * whether it meant something, past(by)}. */
export function listenToKeys(board, on) {
	let letters = "", at = 0;

	function type(letter, now) {
		if (letters === "" || now - at > LATE) {
			letters = "";
			if (on.letter(letter))
				return;
		}
		at = now;
		letters += letter;
		if (letters.length < CODE)
			return on.spell(letters);
		const code = letters;
		letters = "";
		on.name(code);
	}

	const plain = {
		Enter: () => on.enter(), " ": () => on.enter(), Escape: () => on.back(), ".": () => on.next(),
		Delete: () => on.clear(), Backspace: () => on.clear(), "+": () => on.zoom(1.5), "=": () => on.zoom(1.5),
		"-": () => on.zoom(1 / 1.5), 0: () => on.zoom(0), PageUp: () => on.past(-1), PageDown: () => on.past(1),
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
		letters = "";
		event.preventDefault();
	});
	board.addEventListener("blur", () => { letters = ""; });
}
