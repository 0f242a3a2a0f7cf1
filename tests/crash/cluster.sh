#!/bin/bash
# cluster: aresctl up and down, in folders that make it hard.
. tests/suite.sh

down_and_away() {
	ctl down
	rm -rf "$1"
}

# A socket's path holds 107 bytes; this folder alone is longer. And nobody else may enter it.
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
	same "tournaments, after a night" "$(ctl tournament list --json)" "[]"
	down_and_away "$deep"
}

# initdb that was cut short leaves nothing that passes for a cluster.
test_half_made_cluster() {
	export ARESFARM_HOME=$ARESFARM_HOME/half
	mkdir -p "$ARESFARM_HOME/pg.new/base"
	echo 15 >"$ARESFARM_HOME/pg.new/PG_VERSION"
	ctl up
	[ ! -e "$ARESFARM_HOME/pg.new" ]
	down_and_away "$ARESFARM_HOME"
}

# A pid file whose number has gone to another process.
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

test_words() {
	refused "names a server of your own" env PGHOST=elsewhere "$B/aresctl" up
	refused "names a server of your own" ctl -d 'host=elsewhere' down
	refused "an absolute path belongs there" env ARESFARM_HOME=here "$B/aresctl" up
}

run_tests
