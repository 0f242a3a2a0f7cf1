#!/bin/bash
# unused: proves that each function of lib and daemon has a caller in a program: aresctl, aresd, aresweb, aresdaide, those of
# bench/ and train. A test alone keeps no function. What lib/api/ares.map names is called by programs of others.
#
# nm says which functions an object has and which it asks of others. A function that is called in its own file only may
# have become part of its caller, so the source of the file is asked for its name, too.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh

# unused OBJECT...: a line "SOURCE NAME" for each function of lib and daemon that no object and no line of its source calls.
unused() {
	nm -A "$@" | awk -v build="$B/" '
		$2 == "U" { called[$3] = 1 }
		$2 == "T" && $3 != "main" { sub(/\.o:.*/, ".c", $1); file[$3] = substr($1, length(build) + 1) }
		END { for (name in file) if (!(name in called) && file[name] ~ /^(lib|daemon)\//) print file[name], name }' |
		LC_ALL=C sort | while read -r source name; do
			! grep -q "^	$name;$" lib/api/ares.map || continue
			[ "$(sed 's:/\*.*\*/::; /^ \* /d; /^\/\*/d' "$source" | grep -cw "$name")" -gt 1 ] || echo "$source $name"
		done
}

objects() { find lib daemon bench training -name '*.c' | sed "s:^\(.*\)c$:$B/\1o:"; }

test_each_function_is_called() {
	same "functions that no program calls" "$(unused $(objects))" ""
}

# Without the commands, what prints their tables has no caller.
test_a_function_without_caller_is_found() {
	unused $(objects | grep -v /daemon/ctl/) | grep -qx 'daemon/base/terminal/table.c table_print'
}

run_tests
