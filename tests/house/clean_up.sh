#!/bin/bash
# clean_up: proves that tests/check.sh leaves nothing behind, however it ends: at its own end, interrupted, told to stop, or
# by a terminal that is closed.
#
# It runs check.sh on one script, which starts what is hard to end: a session of its own, a process that ignores signals, a
# stopped one, a private server, and aresd.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh
. tests/ends.sh

scratch=$(mktemp -d)
mark=CLEAN_UP_TEST=$$.$(date +%s%N)
trap 'marked_end "$mark" >/dev/null; rm -rf "$scratch"' EXIT
cat >"$scratch/script.sh" <<-'END'
	. tests/suite.sh
	test_leaves_much() {
		ctl init >/dev/null
		setsid sleep 1001 &
		bash -c 'trap "" TERM INT HUP; while :; do sleep 1002; done' &
		sleep 1003 & kill -STOP $!
		"$B/aresd" --workers 3 --quiet &
		wait_for 60 holds "count(*) = 3 from farm.workers where gone_at is null"
		mktemp >/dev/null
		touch "$CLEAN_UP_THERE"
		[ "$CLEAN_UP_WAITS" = no ] || sleep 1004
	}
	run_tests
END

# start WAITS: check.sh in a session of its own; check is its process. As a job it would ignore SIGINT.
start() {
	rm -f "$scratch/there"
	env --default-signal=INT,HUP "$mark" CLEAN_UP_THERE="$scratch/there" CLEAN_UP_WAITS="$1" \
		setsid tests/check.sh "$scratch/script.sh" >"$scratch/said" 2>&1 &
	check=$!
}

there() { ls -d "$B/check.$check".* 2>/dev/null || true; }
nothing_left() {
	same "processes left" "$(marked "$mark" | sed 's|.*|/proc/&/cmdline|' | xargs -r head -c 200 2>/dev/null | tr '\0' ' ')" ""
	same "folders left" "$(there)" ""
}

test_at_its_end() {
	start no
	wait $check
	grep -qx '1 passed, 0 failed' "$scratch/said"
	grep -q '^# ended, because a test had left it: sleep 1001' "$scratch/said"
	nothing_left
}

# ended_by SIGNAL TARGET STATUS: TARGET is the process, or the group.
ended_by() {
	local status=0
	start yes
	wait_for 100 test -e "$scratch/there"
	[ -n "$(there)" ]
	kill -"$1" -- "$2$check"
	wait $check || status=$?
	same "status" $status "$3"
	nothing_left
}
test_told_to_stop() { ended_by TERM "" 143; }
test_group_told_to_stop() { ended_by TERM - 143; }
test_interrupted() { ended_by INT - 130; }
test_terminal_closed() { ended_by HUP - 129; }

run_tests
