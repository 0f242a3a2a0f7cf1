# walks: what the suites of tests/walks share: they do what the documents say, to the letter, as a stranger would. It needs
# suite.sh.
#
# A walk has a clone of this working tree, with what is not committed yet and without anything that was built or played; an
# empty home; and no variable of this shell. The programs find the private cluster of the clone, in its folder .farm.
#
#     walk_begin                                              once
#     walk "$(block README.md 'Try it' 1)"                    runs the first block under this heading, and prints what it says
#     shown "$(block README.md 'Try it' 2)" "$said"           compares this with what the document shows
#     alike "$(block README.md 'Try it' 2)" "$said"           the same, where figures may differ
#
# In a block that shows output, "..." stands for anything: in a line for the rest of it, as a line for any number of lines.

# block FILE HEADING N [PART]: the Nth code block, indented or fenced, under the heading (without its #; up to the next
# heading), without its indentation. PART: only that part of it; empty lines separate the parts.
block() {
	awk -v heading="$2" -v wanted="$3" -v part="${4:-0}" '
		function open() { number++; parts = 1; kept = 0; match($0, /^ */); indent = RLENGTH }
		function deep(line) { return substr(line, 1, indent) ~ /^ *$/ }
		function keep(line) {
			if (number != wanted) return
			if (line ~ /^ *$/) { kept++; return }
			if (kept > 0) parts++
			if (part == 0) for (; kept > 0; kept--) print ""
			kept = 0
			if (part == 0 || parts == part) { print line; found = 1 }
		}
		/^ *```/ && inside && state != "indented" {
			state = state == "fenced" ? "" : "fenced"
			if (state == "fenced") open()
			next
		}
		state == "fenced" { if (inside) keep(substr($0, deep($0) ? indent + 1 : 1)); next }
		/^#+ / { title = $0; sub(/^#+ +/, "", title); inside = title == heading; number = inside ? 0 : number; state = ""; blank = 0; next }
		!inside { next }
		/^ *$/ { blank = 1; if (state == "indented") keep(""); next }
		state == "indented" && deep($0) { keep(substr($0, indent + 1)); next }
		/^    / && blank { state = "indented"; open(); keep(substr($0, indent + 1)); blank = 0; next }
		{ state = ""; blank = 0 }
		END { exit !found }' "$1" || { echo "$1 has no code block $3${4:+, part $4,} under \"$2\"" >&2; return 1; }
}

# inline FILE HEADING TEXT: what stands in backquotes under the heading and contains the text; the first of them.
inline() {
	awk -v heading="$2" '
		/^#+ / { title = $0; sub(/^#+ +/, "", title); inside = title == heading; next }
		inside && !/^    /' "$1" | tr '\n' ' ' | grep -o '`[^`]*`' | tr -d '`' | grep -m1 -F -e "$3" ||
		{ echo "$1 has nothing in backquotes with \"$3\" under \"$2\"" >&2; return 1; }
}

# walk_begin: makes the clone and the home. The clone has what is built of the programs, so that make has little to do.
walk_begin() {
	walk_tree=$ARESFARM_HOME/clone walk_home=$ARESFARM_HOME/home
	mkdir -p "$walk_tree" "$walk_home"
	if git rev-parse --show-toplevel >/dev/null 2>&1; then
		git ls-files -z --cached --others --exclude-standard
	else
		find . -path ./build -prune -o -path ./.farm -prune -o -type f -print0
	fi | xargs -0 -r sh -c 'for file; do [ ! -e "$file" ] || printf "%s\0" "$file"; done' sh |
		tar --null --files-from=- -cf - | tar -xf - -C "$walk_tree"
	if [ "$B" = build ]; then
		find "$walk_tree" -type d -exec touch -d @0 {} + # a folder that is newer than its object is compiled
		mkdir "$walk_tree/build"
		[ ! -e build/wasm ] || cp -a build/wasm "$walk_tree/build"
		cp -a build/{lib,daemon,completions,later} build/*.{a,o,c,js,css,inc,list,sql} \
			build/ares{ctl,d,web,daide}{,.[18]} build/ares{ctl,d}_later "$walk_tree/build"
	fi
	trap 'walk "build/aresctl --quiet down" >/dev/null || true' EXIT # the server stays after make run, as README says
	walk_tree=$(cd "$walk_tree" && pwd)
	walk_home=$(cd "$walk_home" && pwd)
}

# walk TEXT [NAME=VALUE...]: types the text into a shell in the clone. It continues after a command that fails, and its status
# is that of the last one, as in a shell. What it leaves running ends with the walk.
walk() {
	local text=$1
	[ -n "$text" ] || { echo "nothing to type"; return 1; } # a block that was not found
	shift
	(cd "$walk_tree" && env -i HOME="$walk_home" PATH="$PATH" LANG=C.UTF-8 TERM=dumb TMPDIR="$TMPDIR" ARESFARM_TEST=1 "$@" bash -c "$text" </dev/null 2>&1)
}

# walk_build: builds the programs, for a walk that begins after that.
walk_build() { walk 'make -s -j$(nproc) programs pages'; }

# shown DOCUMENT SAID: what was said must be what the document shows, apart from "..." there.
shown() {
	local status=0
	diff <(trimmed "$1") <(trimmed "$2" | as_shown "$1") || status=1
	[ $status -eq 0 ] || printf 'that is: the document shows (<)\n%s\nand this came (>)\n%s\n' "$1" "$2"
	return $status
}

# alike DOCUMENT SAID: the same, but each figure may be another, and so may the width of columns.
alike() { shown "$(figureless "$1")" "$(figureless "$2")"; }

trimmed() { sed 's/[ \t]*$//' <<<"$1"; }
figureless() { sed -E 's/[0-9]+([.,][0-9]+)*/9/g; s/-{2,}/-/g; s/[ \t]+/ /g; s/^ //' <<<"$1"; }

# as_shown DOCUMENT: reads what was said. Puts "..." where the document has it, for what it stands for.
as_shown() {
	awk -v document="$(trimmed "$1" | sed 's/\\/\\\\/g')" '
		function fits(said, wanted,    at) {
			at = index(wanted, "...")
			if (at == 0 || wanted == "...") return said == wanted
			return substr(said, 1, at - 1) == substr(wanted, 1, at - 1)
		}
		BEGIN { count = split(document, wanted, "\n"); place = 1 }
		place <= count && wanted[place] == "..." {
			if (place == count || !fits($0, wanted[place + 1])) { skipped = 1; next }
			print "..."; skipped = 0; place++
		}
		{ print place <= count && fits($0, wanted[place]) ? wanted[place] : $0; place++ }
		END { if (skipped || place <= count && wanted[place] == "...") print "..." }'
}
