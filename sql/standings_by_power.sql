-- Points by power and player, with 95 % intervals.
--
--   build/aresctl psql -v t=NAME -f sql/standings_by_power.sql
--
-- Without -v t=NAME: the latest tournament. doc/comparing.md explains the columns; farm.standings_by_power has more.
\if :{?t}
\else
\set t ''
\endif
\set ON_ERROR_STOP on
\set SHOW_CONTEXT never
select * from farm.tournament_named(:'t') \gset
\echo Points by power and player, with 95 % intervals: :heading
select power, player, games, points, share as "share %", low, high, wins, draws, survivals as survived
from farm.standings_by_power where tournament = :'t' order by power, player;
