#!/bin/bash
# rooms: proves that each file includes only what CONTRIBUTING.md allows to its room, that it allows nothing
# that is not included, and that no two headers have one name.
#
# rooms.awk reads the tables of CONTRIBUTING.md and judges every include. The other tests show that it can fail.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh
. tests/house/scratch.bash

check() {
	(cd "$1" && list_sources lib daemon bench training | awk -v contributing=CONTRIBUTING.md -f "$OLDPWD/tests/house/rooms.awk")
}

test_includes() { check .; }

# includes PATTERN FILE HEADER: the check says PATTERN once FILE includes HEADER.
includes() { finds "$1" "$2" "#include \"$3\""; }

test_upwards() { includes 'daemon/db/pg may not include daemon/farm' daemon/db/pg/db.c farm/supervisor.h; }
test_sideways() { includes 'daemon/ctl/results may not include daemon/farm/worker' daemon/ctl/results/show.c farm/worker/batch.h; }
test_out_of_lib() { includes 'lib/board may not include daemon/base' lib/board/map.c base/log.h; }
test_upwards_in_lib() { includes 'lib/board may not include lib/match' lib/board/board.c match/match.h; }
test_unused() {
	finds 'lib/board may include lib/match, but does not' CONTRIBUTING.md \
		'| `lib/board` | values | `lib/match` |'
}
test_unknown_room() { includes 'its folder is no room' daemon/shed/tool.c board/board.h; }

# twins FOLDER: the names of headers that two files have.
twins() { (cd "$1" && list_sources lib daemon bench training | sed -n 's:.*/\(.*\.h\)$:\1:p' | sort | uniq -d); }

test_header_names_are_unique() { same "headers of one name" "$(twins .)" ""; }
test_a_second_header_is_found() {
	local copy
	copy=$(mktemp -d)
	mkdir -p "$copy"/{lib/board,lib/players,daemon,bench,training}
	touch "$copy/lib/board/map.h" "$copy/lib/players/map.h"
	same "headers of one name" "$(twins "$copy")" map.h
}

run_tests
