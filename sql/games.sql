-- Every game of the tournament: how it ended, and what each power had.
--
--   build/aresctl psql -v t=NAME -f sql/games.sql
--
-- Without -v t=NAME: the latest tournament.
\if :{?t}
\else
\set t ''
\endif
\set ON_ERROR_STOP on
\set SHOW_CONTEXT never
select * from farm.tournament_named(:'t') \gset
\echo Every game of the tournament, how it ended and what each power had: :heading
select number, game,
       string_agg(power || ' ' || player || ' ' || centres, ', ' order by power) as centres,
       max(rounds) as rounds, coalesce(max(power) filter (where fate = 'win'), 'draw') as winner
from farm.results where tournament = :'t' group by number, game order by number;
