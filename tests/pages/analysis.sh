#!/bin/bash
# analysis: proves in a browser that people can think on the board of /analysis: orders for all powers by mouse, finger, keys and
# text, what becomes of them without a request, lines that branch, addresses and files that keep them, what trinity would order and
# expects; from a stored game too; that the module answers there as lib does; that the page fits, and has no finding of axe.
#
# SEED=1 draws the games. SHOTS=FOLDER keeps pictures.
. tests/suite.sh
. tests/pages.sh
. tests/serve.sh

folder=$(mktemp -d)
ctl init >/dev/null
ctl tournament create thought-$$ --games 2 --seats dumbbot,randbot --rules standard --rounds 8 --seed "$SEED" >/dev/null
aresd --until-done 2>/dev/null
[ -s build/wasm/ares.wasm ] || browser_python=''

serve --rate 0 --quiet
trap 'kill -TERM "$(cat "$folder/web")"; wait; rm -rf "$folder"' EXIT
game=$(query "select g.id from farm.games g join farm.tournaments t on t.id = tournament_id where name = 'thought-$$' and number = 1")

test_board() { look analysis board "$url"; }
test_lines() { look analysis lines "$url" "$folder"; }
test_arrows() { look analysis arrows "$url" "$folder"; }
test_winter() { look analysis winter "$url"; }
test_keys() { look analysis keys "$url"; }
test_finger() { look analysis finger "$url"; }
test_game() { look analysis game "$url" "$game"; }
# France has 17 centres and soon 18.
test_won() {
	{
		printf '%s\n' 'case won' 'phase S1901M' 'owner vie AUS' 'unit AUS A vie' 'unit FRA A ven'
		printf 'owner %s FRA\n' par mar bre por spa bel hol mun kie ber den swe nwy lon lvp edi ven
		echo end
	} >"$folder/won"
	ctl tournament create "won-$$" --games 1 --seats holdbot,holdbot,dumbbot,holdbot,holdbot,holdbot,holdbot --rules standard \
		--start "$folder/won" --seed "$SEED" >/dev/null
	aresd --until-done 2>/dev/null
	look analysis won "$url" "$(query "select max(id) from farm.games where winner is not null")"
}
test_thinks() { look analysis thinks "$url"; }
test_looks() { look analysis looks "$url" "$game"; }
test_axe() {
	axe_or_skip
	look analysis axe "$url" "$game"
}
# The page of aresctl animate, opened from the disk.
test_alone() {
	ctl animate "thought-$$/1" -o "$folder/replay.html"
	look analysis alone "$folder/replay.html"
}
# It is played, too, where the program has no such map.
test_own_map() {
	local number
	cp tests/maps/duel.csv "$folder/duel$$.csv"
	ctl map add "$folder/duel$$.csv"
	ctl tournament create "own-$$" --map "duel$$" --games 2 --seats random,random --rules standard --rounds 4 --seed "$SEED" >/dev/null
	aresd --until-done 2>/dev/null
	ctl animate "own-$$/1" -o "$folder/own.html"
	number=$(query "select g.id from farm.games g join farm.tournaments t on t.id = tournament_id where name = 'own-$$' and number = 1")
	look analysis own_map "$url" "duel$$" "$number" "$folder/own.html"
}
# Each case is judged in the browser, too.
test_cases() {
	"$B/ask_analysis" questions tests/cases/*.cases 20 "$SEED" >"$folder/asked" 2>/dev/null
	"$B/ask_analysis" answers <"$folder/asked" >"$folder/answers"
	look analysis cases "$url" "$folder/asked" "$folder/answers"
}

run_tests
