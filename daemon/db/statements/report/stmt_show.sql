-- The statements of stmt_show.c.

-- name: is_agent()
-- gives: row(agent boolean)
select coalesce(has_schema_privilege(to_regnamespace('api')::oid, 'usage')
	and not has_schema_privilege(to_regnamespace('farm')::oid, 'usage'), false);

-- Lines of a game: its orders, units and counts of centres, with columns as in schema api.
-- part: story
o as (
	select phase_number as phase, phase as name, power, text, result
		|| case when dislodged and result <> 'dislodged' then ', dislodged' else '' end as outcome
	from orders
	where $2 < 0 or phase_number = $2),
u as (
	select phase_number as phase, phase as name, power, type || ' ' || coalesce(area, '?') as text,
		case when dislodged then 'dislodged' else '' end as outcome
	from units
	where $2 < 0 or phase_number = $2),
c as (
	select phase_number as phase, phase as name, owner, count(*) as n
	from centres
	where ($2 < 0 or phase_number = $2) and owner is not null
	group by 1, 2, 3),
line as (
	select phase, name, 0 as kind, '' as power,
		string_agg(owner || ' ' || n, ', ' order by owner) as text, '' as outcome
	from c
	group by phase, name
	union all
	select phase, name, 1, power, text, outcome
	from u
	where $2 >= 0 and name !~ 'M$' or phase not in (select phase from o)
	union all
	select phase, name, 2, power, text, outcome
	from o)
select name || case when phase in (select phase from o) then '' else ', the final board' end,
	power, text, outcome, kind
from line
order by phase, kind, power, substr(text, 3)

-- name: read_story(game bigint, phase smallint)
-- next: story(struct story_line: heading, power, text, outcome, kind)
with orders as (
	select phase as phase_number, phase_name as phase, power, text, result, dislodged
	from farm.orders
	where game = $1),
units as (
	select phase as phase_number, phase_name as phase, power, type, area, dislodged
	from farm.units
	where game = $1),
centres as (
	select phase as phase_number, phase_name as phase, owner from farm.centres where game = $1),
{story};

-- name: read_agent_story(game bigint, phase smallint)
with orders as (select * from api.my_orders where game = $1),
units as (select * from api.my_units where game = $1),
centres as (select * from api.my_centres where game = $1),
{story};

-- name: find_agent_game(reference text)
select game, format('%s/%s, game %s: %s', min(tournament), min(number), game,
		case when min(state) <> 'finished' then min(state) else 'finished: '
			|| coalesce('solo ' || min(winner), 'draw') end),
	string_agg(format('%s @%s%s', power, current_user, ': ' || fate), E'\n' order by power)
from api.my_games
where case when $1 ~ '^[0-9]{1,18}$' then game = $1::bigint
		else tournament = split_part($1, '/', 1) and number::text = split_part($1, '/', 2) end
group by game;

-- name: print_agent_boards(game bigint, phase smallint)
-- gives: maybe text
with g as (
	select game, min(tournament) as tournament, min(number) as number, min(state) as state,
		min(winner) as winner
	from api.my_games
	where game = $1
	group by game),
u as (
	select phase_number, min(phase) as phase, json_agg(json_build_object('power', power,
				'type', type, 'area', coalesce(area, '?')) order by area, dislodged) as units
	from api.my_units
	where game = $1 and ($2 < 0 or phase_number = $2)
	group by 1),
c as (
	select phase_number, json_object_agg(province, owner order by province) as owners
	from api.my_centres
	where game = $1 and owner is not null
	group by 1),
o as (
	select phase_number, json_agg(json_build_object('power', power, 'order', text,
				'result', result, 'dislodged', dislodged) order by power, substr(text, 3)) as
		orders
	from api.my_orders
	where game = $1
	group by 1)
select json_build_object('game', g.game, 'tournament', g.tournament, 'number', g.number,
		'state', g.state, 'winner', g.winner, 'phase', u.phase, 'units', u.units,
		'owners', c.owners, 'orders', o.orders)::text
from g
cross join u
left join c using (phase_number)
left join o using (phase_number)
order by phase_number;
