-- The statements of stmt_web.c.

-- script: web_bind
-- gives: nothing
set role farm_web;
set statement_timeout = '5s';
set lock_timeout = '1s';
set default_transaction_read_only = on;
set jit = off;

-- name: web_is_there()
-- gives: nothing
select true;

-- name: web_tournament(name text)
-- gives: maybe(struct web_tournament: name, rules, map, stop, games, finished, claimed, pending,
--     waiting, quarantined, cancelled, phases, paused)
select t.name, t.rules, m.name,
	left(coalesce((select said from farm.stopping_told where tournament = $1), ''), 255), t.games,
	p.finished, p.claimed, p.pending, p.waiting, p.quarantined, p.cancelled, p.phases, t.paused
from farm.progress p
join farm.tournaments t on t.name = p.tournament
join farm.maps m on m.id = t.map_id
where p.tournament = $1;

-- name: web_count()
-- gives: row(count bigint)
select count(*) from farm.tournaments where not dropped;

-- name: web_home(skip int)
-- gives: rows
-- next: web_next_listed(struct web_listed: name, state, rules, players, games, finished, game,
--     people, over)
with listed as (
	select t.id, t.name, t.games, t.paused, t.rules, t.players, p.*,
		position('@' in t.seats) > 0 as people, p.pending + p.claimed + p.waiting = 0 as over
	from farm.tournaments t
	cross join lateral (
		select pending, claimed, waiting, finished, quarantined, cancelled
		from farm.progress
		where tournament = t.name) p
	where not t.dropped
	order by over, p.pending + p.claimed + p.waiting > 0 and position('@' in t.seats) = 0,
		t.id desc
	limit 50 offset $1)
select name, coalesce(nullif(concat_ws(', ', case when paused and not over then 'paused' end,
				nullif(claimed, 0) || ' being played', nullif(waiting, 0) || ' waiting',
				nullif(pending, 0) || ' to be played', nullif(quarantined, 0) || ' quarantined',
				nullif(cancelled, 0) || ' cancelled'), ''), 'all played'), rules,
	left(replace(players, ',', ', '), 1000), games, finished,
	case when games = 1 then coalesce(
			(select g.id from farm.games g where g.tournament_id = l.id), 0) else 0 end, people,
	over
from listed l
order by over, not over and not people, id desc;

-- A daide score has the same shares as a thesis score: see stmt_report.sql.
-- name: web_standings(tournament text, score text)
-- gives: rows
-- next: web_next_standing(struct web_standing: player, points, seats, wins, draws, survivals,
--     eliminations, told, certain, share, expected, low, high)
select left(concat_ws('; ', s.player, i.said), 1000), coalesce(d.points, s.points)::text, s.seats,
	s.wins, s.draws, s.survivals, s.eliminations, s.share is not null, s.low is null,
	coalesce(10 * s.share, 0)::int, coalesce(10 * s.expected, 0)::int,
	coalesce(10 * s.low, 0)::int, coalesce(10 * s.high, 0)::int
from farm.score_standings s
left join farm.score_standings d on $2 = 'daide' and d.score = $2
	and d.tournament = $1 and d.player = s.player
left join farm.stand_ins_told i on i.tournament = $1 and i.player = s.player
where s.tournament = $1 and s.score = replace($2, 'daide', 'thesis')
order by s.share desc nulls last, s.points desc, s.player
limit 200;

-- Without what the page says of absent players and of --until elsewhere. Standings need a finished
-- game.
-- name: web_remarks(tournament text)
-- gives: rows
-- next: web_next_remark(said text)
select said
from (
	select r.place, r.said
	from farm.remarks r
	join farm.progress p using (tournament)
	where tournament = $1 and r.place in (1, 2, 5) and p.finished > 0
	union all
	select 6, line from farm.bots_missing('{}') where tournament = $1) r
order by place;

-- For games g, tournaments t and maps m. The phase: the last one played, or the first in which the
-- game waits.
-- part: game_columns
g.id, t.id, g.number, t.name, g.state::text, coalesce(g.ending::text, ''),
coalesce((
	select m.powers[1 + g.winner] || ': ' || left(u.label, 63)
	from farm.seats s
	join farm.users u on u.id = s.user_id
	where s.game_id = g.id and s.power = g.winner), ''), coalesce(farm.phase_name(g.phase),
	(select farm.phase_name(max(b.phase)) from farm.boards_of(t.id, g.id) b),
	(select o.phase from farm.open_phases o where o.game = g.id), '')

-- name: web_games(tournament text, skip int)
-- gives: rows
-- next: web_next_game(struct web_game: game, tournament, number, name, state, ending, winner,
--     phase)
select {game_columns}
from farm.tournaments t
join farm.maps m on m.id = t.map_id
join farm.games g on g.tournament_id = t.id
where t.name = $1 and not t.dropped and g.number > $2
order by g.number
limit 100;

-- Every game in play is in a claim of its worker; waiting games are in an index. The last finished
-- games are searched below the games in play, so that no long queue is read. A waiting game does
-- not show where the queue begins.
-- name: web_wall(most int)
-- gives: rows
with claimed as (
	select c.id
	from farm.workers w
	cross join lateral unnest(w.claims) c (id)
	where w.gone_at is null),
open as (
	select id
	from claimed
	union
	select id
	from farm.games
	where aside = 'waiting'),
played as (
	select g.id
	from open
	join farm.games g using (id)
	where g.state = 'waiting'
		or g.state = 'claimed' and exists (select from farm.boards_of(g.tournament_id, g.id))
	order by g.state = 'waiting', g.id desc
	limit $1),
last as (
	select id
	from farm.games
	where state = 'finished' and id <= coalesce((select max(id) from claimed), 9223372036854775807)
	order by id desc
	limit $1)
select {game_columns}
from (
	select id, true as moves
	from played
	union all
	select id, false
	from last
	order by moves desc, id desc
	limit $1) x
join farm.games g using (id)
join farm.tournaments t on t.id = g.tournament_id and not t.dropped
join farm.maps m on m.id = t.map_id
order by x.moves desc, g.id desc;

-- name: web_game(game bigint)
-- gives: maybe(struct game_head: game, tournament, map, number, name, state, seats)
select g.id, t.id, t.map_id, g.number, t.name,
	concat_ws(': ', g.state, g.ending || coalesce(' ' || m.powers[1 + g.winner], '')
		|| case when g.agreed is not null then ' by agreement' else '' end),
	coalesce(left((
		select string_agg(regexp_replace(u.label, '[[:cntrl:]]', ' ', 'g'), E'\n' order by s.power)
		from farm.seats s
		join farm.users u on u.id = s.user_id
		where s.game_id = g.id), 2047), '')
from farm.games g
join farm.tournaments t on t.id = g.tournament_id and not t.dropped
join farm.maps m on m.id = t.map_id
where g.id = $1;

-- name: web_wait(game bigint)
-- gives: maybe(struct web_wait: phase, deadline, exact, left)
select phase, coalesce(to_char(utc, 'YYYY-MM-DD HH24:MI') || ' UTC', ''),
	coalesce(to_char(utc, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''),
	case when deadline is null then '' when days > 1 then days || ' days'
		when hours > 0 then format('%s h %s min', hours, minutes % 60)
		when minutes > 0 then minutes || ' min' else 'less than a minute' end
from farm.open_phases
cross join lateral (
	select deadline at time zone 'UTC' as utc,
		extract(epoch from deadline - now())::bigint / 60 as minutes) m
cross join lateral (select minutes / 60 as hours, minutes / 1440 as days) d
where game = $1;

-- name: web_start(game bigint)
select coalesce(e.start_phase, t.start_phase), coalesce(e.start_units, t.start_units),
	coalesce(e.start_owners, t.start_owners)
from farm.games g
join farm.tournaments t on t.id = g.tournament_id
left join farm.recorded e on e.game_id = g.id
where g.id = $1;

-- name: web_phases(tournament int, game bigint) anew
select coalesce(array_agg(phase order by phase), '{}')
from (
	select phase
	from farm.boards
	where tournament_id = $1 and game_id = $2 and phase >= 0
	order by phase
	limit 4096) b;
