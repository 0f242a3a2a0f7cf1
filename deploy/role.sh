#!/bin/bash
# role: makes the farm's roles. The image of PostgreSQL runs it when it has made the cluster. aresfarm owns its database and
# nothing else. It may not make the group roles itself. aresd plays, aresweb shows.
# The passwords are those in libpq's service files.
set -eu

password_in() {
	local password
	password=$(sed -n 's/^password=//p' "$1")
	[ -n "$password" ] || { echo "role: no password in the service file $1" >&2; exit 1; }
	printf '%s' "${password//\'/\'\'}"
}
owner=$(password_in "${PGSERVICE_SECRET:-/run/secrets/pg_service}")
worker=$(password_in "${PGSERVICE_WORKER_SECRET:-/run/secrets/pg_service_worker}")
web=$(password_in "${PGSERVICE_WEB_SECRET:-/run/secrets/pg_service_web}")
# through standard input: every user can read arguments
psql -X -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -v db="$POSTGRES_DB" <<END
set password_encryption = 'scram-sha-256';
set log_statement = none;
set log_min_error_statement = panic;
set log_min_duration_statement = -1;
select format('create role %I', name) from unnest('{farm_agent,farm_daide,farm_reader,farm_web,farm_worker}'::text[]) name
where not exists (select from pg_roles where rolname = name) \gexec
create role aresfarm login password '$owner';
create role aresd login password '$worker' in role farm_worker;
create role aresweb login password '$web' in role farm_web connection limit 12;
alter database :"db" owner to aresfarm;
revoke all on database :"db" from public;
-- These keep external players from filling the disk: with temporary tables (above), large objects, files of snapshots, and
-- write-ahead log. And from filling the server's table of locks.
select format('revoke execute on function %1\$s from public; grant execute on function %1\$s to aresfarm%2\$s',
              oid::regprocedure, case proname when 'pg_export_snapshot' then ', farm_worker, farm_reader' end)
from pg_proc where pronamespace = 'pg_catalog'::regnamespace and pg_has_role(proowner, 'usage')
and proname ~ '^(lo_creat|lo_create|lo_from_bytea|pg_export_snapshot|pg_logical_emit_message|pg_(try_)?advisory_.*)\$' \gexec
grant connect on database :"db" to farm_worker, farm_reader, farm_agent, farm_web, farm_daide;
END
