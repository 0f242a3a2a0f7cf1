#!/bin/bash
# watchers: what WATCHERS=1000 watchers cost a tournament that is played at full speed: PAIRS=10 pairs of runs of the same seed,
# one with and one without them, on a cluster of its own. SEATS names the players, GAMES=400 says how many games. A line for each
# run: seconds, seconds of processor time of workers, web server and database together, and what the watchers saw. Then least and
# median of each, and the ratios of a pair.
set -eu
cd "$(dirname "$0")/.."
B=${B:-build} pairs=${PAIRS:-10} watchers=${WATCHERS:-1000} games=${GAMES:-400} seats=${SEATS:-random,holdbot} SEED=${SEED:-1}
export ARESFARM_HOME=$PWD/$B/watchers.$$
folder=$(mktemp -d) web=''
end() {
	[ -z "$web" ] || kill "$web"
	wait
	"$B/aresctl" down >/dev/null 2>&1 || true
	rm -rf "$ARESFARM_HOME" "$folder"
}
trap end EXIT
ulimit -n 4096
"$B/aresctl" up >/dev/null
"$B/aresctl" init >/dev/null
"$B/aresweb" --listen 127.0.0.1:0 --rate 0 --quiet >"$folder/said" 2>"$folder/log" &
web=$!
until port=$(grep -o '[0-9]*/$' "$folder/said"); do sleep 0.05; done
port=${port%/}

# used PID...: processor time of processes and their children that have ended, in hundredths of a second.
used() { local p; for p; do cat "/proc/$p/stat" 2>/dev/null || true; done | sed 's/.*) //' | awk '{s += $12 + $13 + $14 + $15} END {print s + 0}'; }
postmaster() { "$B/aresctl" psql -XqAtc "select pg_postmaster_start_time()" >/dev/null; head -1 "$ARESFARM_HOME/pg/postmaster.pid" 2>/dev/null || pgrep -f "postgres.*$ARESFARM_HOME" | head -1; }
farm=$(postmaster)
spent() { used "$web" "$farm" $(pgrep -P "$farm") "$me"; }

# run N WITH: a tournament; prints seconds and processor seconds.
run() {
	local watch='' before began name=run-$1-$2 me=$BASHPID
	"$B/aresctl" --quiet tournament create "$name" --games "$games" --seats "$seats" --seed "$SEED"
	if [ "$2" = with ]; then
		python3 bench/watch.py "$port" "/t/$name/events" "$watchers" >"$folder/watch" &
		watch=$!
		until grep -q ready "$folder/watch"; do sleep 0.1; done
	fi
	before=$(spent) began=${EPOCHREALTIME/./}
	"$B/aresd" --until-done --workers 1 2>"$folder/aresd"
	awk -v from="$began" -v to="${EPOCHREALTIME/./}" -v a="$before" -v b="$(spent)" 'BEGIN {printf "%.2f %.2f", (to - from) / 1e6, (b - a) / 100}'
	if [ -n "$watch" ]; then
		sleep 1
		kill "$watch"
		wait "$watch" || true
		printf ' %s' "$(tail -1 "$folder/watch")"
	fi
	echo
	"$B/aresctl" --quiet tournament drop --yes "$name" >/dev/null
}

for ((i = 1; i <= pairs; i++)); do
	for with in $( ((i % 2)) && echo without with || echo with without); do
		echo "$with $(run "$i" "$with")" | tee -a "$folder/runs"
	done
done
awk '{n[$1]++; wall[$1, n[$1]] = $2; cpu[$1, n[$1]] = $3}
	function median(a, k,   i, j, t) {for (i = 1; i <= k; i++) for (j = i + 1; j <= k; j++) if (a[j] < a[i]) {t = a[i]; a[i] = a[j]; a[j] = t}
		least = a[1]; return (a[int((k + 1) / 2)] + a[int(k / 2) + 1]) / 2}
	END {k = n["with"]
		for (w in n) {for (i = 1; i <= k; i++) {x[i] = wall[w, i]; y[i] = cpu[w, i]}
			m = median(x, k); l = least; p = median(y, k); printf "%s: least %.2f s, median %.2f s; processor: least %.2f s, median %.2f s\n", w, l, m, least, p}
		for (i = 1; i <= k; i++) {x[i] = wall["with", i] / wall["without", i]; y[i] = cpu["with", i] / cpu["without", i]}
		printf "ratio with/without, median of pairs: %.3f of the time, %.3f of the processor time\n", median(x, k), median(y, k)}' "$folder/runs"
