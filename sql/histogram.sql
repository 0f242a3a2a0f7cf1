-- Boards by resolution time and stage (thesis, table 9).
--
--   build/aresctl query histogram [TOURNAMENT]
--   build/aresctl psql -v t=NAME -v width=2 -f sql/histogram.sql
--
--   width=1..1000000000   nanoseconds in a bin (2)
--
-- Without a name it is about the latest tournament. The time is per unit.
select 'Boards by resolution time per unit and by conclusive stage (thesis, table 9): '
       || farm.question_subject('tournament', :'t')
\g (tuples_only=on format=unaligned)
select format('%s - %s', from_ns, coalesce(to_ns::text, '')) as "ns a unit", conditioning,
       substitution, supposition, paradox
from farm.histogram(:'t', :'width'::int);
