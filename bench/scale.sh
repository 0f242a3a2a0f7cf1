#!/bin/bash
# scale: what a server bears, with workers that do not think (build/bench_scale), on a cluster of its own with fsync on.
#
#   bench/scale.sh [PART...]      parts: cost batches crowds distance partitions players; without: all
#
# SECONDS_A_ROW=5 is how long a row is measured. SEATS and RULES say whose boards are written. CROWDS='1 2 4 ...' are numbers of
# workers, WARM=0 how many seconds before a row do not count, DISTANCES half round trips in microseconds, PLAYERS seats and how
# many games of them. Processor times are the kernel's, of each process. So they hold on a machine that others use, too; what is done
# in a second does not.
set -eu
cd "$(dirname "$0")/.."
B=${B:-build} last=${SECONDS_A_ROW:-5} seats=${SEATS:-random,dumbbot} rules=${RULES:-standard}
crowds=${CROWDS:-1 2 4 8 16 32 64 125 200} distances=${DISTANCES:-0 50 250 1000 5000} partitions=${PARTITIONS:-1 50 200}
players=${PLAYERS:-random:1000 dumbbot:300 scorer:300 ares(depth=2,age=10):100 ares:60 blackmane:60 trinity:20}
export ARESFARM_HOME=$PWD/$B/scale.$$
work=$(mktemp -d) delayer=''
end() {
	[ -z "$delayer" ] || kill "$delayer" 2>/dev/null || true
	"$B/aresctl" down >/dev/null 2>&1 || true
	rm -rf "$ARESFARM_HOME" "$work"
}
trap end EXIT
ctl() { "$B/aresctl" --quiet "$@"; }
query() { ctl psql -XqAt -v ON_ERROR_STOP=1 -c "$1"; }

cluster_up() {
	ctl up
	cat >>"$ARESFARM_HOME/pg/postgresql.conf" <<-END
		shared_buffers = ${SHARED_BUFFERS:-1GB}
		checkpoint_timeout = 30min
		shared_preload_libraries = '${PRELOAD-pg_stat_statements}'
		pg_stat_statements.track = all
	END
	ctl down
	ctl up
	ctl init
	[ -z "${PRELOAD-pg_stat_statements}" ] || query 'create extension pg_stat_statements'
}

# measure NAME GAMES OPTION...: a tournament, written by synthetic workers for some seconds; what is left of it is cancelled.
# What was measured is in $work/NAME.
measure() {
	local name=$1 games=$2
	shift 2
	ctl tournament create "$name" --games "$games" --seats "$seats" --rules "$rules" --seed 1
	query 'checkpoint'
	"$B/bench_scale" --warm "${WARM:-0}" --seconds "$last" "$@" "$name" >"$work/$name"
	ctl tournament cancel "$name" >/dev/null
}
# of NAME WHAT: a number of what was measured.
of() { awk -v what="$2" '$1 == what {print $2; found = 1} END {if (!found) print "?"}' "$work/$1"; }
# row FORMAT NAME WHAT...: a row of a table.
row() {
	local format=$1 name=$2 what values=()
	shift 2
	for what; do values+=("$(of "$name" "$what")"); done
	printf "$format\n" "${values[@]}"
}
games() { echo $((2500 * last)); }

# ── parts ──

# What parts cost: batches of all sizes, each waited for. WAL by statement, as pg_stat_statements has it.
part_cost() {
	local name
	query 'select pg_stat_statements_reset()' >/dev/null
	measure cost "$(games)" --workers 1 --batch 0 --settle
	echo "one worker, batches of 1 to 256 phases, $(of cost phases) phases, $(of cost ends) games, $(of cost claims) claims:"
	for name in fit_batch_us fit_phase_us fit_end_us claim_us claim_us_a_game client_us_a_phase wal_bytes_a_phase wait_plain_us \
		wait_durable_us; do
		printf '  %-20s %10.1f\n' "$name" "$(of cost "$name")"
	done
	echo "WAL and time of statements inside the functions:"
	query "select format('  %8s calls %9s rows %8s bytes a row %8s us a call  %s', calls, rows, round(wal_bytes / greatest(rows, 1)),
			round(total_exec_time::numeric / calls * 1000, 1), left(regexp_replace(query, '\s+', ' ', 'g'), 60))
		from pg_stat_statements where wal_bytes > 0 and calls > 5 and not toplevel order by wal_bytes desc limit 8"
	echo "bytes stored:"
	query "select format('  %-16s %8s rows %7s bytes a row in the table %7s in its indexes', c.relname, n.rows,
			pg_table_size(c.oid) / greatest(n.rows, 1), pg_indexes_size(c.oid) / greatest(n.rows, 1))
		from (select format('boards_%s', id) as name, (select count(*) from farm.boards where tournament_id = t.id) as rows
		      from farm.tournaments t where name = 'cost'
		      union all select 'summaries', count(*) from farm.summaries
		      union all select 'games', count(*) from farm.games
		      union all select 'seats', count(*) from farm.seats) n
		join pg_class c on c.relname = n.name and c.relnamespace = 'farm'::regnamespace"
}

# One worker, by the size of its batches.
part_batches() {
	local batch
	echo 'batch  phases/s  server us/phase  client us/phase  WAL bytes/phase  ms: no end  ms: an end, durable'
	for batch in 1 8 32 128 256; do
		measure "batch-$batch" "$(games)" --workers 1 --batch $batch
		measure "batch-$batch-settled" "$(games)" --workers 1 --batch $batch --settle
		printf '%5s  ' $batch
		row '%8.0f %16.1f %16.1f %16.0f' "batch-$batch" phases_a_second server_us_a_phase client_us_a_phase wal_bytes_a_phase |
			tr '\n' ' '
		awk '{v[$1] = $2} END {printf "%11.2f %21.2f\n", v["wait_plain_us"] / 1000, v["wait_durable_us"] / 1000}' \
			"$work/batch-$batch-settled"
	done
}

# More and more workers.
part_crowds() {
	local count
	echo 'workers  in play  phases/s  server us/phase  claim us/game  ms a claim, most  busy   locks latches disk  beat us'
	for count in $crowds; do
		measure "crowd-$count" "$(($(games) + 20 * count))" --workers "$count"
		awk '{v[$1] = $2} END {printf "%7d %8d %9.0f %16.1f %14.1f %9.1f %8.1f %5.1f %7.2f %7.2f %5.2f %8.0f\n", v["workers"],
			v["workers"] * v["claimed"] / v["claims"], v["phases_a_second"], v["server_us_a_phase"], v["claim_us_a_game"],
			v["claim_wait_ms"], v["claim_wait_most_ms"], v["busy"], v["waits_locks"], v["waits_latches"], v["waits_disk"],
			v["beat_us"]}' "$work/crowd-$count"
	done
}

# The server further and further away.
part_distance() {
	local half batch socket=$ARESFARM_HOME/pg/.s.PGSQL.5432
	echo 'round trip  batch  phases/s  client us/phase  ms a claim  ms a batch: no end  an end'
	for half in $distances; do
		mkdir "$work/far-$half"
		"$B/bench_delay" "$work/far-$half/.s.PGSQL.5432" "$socket" $half &
		delayer=$!
		until [ -S "$work/far-$half/.s.PGSQL.5432" ]; do sleep 0.01; done
		for batch in 8 128; do
			measure "far-$half-$batch" "$(games)" --workers 1 --batch $batch -d "host=$work/far-$half dbname=aresfarm"
			measure "far-$half-$batch-settled" "$(games)" --workers 1 --batch $batch --settle -d "host=$work/far-$half dbname=aresfarm"
			printf '%7s us %6s ' $((2 * half)) $batch
			row '%9.0f %16.1f %11.2f' "far-$half-$batch" phases_a_second client_us_a_phase claim_wait_ms | tr '\n' ' '
			awk '{v[$1] = $2} END {printf "%19.2f %7.2f\n", v["wait_plain_us"] / 1000, v["wait_durable_us"] / 1000}' \
				"$work/far-$half-$batch-settled"
		done
		kill $delayer
		wait $delayer 2>/dev/null || true
		delayer=''
	done
}

# What real workers need: processor time a phase, one worker, with what the server needs for them.
part_players() {
	local pair games
	echo 'seats                              games   phases  worker us/phase  phases/s a core'
	for pair in $players; do
		games=${pair##*:}
		ctl tournament create "players-${games}-${pair%%[(:]*}-$RANDOM" --games "$games" --seats "${pair%:*},${pair%:*}" --rules "$rules" --seed 1
		TIMEFORMAT='%U %S'
		{ time "$B/aresd" --workers 1 --until-done 2>/dev/null; } 2>"$work/time"
		query "select format('%-34s %5s %8s %16s %16s', '${pair%:*}', count(*), sum(phases), round((t * 1e6 / sum(phases))::numeric, 1),
				round((sum(phases) / t)::numeric))
			from farm.games, (select $(tr ' ' + <"$work/time")::float8 as t) t
			where state = 'finished' and tournament_id = (select max(id) from farm.tournaments) group by t"
	done
}

# Many tournaments, a partition each: what a claim, a phase and a query of one tournament then cost, and how long a drop takes,
# until it is answered and until its boards are gone.
part_partitions() {
	local count name made=0 id since answered
	milliseconds() { query "select round(1000 * extract(epoch from clock_timestamp() - '$1'))"; }
	echo 'tournaments  server us/phase  claim us/game  WAL bytes/phase  planning ms: one by number  all  ms of drop  boards gone'
	for count in $partitions; do
		while [ $((made += 1)) -lt "$count" ]; do
			ctl tournament create "part-$made" --games 20 --seats "$seats" --rules "$rules" --seed 1
		done
		name=parts-$count
		measure "$name" "$(games)" --workers 2
		id=$(query "select id from farm.tournaments where name = '$name'")
		since=$(query 'select clock_timestamp()')
		ctl tournament drop --yes "$name"
		answered=$(milliseconds "$since")
		query 'select farm.sweep(1)' >/dev/null # games go slowly; boards at once
		until [ "$(query "select to_regclass('farm.boards_' || $id)")" = '' ]; do
			query 'select farm.sweep(1)' >/dev/null
		done
		printf '%11s' $count
		row '%16.1f %14.1f %16.0f' "$name" server_us_a_phase claim_us_a_game wal_bytes_a_phase | tr '\n' ' '
		echo "$(planning 'where tournament_id = 1') $(planning '') $answered $(milliseconds "$since")"
	done
}
planning() {
	query "explain (summary) select count(*) from farm.boards $1" | awk '/Planning Time/ {print $3}'
}

cluster_up
[ $# -gt 0 ] || set -- cost batches crowds distance partitions players
for part; do
	"part_$part"
	echo
done
