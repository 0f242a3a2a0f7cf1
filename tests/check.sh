#!/bin/bash
# check: runs all tests of the build in $B: the CUnit binaries, tests/house, the fuzz targets, tests/db and tests/hostile, and
# beside them tests/crash and tests/walks.
# Its last line is "N passed, N failed"; status 1 when one failed.
#
# tests/db, tests/hostile and tests/crash have a private cluster each under $B, which is removed after them. To run tests/db
# on a server of your own, name it by D=CONNINFO, or by PGHOST and the like (give a password by PGPASSFILE). The tests make
# a database of their own there. tests/hostile floods its server and tests/crash kills it, so they never use yours.
set -eu
cd "$(dirname "$0")/.."
export B=${B:-build} ARESFARM_TEST=1
home=$PWD/$B/check.$$ database=aresfarm_check_$$ work=$(mktemp -d)
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
	local output=$work/fuzz
	if "$1" tests/cases/* >"$output" 2>&1; then
		echo "ok      $(basename "$1") ($(head -1 "$output"))" >"$output.told"
		tell "$output.told" 1 0
	else
		{ sed 's/^/        /' "$output"; echo "not ok  $(basename "$1")"; } >"$output.told"
		tell "$output.told" 0 1
	fi
}

run_script() {
	local output
	output=$work/$(echo "$1" | tr / .)
	timeout 300 bash "$1" >"$output" 2>&1 || true
	{ grep -v '^# ' "$output" || true; } >"$output.told"
	tell "$output.told" $(sed -n 's/^# \([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$output" | grep . || echo 0 1)
}

# What needs no server.
run_alone() {
	local path
	for path in "$B"/test_*; do
		case $path in *.d | *.o | *.gc*) ;; *) run_binary "$path" ;; esac
	done
	for path in tests/house/*.sh; do
		run_script "$path"
	done
	for path in "$B"/fuzz_*; do
		case $path in *.d | *.o | *.gc*) ;; *) run_fuzz "$path" ;; esac
	done
}

# run_privately LANE SCRIPT...: runs scripts on a private cluster of their own.
run_privately() {
	export ARESFARM_HOME=$home.$1
	unset D PGHOST PGHOSTADDR PGPORT PGDATABASE PGSERVICE
	"$B/aresctl" up
	shift
	for path; do
		run_script "$path"
	done
	"$B/aresctl" down >/dev/null
}

# Runs tests/walks. Each has a private cluster in a clone, as the documents say; all use one clone.
run_walks() {
	local path
	export ARESFARM_HOME=$home.walks
	unset D PGHOST PGHOSTADDR PGPORT PGDATABASE PGSERVICE
	for path in tests/walks/*.sh; do
		run_script "$path"
	done
	rm -rf "$ARESFARM_HOME"
}

# Runs tests/db in a new database on the user's server. Removes the groups that this check has made.
run_on_server() {
	local admin=(psql -XqAt -d "${D:-dbname=${PGDATABASE:-postgres}}")
	local groups
	groups=$("${admin[@]}" -c "select rolname from pg_roles where rolname in ('farm_agent', 'farm_reader', 'farm_worker')")
	"${admin[@]}" -c "create database $database"
	for script in tests/db/*.sh; do
		if [ -n "${D:-}" ]; then
			CONNINFO="$D dbname=$database" run_script "$script"
		else
			PGDATABASE=$database run_script "$script"
		fi
	done
	"${admin[@]}" -c "drop database $database"
	for group in farm_agent farm_reader farm_worker; do
		case $groups in *$group*) ;; *) "${admin[@]}" -c "drop role if exists $group" ;; esac
	done
}

# Ends the lanes with the tests that they run, and removes what these have made.
clean_up() {
	local lane running=''
	for lane in "${lanes[@]}"; do
		running="$running $(pgrep -P "$lane" || true)"
	done
	kill -TERM "${lanes[@]}" $running 2>/dev/null || true
	for ((i = 0; i < 100; i++)); do
		kill -0 $running 2>/dev/null || break
		sleep 0.1
	done
	for lane in db hostile crash walks; do
		ARESFARM_HOME=$home.$lane "$B/aresctl" down >/dev/null 2>&1 || true
		rm -rf "$home.$lane"
	done
	rm -rf "$work"
}
lanes=()
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Two lanes run at a time, because most tests wait for something.
lane() {
	case $1 in
	first)
		run_alone
		if [ -n "${D:-}${PGHOST:-}${PGHOSTADDR:-}${PGPORT:-}${PGDATABASE:-}${PGSERVICE:-}" ]; then
			run_on_server
		else
			run_privately db tests/db/*.sh
		fi
		run_privately hostile tests/hostile/*.sh
		;;
	beside)
		run_privately crash tests/crash/*.sh
		run_walks
		;;
	esac
}
lane first </dev/null &
lanes=($!)
lane beside </dev/null &
lanes+=($!)
for pid in "${lanes[@]}"; do
	wait "$pid" || echo "0 1" >>"$work/counts"
done
lanes=()
awk '{passed += $1; failed += $2} END {print passed " passed, " failed + 0 " failed"; exit failed > 0}' "$work/counts"
