-- Points by player, with 95 % intervals.
--
--   build/aresctl query standings [TOURNAMENT]
--   build/aresctl psql -v t=NAME -f sql/standings.sql
--
-- Without a name it is about the latest tournament. The intervals treat a block of games as the unit.
-- doc/comparing.md explains the columns; farm.standings has more of them.
\set ON_ERROR_STOP on
\ir tournament.psql
\echo Points by player, with 95 % intervals: :heading
select case when p.games is null then 'No game is finished yet.'
            else format('%s games; a seat is worth %s points on average', p.games,
                        (select round(worth, 3) from farm.standings where tournament = :'t' limit 1))
                 || coalesce(E'\n' || l.said, '') end as counted
from farm.tournaments n left join farm.played p on p.tournament_id = n.id
join farm.left_out l on l.tournament_id = n.id where n.name = :'t' \gset
\echo :counted
select count(*) > 0 as stops from farm.stopping where tournament = :'t' \gset
\if :stops
select said from farm.stopping_told where tournament = :'t' \g (tuples_only=on format=unaligned)
\endif
select player, points, round(per_seat, 3) as "per seat", share as "share %", expected as "fair %", low, high,
       case when p < 0.0001 then '<.0001' else p::text end as p, wins
from farm.standings where tournament = :'t' order by share desc nulls last, points desc, player;
select count(*) > 0 as faults from farm.faults_told where tournament = :'t' \gset
\if :faults
\echo Seats that made faults in finished games, and points of games in which seats of others did
select player, faulted, by_fault as "points by fault", points - by_fault as "other points"
from farm.standings where tournament = :'t' and (faulted > 0 or by_fault > 0) order by points desc, player;
\endif
