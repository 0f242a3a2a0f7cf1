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
	local run said status=0
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
	said=$(deploy/run.sh 7)
	grep -q 'going on with tournament mine: [1-9][0-9]* of 400 games are played$' <<<"$said"
	grep -qx 'You asked for 7 games: type it again .*' <<<"$said"
	grep -qxF "$B/aresctl tournament cancel mine" <<<"$said"
	same "tournaments" "$(query "select string_agg(tournament || ' ' || finished, ', ' order by tournament)
		from farm.progress")" "mine 400, thesis-1 6, thesis-2 5"
}

# The number of games is named only where another was asked for.
test_going_on_as_asked() {
	local said
	ctl tournament create again --games 3 --seats random,random
	said=$(deploy/run.sh 3)
	grep -qx 'going on with tournament again: 0 of 3 games are played' <<<"$said"
	! grep 'You asked' <<<"$said"
	ctl tournament create anew --games 3 --seats random,random
	! deploy/run.sh | grep 'You asked'
}

# A game of a person is nobody's to go on with, and nobody waits until he has played it: neither when it was never asked for,
# nor when it waits for him. What he has handed in is played.
test_person_under_way() {
	ctl -q game create person --seats @,random,random,random,random,random,random >/dev/null
	deploy/run.sh 2 | grep -qx 'tournament thesis-[0-9]*: 2 games .*'
	same "the person's game" "$(query "select g.state, farm.phase_name(g.asked) from farm.games g
		join farm.tournaments t on t.id = g.tournament_id where t.name = 'person'")" "waiting|S1901M"
	deploy/run.sh 2 | grep -qx '2 of 2 games.*'
	query "select farm.turn_submit(t.game_id, t.power, '{A vie H}', true, null, null) from farm.turns t" >/dev/null
	aresd --until-done --quiet
	same "the person's game" "$(query "select g.state, farm.phase_name(g.asked) from farm.games g
		join farm.tournaments t on t.id = g.tournament_id where t.name = 'person'")" "waiting|F1901M"
	cancel person
}

# in_terminal SIGNAL COMMAND...: runs the command in a terminal of its own. Once it has shown that games are played: 3 types
# ^C there; HUP closes the terminal. Prints what came there, then the status, and waits for whoever has the terminal.
in_terminal() {
	python3 - "$@" <<-'END'
		import os, pty, select, signal, sys, time
		process, terminal = pty.fork()
		if process == 0:
		    signal.signal(signal.SIGINT, signal.SIG_DFL)  # as in a terminal: a test is a job, which ignores it
		    os.execvp(sys.argv[2], sys.argv[2:])
		said, sent, until = b'', False, time.time() + 100
		while time.time() < until:
		    if select.select([terminal], [], [], 1)[0]:
		        try:
		            more = os.read(terminal, 4096)
		        except OSError:
		            break  # nobody has it any more
		        if not more:
		            break
		        said += more
		    if not sent and said.count(b' games, ') >= 2:
		        sent = True
		        if sys.argv[1] == 'HUP':
		            os.close(terminal)
		            break
		        os.write(terminal, b'\x03')
		else:
		    said += b'\nSOMEBODY STILL HAS THE TERMINAL'
		status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
		print(said.decode().replace('\r', '\n'), '\nstatus ', status, sep='')
	END
}

# Nothing comes behind what run.sh says last, and nothing goes on.
test_interrupted_in_a_terminal() {
	local said
	ctl tournament create long --games 5000 --seats "$seats"
	said=$(in_terminal 3 deploy/run.sh)
	same "last lines" "$(grep . <<<"$said" | tail -2)" \
		$'Stopped. Nothing is lost: make run goes on with long where it is.\nstatus 130'
	holds "count(*) = 0 from farm.workers where gone_at is null"
	holds "count(*) = 0 from pg_stat_activity where application_name ~ '^ares'"
}

test_terminal_closed() {
	holds "pending > 0 from farm.progress where tournament = 'long'"
	in_terminal HUP deploy/run.sh
	wait_for 30 holds "count(*) = 0 from farm.workers where gone_at is null"
	wait_for 30 holds "count(*) = 0 from pg_stat_activity where application_name ~ '^ares'"
	cancel long
}

run_tests
