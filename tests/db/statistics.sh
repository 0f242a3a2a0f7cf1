#!/bin/bash
# statistics: proves that the intervals hold what they promise. Student's t is that of the tables. Interval and p say the same,
# also at the edges. Nobody is better after three games. Equal players come out as equal, in games drawn here and in games that
# the farm plays. Questions say which tournament they took.
#
# SEED=1 draws games. TOURNAMENTS=100 equal pairs are played; RUNS=2000 are drawn for each number of blocks. A long round:
#   TOURNAMENTS=1000 RUNS=20000
. tests/suite.sh
TOURNAMENTS=${TOURNAMENTS:-100}
RUNS=${RUNS:-2000}

ctl init >/dev/null

# none WHAT SQL: the query must find nothing.
none() { same "$1" "$(query "$2")" ""; }

test_student_by_table() {
	none "t beyond which p lies, by tables" "select df, p, t, farm.student_t(p, df) from (values
		(1, 0.05, 12.706204736), (2, 0.05, 4.302652730), (3, 0.05, 3.182446305), (4, 0.05, 2.776445105),
		(5, 0.05, 2.570581836), (6, 0.05, 2.446911851), (10, 0.05, 2.228138852), (20, 0.05, 2.085963447),
		(30, 0.05, 2.042272456), (60, 0.05, 2.000297822), (120, 0.05, 1.979930405), (10000000, 0.05, 1.959964222),
		(1, 0.01, 63.656741162), (5, 0.01, 4.032142984), (10, 0.01, 3.169272673), (120, 0.01, 2.617421145),
		(1, 0.2, 3.077683537), (10, 0.2, 1.372183641), (3, 1, 0)
		) k (df, p, t) where abs(farm.student_t(p, df) - t) > 1e-8 or abs(farm.student_p(t, df) - p) > 1e-9"
}

# For 1, 2 and 4 degrees of freedom p is a short formula.
test_student_by_formula() {
	none "p that is not the formula's" "select e, df, exact, farm.student_p(t, df)
		from generate_series(-6, 3, 0.1) e
		cross join lateral (select (10 ^ e)::float8 as t) t
		cross join lateral (values (1, 2 / pi() * atan(1 / t)),
			(2, 2 / (sqrt(2 + t ^ 2) * (sqrt(2 + t ^ 2) + t))),
			(4, 1 - t * (t ^ 2 + 6) / (t ^ 2 + 4) ^ 1.5)) k (df, exact)
		where abs(farm.student_p(t, df) - exact) > 1e-12 or farm.student_p(-t, df) <> farm.student_p(t, df)"
	same "p of 0 and of far away" "$(query "select farm.student_p(0, 7), farm.student_p(1e200, 7),
		farm.student_p(1e9, 1e9), farm.student_p(null, 7)")" "1|0|0|"
	none "t that is not where p is" "select p, df from generate_series(0.001, 1, 0.037) p,
			(values (1), (2), (3), (7), (50), (999), (123456)) k (df)
		where abs(farm.student_p(farm.student_t(p, df), df) - p) > 1e-10"
}

# Seven of ten blocks won: Wilson's interval with 2.228 for 1.96. A thousand blocks lost and a thousand won: as everybody does it.
test_interval_by_hand() {
	same "seven of ten" "$(query "select round(low::numeric, 4), round(high::numeric, 4), round(dispersion::numeric, 9)
		from farm.share95(10, 7, 7, 0.5)")" "0.3615|0.9058|1.000000000"
	same "half of 2000" "$(query "select round(low::numeric, 4), round(high::numeric, 4), round(p::numeric, 4)
		from farm.share95(2000, 1000, 1000, 0.5)")" "0.4781|0.5219|1.0000"
	same "pairs that are half won" "$(query "select round(dispersion::numeric, 3) from farm.share95(999, 499.5, 249.75, 0.5)")" \
		0.001
}

# n blocks, of which some are won, some lost, and the others have one share. Each is held against expected shares.
grid="from (values (1), (2), (3), (5), (6), (7), (20), (64), (1000)) n (n)
	cross join lateral (select distinct won from unnest(array[0, 1, 2, n / 3, n / 2, n - 1, n]) won where won <= n) w
	cross join lateral (select distinct lost from unnest(array[0, 1, n / 3, n / 2, n]) lost where won + lost <= n) l
	cross join unnest(array[0.5, 1 / 7.0, 0.9]) y
	cross join unnest(array[0.5, 1 / 3.0, 1 / 7.0, 0.01, 0.95]) expected
	cross join lateral farm.share95(n, (won + (n - won - lost) * y)::float8, (won + (n - won - lost) * y ^ 2)::float8,
	                                expected::float8) s
	cross join lateral (select (won + (n - won - lost) * y) / n as mean) m"
test_interval_and_p_agree() {
	local tried
	tried=$(query "select count(*) $grid")
	[ "$tried" -gt 2000 ]
	none "interval and p disagree" "select n, won, lost, y, expected, s.* $grid
		where (s.p < 0.05) <> (expected < s.low or expected > s.high) or num_nulls(s.low, s.high, s.p) > 0"
	none "not an interval about the share" "select n, won, lost, y, expected, s.* $grid
		where not (0 <= s.low and s.low <= mean + 1e-12 and mean - 1e-12 <= s.high and s.high <= 1
		and s.low < s.high and s.p between 0 and 1)"
}

test_edges() {
	same "no block" "$(query "select * from farm.share95(0, 0, 0, 0.5)")" "|||"
	same "one block won" "$(query "select round(low::numeric, 4), high, round(p::numeric, 4), dispersion
		from farm.share95(1, 1, 1, 0.5)")" "0.0062|1|0.5000|1"
	same "one block lost" "$(query "select low, round(high::numeric, 4) from farm.share95(1, 0, 0, 0.5)")" "0|0.9938"
	same "all won, all expected" "$(query "select high, p is null from farm.share95(9, 9, 9, 1)")" "1|t"
}

# Whatever up to four blocks gave, p claims nothing. Six of six is the least that does. (Five blocks that are all nearly won
# have 0.046. farm.comparisons claims nothing of five blocks.)
test_few_blocks_claim_nothing() {
	none "claims by few blocks" "select n, sum, squares, p
		from generate_series(1, 5) n
		cross join lateral (select count(*) filter (where k = 0) from generate_series(1, n) k) c
		cross join generate_series(0, n * 14) a
		cross join lateral (select a / 14.0::float8 as sum) s
		-- the least and the greatest sum of squares with this sum
		cross join lateral (values (sum ^ 2 / n), (floor(sum) + (sum - floor(sum)) ^ 2)) q (squares)
		cross join lateral farm.share95(n, sum, squares, 0.5) i where p < case n when 5 then 0.045 else 0.05 end"
	same "least_blocks" "$(query "select min(n), farm.least_blocks() from generate_series(1, 20) n
		cross join lateral farm.share95(n, n, n, 0.5) where p < 0.05")" "6|6"
}

# drawn SHARE PLAYERS BLOCKS: how often, in %, the interval has the true share of a player, in RUNS tournaments of so many blocks.
# A block has a game for each player. One game in five is a draw, and its share k/7; fewer where the true share is high.
drawn() {
	query "set max_parallel_workers_per_gather = 0; select from setseed(1.0 / (1 + $SEED)); with game as (
			select i, random() as u, floor(1 + 6 * random()) / 7 as part from generate_series(0, $RUNS * $2 * $3 - 1) i),
		block as (
			select i / $2 as j, avg(case when u < $1 - d / 2 then 1 when u < $1 + d / 2 then part else 0 end) as y
			from game, (select least(0.2, 2 * (1 - $1) / 2) as d) d group by i / $2),
		run as (select sum(y) as sum, sum(y ^ 2) as squares from block group by j / $3)
		select round(100 * avg((p >= 0.05)::int), 1) from run cross join farm.share95($3, sum, squares, $1)"
}

test_coverage() {
	local blocks share players found
	echo "share, players, blocks: coverage in %"
	while read -r share players blocks least most; do
		found=$(drawn "$share" "$players" "$blocks")
		echo "$share $players $blocks: $found"
		holds "$found between $least and $most"
	done <<'END'
0.5 2 3 93 100
0.5 2 5 93 100
0.5 2 10 93 99
0.5 2 20 93 98
0.5 2 64 93 97
0.95 2 5 93 100
0.95 2 20 93 99
0.142857142857 7 5 93 100
0.142857142857 7 64 93 99.5
END
}

# won NAME PATTERN NUMBER...: these games are won by a power of the player whose name is like the pattern.
won() {
	local name=$1 pattern=$2
	shift 2
	query "update farm.games g set state = 'finished', finished_at = now(), phase = 10, phases = 4, ending = 'solo',
			winner = w.power, units = w.units, centres = w.units
		from (select s.game_id, array_position(array_agg(u.name ~ '$pattern' order by s.power), true) - 1 as power
		      from farm.seats s join farm.users u on u.id = s.user_id group by s.game_id) f
		cross join lateral (
			select f.power, array_agg((18 * (k = f.power)::int)::smallint order by k) as units from generate_series(0, 6) k) w,
		farm.tournaments t
		where g.id = f.game_id and t.id = g.tournament_id and t.name = '$name'
		and g.number = any (string_to_array('$*', ' ')::int[])"
}

# pairs NAME GAMES: a tournament of two players in blocks of two games, which the farm does not play. Each has powers 0 to 2 in
# one game of a pair and 3 to 6 in the other.
pairs() {
	ctl tournament create "$1" --games "$2" --seats 'ares(depth=1),random' >/dev/null
	query "update farm.tournaments set paused = true where name = '$1' and block = 2 returning id" | grep -q .
	query "update farm.seats s set user_id = u.id from farm.users u, farm.games g join farm.tournaments t on t.id = g.tournament_id
		where g.id = s.game_id and t.name = '$1'
		and u.id = (select (array_agg(distinct v.user_id))[1 + ((s.power < 3) <> (g.number % 2 = 0))::int]
		            from farm.seats v join farm.games h on h.id = v.game_id where h.tournament_id = t.id)"
}
verdict() { query "select verdict from farm.comparisons where tournament = '$1'"; }

test_verdicts() {
	local name=verdict-$$
	pairs $name 40
	same "no game" "$(verdict $name)" ""
	won $name ^ares 1 2 3
	same "three games" "$(verdict $name)" "too few games for a claim: 12 are the least"
	same "three games" "$(query "select split_part(player, '(', 1), games, left_out, blocks, seats, points, share, expected, p
		from farm.standings where tournament = '$name' order by 1")" "ares|3|1|1|$(query "select count(*)
			from farm.results where tournament = '$name' and player ~ '^ares'")|3.00|100.0|50.0|0.5000
random|3|1|1|$(query "select count(*) from farm.results where tournament = '$name' and player ~ '^random'")|0.00|0.0|50.0|0.5000"
	won $name ^ares {4..10}
	same "ten games" "$(verdict $name)" "too few games for a claim: 12 are the least"
	won $name ^ares 11 12
	verdict $name | grep -qx 'ares.* is better'
	won $name ^random {13..24}
	same "as many" "$(verdict $name)" "not told apart: no difference at all"
	won $name ^ares {25..28}
	verdict $name | grep -qx 'not told apart: a difference this large would need about [0-9,]* games'
	same "left out" "$(query "select distinct left_out from farm.standings where tournament = '$name'")" 0
	cancel $name
}

# Nobody is called better where players keep their powers: a power may be better than another.
test_powers_that_stay() {
	local name=stay-$$
	pairs $name 40
	won $name ^ares {1..12}
	verdict $name | grep -qx 'ares.* is better'
	query "update farm.tournaments set block = 1 where name = '$name'"
	verdict $name | grep -qx 'ares.* gained more, but powers were not exchanged in blocks'
	cancel $name
}

# Where there is nothing to compare, the question says why.
test_nothing_to_compare() {
	local name=nothing-$$
	why() { ctl psql -X -v t="$1" -f sql/comparison.sql | tail -n1; }
	pairs $name 4
	same "no game" "$(why $name)" "No game is finished yet."
	won $name ^ares 1
	same "half a block" "$(why $name)" "Nothing to compare: no block of games is complete."
	won $name ^ares 2
	same "a block" "$(why $name)" "  too few games for a claim: 12 are the least"
	cancel $name
	ctl tournament create alone-$$ --games 2 --seats random,random --rounds 2
	aresd --until-done
	same "one player" "$(why alone-$$)" "There is one player only. Labels tell equal ones apart: --seats a=random,b=random."
}

# For two players the comparison says the same as the standings.
test_comparison_says_what_standings_say() {
	local name=same-$$
	pairs $name 60
	won $name ^ares {1..31} 33 34 36 37 39
	won $name ^random 32 35 38 {40..59}
	same "differences" "$(query "select c.blocks, c.games, s.left_out, abs(c.difference - 2 * s.share + 100) <= 0.1, c.p - s.p,
			abs(c.low - 2 * s.low + 100) <= 0.2, abs(c.high - 2 * s.high + 100) <= 0.2, r.p - s.p, r.low + s.high, c.expected
		from farm.comparisons c join farm.standings s using (tournament, player)
		join farm.standings r on r.tournament = c.tournament and r.player = c.opponent
		where c.tournament = '$name'")" "29|58|1|t|0.0000|t|t|0.0000|100.0|0.0"
	cancel $name
}

# The farm plays games of equal players: one tournament, cut into TOURNAMENTS of 40 games, and 20 of 40 games each. The interval
# has 50 % in 93 to 97 % of them, and as much more or less as TOURNAMENTS allow by chance.
test_equal_players() {
	local n names
	ctl tournament create equal-$$ --games $((40 * TOURNAMENTS)) --seats a=random,b=random --seed "$SEED"
	for n in {1..20}; do
		ctl tournament create equal-$n-$$ --games 40 --seats a=random,b=random --seed $((SEED + n))
	done
	aresd --until-done
	query "select count(*), round(100 * avg((p >= 0.05)::int), 1) as coverage
		from (select sum(share) as sum, sum(share ^ 2) as squares from farm.blocks b join farm.users u on u.id = b.user_id
		      where tournament = 'equal-$$' and u.label = 'a' group by (block - 1) / 20) t
		cross join farm.share95(20, sum, squares, 0.5)" | tee /dev/stderr | {
		IFS='|' read -r n found
		same "tournaments" "$n" "$TOURNAMENTS"
		holds "$found between 93 - 3 * sqrt(95 * 5.0 / $n) and 97 + 3 * sqrt(95 * 5.0 / $n)"
	}
	same "whether more than 5 of 20 find one of them better" "$(query "select count(*), count(*) filter (where verdict like '%better') > 5,
			count(*) filter (where games <> 40 or blocks <> 20 or expected <> 0)
		from farm.comparisons where tournament ~ '^equal-[0-9]+-$$'")" "20|f|0"
	same "seats of a and b" "$(query "select distinct seats, expected, left_out from farm.standings
		where tournament ~ '^equal-[0-9]+-$$'")" "140|50.0|0"
}

# Three players take turns in blocks of three games. Each pair of them is compared.
test_three_players() {
	ctl tournament create three-$$ --games 10 --rounds 20 --seats a=random,b=random,c=randbot
	aresd --until-done
	same standings "$(query "select player, games, left_out, blocks, expected, low <= share and share <= high
		from farm.standings where tournament = 'three-$$' order by 1")" "a|10|1|3|33.3|t
b|10|1|3|33.3|t
c|10|1|3|33.3|t"
	same comparisons "$(query "select least(player, opponent), greatest(player, opponent), games, expected, verdict
		from farm.comparisons where tournament = 'three-$$' order by 1, 2")" \
		"a|b|9|0.0|too few games for a claim: 18 are the least
a|c|9|0.0|too few games for a claim: 18 are the least
b|c|9|0.0|too few games for a claim: 18 are the least"
	same "sum of shares" "$(query "select abs(sum(share) - 100) <= 0.2 from farm.standings where tournament = 'three-$$'")" t
}

# A question ends with status 3 and one line if there is no such tournament. Without t it says which one it took.
test_questions_name_their_tournament() {
	local file status said latest
	pairs latest-$$ 12
	won latest-$$ ^ares {1..9}
	for file in $(grep -l 'tournament\.psql$' sql/*.sql sql/thesis/*.sql); do
		echo "$file"
		status=0
		said=$(ctl psql -Xq -v t=weather -f "$file" 2>&1) || status=$?
		same "status" $status 3
		case $said in
			*$'\n'*) same "said" "$said" "one line" ;;
			*": ERROR:  no tournament weather; aresctl tournament list lists them") ;;
			*) same "said" "$said" "no tournament weather" ;;
		esac
		latest="(the latest; -v t=NAME chooses another)"
		[[ $file != sql/thesis/* ]] || latest="(the latest;"
		ctl psql -Xq -f "$file" 2>&1 | sed 1q | grep -qF "$latest"
		ctl psql -Xq -v t=latest-$$ -f "$file" 2>&1 | sed 1q | grep -q ': latest-[0-9]*$'
	done
	cancel latest-$$
}

run_tests
