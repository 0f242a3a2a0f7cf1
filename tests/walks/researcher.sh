#!/bin/bash
# researcher: walks through README.md and doc/comparing.md as somebody who wants to know which player is better. The figures of
# games are those of the documents, to the last digit: the same seed plays the same games.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh
. tests/walks.sh
walk_begin

# answer SAID: what the questions said, without what the programs said before.
answer() { sed -n '/^Points by player\|^Who is better/,$p' <<<"$1"; }

# promise: The documents are true
test_first_run() {
	local said shows
	said=$(walk "$(block README.md 'Try it' 1 | grep '^make run')")
	shows=$(block README.md 'Try it' 2 1)
	# where the watch begins late, its first line has a rate or is missing; so may the rate of the last
	grep -q '^0 of 128 games$' <<<"$said" || shows=$(grep -v '^ *0 of 128 games' <<<"$shows")
	grep -q '^128 of 128 .* phases/s' <<<"$said" || shows=$(sed 's|, [0-9]* phases/s||' <<<"$shows")
	alike "$shows" "$(grep -E '^tournament thesis-1|^0 of 128 games$|^128 of 128 ' <<<"$said" | uniq)"
	shown "$(block README.md 'Try it' 2 2)" "$(grep -A5 '^Points by player' <<<"$said")"
}

test_compare_players() {
	local said
	said=$(walk "$(block README.md '3. Compare players and judges' 1 1)")
	shown "$(block README.md '3. Compare players and judges' 1 2)" "$(answer "$said" | sed '/^20 passed/,$d')"
	shown "$(block README.md '3. Compare players and judges' 1 3)" "$(grep '^20 passed' <<<"$said")"
}

test_four_commands() {
	local said
	said=$(walk "$(block doc/comparing.md 'Comparing two players' 1 1)")
	shown "$(block doc/comparing.md 'Comparing two players' 1 2)" "$(grep -m1 -A3 '^ player' <<<"$said")"
	shown "$(block doc/comparing.md 'Comparing two players' 1 3)" "$(grep -A2 '^ *players  ' <<<"$said")"
	shown "$(block doc/comparing.md 'Comparing two players' 1 4)" "$(tail -2 <<<"$said")"
}

# Equal players come out as equal.
test_a_player_against_itself() {
	shown "$(block doc/comparing.md 'Comparing two players' 2 2)" \
		"$(walk "$(block doc/comparing.md 'Comparing two players' 2 1)")"
}

test_ratings() {
	local said
	said=$(walk "$(block doc/comparing.md 'Ratings' 1 1)")
	shown "$(block doc/comparing.md 'Ratings' 1 2)" "$(grep -A4 '^  RATING' <<<"$said")"
	shown "$(block doc/comparing.md 'Ratings' 1 3)" "$(grep -A4 '^  FAIR %' <<<"$said")"
	shown "$(block doc/comparing.md 'Ratings' 1 4)" "$(grep -A5 '^%, AGAINST' <<<"$said")"
}

run_tests
