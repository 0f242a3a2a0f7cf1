-- daide: the functions that the server of DAIDE clients calls as a member of farm_daide. They run
-- as the owner. They serve only seats @daide: the server sees boards and deadlines of games that
-- have such seats, and writes orders and votes of these seats.

-- Games that wait for DAIDE clients, the oldest first. tournament: of this one only; null: of any.
-- seats: its powers with a client, as bits.
create or replace function daide.lobby(tournament text)
returns table (game bigint, name text, number int, map text, rules text, seats int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	select g.id, t.name, g.number, m.name, t.rules, s.seats
	from farm.games g
	join farm.tournaments t on t.id = g.tournament_id and not t.dropped and not t.paused
	join farm.maps m on m.id = t.map_id
	cross join lateral (
		select sum(1 << s.power)::int as seats from farm.seats s
		join farm.users u on u.id = s.user_id and u.role = 'daide'
		where s.game_id = g.id) s
	where g.aside = 'waiting' and s.seats > 0
	  and (lobby.tournament is null or t.name = lobby.tournament)
	  and not exists (select from farm.daide_seats d where d.game_id = g.id)
	order by g.id limit 256;
$$;

-- Seats clients: names and versions are lines, parallel to powers. All seats @daide of the game
-- must be among them. Its deadlines run from now on. Returns no row if it has already begun, or no
-- longer waits.
create or replace function daide.begin(game bigint, powers int[], names text, versions text)
returns table (power smallint, passcode smallint)
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '1s'
as $$
begin
	perform from farm.games g where g.id = game and g.state = 'waiting' for no key update;
	if not found or not farm.daide_awaits(game)
	   or exists (select from farm.seats s
	              join farm.users u on u.id = s.user_id and u.role = 'daide'
	              where s.game_id = game and (s.power = any (powers)) is not true) then
		return;
	end if;
	perform set_config('synchronous_commit', 'on', true);
	-- one session at a time draws passcodes
	perform from farm.users u where u.role = 'daide' for no key update;
	insert into farm.daide_seats (game_id, power, passcode, name, version)
	select game, c.power, farm.daide_passcode(c.power::smallint), c.name, c.version
	from unnest(powers, string_to_array(names, E'\n'), string_to_array(versions, E'\n'))
	     c (power, name, version)
	join farm.seats s on s.game_id = game and s.power = c.power
	join farm.users u on u.id = s.user_id and u.role = 'daide';
	update farm.turns t set deadline = now() + farm.phase_time(n, t.phase)
	from farm.games g join farm.tournaments n on n.id = g.tournament_id
	where g.id = game and t.game_id = game and t.phase = g.asked;
	update farm.games g
	set look_at = (select min(t.deadline) from farm.turns t
	               where t.game_id = game and t.phase = g.asked)
	where g.id = game;
	return query select d.power, d.passcode from farm.daide_seats d where d.game_id = game;
end $$;

-- Games that have begun and are not over. tournament: of this one only; null: of any.
create or replace function daide.live(tournament text) returns setof bigint
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	select g.id from farm.games g
	join farm.tournaments t on t.id = g.tournament_id and not t.dropped
	where (live.tournament is null or t.name = live.tournament)
	  and g.state in ('pending', 'claimed', 'waiting', 'quarantined')
	  and exists (select from farm.daide_seats d where d.game_id = g.id) order by g.id;
$$;

-- The open game in which a power has this passcode; null: there is none. tournament: as above.
create or replace function daide.find(tournament text, power smallint, passcode smallint)
returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	select d.game_id from farm.daide_seats d join farm.games g on g.id = d.game_id
	join farm.tournaments t on t.id = g.tournament_id
	where (find.tournament is null or t.name = find.tournament) and d.power = find.power
	  and d.passcode = find.passcode
	  and g.state not in ('finished', 'cancelled');
$$;

-- The constant properties of a game that has begun. seats: powers with a client, as bits. players:
-- a line per power, what plays it. move_s, retreat_s, build_s: seconds for a turn; 0: no limit.
-- start_*: the chosen position that it begins with. press: as tournaments.press.
create or replace function daide.game(game bigint)
returns table (tournament text, number int, map text, rules text, players text, move_s int,
               retreat_s int, build_s int, start_phase smallint, start_units smallint[],
               start_owners text, press text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	select t.name, g.number, m.name, t.rules, s.players,
	       coalesce(extract(epoch from t.diplomatic_time)::int, 0),
	       coalesce(extract(epoch from t.retreat_time)::int, 0),
	       coalesce(extract(epoch from t.adjustment_time)::int, 0), t.start_phase, t.start_units,
	       t.start_owners, t.press
	from farm.games g
	join farm.tournaments t on t.id = g.tournament_id and not t.dropped
	join farm.maps m on m.id = t.map_id
	cross join lateral (
		select bool_or(u.role = 'daide') as any_client,
		       string_agg(left(regexp_replace(u.label, '[^ -~]', '?', 'g'), 60), E'\n'
		                  order by s.power) as players
		from farm.seats s join farm.users u on u.id = s.user_id
		where s.game_id = g.id) s
	where g.id = game.game and s.any_client;
$$;

-- The clients of a game that has begun, and what they have done in the open phase: asked: it must
-- order; orders: its submitted orders, packed as in farm.turns; final: they are final.
create or replace function daide.seats(game bigint)
returns table (power smallint, passcode smallint, name text, version text, asked boolean,
               orders int[], final boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	select d.power, d.passcode, d.name, d.version, t.game_id is not null,
	       array_remove(coalesce(o.codes, farm.order_codes(m.codes, o.orders), '{}'), null),
	       coalesce(o.final, false)
	from farm.daide_seats d
	join farm.games g on g.id = d.game_id
	cross join farm.map_of(g.id) m
	left join farm.turns t on t.game_id = d.game_id and t.power = d.power and t.phase = g.asked
	                      and g.state = 'waiting'
	left join farm.pending_orders o
	       on o.game_id = t.game_id and o.power = t.power and o.phase = t.phase
	where d.game_id = seats.game order by d.power;
$$;

-- The states of games. phase: the phase to order in, while the game waits; else -1. left_ms: until
-- its deadline; -1: none. winner: 7 for a draw. letters: the number of messages that become
-- readable in this phase. shared: the powers that share its draw, as bits; 0: all survivors.
create or replace function daide.states(games bigint[])
returns table (game bigint, state text, phase smallint, left_ms bigint, winner smallint,
               letters bigint, shared smallint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	select g.id, g.state::text, case when g.state = 'waiting' then g.asked else -1::smallint end,
	       coalesce(case when g.state = 'waiting' then (
	           select greatest(0, extract(epoch from min(d.deadline) - clock_timestamp())
	                           * 1000)::bigint
	           from farm.turns_open(g.id, g.asked) d having min(d.deadline) is not null) end, -1),
	       coalesce(g.winner, 7::smallint),
	       case when t.press = 'none' or g.state <> 'waiting' then 0 else (
	           select count(*) from farm.messages x where x.game_id = g.id and x.phase is null) + (
	           select count(*) from farm.messages x
	           where x.game_id = g.id and x.phase >= g.asked) end, coalesce(g.shared, 0::smallint)
	from unnest(games) x (id)
	join farm.games g on g.id = x.id
	join farm.tournaments t on t.id = g.tournament_id and not t.dropped
	where exists (select from farm.daide_seats d where d.game_id = g.id);
$$;

-- What was played of a game from a phase on, packed as in farm.boards, at most `most` rows. orders
-- is null on the final board.
create or replace function daide.phases(game bigint, since smallint, most int)
returns table (phase smallint, units smallint[], owners text, orders int[])
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan as $$
declare
	tournament int := (select g.tournament_id from farm.games g
	                   join farm.daide_seats d on d.game_id = g.id
	                   where g.id = phases.game limit 1);
begin
	return query
	select b.phase, b.units, b.owners, b.orders
	from farm.boards b
	where b.tournament_id = tournament and b.game_id = phases.game and b.phase >= since
	order by b.phase limit most;
end $$;

-- Submits orders of a client for a phase: all of them, packed as in farm.turns. final: they are.
-- Returns null, or why they are rejected; 55P03: another session holds the turn, and the caller can
-- retry. The farm checks them when it plays them, like those of any player.
create or replace function daide.submit(game bigint, power smallint, phase smallint, orders int[],
                                        final boolean) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms'
as $$
declare
	mine record;
begin
	perform farm.daide_check(game, power);
	if cardinality(orders) > 64 or array_position(orders, null) is not null then
		return 'too many orders, or no order';
	end if;
	select t.turn, t.problem into mine
	from farm.turn_hold(game, power, null, farm.phase_name(phase)) t;
	if mine.problem is not null and exists (
		select from farm.games g cross join lateral farm.turns_open(g.id, g.asked) t
		where g.id = game and g.state = 'waiting' and g.asked = submit.phase
		  and t.power = submit.power
		  and (t.deadline is null or t.deadline > clock_timestamp())) then
		raise exception '%', mine.problem using errcode = 'lock_not_available';
	elsif mine.problem is null then
		perform farm.turn_keep(mine.turn, farm.orders_print(game, orders), orders, final, final);
		perform farm.hint('farm_web');
	end if;
	return mine.problem;
end $$;

-- Votes for a draw, or withdraws the vote; powers: who shares it, as bits; 0: all survivors. Like
-- farm.draw_vote.
create or replace function daide.vote(game bigint, power smallint, phase smallint,
                                      powers smallint, vote boolean)
returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms'
as $$
begin
	perform farm.daide_check(game, power);
	return farm.draw_vote(game, power, phase, powers, vote);
end $$;

-- Sends a message of a client: recipients: codes of powers; null: all. Returns null, or why it is
-- not sent.
create or replace function daide.send(game bigint, power smallint, recipients text[], text text)
returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms'
as $$
begin
	perform farm.daide_check(game, power);
	return farm.message_send(game, power, null, recipients, text);
end $$;

-- The messages to clients of a game that become readable in a phase or later, or are not yet
-- delivered; recipients: as bits, 0: all. told_us: for each power, the time of its last message to
-- skip, in µs since 1970: the messages of a power are committed in order.
create or replace function daide.letters(game bigint, since smallint, told_us bigint[])
returns table (sender smallint, recipients smallint, text text, sent_us bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	select x.sender, coalesce(x.recipients, 0::smallint), x.text, s.us
	from farm.messages x
	join farm.games g on g.id = x.game_id and (x.phase is not null or g.state = 'waiting')
	cross join lateral (select (extract(epoch from x.sent_at) * 1000000)::bigint as us) s
	where x.game_id = letters.game and (x.phase is null or x.phase >= since)
	  and s.us > told_us[1 + x.sender]
	  and (x.recipients is null
	       or exists (select from farm.daide_seats d
	                  where d.game_id = x.game_id and x.recipients >> d.power & 1 = 1))
	  and exists (select from farm.daide_seats d where d.game_id = x.game_id)
	order by x.sent_at, x.sender;
$$;
