-- The statements of stmt_report_times.c.

-- name: resolution(id int, tournament text)
select conclusive_stage, boards::text, percent::text, average_ns::text, median_ns::text,
	average_orders::text, ns_an_order::text
from farm.resolution
where tournament = $2
order by stage nulls last;

-- name: histogram(id int, tournament text)
select from_ns::text, to_ns::text, conditioning::text, substitution::text, supposition::text,
	paradox::text
from farm.histogram($2, 2, 40);

-- Quantiles need every decision by itself. Of many games every so many-th is looked at: fifty games
-- have thousands of decisions of each player. A power without units does not think: it has 0 ns.
-- name: thinking(id int, tournament text) anew
with finished as (
	select id, row_number() over (order by number) as place, count(*) over () as games
	from farm.games
	where tournament_id = $1 and state = 'finished'),
seen as (
	select id, games, count(*) over () as looked
	from finished
	where place % (1 + (games - 1) / 50) = 0),
decision as (
	select s.user_id, seen.games, seen.looked, b.think_ns[1 + s.power] as ns
	from seen
	cross join lateral (
		select b.think_ns
		from farm.boards b
		where b.tournament_id = $1 and b.game_id = seen.id and b.orders is not null
			and farm.phase_is_move(b.phase)) b
	join farm.seats s on s.game_id = seen.id)
select u.label, n::text, q[1]::text, q[2]::text, q[3]::text, q[4]::text, q[5]::text, looked::text,
	games::text
from (
	select user_id, count(*) as n, max(looked) as looked, max(games) as games,
		percentile_disc(array[0.1, 0.5, 0.9, 0.99, 1]) within group (order by ns) as q
	from decision
	where ns > 0
	group by user_id) d
join farm.users u on u.id = d.user_id and u.player is not null
order by q[2] desc, u.label collate "C";

-- name: forecasts(id int, tournament text)
select u.label, sum(f.n)::text, round(sum(f.forecasts) / sum(f.n), 1)::text,
	round(100.0 * sum(f.conditioning) / sum(f.forecasts), 1)::text,
	round(100.0 * sum(f.substitution) / sum(f.forecasts), 1)::text,
	round(100.0 * sum(f.supposition) / sum(f.forecasts), 1)::text,
	round(100.0 * sum(f.paradox) / sum(f.forecasts), 1)::text,
	round(sum(f.forecast_ns) / sum(f.forecasts))::text,
	round(100.0 * sum(f.forecast_ns) / nullif(sum(f.foresaw_ns), 0), 1)::text,
	round(100.0 * sum(f.capped) / sum(f.n), 1)::text
from farm.summaries_of($1) s
cross join lateral unnest(s.foresaw, s.forecasts, s.conditioning, s.substitution, s.supposition,
		s.paradox, s.forecast_ns, s.foresaw_ns, s.capped) with ordinality f (n, forecasts,
		conditioning, substitution, supposition, paradox, forecast_ns, foresaw_ns, capped, place)
join farm.seats e on e.game_id = s.game_id and e.power = f.place - 1
join farm.users u on u.id = e.user_id
where f.n > 0 and f.forecasts > 0
group by u.label
order by u.label collate "C";
