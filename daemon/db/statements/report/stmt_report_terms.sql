-- The statements of stmt_report_terms.c.

-- name: facts(id int, tournament text)
select p.finished::text, (p.pending + p.claimed + p.waiting)::text, p.quarantined::text,
	p.cancelled::text, coalesce(y.blocks, 0)::text, coalesce(y.left_out, 0)::text,
	(
		select count(distinct s.user_id)
		from farm.games g
		join farm.seats s on s.game_id = g.id
		where g.tournament_id = t.id)::text, cardinality(m.powers)::text, t.block::text,
	t.team::text, t.games::text, t.rules, m.name, to_char(now(), 'YYYY-MM-DD HH24:MI TZ'),
	p.waiting::text
from farm.tournaments t
join farm.maps m on m.id = t.map_id
join farm.progress p on p.tournament = t.name
left join farm.played y on y.tournament_id = t.id
where t.id = $1 and t.name = $2;

-- name: terms(id int, tournament text)
select asked::int::text, what, value
from farm.tournaments t
join farm.maps m on m.id = t.map_id
left join farm.stops s on s.tournament_id = t.id
cross join lateral (
	select min(claimed_at) as first, max(finished_at) as last, sum(phases) as phases
	from farm.games g
	where g.tournament_id = t.id and g.state = 'finished') p
cross join lateral (
	values
		(1, true, 'players', replace(t.players, ',', ', ')),
		(2, true, 'rules', t.rules),
		(3, true, 'judge', t.judge),
		(4, true, 'map', m.name
			|| format(': %s powers, %s centres', cardinality(m.powers), cardinality(m.centres))),
		(5, true, 'begins with', case when t.start_case is null then 'the map''s position'
			else format('the position %s, in %s', t.start_case,
				farm.phase_name(t.start_phase)) end),
		(6, true, 'games', to_char(t.games, 'FM999,999,999,999')
			|| case
				when t.team > 0 then format(', in blocks of %s; the first player has %s power%s',
					t.block, t.team, case t.team when 1 then '' else 's' end)
				when t.block > 1 then
					format(', in blocks of %s, in which players exchange their powers', t.block)
				else '' end),
		(7, true, 'a game ends at the latest',
			format('after %s rounds, two a year', t.round_limit)),
		(8, true, 'a draw is agreed', case when t.draw_after > 0 then format(
					'after %s years without a change of centres', t.draw_after) end),
		(9, true, 'stops', 'until ' || s.rule || ' of the score ' || s.score),
		(10, true, 'time for orders', nullif(concat_ws(', ', 'moves ' || t.diplomatic_time,
					'retreats ' || t.retreat_time, 'builds ' || t.adjustment_time), '')),
		(12, true, 'hints', case when t.hints then 'people may ask what Ares would order' end),
		(20, false, 'made', to_char(t.created_at, 'YYYY-MM-DD HH24:MI')),
		(21, false, 'played', to_char(p.first, 'YYYY-MM-DD HH24:MI') || ' to '
			|| to_char(p.last, 'YYYY-MM-DD HH24:MI')),
		(22, false, 'phases', to_char(p.phases, 'FM999,999,999,999')),
		(23, false, 'by faults', (
			select c.by_fault_said from farm.counted c where c.tournament = t.name)))
	v (place, asked, what, value)
where t.id = $1 and t.name = $2 and value is not null
order by place;

-- A label does not say which settings a player has.
-- name: seated(id int, tournament text)
select u.label, case when u.player is null then 'external player'
		else regexp_replace(u.name, '^[^=(]*=', '') end, s.seats::text, s.games::text
from (
	select s.user_id, count(*) as seats, count(distinct s.game_id) as games
	from farm.games g
	join farm.seats s on s.game_id = g.id
	where g.tournament_id = $1
	group by s.user_id) s
join farm.users u on u.id = s.user_id
order by u.label collate "C";

-- name: seed(id int, tournament text)
select '1', 'seed', coalesce(farm.tournament_seed(id)::text, 'a secret until all is played')
from farm.tournaments
where id = $1 and name = $2;

-- The digest of more phases takes longer than the rest of the report.
-- name: digest(id int, tournament text)
select encode(sha256(string_agg(g.digest, ''::bytea order by g.number)
		filter (where g.state = 'finished')), 'hex'),
	case when bool_and(g.state in ('finished', 'cancelled')) and sum(g.phases) <= 20000
		then farm.tournament_digest($2) end
from farm.games g
join farm.tournaments t on t.id = g.tournament_id and t.name = $2
where g.tournament_id = $1;
