-- Every game of the tournament: how it ended, and what each power had.
--
--   build/aresctl psql -v t=NAME -f sql/games.sql
--
-- Without -v t=NAME: the latest tournament.
\set ON_ERROR_STOP on
\ir tournament.psql
\echo Every game of the tournament, how it ended and what each power had: :heading
select number, game,
       string_agg(power || ' ' || player || ' ' || centres, ', ' order by power) as centres,
       max(rounds) as rounds, coalesce(max(power) filter (where fate = 'win'), 'draw') as winner
from farm.results where tournament = :'t' group by number, game order by number;
