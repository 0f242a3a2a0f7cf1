#!/bin/bash
# summaries: each finished game has its summary: the same after any history, and the same that its boards tell. Questions have the
# same answers with and without summaries. aresctl init sums older games up, and aresctl verify finds each change.
#
# Kills workers. SEED=1 draws the games.
. tests/suite.sh

agent=agent_$$
ctl init >/dev/null
query "create role $agent login in role farm_agent"
trap 'query "drop role $agent"' EXIT

# Other suites have made tournaments and ended their games by hand.
first=$(query "select coalesce(max(id), 0) from farm.tournaments")
thesis=thesis-$$ full=full-$$
make_games() {
	ctl tournament create "$1$thesis" --games 48 --seats 'ares(depth=2,age=20),random' --seed "$SEED"
	ctl tournament create "$1$full" --games 12 --seats 'randbot,ares(depth=1,age=5)' --rules standard --judge guess --rounds 40 --seed "$SEED"
}
make_games ''
aresd --until-done

# untimed NAME: the summaries of a tournament without times and ids.
untimed() {
	query "select g.number, to_jsonb(s) - '{tournament_id,game_id,resolve_ns,think_ns,longest_ns,foresaw_ns,forecast_ns}'::text[],
			cardinality(resolve_ns)
		from farm.summaries s join farm.games g on g.id = s.game_id join farm.tournaments t on t.id = g.tournament_id
		where t.name = '$1' order by 1"
}

# lacking: how many finished games have no summary, and how many summaries have no finished game.
lacking() {
	query "select count(*) filter (where s.game_id is null), count(*) filter (where g.id is null)
		from (select * from farm.games where state = 'finished' and tournament_id > $first) g
		full join (select * from farm.summaries where tournament_id > $first) s on s.tournament_id = g.tournament_id and s.game_id = g.id"
}

test_every_finished_game() {
	same "games without, summaries without" "$(lacking)" "0|0"
	agree $thesis $full
}

# agree NAME...: verify finds nothing wrong with these tournaments.
agree() {
	local name
	for name; do
		ctl verify "$name" | grep -q 'all agree' || same "verify $name" "differs" "all agree"
	done
}

# stirred: the games that are stirred, and how many boards each has.
stirred="(select g.*, (select count(*) from farm.boards b where b.game_id = g.id) as boards
	from farm.games g join farm.tournaments t on t.id = g.tournament_id where t.name like 'stirred-%$$') s"

# under_way BOARDS: these games have more boards than that, and a claimed one has some; or all are over.
under_way() {
	holds "sum(boards) > $1 and bool_or(state = 'claimed' and boards > 0) or bool_and(state = 'finished') from $stirred"
}

# Workers are killed again and again while they have games with boards, so that others go on with these. Each statement that
# writes boards waits meanwhile, so that no worker is done before it is killed.
test_same_after_kills() {
	local daemon round before
	make_games stirred-
	query "create function public.dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(0.1); return null; end';
		create trigger dawdle after insert on farm.boards execute function public.dawdle()"
	for round in 1 2 3 4 5 6 7 8; do
		before=$(query "select sum(boards) from $stirred")
		"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --until-done --workers 2 --batch 3 2>/dev/null &
		daemon=$!
		wait_for 20 under_way "$before"
		kill -KILL $(query "select pid from farm.workers where gone_at is null") 2>/dev/null || true
		kill -KILL $daemon 2>/dev/null || true
		wait $daemon 2>/dev/null || true
	done
	query "drop trigger dawdle on farm.boards; drop function public.dawdle()"
	aresd --until-done
	same "games claimed again" "$(query "select max(epoch) > 1 from $stirred")" t
	same "summaries (thesis)" "$(untimed stirred-$thesis)" "$(untimed $thesis)"
	same "summaries (standard)" "$(untimed stirred-$full)" "$(untimed $full)"
	same "games without, summaries without" "$(lacking)" "0|0"
	agree stirred-$thesis stirred-$full
}

# A game that waits for an external player is given up and taken up again in each phase.
test_external_player() {
	local daemon name=external-$$
	ctl tournament create $name --games 2 --seats "random,randbot,@$agent,random,randbot,random,random" --rules standard --rounds 6 --seed "$SEED"
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --until-done --workers 2 2>/dev/null &
	daemon=$!
	until holds "finished = games from farm.progress where tournament = '$name'"; do
		as $agent -c "select api.submit_orders(game, '{}', true, power => power) from api.my_turns" >/dev/null || true
	done
	wait $daemon
	holds "min(epoch) > 4 from farm.games g join farm.tournaments t on t.id = tournament_id where t.name = '$name'"
	same "games without, summaries without" "$(lacking)" "0|0"
	ctl verify $name | grep -q 'all agree'
}

# answers: what all that reads summaries answers.
answers() {
	local name
	for name in $thesis $full; do
		echo "select * from farm.resolution where tournament = '$name' order by stage;
			select * from farm.efforts where tournament = '$name' order by game, power;
			select * from farm.histogram('$name');
			select * from farm.resolutions((select id from farm.tournaments where name = '$name')) order by stage, ns, orders;
			select * from farm.by_year('$name') order by game, year, power;
			select * from farm.shares_by_year('$name', '^ares\M') order by year, seats, points;
			select * from farm.powers_by_year('$name') order by year, power, points;"
	done
}

# Without some summaries, and without all, the boards give the same answers: SQL and C roll the same up.
test_boards_stand_in() {
	local with half without
	with=$(query "$(answers)" | md5sum)
	half=$(query "begin; delete from farm.summaries where game_id % 2 = 0; $(answers) rollback" | md5sum)
	without=$(query "begin; delete from farm.summaries; $(answers) rollback" | md5sum)
	same "answers without half of the summaries" "$half" "$with"
	same "answers without summaries" "$without" "$with"
}

# The views agree with those that read decisions and boards one by one.
test_same_as_one_by_one() {
	same efforts "$(query "select * from (
			select tournament, game, power, player, decisions, think_ns, longest_ns, foresaw, coalesce(forecasts, 0), coalesce(paradox + supposition + substitution + conditioning, 0),
				forecast_ns, capped from farm.efforts where tournament in ('$thesis', '$full')
			except select tournament, game, power, player, count(*), sum(think_ns), max(think_ns), count(forecast_ns),
				coalesce(sum(forecasts) filter (where forecast_ns is not null), 0), coalesce(sum(paradox + supposition + substitution + conditioning), 0),
				coalesce(sum(forecast_ns), 0), count(*) filter (where capped and forecast_ns is not null)
			from farm.decisions group by 1, 2, 3, 4) e")" ""
	same incidents "$(query "select game, bounced, cut, void, dislodged, convoyed, retreated, built, removed from farm.incidents where tournament = '$full'
		except select game, count(*) filter (where result = 'bounced' and action = 'move'), count(*) filter (where result = 'cut'),
			count(*) filter (where result = 'void' and farm.phase_is_move(phase)), count(*) filter (where dislodged),
			count(*) filter (where result = 'succeeds' and action = 'convoy'), count(*) filter (where result = 'succeeds' and action = 'retreat'),
			count(*) filter (where result = 'succeeds' and action = 'build'),
			count(*) filter (where result = 'succeeds' and action = 'disband' and farm.phase_is_adjustment(phase))
		from farm.orders where tournament = '$full' group by game")" ""
	same "the first decisions" "$(query "select game, power, think_ns, forecasts, capped from farm.first_decisions('$thesis')
		except select game, power, think_ns, forecasts, capped from farm.decisions where tournament = '$thesis' and phase = 0")" ""
}

# init sums up what has no summary, also after it was stopped midway.
test_init_fills() {
	local before said
	before=$(query "select md5(string_agg(s::text, ' ' order by game_id)) from farm.summaries s where tournament_id > $first")
	query "delete from farm.summaries"
	said=$(ctl init)
	[[ $said == "summing up "*" finished games; "* ]] || same "output of init" "$said" "summing up ..."
	same "summaries after init" "$(query "select md5(string_agg(s::text, ' ' order by game_id)) from farm.summaries s where tournament_id > $first")" "$before"
	query "delete from farm.summaries where game_id % 3 = 0"
	ctl init >/dev/null
	same "summaries after another" "$(query "select md5(string_agg(s::text, ' ' order by game_id)) from farm.summaries s where tournament_id > $first")" "$before"
	same "output of init with nothing to do" "$(ctl init)" ""
}

# Every column that is changed is found, by its name.
test_verify_finds() {
	local column game said
	game=$(query "select g.id from farm.games g join farm.tournaments t on t.id = tournament_id where t.name = '$thesis' and number = 5")
	query "create table kept_$$ as select * from farm.summaries where game_id = $game"
	for column in resolve_ns stages order_counts decisions think_ns longest_ns foresaw foresaw_ns forecasts conditioning \
		substitution supposition paradox forecast_ns capped alive events; do
		query "update farm.summaries set $column[2] = $column[2] + 1 where game_id = $game"
		said=$(ctl verify $thesis || true)
		same "verify after $column was changed" "$(head -1 <<<"$said")" \
			"$thesis/5: its summary has another $column than follows from what is stored"
		query "delete from farm.summaries where game_id = $game; insert into farm.summaries select * from kept_$$"
	done
	query "update farm.summaries set centres = set_byte(centres, 9, 33) where game_id = $game"
	said=$(ctl verify $thesis || true)
	same "verify after centres was changed" "$(head -1 <<<"$said")" \
		"$thesis/5: its summary has another centres than follows from what is stored"
	query "update farm.summaries set centres = 'x' where game_id = $game"
	said=$(ctl verify $thesis || true)
	same "verify of a row that cannot be read" "$(head -1 <<<"$said")" "$thesis/5: its row of summaries cannot be read"
	query "delete from farm.summaries where game_id = $game; insert into farm.summaries select * from kept_$$; drop table kept_$$"
	ctl verify $thesis | grep -q 'all agree'
}

# A worker is refused that sums up a game which does not end in its batch.
test_no_summary_of_an_open_game() {
	local game worker said
	ctl tournament create open-$$ --games 1 --seats random,random
	game=$(query "select g.id from farm.games g join farm.tournaments t on t.id = tournament_id where t.name = 'open-$$'")
	worker=$(query "insert into farm.workers (host, pid, supervisor) values ('test', 1, 0) returning id")
	query "update farm.games set state = 'claimed', epoch = 1, worker_id = $worker where id = $game;
		update farm.workers set claims = '{$game}' where id = $worker"
	said=$(query "select farm.batch_write($worker, false, '{$game}', '{1}', '{}',
		array[(1, 0, 0, 0, '{}', '{}', null)::farm.written_end],
		array[(2, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '', '{}')::farm.written_summary])" 2>&1 || true)
	[[ $said == *'sums 1 games up, of which 0 end'* ]] || same "what the worker was told" "$said" refused
	query "select farm.workers_recover('1 hour')" >/dev/null
	cancel open-$$
}

# A tournament that is dropped takes its summaries along.
test_drop() {
	local tournament
	tournament=$(query "select id from farm.tournaments where name = 'stirred-$full'")
	ctl tournament drop --yes stirred-$full
	query "do \$\$ begin while farm.sweep(5) > 0 loop end loop; end \$\$"
	same "summaries of the dropped tournament" "$(query "select count(*) from farm.summaries where tournament_id = $tournament")" 0
	same "games without, summaries without" "$(lacking)" "0|0"
}

run_tests
