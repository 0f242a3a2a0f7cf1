-- Points by player, with 95 % intervals.
--
--   build/aresctl query standings [TOURNAMENT]
--   build/aresctl psql -v t=NAME -f sql/standings.sql
--
-- Without a name it is about the latest tournament. The intervals treat a block of games as the
-- unit. doc/comparing.md explains the columns; farm.standings has more of them.
select 'Points by player, with 95 % intervals: ' || farm.question_subject('tournament', :'t')
\g (tuples_only=on format=unaligned)
select said
from (select 1 as place, case when p.games is null then 'No game is finished yet.'
            else format('%s game%s; a seat is worth %s points on average', p.games,
                        case when p.games <> 1 then 's' end,
                        (select round(worth, 3) from farm.standings
                         where tournament = :'t' limit 1))
            end as said
      from farm.tournaments n left join farm.played p on p.tournament = n.name where n.name = :'t'
      union all
      select 1 + place, said from farm.remarks where tournament = :'t') line
order by place
\g (tuples_only=on format=unaligned)
select player, points, round(per_seat, 3) as "per seat", share as "share %", expected as "fair %",
       low, high,
       case when p < 0.0001 then '<.0001' else p::text end as p, wins
from farm.standings where tournament = :'t' order by share desc nulls last, points desc, player;
-- the line and the table are left out if there was no fault
select 'Seats that made faults in finished games, and points of games in which seats of others did'
where exists (select from farm.faults_told where tournament = :'t')
\g (tuples_only=on format=unaligned)
select player, faulted, by_fault as "points by fault", points - by_fault as "other points"
from farm.standings where tournament = :'t' and (faulted > 0 or by_fault > 0)
order by points desc, player;
