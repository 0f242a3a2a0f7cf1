#!/bin/bash
# several_hosts: proves that games come out the same, and are handed back soon, when workers and hosts die, freeze or lose their
# link, while several hosts play against one server.
#
# Needs network namespaces (tests/hosts.sh). LEASE=3 is the lease in seconds of the hosts that freeze or die, PROMPT=15000 the
# most milliseconds until a host's games are handed back. SEED=1 draws the games.
. tests/suite.sh
. tests/hosts.sh
LEASE=${LEASE:-3} PROMPT=${PROMPT:-15000}
games=24
slow='ares(depth=2,age=40),random'
tournament() { ctl tournament create "$1" --games $games --seats "$slow" --seed "$SEED"; }

# start HOST OPTION...: starts aresd there in the background.
start() {
	local name=$1
	shift
	host "$name" "$B/aresd" -d "$CONNINFO" --batch 4 --workers 2 "$@" 2>>"$data/$name.log" &
}

# stop HOST: stops all processes there.
stop() {
	kill -TERM $(pids_of "$1") 2>/dev/null || true
	wait_for 20 none_of "$1"
}
none_of() { [ -z "$(pids_of "$1")" ]; }

# holding HOST: a worker there has claimed a game that has boards.
holding() {
	holds "count(*) > 0 from farm.games g join farm.workers w on w.id = g.worker_id
		where g.state = 'claimed' and w.host = '$1'
		and exists (select from farm.boards b where b.tournament_id = g.tournament_id and b.game_id = g.id)"
}
# clear_of HOST: no worker there has a claim.
clear_of() {
	holds "count(*) = 0 from farm.games g join farm.workers w on w.id = g.worker_id
		where g.state = 'claimed' and w.host = '$1'"
}

# handed_back WHAT MOST COMMAND...: waits until the command succeeds and prints how many milliseconds it took; fails where it
# was more than MOST.
handed_back() {
	local what=$1 most=$2 begun=${EPOCHREALTIME/./} took
	shift 2
	wait_for $((most / 1000 + 5)) "$@"
	took=$(((${EPOCHREALTIME/./} - begun) / 1000))
	echo "        handed back, $what: $took ms" >&3
	[ $took -le "$most" ]
}

# ended_alike NAME: plays the tournament to its end; digest and boards are those of the undisturbed one.
ended_alike() {
	start near --until-done
	wait_for 60 holds "games = finished from farm.progress where tournament = '$1'"
	stop near
	same digest "$(ctl tournament digest "$1")" "$undisturbed"
	same boards "$(query "select count(*) from farm.boards b join farm.tournaments t on t.id = tournament_id
		where name = '$1'")" "$boards"
}

if [ "$hosts_real" = yes ]; then
	hosts_make near far
	ctl init >/dev/null
	tournament undisturbed
	undisturbed=$(host near "$B/aresd" -d "$CONNINFO" --until-done 2>>"$data/near.log"; ctl tournament digest undisturbed)
	boards=$(query "select count(*) from farm.boards")
fi
exec 3>&1

test_worker_dies() {
	[ "$hosts_real" = yes ] || skip "$no_hosts"
	local pid
	tournament worker
	start near --lease 3600
	start far --lease 3600
	wait_for 20 holding far
	wait_for 20 holding near
	pid=$(query "select w.pid from farm.workers w join farm.games g on g.worker_id = w.id
		where g.state = 'claimed' and w.host = 'far' limit 1")
	kill -KILL "$pid"
	handed_back "a dead worker's games" 1000 \
		holds "not exists (select from farm.workers where pid = $pid and host = 'far' and gone_at is null)"
	stop far
	stop near
	ended_alike worker
}

# All processes of a host are frozen for longer than the lease. Its connections stay open.
test_host_freezes() {
	[ "$hosts_real" = yes ] || skip "$no_hosts"
	local refused
	tournament freeze
	refused=$(query "select sum(refused_writes) from farm.workers")
	start near --lease "$LEASE"
	start far --lease "$LEASE"
	wait_for 20 holding far
	kill -STOP $(pids_of far)
	handed_back "a frozen host's games, lease $LEASE s" "$PROMPT" clear_of far
	kill -CONT $(pids_of far)
	wait_for 10 holds "sum(refused_writes) > $refused from farm.workers"
	stop far
	stop near
	ended_alike freeze
}

# One host's clock is a day ahead, the other's a day behind. With a lease of three seconds, no claim lapses.
test_clocks_differ() {
	[ "$hosts_real" = yes ] || skip "$no_hosts"
	local day=86400
	export LD_PRELOAD=$B/clock.so ASAN_OPTIONS=verify_asan_link_order=0
	same "date of far" "$(CLOCK_OFF=$day date -u +%F)" "$(LD_PRELOAD='' date -u -d tomorrow +%F)"
	tournament clocks
	CLOCK_OFF=$day start far --lease 3
	CLOCK_OFF=-$day start near --lease 3
	unset LD_PRELOAD
	wait_for 20 holding far
	wait_for 20 holding near
	same "workers of the wrong time" "$(grep -l clock.so $({ pids_of far; pids_of near; } | sed 's|.*|/proc/&/maps|') | wc -l)" 6
	wait_for 60 holds "games = finished from farm.progress where tournament = 'clocks'"
	stop far
	stop near
	same "games claimed again" "$(query "select count(*) from farm.games g join farm.tournaments t on t.id = tournament_id
		where t.name = 'clocks' and epoch <> 1")" 0
	same digest "$(ctl tournament digest clocks)" "$undisturbed"
}

# A link is cut, and the lease is an hour. Both ends notice the cut by themselves. When the link works again, the host plays on.
test_link_cut_and_healed() {
	[ "$hosts_real" = yes ] || skip "$no_hosts"
	tournament cut
	start near --lease 3600
	start far --lease 3600
	wait_for 20 holding far
	link_cut far
	: >"$data/far.log"
	handed_back "a cut-off host's games, no lease" "$PROMPT" clear_of far
	wait_for 15 grep -q 'aresd: connection given up' "$data/far.log"
	wait_for 15 grep -q 'aresd worker 1: connection given up' "$data/far.log"
	wait_for 15 grep -q 'aresd worker 2: connection given up' "$data/far.log"
	stop near
	tournament healed
	link_heal far
	wait_for 15 holding far
	# and its supervisor has its lock again
	wait_for 15 holds "count(*) = 2 from farm.workers w
		where w.host = 'far' and w.gone_at is null and w.supervisor in (select farm.supervisors_connected())"
	stop far
	cancel healed
	ended_alike cut
}

# A host dies while its link is cut.
test_host_dies() {
	[ "$hosts_real" = yes ] || skip "$no_hosts"
	tournament death
	start near --lease "$LEASE"
	start far --lease "$LEASE"
	wait_for 20 holding far
	link_cut far
	kill -KILL $(pids_of far)
	handed_back "a dead host's games, lease $LEASE s" "$PROMPT" clear_of far
	link_heal far
	start far
	wait_for 20 holds "count(*) > 0 from farm.workers where host = 'far' and gone_at is null"
	stop far
	stop near
	ended_alike death
}

run_tests
