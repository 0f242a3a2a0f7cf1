#!/bin/bash
# blame: proves that a game is blamed for what its worker dies of within that game, and for nothing else: not for a signal
# that comes while the worker waits for the database. A game whose worker the kernel kills because memory is short is blamed,
# be it its memory or not.
#
# Kills workers with signals, and by the kernel in a memory cgroup. The latter needs root; else it is skipped. SEED=1 draws
# the games.
. tests/suite.sh
. tests/hostile.sh
ulimit -c 0
export ASAN_OPTIONS=handle_segv=0:handle_sigbus=0:handle_abort=0 # else a sanitizer makes exits of these signals

ctl init >/dev/null
log=$hostile_dir/aresd.log daemon='' group=''
thinker='ares(depth=8,age=1000,cycles=20000,islands=16,keep=0)' # takes long, and 10 MB
hungry='ares(depth=3,age=1000,cycles=20000,islands=16)'         # takes 50 MB more each second

# tidy: ends aresd, and removes the cgroup.
tidy() {
	[ -z "$daemon" ] || kill -KILL "$daemon" 2>/dev/null || true
	[ -z "$group" ] || wait_for 5 rmdir "$group" 2>/dev/null
}

# start WORKERS: aresd, in the cgroup if there is one.
start() {
	bash -c '[ -z "$0" ] || echo $$ >"$0/cgroup.procs"; exec "$@"' "$group" \
		"$B/aresd" --until-done --batch 1 --workers "$1" 2>"$log" &
	daemon=$!
	trap tidy EXIT
}

stop() {
	kill -TERM $daemon
	wait $daemon
	cancel "$1"
}

create() { ctl tournament create "$1-$$" --games "$2" --seats "$3" --rounds 30 --seed "$SEED"; }
games() { query "select $2 from farm.games g join farm.tournaments t on t.id = g.tournament_id where t.name = '$1-$$'"; }
failures() { games "$1" "sum(failures) || ' ' || coalesce(max(failure), '')"; }
worker() { query "select pid from farm.workers where id = any (array($(
	echo "select worker_id from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where g.state = 'claimed' and t.name = '$1-$$'")))"; }
has_worker() { [ -n "$(worker "$1")" ]; }
handed_back() { [ "$(grep -c 'are handed back' "$log")" = "$1" ]; }
is_waiting() { holds "exists (select from pg_stat_activity where application_name = 'aresd worker' and wait_event_type = 'Lock')"; }

# The worker waits for its write, because another session has the games' rows locked. Meanwhile it dies, again and again.
test_outside_of_a_game() {
	local signal times=0
	create outside 5000 random,random
	start 1
	session_open holder none
	for signal in ABRT SEGV BUS; do
		times=$((times + 1))
		wait_for 10 has_worker outside
		session_say holder "begin"
		session_say holder "select from farm.games where state = 'claimed' for update"
		wait_for 10 is_waiting
		sleep 0.3 # it plays the next phase meanwhile
		kill -$signal "$(worker outside)"
		session_say holder "rollback"
		wait_for 10 handed_back $times
	done
	stop outside-$$
	same "failures" "$(failures outside)" "0 "
	session_close holder
}

# The same within a decision.
test_within_a_game() {
	local signal times=0
	create within 1 "$thinker,$thinker"
	start 1
	for signal in ABRT SEGV; do
		times=$((times + 1))
		wait_for 10 holds "$times = (select max(epoch) from farm.games g join farm.tournaments t on t.id = g.tournament_id
			where t.name = 'within-$$' and g.state = 'claimed')"
		sleep 0.3 # it decides
		kill -$signal "$(worker within)"
		wait_for 10 handed_back $times
	done
	wait_for 10 has_worker within
	stop within-$$
	same "failures" "$(failures within)" "2 its worker died: Segmentation fault"
}

# memory_group MIB: a cgroup whose processes have so much memory together.
memory_group() {
	local base=/sys/fs/cgroup limit=memory.max
	[ -z "${SAN:-}" ] || skip "a sanitizer needs more memory than the limit"
	[ ! -d $base/memory ] || base=$base/memory limit=memory.limit_in_bytes
	mkdir "$base/aresfarm-$$" 2>/dev/null || skip "no cgroup can be made here"
	group=$base/aresfarm-$$
	trap tidy EXIT
	echo $(($1 << 20)) >"$group/$limit" || skip "no cgroup can limit memory here"
}

# The kernel kills the worker whose game takes the memory.
test_kernel_kills_the_culprit() {
	memory_group 40
	create hungry 1 "$hungry,$hungry"
	create small 24 random,random
	start 2
	wait_for 30 eval "! kill -0 $daemon 2>/dev/null"
	same "reason" "$(games hungry reason)" "3 times in S1901M: its worker was killed because memory was short"
	same "small games" "$(query "select finished from farm.progress where tournament = 'small-$$'")" 24
	same "their failures" "$(failures small)" "0 "
	cancel hungry-$$
}

# The kernel takes another process than the one that needs the memory. This cannot be told from the worker's own need: the
# game is blamed, once. It goes on.
test_kernel_kills_a_bystander() {
	memory_group 60
	create bystander 1 "$thinker,$thinker"
	start 1
	wait_for 10 has_worker bystander
	sleep 0.3
	echo 1000 >"/proc/$(worker bystander)/oom_score_adj"
	bash -c 'echo $$ >"$0/cgroup.procs"; exec perl -e "\$x = q(a) x 100e6; sleep 9"' "$group" &
	wait_for 10 handed_back 1
	wait_for 10 has_worker bystander
	stop bystander-$$
	wait $! || true
	same "failures" "$(failures bystander)" "1 its worker was killed because memory was short"
}

run_tests
