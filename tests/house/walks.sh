#!/bin/bash
# walks: proves that what tests/walks shares finds the code blocks of a document, and tells output that differs from output
# that a document only cuts short.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh
. tests/walks.sh

document() {
	cat <<-'END'
		# A page
		Text.
		    not code: no empty line above it

		    first

		    its second part
		      deeper

		Text with `a name` and `another
		name` over two lines.

		```sh
		fenced

		still
		```
		## A page below

		 1. In a list

		        in the list
		        more

		# Another

		    elsewhere
	END
}
scratch=$(mktemp)
document >"$scratch"

test_blocks() {
	same "first" "$(block "$scratch" 'A page' 1)" $'first\n\nits second part\n  deeper'
	same "first, part 2" "$(block "$scratch" 'A page' 1 2)" $'its second part\n  deeper'
	same "fenced" "$(block "$scratch" 'A page' 2)" $'fenced\n\nstill'
	same "in a list" "$(block "$scratch" 'A page below' 1)" $'in the list\nmore'
	same "last" "$(block "$scratch" 'Another' 1)" elsewhere
	same "inline" "$(inline "$scratch" 'A page' name)" "a name"
	same "inline, over two lines" "$(inline "$scratch" 'A page' 'her name')" "another name"
}

# What a document does not have ends a walk.
test_missing() {
	! block "$scratch" 'A page' 3 2>/dev/null || same "a block" found missing
	! block "$scratch" 'A page' 1 3 2>/dev/null || same "a part" found missing
	! block "$scratch" 'A pag' 1 2>/dev/null || same "a heading" found missing
	! inline "$scratch" 'Another' name 2>/dev/null || same "a name" found missing
}

differs() { ! "$@" >/dev/null || same "$(printf '%q ' "$@")" alike different; }

test_shown() {
	shown $'a\nb' $'a  \nb'
	shown $'a\n...\nz 1 ...\nend' $'a\nb\nc\nz 1 2 3\nend'
	shown $'a\n...\nz' $'a\nz'
	shown $'a\n...' $'a\nb\nc'
	shown 'a \n b' 'a \n b'
	differs shown $'a\nb' $'a\nc'
	differs shown $'a\nb' a
	differs shown a $'a\nb'
	differs shown $'a\n...\nz' $'a\nb\nc'
	differs shown 'z 1 ...' 'z 2 3'
	differs shown 'a 1' 'a 2'
}

test_alike() {
	alike $' a |   1.25\n---+----\n b |  -3' $' a |  11,000.5\n---+--------\n b | -7'
	differs alike 'a 1' 'b 1'
	differs alike 'a 1' 'a 1 2'
}

run_tests
