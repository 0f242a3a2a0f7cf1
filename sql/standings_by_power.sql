-- Points by power and player.
--
--   build/aresctl psql -v t=NAME -f sql/standings_by_power.sql
--
-- Without -v t=NAME: the latest tournament.
\if :{?t}
\else
select name as t from farm.tournaments order by id desc limit 1 \gset
\endif
\echo Points by power and player: :t
select power, player, games, points, share as "share %", low, high, wins, draws, survivals, eliminations
from farm.standings_by_power where tournament = :'t' order by power, player;
