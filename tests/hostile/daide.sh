#!/bin/bash
# daide: proves that games of DAIDE clients come to their end whatever others send to aresdaide, and whatever is killed:
# nothing that was taken is lost, and memory stays bounded.
#
# SEED=1 draws games, orders and nonsense. ROUNDS=6 is the length of the game through which something is killed in each
# turn: make daide has more.
. tests/suite.sh
. tests/daide/serve.sh

ctl init >/dev/null
folder=$(mktemp -d)
rounds=${ROUNDS:-6}
trap 'rm -rf "$folder"' EXIT

start_aresd() {
	"$B/aresd" --workers 2 2>>"$folder/aresd.log" &
	daemon=$!
}

# begin [OPTION...]: starts aresd, and aresdaide with these options. They end with the test.
begin() {
	start_aresd
	trap 'tail -n 5 "$folder/daide.log"; kill "$server" "$daemon"; wait "$server" "$daemon" || true' EXIT
	daide_serve --quiet "$@"
}

# table NAME ROUNDS: a game of seven clients. At the test's end it is cancelled.
table() {
	ctl tournament create "$1-$$" --games 1 --seats "$all" --rules standard --rounds "$2" --seed "$SEED" 2>/dev/null
}
all=@daide,@daide,@daide,@daide,@daide,@daide,@daide

# over NAME: the game is, it verifies, and no order that was taken was disregarded.
over() {
	same "games that are not over" "$(query "select games - finished from farm.progress where tournament = '$1-$$'")" 0
	ctl verify "$1-$$" >/dev/null
	same "orders disregarded" "$(query "select string_agg(o.orders::text || o.problems::text, ' ')
		from farm.taken_orders o join farm.games g on g.id = o.game_id
		join farm.tournaments t on t.id = g.tournament_id
		where t.name = '$1-$$' and array_length(array_remove(o.problems, null), 1) > 0")" ""
}

hostile() { timeout 300 python3 -B tests/daide/hostile.py "$1" "$port" "${@:2}"; }

test_beside() {
	local grown
	begin --absent 1s
	table main 4
	table left 4
	grown=$(hostile beside "$server" main-$$ left-$$ "$SEED")
	over main
	over left
	# 40 that do not read, 64 kB each, and what is sent to them at once
	[ -n "${SAN:-}" ] || [ "$grown" -lt 32000 ] || same "kB that aresdaide has grown" "$grown" "less than 32000"
}

test_seats() {
	begin --patience 1s
	table seats 2
	hostile seats seats-$$ "$SEED"
	over seats
}

# turned N: so many turns have been told.
turned() { [ "$(grep -c '^turn' "$folder/stay")" -ge "$1" ]; }

kill_daide() {
	kill -KILL "$server"
	wait "$server" || true
	listen=$port daide_serve --quiet
}
# One that lives: of workers whose aresd was killed rows are left for a while.
kill_worker() {
	wait_for 20 eval 'kill -KILL "$(query "select max(pid) from farm.workers where gone_at is null
		and id = (select max(id) from farm.workers)")" 2>/dev/null'
}
# It stays when this suite ends, so it has no mark of it.
kill_postgresql() {
	kill -KILL "$(head -1 "$ARESFARM_HOME/pg/postmaster.pid")"
	wait_for 10 eval '! query "select 1" >/dev/null 2>&1'
	env -u ARESFARM_SUITE "$B/aresctl" --quiet up
}
kill_aresd() {
	kill -KILL "$daemon"
	wait "$daemon" || true
	start_aresd
}

test_killed() {
	local victim turn=0 clients
	begin
	table killed "$rounds"
	hostile stay killed-$$ "$SEED" >"$folder/stay" 2>&1 &
	clients=$!
	while [ $((turn + 4)) -lt "$rounds" ]; do
		for victim in daide worker postgresql aresd; do
			turn=$((turn + 1))
			wait_for 60 eval "turned $turn || ! kill -0 $clients 2>/dev/null"
			kill_$victim
		done
	done
	wait_for 120 eval "! kill -0 $clients 2>/dev/null"
	wait $clients || { tail "$folder/stay"; return 1; }
	over killed
}

run_tests
