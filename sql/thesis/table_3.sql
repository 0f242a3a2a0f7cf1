-- Time for the opening, by age and depth (thesis, table 3).
--
--   build/aresctl query thesis/table_3 [OPENINGS]
--   build/aresctl psql -v t=NAME -f sql/thesis/table_3.sql
--
-- Without a name it is about the latest tournament of aresctl experiment openings. The times are
-- those of the studied power; the thesis has Germany's, in seconds. Make the thesis's with
--   build/aresctl experiment openings NAME --power GER --player 'ares(cycles=20000)' \
--       --grid 'depth=1,2,3,4 age=10,20,30,40'
--
-- low and high: 95 % of a normal distribution about the mean. others: settings of the grid other
-- than depth and age. forecasts: resolutions per decision; they are the same on any machine.
-- capped: decisions that ran out of cycles. If there are any, the cap limits time and forecasts.
-- _by_depth: the ratio to the value for one round less, at the same age.
select 'Time for the opening by age and depth (thesis, table 3): '
       || farm.question_subject('openings', :'t')
\g (tuples_only=on format=unaligned)
with decision as (
	select power, farm.setting(settings, 'depth') as depth, farm.setting(settings, 'age') as age,
	       settings - '{depth,age}'::text[] as rest, think_ns / 1e6 as ms, forecasts, capped
	from farm.first_decisions(:'t') where settings ?& '{depth,age}'),
varied as (
	select key from decision, jsonb_each(rest) group by key having count(distinct value) > 1),
cell as (
	select power, depth, age,
	       (select coalesce(string_agg(key || '=' || value, ' ' order by key), '')
	        from jsonb_each_text(rest) join varied using (key)) as others,
	       count(*) as games, avg(ms) as mean,
	       farm.interval95(stddev_samp(ms)::float8, count(*)) as half,
	       percentile_cont(0.5) within group (order by ms) as median, avg(forecasts) as forecasts,
	       count(*) filter (where capped) as capped
	from decision group by power, depth, age, rest)
select power, depth, age, others, games, round(mean::numeric, 4) as mean_ms,
       round(greatest(0, mean - half)::numeric, 4) as low, round((mean + half)::numeric, 4) as high,
       round(median::numeric, 4) as median_ms, round(forecasts) as forecasts, capped,
       round((mean / lag(mean) over deeper)::numeric, 1) as ms_by_depth,
       round(forecasts / lag(forecasts) over deeper, 1) as forecasts_by_depth, seconds as thesis_s,
       round(seconds / lag(seconds) over deeper, 1) as thesis_by_depth
from cell left join farm.thesis_table_3 using (depth, age)
window deeper as (partition by power, others, age order by depth)
order by power, others, depth, age;
