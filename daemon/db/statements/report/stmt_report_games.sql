-- The statements of stmt_report_games.c.

-- name: slow(id int, tournament text)
select g.number::text, g.id::text, s.think::text, s.judge::text, g.phases::text,
	case when g.ending = 'solo' then m.powers[1 + g.winner] || ' won in '
		|| farm.phase_year((g.phase - 1)::smallint) else 'a draw of '
		|| (select count(*) from unnest(g.units) u where u > 0) || ' in '
		|| farm.phase_year((g.phase - 1)::smallint) end
from (
	select s.game_id, (select sum(n) from unnest(s.think_ns) n) as think,
		(select sum(n::bigint) from unnest(s.resolve_ns) n) as judge
	from farm.summaries_of($1) s) s
join farm.games g on g.id = s.game_id and g.state = 'finished'
join farm.tournaments t on t.id = g.tournament_id and t.name = $2
join farm.maps m on m.id = t.map_id
order by s.think + s.judge desc, g.number
limit 5;

-- name: strange(id int, tournament text)
with share as (
	select user_id, shares / nullif(blocks, 0) as share, expected
	from farm.gains
	where tournament_id = $1),
g as materialized (
	select g.number, g.id, g.ending = 'solo' as won, g.ending = 'draw' as drawn,
		m.powers[1 + g.winner] as winner, farm.phase_year((g.phase - 1)::smallint) as year,
		g.centres, s.events, cardinality(m.centres) as total,
		case when length(s.centres) > g.winner then get_byte(s.centres, g.winner) end as begun,
		(farm.phase_round(g.phase) - farm.phase_round(coalesce(t.start_phase, 0::smallint)) + 1) /
		2 as years, c.most, c.second, c.leader, c.alive, c.least, c.smallest, u.label,
		share.share, share.expected, low.fewest,
		farm.phase_year(coalesce(t.start_phase, 0::smallint)) + low.n as low_year
	from farm.games g
	join farm.tournaments t on t.id = g.tournament_id and t.name = $2
	join farm.maps m on m.id = t.map_id
	join farm.summaries_of($1) s on s.game_id = g.id
	left join farm.seats e on e.game_id = g.id and e.power = g.winner
	left join farm.users u on u.id = e.user_id
	left join share on share.user_id = e.user_id
	cross join lateral (
		select max(c) as most, max(c) filter (where k - 1 is distinct from g.winner) as second,
			(array_agg(m.powers[k] order by c desc))[1] as leader,
			count(*) filter (where n > 0) as alive, min(c) filter (where n > 0) as least,
			(array_agg(m.powers[k] order by c) filter (where n > 0))[1] as smallest
		from unnest(g.centres, g.units) with ordinality p (c, n, k)) c
	left join lateral (
		select n, get_byte(s.centres, n * cardinality(m.powers) + g.winner) as fewest
		from generate_series(1, length(s.centres) / cardinality(m.powers) - 1) n
		where g.winner is not null
		order by fewest, n
		limit 1) low on true
	where g.tournament_id = $1 and g.state = 'finished')
select number::text, id::text, why
from (
	(
		select 1 as place, number, id, format(
				'%s won it as %s, and gained only %s %% of the points in all; %s %% were fair.',
				label, winner, round((100 * share)::numeric, 1),
				round((100 * expected)::numeric, 1)) as why
		from g
		where won and share < 0.8 * expected
		order by share, years, number
		limit 1)
	union all (
		select 2, number, id, format(
				'the greatest comeback: %s won with %s centres in %s, and had %s when %s began.',
				winner, most, year, fewest, low_year)
		from g
		where won and fewest < begun
		order by fewest, low_year desc, number
		limit 1)
	union all (
		select 3, number, id, format(
				'for %s years no centre changed hands; then the game went on, and %s won in %s.',
				events[10], winner, year)
		from g
		where won and events[10] >= 5
		order by events[10] desc, number
		limit 1)
	union all (
		select 4, number, id, format('the most dislodgements: %s. The mean is %s.', events[4],
				(select round(avg(events[4]), 1) from g))
		from g
		where events[4] > 2 * (select avg(events[4]) from g)
		order by events[4] desc, number
		limit 1)
	union all (
		select 5, number, id, format(
				'the lead changed most often: another power was ahead %s times than a year before.',
				events[9])
		from g
		where events[9] >= 5
		order by events[9] desc, number
		limit 1)
	union all (
		select 6, number, id, format(
				'the quickest win: %s won in %s, after %s. Half of all wins took %s or more.',
				winner, year, case years when 1 then 'one year' else years || ' years' end,
				(select percentile_disc(0.5) within group (order by years) from g where won))
		from g
		where won and (select count(*) from g where won) > 1
		order by years, number
		limit 1)
	union all (
		select 7, number, id,
			format('the latest win: %s won in %s, after %s years.', winner, year, years)
		from g
		where won and years > (select min(years) from g where won)
		order by years desc, number
		limit 1)
	union all (
		select 8, number, id, format(
				'the closest win: %s won with %s centres; another power had %s.', winner, most,
				second)
		from g
		where won and second >= most / 2
		order by second desc, most, number
		limit 1)
	union all (
		select 9, number, id,
			format('so near: %s had %s centres, and it was a draw of %s.', leader, most, alive)
		from g
		where drawn and most >= total / 2 - 1
		order by most desc, number
		limit 1)
	union all (
		select 10, number, id, format(
				'%s survived with %s, and shared the draw with a power that had %s.', smallest,
				case least when 0 then 'no centre' else 'one centre' end, most)
		from g
		where drawn and least <= 1 and alive > 1
		order by most desc, least, number
		limit 1)
	union all (
		select 11, number, id,
			format('the widest draw: %s powers share it, after %s years.', alive, years)
		from g
		where drawn and alive > 2
		order by alive desc, years desc, number
		limit 1)) s
order by place;

-- name: aside(id int, tournament text)
select g.number::text, g.id::text, g.state::text, coalesce(g.reason, 'cancelled by a user')
from farm.games g
join farm.tournaments t on t.id = g.tournament_id and t.name = $2
where g.tournament_id = $1 and g.aside in ('quarantined', 'cancelled')
	and not exists (
		select from farm.stops s where s.tournament_id = t.id and g.number > s.last_game)
order by g.state, g.number
limit 50;
