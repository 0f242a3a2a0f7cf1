-- The share of Ares, year by year (thesis, table 7).
--
--   build/aresctl query thesis/table_7 [TOURNAMENT]
--   build/aresctl psql -v t=NAME -v every=1 -f sql/thesis/table_7.sql
--
--   every=1..1000   only every N years (1)
--
-- Without a name it is about the latest tournament. The share is what it would be if all games had
-- ended at the beginning of a year (also figure 12). low and high: 95 % intervals with the game as
-- the unit; games in which Ares has no seat or all seats also count. The year after the last has
-- the real ends.
select 'The share of Ares, if all games had ended at the beginning of a year, beside the '
       || 'thesis (table 7, figure 12): '
       || farm.thesis_subject(:'t')
\g (tuples_only=on format=unaligned)
with mean as (
	select year, sum(games * points) / sum(games) as score,
	       farm.interval95(farm.deviation(sum(games)::bigint, sum(games * points),
	                                      sum(games * points ^ 2)),
	                       sum(games)::bigint) as half
	from farm.shares_by_year(:'t', '^ares\M') group by year)
select year, round(m.score::numeric, 3) as ours,
       round(greatest(0, m.score - half)::numeric, 3) as low,
       round(least(1, m.score + half)::numeric, 3) as high, t.score as thesis,
       round(m.score::numeric, 3) - t.score as difference
from mean m left join farm.thesis_table_7 t using (year)
where year % :'every'::int = 0 or year = farm.first_year() or year = (select max(year) from mean)
order by year;
