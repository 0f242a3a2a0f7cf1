-- Points by power and player, with 95 % intervals.
--
--   build/aresctl query standings_by_power [TOURNAMENT]
--   build/aresctl psql -v t=NAME -f sql/standings_by_power.sql
--
-- Without a name it is about the latest tournament. doc/comparing.md explains the columns;
-- farm.standings_by_power has more.
select 'Points by power and player, with 95 % intervals: '
       || farm.question_subject('tournament', :'t')
\g (tuples_only=on format=unaligned)
select power, player, games, points, share as "share %", low, high, wins, draws,
       survivals as survived
from farm.standings_by_power where tournament = :'t' order by power, player;
