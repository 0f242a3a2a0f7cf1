-- views: the questions most people ask, as views and functions. They hold nothing: aresctl init
-- makes them anew. None shows a tournament that was dropped.

-- Every order ever given, in the shape of the thesis's table Order (appendix A): the unit of this
-- power at "from" had this action, to "to". aux: the unit that a support or convoy helps. text: the
-- order in the usual notation.
--
-- A row can hold any numbers, those that mean nothing, too. Then "?" stands in power, action, result
-- and text, and null in "from", "to" and aux.
--
-- It is read game by game: farm.boards_of says why. A condition on the tournament, by id or name, or
-- on the game reads no other game.
create view farm.orders as
select g.tournament_id, g.id as game, coalesce(m.powers[1 + farm.unit_power(o.unit)], '?') as power, b.phase,
       farm.phase_name(b.phase) as phase_name, w."from", w."to", w.aux,
       coalesce(farm.order_action(w.kind), '?') as action,
       coalesce(farm.result_name(farm.order_result(o.code)), '?') as result,
       farm.order_dislodged(o.code) as dislodged,
       farm.order_text(w.kind, farm.unit_type(o.unit) || ' ' || coalesce(w."from", '?'),
                       case when farm.order_helps(w.kind) then farm.order_aux_type(o.code) || ' ' || coalesce(w.aux, '?') end,
                       coalesce(w."to", '?'), farm.order_via(o.code)) as text,
       t.name as tournament, g.number
from farm.games g
join farm.tournaments t on t.id = g.tournament_id and not t.dropped
join farm.maps m on m.id = t.map_id
cross join lateral farm.boards_of(g.tournament_id, g.id) b
cross join lateral unnest(b.units, b.orders) as o (unit, code)
cross join lateral (
	select farm.order_kind(o.code) as kind, m.codes[1 + farm.unit_area(o.unit)] as "from",
	       m.codes[1 + farm.order_to(o.code)] as "to",
	       case when farm.order_helps(farm.order_kind(o.code)) then m.codes[1 + farm.order_aux(o.code)] end as aux) w
where b.orders is not null and farm.order_given(o.code) and o.unit is not null;

-- Where every unit stood at the beginning of every phase, and on the final board. In a retreat phase
-- a dislodged unit has a row of its own, beside the unit that dislodged it.
create view farm.units as
select t.name as tournament, g.id as game, g.number, b.phase, farm.phase_name(b.phase) as phase_name,
       coalesce(m.powers[1 + farm.unit_power(u.code)], '?') as power, farm.unit_type(u.code) as type,
       w.area, left(w.area, 3) as province, nullif(substr(w.area, 5), '') as coast,
       farm.unit_apart(u.code) as dislodged, g.tournament_id
from farm.games g
join farm.tournaments t on t.id = g.tournament_id and not t.dropped
join farm.maps m on m.id = t.map_id
cross join lateral farm.boards_of(g.tournament_id, g.id) b
cross join lateral unnest(b.units) u (code)
cross join lateral (select m.codes[1 + farm.unit_area(u.code)] as area) w
where u.code is not null
  and (not farm.unit_apart(u.code)
       or farm.phase_is_retreat(b.phase) and farm.unit_power(u.code) < cardinality(m.powers));

-- Who owned every supply centre at the beginning of every phase, and on the final board.
create view farm.centres as
select t.name as tournament, g.id as game, g.number, b.phase, farm.phase_name(b.phase) as phase_name,
       m.codes[1 + c.id] as province,
       m.powers[strpos(m.initials, nullif(substr(b.owners, 1 + c.id, 1), ''))] as owner, g.tournament_id
from farm.games g
join farm.tournaments t on t.id = g.tournament_id and not t.dropped
join farm.maps m on m.id = t.map_id
cross join lateral farm.boards_of(g.tournament_id, g.id) b
-- after the boards: else each game would be read once for each centre
cross join lateral unnest(case when b.phase >= 0 then m.centres end) c (id);

-- One row for each seat of a finished game. Points: 1 for a solo. In a draw the survivors share one
-- point (thesis 1.2.6).
create view farm.results as
select t.name as tournament, g.id as game, g.number, m.powers[1 + s.power] as power, u.name as player, v.points,
       case when v.points = 1 and g.ending = 'solo' then 'win'
            when v.points > 0 then 'draw'
            when g.units[1 + s.power] > 0 then 'survival'
            else 'elimination' end as fate,
       g.centres[1 + s.power] as centres, farm.phase_round(g.phase) as rounds
from farm.games g
join farm.tournaments t on t.id = g.tournament_id and not t.dropped
join farm.maps m on m.id = t.map_id
join farm.seats s on s.game_id = g.id
join farm.users u on u.id = s.user_id
cross join lateral (
	select case when g.ending = 'solo' then (s.power = g.winner)::int::float8
	            when g.units[1 + s.power] > 0 then 1.0 / (select count(*) from unnest(g.units) n where n > 0)
	            else 0 end as points) v
where g.state = 'finished';

-- Half the width of the 95 % interval of a mean over n games.
create or replace function farm.interval95(deviation float8, n bigint) returns float8 language sql immutable parallel safe
	return 1.96 * deviation / nullif(sqrt(n), 0);

-- The 95 % interval (Wilson's) of a share, of which k of n were found. It works for 0 of n, too; 0 of 0
-- has none.
create or replace function farm.wilson95(k bigint, n bigint, out low float8, out high float8)
language sql immutable parallel safe as $$
	select greatest(0, middle - half), least(1, middle + half)
	from (select k::float8 / nullif(n, 0) as p, 1.96 ^ 2 / nullif(n, 0) as zz) a
	cross join lateral (select (p + zz / 2) / (1 + zz) as middle,
	                           sqrt(p * (1 - p) * zz + zz ^ 2 / 4) / (1 + zz) as half) b;
$$;

-- Points by player. What a player gains in one game depends on all its seats there. So the interval
-- counts games and not seats. A player gains nothing in a game where it has no seat.
create view farm.standings as
with game as (
	select tournament, player, game, sum(points) as points, count(*) as seats,
	       count(*) filter (where fate = 'win') as wins, count(*) filter (where fate = 'draw') as draws,
	       count(*) filter (where fate = 'survival') as survivals,
	       count(*) filter (where fate = 'elimination') as eliminations
	from farm.results group by tournament, player, game),
played as (select tournament, count(distinct game) as games from farm.results group by tournament),
total as (
	select tournament, player, p.games, sum(points) as points, sum(points) / p.games as mean,
	       -- over all p.games, also those without a seat
	       sqrt(greatest(0, sum(points ^ 2) - sum(points) ^ 2 / p.games) / nullif(p.games - 1, 0)) as deviation,
	       sum(seats) as seats, sum(wins) as wins, sum(draws) as draws, sum(survivals) as survivals,
	       sum(eliminations) as eliminations
	from game join played p using (tournament) group by tournament, player, p.games)
select tournament, player, games, round(points::numeric, 2) as points, round((100 * mean)::numeric, 1) as share,
       round(100 * greatest(0, mean - farm.interval95(deviation, games))::numeric, 1) as low,
       round(100 * least(1, mean + farm.interval95(deviation, games))::numeric, 1) as high,
       seats, wins, draws, survivals, eliminations
from total;

-- Points by power: a row for each player that had the power, and one for all players together.
create view farm.standings_by_power as
select tournament, power, coalesce(player, '(all)') as player, count(*) as games,
       round(sum(points)::numeric, 2) as points, round(100 * avg(points)::numeric, 1) as share,
       round(100 * greatest(0, avg(points) - farm.interval95(stddev_samp(points), count(*)))::numeric, 1) as low,
       round(100 * least(1, avg(points) + farm.interval95(stddev_samp(points), count(*)))::numeric, 1) as high,
       count(*) filter (where fate = 'win') as wins, count(*) filter (where fate = 'draw') as draws,
       count(*) filter (where fate = 'survival') as survivals,
       count(*) filter (where fate = 'elimination') as eliminations
from farm.results
group by grouping sets ((tournament, power, player), (tournament, power));

-- A sum as a bigint; 0 of nothing. A sum that no farm can reach is cut, so that it breaks no view.
create or replace function farm.bounded(total numeric) returns bigint language sql immutable parallel safe
	return greatest(-1e15, least(1e15, coalesce(total, 0)))::bigint;

-- How far a tournament is. The numbers come from tallies, claims and the index of games set aside,
-- so finished and pending games are not counted. phases: those of finished games.
create view farm.progress as
select t.name as tournament, t.games, t.games - f.finished - c.claimed - a.waiting - a.quarantined - a.cancelled as pending,
       c.claimed, a.waiting, f.finished, a.quarantined, a.cancelled, f.phases
from farm.tournaments t
cross join lateral (
	select farm.bounded(sum(finished)) as finished, farm.bounded(sum(phases)) as phases
	from farm.tallies where tournament_id = t.id) f
cross join lateral (
	select count(*) as claimed
	from farm.workers w cross join lateral unnest(w.claims) i (id)
	join farm.games g on g.id = i.id and g.state = 'claimed' and g.worker_id = w.id and g.tournament_id = t.id) c
cross join lateral (
	select count(*) filter (where aside = 'waiting') as waiting, count(*) filter (where aside = 'quarantined') as quarantined,
	       count(*) filter (where aside = 'cancelled') as cancelled
	from farm.games g where g.tournament_id = t.id and g.aside is not null) a
where not t.dropped;

-- Table 2: the time of the judge in movement phases, by conclusive stage (lib/judge.h). stage null:
-- any stage.
create view farm.resolution as
select t.name as tournament, b.resolve_stage as stage,
       coalesce(farm.stage_name(b.resolve_stage), 'any stage') as conclusive_stage,
       count(*) as boards,
       round(100.0 * count(*) / max(count(*)) over (partition by t.id), 1) as percent,
       round(avg(b.resolve_ns)) as average_ns,
       round(percentile_cont(0.5) within group (order by b.resolve_ns)) as median_ns,
       round(avg(b.order_count), 1) as average_orders,
       round(avg(b.resolve_ns) / nullif(avg(b.order_count), 0), 2) as ns_an_order
from farm.boards b join farm.tournaments t on t.id = b.tournament_id and not t.dropped
where b.orders is not null and farm.phase_is_move(b.phase)
group by grouping sets ((t.id, b.resolve_stage), (t.id));

-- A row for each decision in a movement phase. conditioning to paradox: its forecasts by conclusive
-- stage. forecast_ns: nanoseconds of all of them. All these are null where there were no forecasts.
create view farm.decisions as
select t.name as tournament, b.game_id as game, b.phase, m.powers[1 + d.power] as power, u.name as player, u.settings,
       d.think_ns, d.forecasts, b.forecast_stages[d.base + 1] as conditioning, b.forecast_stages[d.base + 2] as substitution,
       b.forecast_stages[d.base + 3] as supposition, b.forecast_stages[d.base + 4] as paradox,
       b.forecast_ns[d.base / 4 + 1] as forecast_ns, b.capped >> d.power & 1 = 1 as capped
from farm.boards b
join farm.tournaments t on t.id = b.tournament_id and not t.dropped
join farm.maps m on m.id = t.map_id
cross join lateral (
	select (place - 1)::int as power, think_ns, forecasts,
	       case when forecasts > 0 then 4 * (count(*) filter (where forecasts > 0) over (order by place) - 1) end::int as base
	from unnest(b.think_ns, b.forecasts) with ordinality e (think_ns, forecasts, place)) d
join farm.seats s on s.game_id = b.game_id and s.power = d.power
join farm.users u on u.id = s.user_id
where b.orders is not null and farm.phase_is_move(b.phase)
  and exists (select from unnest(b.units) unit where farm.unit_power(unit) = d.power);

-- Table 9: boards by the nanoseconds per unit of their resolution, in bins of this width. The last
-- bin is open.
create or replace function farm.histogram(tournament text, width int default 2, bins int default 25)
returns table (from_ns int, to_ns int, conditioning bigint, substitution bigint, supposition bigint, paradox bigint)
language sql stable as $$
	select bin * width, case when bin < bins - 1 then (bin + 1) * width end,
	       count(*) filter (where resolve_stage = 1), count(*) filter (where resolve_stage = 2),
	       count(*) filter (where resolve_stage = 3), count(*) filter (where resolve_stage = 4)
	from (select resolve_stage, least(bins - 1, resolve_ns / order_count / width) as bin
	      from farm.boards b join farm.tournaments t on t.id = b.tournament_id
	      where t.name = tournament and order_count > 0 and farm.phase_is_move(phase)) boards
	group by bin order by bin;
$$;

-- Table 12 of the thesis, a row for each seat, like farm.results for the farm's own games. Where it
-- is not known which of several powers won, their fate is null and they share the point.
create view farm.thesis_results as
select '(thesis)'::text as tournament, t.number, seat.power,
       case t.number - 1 >> seat.bit & 1 when 1 then 'ares' else 'random' end as player,
       points.points, fate.fate, t.rounds
from farm.thesis_table_12 t
cross join (values ('AUS', 1, 6), ('ENG', 2, 1), ('FRA', 3, 2), ('GER', 4, 5), ('ITA', 5, 3), ('RUS', 6, 0),
                   ('TUR', 7, 4)) seat (power, place, bit)
cross join lateral (select substr(t.fates, seat.place, 1) as letter) own
cross join lateral (
	select case own.letter when 'w' then 'win' when 'd' then 'draw' when 's' then 'survival' when 'e' then 'elimination'
	       end as fate) fate
cross join lateral (
	select case when own.letter in ('w', 'd', '?') then 1.0 / (length(t.fates) - length(replace(t.fates, own.letter, '')))
	       else 0 end::float8 as points) points;

-- Half the width of the 95 % interval of sum(y) / sum(x) over n games, from the sums of y, x, yy,
-- xy and xx. A game gives one y and one x, because what happens within a game is not independent.
create or replace function farm.ratio95(y float8, x float8, yy float8, xy float8, xx float8, n bigint) returns float8
language sql immutable parallel safe
	return 1.96 * sqrt(greatest(0, yy - 2 * y / x * xy + (y / x) ^ 2 * xx) * n / nullif(n - 1, 0)) / x;

-- Table 7, figures 12, 13 and 17: the points of every seat of the finished games, if all games had
-- ended as they stood at the beginning of a year. A board before the end counts as a draw among the
-- powers that have a unit. The year after the last has the real ends. sharing: the powers that share
-- the point, as bits.
create or replace function farm.by_year(tournament text)
returns table (game bigint, number int, year int, power text, player text, points float8)
language sql stable as $$
	with game as (
		select g.id, g.number, g.tournament_id, g.phase, t.round_limit, m.powers,
		       case when g.ending = 'solo' then 1 << g.winner
		       else (select bit_or(1 << k::int - 1) from unnest(g.units) with ordinality u (units, k) where units > 0)
		       end as sharing
		from farm.games g join farm.tournaments t on t.id = g.tournament_id join farm.maps m on m.id = t.map_id
		where t.name = by_year.tournament and g.state = 'finished'),
	standing as materialized (
		select g.id, g.number, g.powers, y.year,
		       case when y.phase < g.phase
		       then (select bit_or(1 << farm.unit_power(code)) from unnest(b.units) code)
		       else g.sharing end as sharing
		from game g
		cross join lateral (
			select year, farm.phase_of_year(year) as phase
			from generate_series(farm.first_year(), farm.first_year() + (g.round_limit + 1) / 2) year) y
		left join farm.boards b on b.tournament_id = g.tournament_id and b.game_id = g.id and b.phase = y.phase)
	select s.id, s.number, s.year, s.powers[1 + seat.power], u.name,
	       (s.sharing >> seat.power & 1)::float8 / bit_count(s.sharing::bit(32))
	from standing s
	join farm.seats seat on seat.game_id = s.id
	join farm.users u on u.id = seat.user_id;
$$;

-- A player's setting; null: it does not have it, or not as a number of at most nine digits.
create or replace function farm.setting(settings jsonb, name text) returns int language sql immutable parallel safe
	return substring(settings ->> name from '^-?[0-9]{1,9}$')::int;

-- Table 11: the orders of a power's units in the first phase, a row for each game.
--
--   units       where they stood, sorted
--   orders      parallel to units: the target of a move, H, or what is helped: "S ber H", "S ber-kie", "C lon-nwy"
--   age, depth  the player's settings; null: it does not have them
--   setting     both, and all else that differs among the tournament's players of this power: "10, 2 tries=3";
--               for a player without them: its name
create or replace function farm.openings(tournament text, power text)
returns table (game bigint, setting text, age int, depth int, units text[], orders text[])
language sql stable as $$
	with seat as (
		select s.game_id, s.user_id
		from farm.tournaments t
		join farm.maps m on m.id = t.map_id
		join farm.games g on g.tournament_id = t.id
		join farm.seats s on s.game_id = g.id and m.powers[1 + s.power] = openings.power
		where t.name = openings.tournament),
	player as (
		select u.id, u.name, farm.setting(u.settings, 'age') as age, farm.setting(u.settings, 'depth') as depth,
		       u.settings - '{age,depth}'::text[] as rest
		from farm.users u where u.id in (select user_id from seat)),
	varied as (select key from player, jsonb_each(rest) group by key having count(distinct value) > 1),
	played as (
		select o.game, array_agg(coalesce("from", '?') order by "from") as units,
		       array_agg(coalesce(case action when 'hold' then 'H' when 'move' then "to"
		                          when 'support' then 'S ' || aux || coalesce('-' || "to", ' H')
		                          else 'C ' || aux || '-' || "to" end, '?') order by "from") as orders
		from farm.orders o
		where tournament_id = (select t.id from farm.tournaments t where t.name = openings.tournament)
		  and phase = 0 and o.power = openings.power
		group by o.game)
	select o.game,
	       coalesce(p.age || ', ' || p.depth || (
	                    select coalesce(string_agg(' ' || key || '=' || value, '' order by key), '')
	                    from jsonb_each_text(p.rest) join varied using (key)), p.name),
	       p.age, p.depth, o.units, o.orders
	from played o
	join seat s on s.game_id = o.game
	join player p on p.id = s.user_id;
$$;

-- The external players that games wait for: a row for each power that has not yet ordered all that
-- is due. It does not show orders.
create view farm.awaited as
select t.name as tournament, g.id as game, g.number, m.powers[1 + w.power] as power, u.name as player,
       farm.phase_name(w.phase) as phase, w.due, w.asked_at, w.deadline
from farm.turns w
join farm.users u on u.id = w.user_id
join farm.games g on g.id = w.game_id and g.state = 'waiting' and g.asked = w.phase
join farm.tournaments t on t.id = g.tournament_id and not t.dropped
join farm.maps m on m.id = t.map_id
where not exists (
	select from farm.pending_orders o
	where o.game_id = w.game_id and o.power = w.power and o.phase = w.phase and o.ready);

-- The orders that external players submitted, of phases that were played.
create view farm.played_orders as
select t.name as tournament, o.game_id as game, g.number, m.powers[1 + o.power] as power, farm.phase_name(o.phase) as phase,
       o.orders, o.problems, o.final, u.name as player, o.given_at, o.played_at
from farm.taken_orders o
join farm.games g on g.id = o.game_id
join farm.tournaments t on t.id = g.tournament_id and not t.dropped
join farm.maps m on m.id = t.map_id
left join farm.users u on u.id = o.given_by
where o.played_at is not null and o.orders is not null;
