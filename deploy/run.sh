#!/bin/bash
# deploy/run.sh [GAMES]: continues with a tournament that is not yet played, or makes the next one with that many games (128). It
# plays the tournament and prints the result. When it ends, nothing that it has started continues, but for the private server.
# `make run` calls it when everything is built. D=CONNINFO, or PGHOST and libpq's other variables, name a server of your own.
set -eu
cd "$(dirname "$0")/.."

asked=${1:-} games=${1:-128}
B=${B:-build}
database=()
[ -z "${D:-}" ] || database=(-d "$D")
ctl=("$B/aresctl" "${database[@]}")

private() {
	[ -z "${D:-}${PGHOST:-}${PGHOSTADDR:-}${PGPORT:-}${PGDATABASE:-}${PGSERVICE:-}" ]
}

query() {
	"${ctl[@]}" psql -XqAt -v ON_ERROR_STOP=1 -c "$1"
}

# The oldest tournament that is not played to its end. Empty: none. A person's game is make play's, or nobody waits for it.
choose_tournament() {
	query "select tournament from farm.progress p join farm.tournaments t on t.name = p.tournament
	       where pending + claimed > 0 and not t.paused and not exists (
	           select from farm.games g join farm.seats s on s.game_id = g.id join farm.users u on u.id = s.user_id
	           where g.tournament_id = t.id and num_nonnulls(u.player, u.role) = 0)
	       order by t.id limit 1"
}

# A new one: thesis-1, thesis-2, ... Its number is its seed.
make_tournament() {
	local number
	number=$(query "select coalesce(max(substr(name, 8)::int), 0) + 1
	                from farm.tournaments where name ~ '^thesis-[0-9]{1,9}$'")
	"${ctl[@]}" tournament create "thesis-$number" --games "$games" --seats 'ares(depth=2,age=10),random' \
		--rules thesis --seed "$number" --quiet
	echo "thesis-$number"
}

# Says which tournament it continues with, and what to do where another number of games was asked for.
tell_going_on() {
	local played all
	IFS='|' read -r played all < <(query "select finished, games from farm.progress where tournament = '$name'")
	echo "continuing with tournament $name: $played of $all games are played"
	[ -n "$asked" ] && [ "$asked" != "$all" ] || return 0
	echo "You asked for $asked games: type it again when this is done, or first give this one up by"
	echo "$hint tournament cancel $name"
}

# A run that was killed after its last game has printed no result.
tell_last() {
	local last=thesis-$((${name#thesis-} - 1))
	[ "$last" = thesis-0 ] || echo "the result of $last: $hint query standings $last"
}

# end PROCESS: ends one of ours, and waits until it is gone. Empty: there is none.
end() {
	[ -n "$1" ] || return 0
	kill -TERM "$1" 2>/dev/null || true
	wait "$1" 2>/dev/null || true
}

# Ends the watch first: what it writes would come over what is said then. ^C reaches neither of them: a script's jobs ignore it.
stop() {
	trap '' INT TERM HUP
	end "$watch"
	watch=''
	echo || true # the terminal may be gone
	end "$daemon"
	daemon=''
	tell_log
	echo "Stopped. Nothing is lost: make run continues with $name where it is." || true
	exit 130
}

tidy() {
	trap '' INT TERM HUP
	end "$watch"
	end "$daemon"
	tell_log
}

# What aresd has said. While watch draws its screen it must not come between: it is kept until then.
tell_log() {
	[ -n "$log" ] || return 0
	cat "$log" >&2 || true
	rm -f "$log"
	log=''
}

hint="$B/aresctl${D:+ -d '$D'}"
daemon='' watch='' log=''
private && "${ctl[@]}" --quiet up
"${ctl[@]}" --quiet init
name=$(choose_tournament)
if [ -n "$name" ]; then
	tell_going_on
else
	name=$(make_tournament)
	tell_last
	echo "tournament $name: $games games of Ares and random players, who exchange their powers in pairs of games"
fi

trap tidy EXIT
trap stop INT TERM HUP
exec 3>&2
if [ -t 1 ] && [ -t 2 ] && [ "${TERM:-dumb}" != dumb ]; then
	log=$(mktemp)
	exec 3>"$log"
fi
"$B/aresd" "${database[@]}" --until-done --quiet 2>&3 3>&- &
daemon=$!
exec 3>&-
"${ctl[@]}" watch "$name" &
watch=$!
# wait lets the trap run at once; a command in the foreground does not
wait "$daemon" || true
daemon=''
if [ "$(choose_tournament)" = "$name" ]; then
	end "$watch"
	watch=''
	tell_log
	echo "aresd ended before the tournament did; make run continues with it" >&2
	exit 1
fi
wait "$watch"
watch=''
tell_log
trap - INT TERM HUP

for question in standings comparison resolution; do
	echo
	"${ctl[@]}" query $question "$name"
done
cat <<END

A report:       $hint report $name -o report.html      (open it in a browser)
One game:       $hint animate $name/1 -o game.html
One board:      $hint show $name/1 F1901M
Questions:      $hint query                            (by hand: $hint psql)
END
