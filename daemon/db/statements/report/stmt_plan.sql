-- The statements of stmt_plan.c.

-- Why the tournaments are missing or their games are not paired; "" if all is well. $2 may be
-- empty. Paired games have the same terms and seats, except for the seats of the player $3.
-- name: check_plan(tournament text, control text, player text)
-- gives: row(why text[STMT_PLAN_SIZE])
select coalesce(case
		when t.id is null then format('no tournament %s; aresctl tournament list lists them', $1)
		when exists (
			select from farm.games g
			join farm.seats s on s.game_id = g.id
			where g.tournament_id = t.id
			having count(distinct s.user_id)
				> count(distinct s.user_id) filter (where g.number <= t.block))
		then format('%s is not a pilot: its players change from game to game', $1)
		when $2 = '' then null
		when c.id is null then format('no tournament %s; aresctl tournament list lists them', $2)
		when c.id = t.id then format('--control %s is the pilot itself', $2)
		when d.terms <> '' then format('%s has %s than %s: their games are not paired', $2,
			d.terms, $1)
		when exists (
			select from farm.games g
			join farm.seats s on s.game_id = g.id
			join farm.users u on u.id = s.user_id and u.label <> $3
			join farm.games h on h.tournament_id = c.id and h.number = g.number
			join farm.seats z on z.game_id = h.id and z.power = s.power
			join farm.users v on v.id = z.user_id
			where g.tournament_id = t.id
				and (v.player, v.role, v.settings) is distinct from (u.player, u.role, u.settings))
		then format('%s differs from %s in other seats than those of %s: their games are not '
				'paired', $2, $1, $3)
		end, '')
from (select) x
left join farm.tournaments t on t.name = $1 and not t.dropped
left join farm.tournaments c on c.name = $2 and not c.dropped
cross join lateral (
	select concat_ws(', ', case when c.map_id <> t.map_id then 'another map' end,
		case when c.seed <> t.seed then 'another seed' end,
		case when (c.block, c.team) <> (t.block, t.team) then 'other blocks' end,
		case when c.rules <> t.rules then 'other rules' end,
		case when c.judge <> t.judge then 'another judge' end,
		case when c.round_limit <> t.round_limit then 'other rounds' end,
		case when c.draw_after <> t.draw_after then 'another draw-after' end,
		case when (c.start_phase, c.start_units, c.start_owners)
				is distinct from (t.start_phase, t.start_units, t.start_owners)
			then 'another start' end,
		case when (c.press, c.press_rounds) <> (t.press, t.press_rounds)
			then 'other press' end) as terms) d;

-- The players of a tournament, the first of --seats first.
-- name: read_plan_players(tournament text)
-- gives: answer(struct plan_player: label)
select u.label
from farm.tournaments t
join farm.games g on g.tournament_id = t.id and g.number <= t.block
join farm.seats s on s.game_id = g.id
join farm.users u on u.id = s.user_id
where t.name = $1
group by u.label
order by min(s.entrant), min(g.number * 7 + s.power);

-- By complete block, or by game, per game: the scores of a player minus those of the other one; the
-- same for the average values of their powers; and the scores in the control tournament of the
-- player's seats, null without one.
-- name: read_plan(tournament text, score text, player text, opponent text, control text,
--     whole boolean)
-- gives: answer(struct plan_row: outcome, par, silent)
with seat as (
	select s.block, s.number, s.power, s.value, u.label,
		avg(s.value) over (partition by s.power) as par
	from farm.scores s
	join farm.users u on u.id = s.user_id
	where s.tournament = $1 and s.score = $2),
unit as (select case $2 when 'daide' then 1 else 100 end::float8 as points)
select (max(u.points) * coalesce(sum(w.sign * s.value), 0) / max(w.games))::float8,
	(max(u.points) * coalesce(sum(w.sign * s.par), 0) / max(w.games))::float8,
	case when $5 <> '' then (max(u.points) * coalesce(sum(c.value) filter (where w.sign = 1), 0)
		/ max(w.games))::float8 end
from seat s
cross join unit u
join farm.tournaments t on t.name = $1
cross join lateral (
	select case s.label when $3 then 1 when $4 then -1 end as sign,
		case when $6 then t.block else 1 end as games,
		case when $6 then s.block else s.number end as unit) w
left join farm.scores c on c.tournament = $5 and c.score = $2 and c.number = s.number
	and c.power = s.power
group by w.unit
having count(distinct s.number) = max(w.games)
	and ($5 = '' or count(c.value) = count(*))
order by w.unit;

-- The average cost of a finished game, and the number of games.
-- name: find_price(tournament text)
-- gives: row(games int, dollars double, block int)
select count(*)::int, coalesce(sum(c.dollars) / nullif(count(*), 0), 0)::float8,
	coalesce(max(t.block), 1)
from farm.games g
join farm.tournaments t on t.id = g.tournament_id and t.name = $1
left join lateral (
	select sum(x.dollars) as dollars from farm.costs x where x.game_id = g.id) c on true
where g.state = 'finished';
