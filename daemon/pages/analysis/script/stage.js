/* stage: the place of the board: a page of its own, or a file with a replay, which it replaces. */

/* The contents of a file: the module, packed; the phases of its game. null: the page has a
 * server. */
export const inside = read("module");
export const line = read("line-of-game");

function read(id) {
	const element = document.getElementById(id);
	return element && element.textContent;
}

/* Whether an address asks for the board, where there is a replay, too. */
const asks = () => /^#(line|analyse)=/.test(location.hash);

/* Makes the board's place. False: the replay is asked for. */
export function openStage() {
	const board = read("thinkingpage");
	if (board === null)
		return true;
	addEventListener("hashchange", () => asks() && location.reload());
	if (!asks())
		return false;
	document.querySelectorAll("head > style").forEach((style) => style.remove());
	[...document.body.children].filter((child) => child.localName !== "script").forEach((child) => child.remove());
	const parsed = new DOMParser().parseFromString(board, "text/html");
	document.body.className = "";
	document.body.prepend(...parsed.head.children, ...parsed.body.children);
	return true;
}

/* The script of the board, for a worker. address: where a server has it. */
export function scriptAddress(address) {
	return inside ? URL.createObjectURL(new Blob([document.getElementById("second").textContent], {type: "text/javascript"})) : address;
}
