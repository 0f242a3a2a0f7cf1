#!/bin/bash
# thesis: the thesis's own numbers in the database, and the questions of sql/thesis on games worked out by hand.
. tests/suite.sh


# ask FILE NAME [PSQL-OPTION...]: what a question of sql/thesis answers, "column|column|...".
ask() {
	local file=$1 name=$2
	shift 2
	ctl psql -XqAt -v ON_ERROR_STOP=1 -v t="$name" -v every=1 -v width= -v power=GER -v most=10 "$@" -f "sql/thesis/$file.sql" | tail -n +2
}

# by_hand NAME: four games, two of one year and two of two years. Random has Austria in the second game, England in the third
# and both in the fourth; Ares has all other seats.
by_hand() {
	ctl tournament create "$1" --games 4 --seats "$seats" --rounds 4
	count_seats "$1"
	query "update farm.games g set state = 'finished', finished_at = now(), phase = h.phase, phases = h.phase / 5 * 2,
			centres = h.units, ending = h.ending::farm.game_ending, winner = h.winner, units = h.units
		from farm.tournaments t, (values
			(1, 5, 'solo', 2, '{0,0,18,0,0,0,0}'::smallint[]), (2, 5, 'solo', 0, '{15,2,0,0,0,0,0}'),
			(3, 10, 'draw', null, '{3,4,5,0,0,0,0}'), (4, 10, 'draw', null, '{1,1,9,9,0,0,0}')
		) h (number, phase, ending, winner, units)
		where t.id = g.tournament_id and t.name = '$1' and g.number = h.number"
	# boards of 1901, on which all seven powers stand, and of 1902 for the two that continued, where Austria to Germany do
	query "insert into farm.boards (tournament_id, game_id, phase, units, owners, orders, resolve_ns, resolve_stage,
				think_ns, forecasts, capped)
		select g.tournament_id, g.id, b.phase, u.units, repeat('.', 75), array_fill(0, array[cardinality(u.units)]),
		       100 * g.number, 1 + (g.number = 4)::int, '{}', '{}', 0
		from farm.games g join farm.tournaments t on t.id = g.tournament_id
		cross join (values (0, 6), (5, 3)) b (phase, last)
		cross join lateral (select array_agg((256 * p)::smallint order by p) as units from generate_series(0, last) p) u
		where t.name = '$1' and b.phase < g.phase"
}

# Table 2 counts the boards of Table 9. Nearly all of them are rounds of Table 12.
test_thesis_tables_agree() {
	same "totals of table 9, boards of table 2, any stage, means of table 2 outside the bins of table 9,
seats of table 6, years of table 7, rounds of table 12, draws" "$(query "select
		(select (sum(conditioning), sum(substitution), sum(supposition)) from farm.thesis_table_9),
		(select string_agg(boards::text, ',' order by stage) from farm.thesis_table_2 where stage < 4),
		(select boards - (select sum(boards) from farm.thesis_table_2 where stage is not null)
		from farm.thesis_table_2 where stage is null),
		(select count(*) from farm.thesis_table_2,
		(select array[sum(from_ms * conditioning) / 2543, sum(from_ms * substitution) / 10518,
		              sum(from_ms * supposition) / 262] as least from farm.thesis_table_9) b
		where stage < 4 and ms_an_order not between least[stage] and least[stage] + 0.05),
		(select sum(win + draw + survival + elimination) from farm.thesis_table_6),
		(select (min(year), max(year), count(*)) from farm.thesis_table_7),
		(select (count(*), sum(rounds)) from farm.thesis_table_12),
		(select (count(*), min(rounds)) from farm.thesis_table_12 where fates ~ 'd' and fates !~ '[ws?]')")" \
		"(2543,10518,262)|2543,10518,262|0|0|896|(1901,2009,109)|(128,13324)|(19,218)"
}

# Table 6 is the sum of Table 12, except for three seats of game 27. Table 6 counts one of them as a win, one as a survival and
# one as an elimination.
test_table_12_gives_table_6() {
	same "what became of the seats" "$(query "select player, count(*) filter (where fate = 'win'),
			count(*) filter (where fate = 'draw'), count(*) filter (where fate = 'survival'),
			count(*) filter (where fate = 'elimination'), count(*) filter (where fate is null),
			round(sum(points)::numeric, 6)
		from farm.thesis_results group by player order by player")" \
		"ares|104|75|225|41|3|123.000000
random|4|4|119|321|0|5.000000"
	same "table 6" "$(query "select agent, win, draw, survival, elimination, score
		from farm.thesis_table_6 order by agent")" "ares|105|75|226|42|123.0
random|4|4|119|321|5.0"
	same "last year of table 7" "$(query "select score from farm.thesis_table_7 where year = 2009")" \
		"$(query "select round(123.0 / 128, 3)")"
	same "seats of ares" "$(query "select power, count(*) from farm.thesis_results where player = 'ares' group by 1
		order by 1")" "$(printf '%s|64\n' AUS ENG FRA GER ITA RUS TUR)"
}

# Table 11 adds up as printed, by opening (in the order of bytes) and by setting; Tables 4 and 5 are shares of it.
test_openings_add_up() {
	same "games by opening" "$(query "select string_agg(n::text, ' ' order by ber collate \"C\", kie collate \"C\",
			mun collate \"C\")
		from (select ber, kie, mun, sum(games) as n from farm.thesis_table_11 group by ber, kie, mun) t")" "$(echo \
		1 4 3 3 7 2 6 3 3 1 2 5 3 1 1 1 1 1 4 1 1 1 1 3 1 2 1 1 1 1 1 1 1 1 1 3 1 1 1 1 1 1 5 1 3 5 2 6 6 2 3 1 2 3 \
		3 3 5 1 5 6 2 1 1 1 2 1 1 3 2 4 3 3 5 2 4 2 1 1 3 5 1 4 5 6 6 1 5 5 3 4 4 5 8 4 4 1 1 1 2 3 2 4 4 4 6 2 1 1 \
		3 5 4 5 6 3 4 4 1 1 1 2 3 3 5 2 4 5 3)"
	same "games by setting" "$(query "select string_agg(format('%s, %s: %s', age, depth, n), '; ' order by age, depth)
		from (select age, depth, sum(games) as n from farm.thesis_table_11 group by age, depth) t")" \
		"10, 1: 50; 10, 2: 50; 10, 3: 50; 20, 1: 50; 30, 1: 50; 40, 1: 50; 40, 2: 50"
	same "orders of no known form" "$(query "select count(*) from farm.thesis_table_11, unnest(array[ber, kie, mun]) o
		where o !~ '^(H|[a-z]{3}|S [a-z]{3}( H|-[a-z]{3}))$'")" 0
	same "shares of tables 4 and 5 that are not table 11's" "$(query "select count(*) from (
			select ber, kie, mun, ares from farm.thesis_table_4
			union select ber, kie, mun, ares from farm.thesis_table_5) p
		where ares <> (select round(coalesce(sum(games), 0) / 3.5, 1) from farm.thesis_table_11 t
		               where (t.ber, t.kie, t.mun) = (p.ber, p.kie, p.mun))")" 0
	same "openings of Ares that table 5 has, and should" "$(query "select count(*), count(p.ber) from (
			select ber, kie, mun from farm.thesis_table_11 group by ber, kie, mun having sum(games) >= 6) t
		full join farm.thesis_table_5 p using (ber, kie, mun)")" "10|10"
	same "others, in %" "$(for n in 4 5; do query "select 100 - sum(literature), round((350 - sum(games)) / 3.5, 1)
		from (select literature, (select coalesce(sum(games), 0) from farm.thesis_table_11 t
		                          where (t.ber, t.kie, t.mun) = (p.ber, p.kie, p.mun)) as games
		      from farm.thesis_table_$n p) o"; done)" "2.6|87.4
61.8|82.0"
	same "what is in both tables and differs" "$(query "select count(*) from farm.thesis_table_4 a
		join farm.thesis_table_5 b using (ber, kie, mun)
		where (a.name, a.literature, a.ares) <> (b.name, b.literature, b.ares)")" 0
}

# Section 4.3 counts whose preferences the cases of appendix E meet. The case files have the appendix's stages and authors.
test_appendix_e_is_that_of_the_case_files() {
	same "cases by author" "$(query "select author, count(*) from farm.thesis_table_10 group by 1 order by 1")" \
		"Booijink 2005|10
Calhamer 2000|129
DPTG 1998|3
Kruijswijk 2004|2
Szykman 1999|11"
	same "stages and authors" "$(query "select file, id, author, (array['decision conditioning',
			'predicate substitution', 'predicate supposition', 'paradox elimination'])[stage]
		from farm.thesis_table_10" | LC_ALL=C sort)" \
		"$(awk '$1 == "case" {id = $2} $1 == "author" {author = substr($0, 8)}
			$1 == "stage" && id !~ /~/ {
				sub(/.*\//, "", FILENAME)
				print FILENAME "|" id "|" author "|" substr($0, 8, length - 8)
			}' \
			tests/cases/rulebook.cases tests/cases/thesis.cases | LC_ALL=C sort)"
	same "least, most, mean" "$(query "select min(microseconds), max(microseconds), round(avg(microseconds))
		from farm.thesis_table_10")" "186|22816|1793"
}

# Ares has 1, 0, 2/3 and 1/2 of the points of the four games at their ends, and 7/7, 6/7, 6/7 and 5/7 at their beginnings. In
# 1902 it has the results of the two games that are over, and 3/4 and 2/4.
test_by_hand() {
	by_hand years-$$
	same "every game shares out one point a year" "$(query "select count(distinct (game, year)), min(n), max(n) from (
		select game, year, round(sum(points)::numeric, 9) as n, count(*) from farm.by_year('years-$$')
		group by game, year having count(*) = 7) y")" "12|1.000000000|1.000000000"
	same "table 7" "$(ask table_7 years-$$ | cut -d'|' -f 1,2,5)" "1901|0.857|0.500
1902|0.563|0.500
1903|0.542|0.500"
	same "figure 13, six Ares" "$(ask figure_13 years-$$ -v every=1 | cut -d'|' -f 1,7 | head -3)" \
		"1901|0.857 ± 0.000
1902|0.375 ± 0.735
1903|0.333 ± 0.653"
	same "figure 17, Austria and France" "$(ask figure_17 years-$$ -v every=1 | cut -d'|' -f 1,2,4 |
		sed 's/ ± [0-9.]*//g; 3q')" "1901|0.143|0.143
1902|0.375|0.375
1903|0.396|0.396"
	same "table 6, Ares" "$(ask table_6 years-$$ | sed -n 's/^ares|//p' | cut -d'|' -f 1,2,5)" "win|32.0|105
draw|128.0|75
survival|32.0|226
elimination|576.0|42
score|69.3|123.0"
	same endings "$(ask endings years-$$ | cut -d'|' -f 1,2,5)" "unfinished, %|50.0|14.8
won by Ares, %|25.0|82.0
won by random, %|25.0|3.1
won by random where both play, %|33.3|2.4
rounds to a win|2.0|84.2
rounds of any game|3.0|104.1
powers that share a draw|3.5|4.2
draws that only Ares share, %|0.0|89.5"
}

# Six boards: four of games 1 to 3 in stage 1, two of game 4 in stage 2. They have 7 orders in 1901 and 4 in 1902.
test_stages_by_hand() {
	by_hand stages-$$
	# the games have 1 of 1, 1 of 1, 2 of 2 and 0 of 2 boards in stage 1: 4 / 6, squares of the residuals 22 / 9 in all
	same "table 2" "$(ask table_2 stages-$$ | cut -d'|' -f 1-4)" "decision conditioning|4|66.7|59.0
predicate substitution|2|33.3|59.0
predicate supposition|0|0.0|0.0
paradox elimination|0|0.0|0.0
any stage|6|100.0|0.0"
	# ns a unit: 14.3, 28.6, 42.9 and 75 in stage 1, 57.1 and 100 in stage 2
	same "table 9" "$(ask table_9 stages-$$ -v width=10 | cut -d'|' -f 2,3,6 | grep -v '|0|0$')" "10.0 - 20.0|16.67|0
20.0 - 30.0|16.67|0
40.0 - 50.0|16.67|0
50.0 - 60.0|0|16.67
70.0 - 80.0|16.67|0
100.0 - 110.0|0|16.67"
	same "all boards of the thesis, in %" "$(ask table_9 stages-$$ -v width=10 |
		awk -F'|' '{all += $5 + $8 + $11} END {printf "%.0f", all}')" 100
}

# opening NAME FIRST LAST BER KIE MUN: sets Germany's orders in these games, written as in Table 11.
opening() {
	query "insert into farm.boards (tournament_id, game_id, phase, units, owners, orders, resolve_ns, resolve_stage,
			think_ns, forecasts, capped)
		select t.id, g.id, 0, array_agg((a.id + (w.type << 7) + (3 << 8))::smallint order by a.id), repeat('.', 75),
		       array_agg(coalesce(goal.id, 127) + (coalesce(helped.id, 127)::int << 7) + (kind << 14) order by a.id),
		       1, 1, '{}', '{}', 0
		from farm.tournaments t
		join farm.games g on g.tournament_id = t.id and g.number between $2 and $3
		cross join (values ('ber', 0, '$4'), ('kie', 1, '$5'), ('mun', 0, '$6')) w (at, type, text)
		cross join lateral (
			select case when text ~ '^S .*H' then 2 when text ~ '^S' then 3 else (text <> 'H')::int end as kind,
			       substring(text from '^S (...)') as helped, substring(text from '[a-z]{3}\$') as goal) o
		join farm.areas a on a.map_id = t.map_id and a.code = w.at
		left join farm.areas goal on goal.map_id = t.map_id and goal.code = o.goal
		left join farm.areas helped on helped.map_id = t.map_id and helped.code = o.helped
		where t.name = '$1' group by t.id, g.id"
}

# 500 games at age 10 and depth 1 with three openings. Of these the thesis has 2, 1 and none in 50 games with 40 openings.
test_openings_by_hand() {
	local name=opened-$$ table_4 openings
	ctl experiment openings $name --power GER --grid 'age=10 depth=1' --repetitions 500
	opening $name 1 200 kie den ruh
	opening $name 201 400 H den ruh
	opening $name 401 500 'S kie H' H 'S ber-kie'
	table_4=$(ask table_4 $name) openings=$(ask openings $name)
	same "a literature's opening" "$(grep '^Blitzkrieg, Danish' <<<"$table_4" | cut -d'|' -f 2-)" \
		"kie|den|ruh|36.8|30.7|43.4|1.7|0.8|3.7|40.00|35.80|44.35
40.0 : 4"
	same "one never played" "$(grep '^Blitzkrieg, Heligoland' <<<"$table_4" | cut -d'|' -f 2-)" \
		"kie|hel|ruh|0.9|0.2|3.3|0.0|0.0|1.1|0.00|0.00|0.76
0.0 : 0"
	same "others" "$(grep '^(other)' <<<"$table_4" | cut -d'|' -f 5,8,11-)" "2.6|87.4|60.00|55.65|64.20"
	same "table 5" "$(ask table_5 $name | sed 4q)" \
		"1|Berlin defense, Ruhr Variation|H|den|ruh|0.0|1.7|0.8|3.7|40.00|35.80|44.35
1|Blitzkrieg, Danish Variation|kie|den|ruh|36.8|1.7|0.8|3.7|40.00|35.80|44.35
3|(no name)|S kie H|H|S ber-kie|0.0|0.0|0.0|1.1|20.00|16.73|23.73
|(no name)|H|den|bur|0.0|2.0|1.0|4.1|0.00|0.00|0.76"
	same "table 11" "$(ask table_11 $name | grep -E '[1-9][0-9]* : ' | sed 's/ \+/ /g')" \
		"H den ruh |200 : 1|200 : 1
S kie H H S ber-kie|100 : 0|100 : 0
kie den ruh |200 : 2|200 : 2"
	# chance: the mean deviations of binomials of 50 by .4, .4 and .2, summed
	same "openings as a whole" "$(sed 2q <<<"$openings")" \
		"10, 1|500|3|50|40|3.0|0.0|94.0|7.7|19.2
in all|500|3|50|40|3.0|0.0|94.0|7.7|19.2"
	same "orders" "$(grep '^10, 1|all' <<<"$openings" | cut -d'|' -f 3-)" \
		"hold|20.00|18.59|21.49|6.0|3.0|11.7|7.1
move|66.67|63.39|69.79|89.3|82.5|93.7|-7.4
support as ordered|6.67|5.57|7.96|2.7|0.7|9.1|2.3
support not as ordered|6.67|5.57|7.96|2.0|0.5|7.5|3.6"
	same "orders of a unit" "$(grep -E '^in all.ber.(H|S kie H|kie)\|' <<<"$openings" | cut -d'|' -f 3-6)" \
		"H|40.00|35.80|44.35
S kie H|20.00|16.73|23.73
kie|40.00|35.80|44.35"
	cancel $name
}

# Each time in ns is the thesis's number in us, less that of reading the clock. So ours are a thousand times faster, and r is 1.
test_appendix_e() {
	local name=appendix-$$ table
	ctl experiment cases $name --rules thesis --repetitions 1 tests/cases/rulebook.cases tests/cases/thesis.cases
	query "update farm.case_results c set median_ns = clock_ns + microseconds, min_ns = 1
		from farm.case_runs r, farm.thesis_table_10 t
		where r.id = run_id and r.name = '$name' and (t.file, t.id) = (c.file, c.id)"
	table=$(ctl psql -XqAt -v run=$name -f sql/thesis/table_10.sql)
	same "a case each as printed, literal and neither" "$(grep -E '^(6.C.1|6.C.4|6.F.24)\|' <<<"$table")" \
		"6.C.1|661|supposition|661|3|supposition|printed|passed|Calhamer 2000
6.C.4|2361|substitution|2361|7|supposition|literal|passed|Calhamer 2000
6.F.24|22816|paradox|22816|9|supposition|neither|skipped|Szykman 1999"
	same "in sum" "$(grep '^any stage' <<<"$table")" \
		"any stage|155|139|15|1|1793|1793|404|404.0|1000|1000|1000|1.00|1.00|1.00"
	same "authors" "$(tail -5 <<<"$table" | cut -d'|' -f1-3,5)" \
		"Calhamer 2000|129|127|0
Szykman 1999|11|9|0
Booijink 2005|10|10|0
DPTG 1998|3|3|0
Kruijswijk 2004|2|2|0"
}

# On games that the farm played. db/query asks all questions.
test_games_that_were_played() {
	ctl tournament create thesis-$$ --games 8 --seats "$seats" --rounds 20
	same "before a game is over" "$(ctl query thesis/table_6 thesis-$$ | head -1 | grep -c 'not Ares' || true)" 0
	aresd --until-done
	ctl tournament create other-$$ --games 7 --seats randbot,random --rounds 2
	aresd --until-done
	same "of Ares and random" "$(ctl query thesis/table_6 thesis-$$ | head -1 | grep -c 'not Ares' || true)" 0
	ctl query thesis/table_6 other-$$ | head -1 |
		contains 'other-.* (not Ares against random players, as in the thesis)$'
	same "the end of table 7" "$(ask table_7 thesis-$$ | tail -1 | cut -d'|' -f 1,2)" "$(query "
		select 1911, round((sum(points) / 8)::numeric, 3) from farm.results
		where tournament = 'thesis-$$' and player ~ '^ares'")"
}

# What the migration stored stays as it is.
test_init_again() {
	local before counts
	counts=$(printf "select count(*), sum(hashtext(t::text)::bigint) from farm.thesis_table_%s t;" \
		2 3 4 5 6 7 9 10 11 12)
	before=$(query "$counts")
	same "output of a second init" "$(ctl init)" ""
	same "tables after it" "$(query "$counts")" "$before"
	same "tables" "$(wc -l <<<"$before")" 10
	same "tables with nothing in them" "$(grep -c '^0' <<<"$before" || true)" 0
}

run_tests
