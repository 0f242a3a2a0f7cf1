#!/bin/bash
# bots: proves that games with a bot end or are put aside, whatever happens to the bot and to the workers; and that each decision
# that was none is counted once.
#
# The bot of doc/bots plays GAMES=14 short games against Ares. Now and then, drawn by SEED=1, it is killed, hangs or lies
# (tests/hostile/liar.py), and so are the workers killed. make bots plays 1,000 games.
. tests/suite.sh
games=${GAMES:-14} kills=${KILLS:-$((${GAMES:-14} / 7))}

ctl init >/dev/null
settings=$(mktemp) log=$(mktemp)
echo "bot.liar-$$ = python3 tests/hostile/liar.py chance $SEED mark-$$ python3 doc/bots/greedy.py
bot-time = 2
bot-start = 60" >"$settings"

start() {
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 2 --until-done --config "$settings" 2>>"$log" &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true' EXIT
}

nothing_left() { ! pgrep -f "mark-$$" >/dev/null; }
done_games() { query "select finished + quarantined from farm.progress where tournament = 'lies-$$'"; }

# A worker that plays a bot's game is killed once some more games are done.
kill_workers() {
	local i
	for i in $(seq "$kills"); do
		wait_for 120 eval "[ \$(done_games) -ge $((i * games / (kills + 1))) ]"
		kill -KILL $(query "select pid from farm.workers where gone_at is null order by (id + $SEED * $i) % 7 limit 1") || true
	done
}

test_games_end() {
	ctl tournament create lies-$$ --games "$games" --seats "bot:liar-$$,ares(depth=1,age=2)" --rules standard --rounds 8 --seed "$SEED"
	start
	kill_workers
	wait_for $((60 + games)) eval "! kill -0 $daemon 2>/dev/null"
	wait $daemon
	same "games that neither ended nor were put aside" "$(query "select count(*) from farm.games g
		join farm.tournaments t on t.id = g.tournament_id
		where t.name = 'lies-$$' and g.state not in ('finished', 'quarantined')")" 0
	wait_for 10 nothing_left
	same "workers that died of it" "$(grep -c 'its worker died\|out of memory' "$log" || true)" 0
}

# A game is put aside with its third fault, and not before. What it is put aside for is a fault of a bot, and not the worker's.
test_faults_are_counted() {
	same "games with the wrong number of faults" "$(query "select string_agg(number || ': ' || state || ' ' || faults, ', ')
		from (select g.number, g.state, (select count(*) from farm.faults f where f.game_id = g.id) as faults, g.reason
		      from farm.games g join farm.tournaments t on t.id = g.tournament_id where t.name = 'lies-$$') g
		where (state = 'quarantined') <> (faults = 3) or faults > 3 or reason !~ '^3 faults of bots; the last is of bot:liar-$$ in '")" ""
	[ "$(query "select count(*) from farm.faults_told where tournament = 'lies-$$'")" -gt 0 ]
	query "select string_agg(kind || ' ' || n, ', ' order by kind) || '; games: ' || (select string_agg(state || ' ' || k, ', ')
		from (select g.state, count(*) as k from farm.games g join farm.tournaments t on t.id = g.tournament_id
		      where t.name = 'lies-$$' group by 1) s)
		from (select kind, count(*) as n from farm.faults_told where tournament = 'lies-$$' group by 1) f" >&3
}

# A fault is stored with its phase: the board is there, or the game was put aside in it. The power had no orders then: its units
# held, or were disbanded.
test_faults_are_of_phases() {
	same "faults without a phase" "$(query "select count(*) from farm.faults_told f join farm.games g on g.id = f.game
		where tournament = 'lies-$$' and g.state = 'finished' and not exists (
			select from farm.boards b where b.tournament_id = f.tournament_id and b.game_id = f.game and b.phase = f.phase)")" 0
	same "what a power ordered that was in civil disorder" "$(query "select string_agg(distinct o.action, ' ')
		from farm.faults_told f join farm.orders o on o.game = f.game and o.phase = f.phase and o.power = f.power
		where f.tournament = 'lies-$$' and o.tournament = 'lies-$$' and o.action not in ('hold', 'disband', 'remove')")" ""
}

# What is stored is enough to replay: no bot is asked.
test_verify() {
	ctl verify lies-$$
	same "what the standings count" "$(query "select faulted = (select count(distinct (f.game, f.power)) from farm.faults_told f
		join farm.games g on g.id = f.game where f.tournament = 'lies-$$' and g.state = 'finished')
		from farm.standings where tournament = 'lies-$$' and player = 'bot:liar-$$'")" t
}

# Games without bots are played by the same workers as before.
test_others_play_on() {
	local digest
	ctl tournament create plain-$$ --games 8 --seats randbot,random --rules standard --rounds 20 --seed "$SEED"
	digest=$(play plain-$$ --workers 1 --config "$settings" 2>/dev/null)
	ctl tournament create plain2-$$ --games 8 --seats randbot,random --rules standard --rounds 20 --seed "$SEED"
	same "its digests" "$(play plain2-$$ --workers 2 2>/dev/null)" "$digest"
}

exec 3>&1
run_tests
