#!/bin/bash
# clean_up: proves that tests/check.sh leaves nothing behind, however it ends: at its own end, interrupted, told to stop, by a
# terminal that is closed, or killed. So does a suite that runs by itself.
#
# It runs check.sh on one script, and the script alone, which starts what is hard to end: a session of its own, a process that ignores signals, a
# stopped one, a private server, and aresd.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh
export B=${B:-build} ARESFARM_TEST=1

scratch=$(mktemp -d)
mark=CLEAN_UP_TEST=$$.$(date +%s%N)
trap 'marked_end "$mark" >/dev/null; rm -rf "$scratch"' EXIT
cat >"$scratch/script.sh" <<-'END'
	. tests/suite.sh
	test_leaves_much() {
		ctl up
		ctl init
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

# start WAITS [COMMAND...]: check.sh, or the command, in a session of its own; check is its process. As a job it would ignore
# SIGINT.
start() {
	local waits=$1
	shift
	[ $# -gt 0 ] || set -- tests/check.sh "$scratch/script.sh"
	rm -rf "$scratch/there" "$scratch/tmp"
	mkdir "$scratch/tmp"
	env --default-signal=INT,HUP "$mark" CLEAN_UP_THERE="$scratch/there" CLEAN_UP_WAITS="$waits" TMPDIR="$scratch/tmp" \
		setsid "$@" >"$scratch/said" 2>&1 &
	check=$!
}

there() { ls -d "$B/check.$check".* 2>/dev/null || true; }
guards() { grep -lzxF -e "$check" /proc/[0-9]*/cmdline 2>/dev/null || true; }
no_guards() { [ -z "$(guards)" ]; }
running() { marked "$mark" | sed 's|.*|/proc/&/cmdline|' | xargs -r head -c 200 2>/dev/null | tr '\0' ' '; }
all_gone() { [ -z "$(running)$(guards)$(there)$(ls -A "$scratch/tmp")" ]; }
nothing_left() {
	same "processes left" "$(running)" ""
	wait_for 10 no_guards || same "guards left" "$(guards)" "" # one that was killed may take a moment to go
	same "folders left" "$(there)" ""
	same "files left" "$(ls -A "$scratch/tmp")" ""
}

test_at_its_end() {
	start no
	wait $check
	grep -qx '1 passed, 0 failed' "$scratch/said"
	grep -q '^# ended, because a test had left it: sleep 1001' "$scratch/said"
	nothing_left
}

# ended_by SIGNAL TARGET STATUS [COMMAND...]: TARGET is the process, or the group.
ended_by() {
	local signal=$1 target=$2 wanted=$3 status=0
	shift 3
	start yes "$@"
	wait_for 100 test -e "$scratch/there"
	[ -n "$(guards)" ]
	kill -"$signal" -- "$target$check"
	wait $check || status=$?
	same "status" $status "$wanted"
	# after kill -9, nobody but a guard can tidy up
	[ "$signal" != KILL ] || wait_for 60 all_gone
	nothing_left
}
test_told_to_stop() { ended_by TERM "" 143; }
test_group_told_to_stop() { ended_by TERM - 143; }
test_interrupted() { ended_by INT - 130; }
test_terminal_closed() { ended_by HUP - 129; }
test_killed() { ended_by KILL "" 137; }
test_group_killed() { ended_by KILL - 137; }

# A suite by itself, as CONTRIBUTING shows. Its server is one that it has started.
alone() { ARESFARM_HOME=$scratch/home ended_by "$@" bash "$scratch/script.sh"; }
test_alone_at_its_end() {
	ARESFARM_HOME=$scratch/home start no bash "$scratch/script.sh"
	wait $check
	grep -q '^# ended, because a test had left it: sleep 1001' "$scratch/said"
	nothing_left
}
test_alone_told_to_stop() { alone TERM "" 143; }
test_alone_interrupted() { alone INT - 130; }
test_alone_terminal_closed() { alone HUP - 129; }
test_alone_killed() { alone KILL "" 137; }

run_tests
