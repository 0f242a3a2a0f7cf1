#!/bin/bash
# metrics: proves that aresctl metrics keeps to Prometheus's text format, and that its figures are those of the tables.
#
# Makes finished and open games, a lost worker and a host with a difficult name. SEED=1 draws the games.
. tests/suite.sh

ctl init >/dev/null
ctl tournament create metrics-$$ --games 6 --seats 'random,random' --seed "$SEED" --rounds 8
aresd --until-done
ctl tournament create later-$$ --games 5 --seats 'random,random' --seed "$SEED"

# A host whose name needs every escape. Its worker is in the table, has a claim and refused writes, but does not run.
host='a"b\c
d,{e}='
worker=$(query "insert into farm.workers (host, pid, supervisor, refused_writes, phases)
	values (\$\$$host\$\$, 1, 0, 3, 7) returning id")
query "with claim as (
		update farm.games g set state = 'claimed', worker_id = $worker, claimed_at = now() - interval '1 hour'
		from farm.tournaments t where t.id = g.tournament_id and t.name = 'later-$$' and g.number = 2 returning g.id)
	update farm.workers set claims = array(select id from claim) where id = $worker"
told=$(ctl metrics)

# value SERIES: the series's value.
value() { awk -v series="$1" 'substr($0, 1, length(series) + 1) == series " " {print $NF}' <<<"$told"; }

# grammar: reads the text format, and prints what is wrong with the first bad line. A series stands once, below the HELP and the
# TYPE of its metric. Names of counters end in _total, and no others do.
grammar() {
	awk '
		function wrong(what) { print "line " NR ": " what ": " $0; bad = 1; exit 1 }
		$1 == "#" && $2 == "HELP" {
			if (seen[$3]++ || NF < 4) wrong("help"); help = $3; next }
		$1 == "#" && $2 == "TYPE" {
			if ($3 != help || NF != 4 || $4 !~ /^(gauge|counter)$/) wrong("type")
			if (($4 == "counter") != ($3 ~ /_total$/)) wrong("name"); name = $3; next }
		{
			series = $0
			if (!sub(/ -?[0-9]+(\.[0-9]+)?$/, "", series)) wrong("value")
			if (told[series]++) wrong("twice")
			if (!match(series, /^[a-z_]+/) || substr(series, 1, RLENGTH) != name || help != name) wrong("place")
			series = substr(series, RLENGTH + 1)
			if (series == "") next
			if (!sub(/^{/, "", series)) wrong("labels")
			do
				if (!sub(/^[a-z]+="([^"\\]|\\["\\n])*"/, "", series)) wrong("label")
			while (sub(/^,/, "", series))
			if (series != "}") wrong("end of labels")
		}
		END { if (!bad && NR < 20) { print NR " lines"; exit 1 } }'
}

test_format() {
	grammar <<<"$told"
	! command -v promtool >/dev/null || promtool check metrics <<<"$told"
}

# The grammar must find these faults.
test_grammar_finds_faults() {
	local fault faulty
	for fault in 's/="a\\"b/="a"b/' 's/\\nd,/\\td,/' 's/"}/",}/' 's/^\(aresfarm_queued_games\) .*/\1 none/' \
		's/TYPE aresfarm_workers gauge/TYPE aresfarm_workers counter/' '/^# HELP aresfarm_workers/d' \
		's/{state="lost"}/{state="gone"}/' 's/^aresfarm_workers{/aresfarm_games{/'; do
		faulty=$(sed "$fault" <<<"$told")
		[ "$faulty" != "$told" ]
		! grammar <<<"$faulty" || same "what was found" "nothing" "$fault"
	done
}

test_games() {
	local state
	for state in pending claimed waiting finished quarantined cancelled; do
		same "$state games" "$(value "aresfarm_games{state=\"$state\",tournament=\"later-$$\"}")" \
			"$(query "select count(*) from farm.games g join farm.tournaments t on t.id = tournament_id
				where t.name = 'later-$$' and state = '$state'")"
	done
	same "states" "$(grep -c "^aresfarm_games{state=\"[a-z]*\",tournament=\"later-$$\"} " <<<"$told")" \
		"$(query "select cardinality(enum_range(null::farm.game_state))")"
	same "finished" "$(value "aresfarm_games{state=\"finished\",tournament=\"metrics-$$\"}")" 6
	same "claimed" "$(value "aresfarm_games{state=\"claimed\",tournament=\"later-$$\"}")" 1
	same "queue" "$(value aresfarm_queued_games)" "$(query "select count(*) from farm.games where state = 'pending'")"
	same "hours since the oldest claim" "$(value aresfarm_claim_age_seconds | awk '{print int($1 / 3600)}')" 1
}

test_workers() {
	same "workers not gone" "$(($(value 'aresfarm_workers{state="alive"}') + $(value 'aresfarm_workers{state="lost"}')))" \
		"$(query "select count(*) from farm.workers where gone_at is null")"
	same "gone" "$(value 'aresfarm_workers{state="gone"}')" \
		"$(query "select count(*) from farm.workers where gone_at is not null")"
	same "lost" "$(value 'aresfarm_workers{state="lost"}')" 1
	awk -v age="$(value 'aresfarm_heartbeat_age_seconds{host="a\\"b\\\\c\\nd,{e}="}')" \
		'BEGIN {exit !(age != "" && age >= 0 && age < 300)}'
	same "phases, games, refused writes" \
		"$(value aresfarm_phases_total)|$(value aresfarm_played_games_total)|$(value aresfarm_refused_writes_total)" \
		"$(query "select sum(phases), sum(games), sum(refused_writes) from farm.workers")"
	holds "$(value aresfarm_refused_writes_total) >= 3"
}

test_sizes() {
	same "boards" "$(value "aresfarm_boards_bytes{tournament=\"metrics-$$\"}")" \
		"$(query "select pg_total_relation_size(format('farm.boards_%s', id)) from farm.tournaments
			where name = 'metrics-$$'")"
	holds "$(value "aresfarm_boards_bytes{tournament=\"metrics-$$\"}") > 0
		and $(value aresfarm_database_bytes) > $(value "aresfarm_boards_bytes{tournament=\"metrics-$$\"}")"
}

# What could be claimed is not what is pending: a paused tournament's games cannot.
test_what_an_operator_misses() {
	local role=watches_$$ before after
	before=$(value aresfarm_playable_games)
	ctl tournament pause later-$$
	told=$(ctl metrics)
	after=$(value aresfarm_playable_games)
	same "games of a paused tournament" $((before - after)) 4
	ctl tournament resume later-$$
	same "queued" "$(value aresfarm_queued_games)" "$(query "select count(*) from farm.games where state = 'pending'")"
	holds "abs($(value aresfarm_taken_timestamp_seconds) - extract(epoch from now())) < 300"
	same "dropped" "$(value aresfarm_dropped_tournaments)" "$(query "select count(*) from farm.tournaments where dropped")"
	same "overdue" "$(value aresfarm_overdue_turns)" "$(query "select count(*) from farm.awaited where deadline < now()")"
	same "supervisors" "$(value aresfarm_supervisors)" "$(query "select count(*) from farm.supervisors_connected()")"
	# of a tournament that is over nothing is told
	same "decisions" "$(value "aresfarm_decision_seconds{tournament=\"metrics-$$\"}")" ""
	ctl tournament create half-$$ --games 40 --seats random,random --seed "$SEED" --rounds 8
	aresd --until-done
	query "update farm.games g set state = 'pending', worker_id = null, claimed_at = null, finished_at = null, ending = null, winner = null,
		phase = null, phases = null, centres = null, units = null, digest = null from farm.tournaments t
		where t.id = tournament_id and t.name = 'half-$$' and number = 1;
		update farm.tallies y set finished = finished - 1 from farm.tournaments t where t.id = tournament_id and t.name = 'half-$$' and
		worker_id = (select max(worker_id) from farm.tallies where tournament_id = t.id)"
	told=$(ctl metrics)
	holds "$(value "aresfarm_decision_seconds{tournament=\"half-$$\"}") between 0 and $(value "aresfarm_longest_decision_seconds{tournament=\"half-$$\"}")"
	ctl tournament drop half-$$ --yes
	# a transaction that somebody forgot
	held "select 1"
	sleep 0.1
	told=$(ctl metrics)
	let_go
	holds "$(value aresfarm_transaction_age_seconds) >= 0.1"
	query "create role $role in role farm_reader"
	trap "query 'drop role $role'" EXIT
	PGOPTIONS="-c role=$role" ctl metrics | grep -q '^aresfarm_overdue_turns '
}

# A worker is alive while its supervisor is connected, and gone when it has left. Without claims there is no age of claims.
test_before_and_after() {
	query "select farm.workers_leave('{$worker}')" >/dev/null
	cancel later-$$
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 2 &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true' EXIT
	alive() { told=$(ctl metrics) && [ "$(value 'aresfarm_workers{state="alive"}')" = "$1" ]; }
	wait_for 10 alive 2
	same "lost" "$(value 'aresfarm_workers{state="lost"}')" 0
	same "hosts with a heartbeat" "$(grep -c '^aresfarm_heartbeat_age_seconds{' <<<"$told")" 1
	kill -TERM $daemon
	wait $daemon
	told=$(ctl metrics)
	grammar <<<"$told"
	same "alive" "$(value 'aresfarm_workers{state="alive"}')" 0
	same "claims, heartbeats" "$(grep -cE '^aresfarm_(claim|heartbeat)_age' <<<"$told" || true)" 0
}

# aresctl alive counts only workers of this host, with a recent heartbeat, that are not gone.
test_alive() {
	local status=0
	query "insert into farm.workers (host, pid, supervisor, heartbeat_at) values
		('$(hostname)', 1, 0, now() - interval '1 minute'), ('elsewhere', 1, 0, now())"
	ctl alive || status=$?
	same "status, a minute late" $status 1
	same "within the hour" "$(ctl alive 3600)" "1 workers of $(hostname)"
	query "update farm.workers set heartbeat_at = now() where pid = 1"
	ctl alive
	query "select farm.workers_leave(array(select id from farm.workers where pid = 1))"
	! ctl alive 3600 || same "alive" yes no
	refused "SECONDS 0: must be a whole number from 1" ctl alive 0
	refused "too many arguments" ctl alive 1 2
	CONNINFO='host=127.0.0.1 port=1' refused "refused" ctl alive
}

test_arguments() {
	refused "takes no arguments" ctl metrics all
	refused "no option --json" ctl metrics --json
	ctl metrics --help | grep -q '^usage: aresctl metrics'
}

run_tests
