#!/bin/bash
# scale: proves that the synthetic workers of make scale do what workers do: what they say they wrote is stored, each game once,
# as a worker would have played it; also by drawn batches, from afar, and after a stop in the middle.
#
# A tournament has at most as many games as bench_scale plays beforehand, so each game is its own. SEED=1 draws games and batches.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh

ctl init >/dev/null
work=$(mktemp -d)
scale() { "$B/bench_scale" ${CONNINFO:+-d "$CONNINFO"} --seed "$SEED" "$@"; }
of() { awk -v what="$2" '$1 == what {print $2}' "$work/$1"; }
tournament() { ctl tournament create "$1" --games "${2:-24}" --seats random,dumbbot --rules "${3:-standard}" --seed "$SEED"; }
stored() { query "select count(*) filter (where orders is not null) from farm.boards b join farm.tournaments t on t.id = tournament_id
	where t.name = '$1'"; }

# stands NAME GAMES PHASES: the database has just these, and every game is as a worker plays it.
stands() {
	same "phases stored" "$(stored "$1")" "$3"
	same "games, phases and their tallies" "$(query "select format('%s %s %s %s', count(*), sum(g.phases),
			(select sum(finished) from farm.tallies where tournament_id = t.id), (select sum(phases) from farm.tallies where tournament_id = t.id))
		from farm.games g join farm.tournaments t on t.id = g.tournament_id where t.name = '$1' and state = 'finished' group by t.id")" \
		"$2 $3 $2 $3"
	same verify "$(ctl verify --players "$1" | tail -1)" "$2 games, $3 phases: all agree"
}

test_what_is_counted_is_stored() {
	tournament counted-$$
	scale --workers 3 --batch 0 --settle counted-$$ >"$work/counted"
	same ends "$(of counted ends)" 24
	same claimed "$(of counted claimed)" 24
	same batches "$(($(of counted batches_plain) + $(of counted batches_durable)))" "$(of counted batches)"
	stands counted-$$ 24 "$(of counted phases)"
}

test_from_afar() {
	[ -z "${CONNINFO:-}${PGHOST:-}${PGHOSTADDR:-}${PGPORT:-}${PGDATABASE:-}${PGSERVICE:-}" ] || skip "the server is the user's"
	tournament far-$$ 8
	exec 8<"$ARESFARM_HOME/pg"
	"$B/bench_delay" "$work/.s.PGSQL.5432" /proc/self/fd/8/.s.PGSQL.5432 300 &
	trap "kill $!" EXIT
	wait_for 5 test -S "$work/.s.PGSQL.5432"
	"$B/bench_scale" --workers 2 -d "host=$work dbname=aresfarm" far-$$ >"$work/far"
	stands far-$$ 8 "$(of far phases)"
}

# Who is told to stop hands back what he has. Others go on behind the boards that are there.
test_stopped_and_resumed() {
	local first second
	tournament stopped-$$ 60
	"$B/bench_scale" ${CONNINFO:+-d "$CONNINFO"} --batch 1 --settle stopped-$$ >"$work/first" &
	wait_for 20 eval '[ "$(stored stopped-$$)" -gt 100 ]'
	kill -TERM $!
	ends 20 $!
	first=$(of first phases)
	same "stored so far" "$(stored stopped-$$)" "$first"
	[ "$(of first ends)" -lt 60 ]
	scale --workers 2 stopped-$$ >"$work/second"
	second=$(of second phases)
	stands stopped-$$ 60 $((first + second))
	same claimed "$(of second claimed)" $((60 - $(of first ends)))
}

test_what_cannot_be_measured() {
	refused 'recording: tournament nobody-'$$': there is none' scale nobody-$$
	tournament one-$$ 2
	tournament other-$$ 2 thesis
	local status=0
	scale one-$$ >"$work/other" 2>&1 || status=$?
	cancel one-$$
	cancel other-$$
	same status "$status" 2
	grep -q 'a game of other terms is open' "$work/other"
	refused 'must be a whole number' scale --workers 0 one-$$
}

# claimed WORKERS GAMES: how many games a worker gets, of so many that are open, while so many workers are alive.
claimed() {
	query "begin;
		update farm.workers set gone_at = now() where gone_at is null;
		insert into farm.workers (host, pid, supervisor) select 'claimed', 1, 0 from generate_series(1, $1);
		update farm.games set state = 'cancelled' where tournament_id = (select id from farm.tournaments where name = 'queue-$$')
			and number > $2;
		select count(*) from farm.games_claim((select max(id) from farm.workers), 64);
		rollback"
}

# A worker gets half of an even share of all games that are open, but no more of those it looks at than all workers could get at
# once. Of many workers none gets so little that it claims all the time.
test_size_of_claims() {
	tournament queue-$$ 5000
	same "few workers" "$(claimed 4 5000)" 64
	same "a hundred workers, a long queue" "$(claimed 100 5000)" 20
	same "sixty, as many as they look at" "$(claimed 60 2000)" 16
	same "a hundred, a short queue" "$(claimed 100 400)" 2
	same "a hundred, the last games" "$(claimed 100 30)" 1
	cancel queue-$$
}

# Whoever holds one worker's row, as a claim does, keeps no heartbeat waiting: it would hold the rows of all others meanwhile.
test_heartbeat_passes_over_who_claims() {
	local daemon since
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 2 2>"$work/aresd" &
	daemon=$!
	trap "kill $daemon 2>/dev/null || true" EXIT
	wait_for 20 holds "count(*) = 2 from farm.workers where gone_at is null and backend is not null"
	held "select from farm.workers where gone_at is null order by id limit 1 for update"
	since=$(query "select clock_timestamp()")
	wait_for 20 holds "bool_or(query_start > '$since'::timestamptz + interval '3 s') from pg_stat_activity where application_name = 'aresd'"
	let_go
	kill -TERM $daemon
	ends 20 $daemon || [ $? = 143 ]
	same "what the supervisor waited for" "$(grep 'the supervisor' "$work/aresd" || true)" ""
}

run_tests
