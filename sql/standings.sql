-- Points by player, with 95 % intervals that treat a game as the unit (thesis, table 6).
--
--   build/aresctl psql -v t=NAME -f sql/standings.sql
--
-- Without -v t=NAME: the latest tournament.
\if :{?t}
\else
select name as t from farm.tournaments order by id desc limit 1 \gset
\endif
\echo Points by player, with 95 % intervals that treat a game as the unit (thesis, table 6): :t
select player, points, share as "share %", low, high, wins, draws, survivals, eliminations
from farm.standings where tournament = :'t' order by points desc;
