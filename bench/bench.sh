#!/bin/bash
# bench: the judges alone, then the whole farm on a cluster of its own, with fsync on as users have it. GAMES=256 sets the size.
#
# The farm is shown twice: Ares against random players, where thinking binds, and random players alone, where writing does.
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

"$B/bench_judge"
echo
"$B/aresctl" up >/dev/null
"$B/aresctl" init >/dev/null
farm ares-against-random ares,random
farm random-alone random,random
