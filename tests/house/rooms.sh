#!/bin/bash
# rooms: the sources include each other as CONTRIBUTING.md says.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh

# includes_of FOLDER: what is wrong with the includes there.
includes_of() {
	(cd "$1" && find lib daemon bench -name '*.[ch]' | sort | awk -v contributing=CONTRIBUTING.md -f "$OLDPWD/tests/house/rooms.awk")
}

test_includes() { includes_of .; }

# finds PATTERN FILE INCLUDE: in a copy, an include that is put into a file is found.
finds() {
	local copy said status=0
	copy=$(mktemp -d)
	cp -r CONTRIBUTING.md lib daemon bench "$copy"
	mkdir -p "$(dirname "$copy/$2")"
	echo "#include \"$3\"" >>"$copy/$2"
	said=$(includes_of "$copy") || status=$?
	rm -rf "$copy"
	same "status" "$status" 1
	case $said in *"$1"*) ;; *) same "what is said" "$said" "...$1..." ;; esac
}

test_upwards() { finds 'daemon/store may not include daemon/farm' daemon/store/db.c farm/worker.h; }
test_sideways() { finds 'daemon/ctl may not include daemon/farm' daemon/ctl/show.c farm/batch.h; }
test_out_of_lib() { finds 'lib may not include daemon/base' lib/map.c base/log.h; }
test_later_in_lib() { finds 'includes match.h, which comes after it' lib/board.c match.h; }
test_unknown_room() { finds 'its folder is no room' daemon/shed/tool.c board.h; }

run_tests
