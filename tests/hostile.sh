# hostile: what tests/hostile shares: roles that are dropped at the end, and sessions that stay open. It needs suite.sh.

hostile_roles=()
hostile_dir=$(mktemp -d)
trap 'hostile_end' EXIT

# hostile_end: ends all sessions, drops the roles, and cancels tournaments named ...-$$: what a test that failed left open
# would keep later suites waiting. A suite with a trap of its own on EXIT must call it there.
hostile_end() {
	local name
	for name in "$hostile_dir"/*.pid; do
		[ ! -e "$name" ] || kill "$(cat "$name")" 2>/dev/null || true
	done
	query "select farm.tournament_cancel(name) from farm.tournaments where name ~ '-$$\$'" >/dev/null 2>&1 || true
	for name in "${hostile_roles[@]}"; do
		query "drop owned by $name; drop role $name" >/dev/null 2>&1 || true
	done
	rm -rf "$hostile_dir"
}

# play_on: plays with one worker until each game of tournaments named ...-$$ waits for somebody outside, or is over. Other
# suites' games may go on.
play_on() {
	local status=0
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 1 2>/dev/null &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true; query "select farm.workers_recover('\''1 hour'\'')" >/dev/null' EXIT
	wait_for 60 holds "not exists (select from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where t.name like '%-$$' and (g.state in ('pending', 'claimed')
			or exists (select from farm.pending_orders o where o.game_id = g.id and o.fresh)))"
	kill -TERM $daemon
	wait $daemon || status=$?
	[ $status = 0 ] || [ $status = 143 ] # 143: it was told to end before it had begun
}

# role_make GROUP NAME...: makes login roles in a group: farm_agent, farm_worker, farm_reader.
role_make() {
	local group=$1 name
	shift
	for name; do
		query "create role $name login in role $group"
		hostile_roles+=("$name")
	done
}

# session_open NAME ROLE: begins a session that stays open until session_close NAME, or until the suite's end.
session_open() {
	mkfifo "$hostile_dir/$1.in" "$hostile_dir/$1.out"
	# exec, so that the process is psql: others may hold the pipe open, so its end does not end psql
	PGOPTIONS="-c role=$2" exec "$B/aresctl" ${CONNINFO:+-d "$CONNINFO"} psql -XqAt \
		<"$hostile_dir/$1.in" >"$hostile_dir/$1.out" 2>&1 &
	echo $! >"$hostile_dir/$1.pid"
	disown $!
	eval "exec {session_in_$1}>'$hostile_dir/$1.in' {session_out_$1}<'$hostile_dir/$1.out'"
}

# session_say NAME SQL: has the session run SQL; prints the answer. SQL that waits makes this wait: see session_send.
session_say() {
	local line
	session_send "$1" "$2" '\echo @end'
	local out=session_out_$1
	while IFS= read -r -t 30 line <&"${!out}"; do
		[ "$line" != @end ] || return 0
		printf '%s\n' "$line"
	done
	echo "session $1 gave no answer to: $2"
	return 1
}

# session_send NAME SQL...: the same, without waiting for an answer.
session_send() {
	local in=session_in_$1
	shift
	printf '%s;\n' "$1" >&"${!in}"
	shift
	[ $# -eq 0 ] || printf '%s\n' "$@" >&"${!in}"
}

session_close() {
	local in=session_in_$1 out=session_out_$1 pid
	pid=$(cat "$hostile_dir/$1.pid")
	eval "exec ${!in}>&- ${!out}<&-"
	kill "$pid" 2>/dev/null || true
	rm -f "$hostile_dir/$1".*
}
