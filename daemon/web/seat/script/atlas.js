/* atlas: names and places of a map (/m/NAME/map.json). No page is needed. */
import {provinceOf} from "./orders.js";

const COASTS = {nc: "north coast", sc: "south coast", ec: "east coast", wc: "west coast"};
const POWERS = {AUS: "Austria", ENG: "England", FRA: "France", GER: "Germany", ITA: "Italy", RUS: "Russia", TUR: "Turkey"};
const KINDS = {S: "Spring", F: "Fall", W: "Winter"};
const PARTS = {M: "moves", R: "retreats", A: "builds and removals"};

export function openAtlas(map) {
	const index = new Map(map.provinces.map((province, i) => [province.code, i]));
	const places = new Map(map.provinces.flatMap((province) => province.places.map((place) => [place.code, place])));
	const coasts = map.provinces.flatMap((province) => province.places.slice(1));
	return {coasts, codes: map.codes, kinds: map.kinds, colours: map.colours, signs: map.signs, provinces: map.provinces, powers: map.powers, neighbours: map.provinces.map((province) => province.near), index, places};
}

/* "Spain", "Spain (north coast)". */
export function namePlace(atlas, place) {
	const province = atlas.provinces[atlas.index.get(provinceOf(place))];
	const coast = place.split("/")[1];
	const name = province ? province.name : place;
	return coast ? `${name} (${COASTS[coast] || coast})` : name;
}

export function namePower(code) {
	return POWERS[code] || code;
}

/* "Spring 1901, moves" of S1901M. */
export function namePhase(phase) {
	return `${KINDS[phase[0]]} ${phase.slice(1, -1)}, ${PARTS[phase.at(-1)]}`;
}

/* A list in words: "a, b and c". */
export function listWords(words) {
	return words.length < 2 ? words.join("") : words.slice(0, -1).join(", ") + " and " + words.at(-1);
}

/* What an order does, after its unit: "moves to Burgundy". plain: "move to Burgundy". */
export function sayDeed(atlas, order, plain = false) {
	const s = plain ? "" : "s", at = (place) => namePlace(atlas, place);
	switch (order.kind) {
	case "hold": return "hold" + s;
	case "disband": return plain ? "disband" : "is disbanded";
	case "move": return `move${s} to ${at(order.to)}${order.via ? " by sea" : ""}`;
	case "retreat": return `retreat${s} to ${at(order.to)}`;
	case "support": return `support${s} ${order.auxType} ${at(order.aux)} ${order.to ? "to " + at(order.to) : "to hold"}`;
	case "convoy": return `convoy${s} ${order.auxType} ${at(order.aux)} to ${at(order.to)}`;
	default: return order.kind;
	}
}

/* "A Munich supports A Ruhr to Burgundy", "build A Paris". */
export function sayOrder(atlas, order) {
	if (order.kind === "waive")
		return "a build is waived";
	if (order.kind === "build")
		return `${order.type === "A" ? "an army" : "a fleet"} is built in ${namePlace(atlas, order.from)}`;
	return `${order.type} ${namePlace(atlas, order.from)} ${sayDeed(atlas, order)}`;
}
