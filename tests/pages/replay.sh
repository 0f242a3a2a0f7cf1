#!/bin/bash
# replay: proves in a browser that the page of `aresctl animate` steps, plays and jumps, by mouse and by keys; that what it shows
# is what the database says; that it has no error, asks for nothing, fits a phone, prints, and has no serious finding of axe.
#
# SEED=1 draws the games.
. tests/suite.sh
. tests/pages.sh

folder=$(mktemp -d)
page=$folder/replay.html truth=$folder/truth.json
ctl init >/dev/null
ctl tournament create paged-$$ --games 2 --seats dumbbot,randbot --rules standard --rounds 12 --seed "$SEED" >/dev/null

test_pages() {
	aresd --until-done
	ctl animate paged-$$/1 -o "$page"
	ctl show paged-$$/1 --json >"$truth"
	query "select code from farm.areas where map_id = (select id from farm.maps where name = 'standard') order by id" >"$folder/codes"
	[ "$(wc -l <"$truth")" -ge 20 ]
}
test_steps() { look replay steps "$page" "$truth"; }
test_phases() { look replay phases "$page" "$truth" "$folder/codes"; }
test_play() { look replay play "$page" "$truth"; }
test_keyboard() { look replay keyboard "$page" "$truth"; }
test_marks() { look replay marks "$page" "$truth"; }
test_addresses() { look replay addresses "$page" "$truth"; }
test_phone() { look replay phone "$page" "$truth"; }
test_motion() { look replay still "$page" "$truth"; }
test_print() { look replay prints "$page" "$truth"; }
test_without_script() { look replay without_script "$page" "$truth"; }
test_axe() {
	axe_or_skip
	look replay axe "$page" "$truth"
}

# A page that shows something else than the database fails these tests: here an order, an owner and a unit.
test_can_fail() {
	[ -n "$browser_python" ] || skip "it takes a browser"
	sed '0,/<b>A /s//<b>F /' "$page" >"$folder/order.html"
	! look replay steps "$folder/order.html" "$truth" 2>"$folder/said" || same "another order" passed failed
	contains 'orders of S1901M' "$folder/said"
	sed 's/"units": \[{[^}]*}, /"units": [/; s/"units" : \[{[^}]*}, /"units" : [/' "$truth" >"$folder/other.json"
	! look replay steps "$page" "$folder/other.json" 2>"$folder/said" || same "another unit" passed failed
	contains 'units of S1901M' "$folder/said"
	sed 's/"par" : "FRA"/"par" : "GER"/' "$truth" >"$folder/other.json"
	! look replay phases "$page" "$folder/other.json" "$folder/codes" 2>"$folder/said" || same "another owner" passed failed
	contains 'owner of par' "$folder/said"
}

# Names that the database lets through: a label of a player, and the name of a place of a user's map.
test_hostile_names() {
	local bad="<img src=x onerror=window.pwned=1>\"'</script><script>window.pwned=1</script>"
	local player
	player=$(own_player)
	sed "s|^adr,Adriatic Sea|adr,<b onclick=x>\&\"</b></title>|" schema/maps/standard.csv >"$folder/paged$$.csv"
	ctl map add "$folder/paged$$.csv"
	ctl tournament create hostile-$$ --games 2 --seats "random,$player" --rules standard --rounds 2 --map paged$$ >/dev/null
	aresd --until-done
	spoil_name "$player" "$bad"
	ctl animate hostile-$$/1 -o "$folder/hostile.html"
	mend_name "$player" "$bad"
	look replay hostile "$folder/hostile.html"
}

run_tests
