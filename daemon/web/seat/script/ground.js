/* ground: the map of a game: its places, and its picture. The page contains the standard one.
 * Otherwise it guesses the map of the last visit, and fetches that in advance. */
import {byId} from "./dom.js";
import {fetchPublic} from "./link.js";
import {recall, remember} from "./store.js";

const LAST = "aresfarm map";

function findParts(name) {
	const ground = byId("ground"), address = `/m/${encodeURIComponent(name)}/`;
	if (name === ground.dataset.map)
		return Promise.resolve([JSON.parse(byId("places").textContent), ground.textContent]);
	return Promise.all([fetchPublic(address + "map.json"), fetchPublic(address + "ground.svg", "text")]);
}

/* Begins to fetch a map. The function that it returns gives that of the name that turns out to be right. */
export function openGround() {
	const guess = recall(LAST), guessed = guess === null ? null : findParts(guess).catch(() => null);
	return async (name) => {
		remember(LAST, name);
		return name === guess && await guessed || findParts(name);
	};
}
