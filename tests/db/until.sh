#!/bin/bash
# until: proves that a tournament stops when enough is known (tournament create --until), on the same game after any history; that
# the verdicts are wrong as seldom as promised; that quick games do not bias them; and that nothing behind the last game counts.
#
# SEED=1 draws games. RUNS=100 tests are drawn for each rate. A long round: RUNS=2000
. tests/suite.sh
. tests/hostile.sh
RUNS=${RUNS:-100}

ctl init >/dev/null

create() { ctl tournament create "$1-$$" --games "$2" --seats "$3" --seed "$SEED" "${@:4}"; }
stop() { query "select verdict, last_game, blocks from farm.stops s join farm.tournaments t on t.id = s.tournament_id where t.name = '$1-$$'"; }

# Wald's bounds by hand, for alpha and beta of 5 % on two sides: ln(0.95 / 0.025) and ln(0.05 / 0.975).
test_bounds_by_hand() {
	same "bounds" "$(query "select round(finds::numeric, 6), round(refuses::numeric, 6) from farm.stop_bounds(0.05, 0.05)")" "3.637586|-2.970414"
	same "normal" "$(query "select round(farm.normal_below(0)::numeric, 6), round(farm.normal_below(1.959963985)::numeric, 6),
		round(farm.normal_below(-1)::numeric, 6)")" "0.500000|0.975000|0.158655"
}

# By hand: 100 blocks with a variance of 0.25 (50 of 0 and 50 of 1 but for the mean), margin 0.1. The test finds a difference where
# sum - 100 * 0.1 / 2 >= 3.637586 * v / 0.1, with v = (squares + 0.5) / 101 - ((sum + 0.5) / 101)^2.
test_verdict_by_hand() {
	same "verdicts by how many blocks of 100 were won" "$(query "select string_agg(n || ' ' || coalesce(v, '-'), ', ' order by n)
		from unnest('{35,36,44,45,55,56,64,65}'::int[]) n cross join lateral farm.stop_verdict(
			row(0, 'sprt(10%)', 'thesis', 0, 0.1, 0.05, 0.05, 32, 0, 0, 0, 0, null, null, null)::farm.stops, 100, n, n, 50) v")" \
		"$(for n in 35 36 44 45 55 56 64 65; do
			awk -v n=$n 'BEGIN {
				m = (n + 0.5) / 101; v = (n + 0.5) / 101 - m * m; d = n - 50; a = d < 0 ? -d : d
				print n, (d - 5 >= 3.637586 * v / 0.1 ? "better" : -d - 5 >= 3.637586 * v / 0.1 ? "worse" : a - 5 <= -2.970414 * v / 0.1 ? "same" : "-")}'
		done | paste -sd, | sed 's/,/, /g')"
	same "too few blocks" "$(query "select farm.stop_verdict(row(0, 'sprt(10%)', 'thesis', 0, 0.1, 0.05, 0.05, 32, 0, 0, 0, 0, null, null, null)::farm.stops,
		31, 31, 31, 15.5) is null, farm.stop_verdict(row(0, 'sprt(10%)', 'thesis', 0, 0.1, 0.05, 0.05, 32, 0, 0, 0, 0, null, null, null)::farm.stops,
		32, 32, 32, 16)")" "t|better"
}

# simulated RULE SHIFT: RUNS tournaments of pairs are drawn and judged block by block. A pair is 0, 1/2 or 1, in one of two 1/2. The
# true share is 1/2 + SHIFT. Prints how many are better, worse, same, known or none; then how many of all have the true share in the
# 95 % interval at the end.
simulated() {
	ctl psql -XqAt -v ON_ERROR_STOP=1 <<-END
		create function pg_temp.run(rule farm.stops, shift float8, out verdict text, out covered boolean) language plpgsql as \$\$
		declare n int := 0; x float8; s float8 := 0; q float8 := 0;
		begin
			while verdict is null and n < 20000 loop
				x := case when random() < 0.5 then 0.5 when random() < 0.5 + 2 * shift then 1 else 0 end;
				n := n + 1; s := s + x; q := q + x * x;
				verdict := farm.stop_verdict(rule, n, s, q, n / 2.0);
			end loop;
			select 0.5 + shift between low and high into covered from farm.share95(n, s, q, 0.5);
		end \$\$;
		select setseed(1.0 / (1 + $SEED)) \g /dev/null
		select count(*) filter (where verdict = 'better'), count(*) filter (where verdict = 'worse'), count(*) filter (where verdict = 'same'),
			count(*) filter (where verdict = 'known'), count(*) filter (where verdict is null), count(*) filter (where covered)
		from generate_series(1, $RUNS) i cross join lateral pg_temp.run(row(0, '$1', 'thesis', 0, substring('$1' from '[0-9.]+')::float8 / 100,
			case when '$1' like 'sprt%' then 0.05 end, case when '$1' like 'sprt%' then 0.05 end, 32, 0, 0, 0, 0, null, null, case when i < 0 then now() end)::farm.stops, $2) r
	END
}

# at_most COUNT: whether so many of RUNS can be 5 % by chance: up to 4 standard errors more.
at_most() { holds "$1 <= 0.05 * $RUNS + 4 * sqrt(0.0475 * $RUNS)"; }

# alpha: equal players are told apart. beta: a difference of the margin is not found. In between, one of the two.
test_error_rates() {
	local better worse same known none covered shift
	for shift in 0 0.05 -0.05 0.1; do
		IFS='|' read -r better worse same known none covered <<<"$(simulated 'sprt(5%)' $shift)"
		echo "sprt(5%), $shift off: better $better, worse $worse, same $same of $RUNS"
		same "without a verdict" "$none $known" "0 0"
		case $shift in
			0) at_most $((better + worse)) ;;
			-*) at_most $((better + same)) ;;
			*) at_most $((worse + same)) ;;
		esac
	done
}

# A width does not depend on the share, so stopping by it costs next to no coverage.
test_coverage_of_a_width() {
	local better worse same known none covered
	IFS='|' read -r better worse same known none covered <<<"$(simulated '5%' 0.1)"
	echo "5%: $covered of $known have the true share"
	same "known" "$known" "$RUNS"
	holds "$covered >= 0.94 * $RUNS - 4 * sqrt(0.0475 * $RUNS)"
}

# finish NAME WHERE: the games for which this holds end. By its number, a wins four games in ten, b the others. first: whether a
# wins. Who has all seats wins anyhow.
finish() {
	query "with f as (
			select g.id, g.number, abs(hashtext('$SEED/' || g.number)) % 10 < 4 as first from farm.games g
			join farm.tournaments t on t.id = g.tournament_id where t.name = '$1-$$' and g.state = 'pending'),
		w as (select f.id, (select s.power from farm.seats s where s.game_id = f.id
				order by ((s.entrant = 0) = f.first) desc, s.power limit 1) as power from f where $2)
		update farm.games g set state = 'finished', finished_at = now(), phase = 10, phases = 4, ending = 'solo', winner = w.power,
			units = u.had, centres = u.had
		from w cross join lateral (select array_agg((18 * (k = w.power)::int)::smallint order by k) as had from generate_series(0, 6) k) u
		where g.id = w.id"
}

# Games that a wins are quick: they are all finished before any other is. Whoever judges the finished games would find a better. The
# verdict waits for the others, and is the one of the games played in their sequence.
test_quick_games_do_not_bias() {
	local n
	create quick 2000 a=random,b=random --until 'sprt(10%)'
	create even 2000 a=random,b=random --until 'sprt(10%)'
	query "update farm.tournaments set paused = true where name in ('quick-$$', 'even-$$')"
	finish quick "f.first"
	query "select farm.stops_judge()" >/dev/null
	same "what is finished says that a is better" "$(query "select count(*) > 500, sum((s.user_id = p.user_id)::int * s.points) > 0.95 * count(distinct game)
		from farm.outcomes s join farm.stops p on p.tournament_id = s.tournament_id where tournament = 'quick-$$' and points > 0")" "t|t"
	same "no verdict on quick games" "$(query "select verdict is null, blocks < 20 from farm.stops s
		join farm.tournaments t on t.id = s.tournament_id where name = 'quick-$$'")" "t|t"
	for n in {100..2000..100}; do
		finish quick "f.number between $n - 99 and $n"
		finish even "f.number between $n - 99 and $n"
		query "select farm.stops_judge(7)" >/dev/null
	done
	for n in {1..200}; do
		query "select farm.stops_judge(7)" >/dev/null
	done
	same "the verdict on quick games" "$(stop quick)" "$(stop even)"
	same "a is worse" "$(query "select verdict, last_game < 2000 from farm.stopping where tournament = 'quick-$$'")" "worse|t"
	same "digests" "$(ctl tournament digest quick-$$)" "$(ctl tournament digest even-$$)"
	same "standings" "$(query "select player, games, points, share, low, high from farm.standings where tournament = 'quick-$$' order by 1")" \
		"$(query "select player, games, points, share, low, high from farm.standings where tournament = 'even-$$' order by 1")"
	same "cancelled and finished" "$(query "select count(*) filter (where state = 'finished' and number > last_game),
		count(*) filter (where state <> 'finished' and number <= last_game), count(*) filter (where number > last_game and digest is not null)
		from farm.games g join farm.stops s using (tournament_id) join farm.tournaments t on t.id = tournament_id where name = 'quick-$$'")" "0|0|0"
	query "delete from farm.tallies f using farm.tournaments t where t.id = f.tournament_id and t.name in ('quick-$$', 'even-$$')"
}

# The same tournament, played by one worker, by four, and by workers that are killed.
test_same_after_any_history() {
	local one=$hostile_dir/one daemon pid worker i
	# as a stranger's history would have it: digests of the games that count, and the verdict
	create one 4000 a=dumbbot,b=random --rounds 6 --until 4% --score squares
	aresd --until-done --workers 1 2>"$one"
	grep -q 'aresd: 1 tournament is judged to the end' "$one"
	grep -q '^known|' <<<"$(stop one)"
	create four 4000 a=dumbbot,b=random --rounds 6 --until 4% --score squares
	aresd --until-done --workers 4 --batch 3 2>/dev/null
	same "four workers" "$(stop four) $(ctl tournament digest four-$$)" "$(stop one) $(ctl tournament digest one-$$)"
	create killed 4000 a=dumbbot,b=random --rounds 6 --until 4% --score squares
	for i in 1 2 3; do
		"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 2 --lease 2 2>/dev/null &
		daemon=$!
		wait_for 20 holds "finished > $((i * 20)) or exists (select from farm.stopping where tournament = 'killed-$$' and verdict is not null)
			from farm.progress where tournament = 'killed-$$'"
		for worker in $(pgrep -P $daemon) $daemon; do
			kill -KILL "$worker" 2>/dev/null || true
		done
		wait $daemon 2>/dev/null || true
	done
	aresd --until-done --workers 2 2>/dev/null
	same "killed workers" "$(stop killed) $(ctl tournament digest killed-$$)" "$(stop one) $(ctl tournament digest one-$$)"
	ctl verify killed-$$ --players
	same "games that count, and states behind them" "$(query "select finished = s.last_game, finished + cancelled = p.games, p.pending + claimed + waiting + quarantined
		from farm.progress p join farm.stopping s using (tournament) where tournament = 'killed-$$'")" "t|t|0"
}

# A judgement that does not end has done nothing, and the next one does it whole.
test_a_judgement_that_ends_midway() {
	create mid 400 a=random,b=random --until 'sprt(20%)'
	query "update farm.tournaments set paused = true where name = 'mid-$$'"
	finish mid true
	query "begin; select farm.stops_judge(); rollback" >/dev/null
	same "nothing" "$(stop mid)" "||0"
	same "judged" "$(query "begin; select farm.stops_judge(); commit")" 1
	grep -qE '^(worse|same)\|[0-9]+\|[0-9]+$' <<<"$(stop mid)"
	query "delete from farm.tallies f using farm.tournaments t where t.id = f.tournament_id and t.name = 'mid-$$'"
}

# A game that was put aside holds the judgement up, and says so. When it is played, it goes on.
test_a_game_aside_holds_up() {
	create aside 400 a=random,b=random --rounds 4 --until 1%
	ctl game quarantine aside-$$/71 "a test"
	aresd --until-done
	same "how far" "$(query "select judged, verdict is null, held_up_by from farm.stopping where tournament = 'aside-$$'")" "70|t|71"
	ctl tournament status aside-$$ | grep -q '; game 71 is put aside, and no later one is judged$'
	ctl game retry aside-$$/71
	aresd --until-done
	same "then" "$(query "select verdict is not null, held_up_by is null from farm.stopping where tournament = 'aside-$$'")" "t|t"
}

# Without a verdict all games are played, also where the last block is not whole.
test_all_played() {
	create all 65 a=random,b=random --rounds 30 --until 0.001%
	aresd --until-done
	same "verdict" "$(stop all)" "all played|65|32"
	same "states" "$(query "select finished, cancelled from farm.progress where tournament = 'all-$$'")" "65|0"
	ctl tournament status all-$$ | grep -q '^until 0.001%: all games are played, and no verdict came: a has '
}

# What people see: status, list, watch, JSON, standings. A game behind the last one is not taken up again.
test_said() {
	local last
	last=$(query "select last_game from farm.stopping where tournament = 'one-$$'")
	ctl tournament status one-$$ | grep -qE "^until 4% of squares: known after game $last: a has [0-9.]+ %, from [0-9.]+ to [0-9.]+\$"
	ctl tournament list | grep -qE "^one-$$  *4000  *$last  *stopped after $last "
	ctl watch one-$$ | grep -qE "^$last of 4000 games, [0-9]+ cancelled \| .*\| until 4% of squares: known after game $last"
	ctl psql -X -v t=one-$$ -f sql/standings.sql | grep -qE "^until 4% of squares: known after game $last"
	ctl tournament status one-$$ --json | python3 -c "import json, sys; s = json.load(sys.stdin)['stop']; assert (s['last_game'], s['verdict']) == ($last, 'known')"
	refused "the tournament stopped after game $last: no later one is played" ctl game retry "one-$$/$((last + 1))"
	PGOPTIONS='-c role=farm_reader' ctl tournament status one-$$ | grep -q '^until 4%'
	same "the same again" "$(loud tournament create one-$$ --games 4000 --seats a=dumbbot,b=random --seed "$SEED" --rounds 6 --until 4% --score squares |
		grep -c 'exists already')" 1
}

test_refusals() {
	local rule
	for rule in 2 50% 0% 2.0001% 'sprt 2%' 'sprt(2)' 'sprt(2%' x% -1% 100%; do
		refused "must be 2% or sprt(2%), with any number above 0 and below 50 that has at most three decimals" \
			ctl tournament create no-$$ --games 100 --seats a=random,b=random --until "$rule"
	done
	refused "there is one player only" ctl tournament create no-$$ --games 100 --seats random,random --until 2%
	refused "players must take turns at the powers" ctl tournament create no-$$ --games 100 \
		--seats random,randbot,random,random,random,random,random --until 'sprt(2%)'
	refused "until 4% of squares (not 5% of squares)" ctl tournament create one-$$ --games 4000 --seats a=dumbbot,b=random --seed "$SEED" \
		--rounds 6 --until 5% --score squares
	refused "until 4% of squares (not all are played)" ctl tournament create one-$$ --games 4000 --seats a=dumbbot,b=random --seed "$SEED" --rounds 6
	refused "--score says what --until judges, and --until is missing" ctl tournament create no-$$ --games 100 \
		--seats a=random,b=random --score squares
	same "what is left of them" "$(query "select count(*) from farm.tournaments where name = 'no-$$'")" 0
}

run_tests
