#!/bin/bash
# report: proves in a browser that the page of `aresctl report`, of one tournament and of two, has no error, asks for nothing, fits
# a phone, prints and has no serious finding of axe; that its links lead to replays that work; that names stay text.
#
# SEED=1 draws the games.
. tests/suite.sh
. tests/pages.sh

folder=$(mktemp -d)
one=$folder/report.html two=$folder/both.html
ctl init >/dev/null
ctl tournament create first-$$ --games 12 --seats dumbbot,randbot --rules standard --rounds 24 --seed "$SEED" >/dev/null
ctl tournament create second-$$ --games 12 --seats dumbbot,random,holdbot --rules standard --rounds 16 --seed "$SEED" >/dev/null

test_pages() {
	aresd --until-done
	ctl report first-$$ -o "$one"
	ctl report first-$$ second-$$ -o "$two"
}
test_shows() {
	look report shows "$one" first-$$ dumbbot randbot "12 of 12 games"
	look report shows "$two" first-$$ second-$$ holdbot
}
test_links() {
	look report links "$one"
	look report links "$two"
}
test_phone() {
	look report phone "$one"
	look report phone "$two"
}
test_print() { look report prints "$one"; }
test_axe() {
	axe_or_skip
	look report axe "$one"
	look report axe "$two"
}

# A link that leads nowhere is noticed.
test_can_fail() {
	[ -n "$browser_python" ] || skip "it takes a browser"
	mv "$folder/report-games" "$folder/gone"
	! look report links "$one" 2>"$folder/said" || same "lost replays" passed failed
	contains 'leads nowhere' "$folder/said"
	mv "$folder/gone" "$folder/report-games"
}

test_hostile_names() {
	local bad="<img src=x onerror=window.pwned=1>\"'</script><script>window.pwned=1</script>"
	local player
	player=$(own_player)
	ctl tournament create hostile-$$ --games 4 --seats "random,$player" --rules standard --rounds 8 --seed "$SEED" >/dev/null
	aresd --until-done
	spoil_name "$player" "$bad"
	ctl report hostile-$$ -o "$folder/hostile.html"
	mend_name "$player" "$bad"
	look report hostile "$folder/hostile.html"
}

run_tests
