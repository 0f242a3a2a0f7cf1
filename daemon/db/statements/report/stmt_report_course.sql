-- The statements of stmt_report_course.c.

-- As farm.by_year, which has its terms: what all would have if games had ended as they stood when a
-- year began. At most 27 years: every so many, and the last one, which has the real ends. It is
-- read from the summaries, and seats of a player in a game are one mask of bits, so that ten
-- thousand games take no more than a second. A player's share is that of complete blocks, as in the
-- standings: it gains nothing in a block without a seat. Of powers all games count. The interval is
-- that of a mean, by Student's t: when the games begin all are equal for certain.
-- name: years(id int, tournament text)
with t as materialized (
	select t.id, t.block as size, m.powers, coalesce(t.start_phase, 0::smallint) as begin,
		farm.phase_year(coalesce(t.start_phase, 0::smallint)) as first,
		(t.round_limit + 1) / 2 as years
	from farm.tournaments t
	join farm.maps m on m.id = t.map_id
	where t.id = $1 and t.name = $2),
chosen as materialized (
	select y.n, first + y.n as year, greatest(farm.phase_of_year(first + y.n), begin) as phase
	from t
	cross join generate_series(0, years) y (n)
	where y.n % (1 + years / 27) = 0 or y.n = years),
game as materialized (
	select g.id, (g.number - 1) / size as block, g.phase, s.alive,
		case when g.ending = 'solo' then 1 << g.winner else (
			select bit_or(1 << k::int - 1)
			from unnest(g.units) with ordinality u (units, k)
			where units > 0) end as sharing
	from t
	join farm.games g on g.tournament_id = t.id and g.state = 'finished'
	join farm.summaries_of($1) s on s.game_id = g.id),
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
select kind, name, year::text, (100 * sum / n)::text, (100 * greatest(0, sum / n - half))::text,
	(100 * least(1, sum / n + half))::text, (100 * fair / n)::text
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
select sharing::text, powers, count(*)::text,
	percentile_disc(0.5) within group (order by years)::text
from shared
group by sharing, powers
order by count(*) desc, sharing, powers
limit 12;

-- name: lengths(id int, tournament text)
select years::text, count(*) filter (where ending = 'solo')::text,
	count(*) filter (where ending = 'draw')::text
from (
	select ending, (
			farm.phase_round(g.phase) - farm.phase_round(coalesce(t.start_phase, 0::smallint)) + 1)
		/ 2 as years
	from farm.games g
	join farm.tournaments t on t.id = g.tournament_id
	where g.tournament_id = $1 and t.name = $2 and g.state = 'finished') l
group by l.years
order by l.years;

-- Orders without what became of them: bits 0 to 19. Only those that are shown become texts. The
-- parameter names the partition, so no other is read.
-- name: openings(id int, tournament text) anew
with t as (
	select coalesce(t.start_phase, 0::smallint) as phase, m.powers, m.codes
	from farm.tournaments t
	join farm.maps m on m.id = t.map_id
	where t.id = $1 and t.name = $2),
board as (
	select b.game_id, b.units, b.orders
	from farm.games g
	cross join lateral (
		select *
		from farm.boards b
		where b.tournament_id = $1 and b.game_id = g.id and b.phase = (select phase from t)
			and b.orders is not null) b
	where g.tournament_id = $1),
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
select t.powers[1 + power], (
	select string_agg(farm.order_text(w.kind, farm.unit_type(o.unit) || ' '
				|| coalesce(t.codes[1 + farm.unit_area(o.unit)], '?'),
				case when farm.order_helps(w.kind) then farm.order_aux_type(o.code) || ' '
					|| coalesce(t.codes[1 + farm.order_aux(o.code)], '?') end,
				coalesce(t.codes[1 + farm.order_to(o.code)], '?'), farm.order_via(o.code)),
			', ' order by o.unit)
	from unnest(units, orders) o (unit, code)
	cross join lateral (select farm.order_kind(o.code) as kind) w), games::text, total::text,
	(100.0 * games / total)::text, (100 * i.low)::text, (100 * i.high)::text, kinds::text
from counted
cross join t
cross join lateral farm.wilson95(games, total) i
where place <= 5
order by power, place;
