-- Points by power and player, with 95 % intervals.
--
--   build/aresctl query standings_by_power [TOURNAMENT]
--   build/aresctl psql -v t=NAME -f sql/standings_by_power.sql
--
-- Without a name it is about the latest tournament. doc/comparing.md explains the columns;
-- farm.standings_by_power has more.
\set ON_ERROR_STOP on
\ir tournament.psql
\echo Points by power and player, with 95 % intervals: :heading
select power, player, games, points, share as "share %", low, high, wins, draws, survivals as survived
from farm.standings_by_power where tournament = :'t' order by power, player;
