#!/bin/bash
# failover: proves that games come out the same when a standby takes the server's place and lacks its last transactions: the last
# phases, games that were over, a worker that had just registered. Workers find the standby by themselves.
#
# Holds the standby's replication up, kills the server and promotes the standby; compares the digest with that of an
# undisturbed tournament. SEED=1 draws the games.
. tests/suite.sh
. tests/hosts.sh
games=56

hosts_make
primary="host=$data dbname=postgres user=$(id -un)"
standby="$primary port=5433"
both="host=$data,$data port=5432,5433 target_session_attrs=read-write dbname=postgres user=$(id -un)"
# on the server that CONNINFO names
ctl() { "$B/aresctl" --quiet -d "${CONNINFO:-$primary}" "$@"; }
CONNINFO=$primary
ctl init >/dev/null
tournament() { ctl tournament create "$1" --games $games --seats 'ares(depth=2,age=40),random' --seed "$SEED"; }
tournament undisturbed
"$B/aresd" -d "$primary" --until-done 2>/dev/null
undisturbed=$(digests undisturbed)

boards() { query "select count(*) from farm.boards b join farm.tournaments t on t.id = tournament_id where t.name = 'failover'"; }
more_boards() { [ "$(boards)" -ge "$1" ]; }
finished() { query "select finished from farm.progress where tournament = 'failover'"; }
receiver() { CONNINFO=$standby query "select pid from pg_stat_activity where backend_type = 'walreceiver'"; }

standby_start() {
	as_server "$bin/pg_basebackup" -d "$primary" -D "$data/standby" -R --checkpoint=fast --no-sync
	as_server "$bin/pg_ctl" start -D "$data/standby" -l "$data/standby.log" -w -o '-p 5433' >/dev/null
	wait_for 10 eval '[ -n "$(receiver)" ]'
}
standby_stop() { as_server "$bin/pg_ctl" stop -D "$data/standby" -m immediate >/dev/null 2>&1 || true; }

# Writes so much WAL that what comes behind it does not fit between the servers: there sockets have room for some megabytes.
fill_sockets() {
	query "select count(pg_logical_emit_message(false, 'filler', repeat('x', 1000000))) from generate_series(1, 32)" >/dev/null
}

test_failover() {
	local before after over pid newest
	standby_start
	trap 'kill -KILL $daemon; standby_stop' EXIT
	tournament failover
	"$B/aresd" -d "$both" --workers 3 --batch 4 2>"$data/aresd.log" &
	daemon=$!
	wait_for 20 more_boards 40
	pid=$(receiver)
	kill -STOP "$pid"
	over=$(finished)
	wait_for 20 more_boards 600
	fill_sockets
	wait_for 20 holds "finished > $over + 3 from farm.progress where tournament = 'failover'"
	kill -KILL "$(query "select pid from farm.workers where gone_at is null order by id limit 1")"
	wait_for 20 holds "count(*) = 3 from farm.workers where gone_at is null and heartbeat_at > now() - interval '2 s'"
	newest=$(query "select max(id) from farm.workers")
	before=$(boards) over=$(finished)
	[ "$over" -lt $games ]
	server_stop immediate
	kill -CONT "$pid"
	as_server "$bin/pg_ctl" promote -D "$data/standby" -w >/dev/null
	CONNINFO=$standby
	after=$(boards)
	echo "boards: $before, then $after; games over: $over, then $(finished)"
	[ "$after" -lt "$before" ]
	same "the last worker that came" "$(query "select count(*) from farm.workers where id = $newest")" 0
	wait_for 60 holds "games = finished from farm.progress where tournament = 'failover'"
	same digests "$(digests failover)" "$undisturbed"
	same boards "$(boards)" "$(query "select count(*) from farm.boards b join farm.tournaments t on t.id = tournament_id
		where t.name = 'undisturbed'")"
	wait_for 10 holds "count(*) = 3 from farm.workers where gone_at is null"
	ctl verify failover | grep -q 'all agree'
}

run_tests
