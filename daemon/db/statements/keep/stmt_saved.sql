-- The statements of stmt_saved.c.

-- name: open_recording(struct tournament: name text, map text, rules text, judge text,
--     round_limit int, seats text, players text)
-- gives: row(id int)
select farm.recording_open($1, $2, $3, $4, $5, $6, $7);

-- name: recorded_types()
select 'farm.written_board'::regtype::oid, 'farm.written_end'::regtype::oid,
	'farm.written_summary'::regtype::oid, 'farm.written_orders'::regtype::oid;

-- name: record_game(tournament int, number int, users int[], boards farm.written_board[],
--     end farm.written_end[], summary farm.written_summary[], orders farm.written_orders[],
--     source text, id text, map text, rules text, note text, written_at bigint,
--     agreed_in smallint, start_phase smallint, start_units smallint[], start_owners text,
--     messages text, names text)
select farm.game_record($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
		$17, $18, $19);

-- name: close_recording(tournament int)
-- gives: nothing
select farm.recording_close($1)::text;

-- name: read_exported(reference text)
-- gives: rows
-- next: exported(struct exported: game, tournament, map, number, name, terms.rules, terms.judge,
--     terms.round_limit, our_map, terms.start_phase?terms.started,
--     terms.start_units[terms.start_unit_count]?terms.started, terms.start_owners?terms.started,
--     terms.agreed_in?terms.agreed, terms.shared, finished, winner, ended_at, recorded, id,
--     map_name, rules, note, written_at, state)
select g.id, t.id, t.map_id, g.number, t.name, t.rules, t.judge, t.round_limit, m.name,
	coalesce(e.start_phase, t.start_phase), coalesce(e.start_units, t.start_units),
	coalesce(e.start_owners, t.start_owners), g.agreed, coalesce(g.shared, 0::smallint),
	g.state = 'finished',
	coalesce(g.winner, 7::smallint),
	coalesce((extract(epoch from g.finished_at) * 1000000)::bigint, 0), e.game_id is not null,
	coalesce(e.saved_id, ''), coalesce(e.saved_map, ''),
	coalesce(array_to_string(e.saved_rules, ' '), ''), coalesce(e.note, ''),
	coalesce(e.written_at, 0), g.state::text
from farm.games g
join farm.tournaments t on t.id = g.tournament_id
join farm.maps m on m.id = t.map_id
left join farm.recorded e on e.game_id = g.id
where not t.dropped and (t.name = $1 or case when $1 ~ '^[0-9]{1,18}$' then g.id = $1::bigint
			else t.name = split_part($1, '/', 1) and $1 = t.name || '/' || g.number end)
order by g.number;

-- name: read_seats(game bigint)
-- gives: rows
-- next: seat(struct exported_seat: label, settings, points, block, seed)
select coalesce(u.label, ''), coalesce(regexp_replace(u.name, '^[^=(]*=', ''), ''),
	coalesce(o.points::text, ''), (g.number - 1) / t.block + 1,
	coalesce(farm.tournament_seed(t.id)::text, '')
from farm.games g
join farm.tournaments t on t.id = g.tournament_id
join farm.maps m on m.id = t.map_id
cross join generate_series(0, cardinality(m.powers) - 1) p (power)
left join farm.seats s on s.game_id = g.id and s.power = p.power
left join farm.users u on u.id = s.user_id
left join farm.outcomes o on o.game = g.id and o.power = p.power
where g.id = $1
order by p.power;

-- name: read_messages(game bigint)
-- gives: rows
-- next: messages(messages text)
select messages::text from farm.recorded where game_id = $1 and messages is not null;

-- name: read_disregarded(game bigint)
-- gives: rows
-- next: disregarded(phase text, power text, order text)
select o.phase, o.power, x.text
from farm.played_orders o
cross join lateral unnest(o.orders, o.problems) with ordinality x (text, problem, n)
where o.game = $1 and x.problem is not null
order by o.power, x.n;
