-- Every player's team against every other player.
--
--   build/aresctl query matrix [MATRIX]
--   build/aresctl psql -v m=NAME -f sql/matrix.sql
--
--   m=MATRIX   the matrix's name
--
-- It is a matrix as aresctl experiment matrix makes it; without a name it is the latest.
--
-- A row of the first table is the player of the team: of one power in each game, or of the number
-- that --team gives. A column is the player, by its number, of the other powers. A cell is the
-- team's share of the points in %; fair is the share if players are equal. The second table has the
-- 95 % interval of each share, and p, the probability of a share this far from the fair one between
-- equal players: it is below 0.05 in one of 20 cells without a difference. The unit is the block of
-- games, in which the team had every power equally often. years: after how many years the team won,
-- on average. doc/comparing.md explains the columns.
select unnest(array[
	format('%s against %s: %s, rules %s, %s of %s games are played', team, others, name,
	       rules, games, due),
	format('share of the points in %%; fair is %s', round(100.0 * team / (team + others), 1))])
from (select min(t.rules) as rules, min(d.team) as team, min(d.others) as others,
             sum(d.games) as games, sum(d.due) as due
      from farm.duels d join farm.tournaments t on t.name = d.tournament
      where d.matrix = :'m') matrix
cross join farm.question_subject('matrix', :'m') name
\g (tuples_only=on format=unaligned)
select player_number || ' ' || player as "team of", opponent_number as opponent, share
from farm.duels where matrix = :'m' order by player_number, opponent_number
\crosstabview "team of" opponent share opponent
select player as "team of", opponent as against, games || ' of ' || due as games,
       share as "share %", low, high,
       case when p < 0.0001 then '<.0001' else p::text end as p, wins, years
from farm.duels where matrix = :'m' order by player_number, opponent_number;
