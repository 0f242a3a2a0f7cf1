-- Boards by resolution time and stage (thesis, table 9).
--
--   build/aresctl query histogram [TOURNAMENT]
--   build/aresctl psql -v t=NAME -f sql/histogram.sql
--
--   width=1..1000000000   nanoseconds in a bin; 2 where it is not given
--
-- Without a name it is about the latest tournament. The time is per unit. In psql it is -v width=N.
\set ON_ERROR_STOP on
\ir tournament.psql
\if :{?width}
\else
\set width 2
\endif
\echo Boards by resolution time per unit and by conclusive stage (thesis, table 9): :heading
select format('%s - %s', from_ns, coalesce(to_ns::text, '')) as "ns a unit", conditioning, substitution, supposition,
       paradox
from farm.histogram(:'t', :width);
