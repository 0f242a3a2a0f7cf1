#!/bin/bash
# stop: proves that aresd ends within two seconds when it is told to stop, whatever the database does, and at once when it is told
# twice; and that a supervisor whose statement waits still looks after its workers.
#
# Freezes a server of its own by SIGSTOP, and holds locks. SEED=1 draws the games.
. tests/suite.sh

exec 7<"$ARESFARM_HOME/pg" # another server
export ARESFARM_HOME=$ARESFARM_HOME/stop
mkdir -p "$ARESFARM_HOME"
logged_to=$ARESFARM_HOME/log
trap 'thaw; ctl down; rm -rf "$ARESFARM_HOME"' EXIT
ctl up
ctl init >/dev/null
ctl tournament create games --games 5000 --seats 'ares(depth=2,age=40),random' --seed "$SEED"

server() {
	local postmaster
	postmaster=$(head -1 "$ARESFARM_HOME/pg/postmaster.pid" 2>/dev/null) && echo "$postmaster" && pgrep -P "$postmaster"
}
freeze() { kill -STOP $(server); }
thaw() { kill -CONT $(server) 2>/dev/null || true; }
now_ms() { echo $(($(date +%s%N) / 1000000)); }
logged() { grep -q "$1" "$logged_to"; }

# start OPTION...: starts aresd; daemon is its process.
start() {
	: >"$logged_to"
	"$B/aresd" --workers 2 "$@" 2>>"$logged_to" &
	daemon=$!
	trap 'thaw; kill -KILL $daemon 2>/dev/null || true' EXIT
}
working() { [ "$(pgrep -c -P $daemon)" -eq 2 ] && holds "count(*) >= 2 from farm.games where state = 'claimed'"; }

# ends_within MS: waits for aresd, whose status must be 0.
ends_within() {
	local begun workers status=0
	begun=$(now_ms)
	workers=$(pgrep -P $daemon || true)
	wait $daemon || status=$?
	local took=$(($(now_ms) - begun))
	cat "$logged_to"
	same status $status 0
	echo "it took $took ms"
	[ $took -le "$1" ]
	same "workers left" "$(for pid in $workers; do ! kill -0 "$pid" 2>/dev/null || echo "$pid"; done)" ""
}

test_server_stands_still() {
	start
	wait_for 20 working
	freeze
	sleep 1.5
	kill -TERM $daemon
	ends_within 2000
}

test_second_signal() {
	start
	wait_for 20 working
	freeze
	sleep 1.5
	kill -INT $daemon
	sleep 0.5
	kill -TERM $daemon
	ends_within 500
}

test_while_it_connects() {
	freeze
	start
	sleep 1
	kill -TERM $daemon
	ends_within 1500
}

# A server that stands still costs connect_timeout, then the next one is tried.
test_next_server() {
	exec 8<"$ARESFARM_HOME/pg"
	freeze
	trap thaw EXIT
	local still=/proc/self/fd/8 next=/proc/self/fd/7 more="connect_timeout=2 dbname=postgres user=$(id -un)"
	refused 'not initialised' "$B/aresctl" -d "host=$still,$next,$still $more" tournament list
	refused 'timeout expired connection to server on socket' "$B/aresctl" -d "host=$still,$still $more" tournament list
}

# After ten seconds without an answer it connects anew, in vain.
test_while_it_connects_again() {
	start
	wait_for 20 working
	freeze
	wait_for 20 logged 'aresd: connection given up: .*no answer for 10'
	sleep 1
	kill -TERM $daemon
	ends_within 2000
}

# A statement of the supervisor waits for the rows of its workers: it looks after them all the same, and hands back what it can.
test_locked_workers() {
	local victim
	start
	wait_for 20 working
	query "begin; select from farm.workers where gone_at is null for update; select pg_sleep(30)" >/dev/null &
	local holder=$!
	sleep 1.5
	victim=$(pgrep -o -P $daemon)
	kill -KILL "$victim"
	wait_for 2 eval '[ "$(pgrep -c -P $daemon)" -eq 2 ] && ! kill -0 '"$victim"' 2>/dev/null'
	wait_for 10 logged 'the supervisor must wait, trying again: 55P03'
	kill -TERM $daemon
	ends_within 2000
	query "select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(30)'" >/dev/null
	wait $holder || true
	same "killed twice" "$(grep -c 'was killed by signal 9' "$logged_to")" 1
}

# What cannot be removed keeps no lapsed turn, no dead worker's game and no heartbeat from its chore.
test_chores_are_independent() {
	ctl tournament create dropped --games 1 --seats random,random
	start
	wait_for 20 working
	query "begin; lock table farm.tournaments in access exclusive mode; select pg_sleep(4)" >/dev/null &
	local holder=$!
	query "insert into farm.workers (host, pid, supervisor, heartbeat_at) values ('gone', 1, 999999, now() - interval '1 h')"
	wait_for 6 holds "gone_at is not null from farm.workers where host = 'gone'"
	kill -TERM $daemon
	ends_within 2000
	wait $holder
}

# A worker that is told to stop before it has its handlers ends as told.
test_quick_stops() {
	for i in $(seq 30); do
		start
		sleep "0.0$((i % 10))$((i / 4 % 10))"
		kill -TERM $daemon
		wait $daemon || same "status after stop $i" $? 143 # it had not begun
		! logged 'killed by signal' || same "log of stop $i" "$(cat "$logged_to")" ""
	done
}

test_few_descriptors() {
	! compgen -G "$B/*.gcno" >/dev/null || skip "programs that count lines need more descriptors"
	[ -z "${SAN:-}" ] || skip "the sanitizers need more"
	refused 'Too many open files' sh -c "ulimit -n 4; exec $B/aresctl tournament list"
	refused 'Too many open files' sh -c "ulimit -n 4; exec $B/aresd --until-done"
}

run_tests
