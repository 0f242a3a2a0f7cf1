#!/bin/bash
# deploy/secrets.sh: makes the passwords that deploy/compose.yaml needs, once, in deploy/secrets.
#
# The folder is closed to other users. The files in it are not: containers see them with this machine's owners and modes,
# and read them as users of their own.
set -eu
cd "$(dirname "$0")"

umask 077
mkdir secrets 2>/dev/null || { echo "deploy/secrets is there already: its passwords stay" >&2; exit 2; }
password() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
password >secrets/postgres_password
# service ROLE: prints libpq's service file for the role.
service() {
	cat <<-END
		[aresfarm]
		host=postgres
		dbname=aresfarm
		user=$1
		password=$(password)
	END
}
service aresfarm >secrets/pg_service
service aresd >secrets/pg_service_worker
service aresweb >secrets/pg_service_web
chmod 644 secrets/*
