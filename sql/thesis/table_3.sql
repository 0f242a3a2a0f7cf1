-- How long the studied power thinks on its opening, by age and depth (thesis, table 3: Germany's, in seconds).
--
--   build/aresctl psql -v t=NAME -f sql/thesis/table_3.sql
--
-- Without -v t=NAME: the latest tournament of aresctl experiment openings. Make the thesis's with
--   build/aresctl experiment openings NAME --power GER --grid 'depth=1,2,3 age=10,20,30,40'
--
-- low and high: 95 % of a normal distribution about the mean. forecasts: resolutions asked for, a decision; what time is made
-- of, and the same on any machine. growth: forecasts over those of the first row, whose times are short enough to be mostly
-- caches gone cold in the decision before; thesis_growth: the thesis's seconds over those of its first. capped: decisions that
-- ran out of cycles; where there are some, time and forecasts say what the cap allows.
\if :{?t}
\else
select coalesce((select t.name from farm.tournaments t where t.seats like '%; others: random' order by id desc limit 1),
                (select name from farm.tournaments order by id desc limit 1)) as t \gset
\endif
\echo Time for the opening by age and depth (thesis, table 3): :t
with decision as (
	select m.powers[1 + s.power] as empire, u.name as player,
	       (u.settings ->> 'depth')::int as depth, (u.settings ->> 'age')::int as age,
	       b.think_ns[1 + s.power] / 1e6 as ms, b.forecasts[1 + s.power] as forecasts, b.capped >> s.power & 1 as capped
	from farm.boards b
	join farm.tournaments t on t.id = b.tournament_id
	join farm.maps m on m.id = t.map_id
	join farm.seats s on s.game_id = b.game_id
	join farm.users u on u.id = s.user_id
	where t.name = :'t' and b.phase = 0 and b.orders is not null and u.settings ?& '{depth,age}'),
cell as (
	select empire, player, depth, age, count(*) as games, avg(ms) as mean,
	       farm.interval95(stddev_samp(ms)::float8, count(*)) as half,
	       percentile_cont(0.5) within group (order by ms) as median,
	       avg(forecasts) as forecasts, sum(capped) as capped
	from decision group by empire, player, depth, age)
select empire, depth, age, games, round(mean::numeric, 4) as mean_ms,
       round(greatest(0, mean - half)::numeric, 4) as low, round((mean + half)::numeric, 4) as high,
       round(median::numeric, 4) as median_ms, round(forecasts) as forecasts, capped,
       round(forecasts / first_value(forecasts) over first, 1) as growth, seconds as thesis_s,
       round(seconds / first_value(seconds) over first, 1) as thesis_growth
from cell left join farm.thesis_table_3 using (depth, age)
window first as (partition by empire order by depth, age, player)
order by empire, depth, age, player;
