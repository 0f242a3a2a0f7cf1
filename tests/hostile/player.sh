#!/bin/bash
# player: proves that no other agent can make doc/player.py do anything: not by notifications, whatever they hold and however
# many they are, and not by names. It plays the orders that it plays undisturbed, and runs no other statement.
#
# SEED=1 draws the games, and the player's orders.
. tests/suite.sh
. tests/hostile.sh

alice=alice_$$ mallory=mallory_$$
ctl init >/dev/null
role_make farm_agent $alice $mallory

# begin NAME: makes a tournament in which alice has four seats.
begin() {
	ctl tournament create "$1-$$" --seats "@$alice,random,@$alice,random,@$alice,@$alice,random" --rules standard --games 2 \
		--rounds 8 --seed "$SEED"
	trap 'kill -- ${player:-} ${flood:+-$flood} ${daemon:-} 2>/dev/null || true; cancel '"$1-$$" EXIT
}

# played NAME: every order that alice has submitted, and the digest.
played() {
	query "select g.number, p.phase, p.power, p.orders, p.final from farm.taken_orders p join farm.games g on g.id = game_id
		join farm.tournaments t on t.id = tournament_id where p.orders is not null and t.name = '$1-$$' order by 1, 2, 3"
	ctl tournament digest "$1-$$"
}

# ended: the player has ended by SIGTERM, without a complaint.
ended() {
	kill "${1:--TERM}" $player
	wait $player
	player=
}

# flood GAME: mallory notifies the player, and others, without a pause. Each payload is what a program might take for an answer
# of the server: rows, ends of answers, psql's own words, SQL.
flood() {
	local sql="A par H'::text]); select pg_notify('taken', current_user); --" row payload
	row="$1"$'\t1\tS1901M\tFRA\t1\tFRA par\t'
	for payload in $'\n' $'\n.\n' $'\n'"${row}A par H"$'\n.\n' $'\n'"$row$sql"$'\n.\n' $'\t\t\t' "'; $sql" '\\q' $'\n\\! exit\n' '.' \
		$'\n'"$alice"$'\n.\n' "$(printf 'x%.0s' {1..7999})" "$(printf '\n%.0s.' {1..3999})" '{"game": 1}' $'\x01\x7f\u2028\u202e'; do
		payload=${payload//\'/\'\'}
		for channel in farm_turn_$alice farm farm_turn_ "farm_turn_$alice\" with payload" '.' $'\n.\n'; do
			printf "select pg_notify('%s', '%s');\n" "$channel" "$payload"
		done
	done >"$hostile_dir/flood"
	PGOPTIONS="-c role=$mallory" setsid bash -c 'while cat "$0"; do :; done | "$B/aresctl" psql -XqAt' "$hostile_dir/flood" \
		>/dev/null 2>&1 &
	flood=$!
}

# The statements that the player's session has run, each once. log_statement makes the server tell.
statements() { sed -n "$1"',$s/.*LOG:  \(statement\|execute[^:]*\): //p' "$ARESFARM_HOME/pg.log" | sed 's/  */ /g' | LC_ALL=C sort -u; }

test_undisturbed() {
	begin alone
	player $alice
	aresd --until-done
	ended
	played alone >"$hostile_dir/alone"
}

test_notifications() {
	local from
	begin flood
	from=$(wc -l <"$ARESFARM_HOME/pg.log")
	flood "$(query "select min(g.id) from farm.games g join farm.tournaments t on t.id = tournament_id where name = 'flood-$$'")"
	player $alice '-c log_statement=all'
	aresd --until-done
	holds "count(*) = 1 from pg_stat_activity where query like '%pg_notify%' and pid <> pg_backend_pid()"
	ended
	kill -- -$flood
	flood=
	played flood >"$hostile_dir/flooded"
	same "what it played" "$(cat "$hostile_dir/flooded")" "$(cat "$hostile_dir/alone")"
	same "what it ran" "$(statements "$from")" "listen \"farm_turn_$alice\"
select current_user
select game, number, phase, power, due, centres, legal from api.my_turns
select text, problem from api.submit_orders(\$1, \$2::text[], power => \$3, phase => \$4)"
}

# Its session ends again and again; it connects anew. No transaction of it stays open.
test_sessions_end() {
	local end
	begin ends
	player $alice '-c application_name=its' 2>"$hostile_dir/said"
	"$B/aresd" --until-done 2>/dev/null &
	daemon=$!
	for end in 1 2 3 4 5; do
		wait_for 10 holds "count(pg_terminate_backend(pid)) = 1 from pg_stat_activity where application_name = 'its'"
		holds "count(*) = 0 from pg_stat_activity where application_name = 'its' and state like 'idle in%'"
		wait_for 10 holds "count(*) = 1 from pg_stat_activity where application_name = 'its'"
	done
	wait $daemon
	ended -INT
	same "what it played" "$(played ends)" "$(cat "$hostile_dir/alone")"
	same "what it said else" "$(grep -v '^player: \|^CONTEXT\|^SQL\|^PL\|^\s\|^server closed' "$hostile_dir/said" || true)" ""
	grep -q '^player: .*terminating connection' "$hostile_dir/said"
}

# A name goes into LISTEN, which takes no parameter.
test_names() {
	local from name='x"; notify taken; --' quoted='"x""; notify taken; --"'
	role_make farm_agent "$quoted"
	trap 'kill ${player:-} 2>/dev/null || true; query "drop role '"${quoted//\"/\\\"}"'"' EXIT
	from=$(wc -l <"$ARESFARM_HOME/pg.log")
	player "${name// /\\ }" '-c log_statement=all'
	wait_for 5 eval 'statements "$from" | grep -qF "from api.my_turns"'
	ended
	same "what it ran" "$(statements "$from" | head -1)" "listen \"farm_turn_${quoted#?}"
}

# What is wrong from the beginning ends it, in one line.
test_cannot_begin() {
	local status=0
	player nobody_$$ 2>"$hostile_dir/said"
	wait $player || status=$?
	same status $status 1
	grep -q "^player: .*role \"nobody_$$\" does not exist" "$hostile_dir/said"
}

run_tests
