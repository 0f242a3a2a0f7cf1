#!/bin/bash
# cluster: proves that aresctl up and down work in difficult folders: a very long path, one that nobody else may enter, a
# half-made cluster, a stale pid file.
#
# It makes its clusters in folders below ARESFARM_HOME.
. tests/suite.sh

down_and_away() {
	ctl down
	rm -rf "$1"
}

# A socket's path has room for 107 bytes. This folder's path is longer, and no other user may enter it.
test_deep_and_closed_folder() {
	local deep=$ARESFARM_HOME/$(printf 'deep%.0s' {1..30})
	mkdir -m 700 "$deep"
	export ARESFARM_HOME=$deep
	refused "is not running: start it with aresctl up" ctl tournament list
	refused "is not running: start it with aresctl up" aresd
	ctl down
	ctl up
	ctl up
	ctl init
	same tournaments "$(ctl tournament list --json)" "[]"
	ctl down
	refused "is not running: start it with aresctl up" ctl tournament list
	ctl up
	same "tournaments after down and up" "$(ctl tournament list --json)" "[]"
	down_and_away "$deep"
}

# What an interrupted initdb leaves is not taken for a cluster.
test_half_made_cluster() {
	export ARESFARM_HOME=$ARESFARM_HOME/half
	mkdir -p "$ARESFARM_HOME/pg.new/base"
	echo 15 >"$ARESFARM_HOME/pg.new/PG_VERSION"
	ctl up
	[ ! -e "$ARESFARM_HOME/pg.new" ]
	down_and_away "$ARESFARM_HOME"
}

# The process number in the pid file belongs to another process now.
test_stale_pid_file() {
	export ARESFARM_HOME=$ARESFARM_HOME/stale
	ctl up
	kill -KILL "$(head -1 "$ARESFARM_HOME/pg/postmaster.pid")"
	wait_for 10 refused "is not running" ctl tournament list >/dev/null
	sed -i "1s/.*/$$/" "$ARESFARM_HOME/pg/postmaster.pid"
	ctl up
	ctl init
	down_and_away "$ARESFARM_HOME"
}

test_refusals() {
	refused "names a server of your own" env PGHOST=elsewhere "$B/aresctl" up
	refused "names a server of your own" ctl -d 'host=elsewhere' down
	refused "it must be an absolute path" env ARESFARM_HOME=here "$B/aresctl" up
}

run_tests
