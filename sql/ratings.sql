-- How strong the players are, on one scale as Elo's.
--
--   build/aresctl query ratings [TOURNAMENT]
--   build/aresctl psql -v t=NAME -v score=thesis -f sql/ratings.sql
--
--   score=thesis|squares|daide|solos|places   the score that counts (thesis)
--
-- Without a name it is about the latest tournament. aresctl rate computes and stores ratings; this
-- shows the latest of them, with the scores. For several tournaments:
-- select * from farm.rated('{one,two}'). doc/comparing.md explains the columns.
select said
from (select 1 as place, 'Ratings, with 95 % intervals that treat a block of games as the unit: '
             || farm.question_subject('tournament', :'t') as said
      union all
      select 2, case when count(*) = 0 then 'Not rated by this score yet: aresctl rate does that.'
                     else format('Rated at %s; %s games are finished since.',
                                 to_char(min(rated_at), 'YYYY-MM-DD HH24:MI'), min(new_games)) end
      from farm.rated(array[:'t'], :'score')
      union all
      select 3, said from farm.left_out where tournament = :'t' and said is not null) line
order by place
\g (tuples_only=on format=unaligned)
select player, round(rating::numeric) as rating, round(low::numeric) as low,
       round(high::numeric) as high, r.games, seats, wins,
       round(fair::numeric, 1) as "fair %", round(thesis::numeric, 1) as "thesis %",
       round(squares::numeric, 1) as "squares %", round(daide::numeric, 3) as daide,
       round(solos::numeric, 1) as "solos %"
from farm.rated(array[:'t'], :'score') r left join farm.score_table(array[:'t']) s using (player)
order by r.rating desc, player collate "C";
