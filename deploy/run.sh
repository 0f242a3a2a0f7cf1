#!/bin/bash
# deploy/run.sh GAMES: goes on with a tournament that is not yet played, or makes the next one with so many games. It plays
# the tournament and prints the result. `make run` calls it when everything is built. D=CONNINFO, or PGHOST and libpq's
# other variables, name a server of your own.
set -eu
cd "$(dirname "$0")/.."

games=${1:-128}
B=${B:-build}
database=()
[ -z "${D:-}" ] || database=(-d "$D")
ctl=("$B/aresctl" "${database[@]}")

private() {
	[ -z "${D:-}${PGHOST:-}${PGHOSTADDR:-}${PGPORT:-}${PGDATABASE:-}${PGSERVICE:-}" ]
}

query() {
	"${ctl[@]}" psql -XqAt -v ON_ERROR_STOP=1 -c "$1"
}

# The oldest tournament that is not played to its end. Empty: none.
choose_tournament() {
	query "select tournament from farm.progress p join farm.tournaments t on t.name = p.tournament
	       where pending + claimed > 0 and not t.paused order by t.id limit 1"
}

# A new one: thesis-1, thesis-2, ... Its number is its seed.
make_tournament() {
	local number
	number=$(query "select coalesce(max(substr(name, 8)::int), 0) + 1
	                from farm.tournaments where name ~ '^thesis-[0-9]{1,9}$'")
	"${ctl[@]}" tournament create "thesis-$number" --games "$games" --seats 'ares(depth=2,age=10),random' \
		--rules thesis --seed "$number" --quiet
	echo "thesis-$number"
}

stop() {
	trap - INT TERM
	kill -TERM "$daemon" 2>/dev/null || true
	wait "$daemon" || true
	echo
	echo "Stopped. Nothing is lost: make run goes on with $name where it is."
	exit 130
}

private && "${ctl[@]}" up
"${ctl[@]}" init
name=$(choose_tournament)
if [ -n "$name" ]; then
	echo "going on with tournament $name"
else
	name=$(make_tournament)
	echo "tournament $name: $games games of Ares and random players, the thesis's 128 seatings in turn"
fi

"$B/aresd" "${database[@]}" --until-done &
daemon=$!
trap stop INT TERM
"${ctl[@]}" watch "$name" &
watch=$!
# wait lets the trap run at once; a command in the foreground does not
wait "$daemon" || true
if [ "$(choose_tournament)" = "$name" ]; then
	kill "$watch"
	echo "aresd ended before the tournament did; make run goes on with it" >&2
	exit 1
fi
wait "$watch"
trap - INT TERM

for question in standings resolution; do
	echo
	"${ctl[@]}" psql -Xq -v ON_ERROR_STOP=1 -P footer=off -v t="$name" -f sql/$question.sql
done
hint="$B/aresctl${D:+ -d '$D'}"
cat <<END

Look further:   $hint psql -v t=$name -f sql/standings_by_power.sql      (sql/ has more questions)
One board:      $hint show $name/1 F1901M
By hand:        $hint psql
END
