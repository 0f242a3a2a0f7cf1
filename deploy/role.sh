#!/bin/bash
# role: the farm's role, which owns its database and nothing else; run by the image of PostgreSQL when it has made the
# cluster. Its password is the one in libpq's service file.
set -eu
password=$(sed -n 's/^password=//p' "${PGSERVICE_SECRET:-/run/secrets/pg_service}")
[ -n "$password" ] || { echo "role: no password in the service file" >&2; exit 1; }
# through standard input: arguments are for everybody to see
psql -X -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<END
set password_encryption = 'scram-sha-256';
create role aresfarm login password '${password//\'/\'\'}';
alter database aresfarm owner to aresfarm;
revoke all on database aresfarm from public;
END
