#!/bin/bash
# bot: walks through section 4 of README.md and through doc/playing.md as somebody who writes a player. It follows make run, as a
# reader would.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh
. tests/walks.sh
walk_begin

alice="PGOPTIONS='-c role=alice' build/aresctl psql"
# typed FILE HEADING N SQL...: the shell commands of the Nth block; the last one is psql, and gets the SQL, once alice has a
# turn in the tournament. Then the daemon ends, as the document says.
typed() {
	local commands
	commands=$(block "$1" "$2" 1 1)
	same "the last command" "$(tail -1 <<<"$commands")" "$alice"
	printf '%s\n' "$(sed '$d' <<<"$commands")" \
		"for i in \$(seq 300); do [ \"\$($alice -XAtc 'select count(*) from api.my_turns')\" = 0 ] || break; sleep 0.1; done" \
		"$alice <<'SQL'" "$3" SQL 'kill %1; wait'
}
table() { sed -n '/ text  *| *problem/,/^(/p' <<<"$1" | grep -v '^('; }

test_readme() {
	local said sql
	walk "$(block README.md 'Try it' 1 | grep '^make run')" >/dev/null
	sql=$(block README.md '4. Play a seat by SQL' 1 2)
	said=$(walk "$(typed README.md '4. Play a seat by SQL' "$sql")") || true
	shown "$(block README.md '4. Play a seat by SQL' 1 3)" "$(table "$said")" || { echo "$said"; return 1; }
	walk 'build/aresctl tournament cancel by-sql'
}

test_first_game() {
	local said sql
	sql="$(block doc/playing.md 'A first game' 2 1)
$(block doc/playing.md 'A first game' 3 1)
$(block doc/playing.md 'A first game' 4)
\\! sleep 3"
	said=$(walk "$(typed doc/playing.md 'A first game' "$sql")") || true
	alike "$(block doc/playing.md 'A first game' 2 2)" "$(grep -A2 ' game | phase' <<<"$said")" || { echo "$said"; return 1; }
	shown "$(block doc/playing.md 'A first game' 3 2)" "$(table "$said" | head -5)"
	same "orders without a problem, the second time" "$(table "$said" | tail -n +6 | grep -cE '\| *$')" 3
	said=$(walk "$(block doc/playing.md 'A first game' 5)")
	contains -x '  FRA  A par - bur                  succeeds' <<<"$said"
	walk "$(inline doc/playing.md 'A first game' 'tournament cancel')"
}

test_bot() {
	local said sql n
	# Debian's package is for Debian's Python
	python3 -c 'import psycopg' 2>/dev/null || export PATH=/usr/bin:$PATH
	python3 -c 'import psycopg' 2>/dev/null || skip "there is no psycopg 3"
	block doc/playing.md 'A bot in Python' 1 >"$walk_tree/bot.py"
	said=$(walk "$(block doc/playing.md 'A bot in Python' 2)")
	same "problems with orders" "$(grep -E '^[0-9]+ [SFW]1' <<<"$said" || true)" ""
	same "the last command" "$(block doc/playing.md 'A bot in Python' 3 1)" "$alice"
	sql=$(for n in 2 3 4; do block doc/playing.md 'A bot in Python' 3 $n; done)
	said=$(walk "$alice -XAt -v ON_ERROR_STOP=1 <<'SQL'
$sql
SQL")
	same "games that are over" "$(grep -cE '^[123]\|FRA\|.*\|(win|draw|survival|elimination)\|' <<<"$said")" 3
	contains -E '^succeeds\|[0-9]+$' <<<"$said"
	contains -E '^1\|S1901M\|3$' <<<"$said"
	said=$(walk "$(block doc/playing.md 'A bot in Python' 4)")
	contains '^bot/1, game [0-9]*: finished: ' <<<"$said"
	contains 'the final board$' <<<"$said"
}

run_tests
