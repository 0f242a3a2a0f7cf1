-- api: what an external player may use. It has rights only in schema api. The views and functions
-- run as the owner.

comment on schema api is
	'What an external player may use: its turns and games, and functions for orders, messages '
	'and votes. It has no rights in schema farm.';

create view farm.open_turns as
select t.game_id as game, t.user_id, t.power as seat, n.name as tournament, g.number,
       farm.phase_name(t.phase) as phase, m.powers[1 + t.power] as power, t.due,
       farm.clock_time(t.deadline, g.extra, g.stopped_at) as deadline, u.own as units,
       u.dislodged, u.board, c.centres, t.legal, o.orders as submitted,
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
	select array_agg(p || ' ' || m.codes[1 + a.id] order by p, m.codes[1 + a.id]) as centres
	from unnest(m.centres) a (id)
	join unnest(m.powers) p on left(p, 1) = substr(t.owners, 1 + a.id, 1)) c;

comment on view farm.open_turns is
	'What external players must decide now: one row for each power that must order. '
	'api.my_turns shows a player its own rows, web.turn the row of a link.';
comment on column farm.open_turns.user_id is 'The user who plays the power.';
comment on column farm.open_turns.seat is 'The number of the power.';

-- security_barrier: conditions of the caller are not evaluated on rows of others.
create view api.my_turns with (security_barrier) as
select o.game, o.tournament, o.number, o.phase, o.power, o.due, o.deadline, o.units, o.dislodged,
       o.board, o.centres, o.legal, o.submitted, o.final
from farm.open_turns o
join farm.users w on w.id = o.user_id and w.role = farm.caller_player();

comment on view api.my_turns is
	'What you must decide now: one row for each power that must order. Submit orders with '
	'api.submit_orders.';
comment on column api.my_turns.game is 'The game''s id; submit_orders takes it.';
comment on column api.my_turns.power is 'The power to decide for: FRA.';

-- The games in which the caller has a seat. They are found by its name in tournaments.seats; limit
-- and offset 0 keep the planner from reading all games or seats instead. Only the views below read
-- it, and they read one game at a time.
create view farm.games_mine as
select g.id as game, t.id as tournament_id, u.id as user_id
from farm.users u
join farm.tournaments t on position(u.name in t.seats) > 0 and not t.dropped
cross join lateral (
	select g.id from farm.games g
	where g.tournament_id = t.id
	  and (select true from farm.seats s where s.game_id = g.id and s.user_id = u.id limit 1)
	offset 0) g
where u.role = farm.caller_player();

comment on view farm.games_mine is
	'The games in which the caller has a seat. The views of schema api read it.';

create view api.my_games with (security_barrier) as
select o.game, t.name as tournament, g.number, m.powers[1 + g.power] as power,
       case when g.state in ('pending', 'claimed', 'waiting') then 'open'
            else g.state::text end as state,
       farm.phase_name(g.phase) as ended, r.fate, r.points, r.centres,
       m.powers[1 + g.winner] as winner, m.name as map
from farm.games_mine o
join farm.tournaments t on t.id = o.tournament_id
join farm.maps m on m.id = t.map_id
cross join lateral (
	select g.number, g.state, g.phase, g.winner, s.power
	from farm.games g join farm.seats s on s.game_id = g.id and s.user_id = o.user_id
	where g.id = o.game offset 0) g
left join lateral (
	select r.fate, r.points, r.centres
	from farm.outcomes r where r.game = o.game and r.power = g.power offset 0) r on true;

comment on view api.my_games is 'Your seats in all games, also in games that are over.';
comment on column api.my_games.game is 'The game''s id.';
comment on column api.my_games.power is 'The power that you play: FRA.';
comment on column api.my_games.state is 'open, finished, quarantined or cancelled.';
comment on column api.my_games.ended is 'The phase in which it ended; null: it is not finished.';
comment on column api.my_games.fate is
	'win, draw, survival or elimination; null: it is not finished.';
comment on column api.my_games.points is
	'1 for a win; in a draw the survivors share one point; null: it is not finished.';
comment on column api.my_games.centres is
	'Your centres on the final board; null: it is not finished.';
comment on column api.my_games.winner is 'The power that won; null: none.';
comment on column api.my_games.map is 'The name of its map: see api.areas.';

-- The orders of all powers in the caller's games, with their results, for played phases only.
-- farm.boards has nothing about a phase before it is played.
--
-- "with" makes each game a separate query. Otherwise the plan may read all games of the farm and
-- then filter.
create view api.my_orders with (security_barrier) as
select g.game, o.tournament, o.number, o.phase_name as phase, o.phase as phase_number, o.power,
       o.text, o.result, o.dislodged, o.action, o."from", o."to", o.aux
from farm.games_mine g
cross join lateral (
	with one as (select)
	select * from farm.orders v where v.game = g.game and v.tournament_id = g.tournament_id) o;

comment on view api.my_orders is
	'The orders of all powers in your games, with their results, for all played phases.';
comment on column api.my_orders.game is 'The game''s id.';
comment on column api.my_orders.power is 'The power that gave the order: FRA.';
comment on column api.my_orders.text is 'The order in the usual notation: A mar S A par - bur.';
comment on column api.my_orders.result is
	'The result: succeeds, bounced, cut, dislodged and so on.';
comment on column api.my_orders."from" is 'The area of the unit.';

create view api.my_units with (security_barrier) as
select g.game, u.tournament, u.number, u.phase_name as phase, u.phase as phase_number, u.power,
       u.type, u.area, u.province, u.coast, u.dislodged
from farm.games_mine g
cross join lateral (
	with one as (select)
	select * from farm.units v where v.game = g.game and v.tournament_id = g.tournament_id) u;

comment on view api.my_units is
	'All units in your games at the beginning of each played phase, and on the final board. '
	'api.my_turns has the board of the phase in play.';
comment on column api.my_units.game is 'The game''s id.';
comment on column api.my_units.power is 'The power that the unit belongs to: FRA.';
comment on column api.my_units.area is 'The area of the unit, with its coast: stp/nc.';
comment on column api.my_units.province is 'The province of that area: stp.';
comment on column api.my_units.dislodged is 'Whether it was dislodged and must retreat.';

create view api.my_centres with (security_barrier) as
select g.game, c.tournament, c.number, c.phase_name as phase, c.phase as phase_number, c.province,
       c.owner
from farm.games_mine g
cross join lateral (
	with one as (select)
	select * from farm.centres v where v.game = g.game and v.tournament_id = g.tournament_id) c;

comment on view api.my_centres is
	'Who owned each supply centre in your games at the beginning of each played phase, and on '
	'the final board.';
comment on column api.my_centres.game is 'The game''s id.';
comment on column api.my_centres.province is 'The province of the centre: par.';

create view api.my_messages with (security_barrier) as
select x.game, t.name as tournament, x.number, x.power, x.phase, x.round, x.sender, x.recipients,
       x.text, x.sent_at
from farm.games_mine g
join farm.tournaments t on t.id = g.tournament_id
cross join lateral (
	select * from farm.letters l where l.game = g.game and l.user_id = g.user_id offset 0) x;

comment on view api.my_messages is
	'The messages in your games that you sent, or that were sent to you or to all: one row '
	'for each message and each of your powers that can read it.';
comment on column api.my_messages.game is 'The game''s id; send_message takes it.';
comment on column api.my_messages.power is 'Your power that can read it: FRA.';
comment on column api.my_messages.phase is 'The first phase in which it can be read: S1901M.';
comment on column api.my_messages.recipients is 'The powers that it was sent to; null: all.';

-- Maps are public.
create view api.areas as
select m.name as map, a.code as area, left(a.code, 3) as province,
       nullif(substr(a.code, 5), '') as coast, a.name, a.type, a.centre, a.owner as home,
       a.start
from farm.areas a join farm.maps m on m.id = a.map_id;

comment on view api.areas is
	'The areas of each map: provinces, and the coasts of provinces that have several.';
comment on column api.areas.map is 'The name of the map: see api.my_games.map.';
comment on column api.areas.area is 'The area''s code, as in orders: par, stp/nc.';
comment on column api.areas.province is 'The code of its province: par, stp.';
comment on column api.areas.coast is 'The coast: nc, sc, ec; null: the province itself.';
comment on column api.areas.name is 'Its name.';
comment on column api.areas.type is 'land, coast or water.';
comment on column api.areas.centre is 'Whether it is a supply centre.';
comment on column api.areas.home is 'The power that owns it at the start; null: none.';
comment on column api.areas.start is 'The unit there at the start, A or F; null: none.';

create view api.borders as
select m.name as map, u.type as unit, a.code as "from", u."to"
from farm.areas a
join farm.maps m on m.id = a.map_id
cross join lateral (select 'A' as type, unnest(a.army) as "to"
                    union all select 'F', unnest(a.fleet)) u;

comment on view api.borders is 'Which units can move from which area to which, without a convoy.';
comment on column api.borders.map is 'The name of the map: see api.my_games.map.';
comment on column api.borders.unit is 'A: an army. F: a fleet.';
comment on column api.borders."from" is 'The area it goes from.';
comment on column api.borders."to" is 'The area it goes to.';

-- Submits orders for the caller's turn in a game. They replace those it submitted before. Returns
-- each order as it was understood, and what is wrong with it. If anything is wrong, nothing is
-- stored. If there are fewer orders than due, they are stored, and the game waits for the others
-- until the deadline, unless final. farm.turn_submit does it. It waits for no lock longer than
-- lock_timeout.
--
--   power  for which power, for a caller who has several in the game
--   phase  refuse when the game is no longer in this phase, "S1901M"
create or replace function api.submit_orders(game bigint, orders text[],
                                             final boolean default false,
                                             power text default null, phase text default null)
returns table (text text, problem text)
language sql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms'
as $$
	select * from farm.turn_submit(game, null, orders, final, power, phase);
$$;
comment on function api.submit_orders is
	'Submits orders for a turn. Returns one row per order, with what is wrong with it. See '
	'doc/playing.md.';

-- Sends a message in a game that waits for players. Returns why it was not sent, or null.
--
--   recipients  powers: {FRA,ENG}; null: all
--   power       the sender, for a caller who has several in the game
create or replace function api.send_message(game bigint, recipients text[], text text,
                                            power text default null)
returns text
language sql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms'
as $$
	select farm.message_send(game, null, power, recipients, text);
$$;
comment on function api.send_message is
	'Sends a message to powers of a game. Returns null, or why it was not sent. See '
	'doc/playing.md.';

-- Votes for a draw in the open phase of a game, or withdraws the vote. among: the powers that share
-- the game; a single one wins it; null: all survivors. If all powers with a unit or a centre have
-- voted for the same, the game ends. Returns why the vote was rejected, or null.
create or replace function api.vote_draw(game bigint, vote boolean default true,
                                         power text default null, among text[] default null)
returns text
language sql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms'
as $$
	select farm.vote_wish(game, null, power, 'end', among, vote);
$$;
comment on function api.vote_draw is
	'Votes for a draw in a game, or withdraws the vote. Returns null, or why the vote was '
	'rejected.';

-- Votes on the clock of a game, or withdraws the vote. wish: pause: the clock stops as long as all
-- external players want it; extend: the phase gets the same time again, once, if more than half of
-- them want it.
create or replace function api.vote_clock(game bigint, wish text, vote boolean default true,
                                          power text default null)
returns text
language sql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms'
as $$
	select farm.vote_wish(game, null, power, case when wish in ('pause', 'extend') then wish end,
	                      null, vote);
$$;
comment on function api.vote_clock is
	'Votes to stop a game''s clock (pause) or for more time (extend), or withdraws the vote. '
	'Returns null, or why the vote was rejected.';

create or replace function api.return_seat(game bigint, power text default null) returns text
language sql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms'
as $$
	select farm.vote_wish(game, null, power, 'return', null, true);
$$;
comment on function api.return_seat is
	'Takes back a seat that a computer plays because you left, or missed two deadlines. Returns '
	'null, or why this was rejected.';

create or replace function api.leave_seat(game bigint, power text default null) returns text
language sql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms'
as $$
	select farm.vote_wish(game, null, power, 'leave', null, true);
$$;
comment on function api.leave_seat is
	'Leaves the game: the substitute plays on for you, until you take the seat back. Returns null, '
	'or why this was rejected.';

-- ── a seat as a person plays it ──
--
-- The functions of schema web for a seat of the caller, by game and power: with them a player who
-- has logged in by a role uses the same table in a browser as the holder of a link. schema/web.sql
-- explains them and their columns. A seat that is not the caller's raises RF004. A role is not a
-- host.

create or replace function api.seat(in_game bigint, as_power text)
returns table (game bigint, tournament text, number int, map text, rules text, power text,
               name text, state text, phase text, deadline timestamptz, asked boolean,
               final boolean, fate text, points float8, winner text, expires timestamptz,
               host boolean, hints boolean)
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select * from farm.seat_told(farm.seat_open(in_game, as_power));
$$;
comment on function api.seat is
	'A seat of the caller, by game and power, and the state of its game, as in web.seat.';

create or replace function api.seat_turn(in_game bigint, as_power text)
returns table (game bigint, phase text, power text, due int, deadline timestamptz, units text[],
               dislodged text[], board text[], centres text[], legal text[], submitted text[],
               final boolean, codes int[])
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select * from farm.seat_turn(farm.seat_open(in_game, as_power));
$$;
comment on function api.seat_turn is
	'The phase to order in, for a seat of the caller, as in web.turn.';

create or replace function api.seat_others(in_game bigint, as_power text)
returns table (power text, mine boolean, asked boolean, awaited boolean, name text)
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select * from farm.seat_others(farm.seat_open(in_game, as_power));
$$;
comment on function api.seat_others is
	'All powers in the game of a seat of the caller, and which of them it waits for, as in '
	'web.others.';

create or replace function api.seat_board(in_game bigint, as_power text)
returns table (game bigint, map int, power smallint, phase smallint, units smallint[], owners text,
               due int, submitted text[])
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select * from farm.seat_board(farm.seat_open(in_game, as_power));
$$;
comment on function api.seat_board is
	'The position in play, packed as the farm stores boards, and the orders of a seat of the '
	'caller, as in web.board.';

create or replace function api.seat_pulse(in_game bigint, as_power text) returns text
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select p.pulse
	from farm.seat_open(in_game, as_power) s
	cross join lateral farm.seat_pulse(s.game_id, s.power, s.host) p;
$$;
comment on function api.seat_pulse is
	'A text that changes when anything is new at a seat of the caller.';

create or replace function api.seat_phases(in_game bigint, as_power text) returns text[]
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select array(select farm.phase_name(b.phase) from farm.games g
	             join farm.boards_of(g.tournament_id, g.id) b on b.phase >= 0
	             where g.id = s.game_id order by b.phase)
	from farm.seat_open(in_game, as_power) s;
$$;
comment on function api.seat_phases is
	'The played phases of the game of a seat of the caller, in order.';

create or replace function api.seat_history(in_game bigint, as_power text, since int default null)
returns table (phase text, phase_number int, units text[], dislodged text[], centres text[],
               orders jsonb)
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select * from farm.seat_history(farm.seat_open(in_game, as_power), since);
$$;
comment on function api.seat_history is
	'The played phases of the game of a seat of the caller, one row per phase, as in '
	'web.history.';

-- Unlike with api.submit_orders, the game waits even if the orders are complete.
create or replace function api.seat_submit_orders(in_game bigint, as_power text, orders text[],
                                                  final boolean default false,
                                                  phase text default null)
returns table (text text, problem text)
language sql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms'
as $$
	select * from farm.seat_submit_orders(farm.seat_open(in_game, as_power), orders, final, phase);
$$;
comment on function api.seat_submit_orders is
	'Submits orders for a seat of the caller, like web.submit_orders. The game waits until '
	'they are final.';

create or replace function api.seat_withdraw_final(in_game bigint, as_power text,
                                                   phase text default null)
returns text
language sql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms'
as $$
	select farm.seat_withdraw_final(farm.seat_open(in_game, as_power), phase);
$$;
comment on function api.seat_withdraw_final is
	'Withdraws that the orders of a seat of the caller are final. Returns null, or why this '
	'was rejected.';

create or replace function api.seat_press(in_game bigint, as_power text, out press text,
                                          out letters int)
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select p.press, p.letters from farm.seat_press(farm.seat_open(in_game, as_power)) p;
$$;
comment on function api.seat_press is
	'How the player of a seat of the caller may write, and how many messages it may read, as '
	'in web.press.';

create or replace function api.seat_messages(in_game bigint, as_power text, since int default 0)
returns table (phase text, round smallint, sender text, recipients text[], text text,
               sent_at timestamptz)
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select * from farm.seat_messages(farm.seat_open(in_game, as_power), since);
$$;
comment on function api.seat_messages is
	'The messages that the player of a seat of the caller may read, as in web.messages.';

create or replace function api.seat_votes(in_game bigint, as_power text, out ends json,
                                          out voters text[], out possible boolean,
                                          out clock json, out absent boolean,
                                          out substitute text)
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select v.* from farm.seat_votes(farm.seat_open(in_game, as_power)) v;
$$;
comment on function api.seat_votes is
	'The proposed ends of the game of a seat of the caller, and the votes on its clock, as in '
	'web.votes.';
