#!/bin/bash
# clocks: proves that the farm plays on when the server's clock jumps by hours, forwards and back: games come out the same, and
# the games of dead and frozen workers are handed back soon, not hours later.
#
# Makes a server whose clock is wrong by what stands in a file (tests/crash/clock.c). SEED=1 draws the games.
. tests/suite.sh

export ARESFARM_HOME=$ARESFARM_HOME/clocks
mkdir -p "$ARESFARM_HOME"
work=$(mktemp -d)
chmod 755 "$work"
trap 'ctl down; rm -rf "$ARESFARM_HOME" "$work"' EXIT
cp "$B/clock.so" "$work/clock.so"
hour=3600

# clock_is SECONDS: the server's clock is wrong by so many seconds from now on.
clock_is() { printf '%-30d\n' "$1" 1<>"$work/off"; }
clock_is 0
LD_PRELOAD=$work/clock.so CLOCK_FILE=$work/off ASAN_OPTIONS=verify_asan_link_order=0 ctl up
ctl init >/dev/null
slow='ares(depth=2,age=60),random'
tournament() { ctl tournament create "$1" --games 80 --seats "$slow" --seed "$SEED"; }
tournament undisturbed
undisturbed=$(play undisturbed)

# start NAME OPTION...: starts aresd; ${daemon[NAME]} is its process.
declare -A daemon
start() {
	local name=$1
	shift
	"$B/aresd" --workers 1 --batch 4 "$@" 2>>"$ARESFARM_HOME/$name.log" &
	daemon[$name]=$!
	trap 'for name in "${daemon[@]}"; do kill -CONT $name $(pgrep -P $name) || true; kill -KILL $name || true; done 2>/dev/null' EXIT
}
# farm_of NAME: aresd and its worker. worker_of NAME: the worker's process.
worker_of() { pgrep -P "${daemon[$1]}" -x 'ares worker'; }
farm_of() { echo "${daemon[$1]} $(worker_of "$1")"; }

# holding NAME: its worker has claimed games that have boards. clear_of PID: that worker has no claim.
holding() {
	holds "count(*) > 0 from farm.games g join farm.workers w on w.id = g.worker_id where g.state = 'claimed'
		and w.pid = $(worker_of "$1" | grep . || echo 0) and exists (select from farm.boards b where b.game_id = g.id)"
}
clear_of() {
	holds "count(*) = 0 from farm.games g join farm.workers w on w.id = g.worker_id where g.state = 'claimed' and w.pid = $1"
}

# ended_alike NAME: games and digests are those of the undisturbed tournament.
ended_alike() {
	wait_for 60 holds "games = finished from farm.progress where tournament = '$1'"
	same digests "$(digests "$1")" "$undisturbed"
	kill -TERM "${daemon[@]}"
	wait "${daemon[@]}"
}

# play_and_go_back NAME LEASE: two farms play. The clock goes three hours back, and they play on.
play_and_go_back() {
	tournament "$1"
	clock_is 0
	start one --lease "$2"
	start two --lease "$2"
	wait_for 20 holding one
	wait_for 20 holding two
	clock_is $((-3 * hour))
	sleep 1
	wait_for 20 holding two
}

test_jumps() {
	play_and_go_back jumps 12
	clock_is $((2 * hour))
	same "hours" "$(query "select round(extract(epoch from now() - to_timestamp($(date +%s))) / $hour)")" 2
	ended_alike jumps
}

# A farm stands still while the clock goes back. Its last heartbeat is hours ahead.
test_frozen_meanwhile() {
	local worker
	tournament frozen
	clock_is 0
	start one --lease 3
	start two --lease 3
	wait_for 20 holding two
	worker=$(worker_of two)
	kill -STOP $(farm_of two)
	clock_is $((-3 * hour))
	wait_for 10 clear_of "$worker"
	kill -CONT $(farm_of two)
	ended_alike frozen
}

# Sessions that began before the clock went back began hours ahead. They are still those of their workers. So a worker that
# misses some heartbeats keeps its games for the lease. One that dies loses them at once.
test_sessions_from_before() {
	local worker
	play_and_go_back sessions 3600
	worker=$(worker_of two)
	kill -STOP $(farm_of two)
	sleep 4.5
	same "whether the worker lost its games" "$(clear_of "$worker" && echo yes || echo no)" no
	kill -KILL $(farm_of two)
	unset "daemon[two]"
	wait_for 3 clear_of "$worker"
	ended_alike sessions
}

# For health checks, a heartbeat that lies hours ahead is none.
test_alive() {
	local status=0
	clock_is 0
	start one
	wait_for 10 ctl alive 5 >/dev/null
	kill -KILL $(farm_of one)
	clock_is $((-3 * hour))
	ctl alive 5 || status=$?
	same status $status 1
}

# A turn's deadline is a time of day: when the clock jumps past it, it is over.
test_deadline() {
	query "create role alice in role farm_agent"
	ctl tournament create turns --games 1 --rules standard --rounds 1 --seats '@alice,random,random,random,random,random,random' \
		--diplomatic-time 1h --adjustment-time 1h
	clock_is 0
	start one
	wait_for 10 holds "count(*) = 1 from farm.turns t join farm.games g on g.id = t.game_id and g.state = 'waiting'"
	clock_is $((2 * hour))
	wait_for 10 holds "count(*) > 0 from farm.boards b join farm.tournaments t on t.id = tournament_id where name = 'turns'"
}

run_tests
