-- What any two players gained from one another.
--
--   build/aresctl query heads [TOURNAMENT]
--   build/aresctl psql -v t=NAME -f sql/heads.sql
--
--   score=thesis|squares|daide|solos|places   the score that counts; thesis where it is not given
--
-- Without a name it is about the latest tournament. It counts the games in which both played. In psql it is
-- -v score=SCORE. Of several tournaments: select * from farm.head_to_head('{one,two}'). doc/comparing.md explains the columns.
\set ON_ERROR_STOP on
\ir tournament.psql
\if :{?score}
\else
\set score thesis
\endif
\echo What players gained from one another, with 95 % intervals: :heading
select player, opponent, games, round(points::numeric, 2) as points, round(opponent_points::numeric, 2) as "its points",
       round(share::numeric, 1) as "share %", round(expected::numeric, 1) as "fair %", round(low::numeric, 1) as low,
       round(high::numeric, 1) as high
from farm.head_to_head(array[:'t'], :'score') order by player collate "C", opponent collate "C";
