-- Every player's team against every other player.
--
--   build/aresctl query matrix [MATRIX]
--   build/aresctl psql -v m=NAME -f sql/matrix.sql
--
--   m=MATRIX   the matrix's name
--
-- It is a matrix as aresctl experiment matrix makes it; without a name it is the latest. It says what the team gained.
--
-- A row of the first table is a player with one power of each game, or as many as --team says. A column is the player, by its
-- number, who has the other powers. It has the share of the points in %; fair is what equal players have. The second table has
-- the 95 % interval of each share, and p, the chance of a share so far from the fair one between equal players: with n cells,
-- one in 20 is below 0.05 though there is no difference. The unit is the block of games, in which the team had every power
-- equally often. years: after how many years the team won, on average. doc/comparing.md explains the columns.
\set ON_ERROR_STOP on
\set SHOW_CONTEXT never
-- To compile the question takes longer than to answer it.
select set_config('jit', 'off', false) as jit \gset
\if :{?m}
\else
select coalesce((select d.matrix from farm.duels d join farm.tournaments t on t.name = d.tournament
                 where d.matrix is not null order by t.id desc limit 1), '') as m \gset
\endif
select min(t.rules) as rules, coalesce(min(d.team), 0) as team, coalesce(min(d.others), 1) as others, count(*) > 0 as known,
       sum(d.games) as games, sum(d.due) as due
from farm.duels d join farm.tournaments t on t.name = d.tournament where d.matrix = :'m' \gset
\if :known
\else
do $$ begin raise exception 'no such matrix; aresctl tournament list lists its cells, NAME-1-2 and so on'; end $$;
\endif
select round(100.0 * :team / (:team + :others), 1) as fair \gset
\echo :team against :others: :m, rules :rules, :games of :due games are played
\echo share of the points in %; fair is :fair
select player_number || ' ' || player as "team of", opponent_number as opponent, share
from farm.duels where matrix = :'m' order by player_number, opponent_number
\crosstabview "team of" opponent share opponent
select player as "team of", opponent as against, games || ' of ' || due as games, share as "share %", low, high,
       case when p < 0.0001 then '<.0001' else p::text end as p, wins, years
from farm.duels where matrix = :'m' order by player_number, opponent_number;
