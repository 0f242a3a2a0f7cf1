-- The statements of stmt_report.c.

-- name: find_report(tournament text)
-- gives: maybe(id int)
select id from farm.tournaments where name = $1 and not dropped;

-- script: open_report
begin transaction isolation level repeatable read, read only;

-- JIT takes longer than running such questions, and their sums fit into this work_mem.
-- name: tune_report()
select set_config('jit', 'off', true), set_config('work_mem', '64MB', true);

-- script: close_report
-- gives: nothing
rollback;

-- script: mark_report
savepoint report;

-- script: return_report
rollback to savepoint report;

-- A difference d in [-1, 1] counts as the share (1 + d) / 2, so that its interval is that of
-- farm.share95.
-- name: pairs(one int, other int, score text)
with pair as (
	select a.id as one, b.id as other, a.block, least(a.games, b.games) as games
	from farm.tournaments a, farm.tournaments b
	where a.id = $1 and b.id = $2 and (a.map_id, a.block, a.team) = (b.map_id, b.block, b.team)
		and farm.tournament_seed(a.id) = farm.tournament_seed(b.id)),
seat as (
	select g.tournament_id, g.number, s.power, s.user_id
	from pair p
	join farm.games g on g.tournament_id in (p.one, p.other) and g.number <= p.games
	join farm.seats s on s.game_id = g.id),
same as (
	select coalesce(bool_and(two and equal), false) as seats
	from (
		select count(*) = 2 as two, min(user_id) = max(user_id) as equal
		from seat
		group by number, power) e),
gained as (
	select b.tournament_id, b.block, b.user_id, b.share
	from pair p
	cross join same
	join farm.score_blocks b on b.tournament_id in (p.one, p.other) and b.complete and b.score = $3
	where same.seats),
both_have as (
	select a.user_id, a.share as one, b.share as other
	from pair p
	join gained a on a.tournament_id = p.one
	join gained b on b.tournament_id = p.other and (b.block, b.user_id) = (a.block, a.user_id)),
sums as (
	select user_id, count(*) as n, avg(one) as one, avg(other) as other,
		sum((1 + other - one) / 2) as shares, sum(((1 + other - one) / 2) ^ 2) as squares
	from both_have
	group by user_id)
select u.label, (100 * one)::float8, (100 * other)::float8, (100 * (other - one))::float8,
	(100 * (2 * i.low - 1))::float8, (100 * (2 * i.high - 1))::float8
from sums
join farm.users u on u.id = sums.user_id
cross join lateral farm.share95(n, shares, squares, 0.5) i
order by u.label collate "C";

-- name: facts(id int, tournament text)
select p.finished::float8, (p.pending + p.claimed + p.waiting)::float8, p.quarantined::float8,
	p.cancelled::float8, coalesce(y.blocks, 0)::float8, coalesce(y.left_out, 0)::float8,
	(
		select count(distinct s.user_id)
		from farm.games g
		join farm.seats s on s.game_id = g.id
		where g.tournament_id = t.id)::float8, t.games::float8,
	coalesce(s.score, 'thesis'),
	to_char(now(), 'YYYY-MM-DD HH24:MI TZ')
from farm.tournaments t
join farm.progress p on p.tournament = t.name
left join farm.played y on y.tournament_id = t.id
left join farm.stops s on s.tournament_id = t.id
where t.id = $1 and t.name = $2;

-- name: terms(id int, tournament text)
select asked, what, value
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
			select c.by_fault_said from farm.counted c where c.tournament = t.name)),
		(24, false, 'by stand-ins', (
			select string_agg(format('for %s: %s', i.player, i.said), '; ' order by i.player)
			from farm.stand_ins_told i where i.tournament_id = t.id)),
		(25, false, 'powers', (
			select r.said from farm.remarks r where r.tournament = t.name and r.place = 5)))
	v (place, asked, what, value)
where t.id = $1 and value is not null
order by place;

-- A label does not show the settings of a player.
-- name: seated(id int, tournament text)
select u.label, case when u.player is null then 'external player'
		else regexp_replace(u.name, '^[^=(]*=', '') end, s.seats::float8, s.games::float8
from (
	select s.user_id, count(*) as seats, count(distinct s.game_id) as games
	from farm.games g
	join farm.seats s on s.game_id = g.id
	where g.tournament_id = $1
	group by s.user_id) s
join farm.users u on u.id = s.user_id
order by u.label collate "C";

-- name: seed(id int, tournament text)
select true, 'seed', coalesce(farm.tournament_seed(id)::text, 'a secret until all is played')
from farm.tournaments
where id = $1;

-- The digest of more phases would take longer than the rest of the report.
-- name: digest(id int, tournament text)
select coalesce(encode(sha256(string_agg(g.digest, ''::bytea order by g.number)
			filter (where g.state = 'finished')), 'hex'), ''),
	coalesce(case when bool_and(g.state in ('finished', 'cancelled')) and sum(g.phases) <= 20000
			then farm.tournament_digest($2) end, '')
from farm.games g
where g.tournament_id = $1;

-- A daide score of a seat is its points times the number of powers, less 1. So the shares by daide
-- are those by thesis.
-- name: standings(id int, tournament text, score text)
select s.player, s.seats::float8, coalesce(d.points, s.points)::float8,
	coalesce(d.per_seat, s.per_seat)::float8, s.share::float8, s.expected::float8, s.low::float8,
	s.high::float8, s.p::float8, s.wins::float8, s.draws::float8, s.survivals::float8,
	s.eliminations::float8
from farm.score_standings s
left join farm.score_standings d on $3 = 'daide' and d.score = $3
	and d.tournament = $2 and d.player = s.player
where s.tournament = $2 and s.score = replace($3, 'daide', 'thesis')
order by s.share desc nulls last, s.points desc, s.player;

-- name: comparisons(id int, tournament text, score text)
select player, opponent, games::float8, difference::float8, expected::float8, low::float8,
	high::float8, p::float8, coalesce(verdict, '')
from farm.score_comparisons
where tournament = $2 and score = replace($3, 'daide', 'thesis')
order by player, opponent;

-- name: branches(id int, tournament text)
select b.depth, b.root, b.tournament, b.number, b.phase_name, coalesce(b.said, '')
from farm.branch_tree b
where b.root = coalesce((select x.root from farm.branch_tree x where x.tournament_id = $1), $2)
order by b.path || b.tournament;

-- name: effects(id int, tournament text, score text)
select said, powers, pairs::float8, as_was::float8, altered::float8, difference::float8,
	low::float8, high::float8, p::float8, verdict
from farm.branch_effects
where tournament = $2 and score = $3
order by arm, concerned desc, powers;

-- name: costs(id int, tournament text)
select player, model, games::float8, decisions::float8, tokens_in::float8, tokens_out::float8,
	dollars::float8, dollars_a_game::float8
from farm.cost_sums
where tournament_id = $1
order by player collate "C", model collate "C";

-- name: stop(id int, tournament text)
select concat_ws('; ', said, evidence) from farm.stopping_told where tournament = $2;

-- name: powers(id int, tournament text)
select s.power, s.games::float8, s.share::float8, s.expected::float8, s.low::float8, s.high::float8,
	s.wins::float8, s.draws::float8, s.survivals::float8, s.eliminations::float8, c.centres::float8
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
select power, player, games::float8, share::float8, low::float8, high::float8
from farm.standings_by_power
where tournament = $2 and player <> '(all)'
order by power, player collate "C";

-- Means over games, in % or as they are, with the block as the unit: for shares by farm.share95,
-- for others by Student's t. The square of a share equals the share only if a block is one game.
-- name: measures(id int, tournament text)
with game as (
	select g.number, (g.number - 1) / t.block as block, (g.ending = 'solo')::int::float8 as won,
		(farm.phase_round(g.phase) - farm.phase_round(coalesce(t.start_phase, 0::smallint))) / 2.0
		as years, g.phases::float8 as phases,
		(select count(*) from unnest(g.units) u where u > 0)::float8 as alive, g.ending,
		bit_count(w.sharing::bit(32))::float8 as sharers
	from farm.games g
	join farm.tournaments t on t.id = g.tournament_id
	cross join lateral farm.sharers(g.ending, g.winner, g.shared, g.units) w
	where g.tournament_id = $1 and g.state = 'finished'),
part as (
	select v.place, v.what, v.share, v.digits, g.block, avg(v.value)::float8 as value
	from game g
	cross join lateral (
		values
			(1, 'games won by one power, %', true, 1, g.won),
			(2, 'years of a game', false, 1, g.years),
			(3, 'years of a game that was won', false, 1,
				case when g.ending = 'solo' then g.years end),
			(4, 'powers that share a draw', false, 2,
				case when g.ending = 'draw' then g.sharers end),
			(5, 'powers left at the end', false, 2, g.alive),
			(6, 'phases of a game', false, 1, g.phases)) v (place, what, share, digits, value)
	where v.value is not null
	group by v.place, v.what, v.share, v.digits, g.block),
mean as (
	select place, what, share, digits, count(*) as n, avg(value) as mean, sum(value) as sum,
		sum(value ^ 2) as squares, stddev_samp(value) / sqrt(count(*)) as error
	from part
	group by place, what, share, digits)
select what, (case when share then 100 else 1 end * mean)::float8,
	case when share then 100 * i.low else mean - t.t * error end::float8,
	case when share then 100 * i.high else mean + t.t * error end::float8, digits::float8
from mean
left join lateral farm.share95(case when share then n end, sum, squares, 0.5) i on share
left join lateral (select farm.student_t(0.05, nullif(n - 1, 0)) as t) t on not share and n > 1
order by place;

-- Like farm.by_year, which explains the terms: the shares if games had ended at the beginning of a
-- year. At most 27 years: every n-th, and the last one, which has the real ends. It is read from
-- the summaries, and seats of a player in a game are one bit mask, so that ten thousand games take
-- at most a second. A player's share is that of complete blocks, as in the standings: it gains
-- nothing in a block without a seat. For powers all games count. The interval is that of a mean, by
-- Student's t: at the beginning of the games all are exactly equal.
-- name: years(id int, tournament text)
with t as materialized (
	select t.id, t.block as size, m.powers, coalesce(t.start_phase, 0::smallint) as begin,
		farm.phase_year(coalesce(t.start_phase, 0::smallint)) as first,
		(t.round_limit + 1) / 2 as years
	from farm.tournaments t
	join farm.maps m on m.id = t.map_id
	where t.id = $1),
chosen as materialized (
	select y.n, first + y.n as year, greatest(farm.phase_of_year(first + y.n), begin) as phase
	from t
	cross join generate_series(0, years) y (n)
	where y.n % (1 + years / 27) = 0 or y.n = years),
game as materialized (
	select g.id, (g.number - 1) / size as block, g.phase, s.alive, w.sharing
	from t
	join farm.games g on g.tournament_id = t.id and g.state = 'finished'
	join farm.summaries_of($1) s on s.game_id = g.id
	cross join lateral farm.sharers(g.ending, g.winner, g.shared, g.units) w),
board as materialized (
	select g.id, g.block, c.year, w.sharing,
		1.0::float8 / greatest(1, bit_count(w.sharing::bit(32))) as part
	from game g
	cross join chosen c
	cross join lateral (
		select case when c.phase < g.phase then g.alive[1 + c.n] else g.sharing end as sharing) w),
whole as materialized (
	select block from game cross join t group by block having count(*) = max(size)),
mask as materialized (
	select s.game_id, s.user_id, bit_or(1 << s.power) as mask, count(*)::float8 as seats
	from game g
	join whole using (block)
	join farm.seats s on s.game_id = g.id
	group by s.game_id, s.user_id),
block as (
	select m.user_id, b.year, b.block,
		sum(bit_count((b.sharing & m.mask)::bit(32)) * b.part) / max(size) as share,
		sum(m.seats / cardinality(powers)) / max(size) as fair
	from mask m
	join board b on b.id = m.game_id
	cross join t
	group by m.user_id, b.year, b.block),
power as (
	select k - 1 as power, year, sharing >> k - 1 & 1 as has, count(*) as n, part
	from (select sharing, year, part from board) b
	cross join t
	cross join generate_series(1, cardinality(powers)) k
	group by k, year, sharing, part),
mean as (
	select 'player' as kind, u.label as name, 0 as place, b.year,
		(select count(*) from whole) as n, sum(share) as sum, sum(share ^ 2) as squares,
		sum(fair) as fair
	from block b
	join farm.users u on u.id = b.user_id
	group by u.label, b.year
	union all
	select 'power', powers[1 + power], power, year, sum(n)::bigint, sum(n * has * part),
		sum(n * has * part ^ 2), sum(n)::float8 / cardinality(powers)
	from power
	cross join t
	group by power, year, powers)
select kind, name, year::float8, (100 * sum / n)::float8,
	(100 * greatest(0, sum / n - half))::float8, (100 * least(1, sum / n + half))::float8,
	(100 * fair / n)::float8
from mean
left join (
	select n, farm.student_t(0.05, nullif(n - 1, 0)) as t
	from (select distinct n from mean) d
	where n > 1) s using (n)
cross join lateral (
	select t * sqrt(greatest(0, squares - sum ^ 2 / n) / nullif(n - 1, 0) / n) as half) h
order by kind, place, name collate "C", mean.year;

-- name: shared(id int, tournament text)
with shared as (
	select count(*) as sharing, max(rounds + 1) / 2 as years,
		string_agg(power, ' ' order by power) as powers
	from farm.results
	where tournament = $2 and fate = 'draw'
	group by number)
select sharing::float8, powers, count(*)::float8,
	percentile_disc(0.5) within group (order by years)::float8
from shared
group by sharing, powers
order by count(*) desc, sharing, powers
limit 12;

-- name: lengths(id int, tournament text)
select years::float8, count(*) filter (where ending = 'solo')::float8,
	count(*) filter (where ending = 'draw')::float8
from (
	select ending, (
			farm.phase_round(g.phase) - farm.phase_round(coalesce(t.start_phase, 0::smallint)) + 1)
		/ 2 as years
	from farm.games g
	join farm.tournaments t on t.id = g.tournament_id
	where g.tournament_id = $1 and g.state = 'finished') l
group by l.years
order by l.years;

-- Orders without their results: bits 0 to 19. Only the shown ones are converted to text. The
-- parameter selects the partition, so no other is read.
-- name: openings(id int, tournament text) anew
with t as (
	select coalesce(t.start_phase, 0::smallint) as phase, m.powers, m.codes
	from farm.tournaments t
	join farm.maps m on m.id = t.map_id
	where t.id = $1),
board as (
	select b.game_id, b.units, b.orders
	from farm.games g
	cross join lateral (
		select *
		from farm.boards b
		where b.tournament_id = $1 and b.game_id = g.id and b.phase = (select phase from t)) b
	where g.tournament_id = $1 and g.state = 'finished'),
given as (
	select farm.unit_power(o.unit) as power, array_agg(o.unit order by o.unit) as units,
		array_agg(o.code & 1048575 order by o.unit) as orders
	from board b
	cross join lateral unnest(b.units, b.orders) o (unit, code)
	where farm.order_given(o.code) and not farm.unit_apart(o.unit)
	group by b.game_id, power),
counted as (
	select power, units, orders, count(*) as games,
		sum(count(*)) over (partition by power)::bigint as total,
		count(*) over (partition by power) as kinds,
		row_number() over (partition by power order by count(*) desc, orders) as place
	from given
	group by power, units, orders)
select t.powers[1 + power], coalesce((
	select string_agg(farm.order_text(w.kind, farm.unit_type(o.unit) || ' '
				|| coalesce(t.codes[1 + farm.unit_area(o.unit)], '?'),
				case when farm.order_helps(w.kind) then farm.order_aux_type(o.code) || ' '
					|| coalesce(t.codes[1 + farm.order_aux(o.code)], '?') end,
				coalesce(t.codes[1 + farm.order_to(o.code)], '?'), farm.order_via(o.code)),
			', ' order by o.unit)
	from unnest(units, orders) o (unit, code)
	cross join lateral (select farm.order_kind(o.code) as kind) w), ''), games::float8,
	total::float8, (100.0 * games / total)::float8, (100 * i.low)::float8, (100 * i.high)::float8,
	kinds::float8
from counted
cross join t
cross join lateral farm.wilson95(games, total) i
where place <= 5
order by power, place;

-- name: resolution(id int, tournament text)
select conclusive_stage, boards::float8, percent::float8, average_ns::float8, median_ns::float8,
	average_orders::float8, ns_an_order::float8
from farm.resolution
where tournament = $2
order by stage nulls last;

-- name: histogram(id int, tournament text)
select from_ns::float8, to_ns::float8, conditioning::float8, substitution::float8,
	supposition::float8, paradox::float8
from farm.histogram($2, 2, 40);

-- Quantiles need the individual decisions. Of many games every n-th is read: fifty games have
-- thousands of decisions of each player. A power without units does not think: it has 0 ns.
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
		where b.tournament_id = $1 and b.game_id = seen.id
			and farm.phase_is_move(b.phase)) b
	join farm.seats s on s.game_id = seen.id)
select u.label, n::float8, q[1]::float8, q[2]::float8, q[3]::float8, q[4]::float8, q[5]::float8,
	looked::float8, games::float8
from (
	select user_id, count(*) as n, max(looked) as looked, max(games) as games,
		percentile_disc(array[0.1, 0.5, 0.9, 0.99, 1]) within group (order by ns) as q
	from decision
	where ns > 0
	group by user_id) d
join farm.users u on u.id = d.user_id and u.player is not null
order by q[2] desc, u.label collate "C";

-- name: forecasts(id int, tournament text)
select u.label, sum(f.n)::float8, round(sum(f.forecasts) / sum(f.n), 1)::float8,
	round(100.0 * sum(f.conditioning) / sum(f.forecasts), 1)::float8,
	round(100.0 * sum(f.substitution) / sum(f.forecasts), 1)::float8,
	round(100.0 * sum(f.supposition) / sum(f.forecasts), 1)::float8,
	round(100.0 * sum(f.paradox) / sum(f.forecasts), 1)::float8,
	round(sum(f.forecast_ns) / sum(f.forecasts))::float8,
	round(100.0 * sum(f.forecast_ns) / nullif(sum(f.foresaw_ns), 0), 1)::float8,
	round(100.0 * sum(f.capped) / sum(f.n), 1)::float8
from farm.summaries_of($1) s
cross join lateral unnest(s.foresaw, s.forecasts, s.conditioning, s.substitution, s.supposition,
		s.paradox, s.forecast_ns, s.foresaw_ns, s.capped) with ordinality f (n, forecasts,
		conditioning, substitution, supposition, paradox, forecast_ns, foresaw_ns, capped, place)
join farm.seats e on e.game_id = s.game_id and e.power = f.place - 1
join farm.users u on u.id = e.user_id
where f.n > 0 and f.forecasts > 0
group by u.label
order by u.label collate "C";

-- name: slow(id int, tournament text)
select g.number, g.id, s.think::float8, s.judge::float8, g.phases::float8,
	case when g.ending = 'solo' then m.powers[1 + g.winner] || ' won in '
		|| farm.phase_year((g.phase - 1)::smallint) else 'a draw of '
		|| bit_count(w.sharing::bit(32)) || ' in '
		|| farm.phase_year((g.phase - 1)::smallint) end
from (
	select s.game_id, (select sum(n) from unnest(s.think_ns) n) as think,
		(select sum(n::bigint) from unnest(s.resolve_ns) n) as judge
	from farm.summaries_of($1) s) s
join farm.games g on g.id = s.game_id and g.state = 'finished'
join farm.tournaments t on t.id = g.tournament_id
join farm.maps m on m.id = t.map_id
cross join lateral farm.sharers(g.ending, g.winner, g.shared, g.units) w
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
		2 as years, c.most, c.second, c.leader, c.sharers, c.least, c.smallest, u.label,
		share.share, share.expected, low.fewest,
		farm.phase_year(coalesce(t.start_phase, 0::smallint)) + low.n as low_year
	from farm.games g
	join farm.tournaments t on t.id = g.tournament_id
	join farm.maps m on m.id = t.map_id
	join farm.summaries_of($1) s on s.game_id = g.id
	left join farm.seats e on e.game_id = g.id and e.power = g.winner
	left join farm.users u on u.id = e.user_id
	left join share on share.user_id = e.user_id
	cross join lateral (
		select max(c) as most, max(c) filter (where k - 1 is distinct from g.winner) as second,
			(array_agg(m.powers[k] order by c desc))[1] as leader,
			count(*) filter (where shares) as sharers, min(c) filter (where shares) as least,
			(array_agg(m.powers[k] order by c) filter (where shares))[1] as smallest
		from farm.sharers(g.ending, g.winner, g.shared, g.units) w
		cross join unnest(g.centres) with ordinality p (c, k)
		cross join lateral (select w.sharing >> k::int - 1 & 1 = 1 as shares) s) c
	left join lateral (
		select n, get_byte(s.centres, n * cardinality(m.powers) + g.winner) as fewest
		from generate_series(1, length(s.centres) / cardinality(m.powers) - 1) n
		order by fewest, n
		limit 1) low on true
	where g.tournament_id = $1 and g.state = 'finished'),
whole as (
	select avg(events[4]) as dislodged, count(*) filter (where won) as wins,
		min(years) filter (where won) as quickest,
		percentile_disc(0.5) within group (order by years) filter (where won) as median
	from g),
found as (
	select distinct on (place) *
	from g
	cross join whole
	cross join lateral (
		values
			(1, won and share < 0.8 * expected, share, years),
			(2, won and fewest < begun, fewest, -low_year),
			(3, won and events[10] >= 5, -events[10], 0),
			(4, events[4] > 2 * dislodged, -events[4], 0),
			(5, events[9] >= 5, -events[9], 0),
			(6, won and wins > 1, years, 0),
			(7, won and years > quickest, -years, 0),
			(8, won and second >= most / 2, -second, most),
			(9, drawn and most >= total / 2 - 1, -most, 0),
			(10, drawn and least <= 1 and sharers > 1, -most, least),
			(11, drawn and sharers > 2, -sharers, -years)) v (place, fits, key, next_key)
	where fits
	order by place, key, next_key, number)
select number, id, case place
	when 1 then format(
		'%s won it as %s, and gained only %s %% of the points in all; %s %% were fair.', label,
		winner, round((100 * share)::numeric, 1), round((100 * expected)::numeric, 1))
	when 2 then format(
		'the greatest comeback: %s won with %s centres in %s, and had %s when %s began.', winner,
		most, year, fewest, low_year)
	when 3 then format(
		'for %s years no centre changed hands; then the game continued, and %s won in %s.',
		events[10], winner, year)
	when 4 then format('the most dislodgements: %s. The mean is %s.', events[4],
		round(dislodged, 1))
	when 5 then format(
		'the lead changed most often: another power was ahead %s times than a year before.',
		events[9])
	when 6 then format(
		'the quickest win: %s won in %s, after %s. Half of all wins took %s or more.', winner,
		year, case years when 1 then 'one year' else years || ' years' end, median)
	when 7 then format('the latest win: %s won in %s, after %s years.', winner, year, years)
	when 8 then format('the closest win: %s won with %s centres; another power had %s.', winner,
		most, second)
	when 9 then format('so near: %s had %s centres, and it was a draw of %s.', leader, most,
		sharers)
	when 10 then format('%s survived with %s, and shared the draw with a power that had %s.',
		smallest, case least when 0 then 'no centre' else 'one centre' end, most)
	else format('the widest draw: %s powers share it, after %s years.', sharers, years) end
from found
order by place;

-- name: aside(id int, tournament text)
select g.number::float8, g.state::text, coalesce(g.reason, 'cancelled by a user')
from farm.games g
where g.tournament_id = $1 and g.aside in ('quarantined', 'cancelled')
	and not exists (
		select from farm.stops s where s.tournament_id = $1 and g.number > s.last_game)
order by g.state, g.number
limit 50;
