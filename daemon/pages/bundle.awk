# Makes one plain script of modules, for pages that must have it in themselves or ask for it once, and for workers. A module becomes a function
# that is called when it is first needed:
#
#   import {a, b} from "./x.js";      const {a, b} = need("x");
#   export function f() {             function f() {            and at the end: return {f};
#
# Comments that begin or end a line are left out. An import has a line of its own, and so has each
# export with its one name. The last module begins in a page, the one of -v worker=NAME in a worker.
BEGIN {
	print "\"use strict\";\n(() => {"
	print "const makers = {}, made = {};"
	print "function need(name) {\n\treturn made[name] ||= makers[name]();\n}"
}
function end_module() {
	if (name != "")
		print "return {" exports "};\n};"
}
FNR == 1 {
	end_module()
	name = FILENAME
	sub(/.*\//, "", name)
	sub(/\.js$/, "", name)
	exports = ""
	print "makers[\"" name "\"] = () => {"
}
/^$/ { next }
/^\t*\/\*/ { comment = 1 }
comment {
	if (/\*\/$/)
		comment = 0
	next
}
/^import / {
	sub(/^import /, "const ")
	sub(/ from "\.\//, " = need(\"")
	sub(/\.js";$/, "\");")
}
/^export / {
	sub(/^export /, "")
	match($0, /^(async function|function|class|const) +[A-Za-z0-9_]+/)
	word = substr($0, 1, RLENGTH)
	sub(/.* /, "", word)
	exports = exports (exports == "" ? "" : ", ") word
}
{
	sub(/^\t+/, "")
	sub(/ *\/\*[^"`]*\*\/$/, "")
	print
}
END {
	end_module()
	print "need(typeof document === \"undefined\" ? \"" worker "\" : \"" name "\");\n})();"
}
