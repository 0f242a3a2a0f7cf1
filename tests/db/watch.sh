#!/bin/bash
# watch: proves what aresctl watch says while a tournament is played, on a terminal and elsewhere; and that every command says in
# one line what the database did not let it do.
. tests/suite.sh
. tests/hostile.sh

ctl init >/dev/null
role_make farm_agent stranger_$$

# The commands that ask the database. tournament, game: names of things that are there.
reading=(
	"tournament list" "tournament status seen-$$" "tournament digest seen-$$" "tournament pause seen-$$" "watch seen-$$"
	"metrics" "alive" "verify seen-$$" "game cancel seen-$$/1" "tournament drop --yes seen-$$"
)

test_without_rights() {
	local words
	ctl tournament create seen-$$ --games 1 --seats random,random --seed "$SEED"
	for words in "${reading[@]}"; do
		PGOPTIONS="-c role=stranger_$$" refused "permission denied" "$B/aresctl" ${CONNINFO:+-d "$CONNINFO"} $words
	done
	PGOPTIONS="-c role=stranger_$$" refused "you have no seat in a game seen-$$/1" ctl show seen-$$/1
	holds "count(*) = 1 from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where t.name = 'seen-$$' and g.state = 'pending'"
	cancel seen-$$
}

# What another session holds is not waited for longer than the user says.
test_held_tables() {
	local words
	ctl tournament create held-$$ --games 1 --seats random,random --seed "$SEED"
	session_open holder "$(query 'select current_user')"
	session_say holder "begin"
	session_say holder "lock table farm.games, farm.tournaments, farm.boards in access exclusive mode"
	for words in "${reading[@]}"; do
		[ "$words" = alive ] || PGOPTIONS="-c lock_timeout=50ms" refused "a lock was not to be had in time" \
			"$B/aresctl" ${CONNINFO:+-d "$CONNINFO"} ${words//seen/held}
	done
	session_close holder
	cancel held-$$
}

# A line at once, then every five seconds. Without a worker it says what to do. It ends when no game is left to play.
test_lines() {
	local out=$hostile_dir/watch watch
	ctl tournament create lines-$$ --games 5000 --seats 'ares(depth=2,age=10),random' --seed "$SEED"
	"$B/aresctl" ${CONNINFO:+-d "$CONNINFO"} watch lines-$$ >"$out" &
	watch=$!
	wait_for 10 grep -qx '0 of 5000 games' "$out"
	wait_for 20 grep -qx '0 of 5000 games, no worker is playing: start aresd' "$out"
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 2 2>/dev/null &
	trap "kill -KILL $! $watch 2>/dev/null || true" EXIT
	wait_for 60 holds "finished > 9 from farm.progress where tournament = 'lines-$$'"
	kill -TERM $!
	wait $!
	wait_for 20 grep -qE '^[0-9]+ of 5000 games, [0-9]+ phases/s, ([0-9]+ s|[0-9]+ min|[0-9.]+ h) to go.* \| points: .*ares' "$out"
	cancel lines-$$
	wait $watch
	same "a line with games to go behind the end" "$(tail -1 "$out" | grep -c 'to go')" 0
}

# On a terminal the line is written over, each second; the last one stays.
test_terminal() {
	local said
	command -v script >/dev/null || skip "there is no script, which makes a terminal"
	ctl tournament create terminal-$$ --games 2 --seats random,random --seed "$SEED"
	(sleep 2; aresd --workers 1 --until-done) &
	said=$(TERM=xterm script -qec "'$B/aresctl' ${CONNINFO:+-d '$CONNINFO'} watch terminal-$$" /dev/null)
	wait
	case $said in
	"0 of 2 games"*$'\e[K\r'*"2 of 2 games"*$'\e[K'*) ;;
	*) same "what watch wrote" "$(cat -v <<<"$said")" "lines written over" ;;
	esac
}

# A signal ends the watch. On a terminal it ends the line, so that the prompt does not stand in it. The line never reaches
# the last of 40 columns.
test_signals() {
	local out=$hostile_dir/signals pid=$hostile_dir/pid watch status
	ctl tournament create signals-$$ --games 2 --seats 'ares(depth=3),random' --seed "$SEED"
	"$B/aresctl" ${CONNINFO:+-d "$CONNINFO"} watch signals-$$ >"$out" &
	watch=$!
	wait_for 20 grep -qx '0 of 2 games' "$out"
	kill -TERM $watch
	status=0
	wait $watch || status=$?
	same "status after SIGTERM" $status 143
	command -v script >/dev/null || skip "there is no script, which makes a terminal"
	# a shell's job in the background ignores SIGINT
	TERM=xterm script -qefc "stty cols 40; echo \$\$ >$pid; exec env --default-signal=INT '$B/aresctl' ${CONNINFO:+-d '$CONNINFO'} watch signals-$$" \
		/dev/null >"$out" 2>&1 &
	watch=$!
	wait_for 20 grep -q 'no worker is playing: \.\.\.' "$out"
	kill -INT "$(cat "$pid")"
	status=0
	wait $watch || status=$?
	same "status after SIGINT" $status 130
	same "the end of the line" "$(tail -c 3 "$out" | od -An -c | tr -d ' ')" '\r\r\n'
	same "lines that are too long" "$(tr '\r' '\n' <"$out" | sed 's/\x1b\[[0-9;]*[mK]//g' | awk 'length > 39')" ""
	cancel signals-$$
}

# Each line of --json is a JSON value, however many players there are; the line for people tells what is not played.
test_json_lines() {
	local said
	ctl tournament create values-$$ --games 3 --seats 'ares(depth=1,age=5),random' --rounds 2 --seed "$SEED"
	ctl game cancel values-$$/3
	aresd --workers 1 --until-done
	said=$(ctl watch values-$$ --json)
	same "lines" "$(wc -l <<<"$said")" 1
	same "players in it" "$(query "select jsonb_array_length(\$json\$$said\$json\$::jsonb -> 'standings')")" 2
	case $(ctl watch values-$$) in
	"2 of 3 games, 1 cancelled | points: "*) ;;
	*) same "what watch says" "$(ctl watch values-$$)" "one cancelled" ;;
	esac
}

test_psql_without_a_server() {
	refused "is not running: start it with aresctl up" env -u PGHOST -u PGHOSTADDR -u PGPORT -u PGDATABASE -u PGSERVICE \
		ARESFARM_HOME="$hostile_dir/nothing" "$B/aresctl" psql -c 'select 1'
	same "arguments" "$(ctl psql -XqAt -v a="b c" -c 'select 1' -c "select 'x y'")" $'1\nx y'
}

run_tests
