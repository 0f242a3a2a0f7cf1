#!/bin/bash
# tournament: proves that tournaments are made as asked and that aresctl and the views show what was played; above all, that the
# digest depends on the games only: not on workers, threads, batches, time zone or the order of rows.
#
# Plays one tournament in many ways and compares digests. SEED=1 draws the games and the order of rows.
. tests/suite.sh
games=16

# The digest that all others are compared with comes from one worker with one thread.
ctl tournament create base-$$ --games $games --seats "$seats" --seed "$SEED"
base=$(play base-$$ --workers 1)

# replay NAME OPTION...: plays the same tournament under another name, with these options; prints its digests.
replay() {
	local name=$1-$$
	shift
	ctl tournament create "$name" --games $games --seats "$seats" --seed "$SEED"
	play "$name" "$@"
}

test_all_games_are_whole() {
	same "games finished" "$(query "select finished from farm.progress where tournament = 'base-$$'")" $games
	same "games whose boards are not: phases played, then a final position" "$(query "
		select count(*) from farm.games g join farm.tournaments t on t.id = g.tournament_id
		cross join lateral (select count(orders) as played, count(*) as boards, max(phase) as last,
			max(phase) filter (where orders is null) as final from farm.boards b
			where b.tournament_id = t.id and b.game_id = g.id) b
		where t.name = 'base-$$'
		and (played <> phases or boards <> phases + 1 or last <> g.phase or final <> g.phase)")" 0
	same "games without a digest of their own" "$(query "select count(*) from farm.games g
		join farm.tournaments t on t.id = g.tournament_id where t.name = 'base-$$' and digest is null")" 0
	same "phases rule set thesis has not" "$(query "select count(*) from farm.boards b
		join farm.tournaments t on t.id = b.tournament_id where t.name = 'base-$$' and b.phase % 5 not in (0, 2)")" 0
	same "points" "$(query "select round(sum(points)) from farm.results where tournament = 'base-$$'")" "$games"
}

# promise: The same game again
test_digest_with_four_workers() { same digest "$(replay workers --workers 4)" "$base"; }
test_digest_with_two_threads() { same digest "$(replay threads --workers 1 --threads 2)" "$base"; }
test_digest_with_omp_num_threads() {
	local threads
	for threads in 1 5; do
		same "digest, $threads threads" "$(OMP_NUM_THREADS=$threads replay omp-$threads --workers 1)" "$base"
	done
}
# Players with islands, on fewer and more threads than islands.
test_digest_with_islands() {
	local threads digest
	for threads in 1 2 5; do
		ctl tournament create islands-$threads-$$ --games 4 --rounds 20 --seed "$SEED" \
			--seats 'ares(islands=3,meet=7),ares(islands=2)'
		digest=$(OMP_NUM_THREADS=$threads play islands-$threads-$$ --workers 1)
		same "digest, $threads threads" "$digest" "$(digests islands-1-$$)"
	done
}

test_digest_with_tiny_batches_elsewhere_in_time() {
	same digest "$(TZ=Pacific/Kiritimati replay batches --workers 2 --batch 1)" "$base"
}

test_digest_with_areas_shuffled() {
	local before
	before=$(query "select string_agg(code, ' ' order by ctid) from farm.areas")
	query "begin; select setseed(1.0 / (1 + $SEED));
		create temp table shuffled as select * from farm.areas order by random();
		delete from farm.areas; insert into farm.areas select * from shuffled; commit" >/dev/null
	[ "$before" != "$(query "select string_agg(code, ' ' order by ctid) from farm.areas")" ]
	same digest "$(replay shuffled --workers 2)" "$base"
}

test_digest_sees_a_change() {
	query "begin; update farm.boards set forecasts[1] = forecasts[1] + 1 where phase = 2 and game_id = (select min(g.id)
			from farm.games g join farm.tournaments t on t.id = tournament_id where t.name = 'base-$$');
		select farm.tournament_digest('base-$$') <> '${base% *}'; rollback" | contains -x t
	ctl tournament create seed-$$ --games $games --seats "$seats" --seed $((SEED + 1))
	[ "$(play seed-$$)" != "$base" ]
}

# lib's object files use no function that reads a clock, a file, a process or the environment, so that results
# depend on neither chance nor time. Only env_pool asks for its process, because a fork loses its threads.
test_lib_reads_nothing_from_outside() {
	local outside='clock|time|gettimeofday|clock_gettime|localtime.*|getenv|secure_getenv|f?open.*|fread|read|s?rand.*'
	same "outside symbols" "$(nm -Au $(find "$B/lib" -name "*.o") |
		grep -v '/\(api\|api/env_pool\)\.o: *U getpid$' |
		awk '{print $NF}' | sort -u | grep -Ex "($outside|.rand48|getrandom|getpid|uname)" || true)" ""
}

test_seven_entries_are_fixed() {
	ctl tournament create seven-$$ --games 2 --rounds 3 \
		--seats 'random,ares(depth=1,age=5),random,random,random,random,ares(age=5)'
	play seven-$$ >/dev/null
	same "ares's seats" "$(query "select string_agg(distinct power, ' ') from farm.results
		where tournament = 'seven-$$' and player like 'ares%'")" "ENG TUR"
	same "rounds played" "$(query "select distinct rounds from farm.results where tournament = 'seven-$$'")" 3
}

# SQL and lib print the orders of some boards alike.
test_orders_view_says_what_show_says() {
	local game phase
	while read -r game phase; do
		same "$phase of game $game" "$(spoken "base-$$/$game" $phase)" "$(viewed base-$$ $game $phase)"
	done <<-END
		1 S1901M
		1 F1903M
		7 F1901M
		7 S1907M
		$games F1903M
		$games S1907M
	END
}

test_json_is_json() {
	local json
	for json in "$(ctl tournament list --json)" "$(ctl tournament status --json base-$$)" \
		"$(ctl tournament digest --json base-$$)" "$(ctl watch --json base-$$)" \
		"$(ctl show --json base-$$/1 F1901M)" "$(ctl show --json base-$$/1 | tail -1)"; do
		query "select jsonb_typeof(\$json\$$json\$json\$::jsonb)" | contains -E '^(object|array)$'
	done
	same "winner by JSON" "$(query "select \$json\$$(ctl show --json base-$$/1 | tail -1)\$json\$::jsonb ->> 'state'")" finished
}

# Four games whose points were worked out by hand: ares has 1, 0, 2/3 and 1/2.
test_standings_by_hand() {
	ctl tournament create hand-$$ --games 4 --seats "$seats"
	count_seats hand-$$
	query "update farm.games g set state = 'finished', finished_at = now(), phase = 100, phases = 40, centres = h.units,
			ending = h.ending::farm.game_ending, winner = h.winner, units = h.units
		from farm.tournaments t, (values
			(1, 'solo', 2, '{0,0,18,0,0,0,0}'::smallint[]), (2, 'solo', 0, '{15,2,0,0,0,0,0}'),
			(3, 'draw', null, '{3,4,5,0,0,0,0}'), (4, 'draw', null, '{1,1,9,9,0,0,0}')
		) h (number, ending, winner, units)
		where t.id = g.tournament_id and t.name = 'hand-$$' and g.number = h.number"
	same standings "$(query "select split_part(player, '(', 1), games, points, per_seat, worth, share, expected, seats,
			wins, draws, survivals, eliminations
		from farm.standings where tournament = 'hand-$$' order by 1")" \
		"ares|4|2.17|0.0903|0.1429|54.2|85.7|24|1|4|1|18
random|4|1.83|0.4583|0.1429|45.8|14.3|4|1|3|0|0"
	same "standings of Austria" "$(query "select regexp_replace(player, '^ares.*', 'ares'), games, points,
			wins, draws, survivals, eliminations
		from farm.standings_by_power where tournament = 'hand-$$' and power = 'AUS' order by player")" \
		"(all)|4|1.58|1|2|0|1
ares|2|0.33|0|1|0|1
random|2|1.25|1|1|0|0"
	# Austria won, and has 1 of 164 squares; England 16 of 50, and 1 of 164
	same "the league" "$(ctl query league hand-$$ --format csv)" "player,power,games,score,+-,par,above par,solos
random,AUS,2,0.503,0.974,0.099,0.404,1
random,ENG,2,0.163,0.308,0.090,0.073,0
random,all,4,0.333,0.459,0.095,0.239,1"
}

# The view has a row for each power with units. Where the player forecasts, the stages add up to the forecasts, and the time is
# part of the thinking time.
test_decisions() {
	local decisions="from farm.decisions where tournament = 'base-$$'"
	same "decisions" "$(query "select count(*) $decisions")" "$(query "select count(distinct (game, phase, power))
		from farm.orders o join farm.tournaments t on t.id = o.tournament_id where t.name = 'base-$$'")"
	same "forecasts by player" "$(query "select distinct split_part(player, '(', 1), forecasts > 0, forecast_ns is not null,
		conditioning + substitution + supposition + paradox = forecasts, forecast_ns between 1 and think_ns $decisions
		order by 1")" "ares|t|t|t|t
random|f|f||"
	same "forecasts of all powers" "$(query "select sum(forecasts) $decisions")" "$(query "select sum(f)
		from farm.boards b join farm.tournaments t on t.id = b.tournament_id, unnest(b.forecasts) f where t.name = 'base-$$'")"
	holds "count(*) filter (where conditioning > 0) > 0 and count(*) filter (where substitution > 0) > 0 $decisions"
	ctl psql -Xq -v ON_ERROR_STOP=1 -v t=base-$$ -f sql/forecasts.sql | contains '^ ares  *|'
}

# Rule set standard, with players that give every kind of order: every kind of phase is stored, and all judges play the same.
test_standard() {
	local judge digest boards phase
	for judge in atlas guess decisions; do
		ctl tournament create standard-$judge-$$ --games 4 --seats 'randbot,ares(depth=1,age=5)' --rules standard \
			--judge $judge --seed "$SEED" --rounds 30
	done
	ctl tournament create datc3-$$ --games 2 --seats 'randbot,random' --rules datc3 --rounds 6
	aresd --until-done
	boards="select sha256(convert_to(string_agg(concat_ws('|', g.number, b.phase, b.units, b.owners, b.orders, b.forecasts), '/'
		order by g.number, b.phase), 'UTF8')) from farm.boards b join farm.games g on g.id = b.game_id
		join farm.tournaments t on t.id = b.tournament_id where t.name ="
	digest=$(query "$boards 'standard-atlas-$$'")
	same "what guess makes of it" "$(query "$boards 'standard-guess-$$'")" "$digest"
	same "what decisions makes of it" "$(query "$boards 'standard-decisions-$$'")" "$digest"
	holds "array_agg(distinct action order by action) = '{build,convoy,disband,hold,move,retreat,support}'
		from farm.orders o join farm.tournaments t on t.id = o.tournament_id where t.name = 'standard-atlas-$$'"
	for phase in S1901M F1901M W1901A S1905M W1905A $(query "select distinct on (right(phase_name, 1) || left(phase_name, 1))
			phase_name from farm.orders o join farm.games g on g.id = o.game join farm.tournaments t on t.id = o.tournament_id
			where t.name = 'standard-atlas-$$' and g.number = 3 and phase_name like '%R'"); do
		same "$phase" "$(spoken "standard-atlas-$$/3" $phase | grep '|.')" "$(viewed standard-atlas-$$ 3 $phase)"
	done
}

run_tests
