#!/bin/bash
# tls: proves that aresd and aresctl speak only to the right server where sslmode=verify-full asks for it. They say what is
# wrong with another, and aresd goes on once it is mended.
#
# Makes a server whose certificate is of a CA of its own. SEED=1 draws the games.
. tests/suite.sh

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
bin=${bin:-$(pg_config --bindir)}
data=$(mktemp -d)
chmod 755 "$data"
port=$(perl -MIO::Socket::INET -e 'print IO::Socket::INET->new(LocalAddr => "127.0.0.1", Listen => 1)->sockport')
anyhow="host=localhost hostaddr=127.0.0.1 port=$port dbname=postgres user=$(id -un) sslmode=disable"
CONNINFO="${anyhow/disable/verify-full} sslrootcert=$data/ca.crt"

as_server() {
	local command=("$@")
	[ "$(id -u)" -ne 0 ] || command=(setpriv --reuid postgres --regid postgres --clear-groups "${command[@]}")
	(cd / && exec "${command[@]}")
}

# authority NAME: makes a CA.
authority() {
	openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$1" -keyout "$data/$1.key" -out "$data/$1.crt" 2>/dev/null
}

# certify HOST [CA [SECONDS]]: gives the server a certificate of the CA for that host, made so many seconds ago and valid for a
# day. Sessions that are open go on; new ones see it.
certify() {
	local host=$1 ca=${2:-ca}
	openssl req -newkey rsa:2048 -nodes -subj "/CN=$host" -keyout "$data/new.key" -out "$data/new.csr" 2>/dev/null
	CLOCK_OFF=-${3:-0} LD_PRELOAD=$B/clock.so ASAN_OPTIONS=verify_asan_link_order=0 openssl x509 -req -in "$data/new.csr" -days 1 \
		-CA "$data/$ca.crt" -CAkey "$data/$ca.key" -CAcreateserial -out "$data/new.crt" 2>/dev/null \
		-extfile <(echo "subjectAltName=DNS:$host")
	[ "$(id -u)" -ne 0 ] || chown postgres "$data/new.key"
	mv "$data/new.crt" "$data/server.crt"
	mv "$data/new.key" "$data/server.key"
	[ ! -e "$data/pg/postmaster.pid" ] || as_server "$bin/pg_ctl" reload -D "$data/pg" >/dev/null
}
set_up() {
	authority ca
	authority stranger
	[ "$(id -u)" -ne 0 ] || chown postgres "$data"
	certify localhost
	as_server "$bin/initdb" -D "$data/pg" -U "$(id -un)" --auth=trust --encoding=UTF8 --no-locale --no-sync >/dev/null
	cat >>"$data/pg/postgresql.conf" <<-END
		listen_addresses = '127.0.0.1'
		port = $port
		unix_socket_directories = ''
		fsync = off
		ssl = on
		ssl_cert_file = '$data/server.crt'
		ssl_key_file = '$data/server.key'
	END
	as_server "$bin/pg_ctl" start -D "$data/pg" -l "$data/log" -w >/dev/null
}
tear_down() {
	as_server "$bin/pg_ctl" stop -D "$data/pg" -m immediate >/dev/null 2>&1 || true
	rm -rf "$data"
}
trap tear_down EXIT
set -e
set_up
ctl init >/dev/null
set +e

# both_refused PATTERN: both programs end with status 2 and this line.
both_refused() {
	wait_for 5 refused "$1" aresd --until-done
	refused "$1" ctl tournament list
}

test_right_server() {
	ctl tournament create right --games 4 --seats random,random --seed "$SEED"
	aresd --until-done
	ctl verify right | grep -q 'all agree'
	holds "ssl from pg_stat_ssl where pid = pg_backend_pid()"
}

test_expired() {
	certify localhost ca 172800
	both_refused "certificate verify failed: it has expired, or no CA of sslrootcert has signed it"
}

test_unknown_ca() {
	certify localhost stranger
	both_refused "certificate verify failed: it has expired, or no CA of sslrootcert has signed it"
}

test_other_host() {
	certify elsewhere.example
	both_refused 'server certificate for "elsewhere.example" does not match host name "localhost"'
}

# The certificate expires while aresd plays. Its sessions go on. Then they end. It tries again, less and less often, and says
# why. When the certificate is renewed, it goes on.
test_expires_meanwhile() {
	local undisturbed lines workers
	certify localhost
	wait_for 5 holds true
	for name in undisturbed meanwhile; do
		ctl tournament create $name --games 32 --seats 'ares(depth=2,age=20),random' --seed "$SEED"
		[ $name = meanwhile ] || undisturbed=$(play undisturbed)
	done
	"$B/aresd" -d "$CONNINFO" --until-done --workers 2 --batch 4 2>"$data/aresd.log" &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true' EXIT
	wait_for 20 holds "count(*) > 20 from farm.boards b join farm.tournaments t on t.id = tournament_id where name = 'meanwhile'"
	workers=$(pgrep -P $daemon)
	kill -STOP $workers # else they might be done before the certificate is
	certify localhost ca 172800
	wait_for 5 refused "certificate verify failed" ctl tournament list
	CONNINFO=$anyhow holds "count(pg_terminate_backend(pid)) = 3 from pg_stat_activity where application_name like 'aresd%'"
	kill -CONT $workers
	wait_for 5 grep -q 'trying again: .*certificate verify failed' "$data/aresd.log"
	sleep 2
	kill -0 $daemon
	lines=$(wc -l <"$data/aresd.log")
	[ "$lines" -ge 4 ] && [ "$lines" -lt 30 ] || same "lines it logged" "$lines" "4 to 30"
	certify localhost
	wait $daemon
	same digests "$(digests meanwhile)" "$undisturbed"
	ctl verify meanwhile | grep -q 'all agree'
}

test_no_root_certificate() {
	certify localhost
	CONNINFO="$CONNINFO sslrootcert=$data/none.crt" refused "root certificate file \"$data/none.crt\" does not exist" \
		aresd --until-done
}

test_no_tls() {
	sed -i 's/^ssl = on/ssl = off/' "$data/pg/postgresql.conf"
	as_server "$bin/pg_ctl" reload -D "$data/pg" >/dev/null
	both_refused "server does not support SSL"
	sed -i 's/^ssl = off/ssl = on/' "$data/pg/postgresql.conf"
	as_server "$bin/pg_ctl" reload -D "$data/pg" >/dev/null
	wait_for 5 ctl tournament list
}

run_tests
