-- How probable the thesis's numbers are by each reading of what it leaves open (tables 2, 4, 5, 6, 11, 12).
--
--   build/aresctl query thesis/likelihood [GRID]
--   build/aresctl psql -v g=NAME -f sql/thesis/likelihood.sql
--
--   g=GRID             the grid's name
--   openings=OPENINGS  a tournament of openings; where it is not given, the grid's name and -openings
--
-- A cell of the grid is a reading: 256 games or more of Ares against random. The same settings are in the openings, with age and
-- depth varied as in the thesis. Without a name it is about the latest grid. Make both with, for example,
--   build/aresctl experiment grid NAME --against random --games 256 --grid 'ties=0..2'
--   build/aresctl experiment openings NAME-openings --power GER --repetitions 200 --player 'ares(cycles=20000)' \
--     --grid 'age=10 depth=1..3 ties=0..2; age=20,30 depth=1 ties=0..2; age=40 depth=1,2 ties=0..2'
--
-- All numbers but the last three are natural logarithms of probabilities; only differences between cells mean something. They
-- are added, so no number of the thesis may count twice:
--
-- endings: tables 6 and 12 at once, as sums over 128 games of eight values: won by random; drawn; powers of Ares and of random
-- that share a draw; drawn with random; eliminated of Ares and of random; rounds of the games that are won. Victories of Ares,
-- survivals, scores and the rounds of all games follow from these. The sums are taken as normal, with the mean of our games and
-- their covariance within a seating, since the thesis has each seating once.
-- stages: table 2's boards that conditioning and supposition concluded, given the endings. units: its orders, given both.
-- openings: table 11, of which tables 4 and 5 are parts. A game counts by its age and depth, and by what each unit does: move,
-- hold, support as ordered, support not as ordered; kie: go to a centre, hold, anything else. Each of the 48 combinations has
-- 1/2 game added over all settings, and each setting ten games of the mean.
-- orders: which move or support it was, given that, each with 1/2 game added.
--
-- all: their sum. below: how far below the best. ±: one standard error of all, because our games are a sample; it counts the
-- grid's and the openings' chance as independent. no stages: the sum without stages, which depend on how the judge is read.
-- weight: the reading's probability where all readings of the grid were as likely before: %.
\set ON_ERROR_STOP on
\set SHOW_CONTEXT never
-- To compile the question takes longer than to answer it.
select set_config('jit', 'off', false) as jit \gset
\if :{?g}
\else
select coalesce((select substring(name from '^(.+)-[0-9]+$') from farm.tournaments
                 where name ~ '-[0-9]+$' and team = 0 and not dropped order by id desc limit 1), '') as g \gset
\endif
\if :{?openings}
\else
select :'g' || '-openings' as openings \gset
\endif
select count(*) > 0 as known
from farm.tournaments t where t.name ~ '-[0-9]+$' and substring(t.name from '^(.+)-[0-9]+$') = :'g' and not t.dropped \gset
\if :known
\else
do $$ begin raise exception 'no such grid; aresctl tournament list lists its cells, NAME-1 and so on'; end $$;
\endif
\echo How probable the numbers of the thesis are by each reading: :g, with :openings
with cell as materialized (
	select t.id, t.name, substring(t.name from '[0-9]+$')::int as cell, u.label, u.settings,
	       u.settings - '{age,depth,cycles}'::text[] as reading
	from farm.tournaments t
	join farm.games g on g.tournament_id = t.id and g.number = 1
	cross join lateral (
		select u.label, u.settings from farm.seats s join farm.users u on u.id = s.user_id
		where s.game_id = g.id and s.entrant = 0 limit 1) u
	where t.name ~ '-[0-9]+$' and substring(t.name from '^(.+)-[0-9]+$') = :'g' and not t.dropped),
varied as (select key from cell, jsonb_each(settings) group by key
           having count(distinct value) > 1 or count(*) < (select count(*) from cell)),
-- ── the games: eleven values each, in the sequence in which they are conditioned ──
seat as (
	select c.cell, r.game, r.power, r.player ~ '^ares\M' as ares, r.fate, r.rounds
	from cell c join farm.results r on r.tournament = c.name
	union all
	select 0, number, power, player = 'ares', fate, rounds from farm.thesis_results),
ended as (
	select cell, game, string_agg(power, ' ' order by power) filter (where ares) as seating, max(rounds) as rounds,
	       count(*) filter (where fate = 'win' and not ares) as won, coalesce(bool_or(fate = 'draw'), false)::int as drawn,
	       count(*) filter (where fate = 'draw' and ares) as own, count(*) filter (where fate = 'draw' and not ares) as random,
	       count(*) filter (where fate = 'elimination' and ares) as lost,
	       count(*) filter (where fate = 'elimination' and not ares) as beaten
	from seat group by cell, game),
judged as materialized (
	select c.cell, s.game_id as game, s.stages, s.order_counts
	from cell c cross join lateral farm.summaries_of(c.id) s),
game as materialized (
	select cell, game, seating, v.i, v.x
	from ended join judged s using (cell, game)
	cross join lateral unnest(array[won, drawn, own, random, (random > 0)::int, lost, beaten, rounds * (1 - drawn),
	                                cardinality(array_positions(s.stages, 1::smallint)),
	                                cardinality(array_positions(s.stages, 3::smallint)),
	                                (select sum(n) from unnest(s.order_counts) n)]::float8[]) with ordinality v (x, i)),
printed as (
	select i, x
	from (select sum((random > 0)::int) as shared, sum(drawn) as drawn, sum(rounds * (1 - drawn)) as rounds
	      from ended where cell = 0) e
	cross join (select * from farm.thesis_table_6 where agent = 'ares') a
	cross join (select * from farm.thesis_table_6 where agent = 'random') r
	cross join (select max(boards) filter (where stage = 1) as conditioning, max(boards) filter (where stage = 3) as supposition,
	                   max(boards * average_orders) filter (where stage is null) as orders from farm.thesis_table_2) b
	cross join lateral unnest(array[r.win, e.drawn, a.draw, r.draw, e.shared, a.elimination, r.elimination, e.rounds,
	                                b.conditioning, b.supposition, b.orders]::float8[]) with ordinality v (x, i)),
sample as (select cell, count(distinct game) as n, count(distinct seating) as seatings from game group by cell),
-- where each seating was played once only, deviations are from the mean of all games
deviation as (
	select cell, game, i, x - case when n > seatings then avg(x) over (partition by cell, i, seating)
	                               else avg(x) over (partition by cell, i) end as x
	from game join sample using (cell)),
within as (
	select a.cell, a.i, b.i as j, sum(a.x * b.x) / greatest(1, case when n > seatings then n - seatings else n - 1 end) as x
	from deviation a join deviation b on b.cell = a.cell and b.game = a.game join sample s on s.cell = a.cell
	group by a.cell, a.i, b.i, n, seatings),
-- a cell's covariance has that of all cells as 32 games of its own: in some cells nothing is ever drawn
covariance as materialized (
	select cell, i, j, 128 * (n * x + 32 * sum(n * x) over (partition by i, j) / sum(n) over (partition by i, j)) / (n + 32) as x
	from within join sample using (cell)),
distance as materialized (
	select cell, i, p.x - 128 * avg(g.x) as x from game g join printed p using (i) group by cell, i, p.x),
-- each value given those before it
conditioned as (
	select d.cell, d.i, d.x - coalesce((select sum(w * e.x) from unnest(c.weights) with ordinality w (w, i)
	                                    join distance e on e.cell = d.cell and e.i = w.i), 0) as x,
	       greatest(v.x - coalesce((select sum(w * e.x) from unnest(c.weights) with ordinality w (w, i)
	                                join covariance e on e.cell = d.cell and e.i = w.i and e.j = d.i), 0), 1e-9) as variance
	from distance d
	join covariance v on v.cell = d.cell and v.i = d.i and v.j = d.i
	cross join lateral (
		select case when d.i > 1 then farm.solve(array_agg(e.x order by e.i, e.j),
		                  (select array_agg(f.x order by f.i) from covariance f
		                   where f.cell = d.cell and f.i < d.i and f.j = d.i), d.i::int - 1) end as weights
		from covariance e where e.cell = d.cell and e.i < d.i and e.j < d.i) c),
normal as (
	select cell, n, sum(l) filter (where i <= 8) as endings, sum(l) filter (where i in (9, 10)) as stages,
	       sum(l) filter (where i = 11) as units, 128.0 / n * sum(x ^ 2 / variance) as chance
	from conditioned join sample using (cell)
	cross join lateral (select -0.5 * (x ^ 2 / variance + ln(2 * pi() * variance)) as l) l
	group by cell, n),
-- ── the openings ──
opened as materialized (
	select c.cell, o.age, o.depth, o.orders, count(*)::float8 as k
	from farm.openings(:'openings', 'GER') o
	join farm.seats s on s.game_id = o.game
	join farm.users u on u.id = s.user_id
	join cell c on c.reading = u.settings - '{age,depth,cycles}'::text[]
	where u.settings ? 'age' and cardinality(o.orders) = 3
	group by c.cell, o.age, o.depth, o.orders),
opening as (
	select cell, age, depth, orders, sum(k) as k, sum(x) as x
	from (select cell, age, depth, orders, k, 0 as x from opened
	      where (age, depth) in (select age, depth from farm.thesis_table_11)
	      union all
	      select cell, age, depth, array[ber, kie, mun], 0, games
	      from farm.thesis_table_11, (select distinct cell from opened) c) c
	group by cell, age, depth, orders),
-- what each unit does; "vain" is a support of what is not ordered
classed as (
	select cell, age, depth, orders, k, x, max(what) filter (where unit = 1) as ber, max(what) filter (where unit = 2) as kie,
	       max(what) filter (where unit = 3) as mun
	from opening
	cross join lateral unnest(orders) with ordinality w (given, unit)
	cross join lateral (select orders[array_position('{ber,kie,mun}', substr(given, 3, 3))] as helped) h
	cross join lateral (
		select case when unit = 2 then case given when 'den' then 'centre' when 'hol' then 'centre' when 'H' then 'hold' else 'other' end
		            when given = 'H' then 'hold'
		            when given not like 'S %' then 'move'
		            when given like '% H' and helped ~ '^(H$|S )' then 'support'
		            when given like '%-%' and left(helped, 3) = substr(given, 7, 3) then 'support'
		            else 'vain' end as what) k
	group by cell, age, depth, orders, k, x),
class as (
	select cell, age, depth, k, x, sum(k) over setting as n, sum(x) over setting as m,
	       (sum(k) over class + 0.5) / (sum(k) over (partition by cell) + 24) as mean
	from (select cell, age, depth, ber, kie, mun, sum(k) as k, sum(x) as x
	      from classed group by cell, age, depth, ber, kie, mun) c
	window setting as (partition by cell, age, depth), class as (partition by cell, ber, kie, mun)),
by_class as (
	select cell, sum(n) as n, sum(l) as l, sum(chance) as chance
	from (select cell, age, depth, n, sum(x * ln((k + 10 * mean) / (n + 10))) as l,
	             sum(x ^ 2 / (k + 10 * mean)) - m ^ 2 / (n + 10) as chance
	      from class group by cell, age, depth, n, m) s
	group by cell),
-- the order of each unit, given what it does
ordered as (
	select cell, unit, what, given, sum(k) as k, sum(x) as x
	from classed
	cross join lateral unnest(orders, array[ber, kie, mun]) with ordinality w (given, what, unit)
	group by cell, unit, what, given),
by_order as (
	select cell, sum(l) as l, sum(chance) as chance
	from (select cell, unit, what, sum(x * ln((k + 0.5) / (n + kinds / 2.0))) as l,
	             sum(x ^ 2 / (k + 0.5)) - sum(x) ^ 2 / (n + kinds / 2.0) as chance
	      from (select *, sum(k) over (partition by cell, unit, what) as n,
	                   -- how many such orders any cell or the thesis has
	                   (select count(distinct o.given) from ordered o where o.unit = p.unit and o.what = p.what) as kinds
	            from ordered p) p
	      group by cell, unit, what, n, kinds) u
	group by cell),
-- ── both ──
summed as (
	select c.cell, coalesce((select string_agg(key || '=' || value, ' ' order by key)
	                         from jsonb_each_text(c.settings) join varied using (key)), c.label) as settings,
	       n.n as games, k.n as openings, n.endings, n.stages, n.units, k.l as classes, o.l as orders,
	       n.endings + n.units + k.l + o.l as others, n.endings + n.stages + n.units + k.l + o.l as total,
	       sqrt(n.chance + greatest(0, k.chance + o.chance)) as error
	from cell c left join normal n using (cell) left join by_class k using (cell) left join by_order o using (cell)),
compared as (
	select *, total - max(total) over () as below, others - max(others) over () as below_others from summed)
select cell, settings, games, openings as opened, round(endings::numeric, 1) as endings, round(stages::numeric, 1) as stages,
       round(units::numeric, 1) as units, round(classes::numeric, 1) as openings, round(orders::numeric, 1) as orders,
       round(total::numeric, 1) as "all", round(below::numeric, 1) as below,
       round(error::numeric, 1) as "±", round(below_others::numeric, 1) as "no stages",
       round((100 * exp(greatest(-700, below)) / sum(exp(greatest(-700, below))) over ())::numeric, 1) as "weight %"
from compared order by total desc nulls last, coalesce(endings + stages + units, endings) desc nulls last, cell;
