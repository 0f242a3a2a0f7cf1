/* engine: lib as a WebAssembly module: questions in words, answers as JSON (lib/analysis/analysis.h). It needs no page. */

/* The bytes of a module that a page has in itself: gzip's, as base64. */
function unpack(text) {
	const packed = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
	return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/* Compiles the module: from an address, or from what the page has. */
export async function compile(address, inside) {
	if (inside !== null)
		return WebAssembly.compile(await unpack(inside));
	const answer = await fetch(address);
	if (!answer.ok)
		throw new Error(`The server does not send the board's program (${answer.status}).`);
	return WebAssembly.compile(await answer.arrayBuffer());
}

/* Starts a module that was compiled. null: it knows no such map or rules. */
export async function start(module, map, rules) {
	const nothing = Object.fromEntries(WebAssembly.Module.imports(module).map(({name}) => [name, () => 8])); /* it has no files */
	const {exports} = await WebAssembly.instantiate(module, {wasi_snapshot_preview1: nothing});
	const {memory, room, drop, open, ask} = exports;
	exports._initialize();
	const length = room(4);

	function put(text) {
		const bytes = new TextEncoder().encode(text + "\0"), at = room(bytes.length);
		new Uint8Array(memory.buffer).set(bytes, at);
		return [at, bytes.length - 1];
	}

	const names = [map, "", rules].map((text) => put(text)[0]), analysis = open(...names);
	names.forEach((name) => drop(name));
	if (analysis === 0)
		return null;

	function print(question) {
		const [at, size] = put(question), text = ask(analysis, at, size, length);
		drop(at);
		return new TextDecoder().decode(new Uint8Array(memory.buffer, text, new Uint32Array(memory.buffer, length, 1)[0]));
	}

	return {
		print,
		/* The answer to a word, with a position and lines that follow it; it may be {error}. */
		ask: (word, position = "", lines = []) => JSON.parse(print([word, position.trimEnd(), ...lines].join("\n") + "\n")),
	};
}
