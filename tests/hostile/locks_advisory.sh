#!/bin/bash
# locks_advisory: agents take thousands of advisory locks: numbers that the farm could use, keys that it uses, and keys of
# supervisors that are dead. The farm starts, plays, recovers and ends as without them.
. tests/suite.sh
. tests/hostile.sh

ctl init >/dev/null
agent=taker_$$
role_make farm_agent $agent

# Slow players: there is time to kill in the middle of a game.
slow='ares(depth=2,age=40),random'
make() { ctl tournament create "$1-$$" --games "${3:-8}" --seats "${2:-random,random}" --seed "$SEED"; }
claimed() { holds "claimed > 0 from farm.progress where tournament = '$1-$$'"; }

# start OPTION...: starts aresd in the background; daemon is its process.
start() {
	"$B/aresd" --workers 2 --batch 4 "$@" 2>>"$hostile_dir/aresd.log" &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true' EXIT
}

# The advisory locks of aresd.
of_aresd="pg_locks l join pg_stat_activity a on a.pid = l.pid
	where l.locktype = 'advisory' and l.granted and a.application_name ~ '^aresd'"

# with_each_key FUNCTION: PL/pgSQL that calls this function with each key that aresd holds.
with_each_key() {
	echo "perform case when objsubid = 1 then $1((classid::bigint << 32) | objid::bigint)::text
		else $1(classid::int, objid::int)::text end
		from (select distinct classid, objid, objsubid from $of_aresd) k;"
}

# Numbers from 1 on, with and without the oid of farm.workers; then all keys that aresd takes, as soon as it takes them.
test_numbers_taken_before_and_while_it_starts() {
	make alone
	aresd --until-done --workers 2
	session_open first $agent
	session_open second $agent
	session_open third $agent
	local farm="(select c.oid::int from pg_class c join pg_namespace n on n.oid = relnamespace
		where nspname = 'farm' and relname = 'workers')"
	session_say first "select count(pg_advisory_lock(n)) from generate_series(1, 500) n"
	session_say first "select count(pg_advisory_lock($farm, n)) from generate_series(1, 3000) n"
	session_say second "select count(pg_advisory_lock_shared(n)) from generate_series(501, 1000) n"
	session_say second "select count(pg_advisory_lock_shared($farm, n)) from generate_series(3001, 4000) n"
	session_send third "do \$\$ begin for i in 1 .. 400 loop
			$(with_each_key pg_try_advisory_lock_shared) $(with_each_key pg_try_advisory_lock)
			perform pg_sleep(0.01);
		end loop; end \$\$"
	make hindered
	within 10 aresd --until-done --workers 2
	session_close first
	session_close second
	session_close third
	same digest "$(digests hindered-$$ | cut -d' ' -f2)" "$(digests alone-$$ | cut -d' ' -f2)"
}

# An agent waits for the keys of a supervisor that lives, and gets them when it dies. The games are handed back as if it did not.
test_keys_of_the_dead() {
	local pids
	make dead "$slow" 80
	start --lease 3600
	wait_for 20 claimed dead
	session_open heir $agent
	session_send heir "do \$\$ begin $(with_each_key pg_advisory_lock_shared) end \$\$"
	wait_for 5 holds "count(*) > 0 from pg_locks l join pg_locks o using (classid, objid, objsubid)
		where l.locktype = 'advisory' and o.locktype = 'advisory' and l.pid <> o.pid"
	pids=$(query "select pid from farm.workers where gone_at is null")
	kill -STOP $daemon
	kill -KILL $pids $daemon
	wait $daemon || true
	wait_for 10 holds "not exists (select from pg_stat_activity where application_name ~ '^aresd')"
	wait_for 10 holds "count(*) > 0 from pg_locks where locktype = 'advisory' and granted"
	query "update farm.workers set heartbeat_at = now() where gone_at is null" # so that no other rule finds them dead
	holds "farm.workers_recover('1 hour') > 0"
	session_close heir
	cancel dead-$$
}

# A supervisor that comes back over a new connection has the same number and a new key. Its workers keep their games.
test_new_key_for_a_new_connection() {
	local key="select id, key from farm.supervisors where id in (select farm.supervisors_connected())" before
	make back "$slow" 80
	start --lease 3600
	wait_for 20 claimed back
	before=$(query "$key")
	session_open heir $agent
	session_send heir "select pg_advisory_lock_shared(${before#*|})"
	query "select pg_terminate_backend(a.pid) from $of_aresd" >/dev/null
	wait_for 10 holds "exists ($key and key <> ${before#*|})"
	same "supervisor" "$(query "$key" | cut -d'|' -f1)" "${before%|*}"
	sleep 1.5 # a heartbeat, and with it a recovery
	holds "max(epoch) = 1 from farm.games g join farm.tournaments t on t.id = tournament_id where t.name = 'back-$$'"
	session_close heir
	kill -TERM $daemon
	wait $daemon
	cancel back-$$
}

# A key counts only when the server process that drew it holds it, by the role that it logged in as, in the form of one number.
test_what_counts() {
	local pid role
	session_open holder $agent
	session_say holder "select count(pg_advisory_lock(n)) from generate_series(4241, 4242) n"
	session_say holder "select pg_advisory_lock(0, 4243)"
	pid=$(session_say holder "select pg_backend_pid()")
	role=$(query "select usesysid from pg_stat_activity where pid = $pid")
	connected() {
		query "begin; insert into farm.supervisors (id, key, backend, role) values (1000000, $1, $2, $3);
			select count(*) from farm.supervisors_connected() c where c = 1000000; rollback"
	}
	same "its key" "$(connected 4242 "$pid" "$role")" 1
	same "of another process" "$(connected 4242 $((pid + 1)) "$role")" 0
	same "of another role" "$(connected 4242 "$pid" "$((role + 1))")" 0
	same "a key that nobody holds" "$(connected 4244 "$pid" "$role")" 0
	same "a key of two numbers" "$(connected 4243 "$pid" "$role")" 0
	same "a key with the same low half" "$(connected "4242 + (1::bigint << 32)" "$pid" "$role")" 0
	session_close holder
}

# Within a transaction, pg_stat_activity stays as it was first read. A supervisor that begins later is connected all the same.
test_begun_in_between() {
	session_open older "$(query 'select current_user')"
	session_open newer "$(query 'select current_user')"
	session_say older "begin"
	session_say older "select from pg_stat_activity"
	session_say newer "select farm.supervisor_attach(3000001)"
	session_say older "select farm.supervisor_attach(3000002)"
	same "connected" "$(session_say older "select * from farm.supervisors_connected() c where c > 3000000 order by c")" \
		$'3000001\n3000002'
	session_say older "commit"
	session_close older
	session_close newer
	query "delete from farm.supervisors where id > 3000000"
}

# Rows of supervisors go when they, and all of their workers, were last alive more than an hour ago.
test_rows_go() {
	query "insert into farm.supervisors (id, key, backend, role, started_at)
		select n, n, 1, 1, now() - interval '2 hours' from generate_series(2000001, 2000003) n;
		insert into farm.supervisors (id, started_at) values (2000004, now() - interval '2 hours'), (2000005, now());
		insert into farm.workers (host, pid, supervisor, heartbeat_at, gone_at) values
			('x', 1, 2000002, now() - interval '30 min', now()), ('x', 1, 2000003, now() - interval '2 hours', now())"
	query "select farm.supervisor_attach(0)" >/dev/null
	same "rows left" "$(query "select id from farm.supervisors where id > 2000000 order by id")" $'2000002\n2000005'
	query "delete from farm.workers where host = 'x'; delete from farm.supervisors where id > 2000000"
}

# An agent fills the server's table of locks. Nobody can do anything then. When it lets go, the farm plays on, and no game is
# claimed twice.
test_table_of_locks_is_full() {
	make calm random,random 400
	ctl tournament pause calm-$$
	make full random,random 400
	session_open filler $agent
	start --until-done
	wait_for 10 claimed full
	session_say filler "do \$\$ declare n bigint := 0; begin loop
		begin perform pg_advisory_lock_shared(n); n := n + 1; exception when out_of_memory then exit; end; end loop; end \$\$"
	wait_for 10 grep -q '53200 out of shared memory' "$hostile_dir/aresd.log"
	sleep 1
	session_close filler
	wait $daemon
	ctl tournament resume calm-$$
	aresd --until-done --workers 2
	same digest "$(digests full-$$ | cut -d' ' -f2)" "$(digests calm-$$ | cut -d' ' -f2)"
	holds "finished = games and quarantined = 0 from farm.progress where tournament = 'full-$$'"
	holds "max(epoch) = 1 from farm.games g join farm.tournaments t on t.id = tournament_id where t.name = 'full-$$'"
}

# A superuser can take advisory locks from everybody but the owner (deploy/README.md). The farm needs no more.
test_locks_taken_from_public() {
	local functions="from pg_proc where proname ~ '^pg_(try_)?advisory_' and pronamespace = 'pg_catalog'::regnamespace"
	change() { query "select format('$1;', oid::regprocedure) $functions" | ctl psql -XqAt -v ON_ERROR_STOP=1; }
	trap "$(declare -f change query ctl); functions=\"$functions\"; change 'grant execute on function %s to public'" EXIT
	change 'revoke execute on function %s from public'
	as $agent -c "select pg_advisory_lock_shared(1)" 2>&1 | grep -q "permission denied"
	make revoked
	PGOPTIONS="-c role=$(role_make farm_worker player_$$; echo player_$$)" "$B/aresd" --until-done --workers 2
	holds "finished = games from farm.progress where tournament = 'revoked-$$'"
}

run_tests
