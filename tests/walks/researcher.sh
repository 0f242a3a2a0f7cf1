#!/bin/bash
# researcher: walks through README.md as somebody who wants to compare players.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh
. tests/walks.sh
walk_begin

test_first_run() {
	local said
	said=$(walk "$(block README.md 'Try it' 1 | grep '^make run')")
	alike "$(block README.md 'Try it' 2 2)" "$(grep -A5 '^Points by player' <<<"$said")"
	alike "$(block README.md 'Try it' 2 3)" "$(grep -A3 '^Who is better' <<<"$said")"
	same verdict "$(grep -A1 '^ares - random' <<<"$said")" "$(block README.md 'Try it' 2 4)"
}

# Games come out the same everywhere, so all figures are those of the document.
test_four_commands() {
	local document=doc/comparing.md title="Comparing two players" said
	said=$(walk "$(block $document "$title" 1 1)")
	shown "$(block $document "$title" 1 2)" "$(grep -A3 '^ player' <<<"$said")"
	shown "$(block $document "$title" 1 3)" "$(grep -A2 '^ *players' <<<"$said")"
	shown "$(block $document "$title" 1 4)" "$(grep -A1 '^shallow - deep' <<<"$said")"
}

test_compare_players_and_judges() {
	local title="3. Compare players and judges" said
	said=$(walk "$(block README.md "$title" 1 1)")
	shown "$(block README.md "$title" 1 2)" "$(grep -A3 '^ player' <<<"$said")"
	shown "$(block README.md "$title" 1 3)" "$(grep -A1 '^ares(depth=3) - ' <<<"$said")"
	shown "$(block README.md "$title" 1 4)" "$(tail -n1 <<<"$said")"
}

run_tests
