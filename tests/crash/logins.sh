#!/bin/bash
# logins: proves that owner, workers, readers and players can log in by TCP with passwords: over SCRAM and TLS, without any
# password in a log or a command line, each with the rights of its role and no more.
#
# Makes a server with a certificate and a role for each of them. SEED=1 draws the games; passwords are new every time.
. tests/suite.sh

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
bin=${bin:-$(pg_config --bindir)}
data=$(mktemp -d)
chmod 755 "$data"
port=$(perl -MIO::Socket::INET -e 'print IO::Socket::INET->new(LocalAddr => "127.0.0.1", Listen => 1)->sockport')
here="host=127.0.0.1 port=$port dbname=aresfarm"
export PGPASSFILE=$data/passwords
logins=(aresfarm aresd aresd2 analyst alice)

# as_server COMMAND...: as the server's user.
as_server() {
	local command=("$@")
	[ "$(id -u)" -ne 0 ] || command=(setpriv --reuid postgres --regid postgres --clear-groups "${command[@]}")
	(cd / && exec "${command[@]}")
}
admin() {
	"$bin/psql" -XqAt -v ON_ERROR_STOP=1 -d "host=$data port=$port dbname=${database:-aresfarm} user=$(id -un)" "$@"
}

# by ROLE COMMAND...: runs the command logged in as that role. with OPTIONS by ...: with these in the connection string.
by() {
	local CONNINFO="$here user=$1 ${options:-}"
	shift
	"$@"
}
with() {
	local options=$1
	shift
	"$@"
}

# start OPTION...: starts aresd, logged in as role aresd; daemon is its process.
start() {
	"$B/aresd" -d "$here user=aresd" "$@" 2>"$data/aresd.log" &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true' EXIT
}

certificate() {
	openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$1" -addext "subjectAltName=$2" \
		-keyout "$data/$1.key" -out "$data/$1.crt" 2>/dev/null
}

set_up() {
	local login
	certificate server IP:127.0.0.1
	certificate other IP:127.0.0.1
	[ "$(id -u)" -ne 0 ] || chown postgres "$data" "$data/server.key"
	as_server "$bin/initdb" -D "$data/pg" -U "$(id -un)" --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 \
		--no-locale --no-sync >/dev/null
	cat >>"$data/pg/postgresql.conf" <<-END
		listen_addresses = '127.0.0.1'
		port = $port
		unix_socket_directories = '$data'
		fsync = off
		ssl = on
		ssl_cert_file = '$data/server.crt'
		ssl_key_file = '$data/server.key'
		log_connections = on
	END
	as_server "$bin/pg_ctl" start -D "$data/pg" -l "$data/log" -w >/dev/null
	(
		umask 077
		for login in "${logins[@]}"; do
			echo "127.0.0.1:$port:aresfarm:$login:geheim$(od -An -N12 -tx1 /dev/urandom | tr -d ' \n')"
		done >"$PGPASSFILE"
	)
	# as deploy/README.md has it
	sed -n 's/^[^:]*:[^:]*:[^:]*:\(.*\):\(.*\)/create role \1 login password '\''\2'\'';/p' "$PGPASSFILE" |
		database=postgres admin -f -
	database=postgres admin -c 'create database aresfarm owner aresfarm' -c 'revoke all on database aresfarm from public'
}
tear_down() {
	as_server "$bin/pg_ctl" stop -D "$data/pg" -m immediate >/dev/null 2>&1 || true
	rm -rf "$data"
}
trap tear_down EXIT
set -e
set_up
set +e

# quiet FILE: the log has lines, and none of them has a password.
quiet() {
	same "lines with a password in $1" "$(grep -c geheim "$1" || true)" 0
	[ -s "$1" ]
}

# An owner that may not create roles gets a farm without them and is told so. Once the roles are there, init grants them
# their rights.
test_owner_without_createrole() {
	local said
	said=$(by aresfarm ctl init 2>&1)
	grep -q 'WARNING:  there is no role farm_agent, farm_daide, farm_reader, farm_web, farm_worker, and aresfarm may not create it' <<<"$said"
	grep -q 'HINT:  have "create role farm_agent" done and the like, then aresctl init' <<<"$said"
	by aresfarm ctl tournament create first --games 1 --seats random,random
	by aresfarm aresd --until-done
	by aresfarm ctl verify first | grep -q 'all agree'
	admin -c 'create role farm_worker' -c 'create role farm_reader' -c 'create role farm_agent' -c 'create role farm_web' \
		-c 'create role farm_daide' \
		-c 'grant farm_worker to aresd, aresd2' -c 'grant farm_reader to analyst' -c 'grant farm_agent to alice' \
		-c 'grant connect on database aresfarm to farm_worker, farm_reader, farm_agent, farm_web, farm_daide'
	refused "permission denied for schema farm" by aresd aresd --until-done
	same "what init says then" "$(by aresfarm ctl init 2>&1)" ""
	same "the owner" "$(admin -c "select rolsuper or rolcreaterole from pg_roles where rolname = 'aresfarm'")" f
}

sessions() {
	admin -c "select count(*), bool_and(s.ssl) from pg_stat_activity a join pg_stat_ssl s using (pid) where usename = '$1'"
}

# Every connection uses SCRAM and, by default, TLS. Nothing that others can see has a password in it.
test_worker_by_scram_over_tls() {
	local process
	by aresfarm ctl tournament create tls --games 400 --seats "$seats" --seed "$SEED"
	start --workers 2 --batch 4
	wait_for 20 eval '[ "$(sessions aresd)" = "3|t" ]'
	wait_for 20 by analyst holds "finished > 0 from farm.progress where tournament = 'tls'"
	same "processes" "$(pgrep -P $daemon | wc -l)" 2
	for process in $daemon $(pgrep -P $daemon); do
		same "passwords in its command line" "$(tr '\0' ' ' <"/proc/$process/cmdline" | grep -c geheim || true)" 0
		grep -qz "user=aresd" "/proc/$process/cmdline"
	done
	same "passwords among what is asked" "$(admin -c "select count(*) from pg_stat_activity where query like '%geh' || 'eim%'")" 0
	by aresfarm ctl tournament cancel tls >/dev/null
	kill -TERM $daemon
	wait $daemon
	same "what it logged" "$(went_wrong "$data/aresd.log" | grep -v 'was taken from worker' || true)" ""
	by analyst ctl verify --players tls | grep -q 'all agree'
	quiet "$data/log"
	grep -q 'connection authenticated: identity="aresd" method=scram-sha-256' "$data/log"
	same "methods but SCRAM" "$(grep 'connection authenticated' "$data/log" | grep -vc scram-sha-256 || true)" 0
	same "logins without TLS" "$(grep 'connection authorized: user=a' "$data/log" | grep -vc 'SSL enabled' || true)" 0
}

# sslmode: verify-full connects only to the right certificate, require only over TLS; prefer, the default, also without.
test_sslmode() {
	local said
	with "sslmode=verify-full sslrootcert=$data/server.crt" by aresd holds true
	with "sslmode=verify-full sslrootcert=$data/other.crt" refused "certificate verify failed" by aresd aresd --until-done
	with sslmode=disable by analyst holds "not ssl from pg_stat_ssl where pid = pg_backend_pid()"
	by analyst holds "ssl from pg_stat_ssl where pid = pg_backend_pid()"
	admin -c 'alter system set ssl = off' -c 'select pg_reload_conf()'
	wait_for 5 with sslmode=require refused "server does not support SSL" by aresd aresd --until-done
	with sslmode=require refused "server does not support SSL" by analyst ctl tournament list
	by analyst holds "not ssl from pg_stat_ssl where pid = pg_backend_pid()"
	admin -c 'alter system reset ssl' -c 'select pg_reload_conf()'
	wait_for 5 with sslmode=require by analyst holds "ssl from pg_stat_ssl where pid = pg_backend_pid()"
}

# A wrong password and a missing one are reported in one line, which does not repeat the password.
test_wrong_password() {
	local status=0
	sed 's/:\(geheim[^:]*\)$/:un\1/' "$PGPASSFILE" >"$data/wrong"
	chmod 600 "$data/wrong"
	PGPASSFILE=$data/wrong refused 'password authentication failed for user "aresd"' by aresd aresd --until-done
	PGPASSFILE=$data/wrong refused 'password authentication failed for user "aresd"' by aresd ctl tournament list
	install -m 600 /dev/null "$data/empty"
	PGPASSFILE=$data/empty refused "no password supplied" by aresd aresd --until-done
	PGPASSFILE=$data/wrong by aresd aresd --log json 2>"$data/wrong.log" || status=$?
	same status $status 2
	quiet "$data/wrong.log"
	PGPASSWORD=geheimnis refused 'password authentication failed' by aresd aresd --until-done
	PGPASSWORD=geheimnis by aresd aresd 2>"$data/wrong.log" || true
	quiet "$data/wrong.log"
	quiet "$data/log"
}

# sleeper NAME: makes a tournament, and a session of role aresd that claims its game and sleeps while it holds the lock.
sleeper() {
	by aresfarm ctl tournament create "$1" --games 1 --seats random,random
	(
		by aresd ctl psql -Xq -v ON_ERROR_STOP=1 -c "insert into farm.workers (host, pid, supervisor) values ('$1', 1, 0)" \
			-c "select * from farm.games_claim((select id from farm.workers where host = '$1'), 8)" -c begin \
			-c "select farm.batch_write(id, false, claims, '{1}', '{}', '{}') from farm.workers where host = '$1'" \
			-c 'select pg_sleep(60)' >/dev/null 2>&1 || true
	) &
	wait_for 10 eval "[ \"\$(admin -c \"select count(*) from pg_stat_activity a join farm.workers w on w.backend = a.pid
		where w.host = '$1' and a.query = 'select pg_sleep(60)' and a.backend_xid is not null\")\" = 1 ]"
}

# Recovery ends a session that sleeps while it holds a game's lock. It can do so when the session has the same role, or when
# its own role may signal others.
test_recovery_among_roles() {
	local recover="set statement_timeout = '10s'; select farm.workers_recover('1 hour')"
	sleeper same-role
	same "by the same role" "$(by aresd query "$recover")" 1
	by aresfarm ctl tournament cancel same-role >/dev/null
	sleeper another-role
	by aresd2 query "$recover" 2>"$data/said" && return 1
	grep -q 'canceling statement due to lock timeout' "$data/said"
	admin -c 'grant pg_read_all_stats to aresd2'
	by aresd2 query "$recover" 2>"$data/said" && return 1
	grep -q "sleeps in a game's lock, and aresd2 may not end it" "$data/said"
	admin -c 'grant pg_signal_backend to aresd2'
	same "by a role that may signal" "$(by aresd2 query "$recover")" 1
	wait
	by aresfarm ctl tournament cancel another-role >/dev/null
}

# A reader and an external player, each with a login of its own.
test_reader_and_agent() {
	local said
	by aresfarm ctl tournament create outside --games 1 --seats 'random,random,@alice,random,random,random,random' \
		--rules standard --rounds 2 --diplomatic-time 1h
	start --workers 1
	by alice wait_for 10 holds "count(*) = 1 from api.my_turns"
	same "France's orders" "$(by alice query "select count(problem) from api.submit_orders(
		(select game from api.my_turns), '{A par H, A mar H, F bre H}')")" 0
	by analyst wait_for 10 holds "count(*) = 1 from farm.played_orders where tournament = 'outside'"
	by aresfarm ctl tournament cancel outside
	for said in "by alice query 'select * from farm.boards'" "by analyst query 'select * from farm.turns'" \
		"by analyst query 'update farm.games set winner = 0'" "by aresd query 'update farm.boards set owners = null'" \
		"by aresd query 'set role aresfarm'" "by alice query 'set role farm_worker'"; do
		eval "$said" >"$data/said" 2>&1 && same "$said" "$(cat "$data/said")" "permission denied"
		grep -q 'permission denied' "$data/said"
	done
}

run_tests
