-- How far a tournament is, and the points so far.
--
--   build/aresctl query progress [TOURNAMENT]
--   build/aresctl psql -v t=NAME -f sql/progress.sql
--
-- Without a name it is about the latest tournament.
select 'How far the tournament is, and the results of its games so far: '
       || farm.question_subject('tournament', :'t')
\g (tuples_only=on format=unaligned)
select games, pending, claimed, waiting, finished, quarantined, cancelled, phases
from farm.progress where tournament = :'t';
select player, points from farm.standings where tournament = :'t' order by points desc;
