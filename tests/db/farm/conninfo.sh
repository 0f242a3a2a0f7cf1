#!/bin/bash
# conninfo: proves that what aresctl conninfo prints leads other programs to the same database, as a string of libpq and as
# a URL, and that it never holds a password.
. tests/suite.sh

test_leads_here() {
	local form
	for form in "" --url; do
		same "by conninfo $form" "$(psql -XAtd "$(ctl conninfo $form)" -c "select farm.games_left() is not null,
			(select system_identifier from pg_control_system()), current_database(), current_user")" \
			"$(query "select true, (select system_identifier from pg_control_system()), current_database(), current_user")"
	done
}

# What a string holds comes back, quoted where it must be.
test_forms() {
	local strange="host=a,b port=5432,5433 dbname='x y&z' user='o\\'h' sslmode=verify-full"
	same "string" "$("$B/aresctl" -d "$strange" conninfo)" \
		"user='o\\'h' dbname='x y&z' host=a,b port=5432,5433 sslmode=verify-full"
	same "URL" "$("$B/aresctl" -d "$strange" conninfo --url)" \
		"postgresql://?user=o%27h&dbname=x%20y%26z&host=a%2Cb&port=5432%2C5433&sslmode=verify-full"
	same "again" "$("$B/aresctl" -d "$("$B/aresctl" -d "$strange" conninfo --url)" conninfo)" \
		"$("$B/aresctl" -d "$strange" conninfo)"
	same "a name" "$("$B/aresctl" -d "it" conninfo | grep -o 'dbname=[^ ]*')" dbname=it
}

# What cannot be reached is named, by its address where one is given.
test_no_server() {
	local place
	for place in "host=127.0.0.1 port=1" "hostaddr=127.0.0.1 port=1" "host=there.invalid hostaddr=127.0.0.1 port=1"; do
		refused "127.0.0.1" "$B/aresctl" -d "$place connect_timeout=1" tournament list
		refused "127.0.0.1" "$B/aresctl" -d "$place connect_timeout=1" tournament create far --games 2 --seats random,random --map far
	done
}

test_no_password() {
	same "from the environment" "$(PGHOST=there PGPASSWORD=geheim "$B/aresctl" conninfo | grep -c geheim || true)" 0
	refused "password" "$B/aresctl" -d "host=there password=geheim" conninfo
}

# A folder whose path is too long for a socket is refused, with the remedy.
test_long_path() {
	[ -z "${CONNINFO:-}${PGHOST:-}" ] || skip "this is about the private cluster"
	local long
	long=$(mktemp -d)/$(printf 'long%.0s' {1..30})
	mkdir "$long"
	ln -s "$ARESFARM_HOME/pg" "$long/pg"
	ARESFARM_HOME=$long refused "name a shorter one by ARESFARM_HOME" ctl conninfo
	rm -rf "${long%/*}"
}

run_tests
