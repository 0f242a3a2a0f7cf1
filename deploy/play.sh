#!/bin/bash
# deploy/play.sh: a person plays in a browser, on the private server. Continues with the game under way, or makes one; prints the
# link to it, and serves until ^C. `make play` calls it when everything is built. When it ends, nothing that it has started
# continues, but for the private server.
#
#   PLAYERS=trinity   who plays the other powers: one to six players, who take turns at them; separated by commas or blanks
#   PORT=8027         where the page is, on 127.0.0.1
#
# Two files in the farm's folder, of mode 600:
#
#   play        a line for each game that may be open, the last one in use: the game, the number and the secret of its link, and
#               PLAYERS, with tabs between them. The line is there before the game is; its link is "-" then.
#   play.lock   locked while this script, aresd or aresweb continues. It has the script's process, "begins" or "serves", and the
#               port of this time or of last time.
#
# A host who plays again in the page makes a game of his own: play-1-2 comes after play-1. Its link is the page's. So the script
# makes another one to it.
set -eu
cd "$(dirname "$0")/.."

B=${B:-build}
home=${ARESFARM_HOME:-$PWD/.farm}
daemon='' web='' port='' listen=''

fail() {
	echo "make play: $*" >&2
	exit 2
}

query() {
	"$B/aresctl" psql -XqAt -v ON_ERROR_STOP=1 -c "$1"
}

# ── who plays ──

# PLAYERS with commas between them, and no blanks.
read_players() {
	awk '{
		for (i = 1; i <= length; i++) {
			c = substr($0, i, 1)
			deep += (c == "(") - (c == ")")
			if (c !~ /[ \t,]/ || c == "," && deep > 0) out = out c
			else if (deep == 0 && out !~ /,$/) out = out ","
		}
	} END { gsub(/^,|,$/, "", out); print out }' <<<"${PLAYERS:-}"
}

# seats PLAYERS: a person, and these players in turn. Nothing where they are too many.
seats() {
	awk '{
		for (i = 1; i <= length; i++) {
			c = substr($0, i, 1)
			deep += (c == "(") - (c == ")")
			if (c == "," && deep == 0) count++
			else player[count + 0] = player[count + 0] c
		}
		printf "@"
		for (i = 0; i < 6; i++) printf ",%s", player[i % (count + 1)]
		exit count > 5
	}' <<<"$1"
}

told() { case ${1//([^()]*)/} in *,*) echo "$1" ;; *) echo "six $1" ;; esac; }

# ── the games ──

# put NAME [LINK SECRET PLAYERS]: the game's line comes last; or it has none any more.
put() {
	(
		umask 077
		{
			[ ! -e "$home/play" ] || awk -F '\t' -v name="$1" '$1 != name' "$home/play"
			[ $# = 1 ] || printf '%s\t%s\t%s\t%s\n' "$@"
		} >"$home/play.new"
	)
	mv -f "$home/play.new" "$home/play"
}

# The last line of a game with these players; of any game where none are named. Sets name, link, secret and players.
take_line() {
	name=''
	[ ! -e "$home/play" ] || IFS=$'\t' read -r name link secret players < <(
		awk -F '\t' -v players="$1" '$1 ~ /^play-[0-9]+$/ && $2 ~ /^([0-9]+|-)$/ && (players == "" || $4 == players)' "$home/play" |
			tail -1) || true
	[ -n "$name" ]
}

# Whether there is such a game and it is not over. Sets game: its newest name; power: the person's; played: how many phases;
# valid: whether the link opens it for a host.
find_game() {
	game=''
	IFS='|' read -r game power played valid < <(query "
		select t.name, m.powers[1 + s.power],
		       (select count(*) from farm.boards b where b.tournament_id = t.id and b.game_id = g.id),
		       exists (select from farm.links l where l.id = nullif('$link', '-')::bigint and l.game_id = g.id
		               and l.power = s.power and l.host and l.withdrawn_at is null and l.expires_at > now() + '1 day')
		from farm.tournaments t join farm.maps m on m.id = t.map_id
		join farm.games g on g.tournament_id = t.id and g.state in ('pending', 'claimed', 'waiting')
		join farm.seats s on s.game_id = g.id
		join farm.users u on u.id = s.user_id and num_nonnulls(u.player, u.role) = 0
		where t.name ~ '^$name(-[0-9]+)*\$' and not t.dropped
		  and t.id = (select max(x.id) from farm.tournaments x where x.name ~ '^$name(-[0-9]+)*\$')") || true
	[ -n "$game" ]
}

# keep SAID: the link is at the end of what aresctl has said.
keep() {
	secret=${1##*#}
	link=$(query "select max(l.id) from farm.links l join farm.games g on g.id = l.game_id
	              join farm.tournaments t on t.id = g.tournament_id where t.name = '$game' and l.host")
	put "$name" "$link" "$secret" "$players"
}

# Makes the game that the line names.
make_game() {
	local said
	put "$name" - - "$players"
	said=$("$B/aresctl" --quiet game create "$name" --seats "$(seats "$players")" --hints --host) || {
		put "$name"
		exit 2
	}
	game=$name
	keep "$said"
	echo "game $name: you against $(told "$players")"
}

# Continues with the game that the line names.
go_on() {
	[ "$valid" = t ] || keep "$("$B/aresctl" --quiet invite "$game/1" "$power" --host)"
	put "$name" "$link" "$secret" "$players"
	echo "continuing with game $game, against $(told "$players"): $played phase$([ "$played" = 1 ] || echo s) played"
}

# A line goes whose game is over, or was not made because the script was killed.
choose_game() {
	local other
	while take_line "$wanted"; do
		find_game && break
		put "$name"
	done
	if [ -n "$name" ]; then
		go_on
		return
	fi
	players=${wanted:-trinity}
	name=play-$(query "select 1 + coalesce(max(substr(name, 6)::int), 0) from farm.tournaments where name ~ '^play-[0-9]{1,9}\$'")
	other=$(awk -F '\t' 'END { print $4 }' "$home/play" 2>/dev/null || true)
	make_game
	[ -z "$other" ] || echo "Your other game waits: make play PLAYERS='$other' continues with it."
}

# ── one at a time ──

mark() { echo "$$ $1 $port" >"$home/play.lock"; }

# Where another make play continues, says so and ends. What one that was killed has left ends soon.
lock() {
	local process state
	(umask 077 && : >>"$home/play.lock")
	exec 9<>"$home/play.lock"
	until flock -n 9; do
		read -r process state port <"$home/play.lock" || true
		if [ "${state:-}" = serves ] && kill -0 "$process" 2>/dev/null; then
			tell_running "$process"
			exit 0
		fi
		sleep 0.1
	done
	read -r _ _ port <"$home/play.lock" || port=''
	choose_port
	mark begins
}

tell_running() {
	take_line ''
	find_game && [ "$valid" = f ] && keep "$("$B/aresctl" --quiet invite "$game/1" "$power" --host)"
	echo "make play is already running, as process $1, with a game against $(told "$players"). Its link:"
	tell_link
	[ "$wanted" = '' ] || [ "$wanted" = "$players" ] || echo "For other players, stop it by Ctrl-C there."
}

tell_link() { printf '\n    http://127.0.0.1:%s/seat#%s\n\n' "$port" "$secret"; }

# ── serving ──

is_taken() { (: <>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# Sets listen: PORT; or the port of last time, or 8027; or any that is free, 0.
choose_port() {
	if [ -n "${PORT:-}" ]; then
		[[ $PORT =~ ^[1-9][0-9]{0,4}$ ]] && [ "$PORT" -le 65535 ] || fail "PORT=$PORT: it must be a number from 1 to 65535"
		! is_taken "$PORT" || fail "port $PORT is taken by another program. Name another one: make play PORT=$((PORT % 65535 + 1))"
		listen=$PORT
		return
	fi
	listen=${port:-8027}
	is_taken "$listen" || return 0
	echo "port $listen is taken by another program: another one is used"
	listen=0
}

# begin PROGRAM ARGUMENT...: in the place of this process. It gets no ^C, and ends when the script is killed.
begin() { exec setsid setpriv --pdeathsig TERM -- "$@"; }

# end PROCESS: ends one of ours, and waits until it is gone. Empty: there is none.
end() {
	[ -n "$1" ] || return 0
	kill -TERM "$1" 2>/dev/null || true
	wait "$1" 2>/dev/null || true
}

end_all() {
	end "$web"
	end "$daemon"
	web='' daemon=''
}

tidy() {
	trap '' INT TERM HUP
	end_all
}

stop() {
	trap '' INT TERM HUP
	end_all
	echo || true # the terminal may be gone
	echo "Stopped. Nothing is lost: make play continues with your game where it is." || true
	exit 130
}

# Starts both. The web server says where it listens.
serve() {
	local where
	begin "$B/aresd" --quiet >&2 &
	daemon=$!
	coproc web_server { begin "$B/aresweb" --quiet --listen "127.0.0.1:$listen"; }
	# shellcheck disable=SC2154 # coproc sets it
	web=$web_server_PID
	if ! read -r where <&"${web_server[0]}"; then
		echo "make play: the web server does not start" >&2
		exit 1
	fi
	where=${where%/}
	port=${where##*:}
	mark serves
}

[ -z "${D:-}${PGHOST:-}${PGHOSTADDR:-}${PGPORT:-}${PGDATABASE:-}${PGSERVICE:-}" ] ||
	fail "it is for the private server, and D or PGHOST or the like names one of your own. There: aresctl game create, aresd, aresweb"
wanted=$(read_players)
seats "$wanted" >/dev/null || fail "PLAYERS has more than six players"
case $wanted in *@*) fail "PLAYERS has an @: for games with other people there is aresctl game create" ;; esac
"$B/aresctl" --quiet up
lock
"$B/aresctl" --quiet init 9>&-
choose_game
"$B/aresctl" --quiet tournament priority "$game" 10
trap tidy EXIT
trap stop INT TERM HUP
serve
[ "${played:-0}" -gt 0 ] && choose='' || choose=', and choose your power there'
echo "Open this link in a browser$choose. Anyone who has it plays your seat."
tell_link
echo "Ctrl-C stops; make play continues where it was."
wait -n "$daemon" "$web" 2>/dev/null || true # a trap runs at once meanwhile; bash says there who was killed
kill -0 "$daemon" 2>/dev/null && who=aresweb || who=aresd
echo "make play: $who has ended. Type make play again: it continues where it was." >&2
exit 1
