-- What players' forecasts took of the judge, by conclusive stage, as resolution.sql has the resolutions that moved a game.
--
--   build/aresctl psql -v t=NAME -f sql/forecasts.sql
--
-- Without -v t=NAME: the latest tournament. One row a player with forecasts: how many of its decisions had some, how many a
-- decision, which share each stage concluded, what one took, and which part of the thinking time that was.
\if :{?t}
\else
select name as t from farm.tournaments order by id desc limit 1 \gset
\endif
\echo What forecasts took, by player: :t
select player, count(*) as decisions, round(avg(forecasts), 1) as forecasts,
       round(100.0 * sum(conditioning) / sum(forecasts), 1) as "conditioning %",
       round(100.0 * sum(substitution) / sum(forecasts), 1) as "substitution %",
       round(100.0 * sum(supposition) / sum(forecasts), 1) as "supposition %",
       round(100.0 * sum(paradox) / sum(forecasts), 1) as "paradox %",
       round(sum(forecast_ns) / sum(forecasts)) as ns_a_forecast,
       round(100.0 * sum(forecast_ns) / sum(think_ns), 1) as "% of thinking",
       round(100.0 * count(*) filter (where capped) / count(*), 1) as "capped %"
from farm.decisions where tournament = :'t' and forecast_ns is not null
group by player order by player;
