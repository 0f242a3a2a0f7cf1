#!/bin/bash
# deploy/secrets.sh: makes the passwords deploy/compose.yaml wants, once, in deploy/secrets.
#
# The folder is closed to others; the files in it are not, since containers see them with this machine's owners and
# modes and read them as users of their own.
set -eu
cd "$(dirname "$0")"

umask 077
mkdir secrets 2>/dev/null || { echo "deploy/secrets is there already: its passwords stay" >&2; exit 2; }
password() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
password >secrets/postgres_password
# service ROLE: libpq's service file for it.
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
chmod 644 secrets/*
