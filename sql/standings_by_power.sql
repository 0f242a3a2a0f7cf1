-- Points by power and player.
--
--   build/aresctl psql -v t=NAME -f sql/standings_by_power.sql
--
-- Without -v t=NAME: the latest tournament. A player's settings stand in the line above, and with it where it has several.
\if :{?t}
\else
select name as t from farm.tournaments order by id desc limit 1 \gset
\endif
\echo Points by power and player: :t
select seats from farm.tournaments where name = :'t' \gset
\echo :seats
select power,
       case count(*) over (partition by power, substring(player from '^.[^(]*')) when 1 then substring(player from '^.[^(]*')
       else player end as player, games, points, share as "share %", low, high, wins, draws, survivals, eliminations
from farm.standings_by_power where tournament = :'t' order by power, player;
