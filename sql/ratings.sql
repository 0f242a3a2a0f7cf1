-- How strong the players are, on one scale as Elo's.
--
--   build/aresctl query ratings [TOURNAMENT]
--   build/aresctl psql -v t=NAME -v score=thesis -f sql/ratings.sql
--
--   score=thesis|squares|daide|solos|places   the score that counts (thesis)
--
-- Without a name it is about the latest tournament. It is what aresctl rate prints, with the
-- scores. Of several tournaments: select * from farm.ratings('{one,two}'). doc/comparing.md
-- explains the columns.
select said
from (select 1 as place, 'Ratings, with 95 % intervals that treat a block of games as the unit: '
             || farm.question_subject('tournament', :'t') as said
      union all
      select 2, said from farm.counted where tournament = :'t' and said is not null) line
order by place
\g (tuples_only=on format=unaligned)
select player, round(r.rating::numeric) as rating, round(low::numeric) as low, round(high::numeric) as high, r.games, seats, wins,
       round(fair::numeric, 1) as "fair %", round(thesis::numeric, 1) as "thesis %", round(squares::numeric, 1) as "squares %",
       round(daide::numeric, 3) as daide, round(solos::numeric, 1) as "solos %"
from farm.ratings(array[:'t'], :'score') r left join farm.score_table(array[:'t']) s using (player)
order by r.rating desc, player collate "C";
