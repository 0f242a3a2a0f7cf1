#!/bin/bash
# wait: proves that what others do to the server's notifications and locks costs the farm no memory, no work and no silence: a
# flood kills no worker and sets no idle worker spinning, and who holds a lock that we wait for is named.
#
# SEED=1 draws the games.
. tests/suite.sh
. tests/hostile.sh

trap 'end_daemon; hostile_end' EXIT # a test runs in a shell of its own, with a trap of its own
owner=$(id -un)
ctl init >/dev/null
end_daemon() { [ -z "${daemon:-}" ] || kill -KILL "$daemon" 2>/dev/null || true; }

# start OPTION...: starts aresd; daemon is its process, $hostile_dir/log its log.
start() {
	"$B/aresd" "$@" 2>"$hostile_dir/log" &
	daemon=$!
	trap end_daemon EXIT
}
stop() {
	kill -TERM $daemon
	wait $daemon
}
logged() { grep -q "$1" "$hostile_dir/log"; }
playing() { holds "count(*) > 0 from farm.games where state = 'claimed'"; }
create() { ctl tournament create "$@" --seed "$SEED"; }

# Workers that play are sent 160 MB of notifications, and may have 100 MB of memory.
test_flood_while_playing() {
	[ -z "${SAN:-}" ] || skip "the sanitizers need more memory than that"
	create calm-$$ --games 60 --seats 'ares(depth=2,age=40),random'
	local calm
	calm=$(play calm-$$ --workers 2)
	create flooded-$$ --games 60 --seats 'ares(depth=2,age=40),random'
	start --workers 2 --memory 100 --until-done
	wait_for 20 playing
	query "select count(pg_notify(c, repeat('x', 7900) || n)) from generate_series(1, 20000) n,
		(select channel from farm.channels where name = 'farm') as t (c)" >/dev/null
	wait $daemon
	cat "$hostile_dir/log"
	! logged 'was killed\|ended with status'
	same "games blamed" "$(query "select count(*) from farm.games g join farm.tournaments t on t.id = tournament_id
		where t.name = 'flooded-$$' and failures > 0")" 0
	same digests "$(digests flooded-$$)" "$calm"
}

# A worker without games asks for some at most so often, however often it is notified: with pauses of 10, 20, 40, ... ms.
test_flood_while_idle() {
	[ "$(query "select rolsuper from pg_roles where rolname = current_user")" = t ] || skip "it takes a superuser"
	local before calls
	create idle-$$ --games 1 --seats random,random # without any tournament the claim's function is not called
	cancel idle-$$
	query "alter database $(query 'select current_database()') set track_functions = 'pl'"
	start --workers 2
	wait_for 20 holds "count(*) >= 2 from farm.workers where gone_at is null"
	sleep 1
	claims() { query "select coalesce(sum(calls), 0) from pg_stat_user_functions where funcname = 'games_claim'"; }
	before=$(claims)
	query "do \$\$ declare c text := (select channel from farm.channels where name = 'farm'); begin
		for i in 1 .. 400 loop perform pg_notify(c, i::text); commit; perform pg_sleep(0.005); end loop; end \$\$"
	sleep 1.5
	calls=$(($(claims) - before))
	query "alter database $(query 'select current_database()') reset track_functions"
	stop
	echo "$calls calls"
	[ "$calls" -gt 2 ]
	[ "$calls" -le 40 ]
}

# A worker waits for a table, and says who has locked it; a role that may not see other sessions says what it can.
test_holder_is_named() {
	local holder role=worker_$$
	role_make farm_worker $role
	create held-$$ --games 20 --seats random,random
	session_open holder "$owner"
	holder=$(session_say holder "select pg_backend_pid()")
	session_say holder "set application_name = 'a reader'; begin; lock table farm.boards in access exclusive mode"
	start --workers 1
	wait_for 10 logged "worker 1: a statement has waited for 1 s for table farm.boards: process $holder holds it (role $owner, application a reader, idle in transaction, its transaction is [0-9]* s old)"
	stop
	PGOPTIONS="-c role=$role" start --workers 1
	wait_for 10 logged "worker 1: .* process $holder holds it (role $owner, application a reader; its state is shown to members of pg_read_all_stats)"
	session_say holder "rollback"
	wait_for 20 holds "not farm.games_left()"
	stop
	same "lines about one wait" "$(grep -c 'has waited' "$hostile_dir/log")" 1
	session_close holder
}

# aresctl waits for a game's row, and says so in one line.
test_aresctl_names_it() {
	local holder
	create rows-$$ --games 1 --seats random,random
	session_open locker "$owner"
	holder=$(session_say locker "select pg_backend_pid()")
	session_say locker "begin; select from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where t.name = 'rows-$$' for update of g"
	ctl tournament cancel rows-$$ 2>"$hostile_dir/log" >/dev/null &
	wait_for 10 logged "^aresctl: a statement has waited for 1 s for a row of farm.games: process $holder holds it "
	session_say locker "rollback"
	wait $!
	same lines "$(wc -l <"$hostile_dir/log")" 1
	session_close locker
}

# A statement that takes long without a lock is no wait.
test_long_is_not_locked() {
	local frozen
	create slow-$$ --games 4 --seats random,random
	start --workers 1
	wait_for 20 holds "count(*) > 0 from pg_stat_activity where application_name = 'aresd worker'"
	frozen=$(query "select min(pid) from pg_stat_activity where application_name = 'aresd worker'")
	kill -STOP "$frozen"
	sleep 2.5
	kill -CONT "$frozen"
	stop
	! logged 'has waited'
	cancel slow-$$
}

run_tests
