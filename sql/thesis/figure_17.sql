-- Points by power, year by year (thesis, figure 17).
--
--   build/aresctl query thesis/figure_17 [TOURNAMENT]
--   build/aresctl psql -v t=NAME -v every=10 -f sql/thesis/figure_17.sql
--
--   every=1..1000   only every N years (10)
--
-- The points if all games had ended at the beginning of a year.
-- Without a name it is about the latest tournament. A cell is the mean ± half of its 95 % interval,
-- with the game as the unit. The last year has the real ends of our games. Below it are the ends of
-- the thesis's games, from its table 12, because its figure gives no numbers.
select 'Points by power, if all games had ended at the beginning of a year (thesis, figure 17): '
       || farm.thesis_subject(:'t')
\g (tuples_only=on format=unaligned)
with cell as (
	select year::text as year, power, sum(games * points) / sum(games) as score,
	       farm.interval95(farm.deviation(sum(games)::bigint, sum(games * points),
	                                      sum(games * points ^ 2)),
	                       sum(games)::bigint) as half
	from (select *, max(year) over () as last from farm.powers_by_year(:'t')) game
	where year % :'every'::int = 0 or year in (farm.first_year(), last)
	group by year, power
	union all
	select 'thesis', power, avg(points), farm.interval95(stddev_samp(points), count(*))
	from farm.thesis_results group by power),
text as (
	select year, power, concat_ws(' ± ', round(score::numeric, 3), round(half::numeric, 3)) as text
	from cell)
select year, max(text) filter (where power = 'AUS') as "AUS",
       max(text) filter (where power = 'ENG') as "ENG",
       max(text) filter (where power = 'FRA') as "FRA",
       max(text) filter (where power = 'GER') as "GER",
       max(text) filter (where power = 'ITA') as "ITA",
       max(text) filter (where power = 'RUS') as "RUS",
       max(text) filter (where power = 'TUR') as "TUR"
from text group by year order by year = 'thesis', year;
