#!/bin/bash
# play: walks through "Play in a browser" of README.md: make play as a player sees it, begun, stopped, killed and begun again,
# twice at once, beside make run, on ports that are taken, as another user in a folder with blanks. Orders go in by HTTP, as the
# page sends them. SEED=1 draws when the script is killed.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh
. tests/walks.sh
walk_begin
farm=$walk_tree/.farm said=$walk_home/said

playing() { grep -qs '^Ctrl-C stops' "$said" || ! kill -0 $play 2>/dev/null; }

# begin TEXT: types it, and waits until the page is served. play: its process. Sets link, and port and secret of it.
begin() {
	rm -f "$said"
	walk "setsid --wait env --default-signal=INT $1" >"$said" &
	play=$!
	wait_for 300 playing
	take_link "$(cat "$said")"
}
take_link() {
	link=$(sed -n 's|^    \(http://127.0.0.1:[0-9]*/seat#[A-Za-z0-9_-]\{24\}\)$|\1|p' <<<"$1")
	[ -n "$link" ] || { echo "no link in: $1"; return 1; }
	secret=${link#*#} port=${link%/seat*} port=${port##*:}
}

# finished SIGNAL STATUS: the player types Ctrl-C, or the terminal closes. Nothing continues but the server, which is ours.
finished() {
	local status=0
	kill "-$1" -- "-$(ps -o pgid= -p "$(cut -d' ' -f1 "$farm/play.lock")" | tr -d ' ')"
	wait $play || status=$?
	same "status" $status "$2"
	nothing_goes_on
}
nothing_goes_on() {
	wait_for 10 flock -n "$farm/play.lock" true
	same "sessions" "$(answer "select count(*) from pg_stat_activity where application_name ~ '^ares[dw]'")" 0
	same "files" "$(ls "$farm" | tr '\n' ' ')" "pg pg.log play play.lock web "
}

answer() { walk "build/aresctl psql -XqAt -v ON_ERROR_STOP=1 -c \"$1\""; }
names() { answer "select string_agg(t.name || ' ' || g.state, ', ' order by t.id) from farm.tournaments t
	join farm.games g on g.tournament_id = t.id where t.name ~ '^play'"; }

# seat WHAT [JSON]: what the page asks for, and hands in.
seat() {
	curl -s -m 20 -H "Seat: $secret" ${2:+-H 'Content-Type: application/json' -d "$2"} "http://127.0.0.1:$port/seat/$1"
}
asks() { seat state | grep -q "\"asked\":true.*\"turn\":{.*\"phase\":\"$1\""; }
# plays PHASE NEXT: hands in that all units hold; the next phase comes. Units that were dislodged meanwhile disband.
plays() {
	local retreats=${1%M}R
	wait_for 20 asks "$1"
	gives_none "$1"
	wait_for 20 asks_either "$2" "$retreats"
	if asks "$retreats"; then
		gives_none "$retreats"
		wait_for 20 asks "$2"
	fi
}
gives_none() { seat orders "{\"orders\":[],\"final\":true,\"phase\":\"$1\"}" | contains '"orders":\[\]'; }
asks_either() { asks "$1" || asks "$2"; }

test_first() {
	begin "$(block README.md '1. Play in a browser' 1)"
	contains -x 'game play-1: you against six trinity' "$said"
	contains '^Open this link in a browser, and choose your power there\.' "$said"
	curl -s "http://127.0.0.1:$port/seat" | contains '<html'
	seat state | contains '"host":true,"hints":true'
	plays S1901M F1901M
	same "modes" "$(stat -c %a "$farm/play" "$farm/play.lock" | tr '\n' ' ')" "600 600 "
	same "files with the secret" "$(grep -rlF -e "$secret" "$farm")" "$farm/play"
	same "commands with the secret" "$(grep -lzF -f <(echo "$secret") /proc/[0-9]*/cmdline 2>/dev/null || true)" ""
	finished INT 130
	contains '^Stopped. Nothing is lost' "$said"
	fails grep $'\033' "$said"
}

# The same game, by the same link; also for a user who types it meanwhile.
test_again() {
	local first twice
	first=$(awk -F '\t' 'END {print $3}' "$farm/play")
	begin 'make play'
	contains -x 'continuing with game play-1, against six trinity: 1 phase played' "$said"
	contains '^Open this link in a browser\. Anyone' "$said"
	same "secret" "$secret" "$first"
	twice=$(walk 'make play PLAYERS=random')
	contains '^make play is already running, as process [0-9]*, with a game against six trinity' <<<"$twice"
	contains -xF "    $link" <<<"$twice"
	contains '^For other players, stop it' <<<"$twice"
	# links of other games have the address that serves
	walk 'build/aresctl --quiet game create other' | contains -x "AUS http://127.0.0.1:$port/seat#.*"
	walk 'build/aresctl tournament cancel other' >/dev/null
	# make run beside it does not wait for the player
	walk 'make run GAMES=2' | grep -qx '2 of 2 games.*'
	plays F1901M S1902M
	finished TERM 143
	same "games" "$(names)" "play-1 waiting"
}

test_ports() {
	local taken free other holder
	read -r _ _ free <"$farm/play.lock"
	exec {taken}< <(exec python3 -c 'import socket
s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1], flush=True); s.accept(); s.accept()
while True: s.accept()')
	holder=$!
	read -r other <&"$taken"
	refused "port $other is taken by another program" walk_told "deploy/play.sh" PORT="$other"
	refused "PORT=0x10: it must be a number" walk_told deploy/play.sh PORT=0x10
	begin 'make play'
	same "port, without PORT" "$port" "$free"
	finished INT 130
	sed -i "s/ [0-9]*\$/ $other/" "$farm/play.lock"
	begin 'make play'
	contains -x "port $other is taken by another program: another one is used" "$said"
	[ "$port" != "$other" ]
	wait_for 20 asks S1902M
	finished INT 130
	kill $holder
}
# What walk says on standard output, on standard error.
walk_told() { walk "$@" >&2; }

# Whatever is killed: make play continues with the same game, by the same link.
test_killed() {
	local first
	begin deploy/play.sh
	first=$link
	kill -KILL "$(cut -d' ' -f1 "$farm/play.lock")"
	begin deploy/play.sh
	same "link after the script was killed" "$link" "$first"
	for program in aresweb aresd; do
		kill -KILL "$(pgrep -o -f "^build/$program --quiet" -P "$(cut -d' ' -f1 "$farm/play.lock")")"
		fails wait $play
		contains "^make play: $program has ended" "$said"
		fails grep -q Killed "$said"
		nothing_goes_on
		begin deploy/play.sh
		same "link after $program was killed" "$link" "$first"
	done
	kill -KILL "$(head -1 "$farm/pg/postmaster.pid")"
	finished_without_server
	begin deploy/play.sh
	same "link after the server was killed" "$link" "$first"
	plays S1902M F1902M
	finished INT 130
}
# It may have ended by itself, because aresd has.
finished_without_server() {
	kill -INT -- "-$(ps -o pgid= -p "$(cut -d' ' -f1 "$farm/play.lock")" | tr -d ' ')" || true
	fails wait $play
	wait_for 10 flock -n "$farm/play.lock" true
}

# Other players: another game. The older one waits. The script is killed while it makes it, again and again.
test_other_players() {
	local n
	RANDOM=$SEED
	for n in 1 2 3 4 5 6 7 8; do
		rm -f "$walk_home/process"
		walk 'echo $$ >~/process; exec deploy/play.sh' PLAYERS='random, holdbot' >"$said" &
		play=$!
		wait_for 10 test -s "$walk_home/process"
		sleep "0.$((RANDOM % 800 + 100))"
		kill -KILL "$(cat "$walk_home/process")"
		wait $play || true
	done
	begin "make play PLAYERS='random, holdbot'"
	wait_for 20 asks S1901M
	same "games" "$(names)" "play-1 waiting, play-2 waiting"
	same "its players" "$(answer "select players from farm.tournaments where name = 'play-2'")" \
		person,random,holdbot,random,holdbot,random,holdbot
	finished INT 130
	begin 'make play PLAYERS=trinity'
	contains -x 'continuing with game play-1, against six trinity: [0-9]* phases played' "$said"
	finished INT 130
	refused "PLAYERS has more than six players" walk_told deploy/play.sh PLAYERS='a b c d e f g'
	refused "PLAYERS has an @" walk_told deploy/play.sh PLAYERS=@
	refused "'nobody' is not a player" walk_told deploy/play.sh PLAYERS=nobody
	refused "it is for the private server" walk_told deploy/play.sh PGHOST=/tmp
	same "games" "$(names)" "play-1 waiting, play-2 waiting"
}

# A person who plays again in the page has another game, which make play continues with. One that is over is followed by a new one.
test_played_again() {
	begin 'make play PLAYERS=trinity'
	seat again '{"power":"TUR"}' | contains '"problem":null'
	finished INT 130
	begin 'make play PLAYERS=trinity'
	contains -x 'continuing with game play-1-2, against six trinity: 0 phases played' "$said"
	wait_for 20 asks S1901M
	seat state | contains '"power":"TUR",.*"host":true'
	finished INT 130
	same "games" "$(names)" "play-1 cancelled, play-2 waiting, play-1-2 waiting"
	walk 'build/aresctl tournament cancel play-1-2; build/aresctl tournament cancel play-2'
	begin 'make play'
	contains -x 'game play-3: you against six trinity' "$said"
	finished INT 130
	same "lines" "$(cut -f 1 "$farm/play")" play-3
}

# As another user, in a folder with blanks.
test_another_user() {
	[ "$(id -u)" = 0 ] || skip "this needs root"
	local place
	place=$(mktemp -d)
	mkdir -p "$place/a place/build"
	cp -r "$walk_tree/deploy" "$place/a place"
	cp "$walk_tree/build/"ares{ctl,d,web} "$place/a place/build"
	chown -R nobody "$place"
	farm="$place/a place/.farm"
	begin "setpriv --reuid nobody --regid nogroup --clear-groups '$place/a place/deploy/play.sh'"
	wait_for 20 asks S1901M
	same "owner" "$(stat -c %U "$farm/play")" nobody
	kill -INT -- "-$(ps -o pgid= -p "$(cut -d' ' -f1 "$farm/play.lock")" | tr -d ' ')"
	fails wait $play
	wait_for 10 flock -n "$farm/play.lock" true
	walk "setpriv --reuid nobody --regid nogroup --clear-groups '$place/a place/build/aresctl' down"
}

walk_build
run_tests
