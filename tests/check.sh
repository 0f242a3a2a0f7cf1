#!/bin/bash
# check: runs all tests of the build in $B, in four lanes. One begins with the CUnit binaries, the fuzz targets and tests/walks,
# the others with tests/pages, tests/hostile and tests/crash. Each then goes on with what no lane has taken of tests/db and
# tests/house.
# Its last line is "N passed, N failed"; status 1 when one failed. Above it stand the processes that a test had left and that
# this has ended. check.sh SCRIPT... runs only these, on a private cluster.
#
# tests/db has two private clusters under $B; tests/hostile, tests/pages and tests/crash have one each. They are removed at
# the end. To run tests/db on a server of your own, name it by D=CONNINFO, or by PGHOST and the like (give a password by PGPASSFILE). The tests make
# a database of their own there. tests/hostile floods its server and tests/crash kills it, so they never use yours.
set -eu
cd "$(dirname "$0")/.."
. tests/ends.sh
export B=${B:-build} ARESFARM_TEST=1
export ARESFARM_CHECK=$$.$(date +%s%N) # the mark of all that this check starts
home=$PWD/$B/check.$$ database=aresfarm_check_$$ work=$(mktemp -d)
homes=("$home.db" "$home.db_too" "$home.hostile" "$home.pages" "$home.crash" "$home.walks" "$home.some")
shopt -s nullglob

# tell OUTPUT PASSED FAILED: prints a part's output and counts it.
tell() {
	cat "$1"
	echo "$2 $3" >>"$work/counts"
}

# Counts a binary's tests by CUnit's summary. A binary without a summary has failed.
run_binary() {
	local summary output=$work/binary
	"$1" >"$output" 2>&1 || true
	summary=$(awk '$1 == "tests" && NF == 6 {print $4, $5}' "$output")
	if [ -n "$summary" ] && [ "${summary#* }" = 0 ]; then
		sed -n "s/^ *Test: \(.*[^ ]\) *\.\.\.passed\$/ok      $(basename "$1"): \1/p" "$output" >"$output.told"
	else
		{ sed 's/^/        /' "$output"; echo "not ok  $(basename "$1")"; } >"$output.told"
	fi
	tell "$output.told" ${summary:-0 1}
}

# A fuzz target, for a short round. make fuzz runs a long one.
run_fuzz() {
	local output=$work/fuzz files=tests/cases
	case $1 in */fuzz_judge_m*) files=tests/njudge ;; esac
	if "$1" $files/* >"$output" 2>&1; then
		echo "ok      $(basename "$1") ($(head -1 "$output"))" >"$output.told"
		tell "$output.told" 1 0
	else
		{ sed 's/^/        /' "$output"; echo "not ok  $(basename "$1")"; } >"$output.told"
		tell "$output.told" 0 1
	fi
}

run_script() {
	local output counts status=0 began=$SECONDS
	[ -d /proc/$$ ] || exit 1 # check.sh was killed; this is a lane
	output=$work/$(echo "$1" | tr / .)
	timeout 900 bash "$1" >"$output" 2>&1 || status=$?
	{ grep -v '^# [0-9]* passed, [0-9]* failed$' "$output" || true; } >"$output.told"
	counts=$(sed -n 's/^# \([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$output")
	echo "# $1: $((SECONDS - began)) s" >>"$output.told"
	[ -n "$counts" ] || echo "not ok  $1: ended without a result, status $status" >>"$output.told"
	tell "$output.told" ${counts:-0 1}
}

# take PART: whether no lane has taken it yet, so that this one has it.
take() { mkdir "$work/taken.${1//\//.}" 2>/dev/null; }

# What needs no server.
run_binaries() {
	local path
	for path in "$B"/test_*; do
		case $path in *.d | *.o | *.gc*) ;; *) run_binary "$path" ;; esac
	done
	for path in "$B"/fuzz_*; do
		case $path in *.d | *.o | *.gc*) ;; *) run_fuzz "$path" ;; esac
	done
}

run_house() {
	local path
	for path in tests/house/*.sh; do
		! take "$path" || run_script "$path"
	done
}

# run_privately LANE SCRIPT...: runs scripts on a private cluster of their own.
run_privately() {
	export ARESFARM_HOME=$home.$1
	unset D PGHOST PGHOSTADDR PGPORT PGDATABASE PGSERVICE
	"$B/aresctl" up
	shift
	for path; do
		! take "$path" || run_script "$path"
	done
	"$B/aresctl" down >/dev/null
}

# Runs tests/walks. Each has a private cluster in a clone, as the documents say; all use one clone, so they go one behind the
# other.
run_walks() {
	local path
	export ARESFARM_HOME=$home.walks
	unset D PGHOST PGHOSTADDR PGPORT PGDATABASE PGSERVICE
	for path in tests/walks/*.sh; do
		run_script "$path"
	done
	rm -rf "$ARESFARM_HOME"
}

# Runs tests/db in a new database on the user's server.
run_on_server() {
	admin -c "select rolname from pg_roles where rolname in ('farm_agent', 'farm_daide', 'farm_reader', 'farm_web', 'farm_worker')" >"$work/groups"
	admin -c "create database $database"
	for script in tests/db/*.sh; do
		if [ -n "${D:-}" ]; then
			CONNINFO="$D dbname=$database" run_script "$script"
		else
			PGDATABASE=$database run_script "$script"
		fi
	done
	server_end
}
admin() { psql -XqAt -d "${D:-dbname=${PGDATABASE:-postgres}}" "$@"; }

# server_end: removes from the user's server what run_on_server has made there: the database, and groups that it lacked.
server_end() {
	local group
	[ -e "$work/groups" ] || return 0
	admin -c "drop database if exists $database with (force)"
	for group in farm_agent farm_daide farm_reader farm_web farm_worker; do
		grep -qx "$group" "$work/groups" || admin -c "drop role if exists $group"
	done
	rm "$work/groups"
}

# scripts_running: the scripts that the lanes run, by timeout. A lane may be dead already: a signal to the group of this
# script, such as that of a terminal that is closed, reaches the lanes, but not what timeout runs.
scripts_running() {
	local process
	for process in $(marked "ARESFARM_CHECK=$ARESFARM_CHECK"); do
		! grep -qxz timeout "/proc/$process/cmdline" 2>/dev/null || echo "$process"
	done
}

# Ends the lanes and the scripts that they run, which tidy up themselves. Then ends whatever this check has started and is
# still there, and removes what it has made. Nobody may read what is said any more.
clean_up() {
	local lane running
	set +e
	trap '' INT TERM HUP PIPE
	[ ${#lanes[@]} -eq 0 ] || kill -TERM "${lanes[@]}" 2>/dev/null
	running=$(scripts_running)
	if [ -n "$running" ]; then
		kill -TERM $running 2>/dev/null
		for ((i = 0; i < 300; i++)); do
			kill -0 $running 2>/dev/null || break
			sleep 0.1
		done
	fi
	for lane in "${homes[@]}"; do
		[ ! -d "$lane" ] || ARESFARM_HOME=$lane "$B/aresctl" down >/dev/null 2>&1
	done
	server_end >/dev/null 2>&1
	marked_end "ARESFARM_CHECK=$ARESFARM_CHECK" >"$work/left"
	sed 's/^/# ended, because a test had left it: /' "$work/left"
	rm -rf "${homes[@]}" "$work"
	guard_end
}
lanes=()
guard_begin "ARESFARM_CHECK=$ARESFARM_CHECK" "${homes[@]}" "$work"
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

# given_server: whether the user named a server of his own.
given_server() { [ -n "${D:-}${PGHOST:-}${PGHOSTADDR:-}${PGPORT:-}${PGDATABASE:-}${PGSERVICE:-}" ]; }

# run_db CLUSTER: runs tests/db, on the user's server if he named one.
run_db() {
	if ! given_server; then
		run_privately "$1" tests/db/*.sh
	elif take tests/db; then
		run_on_server
	fi
}

# Four lanes run at a time, because most tests wait for something.
lane() {
	case $1 in
	first)
		run_binaries
		(run_walks) # early, because they take long
		run_db db
		run_house
		;;
	second)
		run_privately pages tests/pages/*.sh
		run_db db_too
		run_house
		;;
	hostile | crash)
		run_privately "$1" tests/"$1"/*.sh
		run_house
		;;
	some) run_privately "$@" ;;
	esac
}
if [ $# -gt 0 ]; then
	lane some "$@" </dev/null &
	lanes+=($!)
else
	for name in first second hostile crash; do
		lane $name </dev/null &
		lanes+=($!)
	done
fi
for pid in "${lanes[@]}"; do
	wait "$pid" || echo "0 1" >>"$work/counts"
done
lanes=()
counts=$(awk '{passed += $1; failed += $2} END {print passed " passed, " failed + 0 " failed"}' "$work/counts")
trap - EXIT
clean_up
echo "$counts"
[ "${counts#* passed, }" = "0 failed" ]
