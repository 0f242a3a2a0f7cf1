#!/bin/bash
# watch: proves what aresctl watch says while a tournament is played, on a terminal and elsewhere; and that every command says in
# one line what the database did not let it do.
. tests/suite.sh

folder=$(mktemp -d)
query "create role sees_nothing login in role farm_agent"

# The commands that ask the database. tournament, game: names of things that are there.
reading=(
	"tournament list" "tournament status seen" "tournament digest seen" "tournament pause seen" "watch seen"
	"metrics" "alive" "verify seen" "game cancel seen/1" "tournament drop --yes seen"
)

test_without_rights() {
	local words
	ctl tournament create seen --games 1 --seats random,random --seed "$SEED"
	for words in "${reading[@]}"; do
		PGOPTIONS="-c role=sees_nothing" refused "permission denied" "$B/aresctl" ${CONNINFO:+-d "$CONNINFO"} $words
	done
	PGOPTIONS="-c role=sees_nothing" refused "you have no seat in a game seen/1" ctl show seen/1
	holds "count(*) = 1 from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where t.name = 'seen' and g.state = 'pending'"
	cancel seen
}

# What another session holds is not waited for longer than the user says.
test_held_tables() {
	local words
	ctl tournament create held --games 1 --seats random,random --seed "$SEED"
	held "lock table farm.games, farm.tournaments, farm.boards in access exclusive mode"
	for words in "${reading[@]}"; do
		[ "$words" = alive ] || PGOPTIONS="-c lock_timeout=50ms" refused "a lock was not to be had in time" \
			"$B/aresctl" ${CONNINFO:+-d "$CONNINFO"} ${words//seen/held}
	done
	let_go
	cancel held
}

# wrote FILE PATTERN: whether the file has the pattern, which begins and ends at line ends.
wrote() {
	local text
	[ -e "$1" ] || return
	IFS= read -rd '' text <"$1" || true
	[[ $'\n'$text =~ $'\n'$2$'\n' ]]
}

# A line at once, then every five seconds, and one where something needs attention. Without a worker it says what to do. It ends
# when no game is left to play.
test_lines() {
	local out=$folder/watch watch
	ctl tournament create lines --games 5000 --seats 'ares(depth=2,age=10),random' --seed "$SEED"
	"$B/aresctl" ${CONNINFO:+-d "$CONNINFO"} watch lines >"$out" &
	watch=$!
	wait_for 10 wrote "$out" '0 of 5000 games'
	wait_for 20 wrote "$out" '0 of 5000 games, no worker is playing: start aresd'
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 1 2>/dev/null &
	trap "kill -KILL $! $watch 2>/dev/null || true" EXIT
	wait_for 60 grep -qE '^[0-9]+ of 5000 games, [0-9]+ phases/s, (a few seconds|about [0-9.]+ (s|min|h)) to '\
'go \| points( [0-9]+ s ago)?: .*ares' "$out"
	kill -TERM $!
	wait $!
	cancel lines
	wait $watch
	same "a line with games to go after the end" "$(tail -1 "$out" | grep -c 'to go')" 0
}

# terminal SIZE [WHEN ACTION]... -- TOURNAMENT: watches on a terminal of that size (tests/terminal.py).
terminal() {
	local arguments=()
	while [ "$1" != -- ]; do
		arguments+=("$1")
		shift
	done
	TERM=xterm LC_ALL=${locale:-C.UTF-8} NO_COLOR=${no_color:-} PATIENCE=$PATIENCE \
		python3 tests/terminal.py "${arguments[@]}" -- "$B/aresctl" ${CONNINFO:+-d "$CONNINFO"} watch $2 || true
}

# shown TEXT: of what terminal has printed, sets `screen` to what the terminal shows at the end, `counted` to
# what was counted.
shown() {
	counted=${1##*$'\n'}
	screen=$(echo "${1%$'\n'*}") # without blank lines at the end
}
screen() { shown "$(terminal "$@")"; }

# once WHAT PATTERN: the screen has one line of that pattern: nothing of an older screen is left.
once() {
	same "$1, on the screen
$screen" "$(grep -cE "$2" <<<"$screen")" 1
}

# count NAME: a number that was counted.
count() {
	[[ $counted =~ (^|[^a-z])$1=(-?[0-9]+) ]]
	echo "${BASH_REMATCH[2]}"
}

# The screen is drawn over itself while the games are played. At the end there is the last one, and nothing
# else: neither of older screens, nor where lines have vanished, nor where the terminal was given another
# size. No line is too long for it. All terminals watch the same games.
test_screen() {
	local row rows=("80x24" "40x10" "200x50" "80x24 pending 120x40 being.played 60x20")
	ctl tournament create "screen" --games 40 --seats 'ares(depth=2,age=10),random' --seed "$SEED"
	for row in "${rows[@]}"; do
		terminal $row -- screen >"$folder/on $row" &
	done
	wait_for 20 holds "count(*) = ${#rows[@]} from pg_stat_activity
		where datname = current_database() and application_name = 'aresctl' and state = 'idle' and query <> ''"
	aresd --workers 1 --until-done
	wait
	for row in "${rows[@]}"; do
		shown "$(<"$folder/on $row")"
		same "status" "$(count status)" 0
		[ "$(count drawn)" -gt 1 ] || same "$counted" "drawn once" "drawn again and again"
		same "sequences that no terminal knows" "$(count unknown)" 0
		[[ $row = *" "* ]] || same "characters beyond the last column" "$(count beyond)" 0
		once "title" "^screen: ares,random"
		once "bar" '40 of 40 games, 100 %$'
		once "the end" '^all games are over'
		once "player ares" '^  ares +[0-9.]+'
		once "player random" '^  random +[0-9.]+'
		! grep -qE 'pending|being played|to go' <<<"$screen" || same "what is left over" "$screen" "nothing"
		same "blank lines at the end" "$(tail -1 <<<"$screen" | grep -c .)" 1
	done
}

# Colours and characters that not every terminal has.
test_plain_screen() {
	ctl tournament create plain --games 2 --seats random,random --seed "$SEED"
	aresd --workers 1 --until-done
	screen 80x24 -- plain
	[ "$(count colours)" -gt 0 ] && [ "$(count foreign)" -gt 0 ] || same "$counted" "" "colours, and a bar of blocks"
	no_color=1 screen 80x24 -- plain
	same "colours" "$(count colours)" 0
	locale=C screen 80x24 -- plain
	same "characters that are not ASCII" "$(count foreign)" 0
	contains -E '^#{20,}  2 of 2 games, 100 %$' <<<"$screen"
	# a terminal that cannot draw gets lines
	same "lines on a dumb terminal" "$(TERM=dumb python3 tests/terminal.py 80x24 -- \
		"$B/aresctl" ${CONNINFO:+-d "$CONNINFO"} watch plain | grep -c '^2 of 2 games | points: ')" 1
}

# Points by another score, in lines and on a screen.
test_score() {
	local points share
	ctl tournament create scored --games 2 --seats randbot,random --rounds 6 --seed "$SEED"
	aresd --workers 1 --until-done
	for score in squares daide; do
		read -r points share <<<"$(query "select s.points, p.share from farm.score_standings s
			join farm.score_standings p using (tournament, player) where tournament = 'scored' and player = 'randbot'
			and s.score = '$score' and p.score = replace('$score', 'daide', 'thesis')" | tr '|' ' ')"
		ctl watch scored --score $score >"$folder/watch"
		contains -F " randbot $points" "$folder/watch"
		screen 80x24 -- "scored --score $score"
		once "points and share" "^  randbot +$points +${share//./[.]} "
	done
	ctl watch scored --score squares --json | grep -q '"score":"squares"'
}

# What needs attention: nobody plays, paused, external players, games quarantined.
test_screen_attention() {
	ctl tournament create tended --games 4 --seats random,random --seed "$SEED"
	screen 80x24 'no worker is playing: start aresd' ^C -- tended
	same "status" "$(count status)" 130
	once "bar" '0 of 4 games, 0 %$'
	! grep -q '\^C' <<<"$screen" || same "^C on the screen" "$screen" "removed"
	ctl tournament pause tended >/dev/null
	screen 80x24 "paused: type aresctl tournament resume tended" ^C -- tended
	same "status of a paused one" "$(count status) $(count left)" "130 0"
	ctl tournament resume tended >/dev/null
	ctl game quarantine tended/2 "it <b>hurts</b>" >/dev/null
	query "insert into farm.workers (host, pid, supervisor) values ('zeta', 1, 0), ('alpha', 2, 0)"
	# the line drawn last comes last
	screen 80x24 "game retry tended/NUMBER" ^C -- tended
	same "status with a game quarantined" "$(count status) $(count left)" "130 0"
	once "what to type" "aresctl game retry tended/NUMBER"
	once "why" "game 2: .*it <b>hurts</b>"
	same "workers, by host" "$(grep -oE 'alpha.*|zeta.*' <<<"$screen")" "\
alpha, process 2             0           ?     0 s ago  lost
zeta, process 1              0           ?     0 s ago  lost"
	query "delete from farm.workers where host in ('alpha', 'zeta')"
	cancel tended
}

# A signal ends the watch.
test_signals() {
	local out=$folder/signals watch status
	ctl tournament create signals --games 2 --seats 'ares(depth=3),random' --seed "$SEED"
	"$B/aresctl" ${CONNINFO:+-d "$CONNINFO"} watch signals >"$out" &
	watch=$!
	wait_for 20 wrote "$out" '0 of 2 games'
	kill -TERM $watch
	status=0
	wait $watch || status=$?
	same "status after SIGTERM" $status 143
	cancel signals
}

# Each line of --json is a JSON value, however many players there are; the line for people tells what is not played.
test_json_lines() {
	local said
	ctl tournament create values --games 4 --seats 'ares(depth=1,age=5),random' --rounds 2 --seed "$SEED"
	ctl game quarantine values/3
	ctl game cancel values/4
	aresd --workers 1 --until-done
	said=$(ctl watch values --json)
	same "lines" "$(wc -l <<<"$said")" 1
	same "players in it" "$(query "select jsonb_array_length(\$json\$$said\$json\$::jsonb -> 'standings')")" 2
	same "what watch says" "$(ctl watch values --color always | cat -v)" "\
^[[33m2 of 4 games, 1 quarantined, 1 cancelled | points: ares(depth=1,age=5) 1.00, random 1.00^[[0m"
}

test_dropped() {
	local out=$folder/dropped watch status=0
	ctl tournament create dropped --games 2 --seats random,randbot --seed "$SEED"
	"$B/aresctl" ${CONNINFO:+-d "$CONNINFO"} watch dropped >"$out" 2>&1 &
	watch=$!
	wait_for 10 wrote "$out" '0 of 2 games'
	ctl tournament drop --yes dropped
	wait $watch || status=$?
	same "the last line" "$(tail -1 "$out")" "aresctl: tournament dropped is not there any more: it was dropped"
	same "status" $status 2
}

test_psql_without_a_server() {
	refused "is not running: start it with aresctl up" env -u PGHOST -u PGHOSTADDR -u PGPORT -u PGDATABASE -u PGSERVICE \
		ARESFARM_HOME="$folder/nothing" "$B/aresctl" psql -c 'select 1'
	same "arguments" "$(ctl psql -XqAt -v a="b c" -c 'select 1' -c "select 'x y'")" $'1\nx y'
}

run_tests
