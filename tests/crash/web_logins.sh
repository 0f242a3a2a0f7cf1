#!/bin/bash
# web_logins: proves that people log in to aresweb with roles of the database, and play their own seats and no others; that
# nobody else gets in, whatever he sends, and hears why; that a session ends when it must; and that neither passwords nor
# cookies stand in a log.
#
# Makes a server that wants passwords (SCRAM). SEED=1 draws the game; passwords are new every time.
. tests/suite.sh
. tests/pages.sh
. tests/serve.sh

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
bin=${bin:-$(pg_config --bindir)}
data=$(mktemp -d)
chmod 755 "$data"
folder=$data/web
mkdir "$folder"
db_port=$(perl -MIO::Socket::INET -e 'print IO::Socket::INET->new(LocalAddr => "127.0.0.1", Listen => 1)->sockport')
CONNINFO="host=$data port=$db_port dbname=aresfarm user=$(id -un)"
draw() { echo "geheim$(od -An -N12 -tx1 /dev/urandom | tr -d ' \n')"; }
alice=$(draw) bob=$(draw) odd="$(draw) ä+%25&=\"'\\;\`\$(x)€" others=$(draw) webs=$(draw)

# as_server COMMAND...: as the server's user.
as_server() {
	local command=("$@")
	[ "$(id -u)" -ne 0 ] || command=(setpriv --reuid postgres --regid postgres --clear-groups "${command[@]}")
	(cd / && exec "${command[@]}")
}
admin() { "$bin/psql" -XqAt -v ON_ERROR_STOP=1 -d "$CONNINFO" "$@"; }
server() { as_server "$bin/pg_ctl" "$1" -D "$data/pg" -l "$data/log" -w -m fast >/dev/null; }

set_up() {
	[ "$(id -u)" -ne 0 ] || chown postgres "$data"
	as_server "$bin/initdb" -D "$data/pg" -U "$(id -un)" --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 \
		--no-locale --no-sync >/dev/null
	{ echo "host all trusted 127.0.0.1/32 trust"; cat "$data/pg/pg_hba.conf"; } >"$data/hba"
	as_server cp "$data/hba" "$data/pg/pg_hba.conf"
	cat >>"$data/pg/postgresql.conf" <<-END
		listen_addresses = '127.0.0.1'
		port = $db_port
		unix_socket_directories = '$data'
		fsync = off
		log_connections = on
		log_statement = all
	END
	server start
	"$bin/psql" -XqAt -d "host=$data port=$db_port dbname=postgres user=$(id -un)" -c 'create database aresfarm'
	ctl init
	admin -c "create role aresweb login password '$webs' in role farm_web" \
		-c "create role alice login password '$alice' in role farm_agent connection limit 4" \
		-c "create role bob login password '$bob' in role farm_agent" \
		-c "create role \"Ödd 'name\" login password \$_\$$odd\$_\$ in role farm_agent" \
		-c "create role trusted login password '$others' in role farm_agent" \
		-c "create role reader login password '$others' in role farm_reader" \
		-c "create role nobody login password '$others'" \
		-c "create role boss superuser login password '$others' in role farm_agent" \
		-c "create role maker createrole login password '$others' in role farm_agent" \
		-c "create role worker login password '$others' in role farm_agent, farm_worker" \
		-c "create role heir login password '$others' in role farm_agent, \"$(id -un)\"" \
		-c "create role barred nologin password '$others' in role farm_agent" \
		-c "create role late login password '$others' valid until '2020-01-01' in role farm_agent"
	install -m 600 /dev/null "$data/pass"
	echo "127.0.0.1:$db_port:aresfarm:aresweb:$webs" >"$data/pass"
	ctl -q game create table --hints --seats '@alice,random,@bob,random,random,random,random' --seed "$SEED" >/dev/null
	game=$(query "select id from farm.games")
	"$B/aresd" -d "$CONNINFO" --workers 1 2>/dev/null &
	daemon=$!
	wait_for 20 holds "asked is not null from farm.games"
}
tear_down() {
	[ -z "${daemon:-}" ] || kill -KILL "$daemon" 2>/dev/null || true
	as_server "$bin/pg_ctl" stop -D "$data/pg" -m immediate >/dev/null 2>&1 || true
	rm -rf "$data"
}
trap tear_down EXIT
set -e
set_up
set +e

# start OPTION...: starts aresweb for a test, with a role and a password.
start() {
	PGPASSFILE=$data/pass CONNINFO="host=127.0.0.1 port=$db_port dbname=aresfarm user=aresweb" serve --rate 0 "$@"
	trap 'kill -KILL $web 2>/dev/null || true' EXIT
}
stop() {
	serve_end
	cat "$folder/log" >>"$folder/all.log"
}

# web JAR PATH [CURL-OPTION...]: a request with the cookies of a jar, which takes those that come.
web() { curl -s --max-time 60 -b "$data/$1" -c "$data/$1" "${@:3}" "$url$2"; }
status() { web "$@" -o /dev/null -w '%{http_code}'; }
# form JAR PATH [CURL-OPTION...]: a form that a page of the server has sent.
form() { status "$1" "$2" -H "Origin: $url" "${@:3}"; }
login() { form "$1" /login --data-urlencode "name=$1" --data-urlencode "password=$2" "${@:3}"; }
# seat JAR POWER PATH [CURL-OPTION...]: a request to the table.
seat() { web "$1" "/seat/$3" -H "Seat: @$game/$2" "${@:4}"; }
# give JAR POWER JSON: hands in orders.
give() { seat "$1" "$2" orders -H 'Content-Type: application/json' -d "$3"; }
sessions() { admin -c "select count(*) from pg_stat_activity where usename = '$1' and datname is not null"; }
gone() { [ "$(sessions "$1")" = 0 ]; }

# ── in and out ──

test_login() {
	local head
	start
	rm -f "$data/alice"
	same "the form" "$(web alice /login | grep -oE 'autocomplete="[a-z-]*"|method="[a-z]*" action="[a-z/]*"' | tr '\n' ' ')" \
		'method="post" action="/login" autocomplete="username" autocomplete="current-password" '
	same "without a login" "$(web alice /me -o /dev/null -w '%{http_code} %{redirect_url}')" "303 $url/login"
	head=$(web alice /login -D - -o /dev/null -H "Origin: $url" --data-urlencode name=alice --data-urlencode "password=$alice" | tr -d '\r')
	grep -qx 'HTTP/1.1 303 See Other' <<<"$head"
	grep -qx 'Location: /me' <<<"$head"
	grep -qx 'Cache-Control: no-store' <<<"$head"
	grep -qxE "Set-Cookie: aresfarm-${url##*:}=[A-Za-z0-9_-]{24}; Path=/; HttpOnly; SameSite=Strict" <<<"$head"
	same "her page" "$(web alice /me | grep -oE '<b>[a-z]*</b>|<h2>[A-Za-z ]*</h2>|href="/seat#[^"]*"|none yet' | tr '\n' ' ')" \
		"<b>alice</b> <h2>Waiting for you</h2> href=\"/seat#@$game/AUS\" none yet "
	web alice /me -D - -o /dev/null | tr -d '\r' | grep -qx 'Cache-Control: no-store'
	same "the form again" "$(web alice /login -o /dev/null -w '%{http_code} %{redirect_url}')" "303 $url/me"
	same "her session" "$(sessions alice)" 1
	same "how it came" "$(admin -c "select application_name from pg_stat_activity where usename = 'alice'")" "aresweb login"
	cp "$data/alice" "$data/old"
	same "out" "$(form alice /logout -d '')" 303
	grep -q aresfarm "$data/alice" && return 1
	wait_for 5 gone alice
	same "the old cookie" "$(status old /me) $(seat old AUS state -o /dev/null -w '%{http_code}')" "303 401"
	stop
}

# Odd names and passwords get through as they are.
test_odd_password() {
	start
	same "odd" "$(form odd /login --data-urlencode "name=Ödd 'name" --data-urlencode "password=$odd")" 303
	web odd /me | grep -q "<b>Ödd &#39;name</b>\|<b>Ödd 'name</b>"
	same "a bit less" "$(form odd2 /login --data-urlencode "name=Ödd 'name" --data-urlencode "password=${odd%?}")" 403
	stop
}

# Whatever is wrong, the answer is the same page. The log tells why, and names nobody.
test_refused() {
	local who password page i=0 tries=()
	start
	page=$(web x /login -H "Origin: $url" -d name=alice -d password=wrong)
	grep -q 'The name or the password is wrong, or this role may not log in here' <<<"$page"
	# each hears it after a second or two: they come together
	while read -r who password; do
		curl -s --max-time 60 -H "Origin: $url" --data-urlencode "name=$who" --data-urlencode "password=$password" -c "$data/jar.$i" \
			-w '%{http_code}' "$url/login" >"$data/told.$i" &
		tries+=("$!" "$who")
		((++i))
	done <<-END
		alice ${alice}x
		Alice $alice
		alice $bob
		nosuchrole $others
		trusted $others
		trusted wrong
		reader $others
		nobody $others
		boss $others
		maker $others
		worker $others
		heir $others
		barred $others
		late $others
		aresweb $webs
		farm_agent $others
		dbname=postgres $others
		alice;host=evil $alice
	END
	for ((i = 0; i < ${#tries[@]} / 2; i++)); do
		wait "${tries[2 * i]}"
		same "what ${tries[2 * i + 1]} hears" "$(cat "$data/told.$i")" "$page"$'\n403'
		grep -q aresfarm "$data/jar.$i" && return 1
	done
	for who in alice trusted boss maker worker heir reader nobody; do gone $who; done
	grep -q 'the database refused a login' "$folder/log"
	grep -q 'a login was refused: the database lets this role in without a password' "$folder/log"
	grep -q "a login was refused: the role is no external player's" "$folder/log"
	same "names in the log" "$(grep -cE 'nosuchrole|maker|heir' "$folder/log" || true)" 0
	# no form at all
	same "half a form" "$(form x /login -d name=alice)" 400
	same "an empty password" "$(form x /login -d name=aresweb -d password=)" 400
	same "nothing" "$(form x /login -d '')" 400
	same "JSON" "$(form x /login -H 'Content-Type: application/json' -d '{}')" 415
	same "too much" "$(form x /login -d "name=alice&password=$(printf %01100d 0)")" 413
	stop
}

# A form that no page of ours has sent changes nothing.
test_forged() {
	local origin
	start
	for origin in 'X: x' 'Origin: null' 'Origin: http://evil.example' "Origin: ${url/http/https}" "Origin: $url.evil.example" \
		"Origin: http://127.0.0.1" 'Sec-Fetch-Site: cross-site' 'Sec-Fetch-Site: same-site' 'Sec-Fetch-Site: none'; do
		same "$origin" "$(status f /login -H "$origin" -d name=alice -d "password=$alice")" 403
	done
	same "its own site decides" "$(status f /login -H 'Sec-Fetch-Site: cross-site' -H "Origin: $url" -d name=alice -d "password=$alice")" 403
	same "the site" "$(status alice /login -H 'Sec-Fetch-Site: same-origin' -H 'Origin: null' -d name=alice -d "password=$alice")" 303
	same "a forged way out" "$(status alice /logout -d '' -H 'Origin: http://evil.example')" 403
	same "by a link" "$(status alice /logout)" 405
	same "still in" "$(status alice /me)" 200
	# a request to the table needs a field that no form can send
	same "no field" "$(status alice /seat/state)" 403
	stop
}

# ── playing ──

test_plays() {
	local orders='{"orders":["A vie - gal","A bud - ser","F tri - alb"],"final":true,"phase":"S1901M"}'
	start
	same "alice" "$(login alice "$alice")" 303
	same "bob" "$(login bob "$bob")" 303
	seat alice AUS state >"$data/state"
	grep -q '"phase":"S1901M"' "$data/state"
	grep -q '"A vie - gal"' "$data/state"
	seat alice AUS board >"$data/before"
	grep -q '"shapes":"<' "$data/before"
	same "another's seat" "$(seat alice FRA state -w ' %{http_code}' | tr -d '\n')" '{"error":"Your role has no such seat"} 403'
	same "another's orders" "$(seat alice FRA orders -H 'Content-Type: application/json' -d "$orders" -o /dev/null -w '%{http_code}')" 403
	same "no seat" "$(web alice /seat/state -H "Seat: @$((game + 1))/AUS" -o /dev/null -w '%{http_code}')" 403
	same "nobody" "$(web none /seat/state -H "Seat: @$game/AUS" -w ' %{http_code}' | tr -d '\n')" '{"error":"You have not logged in"} 401'
	same "another cookie" "$(web none /seat/state -H "Seat: @$game/AUS" -b "aresfarm-${url##*:}=AAAAAAAAAAAAAAAAAAAAAAAA" -o /dev/null -w '%{http_code}')" 401
	seat alice AUS hint -H 'Content-Type: application/json' -d '{"phase":"S1901M"}' | grep -q '"player":"ares","orders":\["[AF] '
	same "a host's" "$(seat alice AUS links -o /dev/null -w '%{http_code}')" 403
	give alice AUS '{"orders":["A vie - par"]}' | grep -q '"problem" : "it cannot go to par"'
	give alice AUS '{"orders":["A vie - gal","A bud - ser","F tri - alb"]}' | grep -q '"board":{"phase":"S1901M"'
	# all are there, and not final: the farm waits; she waits for bob
	seat alice AUS board >"$data/after"
	[ "$(wc -c <"$data/after")" -gt "$(wc -c <"$data/before")" ] # her arrows
	same "what she is told of bob's" "$(give bob FRA '{"orders":["A par - pic"],"final":false}' >/dev/null
		seat alice AUS state | grep -c 'A par - pic' || true)" 0
	give alice AUS "$orders" | grep -q '"problem" : null'
	same "taken back" "$(seat alice AUS reopen -H 'Content-Type: application/json' -d '{"phase":"S1901M"}' | tr -d '\n')" '{"problem":null}'
	give alice AUS "$orders" >/dev/null
	web alice /me | grep -q '<td>final</td>\|Going on'
	# she waits, and is told when bob is done
	tag=$(seat alice AUS state | grep -o '"tag":"[^"]*"' | cut -d'"' -f4)
	[ -n "$tag" ]
	seat alice AUS "state?seen=$tag" >"$data/next" &
	waiting=$!
	sleep 1
	kill -0 $waiting
	give bob FRA '{"orders":["A par - pic"],"final":true}' | grep -q '"problem" : null'
	ends 15 $waiting
	! grep -qF "$tag" "$data/next"
	wait_for 20 holds "farm.phase_name(asked) = 'F1901M' from farm.games"
	same "what was played" "$(query "select string_agg(text, '; ' order by text) from farm.orders where power = 'AUS'")" \
		'A bud - ser; A vie - gal; F tri - alb'
	seat alice AUS state | grep -q '"phases":\["S1901M"\]'
	same "an old phase" "$(seat alice AUS orders -H 'Content-Type: application/json' -d "$orders" -o /dev/null -w '%{http_code}')" 409
	stop
}

# ── the end of a session ──

test_idle() {
	start --idle 2s
	same "in" "$(login alice "$alice")" 303
	same "still" "$(status alice /me)" 200
	tag=$(seat alice AUS state | grep -o '"tag":"[^"]*"' | cut -d'"' -f4)
	# a table that only waits is nobody
	seat alice AUS "state?seen=$tag" -w ' %{http_code}' | tr -d '\n' >"$data/next"
	same "out" "$(cat "$data/next")" '{"error":"You have not logged in"} 401'
	wait_for 5 gone alice
	same "her page" "$(status alice /me)" 303
	stop
}

# A role has two sessions: a third login ends the oldest. All have as many as --logins says.
test_many() {
	start --logins 3
	same "thrice" "$(for i in 1 2 3; do form alice$i /login -d name=alice -d "password=$alice"; done)" 303303303
	same "the first" "$(status alice1 /me) $(status alice2 /me) $(status alice3 /me)" "303 200 200"
	same "bob" "$(login bob "$bob")" 303
	same "one too many" "$(form odd /login --data-urlencode "name=Ödd 'name" --data-urlencode "password=$odd")" 503
	wait_for 5 eval '[ "$(sessions alice)" = 2 ]'
	form bob /logout -d '' >/dev/null
	same "then" "$(wait_for 5 gone bob; form odd /login --data-urlencode "name=Ödd 'name" --data-urlencode "password=$odd")" 303
	stop
	gone alice
	start --logins 0
	same "none" "$(status x /login) $(login alice "$alice") $(status x /me)" "403 403 403"
	stop
}

# Who is shut out of the database is shut out here with his next request; a new password holds from the next login on.
test_role_changes() {
	start
	for change in "drop role carol" "alter role carol nologin" "revoke farm_agent from carol" "alter role carol createrole" \
		"alter role carol valid until '2020-01-01'" "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'carol'"; do
		admin -c "create role carol login password '$others' in role farm_agent"
		same "in" "$(login carol "$others")" 303
		same "before: $change" "$(status carol /me)" 200
		admin -c "$change" >/dev/null
		same "after: $change" "$(status carol /me)" 303
		wait_for 5 gone carol
		same "again" "$(status carol /me)" 303
		admin -c 'drop role if exists carol'
	done
	same "in" "$(login alice "$alice")" 303
	admin -c "alter role alice password 'another'"
	same "the session goes on" "$(status alice /me)" 200
	same "the old password" "$(form x /login -d name=alice -d "password=$alice")" 403
	admin -c "alter role alice password '$alice'"
	stop
}

test_database_restarts() {
	start
	same "in" "$(login alice "$alice")" 303
	server stop
	same "away" "$(form x /login -d name=alice -d "password=$alice")" 503
	same "her session" "$(status alice /me)" 303
	server start
	same "it is over" "$(seat alice AUS state -o /dev/null -w '%{http_code}')" 401
	wait_for 20 eval '[ "$(login alice "$alice")" = 303 ]'
	same "anew" "$(seat alice AUS state -o /dev/null -w '%{http_code}')" 200
	stop
}

# ── guessing ──

# Whoever fails waits for the answer, and after twenty tries a minute. Others go on.
test_guessing() {
	local i codes
	start
	for i in {1..24}; do
		form x /login -d name=bob -d password=$i >"$data/code.$i" &
	done
	codes=$(for i in {1..24}; do wait_for 20 test -s "$data/code.$i"; cat "$data/code.$i"; echo; done | sort | uniq -c | awk '{print $1, $2}' | tr '\n' ' ')
	same "codes" "$codes" "20 403 4 429 "
	same "bob" "$(login bob "$bob")" 429
	same "alice" "$(login alice "$alice")" 303
	stop
	# by address, where addresses are told apart: whatever the role
	start --rate 1000
	for i in {1..24}; do
		form x /login -d name=r$i -d password=$i >"$data/code.$i" &
	done
	codes=$(for i in {1..24}; do wait_for 20 test -s "$data/code.$i"; cat "$data/code.$i"; echo; done | sort | uniq -c | awk '{print $1, $2}' | tr '\n' ' ')
	same "codes" "$codes" "20 403 4 429 "
	stop
}

# ── TLS ──

# By its name it is reached through a proxy. Only --tls says that nobody listens in between.
test_by_name() {
	local name=(-H 'Host: farm.example.org' -H 'Origin: https://farm.example.org')
	start --name farm.example.org
	same "in the open" "$(status x /login "${name[@]}") $(status x /login "${name[@]}" -d name=alice -d "password=$alice")" "403 403"
	stop
	start --name farm.example.org --tls
	same "by http" "$(status x /login "${name[@]}" -H 'X-Forwarded-Proto: http' -d name=alice -d "password=$alice")" 403
	same "by https" "$(web x /login "${name[@]}" -H 'X-Forwarded-Proto: https' -d name=alice -d "password=$alice" -D - -o /dev/null |
		tr -d '\r' | grep -cxE 'Set-Cookie: __Host-aresfarm=[A-Za-z0-9_-]{24}; Path=/; HttpOnly; SameSite=Strict; Secure')" 1
	same "the origin of http" "$(status x /login -H 'Host: farm.example.org' -H 'Origin: http://farm.example.org' -d name=alice -d "password=$alice")" 403
	same "here" "$(login alice "$alice")" 303
	stop
}

# ── in a browser ──

# A browser sends forms as browsers do; tests/pages/login.py.
test_in_a_browser() {
	start
	PASSWORD=$alice look login in_and_out "$url" alice
	stop
}

# ── secrets ──

test_nothing_in_logs() {
	local password secrets=()
	grep -q "alice has logged in" "$folder/all.log"
	for password in "$alice" "$bob" "$others" "${odd%% *}" "$webs"; do
		same "a password in aresweb's log" "$(grep -cF "$password" "$folder/all.log" || true)" 0
	done
	start
	login alice "$alice" >/dev/null
	secret=$(awk -v name="aresfarm-${url##*:}" '$6 == name {print $7}' "$data/alice")
	[ ${#secret} = 24 ]
	seat alice AUS state >/dev/null
	same "passwords in what others can see" "$(tr '\0' ' ' <"/proc/$web/cmdline" | grep -c geheim || true)" 0
	stop
	same "the cookie in a log" "$(cat "$folder/all.log" "$data/log" | grep -cF "$secret" || true)" 0
	# the server logs all statements; the first ones, by which the test has made the roles, have passwords
	same "passwords in the server's log" "$(grep -vE 'create role|alter role' "$data/log" | grep -c geheim || true)" 0
}

run_tests
