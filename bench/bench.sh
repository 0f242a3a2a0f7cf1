#!/bin/bash
# bench: measures the judges, legal orders, the players' decisions, the plans of blackmane, pictures, and the whole farm. The farm
# runs on a cluster of its own, with fsync on as users have it. GAMES=256 is the number of games of a farm run.
#
# valgrind's callgrind, where it is installed, counts instructions: they are the same on every run.
#
# The farm runs twice: Ares against random players, where thinking is the limit, and only random players, where writing is.
set -eu
cd "$(dirname "$0")/.."
B=${B:-build} games=${GAMES:-256} workers=$(nproc)
export ARESFARM_HOME=$PWD/$B/bench.$$

clean_up() {
	"$B/aresctl" down >/dev/null 2>&1 || true
	rm -rf "$ARESFARM_HOME"
}
trap clean_up EXIT

farm() {
	local name=$1 seats=$2 began ended
	"$B/aresctl" tournament create "$name" --games "$games" --seats "$seats" --rules thesis --seed 1 >/dev/null
	began=$(date +%s%N)
	"$B/aresd" --workers "$workers" --until-done 2>/dev/null
	ended=$(date +%s%N)
	"$B/aresctl" psql -XqAt -v name="$name" -v ns=$((ended - began)) -v workers="$workers" <<'SQL'
select format('%-22s %6s games %8s phases %8s games/s %9s phases/s   %s workers, %s bytes a phase stored', :'name',
              count(*), sum(g.phases), round(count(*) * 1e9 / :ns, 1), round(sum(g.phases) * 1e9 / :ns), :workers,
              pg_total_relation_size(format('farm.boards_%s', t.id)::regclass) / sum(g.phases)::int)
from farm.tournaments t join farm.games g on g.tournament_id = t.id
where t.name = :'name'
group by t.id;
SQL
}

# count_instructions PROGRAM COUNT [BOARDS]: prints the instructions of each measure, one a line. The last count, of the program's
# end, belongs to no measure.
count_instructions() {
	local profile=$B/bench.callgrind
	rm -f "$profile"
	LD_BIND_NOW=1 valgrind -q --tool=callgrind --callgrind-out-file="$profile" --combine-dumps=yes --collect-atstart=no \
		--toggle-collect='way_*' --dump-after='end_measure*' "$@" || return
	awk '$1 == "totals:" {print $2}' "$profile" | head -n -1
}

judges() {
	local boards=$B/bench.boards counts=$B/bench.counts
	[ "$boards" -nt "$B/bench_judge" ] || "$B/bench_judge" collect "$boards"
	if ! command -v valgrind >/dev/null; then
		echo "instructions are not counted: valgrind is not installed"
	elif ! count_instructions "$B/bench_judge" count "$boards" >"$counts"; then
		echo "instructions are not counted: valgrind cannot run this build"
	else
		"$B/bench_judge" time "$boards" "$counts"
		return
	fi
	"$B/bench_judge" time "$boards"
}

legal_orders() {
	local counts=$B/bench.counts
	if command -v valgrind >/dev/null && count_instructions "$B/bench_legal" count >"$counts"; then
		"$B/bench_legal" "$counts"
	else
		"$B/bench_legal"
	fi
}

judges
echo
legal_orders
echo
"$B/bench_lanes" "$B/bench.boards"
echo
OMP_WAIT_POLICY=passive "$B/bench_decision" "$workers"
echo
for opponent in dumbbot randbot; do
	"$B/bench_plans" speed 56 "$opponent"
done
echo
"$B/bench_picture"
echo
if /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
	ARES_LIBRARY=$B/libares.so.1 /usr/bin/python3 bench/bench_python.py
else
	echo "the package ares is not timed: python3-numpy is not installed"
fi
echo
"$B/aresctl" up >/dev/null
"$B/aresctl" init >/dev/null
farm ares-against-random ares,random
farm random-alone random,random
