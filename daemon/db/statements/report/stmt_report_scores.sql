-- The statements of stmt_report_scores.c.

-- name: standings(id int, tournament text)
select player, games::text, blocks::text, seats::text, points::text, per_seat::text, share::text,
	expected::text, low::text, high::text, p::text, wins::text, draws::text, survivals::text,
	eliminations::text
from farm.standings s
where tournament = $2
order by s.share desc nulls last, s.points desc, player;

-- name: comparisons(id int, tournament text)
select player, opponent, games::text, difference::text, expected::text, low::text, high::text,
	p::text, verdict
from farm.comparisons
where tournament = $2
order by player, opponent;

-- name: stop(id int, tournament text)
select concat_ws('; ', said, evidence) from farm.stopping_told where tournament = $2;

-- name: powers(id int, tournament text)
select s.power, s.games::text, s.share::text, s.expected::text, s.low::text, s.high::text,
	s.wins::text, s.draws::text, s.survivals::text, s.eliminations::text, c.centres::text
from farm.standings_by_power s
join farm.tournaments t on t.id = $1 and t.name = s.tournament
join farm.maps m on m.id = t.map_id
join (
	select power, avg(centres) as centres
	from farm.outcomes
	where tournament_id = $1
	group by power) c on m.powers[1 + c.power] = s.power
where s.tournament = $2 and s.player = '(all)'
order by c.power;

-- name: powers_of(id int, tournament text)
select power, player, games::text, share::text, low::text, high::text
from farm.standings_by_power
where tournament = $2 and player <> '(all)'
order by power, player collate "C";

-- Means over games, in % or as they are, with the block as the unit: of shares by farm.share95, of
-- others by Student's t. A share has the square of 1 or 0 only where a block is one game.
-- name: measures(id int, tournament text)
with game as (
	select g.number, (g.number - 1) / t.block as block, (g.ending = 'solo')::int::float8 as won,
		(farm.phase_round(g.phase) - farm.phase_round(coalesce(t.start_phase, 0::smallint))) / 2.0
		as years, g.phases::float8 as phases,
		(select count(*) from unnest(g.units) u where u > 0)::float8 as alive, g.ending
	from farm.games g
	join farm.tournaments t on t.id = g.tournament_id
	where g.tournament_id = $1 and t.name = $2 and g.state = 'finished'),
part as (
	select v.place, v.what, v.share, v.digits, g.block, avg(v.value)::float8 as value
	from game g
	cross join lateral (
		values
			(1, 'games won by one power, %', true, 1, g.won),
			(2, 'years of a game', false, 1, g.years),
			(3, 'years of a game that was won', false, 1,
				case when g.ending = 'solo' then g.years end),
			(4, 'powers that share a draw', false, 2, case when g.ending = 'draw' then g.alive end),
			(5, 'powers left at the end', false, 2, g.alive),
			(6, 'phases of a game', false, 1, g.phases)) v (place, what, share, digits, value)
	where v.value is not null
	group by v.place, v.what, v.share, v.digits, g.block),
mean as (
	select place, what, share, digits, count(*) as n, avg(value) as mean, sum(value) as sum,
		sum(value ^ 2) as squares, stddev_samp(value) / sqrt(count(*)) as error
	from part
	group by place, what, share, digits)
select what, (case when share then 100 else 1 end * mean)::text,
	case when share then 100 * i.low else mean - t.t * error end::text,
	case when share then 100 * i.high else mean + t.t * error end::text, digits::text, n::text
from mean
left join lateral farm.share95(case when share then n end, sum, squares, 0.5) i on share
left join lateral (select farm.student_t(0.05, nullif(n - 1, 0)) as t) t on not share and n > 1
order by place;
