-- A tuning, step by step: what both sides tried and gained.
--
--   build/aresctl query tuning [TUNING]
--   build/aresctl psql -v n=NAME -v every=1 -f sql/tuning.sql
--
--   n=TUNING        the tuning's name
--   every=1..1000   every N-th step, and the last one (1)
--
-- Without a name it is about the latest tuning. plus and minus are the values that the two sides
-- played with, in the order of the settings in the second line. "+ %" and "- %" are their shares of
-- the points. after: the values after the step. found: the mean of these values over the last
-- quarter of the steps so far. farm.tuning_course has one row per setting, to plot.
select unnest(array[
	'The course of tuning ' || farm.question_subject('tuning', :'n'),
	(select asked from farm.tuning_progress where tournament = :'n')])
\g (tuples_only=on format=unaligned)
select step, last_game as game, string_agg(plus::text, ' ' order by place) as plus,
       string_agg(minus::text, ' ' order by place) as minus, min(plus_share) as "+ %",
       min(minus_share) as "- %",
       string_agg(round(moved_to, 1)::text, ' ' order by place) as after,
       string_agg(found::text, ' ' order by place) as found
from farm.tuning_course
where tournament = :'n'
  and (step % :'every'::int = 0
       or step = (select max(step) from farm.tuning_course where tournament = :'n'))
group by step, last_game order by step;
