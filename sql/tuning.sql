-- A tuning, step by step: what both sides tried and gained.
--
--   build/aresctl query tuning [TUNING]
--   build/aresctl psql -v n=NAME -f sql/tuning.sql
--
--   n=TUNING        the tuning's name
--   every=1..1000   every so many steps one, and the last one; 1 where it is not given
--
-- Without a name it is about the latest tuning. plus and minus are the values that the two sides played with, in the order of
-- the settings that the second line names; "+ %" and "- %" what they gained. after: where the search stood after the step.
-- found: the mean of that over the last quarter of the steps so far. farm.tuning_course has a row for each setting, to plot.
\set ON_ERROR_STOP on
\set SHOW_CONTEXT never
-- To compile the question takes longer than to answer it.
select set_config('jit', 'off', false) as jit \gset
\if :{?n}
\else
select coalesce((select t.name from farm.tunings u join farm.tournaments t on t.id = u.tournament_id and not t.dropped
                 order by t.id desc limit 1), '') as n \gset
\endif
\if :{?every}
\else
\set every 1
\endif
select count(*) > 0 as known from farm.tuning_progress where tournament = :'n' \gset
\if :known
\else
do $$ begin raise exception 'no such tuning; aresctl tune list lists them'; end $$;
\endif
select asked from farm.tuning_progress where tournament = :'n' \gset
\echo The course of tuning :n
\echo :asked
select step, last_game as game, string_agg(plus::text, ' ' order by place) as plus,
       string_agg(minus::text, ' ' order by place) as minus, min(plus_share) as "+ %", min(minus_share) as "- %",
       string_agg(round(moved_to, 1)::text, ' ' order by place) as after, string_agg(found::text, ' ' order by place) as found
from farm.tuning_course
where tournament = :'n' and (step % :every = 0 or step = (select max(step) from farm.tuning_course where tournament = :'n'))
group by step, last_game order by step;
