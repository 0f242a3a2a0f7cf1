/* engine: lib as a WebAssembly module: questions in words, answers as JSON (lib/analysis/analysis.h). It needs no page. */
import {fetchPublic} from "./link.js";

/* The bytes of a module that a page has in itself: gzip's, as base64. */
function unpack(text) {
	const packed = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
	return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/* Compiles the module: from an address, or from what the page has. */
export async function compile(address, inside) {
	const bytes = inside === null ? fetchPublic(address, "arrayBuffer") : unpack(inside);
	return WebAssembly.compile(await bytes);
}

/* The text of a map that the server has. "": it has none. */
export async function fetchMap(map) {
	try {
		return await fetchPublic(`/m/${encodeURIComponent(map)}/map.txt`, "text");
	} catch (refusal) {
		if (refusal.status === 404)
			return "";
		throw refusal;
	}
}

/* Starts a module that was compiled. find(map): the text of a map that the module has not. null: there is no such map, or no such
 * rules. */
export async function start(module, map, rules, find) {
	const nothing = Object.fromEntries(WebAssembly.Module.imports(module).map(({name}) => [name, () => 8])); /* it has no files */
	const {exports} = await WebAssembly.instantiate(module, {wasi_snapshot_preview1: nothing});
	const {memory, malloc, free, open, ask} = exports;
	exports._initialize();
	const length = malloc(4);

	function put(text) {
		const bytes = new TextEncoder().encode(text + "\0"), at = malloc(bytes.length);
		new Uint8Array(memory.buffer).set(bytes, at);
		return [at, bytes.length - 1];
	}

	function openWith(text) {
		const names = [map, text, rules].map((name) => put(name)[0]), opened = open(...names);
		names.forEach((name) => free(name));
		return opened;
	}

	const known = openWith(""), text = known === 0 ? await find(map) : "", analysis = known || (text && openWith(text));
	if (!analysis)
		return null;

	function print(question) {
		const [at, size] = put(question), text = ask(analysis, at, size, length);
		free(at);
		return new TextDecoder().decode(new Uint8Array(memory.buffer, text, new Uint32Array(memory.buffer, length, 1)[0]));
	}

	return {
		text, /* of the map, where the module has it not */
		print,
		/* The answer to a word, with a position and lines that follow it; it may be {error}. */
		ask: (word, position = "", lines = []) => JSON.parse(print([word, position.trimEnd(), ...lines].join("\n") + "\n")),
	};
}
