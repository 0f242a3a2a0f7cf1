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

# numbered TEXT COMMAND...: runs a command while postmaster.pid begins with this line instead of the server's number.
numbered() {
	local file=$ARESFARM_HOME/pg/postmaster.pid line=$1 status=0
	shift
	sed -i "1s/.*/$line/" "$file"
	"$@" || status=$?
	return $status
}

# Whatever postmaster.pid says, down stops the server and signals nobody else: not a process of root, not one of the server's
# user, not all processes (-1), not the session that another server has (a process named postgres).
test_down_signals_the_server_only() {
	export ARESFARM_HOME=$ARESFARM_HOME/innocent
	local mine theirs named line server
	sleep 60 &
	mine=$!
	as_server_user sleep 60 &
	theirs=$!
	(exec -a postgres bash -c 'echo postgres >/proc/self/comm; read -r -t 60 <> <(:)') &
	named=$!
	disown $mine $theirs $named
	trap "kill $mine $theirs $named 2>/dev/null" EXIT
	for line in $mine $theirs $named -1 0 1 '' garbage 99999999999999999999; do
		ctl up
		server=$(head -1 "$ARESFARM_HOME/pg/postmaster.pid")
		numbered "$line" ctl down
		refused "is not running" ctl tournament list
		same "the server when postmaster.pid says '$line'" "$(sed -n 's/^State:\t[^ZX].*/alive/p' /proc/$server/status 2>/dev/null || true)" ""
		same "the innocent" "$(for pid in $mine $theirs $named; do kill -0 $pid && echo alive; done | uniq -c | tr -s ' ')" " 3 alive"
	done
	rm -rf "$ARESFARM_HOME"
}

# as_server_user COMMAND...: as the user that the server runs as.
as_server_user() {
	[ "$(id -u)" != 0 ] || set -- setpriv --reuid postgres --regid postgres --clear-groups "$@"
	exec "$@"
}

# A pid file that a crash has damaged, or whose number has another process now, keeps nobody from starting the server. Root's
# server starts as another user, which may not see the process.
test_damaged_pid_file() {
	export ARESFARM_HOME=$ARESFARM_HOME/damaged
	local file=$ARESFARM_HOME/pg/postmaster.pid theirs make
	as_server_user sleep 60 &
	theirs=$!
	disown $theirs
	trap "kill $theirs 2>/dev/null" EXIT
	ctl up
	for make in ": >$file" "echo garbage >$file" "echo -1 >$file" "echo $theirs >$file" "truncate -s 4G $file" "ln -s /dev/zero $file" \
		"mkfifo $file"; do
		ctl down
		eval "$make"
		timeout 20 "$B/aresctl" down
		timeout 60 "$B/aresctl" up || same "up after $make" failed done
		kill -0 $theirs
	done
	down_and_away "$ARESFARM_HOME"
}

# A server whose socket was deleted is not called stopped.
test_server_without_a_socket() {
	export ARESFARM_HOME=$ARESFARM_HOME/deaf
	local server
	ctl up
	server=$(head -1 "$ARESFARM_HOME/pg/postmaster.pid")
	mv "$ARESFARM_HOME/pg/.s.PGSQL.5432" "$ARESFARM_HOME/pg/away"
	refused "stop it with kill -INT $server" ctl down
	mv "$ARESFARM_HOME/pg/away" "$ARESFARM_HOME/pg/.s.PGSQL.5432"
	down_and_away "$ARESFARM_HOME"
}

# A frozen server is stopped when it goes on. Two commands that stop it at once do no harm.
test_two_stop_it() {
	export ARESFARM_HOME=$ARESFARM_HOME/two
	local server first
	ctl up
	server=$(head -1 "$ARESFARM_HOME/pg/postmaster.pid")
	kill -STOP $server
	ctl down &
	first=$!
	ctl down &
	sleep 0.3
	kill -0 $server
	kill -CONT $server
	wait $first
	wait $!
	rm -rf "$ARESFARM_HOME"
}

test_refusals() {
	refused "names a server of your own" env PGHOST=elsewhere "$B/aresctl" up
	refused "names a server of your own" ctl -d 'host=elsewhere' down
	refused "it must be an absolute path" env ARESFARM_HOME=here "$B/aresctl" up
	refused "it must be an absolute path" env ARESFARM_HOME="/$(printf 'long%.0s' {1..2000})" "$B/aresctl" up
	refused "/dev/null/pg: Not a directory" env ARESFARM_HOME=/dev/null "$B/aresctl" up
	refused "/dev/null/home/pg: Not a directory" env ARESFARM_HOME=/dev/null/home "$B/aresctl" alive
	refused "/none/home: No such file or directory" env ARESFARM_HOME="$ARESFARM_HOME/none/home" "$B/aresctl" up
}

# A cluster whose log cannot be written is not made, and nothing of it stays in the way of the next try.
test_log_that_cannot_be_written() {
	local home=$ARESFARM_HOME/mute
	mkdir -p "$home/pg.log"
	refused "initdb failed: $home/pg.log says why" env ARESFARM_HOME="$home" "$B/aresctl" up
	[ ! -e "$home/pg" ]
	rmdir "$home/pg.log"
	ARESFARM_HOME=$home ctl up
	ARESFARM_HOME=$home ctl down
	rm -r "$home"
}

# Without ARESFARM_HOME the cluster is in .farm beside the build folder that the program stands in.
test_beside_the_build_folder() {
	local project
	project=$(mktemp -d)
	mkdir -p "$project/build/kind"
	cp "$B/aresctl" "$project/build/kind/aresctl"
	cp "$B/aresctl" "$project/aresctl"
	refused "cluster in $project/.farm is not running" env -u ARESFARM_HOME "$project/build/kind/aresctl" alive
	refused "$project/aresctl is not in a project's build folder" env -u ARESFARM_HOME "$project/aresctl" up
	# an installed program has no private cluster
	env -u ARESFARM_HOME "$project/aresctl" conninfo | grep -qE '(^| )dbname=aresfarm( |$)'
	! env -u ARESFARM_HOME "$project/aresctl" conninfo | grep -qF "$project"
	rm -r "$project"
}

test_another_users_cluster() {
	local home=$ARESFARM_HOME/stranger
	[ "$(id -u)" = 0 ] || skip "only root can give a folder away"
	mkdir -p "$home/pg"
	chown 12345 "$home/pg"
	refused "$home/pg was made by another user" env ARESFARM_HOME="$home" "$B/aresctl" up
	refused "$home/pg was made by another user" env ARESFARM_HOME="$home" "$B/aresctl" alive
	rm -r "$home"
}

run_tests
