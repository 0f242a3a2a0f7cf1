/* What the module for browsers answers to the questions of ask.c: node tests/pages/module.mjs MODULE <QUESTIONS. */
import {readFileSync} from "node:fs";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const nothing = Object.fromEntries(WebAssembly.Module.imports(module).map(({name}) => [name, () => 8]));
const {exports} = new WebAssembly.Instance(module, {wasi_snapshot_preview1: nothing});
const {memory, malloc, free, open, ask, _initialize} = exports;
const length = (_initialize(), malloc(4));

function put(text) {
	const bytes = new TextEncoder().encode(text + "\0"), at = malloc(bytes.length);
	new Uint8Array(memory.buffer).set(bytes, at);
	return [at, bytes.length - 1];
}

function answer(analysis, question) {
	const [at, size] = put(question), text = ask(analysis, at, size, length);
	free(at);
	return new TextDecoder().decode(new Uint8Array(memory.buffer, text, new Uint32Array(memory.buffer, length, 1)[0]));
}

const opened = new Map(), answers = [];
let analysis = 0, question = "";
for (const line of readFileSync(0, "utf8").split("\n")) {
	if (line.startsWith("open ")) {
		if (!opened.has(line)) {
			const [, map, rules] = line.split(" ");
			opened.set(line, open(put(map)[0], put("")[0], put(rules)[0]));
		}
		analysis = opened.get(line);
	} else if (line === ".") {
		answers.push(answer(analysis, question).replaceAll("\n", " "));
		question = "";
	} else {
		question += line + "\n";
	}
}
process.stdout.write(answers.join("\n") + "\n");
