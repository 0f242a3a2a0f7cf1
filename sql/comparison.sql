-- Which of two players is better, with 95 % intervals.
--
--   build/aresctl query comparison [TOURNAMENT]
--   build/aresctl psql -v t=NAME -v score=thesis -f sql/comparison.sql
--
--   score=thesis|squares|daide|solos   the score that counts (thesis)
--
-- Without a name it is about the latest tournament. The intervals treat a block of games as the
-- unit.
-- difference: the score per game of the first minus that of the second, in %; for daide, not in %.
-- doc/comparing.md explains the columns and verdicts; farm.score_comparisons has more columns. For
-- a branch it compares each altered continuation with the unaltered one that has the same random
-- numbers (farm.branch_effects).
select said
from (select 1 as place, 'Who is better, with 95 % intervals: '
             || farm.question_subject('tournament', :'t') as said
      union all
      select 2, said from farm.left_out where tournament = :'t' and said is not null
      union all
      select 3, by_fault_said from farm.counted
      where tournament = :'t' and by_fault_said is not null
      union all
      select 3, format('%s was absent: %s', player, said) from farm.stand_ins_told
      where tournament = :'t'
      union all
      select 4, concat_ws(E'\n  ', said, evidence) from farm.stopping_told where tournament = :'t'
      union all
      select 5, format('%s of %s games were drawn: the score squares compares by centres.',
                       d.drawn, d.games)
      from (select count(*) filter (where g.ending = 'draw') as drawn, count(*) as games
            from farm.games g join farm.tournaments t on t.id = g.tournament_id
            where t.name = :'t' and g.state = 'finished') d
      where 2 * d.drawn > d.games and :'score' <> 'squares'
      union all
      select 6, format('This is by the score %s: score=%s compares by what --until judges.',
                       :'score', score)
      from farm.stopping where tournament = :'t' and score <> :'score') line
order by place
\g (tuples_only=on format=unaligned)
select players, games, difference as "difference %", expected as "fair %", low, high,
       case when p < 0.0001 then '<.0001' else p::text end as p
from farm.compared where tournament = :'t' and score = :'score' order by place, players;
select format(E'%s:\n  %s', players, verdict)
from farm.compared where tournament = :'t' and score = :'score' order by place, players
\g (tuples_only=on format=unaligned)
select unnest(array['', format('These are %s comparisons. Of equal players, one pair in 20 is told '
                               'apart by chance.', count(*))])
from farm.compared where tournament = :'t' and score = :'score' having count(*) > 1
\g (tuples_only=on format=unaligned)
select case when count(distinct user_id) = 1
            then 'There is one player only. Labels tell equal ones apart: --seats '
                 'a=random,b=random.'
            when count(*) = 0 then 'No game is finished yet.'
            else 'Nothing to compare: no block of games is complete.' end
from farm.gains where tournament = :'t'
having not exists (select from farm.compared where tournament = :'t')
\g (tuples_only=on format=unaligned)
