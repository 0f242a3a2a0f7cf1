#!/bin/bash
# table: people play in a browser: whole games by mouse, by finger and by keys only; two against each other, who are sent
# nothing early; with a server that goes away and comes back; and what else a table has. No serious finding of axe.
#
# SEED=1 draws what is ordered. SHOTS=FOLDER keeps a picture of each kind of phase, and of what failed.
. tests/suite.sh
. tests/pages.sh
. tests/serve.sh

folder=$(mktemp -d)
ctl init >/dev/null
"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 1 2>/dev/null &
daemon=$!

serve --rate 0 --quiet
trap 'kill $(cat "$folder/web") $daemon; wait; rm -rf "$folder"' EXIT

# game NAME ROUNDS [SEATS [SEED [OPTION...]]]: makes a game of that many rounds; prints its links.
game() {
	loud game create "$1-$$" --seats "${3:-ares,ares,@,dumbbot,ares,ares,ares}" --base "$url" --rounds "$2" --seed "${4:-$SEED}" \
		--host --hints "${@:5}" | grep -o 'http:.*'
}

# Chance decides which phases a game has. With SEED=1 the first has them all.
test_mouse() {
	local i
	for i in 1 2 3; do
		game mouse$i 20 '' $((SEED + i)) >>"$folder/links"
	done
	look table mouse $((SEED + 1)) $(cat "$folder/links")
}
test_finger() { look table finger "$(game finger 4)" "$SEED"; }
test_keys() { look table keys "$(game keys 4)" "$SEED"; }
test_against() { look table against $(game against 4 anna=@,ares,bert=@,ares,ares,ares,ares) "$SEED"; }
# It has a server of its own, which is killed and started again.
test_offline() {
	local folder link port
	[ -n "$browser_python" ] || skip "it takes a browser"
	folder=$(mktemp -d)
	serve --rate 0 --quiet
	port=${url##*:}
	link=$(game offline 4)
	look table offline "$link" "$web" "$B/aresweb" ${CONNINFO:+-d "$CONNINFO"} --listen "127.0.0.1:$port" --rate 0 --quiet
}
test_late() { look table late "$(game late 4)" "$SEED"; }
test_wrong() { look table wrong "$(game wrong 4)"; }
test_moves() { look table moves "$(game moves 4)" "$SEED"; }
test_ready() { look table ready "$(game ready 60 holdbot,holdbot,@,holdbot,holdbot,holdbot,holdbot)"; }
test_lookback() { look table lookback "$(game lookback 4)"; }
test_results() { look table results "$(game results 4)"; }
# England has two chains of fleets from London to Gascony, and a fleet that reaches two coasts.
test_convoy() {
	local unit
	{
		printf '%s\n' 'case convoy' 'phase S1902M' 'owner lon ENG' 'owner lvp ENG' 'owner edi ENG' 'owner por ENG' 'owner par FRA' 'unit FRA A par'
		for unit in 'A lon' 'F eng' 'F mao' 'F nth' 'F nwg' 'F nao' 'F por'; do echo "unit ENG $unit"; done
		echo end
	} >"$folder/convoy"
	look table convoy "$(game convoy 4 holdbot,@,holdbot,holdbot,holdbot,holdbot,holdbot "$SEED" --start "$folder/convoy")"
}
test_typed() { look table typed "$(game typed 4)"; }
test_hint() { look table hint "$(game hint 4)"; }
test_loads() { look table loads "$(game loads 4)"; }
test_seats() { look table seats $(game seats 4 @,holdbot,@,holdbot,holdbot,holdbot,holdbot); }
test_host() { look table host "$(game host 4)"; }
# Two people, one at a desk and one with a phone; a third reads what is to all.
test_letters() { look table letters $(game letters 2 anna=@,holdbot,bert=@,carl=@,holdbot,holdbot,holdbot "$SEED" --press private); }
test_lost() { look table lost "$(game lost 2 '' "$SEED" --press public)"; }
test_draw() {
	printf '%s\n' 'case two' 'phase S1901M' 'owner bud AUS' 'owner par FRA' 'unit AUS A bud' 'unit FRA A par' end >"$folder/two"
	look table draw $(game draw 4 anna=@,holdbot,bert=@,holdbot,holdbot,holdbot,holdbot "$SEED" --start "$folder/two")
}
# Three people, who have the board for themselves.
trio() {
	printf '%s\n' 'case trio' 'phase S1901M' 'owner bud AUS' 'owner par FRA' 'owner mun GER' 'unit AUS A bud' 'unit FRA A par' 'unit GER A mun' end >"$folder/trio"
	game "$1" 4 anna=@,holdbot,bert=@,carl=@,holdbot,holdbot,holdbot "$SEED" --start "$folder/trio" "${@:2}"
}
test_shared() { look table shared $(trio shared); }
test_clock() { look table clock $(trio clock --deadline 1h); }
test_absent() {
	local links
	links=$(trio absent --deadline 1h --press private)
	look table absent $links "$B/aresctl" --quiet ${CONNINFO:+-d "$CONNINFO"} psql -Xq -c "update farm.turns t set deadline = now() - interval '5 s'
		from farm.games g join farm.tournaments n on n.id = g.tournament_id where t.game_id = g.id and n.name = 'absent-$$'" -c "update farm.games g
		set look_at = now() from farm.tournaments n where n.id = g.tournament_id and g.state = 'waiting' and n.name = 'absent-$$'"
}
test_axe() {
	axe_or_skip
	look table axe "$(game axe 12)" "$SEED"
}

run_tests
