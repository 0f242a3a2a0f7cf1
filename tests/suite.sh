# suite: what the shell tests share. A test is a function test_*. It fails at the first command that fails. A suite ends
# with run_tests. It runs the tests in order and prints "ok" or "not ok" for each, or "skipped" when the test called skip.
#
# check.py sets B, the build's folder, and an environment in which aresctl and aresd find the database of this suite.
# SEED=1 is the seed of everything drawn by chance. A failed test prints it.

# PATIENCE=5 multiplies every bound on time: the machine may be slow, and others may use it. A bound only tells what continues
# from what waits for somebody. How fast it is, make bench shows.

# A suite runs in a container, which ends what the suite has started and removes what it has made by mktemp, however the
# suite ends (tests/contain.py).
[ -n "${ARESFARM_SUITE:-}" ] || exec tests/check.py "$0"

SEED=${SEED:-1} PATIENCE=${PATIENCE:-5}
seats='ares(depth=2,age=10),random'

# CONNINFO is set when the tests run on a server that the user named. ctl does not say what it did; loud does.
# A tournament has the seed 1, unless it is given or is a secret.
loud() {
	local seed=()
	case "$*" in *--seed* | *@*) ;; *"tournament create "*) seed=(--seed 1) ;; esac
	"$B/aresctl" ${CONNINFO:+-d "$CONNINFO"} "$@" "${seed[@]}"
}
ctl() { loud --quiet "$@"; }
aresd() { "$B/aresd" ${CONNINFO:+-d "$CONNINFO"} "$@"; }

# open_session: one session answers the queries of all tests, because psql and a new session cost 0.17 s of
# processor. The pipe turn has a line while no query uses the session.
open_session() {
	session=$(mktemp -d) session_conninfo=${CONNINFO:-}
	coproc psql { exec "$B/aresctl" ${CONNINFO:+-d "$CONNINFO"} psql -XqAt 2>>"$session/said"; }
	exec {ask}>&"${psql[1]}" {answer}<&"${psql[0]}" {turn}<> <(:)
	exec {psql[1]}>&- {psql[0]}<&-
	echo >&"$turn"
}

# query SQL: prints the rows. It gets a session of its own if it has several statements, options or another
# database, or if the common session is busy or gone.
query() {
	local failed rows form='\\o %s\n%s\n;\n\\o\n\\echo :ERROR\n'
	if [ -n "${PGOPTIONS:-}" ] || [ "${CONNINFO:-}" != "${session_conninfo-none}" ] || [[ $1 == *\;* ]] ||
		! read -rt 0.01 -u "$turn" ||
		! printf "$form" "$session/rows" "$1" >&"$ask" || ! read -ru "$answer" failed; then
		ctl psql -XqAt -v ON_ERROR_STOP=1 -c "$1"
		return
	fi
	mapfile rows <"$session/rows"
	[ ! -s "$session/said" ] || { cat "$session/said" >&2; : >"$session/said"; }
	echo >&"$turn"
	printf %s "${rows[@]}"
	[ "$failed" = false ]
}

# as ROLE [PSQL-ARGUMENT...]: psql as that role.
as() {
	local role=$1
	shift
	PGOPTIONS="-c role=$role" ctl psql -XqAt -v ON_ERROR_STOP=1 "$@"
}

# denied ROLE SQL...: each statement must fail because the role lacks the right. One session asks them all.
denied() {
	local role=$1 sql i=0 states
	shift
	[ $# -gt 0 ]
	mapfile -t states < <({ echo '\o /dev/null'; printf '%s;\n\\echo :SQLSTATE\n' "$@"; } |
		PGOPTIONS="-c role=$role" ctl psql -XqAt 2>/dev/null)
	for sql; do
		same "what $role was told of $sql" "${states[i++]:-nothing}" 42501 # insufficient_privilege
	done
}

# digests NAME: the tournament's digest, then one digest of all digests of its games.
digests() {
	echo "$(ctl tournament digest "$1") $(query "select encode(sha256(string_agg(digest, ''::bytea order by number)), 'hex')
		from farm.games g join farm.tournaments t on t.id = g.tournament_id where t.name = '$1'")"
}

# play NAME OPTION...: plays all open games with these options of aresd; prints NAME's digests.
play() {
	local name=$1
	shift
	aresd --until-done "$@"
	digests "$name"
}

# count_seats NAME: seats the two players of a tournament so that seatings are easily seen: bit k of the game's number - 1
# says who plays power k.
count_seats() {
	query "with entrant as (
			select max(s.user_id) filter (where s.entrant = 0) as first, max(s.user_id) filter (where s.entrant = 1) as second
			from farm.seats s join farm.games g on g.id = s.game_id join farm.tournaments t on t.id = g.tournament_id
			where t.name = '$1')
		update farm.seats s set user_id = case when g.number - 1 >> s.power & 1 = 1 then e.second else e.first end
		from farm.games g join farm.tournaments t on t.id = g.tournament_id, entrant e
		where s.game_id = g.id and t.name = '$1'"
}

# cancel NAME: cancels a tournament, so that no later test plays it.
cancel() { ctl tournament cancel "$1" >/dev/null; }

# same WHAT A B: fails when A is not B, and says so.
same() {
	[ "$2" = "$3" ] && return
	printf '%s:\n  %s\nis not\n  %s\n' "$1" "$2" "$3"
	return 1
}

# fails COMMAND...: the command must fail. After "! COMMAND" a test continues, whatever came of it,
# unless that is its last line.
fails() { ! "$@" || same "status of $*" 0 "another"; }

# contains [OPTION...] PATTERN [FILE]: as grep -q; if no line matches, prints the pattern, and what there is.
contains() {
	local there
	if [ -f "${!#}" ]; then
		grep -q "$@" && return
		there=$(tr -d '\0' <"${!#}")
		set -- "${@:1:$#-1}"
	else
		there=$(tr -d '\0')
		grep -q "$@" <<<"$there" && return
	fi
	printf 'no line has %s:\n%s\n' "${!#}" "$(head -n 20 <<<"$there")"
	return 1
}

# refused PATTERN COMMAND...: the command must end with status 2 and print one line on standard error that contains the
# pattern.
refused() {
	local pattern=$1 status=0 said
	shift
	said=$("$@" 2>&1 >/dev/null) || status=$?
	same "status of $*" "$status" 2
	case $said in
	*$'\n'*) same "what $* said" "$said" "one line" ;;
	*"$pattern"*) ;;
	*) same "what $* said" "$said" "...$pattern..." ;;
	esac
}

# spoken GAME PHASE: the orders of a board as aresctl show prints them, "order|outcome", sorted.
spoken() {
	ctl show "$@" | awk '/^  / {order = substr($0, 3, 28); sub(/ +$/, "", order); print order "|" substr($0, 32)}' |
		LC_ALL=C sort
}

# viewed NAME NUMBER PHASE: the same orders from farm.orders.
viewed() {
	query "select text || '|' || result || case when dislodged and result <> 'dislodged' then ', dislodged' else '' end
		from farm.orders o join farm.games g on g.id = o.game join farm.tournaments t on t.id = o.tournament_id
		where t.name = '$1' and g.number = $2 and o.phase_name = '$3'" | LC_ALL=C sort
}

# wait_for SECONDS COMMAND...: waits until the command succeeds; fails after PATIENCE times this time.
wait_for() {
	local limit=$((${EPOCHREALTIME/./} / 1000 + $1 * 1000 * PATIENCE))
	shift
	[ -n "${never:-}" ] || exec {never}<> <(:) # a pipe that nothing writes to
	until "$@"; do
		[ $((${EPOCHREALTIME/./} / 1000)) -lt $limit ] || { echo "waited in vain for: $*"; return 1; }
		read -rt 0.03 -u "$never" || true
	done
}

# ends SECONDS PID: a process of this shell must end within PATIENCE times this time. Its status is that of ends.
ends() {
	wait_for "$1" eval "! kill -0 $2 2>/dev/null" || { kill $(pgrep -P "$2") "$2"; return 1; }
	wait "$2"
}

# within SECONDS COMMAND...: the command must succeed within PATIENCE times this time. It runs in a shell of its own.
within() {
	local seconds=$1
	shift
	("$@") &
	ends "$seconds" $! || { echo "failed: $*"; return 1; }
}

# held SQL: begins a transaction that has run SQL, and leaves it open until let_go, which commits it.
held() {
	local said
	said=$(mktemp -d)
	mkfifo "$said/in"
	ctl psql -XqAt <"$said/in" >"$said/out" 2>&1 &
	holder=$!
	exec 6>"$said/in"
	echo "begin; $1; select 'it is held';" >&6
	wait_for 10 grep -q 'it is held' "$said/out" || { cat "$said/out"; return 1; }
	rm -r "$said"
}
let_go() {
	printf 'commit;\n\\q\n' >&6 # processes that began meanwhile may have the pipe open, too
	exec 6>&-
	wait "$holder"
}

# holds SQL: whether "select SQL" gives t.
holds() { [ "$(query "select $1")" = t ]; }

# libpq_database NAME: sets conninfo, by which any program finds that database of the tests' server. It does so as long as
# this shell has descriptor 8 open.
libpq_database() {
	conninfo=$(query "select format('dbname=$1 port=%s', current_setting('port'))")
	[ -z "${CONNINFO:-}" ] || conninfo="$CONNINFO $conninfo"
	if [ -z "${CONNINFO:-}${PGHOST:-}${PGHOSTADDR:-}${PGPORT:-}${PGDATABASE:-}${PGSERVICE:-}" ]; then
		exec 8<"$ARESFARM_HOME/pg"
		conninfo="host=/proc/self/fd/8 $conninfo"
	fi
}

# other_database NAME: makes a database on the same server, and sets conninfo.
other_database() {
	query "create database $1"
	libpq_database "$1"
}

# player ROLE [OPTION]: starts doc/player.py as that role, with options of the server for its session (-c log_statement=all);
# player is its process. It needs a Python that has psycopg 3.
player() {
	local python
	python=$(python_with psycopg)
	libpq_database "$(query 'select current_database()')"
	PGOPTIONS="-c role=$1 ${2:-}" "$python" doc/player.py "$SEED" "$conninfo" &
	player=$!
}

# skip WHY: ends a test that cannot run here. It counts as neither passed nor failed.
skip() {
	echo "$*"
	exit 77
}

# python_with MODULE: prints a Python that has it; without one the test is skipped.
python_with() {
	local python
	for python in python3 /usr/bin/python3; do
		! "$python" -c "import $1" 2>/dev/null || { echo "$python"; return; }
	done
	skip "no Python here has $1" >&2
}

# tests_of FILE: its tests, those of this check only ("promise: TITLE" and "long" in check.py).
tests_of() {
	awk -v only="${ARESFARM_ONLY:-}" '
		match($0, /^test_[a-z0-9_]*/) && (only == "" || only == mark || only == "not long" && mark != "long") {
			print substr($0, 1, RLENGTH)
		}
		{ mark = /^# promise: / ? "promise" : /^# long$/ ? "long" : "" }' "$1"
}

run_tests() {
	local suite name passed=0 failed=0 log status
	suite=$(basename "$0" .sh)
	log=$(mktemp)
	case $ARESFARM_SUITE in db/*) open_session ;; esac
	for name in $(tests_of "$0"); do
		# as a job, because set -e has no effect inside a condition
		(set -eu; "$name") >"$log" 2>&1 &
		status=0
		wait $! || status=$?
		if [ $status -eq 0 ]; then
			passed=$((passed + 1))
			echo "ok      $suite: ${name#test_}"
		elif [ $status -eq 77 ]; then
			echo "skipped $suite: ${name#test_}: $(tail -1 "$log")"
		else
			failed=$((failed + 1))
			echo "not ok  $suite: ${name#test_} (SEED=$SEED)"
			tail -50 "$log" | sed 's/^/        /'
			! grep -q '^waited in vain for: ' "$log" || break # the farm may stand still: the rest would wait, too
		fi
	done
	rm -f "$log"
	echo "# $passed passed, $failed failed"
	[ $failed -eq 0 ]
}
