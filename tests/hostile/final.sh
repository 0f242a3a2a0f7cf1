#!/bin/bash
# final: a worker reads the orders of external players, hands the game back, and tells another player what they are. Nobody can
# change orders then: the phase is played by those that were taken first, whoever claims the game.
. tests/suite.sh
. tests/hostile.sh

alice=first_$$ bob=second_$$ mallory=worker_$$
ctl init >/dev/null
role_make farm_agent $alice $bob
role_make farm_worker $mallory
gone="you have no such turn: its orders were taken, or it is not yours"

# begin NAME [OPTION...]: a game that waits for alice's France and bob's Italy. No aresd runs.
begin() {
	name=$1-$$
	shift
	ctl tournament create "$name" --seats "random,random,@$alice,random,@$bob,random,random" --rules standard --seed "$SEED" \
		--games 1 --rounds 4 "$@"
	trap 'end' EXIT
	ctl tournament priority "$name" 100 # a claim has its game
	game=$(query "select g.id from farm.games g join farm.tournaments t on t.id = tournament_id where t.name = '$name'")
	start
	wait_for 10 holds "state = 'waiting' from farm.games where id = $game"
	stop
}
start() {
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 1 2>/dev/null &
	daemon=$!
}
stop() {
	kill -TERM "$daemon"
	wait "$daemon"
	daemon=
}
end() {
	[ -z "${daemon:-}" ] || kill -KILL "$daemon" 2>/dev/null || true
	query "select farm.workers_recover('1 hour')" >/dev/null
	cancel "$name"
}

# give ROLE POWER ORDERS [ARGUMENT...]: submits orders, separated by semicolons; prints what is wrong with them.
give() {
	local role=$1 power=$2 orders=$3
	shift 3
	as "$role" -c "select problem from api.submit_orders($game, string_to_array('$orders', ';'), power => '$power' ${*/#/, })
		where problem is not null"
}
# claim: a new worker claims the game; prints "game, worker, epoch". leave CLAIM: it hands its games back.
claim() {
	local worker
	worker=$(as $mallory -c "insert into farm.workers (host, pid, supervisor) values ('test', 1, 0) returning id")
	as $mallory -c "set jit = off; select concat_ws(', ', id, $worker, epoch) from farm.games_claim($worker, 8) where id = $game"
}
leave() { as $mallory -c "select farm.workers_leave('{$(cut -d, -f2 <<<"$1")}')" >/dev/null; }
# seen CLAIM: the orders that the worker can read.
seen() { as $mallory -c "select string_agg(power || ' ' || coalesce(text, '-'), '; ' order by power, text) from farm.orders_submitted($1, 0::smallint)"; }
# fails PATTERN SQL: the worker's statement is refused.
fails() {
	local said
	said=$(as $mallory -c "$2" 2>&1) && same "$2" "$said" "refused"
	case $said in *"$1"*) ;; *) same "what was said to $2" "$said" "...$1..." ;; esac
}

test_orders_are_final_once_read() {
	local first second
	begin final
	same "problems" "$(give $alice FRA 'A par - bur;A mar S A par - bur;F bre - mao')" ""
	same "problems" "$(give $bob ITA 'A rom - apu' 'final => true')" ""
	first=$(claim)
	same "orders the worker reads" "$(seen "$first")" "2 A mar S A par - bur; 2 A par - bur; 2 F bre - mao; 4 A rom - apu"
	leave "$first"
	same "state" "$(query "select state from farm.games where id = $game")" pending
	same "answer to bob" "$(give $bob ITA 'A ven - pie;A rom - ven;F nap - tys')" "$gone"
	same "answer to alice" "$(give $alice FRA '' 'final => true')" "$gone"
	same "turns" "$(as $alice -c "select count(*) from api.my_turns")$(as $bob -c "select count(*) from api.my_turns")" 00
	second=$(claim)
	same "orders read again" "$(seen "$second")" "2 A mar S A par - bur; 2 A par - bur; 2 F bre - mao; 4 A rom - apu"
	leave "$second"
	start
	wait_for 10 holds "count(*) > 0 from farm.boards where game_id = $game"
	same "orders of Italy" "$(query "select string_agg(text, '; ' order by text) from farm.orders
		where game = $game and phase = 0 and power = 'ITA'")" "A rom - apu; A ven H; F nap H"
	same "what was submitted" "$(query "select power, orders from farm.played_orders where game = $game order by 1")" \
		'FRA|{"A par - bur","A mar S A par - bur","F bre - mao"}
ITA|{"A rom - apu"}'
}

# Whatever the worker calls for a game that it holds, nobody is asked for the phase again, and what was taken stays.
test_no_function_asks_again() {
	local claim worker before call
	begin again
	give $alice FRA '' 'final => true'
	give $bob ITA 'A rom - apu' 'final => true'
	claim=$(claim)
	worker=$(cut -d, -f2 <<<"$claim")
	before=$(query "select * from farm.taken_orders where game_id = $game order by power")
	fails "were taken, and are final" "select farm.turn_ask($claim, 4::smallint, 0::smallint, '{}', '', 3::smallint, 'A rom H')"
	fails "has nothing to wait for" "select farm.game_wait($claim)"
	# another phase may be asked for; this one stays as it is
	as $mallory -c "select farm.turn_ask($claim, 4::smallint, 2::smallint, '{}', '', 3, 'A rom H')" >/dev/null
	as $mallory -c "select farm.turns_over($claim, 0::smallint), farm.turns_over($claim, 2::smallint)" >/dev/null
	fails "has nothing to wait for" "select farm.game_wait($claim)"
	for call in "farm.game_failed($game, $worker, 0::smallint, 'x')" "farm.sweep(10)" "farm.turns_lapse()" \
		"farm.workers_leave('{$worker}')"; do
		as $mallory -c "select $call" >/dev/null
		same "what was taken" "$(query "select * from farm.taken_orders where game_id = $game order by power")" "$before"
		same "answer to bob after $call" "$(give $bob ITA 'A rom - ven')" "$gone"
	done
	claim=$(claim)
	# problems are noted once
	as $mallory -c "select farm.orders_played($claim, 4::smallint, 0::smallint, 'x')" >/dev/null
	as $mallory -c "select farm.orders_played($claim, 4::smallint, 0::smallint, 'y')" >/dev/null
	same "problems" "$(query "select orders, problems from farm.taken_orders where game_id = $game and power = 4")" \
		'{"A rom - apu"}|{x}'
	as $mallory -c "select farm.game_put_aside($claim, 'x')" >/dev/null
	same "answer to bob" "$(give $bob ITA 'A rom - ven')" "$gone"
	query "select farm.game_retry($game)" >/dev/null
	same "state" "$(query "select state from farm.games where id = $game")" pending
	same "answer to bob" "$(give $bob ITA 'A rom - ven')" "$gone"
	same "orders" "$(seen "$(claim)")" "2 -; 4 A rom - apu"
}

# Before they are taken, no worker reads orders: neither with the claim that left the game waiting, nor with another.
test_nothing_is_read_before() {
	begin before
	give $alice FRA 'A par - bur;A mar H;F bre H'
	same "orders a worker gets" "$(as $mallory -c "select * from farm.workers w, generate_series(0, 3) e,
		farm.orders_submitted($game, w.id, e, 0::smallint)")" ""
	same "claim" "$(claim)" ""
	same "answer to alice" "$(give $alice FRA 'A par - pic')" ""
}

# A game that a user put aside while it waited waits again. It keeps what was submitted. The time aside does not count.
test_put_aside_while_it_waits() {
	local how
	for how in "game_quarantine(\$game, 'x')" 'game_cancel($game)'; do
		begin "aside-${how:5:3}" --diplomatic-time 60s
		give $alice FRA 'A par - bur;A mar H;F bre H'
		query "select farm.${how/\$game/$game}" >/dev/null
		same "answer meanwhile" "$(give $bob ITA '')" "$gone"
		same "whom the farm waits for" "$(query "select count(*) from farm.awaited where game = $game")" 0
		query "update farm.games set finished_at = finished_at - interval '1 hour' where id = $game;
			update farm.turns set deadline = deadline - interval '1 hour' where game_id = $game" >/dev/null
		query "select farm.turns_lapse(); select farm.game_retry($game); select farm.turns_lapse()" >/dev/null
		same "state" "$(query "select state from farm.games where id = $game")" waiting
		same "whom the farm waits for" "$(query "select power from farm.awaited where game = $game")" ITA
		give $bob ITA '' 'final => true'
		same "orders" "$(seen "$(claim)")" "2 A mar H; 2 A par - bur; 2 F bre H; 4 -"
		end
		trap - EXIT
	done
}

run_tests
