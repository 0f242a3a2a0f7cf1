#!/bin/bash
# likelihood: proves that sql/thesis/likelihood.sql says how probable the thesis's numbers are: the same as likelihood.py, which
# computes it anew in another way, and what a likelihood must say where the thesis's numbers are its own.
. tests/suite.sh

folder=$(mktemp -d)
grid=read-$$ cells='chances=0,3 given=0,1'

# ask [PSQL-OPTION...]: the question's columns of each cell, by cell.
ask() {
	ctl psql -XqAt -v ON_ERROR_STOP=1 -v g="$grid" -v openings= -v boards=1 -v samples=0 "$@" -f sql/thesis/likelihood.sql | tail -n +2 | LC_ALL=C sort -n
}

# asked [PSQL-OPTION...]: the same, asked once by these options.
asked() {
	[ -f "$folder/asked $*" ] || ask "$@" >"$folder/asked $*"
	cat "$folder/asked $*"
}

# table NAME: writes a table of a query, from standard input, for likelihood.py.
table() { ctl psql -Xq --csv -t -v ON_ERROR_STOP=1 -v g="$grid" >"$folder/$1.csv"; }

# An Ares that looks no further than one cycle, so that games are soon played.
test_play() {
	ctl experiment grid "$grid" --against random --games 128 --seed "$SEED" \
		--player 'ares(depth=1,age=2)' --grid "$cells"
	ctl experiment openings "$grid-openings" --power GER --repetitions 10 --seed "$SEED" \
		--grid "age=10 depth=1..3 $cells; age=20,30 depth=1 $cells; age=40 depth=1,2 $cells; age=3 depth=1 $cells"
	aresd --until-done
}

test_computed_anew() {
	table games <<-'SQL'
		with seat as (
			select t.id, t.name, r.*, r.player like 'ares%' as ares from farm.tournaments t join farm.results r on r.tournament = t.name
			where t.name like :'g' || '-%' and t.name <> :'g' || '-openings')
		select substring(name from '[0-9]+$'), string_agg(case when ares then power end, ' ' order by power),
		       count(*) filter (where fate = 'win' and not ares), max((fate = 'draw')::int),
		       count(*) filter (where fate = 'draw' and ares), count(*) filter (where fate = 'draw' and not ares),
		       max((fate = 'draw' and not ares)::int), count(*) filter (where fate = 'elimination' and ares),
		       count(*) filter (where fate = 'elimination' and not ares),
		       case when bool_or(fate = 'draw') then 0 else max(rounds) end,
		       (select count(*) from unnest(s.stages) x where x = 1), (select count(*) from unnest(s.stages) x where x = 3),
		       (select sum(x) from unnest(s.order_counts) x)
		from seat join farm.summaries s on s.tournament_id = seat.id and s.game_id = game
		group by name, game, s.stages, s.order_counts;
	SQL
	# 128 games: 4 won by random, 19 drawn, 2 of these with random; 13,324 rounds, 218 of each draw
	echo "4,19,75,4,2,42,321,$((13324 - 19 * 218)),2543,262,$(python3 -c 'print(13323 * 32.3)')" >"$folder/thesis.csv"
	table openings <<-'SQL'
		select substring(t.name from '[0-9]+$'), o.age, o.depth, o.orders[1], o.orders[2], o.orders[3]
		from farm.openings(:'g' || '-openings', 'GER') o
		join farm.seats s on s.game_id = o.game and s.power = 3
		join farm.users u on u.id = s.user_id
		join farm.users w on w.settings - '{age,depth,cycles}'::text[] = u.settings - '{age,depth,cycles}'::text[]
		join (select distinct t.name, s.user_id from farm.tournaments t join farm.games g on g.tournament_id = t.id
		      join farm.seats s on s.game_id = g.id where t.name like :'g' || '-%' and t.name <> :'g' || '-openings') t
			on t.user_id = w.id
		where o.age <> 3;
	SQL
	table thesis_openings <<<"select age, depth, ber, kie, mun, games from farm.thesis_table_11"
	same "what was played" "$(cut -d, -f1 "$folder/games.csv" | sort | uniq -c | awk '{print $2 ":" $1}' | tr '\n' ' ')$(
		cut -d, -f1 "$folder/openings.csv" | sort | uniq -c | awk '{print $2 ":" $1}' | tr '\n' ' ')" \
		"1:128 2:128 3:128 4:128 1:70 2:70 3:70 4:70 "
	same "endings, stages, units, kie, pairs, orders" "$(asked | cut -d'|' -f1,5-10)" \
		"$(python3 tests/db/results/likelihood.py "$folder")"
}

# all is the sum, below the difference to the best, which has most of the weight.
test_sums() {
	same "cells that do not add up" "$(asked | awk -F'|' '
		{sum = $5 + $6 + $7 + $8 + $9 + $10; all[NR] = $11; below[NR] = $12; weight += $15}
		sum - $11 > 0.4 || $11 - sum > 0.4 {print "all of cell " $1 ": " $11 ", not " sum}
		NR == 1 || $11 > best {best = $11; heaviest = $15}
		END {
			for (i in all) if (all[i] - best - below[i] > 0.15 || below[i] + best - all[i] > 0.15) print "below: " below[i]
			if (weight < 99.5 || weight > 100.5 || heaviest < 50) print "weights: " weight ", the best has " heaviest
		}')" ""
}

# Samples from the best cell are taken for its own more often than not, and each cell has its part of them.
test_samples() {
	local said
	said=$(asked -v samples=40)
	same "the thesis's part with samples" "$(cut -d'|' -f1-15 <<<"$said")" "$(asked | cut -d'|' -f1-15)"
	same "samples" "$(awk -F'|' '{sum += $16; if ($12 == 0) best = $16; if ($17 != "") told += $12 == 0}
		END {print (sum > 98 && sum < 102), (best > 50), told}' <<<"$said")" "1 1 1"
	same "the same samples again" "$(ask -v samples=40)" "$said"
}

# What table 2 says can be left out.
test_without_boards() {
	same "below, without table 2" "$(asked -v boards=0 | cut -d'|' -f1,12)" "$(asked | cut -d'|' -f1,14)"
	same "of the best" "$(asked -v boards=0 |
		awk -F'|' '$12 == 0 {print (($5 + $8 + $9 + $10 - $11) ^ 2 < 0.1)}')" 1
}

# Without openings there are no sums, and the cells stand by their endings.
test_without_openings() {
	same "columns" "$(ask -v openings=nothing | cut -d'|' -f4,8-12,14-16)" "$(printf '0||||||||\n%.0s' 1 2 3 4)"
	refused "no such grid" ctl query thesis/likelihood nothing
}

run_tests
