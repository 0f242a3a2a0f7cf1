-- How far the tournament is, and the results of its games so far.
--
--   build/aresctl psql -v t=NAME -f sql/progress.sql
--
-- Without -v t=NAME: the latest tournament.
\if :{?t}
\else
select name as t from farm.tournaments order by id desc limit 1 \gset
\endif
\echo How far the tournament is, and the results of its games so far: :t
select games, pending, claimed, waiting, finished, quarantined, cancelled, phases
from farm.progress where tournament = :'t';
select player, points from farm.standings where tournament = :'t' order by points desc;
