-- How probable the thesis's numbers are, by each reading.
--
--   build/aresctl query thesis/likelihood [GRID]
--   build/aresctl psql -v g=NAME -v openings= -v boards=1 -v samples=0 -f sql/thesis/likelihood.sql
--
--   g=GRID             the grid's name
--   openings=OPENINGS  a tournament of openings; if it is empty, the grid's name and -openings
--   boards=0..1        0: table 2 does not count (1)
--   samples=0..1000    samples as large as the thesis's that are drawn from the best cell (0)
--
-- A cell of the grid is a reading: 256 games or more of Ares against random. The openings have the
-- same settings, with age and depth varied as in the thesis. Without a name it is about the latest
-- grid. Make both with, for example,
--   build/aresctl experiment grid NAME --against random --games 256 --grid 'ties=0..2'
--   build/aresctl experiment openings NAME-openings --power GER --repetitions 200 \
--     --player 'ares(cycles=20000)' \
--     --grid 'age=10 depth=1..3 ties=0..2; age=20,30 depth=1 ties=0..2; age=40 depth=1,2 ties=0..2'
--
-- The columns from endings to all are natural logarithms of probabilities: only differences between
-- cells have a meaning. They are added, so no number of the thesis counts twice:
--
-- endings: tables 6 and 12 together, as sums over 128 games of eight values: won by random; drawn;
-- powers of Ares and of random that share a draw; drawn with random; eliminated powers of Ares and
-- of random; rounds of the games that are won. Victories of Ares, survivals, scores and the rounds
-- of all games follow from these. The sums are assumed to be normal, with the mean of our games and
-- their covariance within a seating, because the thesis has each seating once.
-- stages: table 2's boards that conditioning and supposition concluded, given the endings. units:
-- its orders, given both. The next three columns are about table 11; tables 4 and 5 are parts of
-- it. kie: whether kie goes to a centre, by age and depth; each of these has ten games of the mean
-- added. If it does not, also what ber and mun do: move, hold, support as ordered, support not as
-- ordered; each of the 16 pairs has 1/2 game added. These are only 15 games. pairs: what ber and
-- mun do in the other games.
-- orders: which order each unit had, given what it did; each order that occurs anywhere has 1/2
-- game added.
--
-- all: the sum of these; with boards=0 without stages and units. below: the distance to the best
-- cell. ±: one standard error of all, because our games are a sample. no table 2: as below, without
-- stages and units. weight: the reading's probability, in %, if all readings were equally probable
-- before.
--
-- With samples: best: the part of the samples from the best cell's games for which this cell is the
-- best, in %. Only the best cell has the other columns; they say how well it fits at all. worse:
-- the part of these samples to which it gives no greater probability than to the thesis, in %. Then
-- the same for the parts: endings, table 2, and table 11.
select format('How probable the numbers of the thesis are by each reading: %s, with %s',
              farm.question_subject('grid', :'g'),
              coalesce(nullif(:'openings', ''), :'g' || '-openings'))
\g (tuples_only=on format=unaligned)
with cell as materialized (
	select t.id, t.name, c.cell, c.label, c.settings,
	       c.settings - '{age,depth,cycles}'::text[] as reading
	from farm.grid_cells(:'g') c
	join farm.tournaments t on t.name = c.tournament and not t.dropped),
varied as (select key from cell, jsonb_each(settings) group by key
           having count(distinct value) > 1 or count(*) < (select count(*) from cell)),
-- ── the games: eleven values each, in the order in which they are conditioned ──
seat as (
	select c.cell, r.game, r.power, r.player ~ '^ares\M' as ares, r.fate, r.rounds
	from cell c join farm.results r on r.tournament = c.name
	union all
	select 0, number, power, player = 'ares', fate, rounds from farm.thesis_results),
ended as (
	select cell, game,
	       coalesce(string_agg(power, ' ' order by power) filter (where ares), '') as seating,
	       max(rounds) as rounds,
	       count(*) filter (where fate = 'win' and not ares) as won,
	       coalesce(bool_or(fate = 'draw'), false)::int as drawn,
	       count(*) filter (where fate = 'draw' and ares) as own,
	       count(*) filter (where fate = 'draw' and not ares) as random,
	       count(*) filter (where fate = 'elimination' and ares) as lost,
	       count(*) filter (where fate = 'elimination' and not ares) as beaten
	from seat group by cell, game),
judged as materialized (
	select c.cell, s.game_id as game, s.stages, s.order_counts
	from cell c cross join lateral farm.summaries_of(c.id) s),
game as materialized (
	select cell, game, seating, v.i, v.x
	from ended join judged s using (cell, game)
	cross join lateral unnest(array[won, drawn, own, random, (random > 0)::int, lost, beaten,
	                                rounds * (1 - drawn),
	                                cardinality(array_positions(s.stages, 1::smallint)),
	                                cardinality(array_positions(s.stages, 3::smallint)),
	                                (select sum(n) from unnest(s.order_counts) n)]::float8[])
	    with ordinality v (x, i)),
printed as (
	select i, x
	from (select sum((random > 0)::int) as shared, sum(drawn) as drawn,
	             sum(rounds * (1 - drawn)) as rounds
	      from ended where cell = 0) e
	cross join (select * from farm.thesis_table_6 where agent = 'ares') a
	cross join (select * from farm.thesis_table_6 where agent = 'random') r
	cross join (select max(boards) filter (where stage = 1) as conditioning,
	                   max(boards) filter (where stage = 3) as supposition,
	                   max(boards * average_orders) filter (where stage is null) as orders
	            from farm.thesis_table_2) b
	cross join lateral unnest(array[r.win, e.drawn, a.draw, r.draw, e.shared, a.elimination,
	                                r.elimination, e.rounds, b.conditioning, b.supposition,
	                                b.orders]::float8[]) with ordinality v (x, i)),
played as (select cell, count(distinct game) as n, count(distinct seating) as seatings from game
           group by cell),
-- if each seating was played only once, deviations are from the mean of all games
deviation as (
	select cell, game, i, x - case when n > seatings
	                               then avg(x) over (partition by cell, i, seating)
	                               else avg(x) over (partition by cell, i) end as x
	from game join played using (cell)),
within as (
	select a.cell, a.i, b.i as j,
	       sum(a.x * b.x) / greatest(1,
	                                 case when n > seatings then n - seatings else n - 1 end) as x
	from deviation a join deviation b on b.cell = a.cell and b.game = a.game
	join played s on s.cell = a.cell
	group by a.cell, a.i, b.i, n, seatings),
-- The covariance of all cells is added to that of a cell, with the weight of 32 games, and 0.01 to
-- the variances: in some cells no game is drawn.
covariance as materialized (
	select cell, i, j,
	       128 * (n * x + 32 * sum(n * x) over (partition by i, j)
	              / sum(n) over (partition by i, j)) / (n + 32)
	       + case when i = j then 0.01 else 0 end as x
	from within join played using (cell)),
-- each value's regression on those before it
weighted as materialized (
	select v.cell, v.i, c.weights, greatest(v.x - coalesce((
	           select sum(w * e.x) from unnest(c.weights) with ordinality w (w, i)
	           join covariance e on e.cell = v.cell and e.i = w.i and e.j = v.i), 0),
	                                        1e-9) as variance
	from covariance v
	cross join lateral (
		select case when v.i > 1 then farm.solve(array_agg(e.x order by e.i, e.j),
		                  (select array_agg(f.x order by f.i) from covariance f
		                   where f.cell = v.cell and f.i < v.i and f.j = v.i),
		                                         v.i::int - 1) end as weights
		from covariance e where e.cell = v.cell and e.i < v.i and e.j < v.i) c
	where v.i = v.j),
-- ── the openings ──
opened as materialized (
	select c.cell, o.game, o.age, o.depth, o.orders
	from farm.openings(coalesce(nullif(:'openings', ''), :'g' || '-openings'), 'GER') o
	join farm.seats s on s.game_id = o.game
	join farm.users u on u.id = s.user_id
	join cell c on c.reading = u.settings - '{age,depth,cycles}'::text[]
	where cardinality(o.orders) = 3
	  and (o.age, o.depth) in (select age, depth from farm.thesis_table_11)),
counted as (
	select cell, age, depth, orders, count(*) as k from opened group by cell, age, depth, orders),
listed as (
	select age, depth, orders, sum(games) as x
	from (select age, depth, orders, 0 as games from counted
	      union all select age, depth, array[ber, kie, mun], games from farm.thesis_table_11) o
	group by age, depth, orders),
-- what each unit does; "vain" is a support of an order that was not given
classed as materialized (
	select age, depth, orders, x, max(what) filter (where unit = 1) as ber,
	       max(what) filter (where unit = 2) as kie, max(what) filter (where unit = 3) as mun
	from listed
	cross join lateral unnest(orders) with ordinality w (given, unit)
	cross join lateral (select orders[array_position('{ber,kie,mun}',
	                                                 substr(given, 3, 3))] as helped) h
	cross join lateral (
		select case when unit = 2
		            then case when given in ('den', 'hol') then 'centre' else 'other' end
		            when given = 'H' then 'hold'
		            when given not like 'S %' then 'move'
		            when given like '% H' and helped ~ '^(H$|S )' then 'support'
		            when given like '%-%' and left(helped, 3) = substr(given, 7, 3) then 'support'
		            else 'vain' end as what) k
	group by age, depth, orders, x),
opening as materialized (
	select c.cell, o.*, coalesce(k.k, 0)::float8 as k
	from classed o cross join (select distinct cell from counted) c
	left join counted k using (cell, age, depth, orders)),
-- whether kie goes to a centre, and what ber and mun do then
aimed as materialized (
	select cell, age, depth, kie, k + 10 * mean as k, sum(k) over setting + 10 as n, x,
	       sum(x) over setting as m
	from (select *, (sum(k) over (partition by cell, kie) + 0.5)
	             / (sum(k) over (partition by cell) + 1) as mean
	      from (select cell, age, depth, kie, sum(k) as k, sum(x) as x from opening
	            group by cell, age, depth, kie) a) a
	window setting as (partition by cell, age, depth)),
joined as materialized (
	select cell, kie, ber, mun, sum(k) + 0.5 as k, sum(sum(k)) over kie + 8 as n, sum(x) as x,
	       sum(sum(x)) over kie as m
	from opening group by cell, kie, ber, mun window kie as (partition by cell, kie)),
-- the order of each unit, given what it does
ordered as materialized (
	select cell, unit, what, given, sum(k) + 0.5 as k, sum(sum(k) + 0.5) over what as n,
	       sum(x) as x, sum(sum(x)) over what as m
	from opening
	cross join lateral unnest(orders, array[ber, kie, mun]) with ordinality w (given, what, unit)
	group by cell, unit, what, given
	window what as (partition by cell, unit, what)),
likely as materialized (
	select o.cell, o.age, o.depth, o.orders, o.x,
	       ln(a.k / a.n) + case when o.kie = 'other' then ln(j.k / j.n) else 0 end as aim,
	       case when o.kie = 'other' then 0 else ln(j.k / j.n) end as pair,
	       sum(ln(r.k / r.n)) as given
	from opening o
	join aimed a using (cell, age, depth, kie)
	join joined j using (cell, kie, ber, mun)
	cross join lateral unnest(orders, array[ber, kie, mun]) with ordinality w (given, what, unit)
	join ordered r on r.cell = o.cell and (r.unit, r.what, r.given) = (w.unit, w.what, w.given)
	group by o.cell, o.age, o.depth, o.orders, o.x, o.kie, a.k, a.n, j.k, j.n),
by_chance as (
	select cell, sum(c) as chance
	from (select cell, sum(x ^ 2 / k) - max(m) ^ 2 / max(n) as c from aimed
	      group by cell, age, depth
	      union all
	      select cell, sum(x ^ 2 / k) - max(m) ^ 2 / max(n) from joined group by cell, kie
	      union all
	      select cell, sum(x ^ 2 / k) - max(m) ^ 2 / max(n) from ordered
	      group by cell, unit, what) c
	group by cell),
-- ── the thesis, and samples like it: sample 0 is the thesis ──
mean as materialized (select cell, i, 128 * avg(x) as x from game group by cell, i),
whole as (
	select n.cell, n.l + case when exists (select from likely) then o.l else 0 end as l
	from (select w.cell,
	             sum(case when w.i <= 8 then -0.5
	                      else -0.5 * :'boards'::int end
	                 * (r.x ^ 2 / w.variance + ln(w.variance))) as l
	      from weighted w
	      cross join lateral (
			select sum(case when m.i = w.i then 1 else -w.weights[m.i] end * (p.x - m.x)) as x
			from mean m join printed p using (i) where m.cell = w.cell and m.i <= w.i) r
	      group by w.cell) n
	left join (select cell, sum(x * (aim + pair + given)) as l from likely
	           group by cell) o using (cell)),
best as (select cell from whole order by l desc nulls last limit 1),
sums as materialized (
	select 0 as sample, i, x from printed
	union all
	select s.sample, d.i, sum(d.x) * 128 / max(s.seatings)
	from (select distinct on (sample, e.seating) sample, e.seating, e.game, k.seatings
	      from generate_series(1, :'samples'::int) sample cross join ended e
	      join best b using (cell) join played k using (cell)
	      order by sample, e.seating, md5(sample || ' ' || e.game)) s
	join (select g.seating, g.game, g.i, g.x + d.x * (sqrt(k / greatest(1, k - 1)) - 1) as x
	      from (select *, count(*) over (partition by cell, seating, i)::float8 as k from game) g
	      join deviation d using (cell, game, i) join best b using (cell)) d using (seating, game)
	group by s.sample, d.i),
opening_sums as materialized (
	select 0 as sample, age, depth, orders, x from likely where x > 0 group by age, depth, orders, x
	union all
	select d.sample, o.age, o.depth, o.orders, count(*)
	from (select sample, age, depth, j,
	             ('x' || substr(md5(concat_ws(' ', sample, age, depth, j)), 1,
	                            8))::bit(32)::bigint % 1000000 / 1e6 as u
	      from generate_series(1, :'samples'::int) sample
	      cross join (select age, depth, sum(games) as m from farm.thesis_table_11
	                  group by age, depth) t
	      cross join lateral generate_series(1, m) j) d
	join (select age, depth, orders, row_number() over setting as n,
	             count(*) over (partition by age, depth) as k
	      from opened join best using (cell)
	      window setting as (partition by age, depth order by game)) o
		on (o.age, o.depth) = (d.age, d.depth) and o.n = 1 + floor(d.u * o.k)
	group by d.sample, o.age, o.depth, o.orders),
value as (
	select s.sample, w.cell, w.i, r.x ^ 2 / w.variance as square,
	       -0.5 * (r.x ^ 2 / w.variance + ln(2 * pi() * w.variance)) as l
	from (select distinct sample from sums) s
	cross join weighted w
	cross join lateral (
		select sum(case when m.i = w.i then 1 else -w.weights[m.i] end * (p.x - m.x)) as x
		from mean m join sums p using (i)
		where m.cell = w.cell and m.i <= w.i and p.sample = s.sample) r),
scored as materialized (
	select n.*, o.aim, o.pair, o.given, o.opened, n.endings + o.opened as others,
	       n.endings + :'boards'::int * (n.stages + n.units) + o.opened as total
	from (select sample, cell, sum(l) filter (where i <= 8) as endings,
	             sum(l) filter (where i in (9, 10)) as stages,
	             sum(l) filter (where i = 11) as units,
	             sum(case when i <= 8 then 1 else :'boards'::int end * square) as square
	      from value group by sample, cell) n
	left join (select s.sample, l.cell, sum(s.x * l.aim) as aim, sum(s.x * l.pair) as pair,
	                  sum(s.x * l.given) as given, sum(s.x * (l.aim + l.pair + l.given)) as opened
	           from opening_sums s join likely l using (age, depth, orders)
	           group by s.sample, l.cell) o using (sample, cell)),
compared as (
	select *, total - max(total) over own as below, others - max(others) over own as below_others,
	       rank() over (partition by sample order by total desc nulls last) as place
	from scored window own as (partition by sample)),
likewise as (
	select c.cell, 100.0 * avg((s.place = 1)::int) as best,
	       100.0 * avg((s.total <= c.total)::int) as worse,
	       100.0 * avg((s.endings <= c.endings)::int) as endings,
	       100.0 * avg((s.stages + s.units <= c.stages + c.units)::int) as boards,
	       100.0 * avg((s.opened <= c.opened)::int) as openings
	from compared c join compared s using (cell) where c.sample = 0 and s.sample > 0
	group by c.cell)
select c.cell, coalesce((select string_agg(key || '=' || value, ' ' order by key)
                         from jsonb_each_text(c.settings) join varied using (key)),
                        c.label) as settings,
       n.n as games, (select count(*) from opened o where o.cell = c.cell) as opened,
       round(p.endings::numeric, 1) as endings, round(stages::numeric, 1) as stages,
       round(units::numeric, 1) as units,
       round(aim::numeric, 1) as kie, round(pair::numeric, 1) as pairs,
       round(given::numeric, 1) as orders, round(total::numeric, 1) as "all",
       round(below::numeric, 1) as below,
       round(sqrt(128.0 / n.n * square + greatest(0, chance))::numeric, 1) as "±",
       round(below_others::numeric, 1) as "no table 2",
       round((100 * e.weight / sum(e.weight) over ())::numeric, 1) as "weight %",
       round(l.best, 0) as "best %", round(case when below = 0 then l.worse end, 0) as "worse %",
       round(case when below = 0 then l.endings end, 0) as "endings %",
       round(case when below = 0 then l.boards end, 0) as "table 2 %",
       round(case when below = 0 then l.openings end, 0) as "table 11 %"
from cell c
left join played n using (cell)
left join (select * from compared where sample = 0) p using (cell)
left join by_chance using (cell)
left join likewise l using (cell)
cross join lateral (select case when below > -700 then exp(below)
                                when below < 0 then 0 end as weight) e
order by below desc nulls last, endings desc nulls last, cell;
