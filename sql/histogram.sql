-- Boards by resolution time per unit and by conclusive stage (thesis, table 9). -v width=N: nanoseconds in a bin.
--
--   build/aresctl psql -v t=NAME -f sql/histogram.sql
--
-- Without -v t=NAME: the latest tournament.
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
