-- What became of the seats, by agent (thesis, table 6).
--
--   build/aresctl query thesis/table_6 [TOURNAMENT]
--   build/aresctl psql -v t=NAME -f sql/thesis/table_6.sql
--
-- Without a name it is about the latest tournament. The numbers are per 128 games. low and high:
-- 95 % intervals with the game as the unit. The thesis's intervals are from its table 12; they
-- assume that its games are a random sample like ours. z: the difference in standard errors of
-- both; beyond 2 it is unlikely to be chance. An agent is a player without its settings.
select 'What became of the seats, by agent, in 128 games, beside the thesis (table 6): '
       || farm.thesis_subject(:'t')
\g (tuples_only=on format=unaligned)
with result as (
	select tournament, number, split_part(player, '(', 1) as agent, fate, points
	from farm.results where tournament = :'t'
	union all
	select tournament, number, player, fate, points from farm.thesis_results),
game as (
	-- every game for every agent, also games in which it had no seat
	select g.tournament, g.number, a.agent, count(*) filter (where fate = 'win') as win,
	       count(*) filter (where fate = 'draw') as draw,
	       count(*) filter (where fate = 'survival') as survival,
	       count(*) filter (where fate = 'elimination') as elimination,
	       coalesce(sum(points), 0) as score
	from (select distinct tournament, number from result) g
	cross join (select distinct agent from result) a
	left join result r on r.tournament = g.tournament and r.number = g.number and r.agent = a.agent
	group by g.tournament, g.number, a.agent),
mean as (
	select tournament, agent, place, what, 128 * avg(value) as mean,
	       128 * farm.interval95(stddev_samp(value)::float8, count(*)) as half
	from game
	cross join lateral (values (1, 'win', win), (2, 'draw', draw), (3, 'survival', survival),
	                           (4, 'elimination', elimination), (5, 'score', score))
	    v (place, what, value)
	group by tournament, agent, place, what)
select agent, what, round(o.mean::numeric, 1) as ours, round((o.mean - o.half)::numeric, 1) as low,
       round((o.mean + o.half)::numeric, 1) as high, printed.value as thesis,
       round((printed.value - t.half)::numeric, 1) as "thesis low",
       round((printed.value + t.half)::numeric, 1) as "thesis high",
       round(((o.mean - printed.value) / nullif(sqrt(o.half ^ 2 + t.half ^ 2) / 1.96, 0))::numeric,
             1) as z
from (select * from mean where tournament = :'t') o
left join (select * from mean where tournament = '(thesis)') t using (agent, place, what)
left join farm.thesis_table_6 p using (agent)
cross join lateral (
	select case what when 'win' then win when 'draw' then draw when 'survival' then survival
	       when 'elimination' then elimination else score end as value) printed
order by agent, place;
