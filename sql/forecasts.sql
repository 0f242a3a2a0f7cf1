-- The time of players' forecasts, by conclusive stage.
--
--   build/aresctl query forecasts [TOURNAMENT]
--   build/aresctl psql -v t=NAME -f sql/forecasts.sql
--
-- Without a name it is about the latest tournament. resolution.sql has the resolutions of played
-- phases. One row for each player with forecasts: how many of its decisions had forecasts, how many
-- forecasts a decision had, the share that each stage concluded, the time of one forecast, and the
-- part of the thinking time that forecasts took.
select 'Time of forecasts, by player: ' || farm.question_subject('tournament', :'t')
\g (tuples_only=on format=unaligned)
select player, sum(foresaw) as decisions, round(sum(forecasts) / sum(foresaw), 1) as forecasts,
       round(100.0 * sum(conditioning) / sum(forecasts), 1) as "conditioning %",
       round(100.0 * sum(substitution) / sum(forecasts), 1) as "substitution %",
       round(100.0 * sum(supposition) / sum(forecasts), 1) as "supposition %",
       round(100.0 * sum(paradox) / sum(forecasts), 1) as "paradox %",
       round(sum(forecast_ns) / sum(forecasts)) as ns_a_forecast,
       round(100.0 * sum(forecast_ns) / nullif(sum(foresaw_ns), 0), 1) as "% of thinking",
       round(100.0 * sum(capped) / sum(foresaw), 1) as "capped %"
from farm.efforts where tournament = :'t' and foresaw > 0
group by player order by player;
