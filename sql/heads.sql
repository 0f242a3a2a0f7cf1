-- What any two players gained from one another.
--
--   build/aresctl query heads [TOURNAMENT]
--   build/aresctl psql -v t=NAME -v score=thesis -f sql/heads.sql
--
--   score=thesis|squares|daide|solos|places   the score that counts (thesis)
--
-- Without a name it is about the latest tournament. It counts the games in which both played. For
-- several tournaments: select * from farm.head_to_head('{one,two}'). doc/comparing.md explains the
-- columns.
select 'What players gained from one another in games that both played, with 95 % intervals: '
       || farm.question_subject('tournament', :'t')
\g (tuples_only=on format=unaligned)
select player, opponent, games, round(points::numeric, 2) as points,
       round(opponent_points::numeric, 2) as "its points",
       round(share::numeric, 1) as "share %", round(expected::numeric, 1) as "fair %",
       round(low::numeric, 1) as low, round(high::numeric, 1) as high
from farm.head_to_head(array[:'t'], :'score') order by player collate "C", opponent collate "C";
