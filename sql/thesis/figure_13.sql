-- Points of 1 to 7 Ares, year by year (thesis, figure 13).
--
--   build/aresctl query thesis/figure_13 [TOURNAMENT]
--   build/aresctl psql -v t=NAME -v every=10 -f sql/thesis/figure_13.sql
--
--   every=1..1000   only every N years (10)
--
-- The points of all Ares together, if all games had ended at the beginning of a year.
-- Without a name it is about the latest tournament. A cell is the mean ± half of its 95 % interval,
-- with the game as the unit. The last year has the real ends of our games. Below it are the ends of
-- the thesis's games, from its table 12, because its figure gives no numbers.
select 'Points of one to seven Ares together, if all games had ended at the beginning of a '
       || 'year (thesis, figure 13): '
       || farm.thesis_subject(:'t')
\g (tuples_only=on format=unaligned)
with game as (select year, seats, games, points from farm.shares_by_year(:'t', '^ares\M')),
thesis as (
	select number, count(*) filter (where player = 'ares') as seats,
	       coalesce(sum(points) filter (where player = 'ares'), 0) as score
	from farm.thesis_results group by number),
cell as (
	select year::text as year, seats, sum(games) as games,
	       sum(games * points) / sum(games) as score,
	       farm.interval95(farm.deviation(sum(games)::bigint, sum(games * points),
	                                      sum(games * points ^ 2)),
	                       sum(games)::bigint) as half
	from game
	where year % :'every'::int = 0 or year = farm.first_year()
	   or year = (select max(year) from game)
	group by year, seats
	union all
	select 'thesis', seats, count(*), avg(score), farm.interval95(stddev_samp(score), count(*))
	from thesis group by seats
	union all
	select 'games', seats, sum(games), sum(games), null from game where year = farm.first_year()
	group by seats),
text as (
	select year, seats, case when year = 'games' then games::text
	                    else concat_ws(' ± ', round(score::numeric, 3),
	                                   round(half::numeric, 3)) end as text
	from cell)
select year, max(text) filter (where seats = 1) as "1 Ares",
       max(text) filter (where seats = 2) as "2", max(text) filter (where seats = 3) as "3",
       max(text) filter (where seats = 4) as "4", max(text) filter (where seats = 5) as "5",
       max(text) filter (where seats = 6) as "6", max(text) filter (where seats = 7) as "7"
from text group by year order by year = 'games', year = 'thesis', year;
