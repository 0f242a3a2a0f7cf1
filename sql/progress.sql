-- How far a tournament is, and the points so far.
--
--   build/aresctl query progress [TOURNAMENT]
--   build/aresctl psql -v t=NAME -f sql/progress.sql
--
-- Without a name it is about the latest tournament.
\set ON_ERROR_STOP on
\ir tournament.psql
\echo How far the tournament is, and the results of its games so far: :heading
select games, pending, claimed, waiting, finished, quarantined, cancelled, phases
from farm.progress where tournament = :'t';
select player, points from farm.standings where tournament = :'t' order by points desc;
