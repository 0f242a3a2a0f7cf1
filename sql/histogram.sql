-- Boards by resolution time per unit and by conclusive stage (thesis, table 9). -v width=N: nanoseconds in a bin.
--
--   build/aresctl psql -v t=NAME -f sql/histogram.sql
--
-- Without -v t=NAME: the latest tournament.
\if :{?t}
\else
select name as t from farm.tournaments order by id desc limit 1 \gset
\endif
\if :{?width}
\else
\set width 2
\endif
\echo Boards by resolution time per unit and by conclusive stage (thesis, table 9): :t
select format('%s - %s', from_ns, coalesce(to_ns::text, '')) as "ns a unit", conditioning, substitution, supposition,
       paradox
from farm.histogram(:'t', :width);
