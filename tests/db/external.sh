#!/bin/bash
# external: proves that external players can play by SQL: whole games, the answers to their orders, deadlines, rights.
#
# Plays as three roles with psql and with doc/player.py. SEED=1 draws the games, and the orders of doc/player.py.
. tests/suite.sh

alice=alice_$$ bob=bob_$$ carol=carol_$$
ctl init >/dev/null
query "create role $alice login in role farm_agent; create role $bob login in role farm_agent; create role $carol login"
trap 'query "drop role $alice, $bob, $carol"' EXIT

# begin NAME SEATS [OPTION...]: makes a tournament by the full rules, and starts aresd where it does not run. At the test's end
# the tournament is cancelled, so that no later test waits for it.
begin() {
	name=$1-$$ game=
	local seats=$2
	shift 2
	ctl tournament create "$name" --seats "$seats" --rules standard --seed "$SEED" --games 1 --rounds 8 "$@"
	game=$(query "select min(g.id) from farm.games g join farm.tournaments t on t.id = tournament_id where t.name = '$name'")
	begun+=("$name")
	trap 'end' EXIT
	[ -n "${daemon:-}" ] || start
}
begun=() others=()

# every: alice has all powers.
every=@$alice,@$alice,@$alice,@$alice,@$alice,@$alice,@$alice
start() {
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 2 2>/dev/null &
	daemon=$!
}
stop() {
	kill -TERM "$daemon"
	wait "$daemon"
	daemon=
}
end() {
	local tournament
	[ -z "${daemon:-}" ] || kill -KILL "$daemon" 2>/dev/null || true
	[ -z "${others[*]}" ] || kill "${others[@]}" 2>/dev/null || true
	query "select farm.workers_recover('1 hour')" >/dev/null
	for tournament in "${begun[@]}"; do cancel "$tournament"; done
}

# Conditions, for wait_for.
asked() { holds "exists (select from farm.turns where game_id = $game and farm.phase_name(phase) = '$1')"; }
played() { holds "exists (select from farm.boards b where game_id = $game and farm.phase_name(phase) = '$1')"; }
finished() { holds "finished = games from farm.progress where tournament = '$name'"; }

# give ROLE PHASE POWER ORDERS [ARGUMENT...]: submits orders, separated by semicolons; prints what is wrong with them.
give() {
	local role=$1 phase=$2 power=$3 orders=$4
	shift 4
	as "$role" -c "select coalesce(text || ': ', '') || problem from api.submit_orders($game,
		string_to_array('$orders', ';'), power => '$power', phase => '$phase' ${*/#/, }) where problem is not null"
}

# ordered PHASE POWER: the orders that a phase was played with.
ordered() {
	query "select string_agg(text, '; ' order by text) from farm.orders
		where game = $game and phase_name = '$1' and power = '$2'"
}

# Plays a year as alice, who has all seats: Germany dislodges a French army, Russia takes Constantinople. Then the game waits
# for France's retreat.
play_1901() {
	local power
	wait_for 10 asked S1901M
	for power in 'AUS:' 'ENG:' 'ITA:' 'FRA:A par - bur;F bre - mao' 'GER:A mun - ruh;A ber - mun' 'RUS:F sev - bla' \
		'TUR:A smy - arm;A con - smy'; do
		same "problems in spring" "$(give $alice S1901M "${power%:*}" "${power#*:}" 'final => true')" ""
	done
	wait_for 10 asked F1901M
	for power in 'AUS:' 'ENG:' 'ITA:' 'FRA:F mao - spa/nc' 'GER:A ruh - bur;A mun S A ruh - bur' 'RUS:F bla - con' 'TUR:'; do
		same "problems in fall" "$(give $alice F1901M "${power%:*}" "${power#*:}" 'final => true')" ""
	done
	wait_for 10 asked F1901R
}

# ── whole games ──

# One statement orders for all turns: each unit gets the legal order with the lowest hash. The place that an order is about counts
# first in the hash, so units work together.
by_psql="with choice as (
		select t.game, t.power, t.phase, t.due, l, md5(t.phase || right(l, 3)) || md5(l) as rank
		from api.my_turns t, unnest(t.legal) l where l <> 'waive'),
	best as (
		select distinct on (game, power, substring(l from '[a-z]{3}\M')) * from choice
		order by game, power, substring(l from '[a-z]{3}\M'), rank),
	chosen as (select game, power, phase, (array_agg(l order by rank))[:max(due)] as orders from best group by 1, 2, 3)
	select count(problem) from chosen c,
		api.submit_orders(c.game, c.orders, power => c.power, phase => c.phase, final => true)"

play_by_psql() {
	begin "$1" "@$alice,random,@$alice,@$alice,@$alice,random,@$alice" --games 3 --rounds 10
	until finished; do same "problems" "$(as $alice -c "$by_psql")" 0; done
}

test_whole_game_by_psql() {
	local digest
	play_by_psql psql
	digest=$(ctl tournament digest "$name")
	play_by_psql psql-again
	same digest "$(ctl tournament digest "$name")" "$digest"
	ctl verify --players "$name" | grep -q 'all agree'
	same "kinds of phases" "$(query "select string_agg(distinct right(farm.phase_name(p.phase), 1), '')
		from farm.taken_orders p join farm.games g on g.id = game_id join farm.tournaments t on t.id = tournament_id where t.name = '$name'")" AMR
	same "orders disregarded" "$(query "select count(*) from farm.taken_orders, unnest(problems) p
		where game_id = $game and p is not null")" 0
	same "turns left" "$(query "select count(*) from farm.turns where game_id = $game")" 0
	# alice sees how it ended; bob sees nothing of it
	same "her games" "$(as $alice -c "select number, power, fate, points, centres from api.my_games
			where tournament = '$name' and state = 'finished' and ended is not null order by 1, 2")" \
		"$(query "select number, power, fate, points, centres from farm.results
			where tournament = '$name' and player = '@$alice' order by 1, 2")"
	holds "count(*) = 15 from farm.results where tournament = '$name' and player = '@$alice'"
	same "bob's games" "$(as $bob -c "select count(*) from api.my_games where tournament = '$name'")" 0
	# the orders submitted are those played
	same "moves that differ" "$(query "select count(*) from farm.taken_orders p
		join farm.games g on g.id = p.game_id join farm.tournaments t on t.id = g.tournament_id
		join farm.maps m on m.id = t.map_id cross join unnest(p.orders) o
		where g.id = $game and not exists (select from farm.orders x where x.game = $game and x.phase = p.phase
			and x.power = m.powers[1 + p.power] and x.text = o)")" 0
}

# Two players written in Python play while workers are killed. The same orders make the same games.
players() {
	local role
	for role in $alice $bob; do
		player "$role"
		others+=($player)
	done
}

test_players_in_python() {
	local digest kills
	begin python "@$alice,random,@$bob,random,@$alice,@$bob,random" --games 2 --rounds 6
	players
	wait_for 60 finished
	digest=$(ctl tournament digest "$name")
	begin python-again "@$alice,random,@$bob,random,@$alice,@$bob,random" --games 2 --rounds 6
	for kills in 1 2 3; do
		wait_for 30 holds "count(*) >= $kills * 4 from farm.boards b join farm.tournaments t on t.id = b.tournament_id
			where t.name = '$name'"
		! finished
		kill -KILL "$(query "select pid from farm.workers where gone_at is null limit 1")" || true
	done
	wait_for 60 finished
	same digest "$(ctl tournament digest "$name")" "$digest"
	holds "count(distinct given_by) = 2 from farm.taken_orders where game_id = $game"
	holds "count(*) >= 3 from farm.workers where host <> 'test' and gone_at is not null"
}

# ── answers to orders ──

# told ROLE PHASE POWER ORDERS ANSWER...: submits orders; the answers to all of them must be these, and nothing is stored.
told() {
	local role=$1 phase=$2 power=$3 orders=$4
	shift 4
	same "answers to $orders" "$(as "$role" -c "select text || coalesce(': ' || problem, '')
		from api.submit_orders($game, string_to_array('$orders', ';'), power => '$power', phase => '$phase')")" \
		"$(printf '%s\n' "$@")"
	same "orders stored" "$(query "select count(*) from farm.pending_orders p where game_id = $game
		and farm.phase_name(phase) = '$phase' and power = (select array_position(powers, '$power') - 1 from farm.maps where name = 'standard')")" 0
}

test_wrong_moves() {
	begin moves "$every"
	wait_for 10 asked S1901M
	told $alice S1901M FRA 'A par - xyz' 'A par - xyz: no such area: xyz'
	told $alice S1901M FRA 'A par - mos;a PAR-bur' 'A par - mos: it cannot go to mos' 'A par - bur'
	told $alice S1901M FRA 'A mun - bur' "A mun - bur: the unit in mun is not yours but GER's"
	told $alice S1901M FRA 'A gas - bur;gas - bur' \
		'A gas - bur: no unit stands in gas' 'gas - bur: no unit stands in gas'
	told $alice S1901M FRA 'F par H' 'F par H: the unit in par is an army'
	told $alice S1901M FRA 'A par H;A par - bur' 'A par H' 'A par - bur: par has an order already'
	told $alice S1901M FRA 'A mar S A par - pic' 'A mar S A par - pic: it cannot support that'
	told $alice S1901M FRA 'A mar S A gas - bur' 'A mar S A gas - bur: no unit stands in gas'
	told $alice S1901M FRA 'F bre C A par - lon' 'F bre C A par - lon: it cannot convoy that'
	told $alice S1901M FRA 'A par - lon via' 'A par - lon via: no fleets could convoy it to lon'
	told $alice S1901M FRA 'build A par;A par R bur;waive' \
		'build A par: no order of a movement phase' 'A par R bur: no order of a movement phase' \
		'waive: no order of a movement phase'
	told $alice S1901M FRA 'go;A par;A par -;A par - bur - mun' \
		'go: no word of an order: go' \
		'A par: no order: A par - bur, A mar S A par - bur, build A par and the like would be' \
		'A par -: no order: A par - bur, A mar S A par - bur, build A par and the like would be' \
		'A par - bur - mun: no order: A par - bur, A mar S A par - bur, build A par and the like would be'
	told $alice S1901M FRA 'A par - bur;' 'A par - bur' ': an order is empty'
	told $alice S1901M FRA "$(printf 'x%.0s' {1..101})" "$(printf 'x%.0s' {1..100}): longer than any order"
	same "answer to null" "$(as $alice -c "select problem from api.submit_orders($game, array[null], power => 'FRA')")" \
		"null is no order"
	same "answer to many" "$(as $alice -c "select problem from api.submit_orders($game, array_fill('A par H'::text, '{65}'),
		power => 'FRA')")" "more than 64 orders"
	told $alice S1901M RUS 'F stp/nc H;F sev - xxx' \
		'F stp/nc H: it stands on another coast' 'F sev - xxx: no such area: xxx'
	same "answer to a later phase" "$(give $alice F1901M FRA 'A par H')" \
		"you have no such turn: its orders were taken, or it is not yours"
	same "answer without a power" "$(as $alice -c "select problem from api.submit_orders($game, '{A par H}')")" \
		"you have turns of several powers there, say which: AUS, ENG, FRA, GER, ITA, RUS, TUR"
	same "game's state" "$(query "select state from farm.games where id = $game")" waiting
}

# Orders are read in all usual notations, and come out in one.
test_notations() {
	begin notations "$every"
	wait_for 10 asked S1901M
	reads_as() {
		same "what $3 is taken for" "$(as $alice -c "select text || coalesce(': ' || problem, '')
			from api.submit_orders($game, array['$3'], power => '$1')")" "$2"
	}
	reads_as FRA 'A par - bur' 'A PAR - BUR'
	reads_as FRA 'A par - bur' '  a   Par-bur '
	reads_as FRA 'A par - bur' 'par -> bur'
	reads_as FRA 'A par H' 'army par holds'
	reads_as FRA 'F bre - mao' 'F BRE - MID'
	reads_as FRA 'A mar S A par - bur' 'mar s par - bur'
	reads_as FRA 'A par S F bre' 'A par supports F bre hold'
	reads_as RUS 'F stp/sc - bot' 'F stp - bot'
	reads_as RUS 'F stp/sc - bot' 'F STP(SC) - BOT'
	reads_as RUS 'F stp/sc - bot' 'F stp /sc - bot'
}

test_wrong_retreats_and_adjustments() {
	begin winter "$every"
	wait_for 10 asked S1901M
	play_1901
	same "dislodged" "$(as $alice -c "select power, units, dislodged, due from api.my_turns")" \
		'FRA|{"A mar","F spa/nc"}|{"FRA A bur"}|1'
	told $alice F1901R FRA 'A bur R mar;A bur R ruh' \
		'A bur R mar: it cannot retreat to mar' 'A bur R ruh: it cannot retreat to ruh'
	told $alice F1901R FRA 'A mar R gas;mar D' \
		'A mar R gas: no unit was dislodged from mar' 'mar D: no unit was dislodged from mar'
	told $alice F1901R FRA 'F bur R gas' 'F bur R gas: the unit in bur is an army'
	told $alice F1901R FRA 'A bur H;build A par' \
		'A bur H: no order of a retreat phase' 'build A par: no order of a retreat phase'
	told $alice F1901R FRA 'A bur - gas;A bur D' 'A bur R gas' 'A bur D: bur has an order already'
	same "problems of a good one" "$(give $alice F1901R FRA 'A bur - gas')" ""
	wait_for 10 asked W1901A
	told $alice W1901A FRA 'build A mar;build A ber;build F par' \
		'build A mar: a unit stands in mar' 'build A ber: ber is no home centre of FRA' \
		'build F par: no fleet can be built there'
	told $alice W1901A FRA 'remove A mar;A mar - bur' \
		'remove A mar: you have nothing to remove' 'A mar - bur: no order of a winter'
	told $alice W1901A FRA 'par b;build par;mar b' \
		'par b: say what to build, A or F' 'build par: say what to build, A or F' 'mar b: a unit stands in mar'
	told $alice W1901A FRA 'A PAR B;waive' 'build A par' 'waive: too many: 1 due'
	told $alice W1901A TUR 'build A smy;waive' 'build A smy: you have nothing to build' 'waive: you have nothing to build'
	told $alice W1901A TUR 'remove A con;A ank D' \
		"remove A con: the unit in con is not yours but RUS's" "A ank D: the unit in ank is a fleet"
	told $alice W1901A TUR 'remove A arm;smy d' 'A arm D' 'A smy D: too many: 1 due'
	same "problems of good ones" "$(give $alice W1901A FRA 'F bre b')$(give $alice W1901A TUR 'remove smy')$(
		give $alice W1901A RUS waive)" ""
	wait_for 10 asked S1902M
	same "what France built" "$(ordered W1901A FRA)" "build F bre"
	same "what Turkey removed" "$(ordered W1901A TUR)" "A smy D"
	same "what Russia did not build" "$(ordered W1901A RUS)" "waive"
}

# An order must name the coast where a fleet could go to either. A support of that order need not.
test_coasts() {
	begin coasts "$every"
	wait_for 10 asked S1901M
	for power in AUS ENG GER ITA RUS TUR; do give $alice S1901M $power '' 'final => true'; done
	give $alice S1901M FRA 'F bre - mao;A mar H;A par - gas'
	wait_for 10 asked F1901M
	told $alice F1901M FRA 'F mao - spa;A gas S F mao - spa' \
		'F mao - spa: name the coast: F mao - spa/nc or F mao - spa/sc' 'A gas S F mao - spa'
	same "problems" "$(give $alice F1901M FRA 'F mao - spa/nc;A gas S F mao - spa;A mar S F mao - spa/nc')" ""
}

# ── going on ──

# While the game waits for another player, later orders replace earlier ones. Orders that are final need not be for all units.
test_last_orders_count() {
	begin last "random,random,@$alice,random,@$bob,random,random"
	wait_for 10 asked S1901M
	same "problems" "$(give $alice S1901M FRA 'A par - pic;A mar H;F bre H')" ""
	same "problems" "$(give $alice S1901M FRA 'A par - bur;A mar S A par - bur;F bre H')" ""
	same "what she sees" "$(as $alice -c "select submitted from api.my_turns")" \
		'{"A par - bur","A mar S A par - bur","F bre H"}'
	sleep 0.5
	[ "$(query "select state from farm.games where id = $game")" = waiting ]
	same "problems" "$(give $bob S1901M ITA 'A rom - apu')" ""
	sleep 0.5
	[ "$(query "select state from farm.games where id = $game")" = waiting ]
	same "problems" "$(give $bob S1901M ITA 'A rom - apu' 'final => true')" ""
	wait_for 10 played S1901M
	same "what alice ordered" "$(ordered S1901M FRA)" "A mar S A par - bur; A par - bur; F bre H"
	same "what bob ordered" "$(ordered S1901M ITA)" "A rom - apu; A ven H; F nap H"
	same "played already" "$(give $alice S1901M FRA 'A par - pic')" "you have no such turn: its orders were taken, or it is not yours"
}

# Until the farm takes them, a player can change complete orders. Those that are there then count.
test_orders_changed() {
	begin back "random,random,@$alice,random,random,random,random"
	wait_for 10 asked S1901M
	stop
	give $alice S1901M FRA 'A par - bur;A mar H;F bre H'
	same "games that are taken" "$(query "begin; select farm.turns_lapse(); rollback")" 1
	give $alice S1901M FRA 'A par - pic'
	same "games that are taken" "$(query "select farm.turns_lapse()")" 0
	give $alice S1901M FRA 'A par - gas;A mar H;F bre H'
	start
	wait_for 10 played S1901M
	same "what was ordered" "$(ordered S1901M FRA)" "A mar H; A par - gas; F bre H"
}

# Orders and a claim at the same time. While orders are given, the claim leaves the game. Orders that come after the claim are
# refused.
test_orders_before_a_claim() {
	begin before "random,random,@$alice,random,random,random,random"
	wait_for 10 asked S1901M
	stop
	give $alice S1901M FRA 'A par - bur;A mar H;F bre H'
	same "orders that are ready" "$(query "select count(*) from farm.pending_orders where game_id = $game and ready")" 1
	held "set local role $alice; select * from api.submit_orders($game, '{A par - gas, A mar H, F bre H}')"
	start
	sleep 0.5
	same "state while they are given" "$(query "select state from farm.games where id = $game")" waiting
	let_go
	wait_for 10 played S1901M
	same "what was ordered" "$(ordered S1901M FRA)" "A mar H; A par - gas; F bre H"
}

test_orders_behind_a_claim() {
	local worker
	begin behind "random,random,@$alice,random,random,random,random"
	wait_for 10 asked S1901M
	stop
	give $alice S1901M FRA 'A par - bur;A mar H;F bre H'
	worker=$(query "insert into farm.workers (host, pid, supervisor) values ('test', 1, 0) returning id")
	held "select * from farm.games_claim($worker, 8)"
	same "answer meanwhile" "$(give $alice S1901M FRA 'A par - gas;A mar H;F bre H')" \
		"this turn is held by another session of yours, or is just being taken: try again"
	let_go
	same "answer" "$(give $alice S1901M FRA 'A par - gas;A mar H;F bre H')" \
		"you have no such turn: its orders were taken, or it is not yours"
	same "who has the game" "$(query "select worker_id from farm.games where id = $game and state = 'claimed'")" "$worker"
	query "select farm.workers_leave(array[$worker])" >/dev/null
	start
	wait_for 10 played S1901M
	same "what was ordered" "$(ordered S1901M FRA)" "A mar H; A par - bur; F bre H"
}

# A new turn notifies its role's own channel, without a payload.
test_listen() {
	local heard name listeners=()
	heard=$(mktemp -d)
	mkfifo "$heard/to_alice" "$heard/to_bob"
	as $alice <"$heard/to_alice" >"$heard/alice" &
	listeners+=($!)
	as $bob <"$heard/to_bob" >"$heard/bob" &
	listeners+=($!)
	exec 6>"$heard/to_alice" 7>"$heard/to_bob"
	echo "listen farm_turn_$alice; select 'listening';" >&6
	echo "listen farm_turn_$bob; select 'listening';" >&7
	for name in alice bob; do wait_for 10 grep -q listening "$heard/$name"; done
	begin listen "random,random,@$alice,random,random,random,random"
	wait_for 10 asked S1901M
	for name in 6 7; do printf 'select;\n\\q\n' >&$name; done # the farm has the pipes open, too: their end would not come
	exec 6>&- 7>&-
	wait "${listeners[@]}"
	grep -q "notification \"farm_turn_$alice\" received" "$heard/alice"
	same "with a payload" "$(grep -c payload "$heard/alice" || true)" 0
	same "what bob heard" "$(grep -vx listening "$heard/bob" || true)" ""
	rm -r "$heard"
}

# Whatever somebody writes into the table of orders, the game goes on. The row says then what was wrong.
test_orders_by_hand() {
	begin hand "random,random,@$alice,random,@$bob,random,random"
	wait_for 10 asked S1901M
	query "insert into farm.pending_orders (game_id, power, phase, ready, orders) values ($game, 2, 0, true, array['A par - bur', 'Ä pär',
		E'A\npar\u2192bur', 'A par - bur' || repeat(' ', 200) || 'x', null, 'F bre R mao', 'A mun - bur', 'F kie - den',
		'A mar H', 'A mar - spa'] || array_fill('A par H'::text, '{70}')), ($game, 4, 0, true, '{}')"
	query "update farm.pending_orders set fresh = true where game_id = $game"
	wait_for 10 played S1901M
	same "what was ordered" "$(ordered S1901M FRA)" "A mar H; A par H; F bre H"
	same "problems" "$(query "select string_agg(coalesce(p, '-'), E'\\n' order by n) from farm.taken_orders,
		unnest(problems[:10]) with ordinality x (p, n) where game_id = $game and power = 2")" \
		"the unit got several orders
'??' is no unit type (A or F)
'par???bur' is no area of the map
it ends where the unit type (A or F) should stand
it ends where the unit type (A or F) should stand
not an order of this phase
the unit is another power's
the unit is another power's
the unit got several orders
the unit got several orders"
	holds "problems = '{}' from farm.taken_orders where game_id = $game and power = 4 and phase = 0"
}

# ── deadlines ──

test_deadline_of_moves() {
	begin deadline-m "random,random,@$alice,random,@$bob,random,random" --rounds 1 --diplomatic-time 2s
	wait_for 10 asked S1901M
	holds "bool_and(deadline between asked_at + '1.99 s' and asked_at + '2.01 s') from farm.turns where game_id = $game"
	give $alice S1901M FRA 'A par - bur'
	wait_for 10 finished
	same "what alice ordered" "$(ordered S1901M FRA)" "A mar H; A par - bur; F bre H"
	same "what bob did not" "$(ordered S1901M ITA)" "A rom H; A ven H; F nap H"
	holds "played_at - given_at > '1.5 s' and taken_at < played_at from farm.taken_orders where game_id = $game and power = 2"
}

# After the deadline dislodged units disband, builds are waived, and civil disorder removes units.
test_deadlines_of_retreats_and_adjustments() {
	begin deadline-r "$every" --retreat-time 1s --adjustment-time 1s
	play_1901
	wait_for 10 played F1901R
	same "the retreat" "$(ordered F1901R FRA)" "A bur D"
	wait_for 10 played W1901A
	same "builds" "$(query "select count(*) from farm.orders
		where game = $game and phase_name = 'W1901A' and action = 'build'")" 0
	same "what Turkey lost" "$(ordered W1901A TUR)" "A arm D"
	wait_for 10 asked S1902M
	holds "bool_and(deadline is null) from farm.turns where game_id = $game"
}

# Orders after the deadline are refused, even when the phase is not played yet.
test_too_late() {
	begin late "random,random,@$alice,random,random,random,random" --rounds 1 --diplomatic-time 1s
	wait_for 10 asked S1901M
	stop
	wait_for 10 holds "deadline < clock_timestamp() from farm.turns where game_id = $game"
	give $alice S1901M FRA 'A par - bur' | grep -q '^its time was over at 20'
	start
	wait_for 10 finished
	same "what was ordered" "$(ordered S1901M FRA)" "A mar H; A par H; F bre H"
}

# ── rights ──

denied() {
	local said status=0
	said=$("$@" 2>&1) || status=$?
	[ $status -ne 0 ]
	case $said in *"permission denied"* | *"cannot update view"*) ;; *) same "what $* said" "$said" "permission denied" ;; esac
}

# From the catalogue: what members of farm_agent may use, and which of it runs as its owner. They cannot call boards_of by
# themselves, without the schema farm; it asks who is calling all the same.
test_rights_granted() {
	local role
	for role in farm_agent $alice; do
		same "$role in the schemas" "$(query "select nspname, has_schema_privilege('$role', oid, 'usage'),
			has_schema_privilege('$role', oid, 'create') from pg_namespace where nspname in ('api', 'farm') order by 1")" \
			"api|t|f
farm|f|f"
		same "relations $role may use" "$(query "select c.oid::regclass, p from pg_class c,
			unnest('{select,insert,update,delete,truncate,references,trigger}'::text[]) p
			where relnamespace in ('api'::regnamespace, 'farm'::regnamespace) and relkind in ('r', 'p', 'v', 'm')
			and (has_table_privilege('$role', c.oid, p)
			     or (p in ('select', 'insert', 'update', 'references') and has_any_column_privilege('$role', c.oid, p)))
			order by c.relname")" "api.areas|select
api.borders|select
api.my_centres|select
api.my_games|select
api.my_orders|select
api.my_turns|select
api.my_units|select"
		same "sequences $role may use" "$(query "select count(*) from pg_class c where relnamespace = 'farm'::regnamespace
			and case relkind when 'S' then has_sequence_privilege('$role', c.oid, 'select,usage,update') end")" 0
		same "functions that are more than $role" "$(query "select oid::regproc from pg_proc p where prosecdef
			and pronamespace in ('api'::regnamespace, 'farm'::regnamespace)
			and has_function_privilege('$role', p.oid, 'execute') order by proname")" "farm.boards_of
api.seat
api.seat_board
api.seat_history
api.seat_others
api.seat_phases
api.seat_pulse
api.seat_submit_orders
api.seat_turn
api.seat_withdraw_final
api.submit_orders"
	done
	same "who but its members may submit" "$(query "select has_function_privilege('$carol',
			'api.submit_orders(bigint, text[], boolean, text, text)', 'execute'),
		has_schema_privilege('$carol', 'api', 'usage')")" "f|f"
}

test_rights_tried() {
	local relation
	begin rights "random,random,@$alice,random,@$bob,random,random"
	wait_for 10 asked S1901M
	give $alice S1901M FRA 'A par - bur'
	for relation in $(query "select oid::regclass from pg_class where relnamespace = 'farm'::regnamespace
		and relkind in ('r', 'p', 'v')"); do
		denied as $bob -c "select * from $relation"
	done
	denied as $bob -c "delete from farm.turns"
	denied as $bob -c "update api.my_turns set due = 1"
	denied as $bob -c "update api.my_games set power = 'FRA'"
	denied as $bob -c "insert into farm.pending_orders values ($game, 4, 0, '{}')"
	denied as $bob -c "update farm.games set state = 'cancelled'"
	denied as $bob -c "select farm.turn_keep(t, '{}', true) from (select null::farm.turns) x (t)"
	denied as $bob -c "select farm.turn_hold($game, 'FRA', null)"
	denied as $bob -c "select farm.tournament_create('x', 'standard', 'thesis', 'atlas', 1, 1, 1, 'x', '{1,2}')"
	denied as $bob -c "select farm.turns_lapse()"
	denied as $bob -c "create table farm.mine ()"
	denied as $carol -c "select * from api.my_turns"
	denied as $carol -c "select * from api.my_games"
	denied as $carol -c "select api.submit_orders($game, '{}')"
	same "what bob sees" "$(as $bob -c "select game, power, submitted, final from api.my_turns")" "$game|ITA||f"
	same "what alice sees" "$(as $alice -c "select game, power, submitted, final from api.my_turns")" \
		"$game|FRA|{\"A par - bur\"}|f"
	same "bob's games" "$(as $bob -c "select game, power, state from api.my_games where game = $game")" "$game|ITA|open"
	same "bob's orders for France" "$(give $bob S1901M FRA 'A par - pic')" \
		"you have no such turn: its orders were taken, or it is not yours"
	same "orders there" "$(query "select power, orders from farm.pending_orders where game_id = $game")" '2|{"A par - bur"}'
}

# The view is a security barrier. bob's query has a cheap condition that reveals each row it is applied to. It must be applied to
# bob's rows only, though its column is read before the owner of a row is known.
test_barrier() {
	local said
	begin barrier "random,random,@$alice,random,@$bob,random,random"
	wait_for 10 asked S1901M
	said=$(as $bob 2>&1 <<-'SQL'
		create function pg_temp.tells(text) returns boolean language plpgsql cost 0.0000001 as
			'begin raise notice ''%'', $1; return true; end';
		set enable_nestloop = off;
		set enable_indexscan = off;
		set enable_bitmapscan = off;
		select power from api.my_turns where pg_temp.tells(legal[1]);
	SQL
	)
	same "what it told" "$(grep -o 'NOTICE:.*' <<<"$said")" "NOTICE:  F nap H"
}

# The caller is the role that logged in, or the role it has set. It is not the owner as whom submit_orders runs, nor a role that
# the caller only claims to be.
test_caller() {
	begin caller "random,random,@$alice,random,@$bob,random,random"
	wait_for 10 asked S1901M
	same "the role set" "$(as $alice -c "select power from api.my_turns" -c "select count(problem) from
		api.submit_orders($game, '{A par H}')")" "FRA
0"
	if holds "rolsuper from pg_roles where rolname = session_user"; then
		same "the role that logged in" "$(query "set session authorization $bob; select power from api.my_turns;
			select count(problem) from api.submit_orders($game, '{A rom H}')")" "ITA
0"
		query "set session authorization $bob; set role $alice" 2>&1 | grep -q 'permission denied to set role'
		query "set session authorization $bob; select set_config('role', '$alice', false)" 2>&1 |
			grep -q 'permission denied to set role'
	fi
	same "who ordered" "$(query "select u.name from farm.pending_orders p join farm.users u on u.id = given_by
		where game_id = $game order by 1 limit 1")" "@$alice"
	same "nobody in particular" "$(query "select count(*) from api.my_turns")" 0
}

# ── making tournaments ──

test_refusals() {
	local all="random,random,@$alice,random,random,random,random"
	refused "--seats @nobody_$$: the database has no such role: aresctl role create agent nobody_$$" \
		ctl tournament create new --games 1 --seats "random,@nobody_$$"
	refused "'bob' after @ must begin with a comma" ctl tournament create new --games 1 --seats "random,@ bob"
	refused "--diplomatic-time 5: must be a whole number of seconds" ctl tournament create new --games 1 --seats "$all" \
		--diplomatic-time 5
	refused "--retreat-time 0s: must be a whole" ctl tournament create new --games 1 --seats "$all" --retreat-time 0s
	refused "--adjustment-time -3m: must be a whole" ctl tournament create new --games 1 --seats "$all" --adjustment-time=-3m
	refused "--adjustment-time 366d: must be a whole" ctl tournament create new --games 1 --seats "$all" --adjustment-time 366d
	refused "--retreat-time d: must be a whole" ctl tournament create new --games 1 --seats "$all" --retreat-time d
	refused "must be a player of the farm, not an external player" ctl experiment openings new --power GER \
		--player "@$alice"
	same "tournaments of that name" "$(query "select count(*) from farm.tournaments where name = 'new'")" 0
	begin times "$all" --diplomatic-time 3d --retreat-time 24h --adjustment-time 5m
	same "times" "$(query "select diplomatic_time = '3 days', retreat_time = '24:00', adjustment_time = '5 min'
		from farm.tournaments where name = '$name'")" "t|t|t"
	wait_for 10 asked S1901M
	ctl tournament status "$name" | grep -q "game 1 waits for @$alice: FRA, S1901M until 20"
}

run_tests
