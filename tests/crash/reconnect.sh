#!/bin/bash
# reconnect: proves that 32 workers come back to a server that was down, is starting up, or has no room for all of them. They do
# not come all at once, lose nothing, and go on with the games they have claimed.
#
# Stops and starts a server of its own under a running tournament, and compares the digest with that of an undisturbed one.
# DOWN=2 is how many seconds the server is away; SEED=1 draws the games.
. tests/suite.sh
. tests/hosts.sh
workers=32 games=112 DOWN=${DOWN:-2}

hosts_make near
ctl init >/dev/null
for name in undisturbed reconnect; do
	ctl tournament create $name --games $games --seats 'ares(depth=2,age=40),random' --seed "$SEED" >/dev/null
	[ $name = reconnect ] || host near "$B/aresd" -d "$CONNINFO" --until-done 2>/dev/null
done
host near "$B/aresd" -d "$CONNINFO" --workers $workers --batch 4 2>"$data/near.log" &
exec 3>&1

all_there() { holds "count(*) = $workers from pg_stat_activity where application_name = 'aresd worker'"; }
said() { grep -q "$1" "$data/near.log"; }
restart() {
	server_stop fast
	server_start
}

# came_back MOST: all workers come back within so many seconds. Prints over what time they came, and how many at most within
# 100 ms.
came_back() {
	wait_for "$1" all_there
	local first apart most
	IFS='|' read -r first apart most < <(query "
		with came as (
			select 1000 * extract(epoch from backend_start - pg_postmaster_start_time()) as ms
			from pg_stat_activity where application_name = 'aresd worker')
		select min(ms)::int, (max(ms) - min(ms))::int,
		       (select max(n) from (select count(*) over (order by ms range between 100 preceding and current row) as n
		                            from came) w)
		from came")
	echo "        $workers workers came back $first to $((first + apart)) ms after the start, $most at most in 100 ms" >&3
	# a worker waits longer the longer the server is away, and half of the wait is drawn; evenly spread they would be 2 in
	# 100 ms, all at once 32
	[ "$apart" -ge $((DOWN * 150)) ]
	[ "$most" -le $((workers / 2)) ]
}

# A worker that loses its connection goes on with its claimed games. No game is claimed again.
test_games_in_hand() {
	wait_for 30 all_there
	query "create table held as select id, epoch, worker_id from farm.games where state = 'claimed'"
	holds "count(*) > 0 from held"
	restart
	wait_for 10 all_there
	query "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'aresd worker'" >/dev/null
	wait_for 10 all_there
	sleep 1
	same "claimed anew" "$(query "select h.*, g.epoch, g.worker_id, g.state from held h join farm.games g using (id)
		where (g.epoch, g.worker_id) is distinct from (h.epoch, h.worker_id)")" ""
	said 'connection given up'
	! said dropped
}

test_server_down() {
	wait_for 30 all_there
	holds "count(*) > 0 from farm.games where state = 'claimed'"
	server_stop immediate
	sleep "$DOWN"
	said 'connection given up, trying again:.*refused\|No such file'
	server_start
	came_back 10
}

# A server that recovers from an archive answers that it is starting up: here until a worker has asked. It comes back on another
# timeline.
test_server_starts_up() {
	local starting
	wait_for 10 all_there
	server_stop immediate
	echo "restore_command = 'until [ -e $data/pg/asked ]; do sleep 0.1; done; false'" >>"$data/pg/postgresql.auto.conf"
	as_server touch "$data/pg/recovery.signal"
	server_start &
	starting=$!
	wait_for 10 said 'the database system is starting up'
	as_server touch "$data/pg/asked"
	wait $starting
	came_back 15
	holds "timeline_id > 1 from pg_control_checkpoint()"
}

test_too_many_connections() {
	wait_for 10 all_there
	query "alter system set max_connections = 20"
	restart
	wait_for 10 said 'too many clients already'
	sleep 1
	server_stop immediate
	sed -i /max_connections/d "$data/pg/postgresql.auto.conf"
	server_start
	wait_for 15 all_there
}

test_nothing_is_lost() {
	wait_for 60 holds "games = finished from farm.progress where tournament = 'reconnect'"
	same digest "$(ctl tournament digest reconnect)" "$(ctl tournament digest undisturbed)"
	same boards "$(query "select count(*) from farm.boards where tournament_id = 2")" \
		"$(query "select count(*) from farm.boards where tournament_id = 1")"
}

run_tests
