-- How each game ended, and who had which centres.
--
--   build/aresctl query games [TOURNAMENT]
--   build/aresctl psql -v t=NAME -f sql/games.sql
--
-- Without a name it is about the latest tournament.
select 'Every game of the tournament, how it ended, and the centres of each player: '
       || farm.question_subject('tournament', :'t')
\g (tuples_only=on format=unaligned)
with had as (
	select number, game, player, string_agg(power || ' ' || centres, ' ' order by power) as had,
	       max(rounds) as rounds, max(power) filter (where fate = 'win') as winner
	from farm.results where tournament = :'t' and centres > 0 group by number, game, player)
select number, game, max(rounds) as rounds, coalesce(max(winner), 'draw') as winner,
       string_agg(player || ': ' || had, ', ' order by player) as centres
from had group by number, game order by number;
