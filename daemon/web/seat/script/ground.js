/* ground: the map of a game. The page asks for it before it knows which map that is: mostly it is that of the last time. */
import {fetchPublic} from "./link.js";

const LAST = "aresfarm map", USUAL = "standard";

function recall() {
	try {
		return localStorage.getItem(LAST) || USUAL;
	} catch {
		return USUAL; /* a browser may have no store */
	}
}

function remember(name) {
	try {
		localStorage.setItem(LAST, name);
	} catch {
		/* as above */
	}
}

/* What the server says of a map, and its picture. */
function fetchParts(name) {
	const address = `/m/${encodeURIComponent(name)}/`;
	return Promise.all([fetchPublic(address + "map.json"), fetchPublic(address + "ground.svg", "text")]);
}

/* Begins to fetch a map. The function that it returns gives that of the name that turns out to be right. */
export function openGround() {
	const guess = recall(), guessed = fetchParts(guess).catch(() => null);
	return async (name) => {
		remember(name);
		return name === guess && await guessed || fetchParts(name);
	};
}
