#!/bin/bash
# orders: proves of the table's modules (daemon/web/seat/script/orders.js, draft.js) that a player can read, type and point out each order
# that the database lists as legal, and nothing else: in the first phase, in games of chance, with convoys and coasts, retreats,
# builds and removals. Needs node, and what make all builds the module
# with; without them the tests are skipped.
#
# SEED=1 draws the games.
. tests/suite.sh

name=orders-$$ folder=$(mktemp -d)
leave() {
	query "select distinct name from farm.tournaments where name like '$name%'" | while read -r begun; do ctl tournament cancel "$begun" >/dev/null; done
	rm -rf "$folder"
}
trap leave EXIT

# ask CASE OPTION...: a game of seven people. $folder/CASE has its links.
ask() {
	ctl -q game create "$name-$1" --seats @,@,@,@,@,@,@ --seed "$SEED" "${@:2}" >"$folder/$1" 2>"$folder/why" || { cat "$folder/why"; return 1; }
}
asked() { holds "count(*) = $1 from farm.games g join farm.tournaments t on t.id = g.tournament_id
	where t.name like '$name-%' and g.state = 'waiting' and farm.phase_name(g.asked) like '$2'"; }

# draw PHASE...: writes cases of these phases of a game of chance.
draw() {
	local phase played="g.tournament_id = (select id from farm.tournaments where name = '$name') and g.number = 1"
	for phase; do
		echo "case ${phase,,}"
		echo "phase $phase"
		query "select 'owner ' || province || ' ' || owner from farm.centres c join farm.games g on g.id = c.game
			where $played and phase_name = '$phase' and owner is not null"
		query "select 'unit ' || power || ' ' || type || ' ' || area from farm.units u join farm.games g on g.id = u.game
			where $played and phase_name = '$phase' and not dislodged"
		echo end
	done
}

# A position in which an army and a fleet will be dislodged. The army may go to four places, the fleet to one with two coasts.
attack() {
	printf '%s\n' 'case retreats' 'phase F1903M' 'owner mun GER' 'owner bur FRA' 'owner spa FRA' 'owner por FRA' 'owner lvp ENG' \
		'unit GER A mun' 'unit FRA A bur' 'unit FRA A ruh' 'unit FRA F mao' 'unit ENG F nao' 'unit ENG F iri' end
}
# give POWER ORDER...: hands in, as final.
give() {
	local link key
	link=$(sed -n "s/^$1 //p" "$folder/retreats") key=
	shift
	key="\\x$(printf %s "${link#*#}" | sha256sum | cut -c-64)"
	holds "not exists (select from web.submit_orders('$key', string_to_array('$(IFS=,; echo "$*")', ','), true) where problem is not null)"
}

make_turns() {
	local at
	ctl init >/dev/null
	ctl tournament create "$name" --games 2 --seats randbot,random --rules standard --rounds 12 --seed "$SEED" >/dev/null
	aresd --until-done 2>/dev/null
	draw S1903M F1904M S1906M >"$folder/drawn.cases"
	attack >"$folder/attack.cases"
	for at in s1903m f1904m s1906m; do ask $at --start "$folder/drawn.cases:$at"; done
	for at in endgame-1908 winter-1907; do ask $at --start tests/starts/endgames.cases:$at; done
	ask retreats --start "$folder/attack.cases"
	ask first
	local daemon
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} 2>/dev/null &
	daemon=$!
	trap 'kill "$daemon"; wait "$daemon"' EXIT
	wait_for 20 asked 7 %
	give FRA 'A bur - mun' 'A ruh S A bur - mun' 'F mao H'
	give ENG 'F nao - mao' 'F iri S F nao - mao'
	give GER 'A mun H'
	wait_for 20 asked 1 F1903R
	query "select json_agg(json_build_object('phase', o.phase, 'power', o.power, 'due', o.due, 'legal', o.legal, 'codes', t.codes))
		from farm.open_turns o join farm.turns t on t.game_id = o.game and t.power = o.seat and farm.phase_name(t.phase) = o.phase
		where game in (select g.id from farm.games g join farm.tournaments t on t.id = g.tournament_id where t.name like '$name-%')" >"$folder/turns"
	query "select json_agg(json_build_array(code, name)) from farm.areas where code !~ '/'
		and map_id = (select id from farm.maps where name = 'standard')" >"$folder/areas"
	kill "$daemon"
	wait "$daemon"
	trap - EXIT
	mkdir "$folder/modules"
	cp daemon/web/seat/script/{orders,draft,keys,engine,reader,link}.js "$folder/modules"
	echo '{"type": "module"}' >"$folder/modules/package.json"
}

check() { node tests/pages/orders.mjs "$folder/modules" "$folder/turns" "$folder/areas" build/wasm/ares.wasm; }

test_turns() {
	command -v node >/dev/null && [ -s build/wasm/ares.wasm ] || skip "it takes node and the module"
	make_turns
	check >"$folder/said"
	contains ': builds moves removals retreats$' "$folder/said"
}

# Each of these faults must be found.
test_can_fail() {
	command -v node >/dev/null && [ -s build/wasm/ares.wasm ] || skip "it takes node and the module"
	local fault
	for fault in 's/Boolean(bits(19, 1))/false/' 's/bits(14, 15)/bits(14, 7)/' \
		's/given.length < book.due/true/'; do
		sed "$fault" daemon/web/seat/script/orders.js >"$folder/modules/orders.js"
		! check >/dev/null 2>&1 || same "$fault" passed failed
	done
	cp daemon/web/seat/script/orders.js "$folder/modules"
	for fault in 's/{...draft, which: left}/{...draft, which: left.slice(1)}/' 's/hold \&\& !hasOrder/hold/' \
		's/provinceOf(order.aux) === draft.whom/true/'; do
		sed "$fault" daemon/web/seat/script/draft.js >"$folder/modules/draft.js"
		! check >/dev/null 2>&1 || same "$fault" passed failed
	done
}

run_tests
