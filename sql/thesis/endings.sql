-- How games ended, beside the thesis (table 12).
--
--   build/aresctl query thesis/endings [TOURNAMENT]
--   build/aresctl psql -v t=NAME -f sql/thesis/endings.sql
--
-- Without a name it is about the latest tournament. low and high: 95 % intervals with the game as
-- the unit. The thesis's intervals assume that its games are a random sample like ours. z: the
-- difference in standard errors of both; beyond 2 it is unlikely to be chance. sql/games.sql lists
-- the games.
select 'How games ended, beside the thesis (table 12): '
       || farm.thesis_subject(:'t')
\g (tuples_only=on format=unaligned)
with seat as (
	select tournament, number, player ~ '^ares\M' as ares, fate, points, rounds
	from farm.results where tournament = :'t'
	union all
	select tournament, number, player = 'ares', fate, points, rounds from farm.thesis_results),
game as (
	select tournament, number, max(rounds)::float8 as rounds,
	       coalesce(bool_or(fate = 'draw'), false) as drawn,
	       count(*) filter (where fate = 'draw')::float8 as sharing,
	       count(*) filter (where ares) as seats,
	       coalesce(sum(points) filter (where ares), 0) as score
	from seat group by tournament, number),
mean as (
	select tournament, place, what, avg(value) as mean,
	       farm.interval95(stddev_samp(value), count(value)) as half
	from game
	cross join lateral (values
		(1, 'unfinished, %', 100 * drawn::int::float8),
		(2, 'won by Ares, %', 100 * (not drawn and score > 0.5)::int::float8),
		(3, 'won by random, %', 100 * (not drawn and score < 0.5)::int::float8),
		(4, 'won by random where both play, %',
		 case when seats between 1 and 6 then 100 * (not drawn and score < 0.5)::int::float8 end),
		(5, 'rounds to a win', case when not drawn then rounds end),
		(6, 'rounds of any game', rounds),
		(7, 'powers that share a draw', case when drawn then sharing end),
		(8, 'draws that only Ares share, %',
		 case when drawn then 100 * (score > 0.999)::int::float8 end)
	) v (place, what, value)
	group by tournament, place, what)
select what, round(o.mean::numeric, 1) as ours, round((o.mean - o.half)::numeric, 1) as low,
       round((o.mean + o.half)::numeric, 1) as high, round(t.mean::numeric, 1) as thesis,
       round((t.mean - t.half)::numeric, 1) as "thesis low",
       round((t.mean + t.half)::numeric, 1) as "thesis high",
       round(((o.mean - t.mean) / nullif(sqrt(o.half ^ 2 + t.half ^ 2) / 1.96, 0))::numeric, 1) as z
from (select * from mean where tournament = :'t') o
join (select * from mean where tournament = '(thesis)') t using (place, what)
order by place;
