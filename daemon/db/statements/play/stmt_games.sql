-- The statements of stmt_games.c.

-- name: find_game(reference text)
-- gives: maybe(struct game_head: game, tournament, map, number, name, state, seats)
select g.id, t.id, t.map_id, g.number, t.name, left(concat_ws(': ', g.state, g.ending
			|| coalesce(' ' || m.powers[1 + g.winner], '')
			|| case when g.agreed is not null then ' by agreement' else '' end,
			regexp_replace(g.reason, '[[:cntrl:]]', ' ', 'g')), 255),
	coalesce(left((
		select string_agg(regexp_replace(u.label, '[[:cntrl:]]', ' ', 'g'), E'\n' order by s.power)
		from farm.seats s
		join farm.users u on u.id = s.user_id
		where s.game_id = g.id), 2047), '')
from farm.games g
join farm.tournaments t on t.id = g.tournament_id
join farm.maps m on m.id = t.map_id
where case when $1 ~ '^[0-9]{1,18}$' then g.id = $1::bigint else t.name = split_part($1, '/', 1)
		and $1 = t.name || '/' || g.number end;

-- The columns of a stored board that stmt_next_board reads, without the times.
-- part: board_columns
b.phase, b.units, b.owners, b.orders, b.resolve_ns, b.resolve_stage, b.think_ns, b.forecasts,
b.capped, b.forecast_stages, b.forecast_ns

-- name: find_board(tournament int, game bigint, phase smallint) anew
select {board_columns}
from farm.boards b
where b.tournament_id = $1 and b.game_id = $2 and (b.phase = $3 or $3 < 0)
order by b.phase desc
limit 1;

-- name: read_boards(tournament int, game bigint) anew
-- gives: rows
select {board_columns}
from farm.boards b
where b.tournament_id = $1 and b.game_id = $2
order by b.phase;

-- A unit in an unknown area is in "?". Dislodged units are units, as in farm.units; adjustments are
-- not. In retreats "closed" has the provinces that a standoff closed, otherwise it is null.
-- name: print_board(struct game_head: game bigint, tournament int; phase smallint) anew
-- gives: maybe text
select json_build_object('game', g.id, 'tournament', t.name, 'number', g.number, 'state', g.state,
		'ending', g.ending, 'winner', m.powers[1 + g.winner], 'phase', farm.phase_name(b.phase),
		'units', (
			select json_agg(json_build_object('power', m.powers[1 + farm.unit_power(u)],
						'type', farm.unit_type(u), 'area', coalesce(a.code, '?')) order by n)
			from unnest(b.units) with ordinality as x (u, n)
			left join farm.areas a on a.map_id = m.id and a.id = farm.unit_area(u)
			where not farm.unit_apart(u) or farm.phase_is_retreat(b.phase)
				and farm.unit_power(u) < cardinality(m.powers)),
		'closed', (
			select json_agg(a.code order by a.id)
			from unnest(b.units) u
			join farm.areas a on a.map_id = m.id and a.id = farm.unit_area(u)
			where farm.phase_is_retreat(b.phase) and farm.unit_apart(u)
				and farm.unit_power(u) >= cardinality(m.powers)),
		'owners', (
			select json_object_agg(a.code, p order by a.id)
			from farm.areas a
			join unnest(m.powers) p on left(p, 1) = substr(b.owners, a.id + 1, 1)
			where a.map_id = m.id and a.id = a.province), 'orders', (
				select json_agg(json_build_object('power', o.power, 'order', o.text,
							'result', o.result, 'dislodged', o.dislodged))
				from farm.orders o
				where o.tournament_id = t.id and o.game = g.id and o.phase = b.phase))::text
from farm.boards b
join farm.games g on g.id = b.game_id
join farm.tournaments t on t.id = b.tournament_id
join farm.maps m on m.id = t.map_id
where b.game_id = $1 and b.tournament_id = $2 and (b.phase = $3 or $3 < 0)
order by b.phase;

-- script: open_snapshot
begin isolation level repeatable read, read only;

-- script: share_snapshot
begin isolation level repeatable read, read only;
set transaction snapshot '%s';

-- name: export_snapshot()
select pg_export_snapshot();

-- A dropped tournament has lost its boards.
-- name: read_tournaments(name text)
-- gives: rows
-- next: tournament(struct scope: tournament, games, first, last, name, secret)
select t.id, t.games, 1, coalesce((
	select max(g.number) from farm.games g where g.tournament_id = t.id and g.number <= t.games),
		0), t.name, farm.tournament_seed(t.id) is null
from farm.tournaments t
where ($1 is null or t.name = $1) and not t.dropped
order by t.id;

-- name: read_games(struct scope: tournament int; first int, last int)
-- gives: rows
select g.id, t.map_id, g.number, t.round_limit, t.block, t.draw_after, farm.tournament_seed(t.id),
	t.rules, t.judge, s.seats, coalesce(e.start_phase, t.start_phase),
	coalesce(e.start_units, t.start_units), coalesce(e.start_owners, t.start_owners), t.press,
	t.press_rounds, farm.substitute_text(t.substitute), g.state = 'finished',
	coalesce(g.winner, 7::smallint), coalesce(g.phase, 0::smallint), coalesce(g.phases, 0),
	coalesce(g.centres, '{}'), coalesce(g.units, '{}'), g.digest, g.agreed,
	coalesce(g.shared, 0::smallint), farm.messages_digest(g.id)
from farm.games g
join farm.tournaments t on t.id = g.tournament_id
left join farm.recorded e on e.game_id = g.id
cross join farm.seats_text(g.id) s
where t.id = $1 and g.tournament_id = $1 and g.number between $2 and $3
order by g.number;

-- name: read_extra(struct scope: tournament int, games int)
-- gives: rows
-- next: extra(game bigint, number int)
select g.id, g.number
from farm.games g
where g.tournament_id = $1 and g.number > $2
order by g.number;

-- In a restored tournament it is unknown which workers finished its games. Then only the sums are
-- compared.
-- name: read_tallies(tournament int)
-- gives: rows
-- next: tally(difference text)
with game as (
	select worker_id, count(*) as games, sum(phases) as phases
	from farm.games
	where tournament_id = $1 and state = 'finished'
	group by worker_id),
known as (select not exists (select from game where worker_id is null) as yes),
entry as (
	select worker_id, finished as t_games, phases as t_phases, 0 as games, 0 as phases
	from farm.tallies
	where tournament_id = $1
	union all
	select worker_id, 0, 0, games, phases
	from game),
worker as (
	select case when yes then worker_id end as id, sum(t_games) as t_games,
		sum(t_phases) as t_phases, sum(games) as games, coalesce(sum(phases), 0) as phases
	from entry
	cross join known
	group by 1)
select format('%s tallied with %s games of %s phases, %s finished %s of %s',
		coalesce('worker ' || id || ' is', 'the workers are'), t_games, t_phases,
		case when id is null then 'they' else 'it' end, games, phases)
from worker
where (t_games, t_phases) <> (games, phases)
order by id;

-- name: read_strays(tournament int) anew
-- gives: rows
-- next: stray(game bigint)
select game_id from farm.boards where tournament_id = $1
except
select id from farm.games where tournament_id = $1
order by 1;
