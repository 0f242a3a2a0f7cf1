#!/bin/bash
# unused: proves that each function of lib and daemon has a caller in a program: aresctl, aresd, aresweb, aresdaide, those of
# bench/ and train. A test alone keeps no function. Programs of others call what lib/api/ares.map names,
# scripts of pages what lib/analysis/analysis.h exports.
#
# nm says which functions an object has and which it asks of others. A room is one object, in which a function
# may have become part of its callers, so the sources are asked for its name, too: they have it once more than
# its prototype and definition.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh

# words PATTERN ROOM...: the words of the files of rooms with such names, without comments.
words() {
	find "${@:2}" -name "$1" -exec sed 's:/\*.*\*/::; /^ \* /d; /^\/\*/d' {} + | grep -ow '[a-z][a-z0-9_]*'
}

# unused ROOM...: each function of lib and daemon that no object of these rooms, and no line of their sources,
# calls.
unused() {
	local built
	built=$(for room in "$@"; do find "$B" -path "$B/$room.a" -o -path "$B/$room/*.[ao]"; done)
	{ words '*.c' "$@" && words '*.def' "$@" && words '*.h' "$@" | sed 's/$/ h/' && nm -A $built; } | awk '
		NF == 1 { named[$1]++ }
		NF == 2 { named[$1] += declared[$1]++ > 0 }
		NF > 2 && $(NF - 1) == "U" { called[$NF] = 1 }
		NF > 2 && $(NF - 1) == "T" && /\/(lib|daemon)/ { has[$NF] = 1 }
		END { for (name in has) if (!(name in called) && named[name] < 2) print name }' |
		grep -vxe main -f <(sed -n 's/^\t\(ares_[a-z_]*\);$/\1/p' lib/api/ares.map
			sed -n '/^ANALYSIS_EXPORT/{n;s/.*\(analysis_[a-z]*\)(.*/\1/p}' lib/analysis/analysis.h) | LC_ALL=C sort
}

rooms=(lib daemon/{base,bots,daide,db,exchange,farm,pages,web,ctl} bench training)

test_each_function_is_called() {
	same "functions that no program calls" "$(unused "${rooms[@]}")" ""
}

# Without the commands, what prints their tables has no caller.
test_a_function_without_caller_is_found() {
	unused "${rooms[@]/daemon\/ctl/lib}" | grep -qx table_print
}

run_tests
