#!/bin/bash
# ratings: proves that scores, ratings and head-to-head tables are right: by hand, by another method, and by how often their
# intervals have the truth. aresctl rate and the questions of sql/ say the same. What cannot be rated is refused with the reason.
#
# SEED=1 draws games. RUNS=100 ratings are drawn for the coverage. A long round: RUNS=3000
. tests/suite.sh
RUNS=${RUNS:-100}

ctl init >/dev/null

# table NAME GAMES SEATS: a tournament that the farm does not play.
table() {
	ctl tournament create "$1" --games "$2" --seats "$3" --rules standard --seed "$SEED"
	query "update farm.tournaments set paused = true where name = '$1'"
}

# ended NAME NUMBER WINNER CENTRES: a game ends. WINNER: the number of a power, or null for a draw. CENTRES: of each power, as in
# an array; a power with centres has as many units.
ended() {
	query "update farm.games g set state = 'finished', finished_at = now(), phase = 10, phases = 4,
			ending = case when $3::int is null then 'draw' else 'solo' end::farm.game_ending, winner = $3, units = '$4', centres = '$4'
		from farm.tournaments t where t.id = g.tournament_id and t.name = '$1' and g.number = $2"
}

# drawn NAME W...: all games end. A power wins with chances as the weights of its player, or one game in five is a draw.
drawn() {
	query "begin; select setseed(1.0 / (1 + $SEED));
		with weight as (select n - 1 as entrant, w from unnest(string_to_array('${*:2}', ' ')::float8[]) with ordinality u (w, n)),
		lot as (select g.id, random() as draw, random() as place from farm.games g
			join farm.tournaments t on t.id = g.tournament_id where t.name = '$1' order by g.number),
		line as (select l.id, l.draw, l.place, s.power, sum(w.w) over (partition by l.id order by s.power) as upto,
				sum(w.w) over (partition by l.id) as total
			from lot l join farm.seats s on s.game_id = l.id join weight w on w.entrant = s.entrant),
		first as (select id, draw, min(power) filter (where upto >= place * total) as winner from line group by id, draw)
		update farm.games g set state = 'finished', finished_at = now(), phase = 10, phases = 4,
			ending = case when draw < 0.2 then 'draw' else 'solo' end::farm.game_ending, winner = case when draw >= 0.2 then f.winner end,
			units = c.had, centres = c.had
		from first f cross join lateral (
			select array_agg((case when k = f.winner then 18 when k = (f.winner + 1) % 7 then 10 when k = (f.winner + 2) % 7 then 6
			                  else 0 end)::smallint order by k) as had from generate_series(0, 6) k) c
		where g.id = f.id; commit" >/dev/null
}

# Two games, worked by hand. In the first Austria (18 centres) wins, England has 10, France 6. The second is a draw of Austria
# (3 centres) and England (4); 7 powers. squares: 18^2 + 10^2 + 6^2 = 460; 3^2 + 4^2 = 25.
test_scores_by_hand() {
	table hand-$$ 2 'random,random,random,random,random,random,random'
	ended hand-$$ 1 0 '{18,10,6,0,0,0,0}'
	ended hand-$$ 2 null '{3,4,0,0,0,0,0}'
	same "scores of AUS, ENG, FRA and GER" "$(query "select score, number, string_agg(round(value::numeric, 4) || ' ' || round(share::numeric, 4), ', ' order by power)
		from farm.scores where tournament = 'hand-$$' and power < 4 group by 1, 2 order by 1, 2")" \
		"daide|1|6.0000 1.0000, -1.0000 0.0000, -1.0000 0.0000, -1.0000 0.0000
daide|2|2.5000 0.5000, 2.5000 0.5000, -1.0000 0.0000, -1.0000 0.0000
solos|1|1.0000 1.0000, 0.0000 0.0000, 0.0000 0.0000, 0.0000 0.0000
solos|2|0.0000 0.1429, 0.0000 0.1429, 0.0000 0.1429, 0.0000 0.1429
squares|1|0.7043 0.7043, 0.2174 0.2174, 0.0783 0.0783, 0.0000 0.0000
squares|2|0.3600 0.3600, 0.6400 0.6400, 0.0000 0.0000, 0.0000 0.0000
thesis|1|1.0000 1.0000, 0.0000 0.0000, 0.0000 0.0000, 0.0000 0.0000
thesis|2|0.5000 0.5000, 0.5000 0.5000, 0.0000 0.0000, 0.0000 0.0000"
	same "shares of a game" "$(query "select distinct round(sum(share)::numeric, 9), round(sum(value) filter (where score = 'daide')::numeric, 9)
		from farm.scores where tournament = 'hand-$$' group by score, number order by 2")" "1.000000000|0.000000000
1.000000000|"
	cancel hand-$$
}

# The standings by a score are those of the thesis turned: a daide score is 7 times the points, less the seats.
test_standings_by_score() {
	table turned-$$ 30 a=random,b=random,c=random
	drawn turned-$$ 3 2 1
	same "standings by thesis and daide that differ" "$(query "select player from farm.score_standings d
		join farm.score_standings s using (tournament, player) where tournament = 'turned-$$' and d.score = 'daide' and s.score = 'thesis'
		and (abs(d.share - 7 * s.share / 100 + 7 / 3.0) > 0.005 or d.p <> s.p or abs(d.low - 7 * s.low / 100 + 7 / 3.0) > 0.005
			or abs(d.high - 7 * s.high / 100 + 7 / 3.0) > 0.005 or d.expected <> 0)")" ""
	same "solos of all players, and games won" "$(query "select round(sum(s.share)) - round(100.0 * sum(s.wins) / 30),
		round(sum(s.points)) - sum(s.wins), count(*) filter (where s.low > s.share or s.high < s.share or s.low < 0)
		from farm.score_standings s where tournament = 'turned-$$' and score = 'solos'")" "0|0|0"
	same "farm.standings" "$(query "select count(*) from (select player, share, low, high, p from farm.standings where tournament = 'turned-$$'
		except select player, share, low, high, p from farm.score_standings where tournament = 'turned-$$' and score = 'thesis') d")" 0
	same "the scores of the table" "$(query "select count(*) from farm.score_table('{turned-$$}') t
		join farm.score_standings s on s.player = t.player and s.tournament = 'turned-$$'
		where abs(s.share - case s.score when 'thesis' then t.thesis when 'squares' then t.squares when 'daide' then t.daide else t.solos end) > 0.051")" 0
	cancel turned-$$
}

# minorize: reads choices "CHOICE PLAYER SEATS SHARE"; prints "PLAYER RATING" with mean 0. It is Hunter's minorization (2004), which
# has nothing in common with Newton's method. Everybody has half a game won and half a game lost against strength 1.
minorize() {
	awk '{c[NR] = $1; p[NR] = $2; m[NR] = $3; won[$2] += $4; w[$2] = 1}
		END {
			for (round = 0; round < 20000; round++) {
				delete total; delete below; off = 0
				for (i = 1; i <= NR; i++) total[c[i]] += m[i] * w[p[i]]
				for (i = 1; i <= NR; i++) below[p[i]] += m[i] / total[c[i]]
				for (k in w) { new = (won[k] + 0.5) / (below[k] + 1 / (w[k] + 1)); d = log(new / w[k]); off += d * d; w[k] = new }
				if (off < 1e-24) break
			}
			for (k in w) { mean += log(w[k]); n++ }
			for (k in w) printf "%s %.6f\n", k, 400 / log(10) * (log(w[k]) - mean / n)
		}' | LC_ALL=C sort
}

test_fit_by_another_method() {
	local score
	table fit-$$ 80 a=random,b=random,c=random,d=random
	drawn fit-$$ 5 3 2 1
	for score in thesis squares solos places; do
		same "ratings by $score" "$(query "select player || ' ' || round(rating::numeric, 4) from farm.ratings('{fit-$$}', '$score')
			order by player collate \"C\"")" "$(query "select concat_ws(' ', game * 100 + place, player, seats, share) from farm.choices('{fit-$$}', '$score')" |
			minorize | awk '{printf "%s %.4f\n", $1, $2}')"
	done
	same "daide rates as thesis does" "$(query "select player, rating from farm.ratings('{fit-$$}', 'daide')")" \
		"$(query "select player, rating from farm.ratings('{fit-$$}')")"
	same "the order" "$(query "select string_agg(player, '' order by rating desc) from farm.ratings('{fit-$$}')")" abcd
	same "against an anchor" "$(query "select count(*), bool_and(abs(a.rating - r.rating + d.rating) < 1e-6), min(a.error), max(a.high - a.low) > 0
		from farm.ratings('{fit-$$}', 'thesis', 'd') a join farm.ratings('{fit-$$}') r using (player)
		join farm.ratings('{fit-$$}') d on d.player = 'd'")" "4|t|0|t"
}

# Two players in games of three seats against four: the share of the points is the rating's, but for the half games. By hand:
# 12 games, each with 7 seats, a wins 9 of them. The likelihood's slope is 0.
test_slope_by_hand() {
	same "slope" "$(query "select abs(9 + 0.5 - 12 / (1 + exp(-(s[1] - s[2]))) - 1 / (1 + exp(-s[1]))) < 1e-9, abs(s[1] + s[2]) < 1e-9
		from (select array_agg(g) || array_agg(g), array_agg(g) || array_agg(g), array_fill(1, '{12}') || array_fill(2, '{12}'),
			array_fill(1, '{24}'), array_agg((g <= 9)::int::float8) || array_agg((g > 9)::int::float8) from generate_series(1, 12) g) c (c, b, p, m, y)
		cross join lateral farm.luce_fit(c, b, p, m, y, 2) f (s, v)")" "t|t"
}

# RUNS tournaments of 40 blocks of two games are drawn from known strengths. Half of the blocks have the same winner twice, as games
# that share their chance may. The interval must have the true rating of the first player in 95 % of them. Games that were taken
# as independent would make it too narrow: the second number.
test_coverage() {
	local found
	found=$(query "select setseed(1.0 / (1 + $SEED)); with truth as (select array[0.6, 0, -0.6]::float8[] as s),
		block as materialized (select r, b, random() < 0.5 as twice, random() as u, random() as v from generate_series(1, $RUNS) r, generate_series(1, 40) b),
		game as (select r, b, 2 * b - g as c, case when g = 0 or twice then u else v end as u from block, generate_series(0, 1) g),
		row as (select r, b, c, p, (u >= low and u < low + pi)::int::float8 as y
			from game cross join (select p, pi, coalesce(sum(pi) over (order by p rows between unbounded preceding and 1 preceding), 0) as low
				from (select p, exp(x) / sum(exp(x)) over () as pi from truth, unnest(s) with ordinality t (x, p)) q) k),
		run as (select r, array_agg(c) as c, array_agg(b) as b, array_agg(p::int) as p, array_agg(1) as m, array_agg(y) as y from row group by r),
		fit as (select f.strength as s, f.covariance as v, i.covariance as w
			from run cross join lateral farm.luce_fit(c, b, p, m, y, 3) f cross join lateral farm.luce_fit(c, c, p, m, y, 3) i),
		off as (select abs(s[1] - (s[1] + s[2] + s[3]) / 3 - 0.6) as d, farm.student_t(0.05, 39) as t,
				(select sum(k.x * l.x * v[3 * k.i + l.i + 1]) from (values (0, 2.0 / 3), (1, -1.0 / 3), (2, -1.0 / 3)) k (i, x), (values (0, 2.0 / 3), (1, -1.0 / 3), (2, -1.0 / 3)) l (i, x)) as own,
				(select sum(k.x * l.x * w[3 * k.i + l.i + 1]) from (values (0, 2.0 / 3), (1, -1.0 / 3), (2, -1.0 / 3)) k (i, x), (values (0, 2.0 / 3), (1, -1.0 / 3), (2, -1.0 / 3)) l (i, x)) as alone
			from fit)
		select round(100 * avg((d <= t * sqrt(own))::int), 1), round(100 * avg((d <= t * sqrt(alone))::int), 1) from off")
	echo "coverage of $RUNS: by blocks, by games: $found"
	found=${found##*$'\n'}
	holds "${found%|*} between 95 - 4 * sqrt(95 * 5.0 / $RUNS) and 95 + 4 * sqrt(95 * 5.0 / $RUNS)"
	holds "${found%|*} > ${found#*|} or ${found#*|} < 97"
}

# Head to head of two players is the standings' share; of three, each pair mirrors.
test_heads() {
	same "pairs that do not mirror" "$(query "select count(*), count(*) filter (where abs(h.share + r.share - 100) > 1e-9 or abs(h.low + r.high - 100) > 1e-6
		or h.games <> r.games) from farm.head_to_head('{fit-$$}') h join farm.head_to_head('{fit-$$}') r on (r.player, r.opponent) = (h.opponent, h.player)")" "12|0"
	same "points of a against b" "$(query "select count(*), max(abs(h.points - o.p)) < 1e-9 from farm.head_to_head('{fit-$$}') h
		cross join lateral (select sum(x.points) as p from farm.outcomes x join farm.users u on u.id = x.user_id
			where x.tournament = 'fit-$$' and u.label = h.player and exists (select from farm.seats s join farm.users v on v.id = s.user_id
				where s.game_id = x.game and v.label = h.opponent)) o")" "12|t"
	table two-$$ 20 a=random,b=random
	drawn two-$$ 2 1
	same "two players, by the blocks in which both played" "$(query "with blocks as (select b.share from farm.score_blocks b join farm.users u on u.id = b.user_id
			where b.tournament = 'two-$$' and b.score = 'thesis' and u.label = 'a' and b.seats < 14 and not exists (
				select from farm.outcomes o where o.tournament = 'two-$$' and o.block = b.block group by o.game having count(distinct o.user_id) = 1))
		select h.blocks - count(*), abs(h.share - 100 * avg(w.share)) < 1e-9,
			abs(h.low - 100 * i.low) < 1e-9, abs(h.high - 100 * i.high) < 1e-9
		from (select count(*) as n, sum(share) as sum, sum(share ^ 2) as squares from blocks) t
		cross join lateral farm.share95(n, sum, squares, 0.5) i, blocks w, farm.head_to_head('{two-$$}') h
		where h.player = 'a' group by h.blocks, h.share, h.low, h.high, i.low, i.high")" "0|t|t|t"
	cancel two-$$
}

# One that wins all games has a finite rating, and no upper end. Over two tournaments, a player who met only b is rated over it.
test_extremes() {
	table all-$$ 12 a=random,b=random
	drawn all-$$ 1 0
	query "update farm.games g set ending = 'solo', winner = (select min(power) from farm.seats s where s.game_id = g.id and s.entrant = 0)
		from farm.tournaments t where t.id = g.tournament_id and t.name = 'all-$$'"
	same "all wins" "$(query "select player, rating between 100 and 1000, low > 0, high from farm.ratings('{all-$$}') where rating > 0")" "a|t|t|Infinity"
	same "all losses" "$(query "select player, rating between -1000 and -100, low, high < 0 from farm.ratings('{all-$$}') where rating < 0")" "b|t|-Infinity|t"
	ctl rate all-$$ | grep -q '^ *+[0-9]*  *+[0-9]* to inf .* a$'
	ctl rate all-$$ | grep -q '^is finite because everybody has half a game won and half a game lost'
	table chain-$$ 12 b=random,z=randbot
	drawn chain-$$ 2 1
	same "over both" "$(query "select string_agg(player, '' order by rating desc) from farm.ratings('{all-$$,chain-$$}')")" abz
	same "never met" "$(ctl rate all-$$ chain-$$ | grep -cE '  [.]( |$)')" 2
	cancel all-$$
	cancel chain-$$
}

test_refusals() {
	table none-$$ 4 a=random,b=random
	refused "no tournament weather; aresctl tournament list lists them" ctl rate weather
	refused "nothing to rate: no block of games is complete" ctl rate none-$$
	refused "no player weather in these games: a, b, c, d" ctl rate fit-$$ --anchor weather
	table lone-$$ 2 random,random
	drawn lone-$$ 1 1
	refused "there is one player only, random: nothing to rate it by" ctl rate lone-$$
	table far-$$ 2 x=random,y=random
	drawn far-$$ 1 1
	refused "a and x never met, not even over others: rate them by themselves" ctl rate fit-$$ far-$$
	table other-$$ 2 a=randbot,b=random
	drawn other-$$ 1 1
	refused "a is the label of two players: they cannot be rated as one" ctl rate fit-$$ other-$$
	ended none-$$ 1 null '{3,4,0,0,0,0,0}'
	ended none-$$ 2 null '{3,4,0,0,0,0,0}'
	refused "nothing to rate: no block of games is complete, or nobody won" ctl rate none-$$ --score solos
	refused "must be" ctl rate none-$$ --score weather
	for name in none lone far other; do
		cancel $name-$$
	done
}

# The command, the questions and JSON say the same; a reader may ask. Everything fits 80 columns, also with 12 players' worth of names.
test_said_alike() {
	local out
	out=$(ctl rate fit-$$)
	same "lines too wide" "$(awk 'length > 80' <<<"$out")" ""
	same "ratings" "$(awk 'NR > 1 && NF == 7 && $3 == "to" {print $7, $1 + 0, $2 + 0, $4 + 0, $5, $6}' <<<"$out")" \
		"$(ctl psql -XqAt -F ' ' -v t=fit-$$ -f sql/ratings.sql | awk 'NF == 12 {print $1, $2, $3, $4, $5, $7}')"
	same "JSON" "$(ctl rate fit-$$ --json | python3 -c 'import json, sys
for r in json.load(sys.stdin)["ratings"]: print(r["player"], round(r["rating"]))')" \
		"$(query "select player || ' ' || round(rating::numeric) from farm.ratings('{fit-$$}')")"
	same "heads" "$(ctl psql -XqAt -v t=fit-$$ -f sql/heads.sql | awk -F'|' 'NF == 9 {print $1, $2, $6}')" \
		"$(query "select player || ' ' || opponent || ' ' || round(share::numeric, 1) from farm.head_to_head('{fit-$$}') order by player collate \"C\", opponent collate \"C\"")"
	same "what a reader gets" "$(PGOPTIONS='-c role=farm_reader' ctl rate fit-$$)" "$out"
	same "by places" "$(ctl psql -XqAt -v t=fit-$$ -v score=places -f sql/ratings.sql | awk -F'|' 'NF == 12 {print $1, $2}')" \
		"$(query "select player || ' ' || round(rating::numeric) from farm.ratings('{fit-$$}', 'places')")"
	cancel fit-$$
}

run_tests
