#!/bin/bash
# limits: proves what aresctl role makes: roles that log in with a password, in the right group, whose sessions have the limits
# of their kind; and what an agent with such a role cannot do to the server.
#
# Makes a cluster of its own, in which roles log in with passwords.
. tests/suite.sh

export ARESFARM_HOME=$ARESFARM_HOME/limits PGPASSFILE=$ARESFARM_HOME/limits/passwords
mkdir -p "$ARESFARM_HOME"
trap 'ctl down; rm -rf "$ARESFARM_HOME"' EXIT
ctl up
me=$(id -un)
printf 'local all "%s" peer\nlocal all all scram-sha-256\n' "$me" >"$ARESFARM_HOME/pg/pg_hba.conf"
query "select pg_reload_conf()" >/dev/null
exec 8<"$ARESFARM_HOME/pg"
alice=alice_$$ secret="it's \\a \"secret\" $$"
printf '*:*:*:*:%s\n' "${secret//\\/\\\\}" >"$PGPASSFILE"
chmod 600 "$PGPASSFILE"
printf '%s\n' "$secret" >"$ARESFARM_HOME/secret"

# by ROLE COMMAND...: runs the command logged in as that role.
by() {
	local CONNINFO="host=/proc/self/fd/8 dbname=aresfarm user=$1"
	shift
	"$@"
}
listed() {
	ctl role list | awk '/^ / {sub(/^ +/, ""); line = line " " $0; next} {print line; line = $0} END {print line}' |
		sed -n "s/^$1  *//p" | sed 's/  */ /g'
}

test_refused_without_init() {
	refused 'role "farm_agent" does not exist: aresctl init makes farm_agent' ctl role create agent early
	same "roles" "$(query "select count(*) from pg_roles where rolname = 'early'")" 0
	ctl init >/dev/null
	same "what there is" "$(ctl role list)" ""
}

test_create() {
	ctl role create agent $alice --password-file "$ARESFARM_HOME/secret"
	ctl role create reader ann --password-file - <"$ARESFARM_HOME/secret"
	ctl role create worker aresd --password-file - <"$ARESFARM_HOME/secret"
	same agent "$(listed $alice)" "agent connections 4, idle_in_transaction_session_timeout 10s, jit off, statement_timeout 30s, \
temp_file_limit 100MB; may make temporary tables; may make large objects"
	same reader "$(listed ann)" "reader idle_in_transaction_session_timeout 10min, jit off"
	same worker "$(listed aresd)" "worker no limits"
	same "what a session of the agent has" "$(by $alice query "select current_setting('statement_timeout'),
		current_setting('idle_in_transaction_session_timeout'), current_setting('temp_file_limit')")" "30s|10s|100MB"
	by $alice query "select * from api.my_turns"
	by ann ctl tournament list
	by aresd aresd --until-done
	same "what is stored of passwords" "$(query "select count(*) from pg_authid where rolpassword ~ '^SCRAM-SHA-256'")" 3
	same "passwords in the server's log" "$(grep -cF "$secret" "$ARESFARM_HOME/pg.log" || true)" 0
	ctl role create agent bare
	refused "password authentication failed" by bare ctl tournament list
}

# An agent may lift the limits that are settings of a session. It cannot lift the others.
test_limits_hold() {
	local n said
	by $alice query "create temp table x as select repeat(md5(n::text), 20) as t from generate_series(1, 200000) n;
		set work_mem = '1MB'; select t from x order by t offset 200000" 2>&1 | grep -q 'temporary file size exceeds temp_file_limit'
	by $alice query "set temp_file_limit = -1" 2>&1 | grep -q 'permission denied to set parameter'
	by $alice query "alter role $alice reset temp_file_limit" 2>&1 | grep -q 'permission denied'
	by $alice query "alter role $alice connection limit 99" 2>&1 | grep -q 'permission denied\|must have CREATEROLE'
	for n in 1 2 3 4; do
		by $alice query "select pg_sleep(20)" >/dev/null 2>&1 &
	done
	trap 'query "select pg_terminate_backend(pid) from pg_stat_activity where usename = '"'$alice'"'" >/dev/null' EXIT
	wait_for 10 holds "count(*) = 4 from pg_stat_activity where usename = '$alice' and query like '%sleep%'"
	refused "too many connections for role \"$alice\"" by $alice ctl tournament list
}

# Public may make temporary tables, and everybody large objects, until both are revoked, as deploy/server.sql does.
test_disk() {
	by $alice query "create temp table x (); select lo_create(0)" >/dev/null
	grep '^revoke' deploy/server.sql >"$ARESFARM_HOME/revoke.sql"
	same "statements" "$(wc -l <"$ARESFARM_HOME/revoke.sql")" 2
	ctl psql -Xq -v ON_ERROR_STOP=1 -v db=aresfarm -f "$ARESFARM_HOME/revoke.sql" -c "grant connect on database aresfarm to farm_agent"
	by $alice query "create temp table x ()" 2>&1 | grep -q 'permission denied to create temporary tables'
	for said in 'lo_create(0)' 'lo_creat(-1)' "lo_from_bytea(0, 'x')"; do
		by $alice query "select $said" 2>&1 | grep -q 'permission denied for function'
	done
	same agent "$(listed $alice | grep -c 'may make' || true)" 0
}

test_by_hand() {
	query "create role hand login in role farm_agent"
	same "by hand" "$(listed hand | sed 's/;.*//')" "agent no limits"
	ctl role limit hand
	same "with limits" "$(listed hand | sed 's/;.*//')" "$(listed bare | sed 's/;.*//')"
	refused "the farm has no role $me" ctl role limit "$me"
	refused "the farm has no role nobody" ctl role limit nobody
	refused "connect as a superuser, or as a role with createrole" by $alice ctl role limit hand
}

# Who may make roles, but is no superuser, makes them without temp_file_limit.
test_by_others() {
	query "create role maker login createrole; grant farm_agent to maker"
	export PGOPTIONS='-c role=maker'
	ctl role create agent made
	unset PGOPTIONS
	listed made | grep -q '^agent connections 4, idle_in.*, statement_timeout 30s'
	same "temp_file_limit" "$(listed made | grep -c temp_file_limit || true)" 0
	ctl role drop --yes made
	ctl role create agent busy --password-file "$ARESFARM_HOME/secret"
	by busy query "select pg_sleep(600)" >/dev/null 2>&1 &
	wait_for 10 holds "count(*) = 1 from pg_stat_activity where usename = 'busy' and query like '%sleep%'"
	PGOPTIONS='-c role=maker' refused "busy is dropped, but its sessions go on: must be a" ctl role drop --yes busy
	same "roles" "$(query "select count(*) from pg_roles where rolname = 'busy'")" 0
	query "select pg_terminate_backend(pid) from pg_stat_activity where query like '%sleep(600)'" >/dev/null
	wait $! || true
	refused 'permission denied' by $alice ctl role create agent friend
	refused 'connect as a superuser, or as a role with createrole' by $alice ctl role create agent friend
}

test_refusals() {
	local long
	for command in list 'create agent new' 'limit new' 'drop new'; do
		refused "/nowhere/.s.PGSQL.5432\" failed: No such file" ctl -d host=/nowhere role $command
	done
	long=$(printf 'x%.0s' {1..54})
	refused "there is a role $alice already" ctl role create agent $alice
	refused "there is a role $me already" ctl role create reader "$me"
	refused "NAME $long: must be 1 to 53 letters" ctl role create agent "$long"
	refused "pg_ at the beginning is PostgreSQL's own" ctl role create agent pg_alice
	refused "NAME a\"b: must be 1 to 53 letters, digits" ctl role create agent 'a"b'
	refused 'role name "public" is reserved' ctl role create agent public
	refused "KIND king: must be agent, daide, reader, web or worker" ctl role create king alice
	refused "--password-file $ARESFARM_HOME/none: No such file" ctl role create agent new --password-file "$ARESFARM_HOME/none"
	refused "its first line must be the password" ctl role create agent new --password-file /dev/null
	refused "its first line must be the password" ctl role create agent new --password-file /dev/zero
	refused "--password-file $ARESFARM_HOME: its first line" ctl role create agent new --password-file "$ARESFARM_HOME"
	same "roles" "$(query "select count(*) from pg_roles where rolname in ('new', 'friend')")" 0
	ctl role create agent "${long#x}"
	ctl role drop --yes "${long#x}"
}

test_drop() {
	by $alice query "select pg_sleep(30)" >"$ARESFARM_HOME/said" 2>&1 &
	wait_for 10 holds "count(*) = 1 from pg_stat_activity where usename = '$alice' and query like '%sleep%'"
	refused "role drop $alice: not done: --yes is missing, and there is no terminal" ctl role drop $alice
	refused "some objects depend on it: use reassign owned or drop owned" ctl role drop --yes $alice
	query "drop owned by $alice"
	ctl role drop --yes $alice
	wait $! || true
	grep -q 'terminating connection' "$ARESFARM_HOME/said"
	same "what is left" "$(ctl role list | grep -c $alice || true)" 0
	refused "the farm has no role $me" ctl role drop --yes "$me"
	refused "the farm has no role $alice" ctl role drop --yes $alice
	query "create role stranger login"
	refused "the farm has no role stranger" ctl role drop --yes stranger
}

run_tests
