#!/bin/bash
# run: proves that deploy/run.sh, which make run calls, goes on with an open tournament or begins another, and never changes
# games that were played.
#
# Runs it several times in a folder of its own, once interrupted by ^C. SEED does not matter: run.sh chooses its own.
. tests/suite.sh

export ARESFARM_HOME=$ARESFARM_HOME/run
mkdir -p "$ARESFARM_HOME"
trap 'ctl down; rm -rf "$ARESFARM_HOME"' EXIT

test_first_run() {
	local said
	said=$(deploy/run.sh 6)
	for line in 'tournament thesis-1: 6 games' '6 of 6 games' 'Points by player' 'any stage' "show thesis-1/1"; do
		grep -q "$line" <<<"$said"
	done
}

test_second_run_begins_another() {
	local digest
	digest=$(ctl tournament digest thesis-1)
	deploy/run.sh 5 | grep -q 'tournament thesis-2: 5 games'
	same "digest of the first" "$(ctl tournament digest thesis-1)" "$digest"
	same "tournaments" "$(query "select string_agg(tournament || ' ' || finished, ', ' order by tournament)
		from farm.progress")" "thesis-1 6, thesis-2 5"
}

# ^C reaches the script and aresd. The games played stay, and the next run goes on.
test_interrupted_run_goes_on() {
	local run status=0
	ctl tournament create mine --games 400 --seats "$seats"
	# in a session of its own, as in a terminal: a script's background job would ignore ^C
	setsid --wait env --default-signal=INT deploy/run.sh >"$ARESFARM_HOME/said" 2>&1 &
	run=$!
	wait_for 20 holds "finished > 0 from farm.progress where tournament = 'mine'"
	kill -INT -- -"$(query "select s.pid from (select pid from farm.workers where gone_at is null limit 1) s" |
		xargs ps -o pgid= -p | tr -d ' ')"
	wait $run || status=$?
	same "status" $status 130
	grep -q 'Nothing is lost' "$ARESFARM_HOME/said"
	holds "finished between 1 and 399 and claimed = 0 from farm.progress where tournament = 'mine'"
	deploy/run.sh 7 | grep -q 'going on with tournament mine'
	same "tournaments" "$(query "select string_agg(tournament || ' ' || finished, ', ' order by tournament)
		from farm.progress")" "mine 400, thesis-1 6, thesis-2 5"
}

run_tests
