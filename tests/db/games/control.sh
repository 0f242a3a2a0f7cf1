#!/bin/bash
# control: proves what pause, resume, priority, weight, cancel, drop, retry and quarantine do to tournaments and games, while
# they are played and while they are not.
#
# Gives each command to small tournaments, lets aresd play, and looks at what was played. SEED=1 draws the games.
. tests/suite.sh

create() { ctl tournament create "$1-$$" --games "$2" --seats "${3:-random,random}" --seed "$SEED" "${@:4}"; }
state() { query "select string_agg(distinct g.state::text, ' ') from farm.games g
	join farm.tournaments t on t.id = g.tournament_id where t.name = '$1-$$' ${2:-}"; }
progress() { query "select pending, claimed, waiting, finished, quarantined, cancelled from farm.progress
	where tournament = '$1-$$'"; }

# counted NAME: the same, counted in the table of games.
counted() {
	query "select count(*) filter (where state = 'pending'), count(*) filter (where state = 'claimed'),
		count(*) filter (where state = 'waiting'), count(*) filter (where state = 'finished'),
		count(*) filter (where state = 'quarantined'), count(*) filter (where state = 'cancelled')
		from farm.games g join farm.tournaments t on t.id = g.tournament_id where t.name = '$1-$$'"
}

test_paused_is_not_played() {
	create paused 4
	create open 4
	ctl tournament pause paused-$$
	aresd --until-done --workers 2
	same "the paused one" "$(progress paused)" "4|0|0|0|0|0"
	same "the open one" "$(progress open)" "0|0|0|4|0|0"
	ctl tournament status paused-$$ | contains "^paused: type aresctl tournament resume paused-$$$"
	ctl tournament resume paused-$$
	aresd --until-done --workers 2
	same "once resumed" "$(progress paused)" "0|0|0|4|0|0"
}

test_priority_first() {
	create low 24
	create high 24
	create normal 24
	ctl tournament priority high-$$ 7
	ctl tournament priority low-$$ -7
	aresd --until-done --workers 1
	same "tournaments by when they were finished" "$(query "select string_agg(name, ' ' order by first) from (
		select t.name, min(g.finished_at) as first,
		       lag(max(g.finished_at)) over (order by min(g.finished_at)) <= min(g.finished_at) as apart
		from farm.games g join farm.tournaments t on t.id = g.tournament_id where t.name ~ '^(low|high|normal)-$$'
		group by t.name) x where apart is not false")" "high-$$ normal-$$ low-$$"
}

# The weights are 1000 to 1. To fail, two of the first three claims (64 games each) would have to go to the light one.
test_weight_is_a_share() {
	create light 192 random,random --rounds 1
	create heavy 192 random,random --rounds 1
	ctl tournament weight heavy-$$ 1000
	aresd --until-done --workers 1
	holds "count(*) filter (where name = 'light-$$') <= 64 from (
		select t.name from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where t.name in ('light-$$', 'heavy-$$') order by g.claimed_at, g.id limit 192) x"
}

# Finished games stay. A cancelled or quarantined game that is retried is played and comes out the same.
test_cancel_and_retry() {
	create whole 6
	create part 6
	aresd --until-done --workers 2
	query "update farm.games g set state = 'pending', worker_id = null, ending = null, winner = null, finished_at = null,
			phase = null, phases = null, centres = null, units = null, digest = null
		from farm.tournaments t where t.id = g.tournament_id and t.name = 'part-$$' and g.number > 2;
		delete from farm.boards b using farm.games g, farm.tournaments t where g.id = b.game_id
		and t.id = g.tournament_id and t.name = 'part-$$' and g.number > 2;
		update farm.tallies f set finished = 2, phases = 0 from farm.tournaments t
		where t.id = f.tournament_id and t.name = 'part-$$' and worker_id = (select min(worker_id) from farm.tallies
		where tournament_id = t.id);
		delete from farm.tallies f using farm.tournaments t where t.id = f.tournament_id and t.name = 'part-$$'
		and worker_id > (select min(worker_id) from farm.tallies where tournament_id = t.id)"
	ctl game quarantine part-$$/3 "looks odd"
	same "cancelled" "$(loud tournament cancel part-$$)" "tournament part-$$: 4 games cancelled"
	same "progress" "$(progress part)" "0|0|0|2|0|4"
	aresd --until-done
	same "progress after aresd" "$(progress part)" "0|0|0|2|0|4"
	ctl game retry part-$$/4
	refused "the game is pending" ctl game retry part-$$/4
	ctl game cancel part-$$/4
	for game in 3 4 5 6; do ctl game retry part-$$/$game; done
	aresd --until-done --workers 2
	same "progress in the end" "$(progress part)" "0|0|0|6|0|0"
	holds "farm.tournament_digest('part-$$') = farm.tournament_digest('whole-$$')"
	refused "the game is finished" ctl game cancel part-$$/3
	refused "the game is finished" ctl game quarantine part-$$/3
	refused "the game is finished" ctl game retry part-$$/3
}

# However long the reason is, the game can be looked at and played again.
test_quarantine_has_its_reason() {
	local since
	create odd 3 random,random --rounds 2
	since=$(query "select at from farm.games_aside(0)")
	ctl game quarantine odd-$$/2 "looks odd"
	ctl game quarantine odd-$$/3 "$(printf 'ü%.0s' {1..300})"
	refused "the game is quarantined: üüü" ctl game quarantine odd-$$/3
	ctl game retry odd-$$/3
	aresd --until-done
	same progress "$(progress odd)" "0|0|0|2|1|0"
	ctl tournament status odd-$$ | contains 'game 2 is quarantined: looks odd'
	same "since then" "$(query "select games, example from farm.games_aside($since)")" "1|odd-$$/2"
	same "from now on" "$(query "select n.games, n.example
		from farm.games_aside(0) a, farm.games_aside(a.at) n")" "0|"
	ctl tournament drop --yes odd-$$
	same "of dropped ones" "$(query "select games from farm.games_aside($since)")" 0
}

# A user takes games away while a worker plays them. The worker continues with others, and no write counts as refused.
test_under_the_worker() {
	local slow='ares(depth=4,age=200,cycles=3000)' refused
	refused=$(query "select coalesce(sum(refused_writes), 0) from farm.workers")
	create taken 3 "$slow,$slow" --rounds 200
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 3 --batch 1 2>"$ARESFARM_HOME/control.log" &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true' EXIT
	wait_for 20 holds "count(*) = 3 from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where t.name = 'taken-$$' and g.state = 'claimed' and exists (select from farm.boards b where b.game_id = g.id)"
	ctl game quarantine taken-$$/1
	ctl game cancel taken-$$/2
	create quick 4
	wait_for 20 holds "(select finished from farm.progress where tournament = 'quick-$$') = 4"
	same "what became of the first two" "$(query "select string_agg(g.state::text, ' ' order by g.number) from farm.games g
		join farm.tournaments t on t.id = g.tournament_id where t.name = 'taken-$$' and number < 3")" "quarantined cancelled"
	create kept 1 "$slow,$slow" --rounds 200
	wait_for 20 holds "(select claimed from farm.progress where tournament = 'kept-$$') = 1"
	ctl tournament drop --yes taken-$$
	holds "(select claimed from farm.progress where tournament = 'kept-$$') = 1"
	ctl tournament cancel kept-$$
	create after 4
	wait_for 20 holds "(select finished from farm.progress where tournament = 'after-$$') = 4"
	wait_for 20 holds "not exists (select from farm.tournaments where dropped)"
	kill -TERM $daemon
	wait $daemon
	same "writes refused" "$(query "select sum(refused_writes) from farm.workers")" "$refused"
	same "games of no tournament" "$(query "select count(*) from farm.games g
		where not exists (select from farm.tournaments t where t.id = g.tournament_id)")" 0
}

# A batch locks its games in the order of their ids. A statement that takes the games away locks them in the same order: so it
# holds no game that the batch needs next, even where the table has them in another order.
test_locks_in_order() {
	local worker one other what
	for what in "tournament_cancel('order-$$')" "tournament_drop('order-$$')" 'workers_leave(array[WORKER])'; do
		create order 2
		worker=$(query "insert into farm.workers (host, pid, supervisor) values ('test', 1, 0) returning id")
		{ read -r one && read -r other; } <<<"$(query "select id from farm.games_claim($worker, 1);
			select id from farm.games_claim($worker, 1)")"
		query "update farm.games set failures = 1 where id = $one"
		query "begin; select farm.fence($one, $worker, 1, true); select pg_sleep(1);
			select farm.fence($other, $worker, 1, true); commit" >/dev/null &
		wait_for 10 holds "exists (select from pg_stat_activity where wait_event = 'PgSleep' and query like '%$other, $worker, 1%')"
		query "select farm.${what/WORKER/$worker}" >/dev/null
		wait $!
		ctl tournament drop --yes order-$$ || true # it may be gone
	done
}

# To create the same tournament again is not an error and makes nothing. Another one under the same name is refused, and the
# message says what differs.
test_same_again() {
	same "what create says" "$(loud tournament create same-$$ --games 4 --seats random,random --seed "$SEED" --rounds 3)" \
		"tournament same-$$: 4 games, seats random,random, rules thesis (not standard Diplomacy)"
	same "the same again" "$(loud tournament create same-$$ --games 4 --seats random,random --seed "$SEED" --rounds 3)" \
		"tournament same-$$ exists already, and is as asked: nothing is changed"
	ctl experiment openings again-$$ --power GER --grid 'depth=1 age=10,20' --repetitions 2
	ctl experiment openings again-$$ --power GER --grid 'depth=1 age=10,20' --repetitions 2
	same "games" "$(query "select t.name, count(*) from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where t.name in ('same-$$', 'again-$$') group by 1 order by 1" | paste -sd' ')" "again-$$|4 same-$$|4"
	refused "same-$$ exists already, with games 4 (not 5): choose" create same 5 random,random --rounds 3
	refused "with rounds 3 (not 4): choose" create same 4 random,random --rounds 4
	refused "with judge atlas (not guess): choose" create same 4 random,random --rounds 3 --judge guess
	refused "with rules thesis (not standard), rounds 3 (not 218): choose" create same 4 random,random --rules standard
	refused "with seats random,random (not ares(age=9),random): choose" create same 4 'ares(age=9),random' --rounds 3
	refused "with seed $SEED (not 999), games 4 (not 5): choose" \
		ctl tournament create same-$$ --games 5 --seats random,random --rounds 3 --seed 999
	refused "with seats GER: ares; depth=1 age=10,20" \
		ctl experiment openings again-$$ --power GER --grid 'depth=1 age=10,30' --repetitions 2
	ctl tournament drop --yes same-$$
	ctl tournament drop --yes again-$$
}

# A finished game is stored while the players of the next game of the same claim still think.
test_finished_game_is_stored_at_once() {
	local forever='ares(depth=8,age=1000,cycles=20000,islands=16,keep=0)'
	create over 1 random,random --rounds 1
	create long 3 "$forever,$forever"
	ctl tournament priority over-$$ 9
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 1 2>/dev/null &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true' EXIT
	wait_for 10 holds "finished = 1 from farm.progress where tournament = 'over-$$'"
	same "games of one claim" "$(query "select count(distinct t.id) from farm.games g join farm.tournaments t
		on t.id = g.tournament_id where t.name in ('over-$$', 'long-$$') and g.worker_id = (select o.worker_id from farm.games o
		join farm.tournaments t on t.id = o.tournament_id where t.name = 'over-$$') and g.claimed_at = (select o.claimed_at
		from farm.games o join farm.tournaments t on t.id = o.tournament_id where t.name = 'over-$$')")" 2
	ctl tournament drop --yes long-$$
	kill -TERM $daemon
	wait $daemon
}

# Whoever controls something is told in a line what was done; --quiet says nothing.
test_what_is_said() {
	create said 3 'ares(depth=3),random'
	same pause "$(loud tournament pause said-$$)" \
		"tournament said-$$: paused; workers claim no more of its games"
	same resume "$(loud tournament resume said-$$)" "tournament said-$$: continues"
	same priority "$(loud tournament priority said-$$ -3)" "tournament said-$$: priority -3"
	same weight "$(loud tournament weight said-$$ 5)" "tournament said-$$: weight 5"
	same quarantine "$(loud game quarantine said-$$/2 odd)" "game said-$$/2: quarantined until game retry"
	same retry "$(loud game retry said-$$/2)" "game said-$$/2: pending again; it continues from its last stored phase"
	same cancel "$(loud game cancel said-$$/2)" "game said-$$/2: cancelled"
	same "quiet, after the command" "$(loud tournament pause said-$$ --quiet)" ""
	same "quiet, in front" "$(loud -q tournament resume said-$$)" ""
	ctl game cancel said-$$/3
	same "cancel all" "$(loud tournament cancel said-$$)" "tournament said-$$: 1 game cancelled"
	same drop "$(loud tournament drop said-$$ -y)" "tournament said-$$: dropped, with 3 games"
}

# typed TEXT COMMAND...: the command on a terminal, with that typed; prints what it writes there.
typed() {
	local text=$1
	shift
	(sleep 1; printf '%s\n' "$text"; sleep 1) | script -qec "$*" /dev/null
}

# On a terminal drop asks, and only yes is yes. Elsewhere it wants --yes.
test_drop_asks() {
	local drop said
	create asks 2
	drop="'$B/aresctl' ${CONNINFO:+-d '$CONNINFO'} tournament drop asks-$$"
	refused "tournament asks-$$ is not dropped: --yes is missing, and there is no terminal" \
		eval "$drop </dev/null"
	refused "not dropped" eval "yes | $drop"
	command -v script >/dev/null || skip "there is no script, which makes a terminal"
	said=$(typed n "$drop") || true
	case $said in *"drop tournament asks-$$ with 2 games? [y/N] "*"tournament asks-$$ is not dropped"*) ;;
	*) same "what drop says" "$said" "a question" ;; esac
	same "games of it" "$(progress asks)" "2|0|0|0|0|0"
	typed y "$drop" | contains "tournament asks-$$: dropped, with 2 games"
	same "games of it" "$(progress asks)" ""
}

# coloured NAME...: their lines of the list, without what depends on the day, and on the length of names.
coloured() {
	local name
	for name; do
		ctl tournament list $name-$$ --color always
	done | sed -E "s/(TOURNAMENT|-$$) +/\1 /; s/-$$//; s/ [-0-9]{10} / DAY /; s/random,r.*/random,r/" | cat -v
}

# The list says what became of all games, in 80 columns. Names are whole.
test_list() {
	local list
	create list 5 'ares(depth=3),random' --rounds 1
	aresd --until-done
	contains -E "^list-$$ +5 +5  .* thesis +$(date +%Y)-..-..( +ares.*)?$" <<<"$(ctl tournament list)"
	create list2 4 'ares(depth=1,age=11,mutations=9),ares(depth=3,age=12,mutations=20,tries=2)'
	ctl game quarantine list2-$$/1 odd
	ctl game cancel list2-$$/2
	ctl game cancel list2-$$/3
	list=$(ctl tournament list)
	contains -E "^list-$$ +5 +5  all played +thesis" <<<"$list"
	contains -E "^list2-$$ +4 +0  1 pending, 1 quarantined, 2 cancelled  thesis( +[-0-9]{10}.*)?$" <<<"$list"
	same "names" "$(ctl tournament list "li?t-$$*" --names)" list-$$
	same "by pattern" "$(ctl tournament list "li?t-$$*" | awk 'NR > 1 {print $1}')" list-$$
	same "by state" "$(ctl tournament list 'list*' --open | awk 'NR > 1 {print $1}')|$(ctl tournament list 'list*' --done | awk 'NR > 1 {print $1}')" \
		"list2-$$|list-$$"
	same "lines of more than 80 columns, with seats" "$(awk 'NR > 1 && length > 80 && !/ [a-z0-9]+$/' <<<"$list")" ""
	same "a heading" "$(head -1 <<<"$list" | tr -s ' ')" "TOURNAMENT GAMES PLAYED STATE RULES"
	same "by JSON" "$(query "select j -> 'quarantined', j -> 'cancelled', j -> 'open', j -> 'paused' from
		jsonb_array_elements(\$json\$$(ctl tournament list --json)\$json\$) j where j ->> 'name' = 'list2-$$'")" "1|2|1|false"
	create list3 1 random,random
	list=$(
		coloured list list3 list2
		ctl tournament pause list3-$$
		coloured list3
		ctl tournament cancel list3-$$
		coloured list3
	)
	same "in colours" "$list" "\
^[[1mTOURNAMENT GAMES  PLAYED  STATE       RULES   MADE        SEATS^[[0m
list 5       5  ^[[32mall played^[[0m  thesis  DAY  ares(depth=3),random
^[[1mTOURNAMENT GAMES  PLAYED  STATE      RULES   MADE        SEATS^[[0m
list3 1       0  ^[[0m1 pending  thesis  DAY  random,r
^[[1mTOURNAMENT GAMES  PLAYED  STATE                                  RULES^[[0m
list2 4       0  ^[[31m1 pending, 1 quarantined, 2 cancelled^[[0m  thesis
^[[1mTOURNAMENT GAMES  PLAYED  STATE              RULES   MADE        SEATS^[[0m
list3 1       0  ^[[33mpaused, 1 pending^[[0m  thesis  DAY  random,r
^[[1mTOURNAMENT GAMES  PLAYED  STATE        RULES   MADE        SEATS^[[0m
list3 1       0  ^[[33m1 cancelled^[[0m  thesis  DAY  random,r"
	ctl tournament cancel list2-$$
	contains -E "^list2-$$ +4 +0  1 quarantined, 3 cancelled|^list2-$$ +4 +0  4 cancelled" <<<"$(ctl tournament list)"
	list=$(ctl tournament status list2-$$ --color always; ctl tournament status list-$$ --color always)
	same "the states" "$(sed "s/-$$//" <<<"$list" | cat -v)" "\
^[[0mlist2: 4 games, 0 finished, 4 cancelled^[[0m
rules thesis: not standard Diplomacy (aresctl rules)
^[[0mlist: 5 games, 5 finished^[[0m
rules thesis: not standard Diplomacy (aresctl rules)
^[[1mpoints %   95 % interval   player^[[0m
^[[0m    50.0     6.5 to 93.5   random^[[0m
^[[0m    50.0     6.5 to 93.5   ares(depth=3)^[[0m"
}

# Colours: never where nobody looks, and never without being wanted.
test_colours() {
	local escape=$'\e'
	create coloured 1
	ctl tournament list | fails grep "$escape"
	ctl tournament list --color=always | contains "$escape"
	NO_COLOR=1 ctl --color=always tournament list | contains "$escape"
	command -v script >/dev/null || skip "there is no script, which makes a terminal"
	local list="'$B/aresctl' ${CONNINFO:+-d '$CONNINFO'} tournament list"
	TERM=xterm script -qec "$list" /dev/null | contains "$escape"
	TERM=xterm NO_COLOR=1 script -qec "$list" /dev/null | fails grep "$escape"
	TERM=dumb script -qec "$list" /dev/null | fails grep "$escape"
	TERM=xterm script -qec "$list --color=never" /dev/null | fails grep "$escape"
	cancel coloured-$$
}

# Who plays: listed while they play, and with --gone afterwards.
test_workers() {
	local version said json
	version=$("$B/aresd" --version)
	create busy 2 'ares(depth=8,age=1000,cycles=20000),random'
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 2 --threads 3 2>/dev/null &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true' EXIT
	wait_for 20 holds "claimed = 2 and (select count(*) from farm.workers where gone_at is null) = 2
		from farm.progress where tournament = 'busy-$$'"
	said=$(ctl workers)
	json="jsonb_array_elements(\$json\$$(ctl workers --json)\$json\$) w"
	same "heading" "$(head -1 <<<"$said" | tr -s ' ')" \
		" WORKER PID STATE SINCE HEARTBEAT THREADS CLAIMS GAMES PHASES PLAYS"
	same "alive" "$(grep -c ' alive ' <<<"$said")" 2
	same "claims" "$(query "select count(*), sum((w ->> 'claims')::int), count(distinct w ->> 'pid')
		from $json where w ->> 'state' = 'alive'")" "2|2|2"
	same "the host" "$(grep "^$(hostname): " <<<"$said")" "$(hostname): 2 workers, 6 threads, ${version#* }"
	same "what they are" \
		"$(query "select string_agg(distinct w ->> 'version', ','), sum((w ->> 'threads')::int) from $json")" \
		"${version#* }|6"
	# one of them may have both games
	same "what they play" "$(query "select string_agg(concat(p ->> 'tournament', '/', g), ' ' order by g::text)
		from $json, jsonb_array_elements(w -> 'plays') p, jsonb_array_elements(p -> 'games') g")" \
		"busy-$$/1 busy-$$/2"
	same "the games" \
		"$(sed "s|/1\.\.2 (2)|/1 busy-$$/2|" <<<"$said" | grep -o "busy-$$/.*" | tr -s ' ' '\n' |
			sort | paste -sd' ')" \
		"busy-$$/1 busy-$$/2"
	ctl tournament drop --yes busy-$$
	kill -TERM $daemon
	wait $daemon
	same "those that are there" "$(ctl workers)" \
		"no worker plays: start aresd (--gone lists workers that played)"
	same "by JSON" "$(ctl workers --json)" "[]"
	ctl workers --gone | contains ' gone '
	# workers of an older version, on a host whose name is not a name; a supervisor would note that they are gone
	query "insert into farm.workers (host, pid, supervisor) values (E'x\ny', 1, 0)" >/dev/null
	said=$(ctl workers | grep -A1 '^x')
	same "another host" "$(head -1 <<<"$said")" "x?y: 1 worker, an older version"
	same "its worker" "$(tail -1 <<<"$said" | tr -s ' ' | cut -d' ' -f3,4)" "1 lost"
	query "delete from farm.workers where host = E'x\ny'" >/dev/null
}

test_drop() {
	create gone 4 random,random --rounds 1
	aresd --until-done
	ctl tournament drop --yes gone-$$
	refused "no tournament gone-$$" ctl tournament status gone-$$
	[ -z "$(ctl tournament list | grep "^gone-$$" || true)" ]
	create gone 3 random,random --rounds 1
	aresd --until-done
	same "under the same name again" "$(progress gone)" "0|0|0|3|0|0"
}

# A sweep removes a number of games of dropped tournaments, from as many tournaments as it takes.
test_sweep() {
	local i
	query "select farm.sweep(100000)" >/dev/null # those of other tests
	for i in 3 4 5; do
		create swept$i $i random,random
		ctl tournament drop --yes swept$i-$$
	done
	same "games, some at a time" "$(query "select farm.sweep(5), farm.sweep(5), farm.sweep(5), farm.sweep(5)")" "5|5|2|0"
	same "dropped tournaments left" "$(query "select count(*) from farm.tournaments where dropped")" 0
}

# Progress comes from tallies and claims. It agrees with the tables of games and boards.
test_progress_agrees_with_counting() {
	local name
	create mixed 30 random,random --rounds 20
	ctl game cancel mixed-$$/30
	ctl game quarantine mixed-$$/29
	same before "$(progress mixed)" "$(counted mixed)"
	aresd --until-done --workers 3
	same after "$(progress mixed)" "$(counted mixed)"
	same "phases" "$(query "select phases from farm.progress where tournament = 'mixed-$$'")" \
		"$(query "select sum(g.phases) from farm.games g join farm.tournaments t on t.id = g.tournament_id
			where t.name = 'mixed-$$'")"
}

test_refusals() {
	create refuse 1
	refused "no tournament nobody" ctl tournament pause nobody
	refused "N 101: must be a whole number from -100 to 100" ctl tournament priority refuse-$$ 101
	refused "N 0: must be a whole number from 1 to 1000" ctl tournament weight refuse-$$ 0
	refused "N is missing" ctl tournament weight refuse-$$
	refused "TOURNAMENT is missing" ctl tournament drop --yes
	refused "no game refuse-$$/2" ctl game cancel refuse-$$/2
	refused "no game refuse-$$/1/1" ctl game cancel refuse-$$/1/1
	refused "it must be create, retry, quarantine or cancel" ctl game fly
	refused "GAME is missing" ctl game retry
	refused "GAME is missing" ctl game quarantine
	ctl tournament drop --yes refuse-$$
}

run_tests
