#!/bin/bash
# pictures: proves in a browser that the texts of pictures have room, on a desktop and on a phone, in light and dark. And that the
# harness of these tests notices what is wrong in a page, and leaves nothing behind.
. tests/suite.sh
. tests/pages.sh

folder=$(mktemp -d)

test_boards() {
	"$B/draw_boards" tests/pages/boards.cases "$folder"
	same "boards" "$(ls "$folder" | wc -l)" "$(grep -c '^case' tests/pages/boards.cases)"
	[ "$(cat "$folder"/*.svg | wc -c)" -lt $((150000 * 10)) ]
}
test_texts() { look pictures texts "$folder"; }
test_names_on_a_phone() { look pictures names_on_phone "$folder/01-opening.svg"; }
test_colours() { look pictures colours "$folder/06-dislodgements.svg"; }
test_counts() { look pictures counts "$folder/01-opening.svg" 22 22; }

test_harness_notices() { look pictures notices "$folder"; }
test_axe_notices() {
	axe_or_skip
	look pictures axe "$folder"
}

# A browser is gone when its page is closed, with its profile.
test_leaves_nothing() {
	look pictures notices "$folder"
	same "processes of a browser" "$(pgrep -c -f -- "--user-data-dir=$TMPDIR" || true)" 0
	same "profiles" "$(find "$TMPDIR" -name profile | wc -l)" 0
}

run_tests
