#!/bin/bash
# soak: proves that a farm under load for long does not grow: not its processes, not the server's sessions, not the tables of the
# queue. The load is short games and long ones, thinking players, external players whose time runs out, and tournaments that are
# made and dropped.
#
# MINUTES=0.25 is how long; make soak takes 60. SEED=1 draws the games. It prints a line for each twelfth of the time: the games
# played so far, and the largest sizes measured in that twelfth, in kB. The test compares the largest of the second half with the
# largest of the first. In less than five minutes the tables prove nothing: their size is then what the server has not vacuumed yet.
. tests/suite.sh

export ARESFARM_HOME=$ARESFARM_HOME/soak
seconds=$(awk -v minutes="${MINUTES:-0.25}" 'BEGIN {print int(60 * minutes)}')
memory=(workers sessions aresd)
tables=(games queue seats turns orders others catalog)
played=0 round=1
declare -A most early late

# own PID...: the largest memory of these processes, without shared memory, in kB.
own() { for pid; do awk '$1 == "RssAnon:" {print $2}' "/proc/$pid/status"; done | sort -n | tail -1; }

# Prints what is measured, in the order of `memory` and `tables`.
measure() {
	own $(pgrep -P $daemon)
	own $(query "select pid from pg_stat_activity where application_name = 'aresd worker'")
	own $daemon
	query "select unnest(array[pg_total_relation_size('farm.games'), pg_relation_size('farm.games_queue'),
			pg_total_relation_size('farm.seats'), pg_total_relation_size('farm.turns'),
			pg_total_relation_size('farm.pending_orders'), pg_total_relation_size('farm.taken_orders'),
			(select sum(pg_total_relation_size(t)) from unnest('{farm.workers,farm.tallies,farm.tournaments}'::regclass[]) t),
			(select sum(pg_total_relation_size(oid)) from pg_class where relnamespace = 'pg_catalog'::regnamespace)
		])::bigint / 1024"
}

# keep ARRAY KEY VALUE: keeps the largest value.
keep() {
	local -n kept=$1
	[ "${kept[$2]:-0}" -ge "$3" ] || kept[$2]=$3
}

# note TWELFTH: measures, in the twelfth of that number from 0.
note() {
	local key values
	values=($(measure))
	for key in "${memory[@]}" "${tables[@]}"; do
		keep most $key "${values[0]}"
		if [ "$1" -lt 6 ]; then keep early $key "${values[0]}"; else keep late $key "${values[0]}"; fi
		values=("${values[@]:1}")
	done
}

line() { printf '%8s %9s %8s %8s %8s %8s %8s %8s %8s %8s %8s %8s\n' "$@"; }
say() {
	line $SECONDS $played $(for key in "${memory[@]}" "${tables[@]}"; do echo "${most[$key]}"; done)
	most=()
}

# more N: makes the tournaments of round N. less N: waits until they are played, and drops them.
create() { ctl tournament create "$@" --seed "$SEED"; }
more() {
	create short-$1 --games 2000 --seats random,random --rounds 1
	create long-$1 --games 100 --seats random,random
	create deep-$1 --games 8 --seats "$seats"
	create asked-$1 --games 4 --seats @soak,random,random,random,random,random,random --rules standard --rounds 2 \
		--diplomatic-time 1s --retreat-time 1s --adjustment-time 1s
}
less() {
	wait_for 120 holds "bool_and(finished = games) from farm.progress where tournament like '%-$1'"
	played=$((played + $(query "select sum(finished) from farm.progress where tournament like '%-$1'")))
	for kind in short long deep asked; do
		ctl tournament drop --yes $kind-$1
	done
}

# Works until the time is over. Two rounds of tournaments overlap.
soak() {
	local twelfth=0
	line seconds games "${memory[@]}" "${tables[@]}"
	more 0
	for ((SECONDS = 0; twelfth < 12; round++)); do
		more $round
		less $((round - 1))
		note $twelfth
		((SECONDS * 12 / seconds == twelfth)) || say
		twelfth=$((SECONDS * 12 / seconds))
	done
	less $((round - 1))
	note 12
}

mkdir -p "$ARESFARM_HOME"
ctl up >/dev/null
ctl init >/dev/null
query "create role soak in role farm_agent"
"$B/aresd" --workers 2 2>"$ARESFARM_HOME/soak.log" &
daemon=$!
trap 'kill -TERM $daemon; wait $daemon; ctl down >/dev/null; rm -rf "$ARESFARM_HOME"' EXIT
wait_for 10 holds "count(*) = 2 from farm.workers"
workers=$(pgrep -P $daemon)
soak || echo "        ended early"

# not_larger FACTOR SLACK KEY...: none of the second half is larger than FACTOR times the first half and SLACK kB.
not_larger() {
	local key
	for key in "${@:3}"; do
		echo "$key: ${early[$key]} kB, then ${late[$key]} kB"
		awk -v then="${early[$key]}" -v now="${late[$key]}" -v by="$1" -v slack="$2" 'BEGIN {exit now > then * by + slack}'
	done
}

test_memory() { not_larger 1.02 256 workers aresd; }

# A session of the server keeps something in its caches for every table that it has read, even after the table is gone: 2.2 kB for
# a tournament whose boards it has read. In a short round it may use some statement in the second half only: a plan of its own.
test_sessions() { not_larger 1 $((2048 + 3 * round)) sessions; }

test_tables() {
	[ $seconds -ge 300 ] || skip "it takes MINUTES=5, better 60"
	not_larger 1.25 1024 "${tables[@]}"
}

test_nothing_went_wrong() {
	same "workers" "$(pgrep -P $daemon)" "$workers"
	same "what aresd said" "$(went_wrong "$ARESFARM_HOME/soak.log" | grep -v "listening\|recovered")" ""
}

run_tests
