-- api: what an external player may use. It has rights in schema api only. The views and the
-- function run as the owner.

-- What external players are asked now: a row for each power that must order. api.my_turns shows a
-- caller its own; web.turn shows a link's.
--
--   units      its own units that stand, "A par"
--   dislodged  all dislodged units, "FRA A par"
--   board      all units that stand, "FRA A par"
--   centres    all centres that are owned, "FRA par"
--   submitted  the orders it has submitted so far; null: none
create view farm.open_turns as
select t.game_id as game, t.user_id, t.power as seat, n.name as tournament, g.number,
       farm.phase_name(t.phase) as phase, m.powers[1 + t.power] as power, t.due, t.deadline,
       u.own as units, u.dislodged, u.board, c.centres, t.legal, o.orders as submitted,
       coalesce(o.final, false) as final
from farm.turns t
join farm.games g on g.id = t.game_id and g.state = 'waiting' and g.asked = t.phase
join farm.tournaments n on n.id = g.tournament_id and not n.dropped
join farm.maps m on m.id = n.map_id
left join farm.pending_orders o
       on o.game_id = t.game_id and o.power = t.power and o.phase = t.phase
cross join lateral (
	select array_agg(v.unit order by v.n) filter (where v.power = t.power and not v.apart) as own,
	       array_agg(m.powers[1 + v.power] || ' ' || v.unit order by v.n)
	       filter (where not v.apart) as board,
	       array_agg(m.powers[1 + v.power] || ' ' || v.unit order by v.n)
	       filter (where v.apart) as dislodged
	from (select x.n, farm.unit_power(x.code) as power,
	             farm.unit_type(x.code) || ' ' || a.code as unit, farm.unit_apart(x.code) as apart
	      from unnest(t.units) with ordinality x (code, n)
	      join farm.areas a on a.map_id = m.id and a.id = farm.unit_area(x.code)) v
	where v.power < cardinality(m.powers)) u
cross join lateral (
	select array_agg(p || ' ' || a.code order by p, a.code) as centres
	from farm.areas a join unnest(m.powers) p on left(p, 1) = substr(t.owners, a.id + 1, 1)
	where a.map_id = m.id and a.centre and a.id = a.province) c;

-- What the caller is asked now: a row for each power that it must order for.
--
-- security_barrier: a condition of the caller's sees no rows of others.
create view api.my_turns with (security_barrier) as
select o.game, o.tournament, o.number, o.phase, o.power, o.due, o.deadline, o.units, o.dislodged,
       o.board, o.centres, o.legal, o.submitted, o.final
from farm.open_turns o
join farm.users w on w.id = o.user_id and w.role = farm.caller_player();

-- The caller's seats in all games. Of a game that is over: the phase it ended on, what became of
-- the seat, and who won. The caller's name in tournaments.seats leads to its games.
create view api.my_games with (security_barrier) as
select g.id as game, t.name as tournament, g.number, m.powers[1 + s.power] as power,
       case when g.state in ('pending', 'claimed', 'waiting') then 'open'
            else g.state::text end as state,
       farm.phase_name(g.phase) as ended, r.fate, r.points, r.centres,
       m.powers[1 + g.winner] as winner, m.name as map
from farm.users u
join farm.tournaments t on position(u.name in t.seats) > 0 and not t.dropped
join farm.maps m on m.id = t.map_id
join farm.games g on g.tournament_id = t.id
join farm.seats s on s.game_id = g.id and s.user_id = u.id
left join farm.results r on r.game = g.id and r.power = m.powers[1 + s.power]
where u.role = farm.caller_player();

-- The caller's games: those that it has a seat in. The caller's name in tournaments.seats leads to
-- them; limit keeps the planner from reading all seats instead. Only the views below read it.
create view farm.games_mine as
select g.id as game, g.tournament_id
from farm.users u
join farm.tournaments t on position(u.name in t.seats) > 0 and not t.dropped
join farm.games g on g.tournament_id = t.id
where u.role = farm.caller_player()
  and (select true from farm.seats s where s.game_id = g.id and s.user_id = u.id limit 1);

-- What became of the orders of all powers in the caller's games: of phases that were played, and of
-- no other. farm.boards has nothing of a phase before it is played.
--
-- "with" keeps each game a query of its own. Else all games of the farm may be read, and then those
-- of others left out.
create view api.my_orders with (security_barrier) as
select g.game, o.tournament, o.number, o.phase_name as phase, o.phase as phase_number, o.power,
       o.text, o.result, o.dislodged, o.action, o."from", o."to", o.aux
from farm.games_mine g
cross join lateral (
	with one as (select)
	select * from farm.orders v where v.game = g.game and v.tournament_id = g.tournament_id) o;

-- The units and centres of the caller's games, at the beginning of each phase that was played, and on
-- the final board. api.my_turns has those of the phase in play.
create view api.my_units with (security_barrier) as
select g.game, u.tournament, u.number, u.phase_name as phase, u.phase as phase_number, u.power,
       u.type, u.area, u.province, u.coast, u.dislodged
from farm.games_mine g
cross join lateral (
	with one as (select)
	select * from farm.units v where v.game = g.game and v.tournament_id = g.tournament_id) u;

create view api.my_centres with (security_barrier) as
select g.game, c.tournament, c.number, c.phase_name as phase, c.phase as phase_number, c.province,
       c.owner
from farm.games_mine g
cross join lateral (
	with one as (select)
	select * from farm.centres v where v.game = g.game and v.tournament_id = g.tournament_id) c;

-- The maps: their areas, and which unit can go from where to where. They are no secret.
create view api.areas as
select m.name as map, a.code as area, left(a.code, 3) as province,
       nullif(substr(a.code, 5), '') as coast, a.name, a.type, a.centre, a.owner as home,
       a.start
from farm.areas a join farm.maps m on m.id = a.map_id;

create view api.borders as
select m.name as map, u.type as unit, a.code as "from", u."to"
from farm.areas a
join farm.maps m on m.id = a.map_id
cross join lateral (select 'A' as type, unnest(a.army) as "to"
                    union all select 'F', unnest(a.fleet)) u;

-- Submits orders for the caller's turn in a game. They replace those it submitted before. Returns
-- each order as it was understood, and what is wrong with it. When anything is wrong, nothing is
-- stored. When fewer orders come than are due, they are stored, and the game waits for the others
-- until the deadline, unless final. farm.turn_submit does it. It waits for no lock longer than
-- lock_timeout.
--
--   power  for which power, for a caller who has several in the game
--   phase  refuse when the game is no longer in this phase, "S1901M"
create or replace function api.submit_orders(game bigint, orders text[],
                                             final boolean default false,
                                             power text default null, phase text default null)
returns table (text text, problem text)
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms'
as $$
begin
	return query select * from farm.turn_submit(game, null, orders, final, power, phase);
end $$;

-- ── a seat as a person plays it ──
--
-- The functions of schema web for a seat of the caller's, in a game and as a power: whoever has logged
-- in by a role plays with them at the same table in a browser as whoever has a link. schema/web.sql
-- explains them and their columns. A seat that is not the caller's raises RF004. A role is no host.

create or replace function api.seat(in_game bigint, as_power text)
returns table (game bigint, tournament text, number int, map text, rules text, power text, name text,
               state text, phase text, deadline timestamptz, asked boolean, final boolean, fate text,
               points float8, winner text, expires timestamptz, host boolean, hints boolean)
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select * from farm.seat_told(farm.seat_open(in_game, as_power));
$$;

create or replace function api.seat_turn(in_game bigint, as_power text)
returns table (game bigint, phase text, power text, due int, deadline timestamptz, units text[],
               dislodged text[], board text[], centres text[], legal text[], submitted text[],
               final boolean)
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select * from farm.seat_turn(farm.seat_open(in_game, as_power));
$$;

create or replace function api.seat_others(in_game bigint, as_power text)
returns table (power text, mine boolean, asked boolean, awaited boolean, name text)
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select * from farm.seat_others(farm.seat_open(in_game, as_power));
$$;

create or replace function api.seat_board(in_game bigint, as_power text)
returns table (game bigint, map int, power smallint, phase smallint, units smallint[], owners text,
               due int, submitted text[])
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select * from farm.seat_board(farm.seat_open(in_game, as_power));
$$;

-- Whether anything is new at the seat: a text that is another one then.
create or replace function api.seat_pulse(in_game bigint, as_power text) returns text
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select p.pulse
	from farm.seat_open(in_game, as_power) s
	cross join lateral farm.seat_pulse(s.game_id, s.power, s.host) p;
$$;

-- The phases that were played, in order: "S1901M".
create or replace function api.seat_phases(in_game bigint, as_power text) returns text[]
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select array(select farm.phase_name(b.phase) from farm.games g
	             join farm.boards_of(g.tournament_id, g.id) b on b.phase >= 0
	             where g.id = s.game_id order by b.phase)
	from farm.seat_open(in_game, as_power) s;
$$;

create or replace function api.seat_history(in_game bigint, as_power text, since int default null)
returns table (phase text, phase_number int, units text[], dislodged text[], centres text[],
               orders jsonb)
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select * from farm.seat_history(farm.seat_open(in_game, as_power), since);
$$;

-- Unlike api.submit_orders it has the game wait until the orders are final, also when all are there.
create or replace function api.seat_submit_orders(in_game bigint, as_power text, orders text[],
                                                  final boolean default false,
                                                  phase text default null)
returns table (text text, problem text)
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms'
as $$
begin
	return query select * from farm.seat_submit_orders(farm.seat_open(in_game, as_power), orders, final, phase);
end $$;

create or replace function api.seat_withdraw_final(in_game bigint, as_power text, phase text default null)
returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms'
as $$
begin
	return farm.seat_withdraw_final(farm.seat_open(in_game, as_power), phase);
end $$;
