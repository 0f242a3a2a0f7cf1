#!/bin/bash
# check: runs all tests of the build in $B: the CUnit binaries, then tests/house, the fuzz targets, tests/db and tests/crash.
# Its last line is "N passed, N failed"; status 1 when one failed.
#
# The database is a private cluster under $B, made for this check and removed after it. To run tests/db on a server of your
# own, name it by D=CONNINFO, or by PGHOST and the like (give a password by PGPASSFILE). The tests make a database of their
# own there. tests/crash kills its server, so it always uses the private cluster.
set -eu
cd "$(dirname "$0")/.."
export B=${B:-build} ARESFARM_TEST=1
export ARESFARM_HOME=$PWD/$B/check.$$
passed=0 failed=0 output=$(mktemp) database=aresfarm_check_$$

count() {
	passed=$((passed + $1))
	failed=$((failed + $2))
}

# Counts a binary's tests by CUnit's summary. A binary without a summary has failed.
run_binary() {
	local summary
	"$1" >"$output" 2>&1 || true
	summary=$(awk '$1 == "tests" && NF == 6 {print $4, $5}' "$output")
	if [ -n "$summary" ] && [ "${summary#* }" = 0 ]; then
		sed -n "s/^ *Test: \(.*[^ ]\) *\.\.\.passed\$/ok      $(basename "$1"): \1/p" "$output"
	else
		sed 's/^/        /' "$output"
		echo "not ok  $(basename "$1")"
	fi
	count ${summary:-0 1}
}

run_script() {
	timeout 300 bash "$1" >"$output" 2>&1 || true
	grep -v '^# ' "$output" || true
	count $(sed -n 's/^# \([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$output" | grep . || echo 0 1)
}

clean_up() {
	"$B/aresctl" down >/dev/null 2>&1 || true
	rm -rf "$ARESFARM_HOME" "$output"
}
trap clean_up EXIT

for binary in "$B"/test_*; do
	case $binary in *.d | *.o) continue ;; esac
	run_binary "$binary"
done

for script in tests/house/*.sh; do
	run_script "$script"
done

# A short round of each fuzz target. make fuzz runs a long one.
for binary in "$B"/fuzz_*; do
	case $binary in *.d | *.o) continue ;; esac
	if "$binary" tests/cases/* >"$output" 2>&1; then
		echo "ok      $(basename "$binary") ($(head -1 "$output"))"
		count 1 0
	else
		sed 's/^/        /' "$output"
		echo "not ok  $(basename "$binary")"
		count 0 1
	fi
done

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

scripts=(tests/crash/*.sh)
if [ -n "${D:-}${PGHOST:-}${PGHOSTADDR:-}${PGPORT:-}${PGDATABASE:-}${PGSERVICE:-}" ]; then
	run_on_server
else
	scripts=(tests/db/*.sh "${scripts[@]}")
fi
unset D PGHOST PGHOSTADDR PGPORT PGDATABASE PGSERVICE
"$B/aresctl" up
for script in "${scripts[@]}"; do
	run_script "$script"
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
