-- Openings of a power as a whole, beside the thesis (table 11).
--
--   build/aresctl query thesis/openings [OPENINGS]
--   build/aresctl psql -v t=NAME -v power=GER -f sql/thesis/openings.sql
--
--   power=CODE   a power of the map (GER)
--
-- Without a name it is about the latest tournament of aresctl experiment openings.
-- sql/thesis/table_11.sql says how to make the thesis's.
--
-- The thesis's openings are Germany's. They are compared by age and depth, and over all settings.
--
-- The first table has the number of different openings. "expected" is their number if the thesis's
-- games were drawn from ours. "distance" is half the sum of all differences between the thesis's
-- shares and ours: 0 when the shares are equal, 100 when no opening is in both. "by chance" is its
-- mean if the thesis's games were drawn from ours. Each ± holds for at least 95 %: an opening that
-- is drawn makes others rarer, so the sum of the variances is too large. The ± of the distance is
-- by McDiarmid's inequality. These columns need ten times as many games as the thesis has. The row
-- over all settings has only settings that the thesis has. (If a grid varies more than age and
-- depth, this row counts the thesis's games more than once.)
--
-- The second table has the kinds of orders, first by setting, then over all settings, then by unit:
-- moves, holds, supports as ordered and supports not as ordered. At the end it has every order by
-- unit. low and high: 95 %, with the game as the unit. z: the difference in standard errors of
-- both. Over all settings the intervals are a little too wide, because the number of games of each
-- setting was chosen and not drawn.
--
-- The third table has the power's own points, by setting. A game has one point for seven powers: an
-- even share is 14.3 %, and 100 % means winning every game. If games last one round, all powers are
-- alive at the end, and every share is even: then there is nothing to compare.
select format('Openings of %s as a whole (thesis, table 11): %s',
              farm.question_power(name, :'power'), name)
from farm.question_subject('openings', :'t') name
\g (tuples_only=on format=unaligned)
with ours as (
	select setting, age, depth, orders, count(*) as k
	from farm.openings(:'t', :'power') group by setting, age, depth, orders),
thesis as (
	select s.setting, array[ber, kie, mun] as orders, t.games as x
	from (select distinct setting, age, depth from ours) s
	join farm.thesis_table_11 t on :'power' = 'GER' and (t.age, t.depth) = (s.age, s.depth)),
sampled as (
	select setting, min(age) as age, min(depth) as depth, sum(k)::int as n, count(*) as openings,
	       (select sum(x)::int from thesis t where t.setting = o.setting) as m
	from ours o group by setting),
-- openings by setting, and over all settings that the thesis has
opening as (
	select grouping(setting) as in_all, setting, orders, sum(k) as k, sum(x) as x,
	       sum(k_share) as k_share, sum(absent) as absent
	from (select setting, orders, k, 0 as x, k::float8 / n * m as k_share,
	             -- the logarithm of the probability that it is not among m of the n games, drawn
	             -- without replacement
	             case when k <= n - m
	             then (select sum(ln((n - m - j)::float8 / (n - j)))
	                   from generate_series(0, k - 1) j)
	             else '-infinity' end as absent
	      from ours join sampled using (setting) where m is not null
	      union all select setting, orders, 0, x, 0, 0 from thesis) n
	group by grouping sets ((setting, orders), (orders))),
scope as (
	select 0 as in_all, setting, age, depth, n, m, openings, n >= 10 * m as many from sampled
	union all
	select 1, null, null, null, sum(n), sum(m), null, bool_and(n >= 10 * m) from sampled
	where m is not null
	having count(*) > 0),
counted as (
	select s.in_all, s.setting, s.age, s.depth, s.n, s.m, s.many,
	       coalesce(s.openings, count(*) filter (where k > 0)) as openings,
	       count(*) filter (where x > 0) as thesis, sum(1 - exp(absent)) as expected,
	       1.96 * sqrt(sum(exp(absent) * (1 - exp(absent)))) as expected95,
	       sum(abs(x - k_share)) / 2 / s.m as distance,
	       -- the mean deviation of a binomial from mq, after de Moivre
	       sum(case when q < 1 then (v + 1)
	                 * exp(ln_choose + (v + 1) * ln(q) + (s.m - v) * ln(1 - q)) else 0 end) / s.m
	           as chance
	from scope s
	left join opening o on o.in_all = s.in_all and o.setting is not distinct from s.setting
	cross join lateral (select k_share / s.m as share, floor(k_share)::int as v) share
	cross join lateral (
		select nullif(share, 0) as q,
		       (select sum(ln((s.m - j + 1)::float8 / j))
		        from generate_series(1, v + 1) j) as ln_choose) d
	group by s.in_all, s.setting, s.age, s.depth, s.n, s.m, s.openings, s.many)
select coalesce(setting, 'in all') as "age, depth", n as games, openings, m as "thesis games",
       nullif(thesis, 0) as openings,
       case when many then round(expected::numeric, 1) end as expected,
       case when many then round(expected95::numeric, 1) end as "±",
       case when many then round(100 * distance::numeric, 1) end as "distance %",
       case when many then round(100 * chance::numeric, 1) end as "by chance",
       case when many then round(100 * sqrt(ln(40) / 2 / m)::numeric, 1) end as "±"
from counted order by in_all, depth, age, setting;
with ours as (select setting, age, depth, units, orders from farm.openings(:'t', :'power')),
thesis as (
	select s.setting, s.age, s.depth, s.units, array[ber, kie, mun] as orders, t.games
	from (select distinct setting, age, depth, units from ours) s
	join farm.thesis_table_11 t on :'power' = 'GER' and (t.age, t.depth) = (s.age, s.depth)),
game as (
	select row_number() over () as game, source, setting, age, depth, units, orders,
	       source = 'thesis' or setting in (select setting from thesis)
	       or not exists (select from thesis) as common
	from (select 'ours' as source, * from ours
	      union all
	      select 'thesis', setting, age, depth, units, orders
	      from thesis, generate_series(1, games)) g),
given as (
	select g.source, g.setting, g.age, g.depth, g.common, g.game, unit, what, kind,
	       1.0 / cardinality(orders) as part
	from game g
	cross join unnest(units, orders) w (unit, what)
	cross join lateral (
		select (select o from unnest(units, orders) h (u, o)
		        where left(u, 3) = substr(what, 3, 3)) as helped) h
	cross join lateral (
		select case when what = 'H' then 'hold'
		            when what like 'C %' then 'convoy'
		            when what not like 'S %' then 'move'
		            when helped is null then 'support of another power''s'
		            when what like '% H' and helped ~ '^(H$|S |C )' then 'support as ordered'
		            when what like '%-%' and left(helped, 3) = substr(what, 7, 3)
		            then 'support as ordered'
		            else 'support not as ordered' end as kind) k),
-- the part of one kind in a game, for each way of counting
part as (
	select 1 as place, source, setting, null as unit, kind as what, game, sum(part) as x from given
	group by 2, 3, 5, 6
	union all select 2, source, null, null, kind, game, sum(part) from given where common
	group by 2, 5, 6
	union all select 3, source, null, unit, kind, game, 1 from given where common
	union all select 4, source, null, unit, what, game, 1 from given where common),
size as (
	select 1 as place, source, setting, count(*) as n from game group by source, setting
	union all select n, source, null, count(*) from game, generate_series(2, 4) n where common
	group by n, source),
cell as (
	select k.*, z.source, z.n, coalesce(sum(x), 0)::float8 as x,
	       coalesce(sum(x ^ 2), 0)::float8 as xx
	from (select distinct place, setting, unit, what from part) k
	join size z on z.place = k.place and z.setting is not distinct from k.setting
	left join part p on p.place = k.place and p.source = z.source
	    and p.setting is not distinct from k.setting
	                and p.unit is not distinct from k.unit and p.what = k.what
	group by k.place, k.setting, k.unit, k.what, z.source, z.n),
-- one unit: Wilson's interval of a share of the games; several units: the interval of a mean, which
-- also holds at the edges
side as (
	select place, setting, unit, what, source, n, mean, variance,
	       case when place < 3 then s.low else w.low end as low,
	       case when place < 3 then s.high else w.high end as high
	from cell
	cross join lateral (select x / n as mean,
	                           greatest(0, xx - x ^ 2 / n) / nullif(n - 1, 0) / n as variance) m
	cross join farm.wilson95(round(x)::bigint, n) w
	cross join farm.share95(n, x, xx, 0) s)
select coalesce(o.setting, 'in all') as "age, depth", coalesce(o.unit, 'all') as unit,
       o.what as "order", round(100 * o.mean::numeric, 2) as "ours %",
       round(100 * o.low::numeric, 2) as low, round(100 * o.high::numeric, 2) as high,
       round(100 * t.mean::numeric, 1) as "thesis %", round(100 * t.low::numeric, 1) as low,
       round(100 * t.high::numeric, 1) as high, round(((o.mean - t.mean) / nullif(sqrt(
           case when o.place < 3 then o.variance + t.variance
                else p * (1 - p) * (1.0 / o.n + 1.0 / t.n) end), 0))::numeric,
           1) as z
from (select * from side where source = 'ours') o
left join (select * from side where source = 'thesis') t
	on t.place = o.place and t.setting is not distinct from o.setting
	and t.unit is not distinct from o.unit
	and t.what = o.what
cross join lateral (select (o.mean * o.n + t.mean * t.n) / (o.n + t.n) as p) pooled
left join (select distinct setting, age, depth from game) s on s.setting = o.setting
order by o.place, s.depth, s.age, o.setting, o.unit, o.what collate "C";
select format('The points of %s itself, of one point a game (an even share is 100/7): %s',
              :'power'::text, :'t'::text)
\g (tuples_only=on format=unaligned)
select o.setting as "age, depth", count(*) as games, round(sum(r.points)::numeric, 2) as points,
       round(100 * avg(r.points)::numeric, 1) as "share %",
       round(100 * avg(e.even)::numeric, 1) as "even %",
       case when avg(r.rounds) > 1
            then round(avg(r.points / e.even)::numeric, 2) end as "times even",
       round(avg(r.centres), 1) as centres, round(avg(r.rounds), 1) as rounds
from farm.openings(:'t', :'power') o
join farm.results r on r.game = o.game and r.power = :'power'
cross join lateral (select 1.0 / count(*) as even from farm.seats s where s.game_id = o.game) e
group by o.setting, o.age, o.depth order by o.depth, o.age, o.setting;
