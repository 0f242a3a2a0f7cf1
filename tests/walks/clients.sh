#!/bin/bash
# clients: walks through doc/clients.md as somebody who works in psql, Python or R.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh
. tests/walks.sh
walk_begin
walk_build >/dev/null

walk 'build/aresctl up && build/aresctl init && build/aresctl tournament create mine --games 3 --seats random,random' >/dev/null

test_psql() {
	local said
	said=$(walk "$(block doc/clients.md 'Python, R and DBeaver' 2 1)")
	shown "$(block doc/clients.md 'Python, R and DBeaver' 2 2)" "$(grep -v '^(' <<<"$said")"
}

test_python() {
	local said python script
	python=$(python_with psycopg)
	same "form of the connection string" "$(walk "$(block doc/clients.md 'Python, R and DBeaver' 1 1)" | sed 's/=[^ ]*/=/g')" \
		"$(block doc/clients.md 'Python, R and DBeaver' 1 2 | sed 's/=[^ ]*/=/g')"
	block doc/clients.md Python 1 >"$walk_tree/standings.py"
	script=$(block doc/clients.md Python 2)
	said=$(walk "${script/#python3/$python}")
	same "what Python says" "$said" "mine 3 0"
	script=${script/conninfo/conninfo --url}
	same "by URL" "$(walk "${script/#python3/$python}")" "mine 3 0"
}

test_r() {
	Rscript -e 'library(RPostgreSQL)' >/dev/null 2>&1 || skip "there is no R with RPostgreSQL"
	block doc/clients.md R 1 >"$walk_tree/standings.R"
	shown "$(block doc/clients.md R 2 2)" "$(walk "$(block doc/clients.md R 2 1)")"
}

run_tests
