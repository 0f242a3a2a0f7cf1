#!/bin/bash
# makefile: proves that make makes anew what is made of all files of a folder, when a file there is added or deleted; and that
# it builds in a folder whose path has a blank.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh

# made FILE ADDED FROM PATTERN: how many lines of a file of the build have the pattern: before a source is added (a copy of
# FROM), with it, and after it is deleted.
made() {
	local copy counts=
	copy=$(mktemp -d)
	cp -r Makefile schema sql "$copy"
	cp --parents lib/*/*.def "$copy"
	for step in : "cp $3 $2" "rm $2"; do
		(cd "$copy" && $step && env -u MAKEFLAGS -u MAKELEVEL make -s B=built "built/$1") || return
		counts+=" $(grep -c "$4" "$copy/built/$1" || true)"
	done
	rm -rf "$copy"
	echo "$counts"
}

test_maps() { same made "$(made map_rows.inc schema/maps/added.csv schema/maps/standard.csv '{"added"')" " 0 1 0"; }
test_drawings() {
	same made "$(made drawing_texts.inc schema/maps/added.drawing schema/maps/standard.drawing '"added"')" " 0 1 0"
}
test_changes() {
	same made "$(made schema.inc schema/changes/998_added.sql schema/changes/001_cases.sql 998_added)" " 0 1 0"
}

# The files of a room are one object.
test_rooms() {
	local copy counts=
	copy=$(mktemp -d)
	cp -r Makefile lib daemon deploy schema sql "$copy"
	for step in : "echo 'extern int added; int added;' >lib/match/added.c" "rm lib/match/added.c"; do
		(cd "$copy" && eval "$step" &&
			env -u MAKEFLAGS -u MAKELEVEL make -s B=built SAN= built/lib/match.o) || return
		counts+=" $(nm "$copy/built/lib/match.o" | grep -cw added || true)"
	done
	rm -r "$copy"
	same made "$counts" " 0 1 0"
}

test_path_with_a_blank() {
	local folder
	folder=$(mktemp -d)
	mkdir "$folder/a farm"
	cp -r Makefile lib daemon deploy schema sql "$folder/a farm"
	make -s -C "$folder/a farm" SAN= build/lib/board/rng.o
	rm -r "$folder"
}

run_tests
