#!/bin/bash
# links: what links to seats, and a web server, cannot do: read links, turns, pending orders and seeds; guess a link, or use one
# that is expired, withdrawn or of another game; run SQL by orders, fill or stall the game by them; see what others have
# ordered before it is played. It looks for secrets in the log, in what sessions run, in the tables and in a backup.
. tests/suite.sh
. tests/hostile.sh

ctl init >/dev/null
web=web_$$ alice=rival_$$
role_make farm_web $web
role_make farm_agent $alice
closed="this link opens no seat: it is unknown, has expired or was withdrawn"

# begin NAME [OPTION...]: a game that waits for two people and a role. $aus and $fra are the people's secrets.
begin() {
	local links
	name=$1-$$
	links=$(ctl game create "$name" --seats "@,random,@,random,@$alice,random,random" --seed "$SEED" "${@:2}" 2>/dev/null)
	aus=$(sed -n 's/^AUS .*#//p' <<<"$links") fra=$(sed -n 's/^FRA .*#//p' <<<"$links")
	game=$(query "select g.id from farm.games g join farm.tournaments t on t.id = tournament_id where t.name = '$name'")
	play_on
}
key() { echo "\\x$(printf %s "$1" | sha256sum | cut -c-64)"; }
# ask KEY SQL: runs SQL as the web server; $1 there is the key, as SQL has it.
ask() { as $web <<<"prepare q (bytea) as $2; execute q ($1)" 2>&1; }
# asks SECRET SQL
asks() { ask "'$(key "$1")'" "$2"; }
# give SECRET ARRAY [ARGUMENT...]: submits orders; prints what is wrong.
give() { asks "$1" "select left(problem, 100) from web.submit_orders(\$1, $2 ${*:3}) where problem is not null"; }

# ── rights ──

test_rights() {
	local hidden public='areas boards centres maps open_phases orders overdue progress schema_version seats standings stopping_told stops units workers'
	public+=' blocks comparisons gains outcomes played resolution results scores standings_by_power summaries' # for reports
	begin rights
	mapfile -t hidden < <(query "select format(w, c.oid::regclass) from pg_class c, unnest(array['select * from %s', 'delete from %s',
			'insert into %s default values']) w
		where relkind in ('r', 'p', 'v', 'S') and relnamespace::regnamespace::text in ('farm', 'api', 'web') and case
			when w like 'select%' then relname <> all (string_to_array('$public', ' '))
			else relkind in ('r', 'p') and relnamespace = 'farm'::regnamespace end")
	denied $web "${hidden[@]}"
	denied $web "select farm.link_make($game, 'AUS', sha256(''), '1 day', true)" \
		"select farm.link_invite(null, 'AUS', '', '1 day')" "select farm.link_again(null, 'AUS', '')" "select farm.link_open('')" "select farm.links_withdraw(1, 1, '')" \
		"select * from farm.turn_submit($game, 0::smallint, '{}', true, null, null)" "select farm.turn_hold($game, 0::smallint, null, null)" \
		"select farm.turn_reopen($game, 0::smallint, null)" "select * from api.my_turns" "select * from api.submit_orders($game, '{}')" \
		"select farm.tournament_seed(1)" "select seed from farm.tournaments" "select count(*) from farm.links" \
		"update farm.links set withdrawn_at = null" "create table web.mine ()" \
		"create function web.mine() returns int language sql return 1" "drop function web.seat" "drop schema web" \
		"copy farm.links to stdout" "explain analyze select * from farm.pending_orders" "select farm.hint('farm')"
	# neither an agent nor anybody else may use the schema web
	same "what an agent may" "$(query "select count(*) from pg_proc where pronamespace = 'web'::regnamespace
		and (has_function_privilege('$alice', oid, 'execute') or has_function_privilege('farm_reader', oid, 'execute')
		     or has_function_privilege('farm_worker', oid, 'execute'))")" 0
}

# ── links that open nothing ──

# Each gets the same answer, by each function.
test_keys() {
	local withdrawn expired dropped bad function said count=0
	begin keys
	withdrawn=$(ctl invite "$name/1" FRA) && withdrawn=${withdrawn#*#}
	query "select farm.links_withdraw(max(id), 0, null) from farm.links" >/dev/null
	expired=$(ctl invite "$name/1" FRA --expires 1s) && expired=${expired#*#}
	wait_for 5 holds "max(expires_at) <= now() from farm.links where id = (select max(id) from farm.links)"
	for bad in "'$(key "$withdrawn")'" "'$(key "$expired")'" "'$(key "")'" "'$(key "${fra%?}")'" "'$(key "${fra,,}")'" "''" null \
		"'\\x00'" "convert_to('$fra', 'UTF8')" "sha256('$(key "$fra")')" "sha256(sha256('$(key "$fra")'))" \
		"substr('$(key "$fra")'::bytea, 2)" "'$(key "$fra")'::bytea || '\\x00'" "convert_to(repeat('x', 1000000), 'UTF8')" \
		"convert_to(''' or true --', 'UTF8')" "$(for _ in {1..20}; do echo "sha256('$RANDOM$RANDOM')"; done | paste -sd '|' | sed 's/|/ || /g')"; do
		for function in "seat(\$1)" "turn(\$1)" "others(\$1)" "history(\$1)" "submit_orders(\$1, '{A par H}', true)" "withdraw_final(\$1)" \
			"invite(\$1, 'FRA', sha256('x'))" "links(\$1)" "withdraw(\$1, 1)" "again(\$1, 'FRA', sha256('x'))"; do
			said=$(ask "$bad" "select * from web.$function" | sed -n 's/.*ERROR:  //p')
			same "$function for $bad" "$said" "$closed"
			count=$((count + 1))
		done
	done
	[ $count -ge 150 ]
	same "submitted" "$(query "select count(*) from farm.pending_orders where game_id = $game")" 0
	same "used" "$(query "select count(*) from farm.links where game_id = $game and used_at is not null")" 0
	same "the right one" "$(asks "$fra" "select power from web.seat(\$1)")" FRA
	# what is in the table opens nothing
	same "the digests as keys" "$(for bad in $(query "select digest from farm.links"); do
		ask "'$bad'" "select power from web.seat(\$1)" | grep -c "$closed" || true; done | sort -u)" 1
}

# A link orders for its own seat and for no other, of its own game and of no other.
test_other_seats() {
	local other here=
	begin one
	here=$game other=$aus
	begin two
	same "the game of the link" "$(asks "$other" "select game from web.seat(\$1)")" $here
	same "problems" "$(give "$other" "'{A vie - tyr}'")" ""
	same "a unit of others" "$(give "$other" "'{A par - bur}'" | head -1)" "the unit in par is not yours but FRA's"
	same "who has ordered" "$(query "select game_id, power, orders from farm.pending_orders where game_id in ($here, $game)")" \
		"$here|0|{\"A vie - tyr\"}"
	# both are of the user "person", who has no role: nobody plays them by the schema api
	same "turns of a role" "$(as $alice -c "select count(*) from api.my_turns where power in ('AUS', 'FRA')")" 0
	same "what it is told" "$(as $alice -c "select problem from api.submit_orders($game, '{A par - bur}', power => 'FRA')")" \
		"you have no such turn: its orders were taken, or it is not yours"
}

# ── secrets ──

# server CODE: a program that passes keys as parameters, as a web server does; secret is in the environment.
server() {
	local python
	for python in python3 /usr/bin/python3; do
		! "$python" -c 'import psycopg' 2>/dev/null || break
	done
	libpq_database "$(query 'select current_database()')"
	CONNINFO=$conninfo "$python" -c "import hashlib, os, psycopg
key = hashlib.sha256(os.environ['SECRET'].encode()).digest()
db = psycopg.connect(os.environ['CONNINFO'], autocommit=True, prepare_threshold=0)
$1"
}

all_calls="
for sql in ('select * from web.seat(%s)', 'select * from web.turn(%s)', 'select * from web.others(%s)', 'select * from web.history(%s)',
            'select * from web.submit_orders(%s, \'{A par - pic}\')', 'select web.withdraw_final(%s)',
            'select * from web.submit_orders(%s, \'{x}\')', 'select 1 / length(%s::bytea) - 1'):
    for k in (key, key[1:], b''):
        try:
            db.execute(sql, (k,)).fetchall()
        except psycopg.Error:
            pass"

test_secrets_in_no_log() {
	local from secret hex backup stored
	[ -e "$ARESFARM_HOME/pg.log" ] || skip "the server's log is not here"
	begin log
	from=$(wc -l <"$ARESFARM_HOME/pg.log")
	export PGOPTIONS="-c log_statement=all -c log_min_duration_statement=0 -c log_min_error_statement=debug1"
	secret=$(ctl invite "$name/1" FRA) && secret=${secret#*#}
	hex=$(key "$secret") hex=${hex#*x}
	SECRET=$secret PGOPTIONS="$PGOPTIONS -c role=$web" server "$all_calls
print(db.execute('select count(*) from web.seat(%s)', (key,)).fetchone()[0])"
	unset PGOPTIONS
	tail -n +$((from + 1)) "$ARESFARM_HOME/pg.log" >"$hostile_dir/log"
	grep -q 'web.submit_orders(\$1' "$hostile_dir/log"
	grep -q 'farm.link_make(\$1' "$hostile_dir/log"
	grep -q "$hex" "$hostile_dir/log" # this server logs all parameters
	same "the secret in the log" "$(grep -cF -e "$secret" -e "$(printf %s "$secret" | od -An -tx1 | tr -d ' \n')" "$hostile_dir/log")" 0
	# a role of the kind web has keys left out, too
	ctl role create web kind_$$
	hostile_roles+=("kind_$$")
	same "its limit" "$(query "select s from pg_db_role_setting, unnest(setconfig) s where setrole = 'kind_$$'::regrole
		and s like 'log_param%'")" log_parameter_max_length=0
	from=$(wc -l <"$ARESFARM_HOME/pg.log")
	SECRET=$secret PGOPTIONS="-c log_statement=all -c log_parameter_max_length=0 -c role=kind_$$" server "$all_calls"
	tail -n +$((from + 1)) "$ARESFARM_HOME/pg.log" >"$hostile_dir/log"
	grep -q 'web.submit_orders(\$1' "$hostile_dir/log"
	same "secrets and keys in the log" "$(grep -cF -e "$secret" -e "$hex" "$hostile_dir/log")" 0
	# what sessions run, while one is open
	SECRET=$secret PGOPTIONS="-c role=$web" server "
db.execute('select * from web.turn(%s)', (key,)).fetchall()
other = psycopg.connect(os.environ['CONNINFO'], options='-c role=none', autocommit=True)
seen = other.execute('select query from pg_stat_activity').fetchall()
assert any('web.turn(\$1' in (q or '') for q, in seen), seen
assert not any(os.environ['SECRET'] in (q or '') or key.hex() in (q or '') for q, in seen)"
	# the tables, and a backup, which has not even what is stored of them
	backup=$hostile_dir/backup stored=$(query "select string_agg(encode(l.digest, 'hex'), E'\n') from farm.links l")
	ctl backup "$name" --output - >"$backup"
	grep -q "$name" "$backup"
	same "digests in the backup" "$(grep -cF -e "$stored" "$backup")" 0
	query "select l::text from farm.links l" >>"$backup"
	same "secrets and keys in what is stored" "$(grep -cF -e "$secret" -e "$hex" "$backup")" 0
}

# ── orders of others ──

# everything SECRET: all that a link is told.
everything() {
	local function
	for function in "seat(\$1)" "turn(\$1)" "others(\$1)" "history(\$1)" "submit_orders(\$1, '{A vie - gal}')" "submit_orders(\$1, '{A vie - pic}')" \
		"submit_orders(\$1, '{A par - pic}')" "withdraw_final(\$1)"; do
		asks "$1" "select to_jsonb(x) from web.$function x"
	done
	as $web -c "select * from farm.orders where game = $game" -c "select * from farm.boards where game_id = $game"
}

test_orders_are_secret_until_played() {
	local said
	begin secret
	same "problems" "$(give "$fra" "'{A par - pic, F bre - eng}'")" ""
	as $alice -c "select problem from api.submit_orders($game, '{A rom - apu}', final => true) where problem is not null"
	said=$(everything "$aus" | sed "/'{A par - pic}'/d")
	# its own wrong order is repeated to it; nothing else names what France or Italy do
	same "what it is told" "$(grep -cE 'A rom - apu|F bre - eng|bre.*eng.*final' <<<"$said")" 0
	same "answers that have the order" "$(grep -F 'A par - pic' <<<"$said")" \
		"{\"text\": \"A par - pic\", \"problem\": \"the unit in par is not yours but FRA's\"}"
	same "who is waited for" "$(asks "$aus" "select string_agg(power, ',' order by power) from web.others(\$1) where awaited")" AUS,FRA
	# whether France has submitted something is not told, only that it is waited for
	said=$(asks "$aus" "select to_jsonb(x) from web.others(\$1) x")
	asks "$fra" "select web.withdraw_final(\$1)" >/dev/null
	query "delete from farm.pending_orders where game_id = $game and power = 2"
	same "the same without an order" "$(asks "$aus" "select to_jsonb(x) from web.others(\$1) x")" "$said"
	# a seat that is not asked, while others are
	same "problems" "$(give "$fra" "'{A par - pic}'")" ""
	query "create table public.held_$$ as select * from farm.turns where game_id = $game and power = 0;
		delete from farm.turns where game_id = $game and power = 0" >/dev/null
	same "its turn" "$(asks "$aus" "select power, due, units, cardinality(board), legal, submitted, final from web.turn(\$1)")" \
		'AUS|0|{"A bud","F tri","A vie"}|22|{}||f'
	query "insert into farm.turns select * from public.held_$$; drop table public.held_$$" >/dev/null
	same "problems" "$(give "$fra" "'{A par - pic}'" ", final => true"; give "$aus" "'{}'" ", final => true")" ""
	# taken, and not played yet: still nothing
	query "select farm.turns_lapse()" >/dev/null
	same "state" "$(query "select state from farm.games where id = $game")" pending
	same "what it is told" "$(everything "$aus" | grep -cE 'A rom - apu|A par - pic' || true)" 0
	same "too late" "$(give "$fra" "'{A par - bur}'")" "you have no such turn: its orders were taken, or it is not yours"
	play_on
	same "played" "$(asks "$aus" "select x ->> 'text' from web.history(\$1), jsonb_array_elements(orders) x
		where x ->> 'text' in ('A par - pic', 'A rom - apu') order by 1")" $'A par - pic\nA rom - apu'
}

# ── orders as weapons ──

test_odd_orders() {
	local orders said
	begin odd
	for orders in "array['A par H''; drop table farm.links; --']" "array['\$1', '\$\$']" "array[E'A par H\\\\', E'\\x01']" \
		"array['{A par H}', '%s', '%I']" "array[repeat('A par H ', 200000)]" "array[null]::text[]" "array['A par - bur', null]" \
		"array_fill('A par H'::text, array[65])" "array_fill('A par H'::text, array[10000])" "array_fill('x'::text, array[3, 3])" \
		"array[repeat('(', 50000)]" "array['A par - bur', 'A par - pic']"; do
		said=$(give "$fra" "$orders")
		[ -n "$said" ] || same "what was said of $orders" "$said" "a problem"
		case $said in *ERROR*) same "what was said of $orders" "$said" "a problem" ;; esac
		same "kept of $orders" "$(query "select count(*) from farm.pending_orders where game_id = $game")" 0
	done
	same "ten thousand" "$(give "$fra" "array_fill('A par H'::text, array[10000])")" "more than 64 orders"
	same "null is none" "$(give "$fra" null)" ""
	same "an older snapshot" "$(as $web -c "begin isolation level repeatable read" \
		-c "select problem from web.submit_orders('$(key "$fra")', '{A par H}')")" \
		"submit orders in a transaction of isolation level read committed"
	same "links" "$(query "select count(*) from farm.links where game_id = $game")" 2
}

# Many at once, from many windows: one set of orders is kept, whole, and nobody waits for long.
test_many_at_once() {
	local i pids=()
	begin many
	for i in {1..12}; do
		give "$fra" "'{A par - $([ $((i % 2)) = 0 ] && echo bur || echo gas), A mar - $([ $((i % 2)) = 0 ] && echo spa || echo pie)}'" \
			>"$hostile_dir/said.$i" &
		pids+=($!)
	done
	wait "${pids[@]}"
	same "what they were told" "$(cat "$hostile_dir"/said.* | grep -v 'is held by another session of yours' || true)" ""
	case $(query "select orders from farm.pending_orders where game_id = $game") in
		'{"A par - bur","A mar - spa"}' | '{"A par - gas","A mar - pie"}') ;;
		*) same "kept" "$(query "select orders from farm.pending_orders where game_id = $game")" "one of the two" ;;
	esac
}

# A session that holds its turn open stalls the game until a second after the deadline, and no longer.
test_open_transaction() {
	begin stall --deadline 4s
	session_open slow $web
	session_say slow "begin"
	session_say slow "select count(*) from web.submit_orders('$(key "$fra")', '{A par - bur}', true)"
	same "another window" "$(give "$fra" "'{A par - gas}'")" \
		"this turn is held by another session of yours, or is just being taken: try again"
	wait_for 20 holds "farm.turns_lapse() >= 0 and state = 'pending' from farm.games where id = $game"
	session_close slow
	same "taken" "$(query "select orders from farm.taken_orders where game_id = $game and power = 2")" ""
}

run_tests
