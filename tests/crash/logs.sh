#!/bin/bash
# logs: proves that aresd logs what goes wrong, and its own beginning and end: as JSON, one valid object a line with the fields that apply, and as text.
#
# Lets everything go wrong: a player that does not exist, a killed worker, a frozen one, a killed server. SEED=1 draws the
# games.
. tests/suite.sh

export ARESFARM_HOME=$ARESFARM_HOME/logs
mkdir -p "$ARESFARM_HOME"
log=$ARESFARM_HOME/log
trap 'ctl down; rm -rf "$ARESFARM_HOME"' EXIT
ctl up
ctl init >/dev/null

# A player's name with everything that JSON must escape.
strange=$(printf 'a"b\\c/\001\033é€𝄞')

# start NAME: makes a tournament with one game that has an unknown player, and starts aresd. aresd logs JSON because of
# --log, or of ARESFARM_LOG where the name is environment. Where it is text, aresd has neither and logs text.
start() {
	local how=(--log json)
	ctl tournament create "$1-$$" --games 400 --seats 'ares(depth=2,age=40),random' --seed "$SEED"
	query "with stranger as (insert into farm.users (name, player) values ('$1-$$', \$\$$strange\$\$) returning id)
		update farm.seats s set user_id = stranger.id
		from stranger, farm.games g join farm.tournaments t on t.id = tournament_id
		where t.name = '$1-$$' and g.id = s.game_id and g.number = 2 and power = 1"
	[ "$1" != environment ] || { how=() && export ARESFARM_LOG=json; }
	[ "$1" != text ] || how=()
	: >"$log"
	"$B/aresd" --workers 2 --batch 4 --lease 2 "${how[@]}" 2>>"$log" &
	daemon=$!
	unset ARESFARM_LOG
	trap 'kill -KILL $daemon 2>/dev/null || true' EXIT
	wait_for 20 logged 'is put aside'
}

stop() {
	kill -TERM $daemon
	wait $daemon
	query "update farm.games set state = 'cancelled', worker_id = null, reason = null where state <> 'finished'"
}

playing() { holds "count(*) > 0 from farm.games where state = 'claimed'"; }
logged() { grep -q "$1" "$log"; }

# Kills a worker, has another sleep through its lease, takes the server away.
trouble() {
	local pid
	wait_for 20 playing
	kill -KILL "$(query "select pid from farm.workers where gone_at is null order by id limit 1")"
	wait_for 10 logged 'was killed by signal 9'
	wait_for 10 holds "count(*) = 2 from farm.workers where gone_at is null"
	wait_for 10 playing
	pid=$(query "select w.pid from farm.workers w join farm.games g on g.worker_id = w.id and g.state = 'claimed' limit 1")
	kill -STOP "$pid"
	wait_for 10 holds "gone_at is not null from farm.workers where pid = $pid order by id desc limit 1"
	kill -CONT "$pid"
	wait_for 10 logged 'write refused'
	kill -KILL "$(head -1 "$ARESFARM_HOME/pg/postmaster.pid")"
	wait_for 10 logged 'connection given up, trying again'
	wait_for 10 logged '"supervisor".*connection given up'
	ctl up
	wait_for 20 playing
}

# facts: reads the log's lines as strict JSON and prints their fields and messages, a line each.
facts() {
	perl -MJSON::PP -CO -ne '
		BEGIN { $json = JSON::PP->new->utf8 }
		my $line = eval { $json->decode($_) } or die "line $.: $@: $_";
		my %left = %$line;
		$left{ts} =~ /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ or die "line $.: ts: $_";
		$left{pid} =~ /^\d+$/ or die "line $.: pid: $_";
		delete @left{qw(ts pid)};
		delete $left{worker} if ($left{worker} // 0) > 0;
		print join(" ", map { $_ eq "message" ? () : "$_=$left{$_}" } sort keys %left), ": $left{message}\n"' "$log"
}

# has PATTERN: a line of the facts matches the whole pattern.
has() {
	grep -qxP "$1" <<<"$said" || { printf 'no line %s among\n%s\n' "$1" "$said"; return 1; }
}

strange_is_put_aside="component=worker epoch=\\d+ game=\\d+ level=warning: \
game \\d+ is put aside: power 1: no player \"\\Q$strange\\E\" in this program"

test_json() {
	local said
	start json
	trouble
	stop
	said=$(facts)
	has "$strange_is_put_aside"
	has 'component=supervisor level=warning: worker \d \(process \d+\) was killed by signal 9'
	has 'component=supervisor level=info: \d+ games of workers that \w+ are handed back'
	has 'component=worker epoch=\d+ game=\d+ level=warning sqlstate=RF001: write refused: .*'
	has 'component=worker level=warning( sqlstate=57P\d\d)?: connection given up, trying again: .*'
	has 'component=supervisor level=warning( sqlstate=57P\d\d)?: connection given up: .*'
	same "lines of workers that say which" \
		"$(grep -c '"component":"worker".*"worker":[1-9]' "$log")" "$(grep -c '"component":"worker"' "$log")"
}

test_json_by_environment() {
	local said
	start environment
	stop
	said=$(facts)
	has "$strange_is_put_aside"
}

# A notice of the server is a line like any other.
test_notices() {
	local said
	query "create function warn() returns trigger language plpgsql as \$\$ begin
			raise warning E'one \"line\"\\nand another' using errcode = '01777'; return new; end \$\$;
		create trigger warn before update on farm.workers for each row execute function warn()"
	start notices
	wait_for 10 logged 'the server says'
	stop
	query "drop function warn cascade" 2>/dev/null
	said=$(facts)
	has 'component=supervisor level=warning sqlstate=01777: the server says: one "line" and another'
	has 'component=worker level=warning sqlstate=01777: the server says: one "line" and another'
}

# Text is the default. Each line has the local time and the process that speaks.
test_text() {
	start text
	stop
	same "lines of another form" \
		"$(grep -cvE '^[0-9]{4}(-[0-9]{2}){2} ([0-9]{2}:){2}[0-9]{2} aresd( worker [12])?: ' "$log")" 0
	logged 'aresd worker [12]: game [0-9]* is put aside: power 1: no player "a"b.*é€𝄞" in this program$'
}

# life OPTION...: what aresd says of its own life, without time and figures.
life() {
	"$B/aresd" --workers 1 "$@" 2>&1 | cut -d' ' -f3- | sed -E 's/ \(commit [^)]*\)//; s/on host [^,]*,/on host H,/; s/[0-9][0-9.]*/N/g'
}
begun="aresd: aresfarm N begins: N worker on host H, database aresfarm,"

# aresd says a line when it begins, and when its last game is done.
test_life() {
	local said
	ctl tournament create life-$$ --games 3 --seats random,random --seed "$SEED"
	said=$(life --until-done)
	same lines "$(wc -l <<<"$said")" 2
	case $said in "$begun role "*", the private cluster in "*) ;; *) same "first line" "$said" "$begun..." ;; esac
	same "last line" "$(tail -1 <<<"$said")" "aresd: the last game is done: N games and N phases played here"
	said=$(life --until-done)
	same lines "$(wc -l <<<"$said")" 2
	case $said in "$begun"*"aresd: nothing is left to play: "*) ;; *) same "without games" "$said" "nothing is left..." ;; esac
	"$B/aresd" --until-done 2>/dev/null
	same "said quietly" "$(life --until-done --quiet)" ""
}

# One that goes on says once that its last game is done, and again when it has played more; and why it stops.
test_life_that_goes_on() {
	local signal n
	for signal in INT TERM; do
		: >"$log"
		env --default-signal=INT "$B/aresd" --workers 1 --log json 2>>"$log" &
		daemon=$!
		trap 'kill -KILL $daemon 2>/dev/null || true' EXIT
		for n in 1 2; do
			ctl tournament create goes-on-$signal-$n-$$ --games 2 --seats random,random --seed "$SEED"
			wait_for 30 eval '[ "$(grep -c "the last game is done" "$log")" = $n ]'
		done
		sleep 1.5
		kill -$signal $daemon
		wait $daemon
		facts | tail -3 | sed -E 's/[1-9][0-9]* phases/N phases/' | diff - <(printf 'component=supervisor level=info: %s\n' \
			"the last game is done: 2 games and N phases played here; waiting for more" \
			"the last game is done: 4 games and N phases played here; waiting for more" \
			"stopped by SIG$signal: 4 games and N phases played here")
	done
}

# An aresd that cannot begin logs why.
test_beginning() {
	CONNINFO='host=127.0.0.1 port=1' aresd --log json 2>"$log" || true
	facts | grep -qx 'component=supervisor level=error: .*refused.*'
	refused '--log xml: must be text or json' aresd --log xml
	refused 'ARESFARM_LOG yaml: must be text or json' env ARESFARM_LOG=yaml "$B/aresd"
}

run_tests
