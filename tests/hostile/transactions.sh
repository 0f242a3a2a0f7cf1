#!/bin/bash
# transactions: an external player submits orders in a transaction and leaves it open. Nothing of the farm waits for it, and no
# other player does.
. tests/suite.sh
. tests/hostile.sh

alice=holder_$$ bob=other_$$
ctl init >/dev/null
role_make farm_agent $alice $bob

start() {
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 2 "$@" 2>/dev/null &
	daemon=$!
}

# begin NAME [OPTION...]: a tournament of one game, alice plays France and bob Italy. Waits until both are asked.
begin() {
	name=$1-$$
	shift
	ctl tournament create "$name" --seats "random,random,@$alice,random,@$bob,random,random" --rules standard --seed "$SEED" \
		--games 1 --rounds 4 "$@"
	begun+=("$name")
	ctl tournament priority "$name" 100 # a claim has its game
	trap 'end' EXIT
	game=$(query "select g.id from farm.games g join farm.tournaments t on t.id = tournament_id where t.name = '$name'")
	[ -n "${daemon:-}" ] || start
	wait_for 10 asked S1901M
}
begun=()
end() {
	local tournament
	[ ! -e "$hostile_dir/alice.pid" ] || session_close alice
	[ -z "${daemon:-}" ] || kill -KILL "$daemon" 2>/dev/null || true
	query "select farm.workers_recover('1 hour')" >/dev/null
	for tournament in "${begun[@]}"; do cancel "$tournament" 2>/dev/null || true; done
}
asked() { holds "count(*) > 0 from farm.awaited where game = $game and phase = '$1'"; }
played() { holds "count(*) > 0 from farm.boards where game_id = $game and farm.phase_name(phase) = '$1'"; }

# orders POWER ORDERS [ARGUMENT...]: the statement that submits orders, separated by semicolons. It gives the problems.
orders() {
	local power=$1 text=$2
	shift 2
	echo "select problem from api.submit_orders($game, string_to_array('$text', ';'), power => '$power' ${*/#/, })
		where problem is not null"
}

# hold ORDERS [ARGUMENT...]: alice submits orders for France in a transaction that stays open.
hold() {
	session_open alice $alice
	same "alice's problems" "$(session_say alice begin)$(session_say alice "$(orders FRA "$@")")" ""
}

ordered() {
	query "select string_agg(text, '; ' order by text) from farm.orders
		where game = $game and phase_name = '$1' and power = '$2'"
}

# beats: every worker that is alive has a heartbeat of the last two seconds.
beats() { wait_for 3 holds "bool_and(heartbeat_at > now() - interval '1.5 s') from farm.workers where gone_at is null"; }

# Another player submits at once. The game waits for the holder, and goes on with its orders once it commits.
test_others_submit_at_once() {
	begin others
	hold 'A par - bur;A mar H;F bre H'
	within 1 query "set role $bob; $(orders ITA 'A rom - apu;A ven H;F nap H')"
	sleep 1.2
	same "boards played" "$(query "select count(*) from farm.boards where game_id = $game")" 0
	session_say alice commit
	wait_for 3 played S1901M
	same "what alice ordered" "$(ordered S1901M FRA)" "A mar H; A par - bur; F bre H"
	same "what bob ordered" "$(ordered S1901M ITA)" "A rom - apu; A ven H; F nap H"
}

# The game is complete. The holder changes its orders and then thinks better of it. The game goes on soon.
test_rolled_back() {
	begin back
	hold 'A par - pic;A mar H;F bre H'
	session_say alice commit
	session_say alice begin
	session_say alice "$(orders FRA 'A par - bur')"
	query "set role $bob; $(orders ITA '' 'final => true')"
	sleep 1.2
	same "boards played" "$(query "select count(*) from farm.boards where game_id = $game")" 0
	session_say alice rollback
	wait_for 5 played S1901M
	same "what alice ordered" "$(ordered S1901M FRA)" "A mar H; A par - pic; F bre H"
}

# A deadline of 2 s is kept: a second for the holder, another for the supervisor to look. What was committed before counts. The
# game goes on to its end while the holder keeps what it holds, and its commit comes too late.
test_deadline_is_kept() {
	begin deadline --diplomatic-time 2s --retreat-time 1s --adjustment-time 1s --rounds 2
	hold 'A par - pic'
	session_say alice commit
	session_say alice begin
	session_say alice "$(orders FRA 'A par - bur;A mar H;F bre H')"
	wait_for 6 played S1901M
	holds "taken_at - given_at < '20 s' from farm.taken_orders where game_id = $game and power = 2"
	same "what counted" "$(ordered S1901M FRA)" "A mar H; A par - pic; F bre H"
	wait_for 3 asked F1901M
	within 1 query "set role $bob; $(orders ITA '')"
	session_say alice commit
	same "her turn" "$(as $alice -c "select phase, submitted from api.my_turns")" "F1901M|"
	wait_for 12 holds "finished = 1 from farm.progress where tournament = '$name'"
	same "what counted" "$(query "select orders from farm.played_orders where game = $game and phase = 'S1901M' and power = 'FRA'")" \
		'{"A par - pic"}'
	same "leftovers" "$(query "select count(*) from farm.turns where game_id = $game")" 0
}

# hold_at STATE: alice holds what she can hold while the game is in that state.
hold_at() {
	case $1 in
		waiting) hold 'A par - bur' ;;
		*)
			# complete, and held past the deadline: it is taken
			hold 'A par - pic;A mar H;F bre H'
			session_say alice commit
			session_say alice begin
			session_say alice "$(orders FRA 'A par - bur;A mar H;F bre H')"
			kill -STOP $(query "select pid from farm.workers where gone_at is null")
			wait_for 6 holds "state = 'pending' from farm.games where id = $game"
			;;
	esac
	[ "$1" = waiting ] || {
		# in one transaction: a living supervisor hands back what a worker without one has claimed
		same "state, then games handed back" "$(ctl psql -XqAt -v ON_ERROR_STOP=1 <<-SQL | tail -2
			set jit = off; set statement_timeout = '300ms'; begin;
			insert into farm.workers (host, pid, supervisor) values ('test', 1, 0) returning id as worker \gset
			select count(*) from farm.games_claim(:worker, 8);
			select state from farm.games where id = $game;
			select farm.workers_leave(array[:worker]);
			commit;
		SQL
		)" "claimed
1"
	}
}

# Whatever the holder holds: heartbeats come, a dead worker's games are handed back, other games are claimed at once, and
# played; aresd stops, tournaments are cancelled and dropped.
test_the_farm_goes_on() {
	local state worker
	for state in waiting claimed; do
		start --lease 60
		begin on-$state --diplomatic-time 2s
		hold_at $state
		kill -CONT $(query "select pid from farm.workers where gone_at is null")
		beats
		kill -KILL "$(query "select pid from farm.workers where gone_at is null limit 1")"
		wait_for 3 holds "count(*) = 2 from farm.workers where gone_at is null"
		beats
		worker=$(query "insert into farm.workers (host, pid, supervisor) values ('test', 1, 0) returning id")
		query "set jit = off; set statement_timeout = '300ms'; select from farm.games_claim($worker, 8);
			select farm.workers_leave('{$worker}')" >/dev/null
		ctl tournament create "free-$state-$$" --games 20 --seats random,random --rounds 10 --seed "$SEED"
		wait_for 5 holds "finished = 20 from farm.progress where tournament = 'free-$state-$$'"
		kill -TERM $daemon
		ends 2 $daemon
		daemon=
		within 1 ctl tournament cancel "$name"
		within 1 ctl tournament drop --yes "$name"
		# what is dropped and not held is swept
		within 1 ctl tournament drop --yes "free-$state-$$"
		start
		wait_for 5 holds "count(*) = 1 from farm.tournaments where dropped"
		session_say alice rollback
		session_close alice
		wait_for 10 holds "count(*) = 0 from farm.tournaments where dropped"
		kill -TERM $daemon
		wait $daemon
		daemon=
	done
}

# Two sessions of one player: the second gets an answer within its bound, and holds nothing up.
test_second_session_of_a_player() {
	begin second
	hold 'A par - bur'
	within 2 as_said "$alice" "$(orders FRA 'A par - pic')" \
		"this turn is held by another session of yours, or is just being taken: try again"
	session_say alice rollback
	same "problems" "$(as $alice -c "$(orders FRA 'A par - pic')")" ""
}
as_said() { same answer "$(query "set role $1; $2")" "$3"; }

# A snapshot that was made before the orders were taken does not show that. So orders are refused there.
test_older_snapshots() {
	local level
	begin snapshots
	session_open alice $alice
	for level in 'repeatable read' serializable; do
		session_say alice "begin isolation level $level"
		same "answer in $level" "$(session_say alice "$(orders FRA 'A par - bur')")" \
			"submit orders in a transaction of isolation level read committed"
		session_say alice rollback
	done
	session_say alice "begin isolation level read uncommitted"
	same "answer" "$(session_say alice "$(orders FRA 'A par - bur')")" ""
	session_say alice commit
	same "stored" "$(as $alice -c "select submitted from api.my_turns")" '{"A par - bur"}'
}

# A player can undo the timeouts of its role. Its session ends when its transaction gets too old. That of anybody else stays.
# login ROLE: begins a transaction of a session that has logged in as this role.
login() {
	local conninfo
	conninfo="host=/proc/self/fd/8 port=$(query "show port") dbname=$(query "select current_database()") user=$1"
	mkfifo "$hostile_dir/$1.in"
	exec 8<"$ARESFARM_HOME/pg"
	psql -XqAt "$conninfo" <"$hostile_dir/$1.in" >/dev/null 2>&1 &
	echo $! >"$hostile_dir/$1.pid"
	eval "exec {to_$1}>'$hostile_dir/$1.in'"
	local to=to_$1
	echo "set idle_in_transaction_session_timeout = 0; begin; select 1;" >&"${!to}"
}
open_transactions() {
	query "select usename from pg_stat_activity where usename in ('$alice', 'reader_$$') and state = 'idle in transaction'"
}

test_old_transactions_end() {
	hba="$ARESFARM_HOME/pg/pg_hba.conf"
	role_make farm_reader reader_$$
	trap 'sed -i 1d "$hba"; query "select pg_reload_conf(); drop role reader_$$" >/dev/null' EXIT
	sed -i "1i local all $alice,reader_$$ trust" "$hba"
	query "select pg_reload_conf()" >/dev/null
	sleep 0.5
	login $alice
	login reader_$$
	wait_for 5 eval '[ "$(open_transactions | wc -l)" = 2 ]'
	same "sessions that ended too early" "$(query "select farm.agents_bound()")" 0
	sleep 1
	same "sessions that ended" "$(query "select farm.agents_end('1 s')")" 1
	wait_for 5 eval '[ "$(open_transactions)" = reader_$$ ]'
	kill "$(cat "$hostile_dir/reader_$$.pid")" "$(cat "$hostile_dir/$alice.pid")" 2>/dev/null || true
}

run_tests
