-- The statements of stmt_replay.c.

-- name: find_replay_terms(game bigint)
-- gives: maybe(struct replay_terms: rules, judge, map, finished, winner, users)
select t.rules, t.judge, m.name, g.state = 'finished', coalesce(g.winner, 7::smallint),
	coalesce(left((
		select string_agg(regexp_replace(u.name, '[[:cntrl:]]', ' ', 'g'), E'\n' order by s.power)
		from farm.seats s
		join farm.users u on u.id = s.user_id
		where s.game_id = g.id), 2047), '')
from farm.games g
join farm.tournaments t on t.id = g.tournament_id
join farm.maps m on m.id = t.map_id
where g.id = $1;

-- name: read_told(game bigint)
-- gives: rows
-- next: told(struct told_message: phase, power, text)
select phase, sender, text from farm.messages_told where game = $1
order by phase, sent_at, sender;

-- name: read_told_faults(game bigint)
-- gives: rows
-- next: told_fault(struct told_fault: phase, power, kind)
select f.phase, f.power, f.kind from farm.faults_told f where f.game = $1
union all
select d.phase, d.power, '' from farm.disorders d where d.game = $1
order by 1, 2, 3 desc;

-- name: read_think_times(tournament int, game bigint) anew
-- gives: rows
-- next: think_times(struct think_times: phase, think_ns[power_count])
select b.phase, b.think_ns
from farm.boards b
where b.tournament_id = $1 and b.game_id = $2 and b.think_ns is not null
order by b.phase;
