#!/bin/bash
# bots: bots that do what they should not. Each of it is a fault of a known kind, with a line that says what it was; the third puts
# the game aside; nothing of a bot is left; no worker waits or grows.
#
# tests/hostile/liar.py does what it should not. The examples of doc/bots are tried, too.
. tests/suite.sh
. tests/hostile.sh

ctl init >/dev/null
settings=$hostile_dir/bots.conf log=$hostile_dir/log
export PGAPPNAME=a-secret-of-the-farm

# lies KIND...: a game for each kind of liar.
lies() {
	local kind
	for kind; do
		echo "bot.$kind-$$ = python3 tests/hostile/liar.py $kind mark-$$" >>"$settings"
		ctl tournament create "$kind-$$" --seats "bot:$kind-$$,holdbot" --games 1 --seed "$SEED" --rules standard --rounds 6 2>/dev/null
	done
}

# faults KIND: the kinds of faults of that liar, and whether its game is put aside with its name in the reason.
faults() {
	query "select string_agg(distinct f.kind, ' ' order by f.kind) || ' ' || count(*) || ' ' || min(g.state::text || ' ' || (
			g.reason ~ 'bot:$1-$$ in [SF]1901M for [A-Z]{3}: ')::text)
		from farm.faults_told f join farm.games g on g.id = f.game where tournament = '$1-$$'"
}

# said KIND: what its faults say.
said() { query "select distinct words || '|' || last_words from farm.faults_told where tournament = '$1-$$'"; }

# nothing_left: no process of a bot runs any more.
nothing_left() { same "processes that are left" "$(pgrep -af "mark-$$" || true)" ""; }

# At most 60 lines each; all their orders are legal.
test_examples() {
	local lines name seed
	cc -O1 -Wall -Wextra -Werror doc/bots/raider.c -o "$hostile_dir/raider" $(pkg-config --cflags --libs json-c)
	for name in greedy.py raider.c; do
		lines=$(wc -l <"doc/bots/$name")
		[ "$lines" -le 60 ] || same "lines of $name" "$lines" "at most 60"
	done
	for seed in "$SEED" $((SEED + 1)); do
		"$B/aresctl" bot check 'python3 doc/bots/greedy.py' --seed "$seed" | grep -q 'greedy 1: 100 positions .*, 0 faults$'
		"$B/aresctl" bot check "'$hostile_dir/raider'" --seed "$seed" | grep -q 'raider 1: 100 positions .*, 0 faults$'
	done
}

# What --show prints, a bot answers; and what is said fits a terminal.
test_show() {
	local said
	said=$("$B/aresctl" bot check --show 9 | python3 doc/bots/greedy.py | jq -c '[.type, .name // (.orders | length)]')
	same "answers" "$said" $'["hello","greedy"]\n["orders",1]'
	same "lines of over 80 columns" "$("$B/aresctl" bot check "'$hostile_dir/raider'" | grep -E '.{81}' || true)" ""
}

# The time for a decision is long here: who is late is late on a slow machine only.
test_lies() {
	local kind expected memory=300
	[ -z "${SAN:-}" ] || memory=0 # a sanitizer needs more than any limit
	: >"$settings"
	lies $(sed 's/ .*//' <<<"$kinds")
	echo "bot.absent-$$ = /no/such/program" >>"$settings"
	ctl tournament create "absent-$$" --seats "bot:absent-$$,holdbot" --games 1 --seed "$SEED" --rules standard --rounds 6 2>/dev/null
	aresd --until-done --workers 4 --config "$settings" --bot-time 60 --bot-start 60 --bot-memory 300 --memory "$memory" 2>"$log"
	while read -r kind expected; do
		same "faults of $kind" "$(faults "$kind")" "$expected 3 quarantined true"
	done <<<"$kinds"
	same "the absent one" "$(said absent)" "its program cannot be started: No such file or directory|"
	same "the last words" "$(said words)" "it ended with status 3|it was ?? not my fault"
	same "what a bot knows" "$(said environment)" "it ended with status 3|it knows []"
	same "what a flood is" "$(said flood)" "a line of more than 65536 bytes|"
	same "what a signal is" "$(said signal)" "it was killed by signal 11 (Segmentation fault)|"
	same "workers that died" "$(grep -c 'worker died\|out of memory' "$log" || true)" 0
	nothing_left
}
kinds='flood garbled
closes dead
phase wrong
power wrong
game wrong
id wrong
type wrong
future wrong
orphans dead
forks wrong
bytes garbled
deep garbled
nothing garbled
null garbled
many wrong
long illegal
number wrong
none wrong
nonsense illegal
moon illegal
twice illegal
signal dead
words dead
eats dead
environment dead
exits dead'

# What is said too early is the answer to nothing: the first answer is for another question, or it came unasked.
test_early() {
	: >"$settings"
	lies early
	aresd --until-done --workers 1 --config "$settings" 2>"$log"
	case $(faults early) in
		"unasked wrong 3 quarantined true" | "unasked 3 quarantined true" | "wrong 3 quarantined true") ;;
		*) same "faults of early" "$(faults early)" "unasked or wrong" ;;
	esac
	nothing_left
}

# Each has a worker of its own. What they leave behind would hold the pipes for ten minutes.
test_late() {
	local kind
	: >"$settings"
	lies mute deaf babble unread
	within 40 aresd --until-done --workers 4 --config "$settings" --bot-time 1 --bot-start 60 2>"$log"
	for kind in mute deaf babble unread; do
		same "faults of $kind" "$(faults "$kind")" "late 3 quarantined true"
	done
	same "lines that a babbler has in the log" "$(grep -c 'bot:babble.* says: ' "$log" || true)" 0
	nothing_left
}

# A game waits for a bot that nobody has. aresd and aresctl say so; who has it plays it.
test_unclaimed() {
	local line="games of tournament missing-$$ wait for bot:missing-$$, which no worker has"
	ctl tournament create missing-$$ --seats "bot:missing-$$,random" --games 2 --seed "$SEED" --rules standard --rounds 3
	ctl tournament create others-$$ --seats random,random --games 2 --seed "$SEED" --rules standard --rounds 3
	aresd --until-done --workers 1 --bot "other-$$=python3 doc/bots/greedy.py" 2>"$log"
	grep -q "$line" "$log"
	same "what was played" "$(query "select string_agg(tournament || ' ' || finished || ' ' || pending, ',' order by tournament)
		from farm.progress where tournament in ('missing-$$', 'others-$$')")" "missing-$$ 0 2,others-$$ 2 0"
	loud workers | grep -q "$line"
	loud tournament status missing-$$ | grep -q "$line"
	aresd --until-done --workers 2 --bot "missing-$$=python3 doc/bots/greedy.py" 2>"$log"
	same "what was finished" "$(query "select finished from farm.progress where tournament = 'missing-$$'")" 2
	! loud workers | grep -q "$line"
	ctl verify missing-$$ >/dev/null
	nothing_left
}

# A game that was put aside is tried again with a bot that is mended. It begins where it was; the faults stay, and no longer count.
test_retry() {
	local game
	: >"$settings"
	lies moon
	query "update farm.tournaments set name = 'retried-$$' where name = 'moon-$$' and not exists (
		select from farm.tournaments where name = 'retried-$$')"
	game=retried-$$/1
	same "its state" "$(loud show "$game" 2>/dev/null | head -1 | grep -o 'quarantined: 3 faults of bots')" "quarantined: 3 faults of bots"
	same "its faults" "$(loud show "$game" 2>/dev/null | sed 1d | grep -c '^  S1901M.*illegal, "A lun - bur" is no order' || true)" 3
	ctl game retry "$(query "select g.id from farm.games g join farm.tournaments t on t.id = g.tournament_id where t.name = 'retried-$$'")"
	aresd --until-done --workers 1 --bot "moon-$$=python3 doc/bots/greedy.py" 2>"$log"
	same "its end" "$(query "select g.state, count(*), bool_and(f.forgiven) from farm.games g join farm.faults f on f.game_id = g.id
		join farm.tournaments t on t.id = g.tournament_id where t.name = 'retried-$$' group by 1")" "finished|3|t"
	same "what the standings say" "$(query "select faulted > 0, by_fault > 0, points - by_fault from farm.standings
		where tournament = 'retried-$$' and player = 'holdbot'")" "f|t|0.00"
	ctl query standings retried-$$ | grep -q 'points by fault'
	ctl verify retried-$$ >/dev/null
}

# A bot beside a person who does not come: the bot is asked when the person's time is over, and only then.
test_beside_a_person() {
	ctl game create mixed-$$ --seats "@,bot:mixed-$$,random,random,random,random,bot:mixed-$$" --deadline 1s --rounds 2 --seed "$SEED" >/dev/null 2>&1
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 1 --bot "mixed-$$=python3 doc/bots/greedy.py" 2>"$log" &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true' EXIT
	wait_for 60 holds "state = 'finished' from farm.games g join farm.tournaments t on t.id = g.tournament_id where t.name = 'mixed-$$'"
	kill -TERM $daemon
	wait $daemon || true
	same "faults" "$(query "select count(*) from farm.faults_told where tournament = 'mixed-$$'")" 0
	[ "$(query "select count(*) from farm.orders where tournament = 'mixed-$$' and power = 'ENG' and action = 'move'")" -gt 0 ]
	ctl verify mixed-$$ >/dev/null
	nothing_left
}

test_refusals() {
	refused "a name of 1 to 32 letters, digits, '_' and '-' must follow bot:" ctl tournament create x --games 2 --seats 'bot:,random'
	refused "--bot greedy: must be NAME=COMMAND" aresd --bot greedy
	refused "a command with an end for each quote" aresd --bot "greedy='python3 x"
	refused "a command that begins with a program" aresd --bot "greedy="
	refused "must be a player of the farm" ctl experiment grid x --player bot:greedy --grid a=1..2 --against random --games 2
	printf 'bot.a = x\nbot.a = y\n' >"$settings"
	refused ":2: bot.a stands in line 1 already" aresd --config "$settings"
	printf 'cat.a = x\n' >"$settings"
	refused ":1: no setting cat.a; only bot.NAME has a dot" aresd --config "$settings"
	printf 'bot.a = "x\n' >"$settings"
	refused ":1: bot.a: must be a command with an end for each quote" aresd --config "$settings"
	refused "must be a command that begins with a program" "$B/aresctl" bot check ''
	refused "bot check: the bot cannot be tried: absent, its program cannot be started" "$B/aresctl" bot check /no/such/program
	refused "bot check: the bot cannot be tried: garbled, no JSON object" "$B/aresctl" bot check cat
	refused "bot check: the bot cannot be tried: late, no answer to hello within 1 s" "$B/aresctl" bot check 'sleep 99' --start 1
	refused "bot check: COMMAND is missing" "$B/aresctl" bot check
}

run_tests
