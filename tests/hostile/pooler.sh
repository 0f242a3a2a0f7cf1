#!/bin/bash
# pooler: proves that aresd and aresctl refuse a pooler that lends the server's processes for single transactions or statements,
# in one line that says what works, and play through one that keeps a process for a client.
#
# The poolers are pooler.pl. SEED=1 draws the games.
. tests/suite.sh
. tests/hostile.sh

ctl init >/dev/null
exec 7<"$ARESFARM_HOME/pg"

# pooler MODE: starts a pooler; CONNINFO leads to it.
pooler() {
	perl tests/hostile/pooler.pl /proc/self/fd/7/.s.PGSQL.5432 "$hostile_dir/.s.PGSQL.5432" "$1" &
	echo $! >"$hostile_dir/$1.pid"
	trap "kill $! 2>/dev/null || true; rm -f '$hostile_dir/.s.PGSQL.5432'" EXIT
	wait_for 5 test -S "$hostile_dir/.s.PGSQL.5432"
	CONNINFO="host=$hostile_dir dbname=aresfarm user=$(id -un)"
}

test_transaction_mode_is_refused() {
	pooler transaction
	refused 'use pool_mode = session' ctl tournament list
	refused 'use pool_mode = session' aresd --until-done
	refused 'use pool_mode = session' ctl init
	# other clients that come and go make no difference
	for i in 1 2 3; do
		(while psql -XqAt -d "$CONNINFO" -c 'select 1' >/dev/null 2>&1; do :; done) &
		echo $! >"$hostile_dir/busy$i.pid"
	done
	for i in $(seq 10); do
		refused 'use pool_mode = session' ctl tournament list
	done
}

test_statement_mode_is_refused() {
	pooler statement
	refused 'use pool_mode = session' ctl tournament list
	refused 'use pool_mode = session' aresd --until-done
}

test_session_mode_works() {
	ctl tournament create direct-$$ --games 8 --seats random,random --seed "$SEED"
	local direct
	direct=$(play direct-$$ --workers 2)
	pooler session
	ctl tournament create pooled-$$ --games 8 --seats random,random --seed "$SEED"
	aresd --workers 2 --until-done 2>"$hostile_dir/log"
	same digests "$(digests pooled-$$)" "$direct"
	same log "$(went_wrong "$hostile_dir/log")" ""
}

run_tests
