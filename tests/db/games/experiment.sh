#!/bin/bash
# experiment: proves that aresctl experiment makes of a grid of settings one tournament with the right seats and games, that the
# thesis's tables come out of it, that runs of test cases are stored as aresctl judge reports them, and what is refused.
#
# Plays small grids. SEED=1 draws the games.
. tests/suite.sh

openings() { ctl experiment openings "$@"; }
grid='depth=1,2 age=10,20,30'
openings grid-$$ --power GER --grid "$grid" --repetitions 4 --seed "$SEED"
openings stay-$$ --power AUS --player 'ares(cycles=77)' --grid '  age=5 tries=2,1 ' --repetitions 1 --rounds 3
openings parts-$$ --power GER --player 'ares(cycles=50)' --repetitions 2 \
	--grid 'age=10 depth=1,2,3;age=20,30 depth=1 ; age=40  depth=1,2; tries=3'
openings chance-$$ --power RUS --player random --repetitions 20
digest=$(play grid-$$)

# of NAME: SQL for the tournament's seats, with users and games.
of() {
	echo "farm.seats s join farm.users u on u.id = s.user_id join farm.games g on g.id = s.game_id
		join farm.tournaments t on t.id = g.tournament_id and t.name = '$1'"
}

# Counts everything that a creation could leave behind.
stock() {
	query "select (select count(*) from farm.users), (select count(*) from farm.tournaments),
		(select count(*) from farm.games), (select count(*) from farm.seats),
		(select count(*) from farm.case_runs), (select count(*) from farm.case_results),
		(select count(*) from pg_class where relnamespace = 'farm'::regnamespace)"
}

test_every_cell_is_played() {
	same "games by depth and age" "$(query "select u.settings ->> 'depth', u.settings ->> 'age', count(*)
		from $(of grid-$$) where power = 3 and g.state = 'finished' group by 1, 2 order by 1, 2" | paste -sd' ')" \
		"1|10|4 1|20|4 1|30|4 2|10|4 2|20|4 2|30|4"
	same "who sits elsewhere" "$(query "select u.name, count(*) from $(of grid-$$) where power <> 3 group by 1")" "random|144"
	same "the first games' settings" "$(query "select string_agg(concat_ws('/', u.settings ->> 'depth', u.settings ->> 'age'), ' '
		order by g.number) from $(of grid-$$) where power = 3 and g.number <= 7")" "1/10 1/20 1/30 2/10 2/20 2/30 1/10"
	same "phases played" "$(query "select string_agg(distinct phase::text, ' ') from farm.boards b
		join farm.tournaments t on t.id = b.tournament_id where t.name = 'grid-$$' and orders is not null")" 0
}

test_same_seed_same_digest() {
	openings again-$$ --power GER --grid "$grid" --repetitions 4 --seed "$SEED"
	openings other-$$ --power GER --grid "$grid" --repetitions 4 --seed $((SEED + 1))
	same digest "$(play again-$$ --workers 3)" "$digest"
	holds "farm.tournament_digest('other-$$') <> farm.tournament_digest('again-$$')"
}

# The game's number is part of the seed: repetitions of one setting are different games.
test_repetitions_differ() {
	holds "count(distinct b.orders) = 20 from farm.boards b
		join farm.tournaments t on t.id = b.tournament_id where t.name = 'chance-$$' and b.phase = 0"
}

test_watch_names_some_of_many() {
	ctl watch grid-$$ | contains 'points: random [0-9.]*, ares.*, 3 more'
}

test_settings_that_stay() {
	same settings "$(query "select string_agg(u.name, ' ' order by g.number) from $(of stay-$$) where power = 0")" \
		"ares(depth=2,age=5,mutations=8,tries=2,cycles=77,islands=1,meet=400,keep=1) ares(depth=2,age=5,mutations=8,tries=1,cycles=77,islands=1,meet=400,keep=1)"
	same rounds "$(query "select distinct rounds from farm.results where tournament = 'stay-$$'")" 3
}

# The thesis's seven settings. A setting that a part does not name is the player's.
test_grid_of_parts() {
	same "settings by game" "$(query "select string_agg(concat_ws('/', u.settings ->> 'age', u.settings ->> 'depth',
			u.settings ->> 'tries', u.settings ->> 'cycles'), ' ' order by g.number)
		from $(of parts-$$) where power = 3")" \
		"$(for n in 1 2; do echo 10/{1..3}/1/50 {20..40..10}/1/1/50 40/2/1/50 10/2/3/50; done | paste -sd' ')"
	same "what the tournament says" "$(query "select regexp_replace(seats, '\(.*\)', '()') from farm.tournaments
		where name = 'parts-$$'")" \
		"GER: ares(); age=10 depth=1,2,3; age=20,30 depth=1; age=40 depth=1,2; tries=3; others: random"
}

# Column titles name other settings than age and depth where these differ.
test_table_11_of_parts() {
	same settings "$(ctl psql -XqA -v ON_ERROR_STOP=1 -v t=parts-$$ -v power=GER -f sql/thesis/table_11.sql | sed -n 2p)" "opening|\
10, 1 tries=1|20, 1 tries=1|30, 1 tries=1|40, 1 tries=1|10, 2 tries=1|10, 2 tries=3|40, 2 tries=1|10, 3 tries=1|total"
}

test_as_many_cells_as_there_may_be() {
	openings wide-$$ --power TUR --grid "cycles=$(seq -s, 1 500) tries=1,2" --repetitions 1
	same "settings" "$(query "select count(distinct s.user_id), count(*) from $(of wide-$$) where power = 6")" "1000|1000"
	cancel wide-$$
}

test_tournament() {
	ctl experiment tournament thesis-$$ --times 2 --seed 7
	ctl tournament create made-$$ --games 256 --seats 'ares(depth=2,age=10),random' --seed 7
	same "what was made" "$(query "select games, seed, rules, judge, round_limit, seats from farm.tournaments
		where name = 'thesis-$$'")" "$(query "select games, seed, rules, judge, round_limit, seats from farm.tournaments
		where name = 'made-$$'")"
	holds "farm.tournament_digest('thesis-$$') = farm.tournament_digest('made-$$')"
	query "select farm.tournament_cancel('thesis-$$'), farm.tournament_cancel('made-$$')" >/dev/null
}

test_table_3() {
	same "games, and the thesis's seconds" "$(ctl psql -XqAt -v ON_ERROR_STOP=1 -v t=grid-$$ -f sql/thesis/table_3.sql |
		sed 1d | cut -d'|' -f1-5,14,15 | paste -sd' ')" \
		"GER|1|10||4|4.60| GER|1|20||4|12.7| GER|1|30||4|26.8| GER|2|10||4|54.1|11.8 GER|2|20||4|225|17.7 GER|2|30||4|503|18.8"
}

# points NAME COLUMNS: the last table of openings.sql, which has the power's own points.
points() {
	ctl psql -XqAt -v ON_ERROR_STOP=1 -v t="$1" -v power=GER -f sql/thesis/openings.sql | sed '1,/^The points of GER itself/d' | cut -d'|' -f"$2"
}

# What a setting is worth is the power's own share, of the games with that setting. It is set against an even share of the seven:
# not against what the others have, and not against games of other settings.
test_points_of_openings() {
	same "points of a round" "$(points grid-$$ 1,2,4,5,6 | paste -sd' ')" "10, 1|4|14.3|14.3| 20, 1|4|14.3|14.3| \
30, 1|4|14.3|14.3| 10, 2|4|14.3|14.3| 20, 2|4|14.3|14.3| 30, 2|4|14.3|14.3|"
	openings whole-$$ --power GER --grid 'age=1,2 depth=1' --repetitions 4 --rounds 100
	query "update farm.games g set state = 'finished', finished_at = now(), phase = 100, phases = 40,
			ending = (case when number % 2 = 1 then 'solo' else 'draw' end)::farm.game_ending,
			winner = case when number % 2 = 1 then 3 end, centres = '{0,0,4,18,4,4,4}', units = '{0,0,0,18,4,4,4}'
		from farm.tournaments t where t.id = g.tournament_id and t.name = 'whole-$$'"
	query "insert into farm.boards (tournament_id, game_id, phase, units, owners, orders, resolve_ns, resolve_stage, think_ns,
			forecasts, capped)
		select b.tournament_id, b.id, 0, f.units, f.owners, f.orders, 1, 1, '{}', '{}', 0
		from farm.games b join farm.tournaments t on t.id = b.tournament_id and t.name = 'whole-$$',
			(select units, owners, orders from farm.boards where phase = 0 and orders is not null and tournament_id = (
				select id from farm.tournaments where name = 'grid-$$') limit 1) f"
	same "points by hand" "$(points whole-$$ 1-6 | paste -sd' ')" "1, 1|4|4.00|100.0|14.3|7.00 2, 1|4|1.00|25.0|14.3|1.75"
}

# A grid of whole games is a tournament a cell, which is what tournament create makes of the same two players.
test_grid_of_whole_games() {
	local said options=(--player 'ares(cycles=50)' --against randbot --games 4 --rules standard --rounds 6
		--seed "$SEED" --draw-after 3 --start tests/starts/endgames.cases:endgame-1908)
	said=$(loud experiment grid whole-games-$$ --grid 'depth=1..2 age=2,3;depth=3' "${options[@]}")
	same "said" "$(tail -n 1 <<<"$said")" \
		"5 tournaments of 4 games, whole-games-$$-1 to whole-games-$$-5; then: aresctl query grid whole-games-$$"
	same "said, when quiet" \
		"$(ctl experiment grid whole-games-$$ --grid 'depth=1 age=2' "${options[@]}")" ""
	ctl tournament create made-of-$$ --seats 'ares(depth=2,age=3,cycles=50),randbot' --games 4 --rules standard --rounds 6 \
		--seed "$SEED" --draw-after 3 --start tests/starts/endgames.cases:endgame-1908
	aresd --until-done
	# made-of is later, but alone
	same "the latest grid" "$(ctl query grid | head -1)" "A grid of whole games: whole-games-$$, rules standard"
	same "digests of cell 4" "$(digests whole-games-$$-4)" "$(digests made-of-$$)"
	same "the table" "$(ctl psql -XqAt -v ON_ERROR_STOP=1 -v g=whole-games-$$ -f sql/grid.sql | grep '|' | cut -d'|' -f1-4 |
		paste -sd';')" "1|age=2 depth=1|randbot|4 of 4;2|age=3 depth=1|randbot|4 of 4;3|age=2 depth=2|randbot|4 of 4;\
4|age=3 depth=2|randbot|4 of 4;5|age=10 depth=3|randbot|4 of 4"
	same "shares and intervals" "$(ctl psql -XqAt -v g=whole-games-$$ -f sql/grid.sql | grep '|' | cut -d'|' -f5,7,8 | paste -sd' ')" \
		"$(query "select share, low, high from farm.standings where tournament like 'whole-games-$$-_' and player like 'ares%'
			order by tournament" | paste -sd' ')"
	ctl verify whole-games-$$-4
}

# The same command again changes nothing, also if its grid has several lines. It completes half of a grid.
test_grid_again() {
	local before
	ctl experiment grid half-$$ --grid 'age=10 depth=1..3' --against random --games 2 >/dev/null
	before=$(stock)
	ctl experiment grid half-$$ --grid $'age=10\n\tdepth=1..3\n' --against random --games 2 >/dev/null
	same "what is in the database" "$(stock)" "$before"
	ctl experiment grid half-$$ --grid 'age=10 depth=1..4' --against random --games 2 >/dev/null
	same "tournaments" "$(query "select count(*) from farm.tournaments where name like 'half-$$-_'")" 4
	query "select count(farm.tournament_cancel(name)) from farm.tournaments
		where name like 'half-$$-_'" >/dev/null
}

# Where another tournament has the name of a cell, not even those before it are made.
test_refused_grids() {
	local before
	ctl tournament create taken-$$-3 --games 1 --seats random,random
	cancel taken-$$-3
	before=$(stock)
	grid() { ctl experiment grid new --games 2 "$@"; }
	refused "--grid GRID is missing" grid --against random
	refused "--against PLAYER is missing" grid --grid depth=1
	refused "--grid: must have settings, as in " grid --against random --grid ' '
	refused "must have a greater number at '1'" grid --against random --grid depth=3..1
	refused "must have a number at 'x'" grid --against random --grid depth=1..x
	refused "depth is a number from 1 to 8, not 9" grid --against random --grid depth=1..9
	refused "201 cells, and 200 are the most" grid --against random --grid cycles=1..201
	refused "--against ares(depth=2): cell 2 of the grid is the same player" grid --against 'ares(depth=2)' --grid depth=1..3
	refused "--against @x: must be a player of the farm" grid --against @x --grid depth=1..3
	refused "a tournament taken-$$-3 exists already" \
		ctl experiment grid taken-$$ --grid depth=1..4 --against random --games 2
	refused "at most 59 letters" ctl experiment grid "$(printf 'n%.0s' {1..60})" --against random --grid depth=1
	same "what is in the database" "$(stock)" "$before"
	refused "no such grid; aresctl tournament list lists its cells, NAME-1 and so on" ctl query grid no-such-grid
}

# Each ordered pair of players is a tournament with teams. The same command again makes what is missing.
test_matrix() {
	local before options="--games 7 --rules standard --rounds 6 --draw-after 3 --seed $SEED"
	ctl experiment matrix all-$$ --players randbot,random $options
	before=$(stock)
	ctl experiment matrix all-$$ --players randbot,random $options
	same "what is in the database" "$(stock)" "$before"
	ctl tournament drop --yes all-$$-2-1
	ctl experiment matrix all-$$ --players 'randbot,random,again=random' $options
	same "tournaments" "$(query "select string_agg(concat_ws(' ', name, players, games, block, team), ', ' order by name)
		from farm.tournaments where name like 'all-$$-%'")" "all-$$-1-2 randbot,random 7 7 1, \
all-$$-1-3 randbot,again 7 7 1, all-$$-2-1 random,randbot 7 7 1, all-$$-2-3 random,again 7 7 1, all-$$-3-1 again,randbot 7 7 1, \
all-$$-3-2 again,random 7 7 1"
	ctl tournament create made-all-$$ --seats random,randbot --team 1 $options
	aresd --until-done
	same "digests of cell 2-1" "$(digests all-$$-2-1)" "$(digests made-all-$$)"
	same "the powers of the team" "$(query "select count(*), count(distinct power) from $(of all-$$-2-1) where u.player = 'random'")" "7|7"
	ctl verify --players all-$$-2-1
	same "the first table" "$(ctl psql -XqAt -v ON_ERROR_STOP=1 -v m=all-$$ -f sql/matrix.sql | sed -n '1,5p')" \
		"1 against 6: all-$$, rules standard, 42 of 42 games are played
share of the points in %; fair is 14.3
$(query "select concat(i, ' ', max(player), '|', string_agg(coalesce(share::text, ''), '|' order by j)) from generate_series(1, 3) i, generate_series(1, 3) j
			left join lateral (select player, share from farm.duels where tournament = format('all-$$-%s-%s', i, j)) d on true
			group by i order by i")"
	same "shares and intervals" "$(ctl psql -XqAt -v m=all-$$ -f sql/matrix.sql | grep -E '^[a-z]+\|' | cut -d'|' -f1,4-6)" \
		"$(query "select s.player, share, low, high from farm.standings s join farm.tournaments t on t.name = tournament
			where tournament like 'all-$$-%' and s.player = split_part(t.players, ',', 1) order by tournament")"
}

# Two wins of the team's, after two years and after four. The others win the other five games.
test_matrix_by_hand() {
	ctl experiment matrix hand-$$ --players randbot,random --games 7 --rules standard
	cancel hand-$$-2-1
	query "update farm.games g set state = 'finished', finished_at = now(), phases = 9, ending = 'solo', centres = '{5,5,5,5,5,5,4}',
			units = '{1,1,1,1,1,1,1}', phase = case number when 1 then 9 when 2 then 20 else 30 end,
			winner = case when number < 3 then team else (team + 1) % 7 end
		from (select t.id, s.game_id, s.power as team from farm.tournaments t join farm.games g on g.tournament_id = t.id
			join farm.seats s on s.game_id = g.id and s.entrant = 0 where t.name = 'hand-$$-1-2') s where s.game_id = g.id"
	same "games, share, wins, years" "$(query "select team, others, player, opponent, games, due, share, expected, wins, years
		from farm.duels where tournament = 'hand-$$-1-2'")" "1|6|randbot|random|7|7|28.6|14.3|2|3.0"
	same "a cell without games" "$(query "select due, games, share, wins, years from farm.duels where tournament = 'hand-$$-2-1'")" "7|0|||"
}

# Who wins every game differs by the same in every block: there is no variance.
test_comparison_without_variance() {
	ctl experiment matrix sure-$$ --players randbot,random --games 14 --rules standard
	cancel sure-$$-2-1
	query "update farm.games g set state = 'finished', finished_at = now(), phases = 9, ending = 'solo', centres = '{5,5,5,5,5,5,4}',
			units = '{1,1,1,1,1,1,1}', phase = 9, winner = team
		from (select s.game_id, s.power as team from farm.tournaments t join farm.games g on g.tournament_id = t.id
			join farm.seats s on s.game_id = g.id and s.entrant = 0 where t.name = 'sure-$$-1-2') s where s.game_id = g.id"
	same "needed, verdict" "$(query "select player, opponent, games, difference, needed, verdict
		from farm.comparisons where tournament = 'sure-$$-1-2'")" \
		"randbot|random|14|100.0|42|too few games for a claim: 42 are the least"
}

# The end of a game is a fifth of the games after each of four years, then two fifths of the rest. At random each of three players
# would lack in a game with a chance of (2/3)^7. The tested one never does.
test_population() {
	ctl experiment population drawn-$$ --players 'randbot,random,holdbot' --games 3000 --rules standard --seed "$SEED"
	same "games, and those without the tested player" "$(query "select count(*), count(*) filter (where not tested)
		from (select g.id, bool_or(u.name = 'randbot') as tested from farm.seats s join farm.users u on u.id = s.user_id
			join farm.games g on g.id = s.game_id join farm.tournaments t on t.id = g.tournament_id
			where t.name like 'drawn-$$-y%' group by g.id) g")" "3000|0"
	same "ends out of bounds" "$(query "select count(*) from farm.tournaments
		where name like 'drawn-$$-y%' and (round_limit not between 18 and 60 or round_limit <> 2 * substring(name from '[0-9]+$')::int)")" 0
	# four standard deviations of 3,000 draws; the seats of the tested player are 3 of 7 given that they are not none
	holds "abs(sum(games) filter (where round_limit = 18) - 600) < 88 and abs(sum(games) filter (where round_limit = 24) - 307) < 67
		and abs(sum(games) filter (where round_limit = 26) - 492) < 82 from farm.tournaments where name like 'drawn-$$-y%'"
	holds "abs(count(*) filter (where u.name = 'randbot') - 7435) < 300 and abs(count(*) filter (where u.name = 'random') - 6783) < 300
		from farm.seats s join farm.users u on u.id = s.user_id join farm.games g on g.id = s.game_id
		join farm.tournaments t on t.id = g.tournament_id and t.name like 'drawn-$$-y%'"
	query "select count(farm.tournament_cancel(name)) from farm.tournaments
		where name like 'drawn-$$-y%'" >/dev/null
}

# The tested player wins the first game with its one seat, and has 9 and 16 of 50 squares in the second. The
# same command again changes nothing.
test_population_by_hand() {
	local before
	ctl experiment population byhand-$$ --players 'randbot,random' --games 2 --rules standard
	before=$(stock)
	ctl experiment population byhand-$$ --players 'randbot,random' --games 2 --rules standard
	same "what is in the database" "$(stock)" "$before"
	query "update farm.seats s set user_id = (select id from farm.users where name = case when s.power < g.game then 'randbot' else 'random' end)
		from (select g.id, row_number() over (order by g.id) as game from farm.games g
			join farm.tournaments t on t.id = g.tournament_id and t.name like 'byhand-$$-y%') g where s.game_id = g.id"
	query "update farm.games g set state = 'finished', finished_at = now(), phases = 9, phase = 9, units = h.units,
			ending = h.ending::farm.game_ending, winner = h.winner, centres = h.units
		from (values (1, 'solo', 0, '{18,2,0,14,0,0,0}'::smallint[]), (2, 'draw', null, '{3,4,5,0,0,0,0}')) h (game, ending, winner, units),
			(select g.id, row_number() over (order by g.id) as game from farm.games g
				join farm.tournaments t on t.id = g.tournament_id and t.name like 'byhand-$$-y%') n
		where n.game = h.game and g.id = n.id"
	same "shares" "$(ctl query population byhand-$$ --format csv)" "player,games,seats,score %,+-,solos
randbot,2,3,50.0,65.3,1
random,2,11,4.5,9.7,0"
}

test_refused_populations() {
	refused "--players PLAYERS is missing" ctl experiment population new
	refused "--players: random is given twice" ctl experiment population new --players random,randbot,random
	refused "--games 0: must be a whole number from 1 to 3000" ctl experiment population new --players random,randbot --games 0
	refused "at most 59 letters" ctl experiment population "$(printf 'n%.0s' {1..60})" --players random,randbot
}

test_refused_matrices() {
	local before
	before=$(stock)
	matrix() { ctl experiment matrix new --games 7 "$@"; }
	refused "--players PLAYERS is missing" matrix
	refused "--players: must be 2 to 20 players, not 1" matrix --players random
	refused "--players: must be 2 to 20 players, not more" matrix --players "$(printf 'n%d=random,' {1..20})random"
	refused "--players: 'nobody' is not a player" matrix --players nobody,random
	refused "--players: random is given twice; labels tell equal players apart" matrix --players random,ares,random
	refused "--players: 'a' would be the label of two different players" matrix --players a=random,a=ares
	refused "--players @x: must be a player of the farm" matrix --players random,@x
	refused "--team 7: must be a whole number from 1 to 6" matrix --players random,ares --team 7
	refused "at most 57 letters" ctl experiment matrix "$(printf 'n%.0s' {1..58})" --players random,ares
	refused "a tournament all-$$-1-2 exists already, with games 7 (not 14)" ctl experiment matrix all-$$ --players randbot,random \
		--games 14 --rules standard --rounds 6 --draw-after 3 --seed "$SEED"
	refused "a tournament all-$$-1-2 exists already, with other seatings" ctl experiment matrix all-$$ --players randbot,random \
		--games 7 --rules standard --rounds 6 --draw-after 3 --seed "$SEED" --team 2
	same "what is in the database" "$(stock)" "$before"
	refused "no such matrix; aresctl tournament list lists its cells, NAME-1-2 and so on" ctl query matrix no-such-matrix
}

test_table_11() {
	local table
	table=$(ctl psql -XqA -P footer=off -v ON_ERROR_STOP=1 -v t=grid-$$ -v power=GER -f sql/thesis/table_11.sql | sed 1d)
	same settings "$(head -1 <<<"$table")" "opening|10, 1|20, 1|30, 1|10, 2|20, 2|30, 2|total"
	same "games by setting" "$(sed 1d <<<"$table" | awk -F'|' '{for (i = 2; i <= NF; i++) n[i] += $i}
		END {print n[2], n[3], n[4], n[5], n[6], n[7], n[8]}')" "4 4 4 4 4 4 24"
	same "the thesis's" "$(sed 1d <<<"$table" | awk -F'|' '
		{for (i = 2; i <= NF; i++) if (split($i, c, " : ") > 1) n[i] += c[2]}
		END {print n[2], n[3], n[4], n[5], n[6] + 0, n[7] + 0, n[8]}')" "50 50 50 50 0 0 200"
	same "openings with other than three orders" "$(sed 1d <<<"$table" | cut -d'|' -f1 | LC_ALL=C grep -cvxE \
		'((H|[a-z]{3}|S [a-z]{3}( H|-[a-z]{3}))( +|$)){3}' || true)" 0
}

# stored NAME COLUMNS: those of a run of test cases, a case a line.
stored() {
	query "select $2 from farm.case_results c join farm.case_runs r on r.id = c.run_id where r.name = '$1'
		order by file collate \"C\", c.id collate \"C\""
}

# A case is stored as aresctl judge reports it. For skipped cases, aresctl judge reports no stage.
test_cases() {
	local files
	for files in "--rules thesis tests/cases/rulebook.cases tests/cases/thesis.cases" \
		"--judge guess tests/cases/datc.cases" "--judge conditions tests/cases/math.cases tests/cases/extra.cases"; do
		ctl experiment cases played-$$ --repetitions 3 $files >/dev/null
		same "outcomes and stages of $files" \
			"$(stored played-$$ "file, c.id, outcome, case outcome when 'skipped' then 0 else stage end, reason")" \
			"$("$B"/aresctl judge -v --json $files |
				sed -n 's|^{"file": "tests/cases/||; s/"\?, "[a-z]*": "\?/|/g; s/"}$//p' |
				LC_ALL=C sort -t'|' -k1,1 -k2,2)"
		query "delete from farm.case_runs where name = 'played-$$'"
	done
}

# Every case with a movement phase is timed, even one that is in doubt.
test_times_of_cases() {
	ctl experiment cases timed-$$ --repetitions 9 --judge decisions tests/cases/thesis.cases tests/cases/datc.cases
	same "the run" "$(query "select judge, rules is null, repetitions, clock_ns > 0 from farm.case_runs
		where name = 'timed-$$'")" "decisions|t|9|t"
	same "rules" "$(stored timed-$$ "distinct on (file collate \"C\") file, c.rules")" "datc.cases|standard
thesis.cases|thesis"
	same "what was not timed" "$(stored timed-$$ "case when median_ns is null then c.id end" | grep .)" \
		"$(awk '$1 == "case" {id = $2; m = 0} $1 == "phase" && $2 ~ /M$/ {m = 1} $1 == "end" && !m {print id}' \
			tests/cases/thesis.cases tests/cases/datc.cases | LC_ALL=C sort)"
	same "how many cases there are" "$(stored timed-$$ c.id | wc -l)" \
		"$(cat tests/cases/thesis.cases tests/cases/datc.cases | grep -c '^case ')"
	same "times out of order" "$(query "select count(*) from farm.case_results
		where not min_ns between 1 and median_ns")" 0
	same "orders of 6.F.24" "$(stored timed-$$ "file, c.id, orders, outcome" | grep 'thesis.*6.F.24|')" \
		"thesis.cases|6.F.24|9|skipped"
}

test_case_that_fails() {
	local file status=0
	file=$(mktemp)
	sed 's/^expect FRA A par succeeds/expect FRA A par fails/; /^case 1b/,$d' tests/cases/rulebook.cases >"$file"
	ctl experiment cases failed-$$ --repetitions 1 "$file" || status=$?
	same "status" $status 1
	same "what is stored" "$(stored failed-$$ "c.id, outcome, reason")" \
		"1|failed|FRA A par - pic is 'succeeds', should fail"
	rm "$file"
}

test_refused_cases() {
	local before good=tests/cases/math.cases bad
	bad=$(mktemp)
	ctl experiment cases taken-$$ --repetitions 1 $good
	before=$(stock)
	refused "a run taken-$$ exists already" ctl experiment cases taken-$$ $good
	refused "nowhere.cases: No such file" ctl experiment cases new $good nowhere.cases
	refused "--judge dredd: must be atlas, " ctl experiment cases new --judge dredd $good
	refused "--rules house: must be thesis, " ctl experiment cases new --rules house $good
	refused "--repetitions 0: must be a whole number from 1" ctl experiment cases new --repetitions 0 $good
	refused "FILE.cases is missing" ctl experiment cases new
	refused "NAME is missing" ctl experiment cases
	refused "letters, digits" ctl experiment cases 'a/b' $good
	refused "was there before, in this file or another of that name" ctl experiment cases new $good $good
	refused "cases: $bad:1: the end, and there was no case" ctl experiment cases new "$bad"
	printf 'case x\nphase S1901M\nunit FRA A xxx\nend\n' >"$bad"
	refused "cases: $bad:3: " ctl experiment cases new $good "$bad"
	printf 'case x\nphase S1901M\n' >"$bad"
	refused "case x should have an end line" ctl experiment cases new $good "$bad"
	same "what is in the database" "$(stock)" "$before"
	rm "$bad"
}

test_refusals() {
	local before many
	before=$(stock)
	many=$(seq -s, 1 1000)
	refused "depth is a number from 1 to 8, not 0" openings new --power GER --grid 'depth=0,1 age=10'
	refused "age is a number from 1 to 1000, not -10" openings new --power GER --grid 'depth=1 age=-10'
	refused "age is a number from 1" openings new --power GER --grid 'age=99999999999999999999'
	refused "no setting 'deep': it has depth, age" openings new --power GER --grid 'deep=1'
	refused "random has no setting 'age'" openings new --power GER --player random --grid 'age=1'
	refused "more than 1000 cells" openings new --power GER --grid "age=$many cycles=$many"
	refused "more than 1000 cells" openings new --power GER --grid "cycles=$many,1001"
	refused "must have setting=number at 'age'" openings new --power GER --grid 'depth=1 age'
	refused "must have setting=number at '=1'" openings new --power GER --grid '=1'
	refused "must have a number at ',2'" openings new --power GER --grid 'depth=1,,2'
	refused "must have a number at the end" openings new --power GER --grid 'depth=1,'
	refused "must have a comma, a space, a semicolon or the end at ':age=1'" openings new --power GER --grid 'depth=1:age=1'
	refused "must have setting=number at the end" openings new --power GER --grid 'depth=1;'
	refused "must have setting=number at ';age=2'" openings new --power GER --grid 'depth=1; ;age=2'
	refused "must have setting=number at '; age=2'" openings new --power GER --grid '; age=2'
	refused "--grid: ares(depth=1,age=20," openings new --power GER --grid 'depth=1 age=10,20; age=20 depth=2,1'
	refused ") is given twice" openings new --power GER --grid 'depth=2;age=10'
	refused "more than 1000 cells" openings new --power GER --grid "depth=1 cycles=$many; depth=2"
	refused "depth is given twice" openings new --power GER --grid 'depth=1 depth=2'
	refused "depth=2 is given twice" openings new --power GER --grid 'depth=2,2'
	refused "--power XYZ: must be AUS, ENG, " openings new --power XYZ
	refused "--power POWER is missing" openings new
	refused "'nobody' is not a player" openings new --power GER --player nobody
	refused "--player a=ares: takes no label: its settings name it" openings new --power GER --player a=ares
	refused "--player @x: must be a player of the farm, not an external player" \
		openings new --power GER --player @x
	refused "must be one player, without ',random'" openings new --power GER --player ares,random
	refused "--repetitions 0: must be a whole number from 1" openings new --power GER --repetitions 0
	refused "10000000 are the most" openings new --power GER --grid "age=$many" --repetitions 10001
	refused "--rounds 0: must be a whole number from 1" openings new --power GER --rounds 0
	refused "exists already" openings grid-$$ --power GER --grid 'age=999'
	refused "letters, digits" openings 'a/b' --power GER
	refused "NAME is missing" openings --power GER
	# with a name of this length it misses something else
	while IFS='|' read -r command most; do
		refused "is missing" ctl $command "$(printf "x%.0s" $(seq "$most"))"
		refused "x: must be at most $most letters, digits" ctl $command "$(printf "x%.0s" $(seq 0 "$most"))"
	done <<-'END'
		tournament create|63
		experiment grid|59
		experiment matrix|57
		experiment population|59
		tune create|56
	END
	refused "tournament: no option --games" ctl experiment tournament new --games 8
	refused "--times 0: must be a whole number from 1" ctl experiment tournament new --times 0
	refused "no command fly; it must be openings, grid, matrix, population, tournament or cases" ctl experiment fly
	refused "which command? It must be openings, grid, matrix, population, tournament or cases" ctl experiment
	same "what is in the database" "$(stock)" "$before"
}

# SQL refuses a list of users that does not fill whole seatings.
test_half_a_seating() {
	query "select farm.tournament_create('half-$$', 'standard', 'thesis', 'atlas', 1, 1, 1, 'x', '{1,2,3}')" 2>&1 |
		contains '3 users do not make seatings of 7 powers'
	same "tournaments of that name" "$(query "select count(*) from farm.tournaments where name = 'half-$$'")" 0
}

run_tests
