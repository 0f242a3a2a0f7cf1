-- How far the tournament is, and the results of its games so far.
--
--   build/aresctl psql -v t=NAME -f sql/progress.sql
--
-- Without -v t=NAME: the latest tournament.
\if :{?t}
\else
\set t ''
\endif
\set ON_ERROR_STOP on
\set SHOW_CONTEXT never
select * from farm.tournament_named(:'t') \gset
\echo How far the tournament is, and the results of its games so far: :heading
select games, pending, claimed, waiting, finished, quarantined, cancelled, phases
from farm.progress where tournament = :'t';
select player, points from farm.standings where tournament = :'t' order by points desc;
