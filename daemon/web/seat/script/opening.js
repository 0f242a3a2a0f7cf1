/* opening: asks for the state and the board of a seat before the script of the table, which is much larger, is there. */
import {openLink, readSecret} from "./link.js";

const secret = readSecret();

if (secret !== null) {
	const {get} = openLink(secret), ask = (path) => get(path).catch(() => null);
	window.asked = {state: ask("/seat/state"), board: ask("/seat/board")};
}
