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

run_tests
