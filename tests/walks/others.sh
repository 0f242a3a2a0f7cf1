#!/bin/bash
# others: walks through section 7 of README.md, doc/formats.md, bots.md, njudge.md and daide.md as somebody who has games, bots
# or mails of his own. db/saved runs the recipes of formats.md.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh
. tests/walks.sh
walk_begin
walk_build >/dev/null

# typed TEXT: types it as somebody who has installed the programs.
typed() { walk "$1" PATH="$walk_tree/build:$PATH"; }

# as_told FILE HEADING N [PART]: types that part of the Nth block (1); what it says must be what stands below.
as_told() { shown "$(block "$1" "$2" "$3" $((${4:-1} + 1)))" "$(typed "$(block "$1" "$2" "$3" "${4:-1}")")"; }

typed 'aresctl up && aresctl init' >/dev/null

test_readme() {
	local said
	said=$(typed "$(block README.md '7. Bring your bots, games and mails' 1)")
	contains '^greedy 1: 100 positions (--seed 1), 0 faults$' <<<"$said"
	contains '^tournament again: 8 games, [0-9]* phases: [0-9] won, [0-9] drawn, 0 not over$' <<<"$said"
	contains -x 'F kie - hol' <<<"$said"
	contains '^tournament bots: backed up to bots.backup: 8 games, ' <<<"$said"
	typed 'aresctl restore bots.backup --name back && aresctl verify back && wc -l tables/*.csv' >/dev/null
}

test_saved_games() {
	local said
	command -v jq >/dev/null || skip "there is no jq"
	command -v zstd >/dev/null || skip "there is no zstd"
	typed 'aresctl tournament create thesis-1 --games 17 --seats randbot,random --rounds 4 && aresd --until-done' >/dev/null
	said=$(typed "$(block doc/formats.md 'Saved games' 1)")
	same "exported" "$(grep -c '^exported: 17 games, ' <<<"$said")" 1
	contains '"FRANCE": \[' <<<"$said"
	contains '^tournament recorded: 17 games, [0-9]* phases: 0 won, 17 drawn, 0 not over$' <<<"$said"
	typed 'zstd -dc games.jsonl.zst >games && aresctl export recorded | cmp - games'
}

test_bot() {
	local said
	block doc/bots.md 'A first bot' 1 >"$walk_tree/first.py"
	said=$(typed "$(block doc/bots.md 'A first bot' 2 1)")
	alike "$(block doc/bots.md 'A first bot' 2 2)" "$said"
	said=$(typed "$(block doc/bots.md 'A first bot' 3 1)")
	same "answers" "${said%%build*}" "$(block doc/bots.md 'A first bot' 3 2 | sed 's/build.*//')"
	said=$(typed "$(block doc/bots.md 'A tournament' 1)")
	same "seats that made faults" "$(grep -cE '^ (bot:first|random) +\| +[0-9]' <<<"$said")" 2
}

test_mails() {
	local n
	as_told doc/njudge.md 'From mail to mail' 1
	as_told doc/njudge.md 'From mail to mail' 2
	as_told doc/njudge.md 'From mail to mail' 2 3
	for n in 1 2 4 5; do
		as_told doc/njudge.md 'What is read' $n
	done
	typed "$(block doc/njudge.md 'What is read' 3)" >/dev/null
}

test_maps() {
	as_told doc/njudge.md 'Maps and variants' 1
	as_told doc/njudge.md 'Maps and variants' 2
	typed "$(block doc/njudge.md 'Maps and variants' 3)" >/dev/null
	typed 'aresd --until-done && aresctl verify cedar-1' >/dev/null
}

# The game of the document, but a short one, and at a port that is free. The client comes when the game waits for it.
test_daide() {
	local said
	said=$(block doc/daide.md 'A game' 1 | sed -n '/tournament create/,/aresd &/p' | sed 's/ --games 1 / --rounds 4&/')
	said=$(typed "$said
aresdaide --listen 127.0.0.1:0 >port & for i in \$(seq 600); do
	! { grep -q . port && aresctl tournament status guests | grep -q 'waits for @daide'; } || break; sleep 0.05; done
timeout 100 python3 tests/daide/client.py \$(sed 's/.*://' port)
kill %1 %2; wait; aresctl tournament status guests")
	grep -q '^guests: 1 game, 1 finished$' <<<"$said" || { echo "$said"; return 1; }
}

run_tests
