#!/bin/bash
# several_servers: proves what doc/scale.md says of more than one server: all that reads works on a streaming replica, all that
# writes says where to go; and deploy/many_farms.sql shows farms of several servers as one.
#
# A server, a replica of it, and a server with another farm; and PgBouncer before the first one, where it is installed. SEED=1
# draws the games.
. tests/suite.sh
. tests/hosts.sh

hosts_make
north="host=$data dbname=postgres user=$(id -un)" south="host=$data port=5434 dbname=postgres user=$(id -un)"
replica="host=$data port=5433 dbname=postgres user=$(id -un)"
on() { "$B/aresctl" --quiet -d "$@"; }
ask() { psql -XqAt -v ON_ERROR_STOP=1 -d "$@"; }
others_stop() {
	local name
	for name in replica south; do
		[ ! -e "$data/$name/postmaster.pid" ] || as_server "$bin/pg_ctl" stop -D "$data/$name" -m immediate >/dev/null
	done
	hosts_end
}
trap others_stop EXIT

# farm_make CONNINFO NAME: a farm with a tournament of that name, played.
farm_make() {
	on "$1" init >/dev/null
	on "$1" tournament create "$2" --games 6 --seats dumbbot,random --seed "$SEED"
	"$B/aresd" -d "$1" --until-done 2>/dev/null
}
farm_make "$north" cup

replica_start() {
	as_server "$bin/pg_basebackup" -d "$north" -D "$data/replica" -R --checkpoint=fast --no-sync
	as_server "$bin/pg_ctl" start -D "$data/replica" -l "$data/replica.log" -w -o '-p 5433' >/dev/null
}
has_caught_up() { [ "$(ask "$replica" -c 'select pg_last_wal_replay_lsn()' | tr -d ' ')" = "$(ask "$north" -c 'select pg_current_wal_lsn()')" ]; }

# same_on WORDS...: the command says the same on the replica as on its server.
same_on() { same "$*" "$(on "$replica" "$@" 2>&1)" "$(on "$north" "$@" 2>&1)"; }

test_replica_reads() {
	local work words
	work=$(mktemp -d)
	replica_start
	# what comes later arrives, too
	on "$north" tournament create later --games 4 --seats random,dumbbot --seed "$SEED"
	"$B/aresd" -d "$north" --until-done 2>/dev/null
	wait_for 30 has_caught_up
	for words in 'tournament list' 'tournament status cup' 'tournament digest later' 'query standings cup' 'query ratings cup' \
		'query progress later' 'query thesis/table_4 cup' 'show cup/1' 'rate cup' 'workers' 'role list'; do
		same_on $words
	done
	same verify "$(on "$replica" verify | tail -1)" "$(on "$north" verify | tail -1)"
	on "$replica" export cup >"$work/games"
	same "games exported" "$(wc -l <"$work/games")" 6
	on "$replica" report -o "$work/report.html" cup
	grep -q '</html>' "$work/report.html"
	on "$replica" watch cup </dev/null >"$work/watch" 2>&1 || { cat "$work/watch"; return 1; }
}

# Every command that writes ends with one line, which says where to go.
test_replica_refuses_writes() {
	local words
	for words in 'tournament create other --games 1 --seats random,random' 'tournament pause cup' 'tournament drop --yes cup' \
		'tournament cancel cup' 'game retry 1' 'init' 'role create reader nobody'; do
		refused 'takes no writes, as a standby of another: connect to the one that does' on "$replica" $words
	done
	refused 'takes no writes' "$B/aresd" -d "$replica" --until-done
	same "games of the replica" "$(on "$replica" tournament digest cup)" "$(on "$north" tournament digest cup)"
}

# add NAME CONNINFO-WORDS...: puts a farm into the database farms of the first server.
add() {
	local name=$1 port=$2
	shift 2
	psql -Xq -d "host=$data dbname=farms user=$(id -un)" -v farm="$name" -v host="$data" -v port="$port" -v dbname=postgres \
		-v user="$(id -un)" "$@" -f deploy/many_farms.sql
}
farms() { ask "host=$data dbname=farms user=$(id -un)" -c "$1"; }

test_many_farms() {
	as_server "$bin/initdb" -D "$data/south" -U "$(id -un)" --auth=trust --encoding=UTF8 --no-locale --no-sync >/dev/null
	as_server "$bin/pg_ctl" start -D "$data/south" -l "$data/south.log" -w \
		-o "-p 5434 -c fsync=off -c listen_addresses='' -c unix_socket_directories=$data" >/dev/null
	farm_make "$south" cup
	ask "$north" -c 'create database farms'
	add north 5432
	add south 5434
	same farms "$(farms "select string_agg(farm || ' ' || tournament || ' ' || finished, ', ' order by farm, tournament)
		from farms.progress where tournament = 'cup'")" "north cup 6, south cup 6"
	# the same seed gives the same games, on any server
	same standings "$(farms "select string_agg(concat_ws(' ', player, games, points, wins), ', ' order by player) from farms.standings
		where tournament = 'cup' and farm = 'north'")" \
		"$(farms "select string_agg(concat_ws(' ', player, games, points, wins), ', ' order by player) from farms.standings
			where tournament = 'cup' and farm = 'south'")"
	same "seats" "$(farms "select count(*) from farms.results where tournament = 'cup'")" 84
	farms "select count(*) from farms.orders where tournament_id = 1 and phase = 0" >/dev/null
	# again, and one taken out
	add north 5432
	same "farms twice" "$(farms "select count(distinct farm) from farms.progress")" 2
	farms 'drop server farm_south cascade' 2>/dev/null
	add north 5432
	same "farms left" "$(farms "select string_agg(distinct farm, ' ') from farms.progress")" north
	add south 5434
}

# What cannot be added leaves all as it was.
test_farm_that_is_not_there() {
	local said
	! said=$(add west 5999 2>&1) || return 1
	case $said in *"could not connect to server"*) ;; *) same said "$said" "...could not connect..." ;; esac
	! said=$(add "We'st" 5432 2>&1) || return 1
	case $said in *"lower-case letters, digits"*) ;; *) same said "$said" "...a name..." ;; esac
	same "farms left" "$(farms "select string_agg(distinct farm, ' ' order by farm) from farms.progress")" "north south"
}

# pgbouncer_start MODE: PgBouncer before the first server; pooled leads there.
pgbouncer_start() {
	local here=$data/bouncer-$1
	mkdir "$here"
	cat >"$here/ini" <<-END
		[databases]
		postgres = host=$data port=5432 dbname=postgres
		[pgbouncer]
		unix_socket_dir = $here
		listen_port = 6432
		listen_addr =
		pool_mode = $1
		auth_type = trust
		auth_file = $here/users
		max_client_conn = 50
		default_pool_size = 20
		logfile = $here/log
		pidfile = $here/pid
	END
	echo "\"$(id -un)\" \"\"" >"$here/users"
	[ "$(id -u)" -ne 0 ] || chown -R postgres "$here"
	as_server "$(command -v pgbouncer)" -q "$here/ini" 2>/dev/null &
	wait_for 10 test -S "$here/.s.PGSQL.6432" -a -s "$here/pid"
	trap "kill -INT $(cat "$here/pid"); wait_for 10 eval '! kill -0 $(cat "$here/pid") 2>/dev/null'" EXIT
	pooled="host=$here port=6432 dbname=postgres user=$(id -un)"
}

test_pgbouncer_by_session() {
	command -v pgbouncer >/dev/null || skip "pgbouncer is not installed"
	pgbouncer_start session
	on "$pooled" tournament create pooled --games 6 --seats dumbbot,random --seed "$SEED"
	"$B/aresd" -d "$pooled" --workers 2 --until-done 2>"$data/pooled.log"
	same log "$(went_wrong "$data/pooled.log")" ""
	same digests "$(on "$pooled" tournament digest pooled)" "$(on "$north" tournament digest cup)"
	"$B/aresweb" -d "$pooled" --listen 127.0.0.1:0 >"$data/web" 2>/dev/null &
	local web=$!
	wait_for 10 grep -q listening "$data/web"
	kill $web
}

test_pgbouncer_by_transaction() {
	command -v pgbouncer >/dev/null || skip "pgbouncer is not installed"
	pgbouncer_start transaction
	refused 'use pool_mode = session' on "$pooled" tournament list
	refused 'use pool_mode = session' "$B/aresd" -d "$pooled" --until-done
	refused 'use pool_mode = session' "$B/aresweb" -d "$pooled" --listen 127.0.0.1:0
}

run_tests
