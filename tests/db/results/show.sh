#!/bin/bash
# show: proves what aresctl show GAME PHASE prints on a terminal: a map in colours above what it prints elsewhere; and that
# elsewhere it prints the same as ever, without a colour.
. tests/suite.sh

ctl tournament create shown-$$ --games 1 --seats randbot,random --rules standard --rounds 8 --seed "$SEED" >/dev/null
aresd --workers 1 --until-done

# plain: reads a text, and takes its colours off.
plain() { sed 's/\x1b\[[0-9;]*m//g'; }

phases() {
	query "select distinct phase_name from farm.units u join farm.tournaments t on t.id = u.tournament_id
		where t.name = 'shown-$$' order by 1"
}

# terminal ARGUMENT...: what aresctl prints on a terminal of 80 columns (tests/terminal.py), and what was counted of it.
terminal() {
	command -v python3 >/dev/null || skip "there is no python3, which makes a terminal"
	TERM=xterm LC_ALL=C PATIENCE=$PATIENCE python3 tests/terminal.py 80x24 -- "$B/aresctl" ${CONNINFO:+-d "$CONNINFO"} "$@"
}

# Nothing but a header, and powers with their units and orders.
test_elsewhere() {
	local phase said
	for phase in $(phases); do
		said=$(ctl show shown-$$/1 "$phase")
		same "lines of another kind, $phase" "$(grep -vE "^shown-$$/1, game [0-9]+, $phase: finished: .*$|^[A-Z]{3} (randbot|random): [0-9]+ centres?, [0-9]+ units?$|^  [AF] [a-z/]+$|^  [A-Za-z].{27} [a-z, ]+$" <<<"$said")" ""
		same "with --color never" "$(ctl --color never show shown-$$/1 "$phase")" "$said"
		same "powers" "$(grep -cE '^[A-Z]{3} rand' <<<"$said")" 7
	done
}

# Below the map stands what stands elsewhere. The map has each unit of the board.
test_in_colour() {
	local phase said map units
	for phase in $(phases); do
		said=$(ctl --color always show shown-$$/1 "$phase")
		same "below the map, $phase" "$(plain <<<"$said" | sed '1,/^xA army/d')" "$(ctl show shown-$$/1 "$phase" | tail -n +2)"
		map=$(plain <<<"$said" | sed -n '2,/^xA army/{/^xA army/d;p}')
		units=$(query "select count(*) from farm.units u join farm.tournaments t on t.id = u.tournament_id
			where t.name = 'shown-$$' and u.phase_name = '$phase'")
		same "units on the map, $phase" "$(grep -oE '([ *]|[AF]!|[AF]/.!)[aefgirt][AF]' <<<"$map" | wc -l)" "$units"
		same "columns" "$(awk 'length > 79' <<<"$map")" ""
	done
}

test_on_a_terminal() {
	local said
	said=$(terminal show shown-$$/1 S1901M)
	contains '^xA army' <<<"$said"
	contains -E ' beyond|^beyond=0 unknown=0 colours=[1-9]' <<<"$said"
	same "with NO_COLOR" "$(NO_COLOR=1 terminal show shown-$$/1 S1901M | sed '/^$/d;/^beyond=/d')" "$(ctl show shown-$$/1 S1901M)"
}

# How many colours there are is said by COLORTERM and TERM.
test_depths() {
	local row
	for row in "truecolor xterm 38;2;" "24bit xterm 38;2;" " xterm-256color 38;5;" " xterm 7;3[1-6]m"; do
		set -- ${row# }
		[ "${row# }" = "$row" ] || set -- '' "$@"
		COLORTERM=$1 TERM=$2 ctl --color always show shown-$$/1 S1901M | contains $'\x1b'"\[.*$3"
	done
	! COLORTERM='' TERM=xterm ctl --color always show shown-$$/1 S1901M | grep -q '38;' || same "eight colours" "more" ""
}

run_tests
