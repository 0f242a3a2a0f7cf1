#!/bin/bash
# picture: proves that `aresctl show --svg` prints a picture of each phase of a game, and of its last board, and nothing where there
# is none: also of a game on a map of the user's own, whose names have markup.
#
# SEED=1 draws the games.
. tests/suite.sh

ctl tournament create drawn-$$ --games 2 --seats randbot,random --rules standard --rounds 8 --seed "$SEED" >/dev/null
folder=$(mktemp -d)

# elements: reads a picture, as a stranger's program would; prints the name of its root and its title.
elements() {
	python3 -c 'import sys, xml.dom.minidom
root = xml.dom.minidom.parse(sys.stdin.buffer).documentElement
print(root.tagName, root.getElementsByTagName("title")[0].firstChild.data)'
}

test_play() { aresd --until-done; }

test_each_phase() {
	local phase count=0
	for phase in $(query "select farm.phase_name(b.phase) from farm.boards b join farm.tournaments t on t.id = b.tournament_id
		join farm.games g on g.tournament_id = t.id and g.number = 1 where t.name = 'drawn-$$' and b.game_id = g.id order by b.phase"); do
		ctl show drawn-$$/1 "$phase" --svg | elements | contains "^svg .* ($phase): drawn-$$/1, game [0-9]*$"
		count=$((count + 1))
	done
	[ $count -ge 8 ]
}

# The last board has no orders.
test_last_board() {
	local last
	last=$(query "select farm.phase_name(max(b.phase)) from farm.boards b join farm.tournaments t on t.id = b.tournament_id
		join farm.games g on g.id = b.game_id and g.number = 1 where t.name = 'drawn-$$'")
	ctl show drawn-$$/1 --svg >"$folder/picture.svg"
	elements <"$folder/picture.svg" | contains "($last): "
	! grep -q 'Orders: ' "$folder/picture.svg" || same "the last board" "orders" "no orders"
	ctl show drawn-$$/1 S1901M --svg | contains 'Orders: '
}

# What the picture says of an order is what farm.orders says.
test_orders() {
	local text
	ctl show drawn-$$/1 F1901M --svg >"$folder/picture.svg"
	query "select o.power || ' ' || o.text || ': ' || o.result from farm.orders o join farm.tournaments t on t.id = o.tournament_id
		join farm.games g on g.id = o.game and g.number = 1 where t.name = 'drawn-$$' and o.phase_name = 'F1901M'" >"$folder/orders"
	[ "$(wc -l <"$folder/orders")" -ge 22 ]
	while read -r text; do
		contains -F "<title>$text" "$folder/picture.svg"
	done <"$folder/orders"
}

# A role that may only read gets pictures. An external player does not: it may not read the boards of the farm.
test_roles() {
	query "create role reads_$$ in role farm_reader; create role plays_$$ in role farm_agent"
	PGOPTIONS="-c role=reads_$$" ctl show drawn-$$/1 S1901M --svg | elements
	PGOPTIONS="-c role=plays_$$" nothing 'needs a role that may read the farm' ctl show drawn-$$/1 S1901M --svg
	query "drop role reads_$$, plays_$$"
}

# nothing TEXT COMMAND...: it fails, says TEXT on standard error and prints nothing.
nothing() {
	local said=$1 printed=$folder/printed
	shift
	refused "$said" "$@" 2>&1
	"$@" >"$printed" 2>/dev/null || true
	same "what $* prints" "$(wc -c <"$printed")" 0
}

test_refusals() {
	nothing "game drawn-$$/1 has no board for S1999M" ctl show drawn-$$/1 S1999M --svg
	nothing 'game' ctl show drawn-$$/3 --svg
	nothing 'game' ctl show nobody-$$/1 S1901M --svg
	nothing 'PHASE' ctl show drawn-$$/1 soon --svg
	nothing 'give one of them' ctl show drawn-$$/1 S1901M --svg --json
	ctl tournament create waits-$$ --games 2 --seats random,random >/dev/null
	nothing 'nothing was played of game' ctl show waits-$$/1 --svg
	cancel waits-$$
}

test_full_disk() {
	[ -c /dev/full ] || return 0
	! ctl show drawn-$$/1 --svg >/dev/full 2>"$folder/printed" || same "status" 0 2
	[ "$(wc -l <"$folder/printed")" = 1 ]
}

test_names_with_markup() {
	sed 's|^adr,Adriatic Sea|adr,<b>\&"sea"</b>|' schema/maps/standard.csv >"$folder/marked$$.csv"
	ctl map add "$folder/marked$$.csv"
	ctl tournament create marked-$$ --games 2 --seats random,random --rules standard --rounds 2 --map marked$$
	aresd --until-done
	ctl show marked-$$/1 --svg >"$folder/picture.svg"
	elements <"$folder/picture.svg"
	contains -F '&lt;b&gt;&amp;&quot;sea&quot;&lt;/b&gt;' "$folder/picture.svg"
}

run_tests
