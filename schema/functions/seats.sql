-- seats: what the player of a seat may see: by a link's key (schema web), or as the role that it
-- belongs to (schema api).
--
-- Both pass a row of the type farm.links. farm.link_open finds the row of a link. For a role,
-- farm.seat_open makes one up, which is not a host's and never expires. The columns are explained
-- in schema/web.sql.

-- The seat of the calling role in a game, by its power. Raises RF004 if it has no such seat, and
-- does not reveal whether there is such a game.
create or replace function farm.seat_open(game bigint, power text) returns farm.links
language plpgsql as $$
declare
	seat farm.links;
begin
	select s.game_id, s.power, false into seat.game_id, seat.power, seat.host
	from farm.seats s
	join farm.users u on u.id = s.user_id and u.role = farm.caller_player()
	join farm.games g on g.id = s.game_id
	join farm.tournaments t on t.id = g.tournament_id and not t.dropped
	join farm.maps m on m.id = t.map_id
	where s.game_id = game and m.powers[1 + s.power] = upper(seat_open.power);
	if seat.game_id is null then
		raise exception 'you have no such seat' using errcode = 'RF004';
	end if;
	return seat;
end $$;

-- Where the seat is, and its game.
create or replace function farm.seat_told(link farm.links)
returns table (game bigint, tournament text, number int, map text, rules text, power text,
               name text, state text, phase text, deadline timestamptz, asked boolean,
               final boolean, fate text, points float8, winner text, expires timestamptz,
               host boolean, hints boolean)
language plpgsql as $$
begin
	select g.id, n.name, g.number, m.name, n.rules, m.powers[1 + link.power], u.label,
	       case g.state when 'waiting' then 'waits' when 'pending' then 'is played'
	                    when 'claimed' then 'is played' else g.state::text end,
	       farm.phase_name(case when g.state = 'waiting' then g.asked else g.phase end),
	       (select min(farm.clock_time(t.deadline, g.extra, g.stopped_at)) from farm.turns t
	        where t.game_id = g.id and t.phase = g.asked and g.state = 'waiting'),
	       t.game_id is not null, coalesce(o.final, false), m.powers[1 + g.winner], link.expires_at,
	       link.host, n.hints
	into game, tournament, number, map, rules, power, name, state, phase, deadline, asked, final,
	     winner, expires, host, hints
	from farm.games g
	join farm.tournaments n on n.id = g.tournament_id
	join farm.maps m on m.id = n.map_id
	join farm.seats s on s.game_id = g.id and s.power = link.power
	join farm.users u on u.id = s.user_id
	left join farm.turns t on t.game_id = g.id and t.power = s.power and t.phase = g.asked
	                      and g.state = 'waiting'
	left join farm.pending_orders o
	       on o.game_id = t.game_id and o.power = t.power and o.phase = t.phase
	where g.id = link.game_id;
	if state = 'finished' then
		select r.fate, r.points into fate, points from farm.outcomes r
		where r.game = link.game_id and r.power = link.power;
	end if;
	return next;
end $$;

-- The phase to order in. codes: the legal orders, packed.
create or replace function farm.seat_turn(link farm.links)
returns table (game bigint, phase text, power text, due int, deadline timestamptz, units text[],
               dislodged text[], board text[], centres text[], legal text[], submitted text[],
               final boolean, codes int[])
language plpgsql as $$
begin
	return query
	select o.game, o.phase, w.power, case when w.mine then o.due else 0 end, o.deadline,
	       case when w.mine then o.units
	       else array(select substr(b, length(w.power) + 2) from unnest(o.board) b
	                  where split_part(b, ' ', 1) = w.power) end,
	       o.dislodged, o.board, o.centres, case when w.mine then o.legal else '{}' end,
	       case when w.mine then o.submitted end, w.mine and o.final,
	       case when w.mine then (
	           select coalesce(t.codes, farm.order_codes(m.codes, t.legal))
	           from farm.turns t
	           where t.game_id = g.id and t.phase = g.asked and t.power = o.seat)
	       else '{}' end
	from farm.open_turns o
	join farm.games g on g.id = o.game
	join farm.tournaments n on n.id = g.tournament_id
	join farm.maps m on m.id = n.map_id
	cross join lateral (select m.powers[1 + link.power] as power, o.seat = link.power as mine) w
	where o.game = link.game_id and o.seat = (
		select t.power from farm.turns t
		where t.game_id = g.id and t.phase = g.asked order by t.power <> link.power limit 1);
end $$;

-- All powers of the game.
create or replace function farm.seat_others(link farm.links)
returns table (power text, mine boolean, asked boolean, awaited boolean, name text)
language plpgsql as $$
begin
	return query
	select m.powers[1 + s.power], s.power = link.power, t.game_id is not null,
	       t.game_id is not null and not coalesce(o.ready, false)
	       and not (a.missed > 1 and n.substitute is not null and o.orders is null) is true,
	       u.label || case when a.missed > 1 then coalesce(', absent: ' || i.label, '')
	                  else '' end
	from farm.games g
	join farm.tournaments n on n.id = g.tournament_id
	join farm.maps m on m.id = n.map_id
	join farm.seats s on s.game_id = g.id
	join farm.users u on u.id = s.user_id
	left join farm.turns t on t.game_id = g.id and t.power = s.power and t.phase = g.asked
	                      and g.state = 'waiting'
	left join farm.pending_orders o
	       on o.game_id = t.game_id and o.power = t.power and o.phase = t.phase
	left join farm.absences a on a.game_id = g.id and a.power = s.power
	left join farm.users i on i.id = n.substitute
	where g.id = link.game_id
	order by s.power;
end $$;

-- The position to order in.
create or replace function farm.seat_board(link farm.links)
returns table (game bigint, map int, power smallint, phase smallint, units smallint[], owners text,
               due int, submitted text[])
language plpgsql as $$
begin
	return query
	select g.id, n.map_id, link.power, t.phase, t.units, t.owners,
	       case when t.power = link.power then t.due else t.due * 0 end,
	       case when t.power = link.power then o.orders end
	from farm.games g
	join farm.tournaments n on n.id = g.tournament_id
	left join lateral (
		select * from farm.turns t
		where t.game_id = g.id and t.phase = g.asked and g.state = 'waiting'
		order by t.power <> link.power limit 1) t on true
	left join farm.pending_orders o
	       on o.game_id = t.game_id and o.power = t.power and o.phase = t.phase
	where g.id = link.game_id;
end $$;

-- What was played, from a phase on.
create or replace function farm.seat_history(link farm.links, since int)
returns table (phase text, phase_number int, units text[], dislodged text[], centres text[],
               orders jsonb)
language plpgsql as $$
declare
	home int := (select g.tournament_id from farm.games g where g.id = link.game_id);
begin
	-- materialized: each is read once, not once per phase
	return query
	with o as materialized (
		select x.phase, jsonb_agg(jsonb_build_object('power', x.power, 'text', x.text,
		           'result', x.result, 'dislodged', x.dislodged, 'action', x.action,
		           'from', x."from", 'to', x."to", 'aux', x.aux)
		           order by x.power, x."from") as orders
		from farm.orders x where x.tournament_id = home and x.game = link.game_id
		  and (since is null or x.phase >= since)
		group by x.phase),
	u as materialized (
		select x.phase, array_agg(w.unit order by w.unit) filter (where not x.dislodged) as units,
		       array_agg(w.unit order by w.unit) filter (where x.dislodged) as dislodged
		from farm.units x cross join lateral (
			select x.power || ' ' || x.type || ' ' || x.area as unit) w
		where x.tournament_id = home and x.game = link.game_id
		  and (since is null or x.phase >= since)
		group by x.phase),
	c as materialized (
		select x.phase, x.phase_name,
		       array_agg(x.owner || ' ' || x.province order by x.owner, x.province)
		       filter (where x.owner is not null) as centres
		from farm.centres x where x.tournament_id = home and x.game = link.game_id
		  and (since is null or x.phase >= since)
		group by x.phase, x.phase_name)
	select c.phase_name, c.phase::int, u.units, u.dislodged, c.centres, o.orders
	from c left join u on u.phase = c.phase left join o on o.phase = c.phase
	order by c.phase;
end $$;

-- Submits orders, and withdraws that they are final. The game waits for the seat until its orders
-- are final.
create or replace function farm.seat_submit_orders(link farm.links, orders text[], final boolean,
                                                   phase text)
returns table (text text, problem text)
language plpgsql as $$
begin
	return query select *
	from farm.turn_submit(link.game_id, link.power, orders, final, null, phase);
	perform farm.hint('farm_web');
end $$;

create or replace function farm.seat_withdraw_final(link farm.links, phase text) returns text
language plpgsql as $$
begin
	perform farm.hint('farm_web');
	return farm.turn_reopen(link.game_id, link.power, phase);
end $$;

-- A text that changes as soon as its player would see anything new: the state of the game, the
-- played phases, the player's submitted orders, the powers that the game waits for, and, only in
-- its second half, the number of messages to the player in the phase. It does not depend on what
-- others have submitted, only on whether their orders are final. host: as in farm.links.
--
-- It has one row. A query may inline it, for many seats at once. Votes and absences are rare:
-- sorting none costs more than checking that there are none.
create or replace function farm.seat_pulse(game bigint, power smallint, host boolean)
returns table (pulse text) language sql stable as $$
	select left(encode(sha256(convert_to(concat_ws('/', host,
	           case when g.state in ('pending', 'claimed') then 'is played' else g.state::text end,
	           case when g.state = 'waiting' then g.asked
	                when g.state in ('pending', 'claimed')
	                then (select max(b.phase) from farm.boards_of(g.tournament_id, g.id) b) end,
	           case when g.state = 'waiting' then (
	               select string_agg(concat_ws(':', t.power,
	                                           extract(epoch from farm.clock_time(
	                                               t.deadline, g.extra, g.stopped_at)),
	                                           coalesce(o.ready, false),
	                                           case when t.power = seat_pulse.power
	                                                then extract(epoch from o.given_at) end,
	                                           case when t.power = seat_pulse.power
	                                                then o.final end),
	                                 ',' order by t.power)
	               from farm.turns t
	               left join farm.pending_orders o
	                      on o.game_id = t.game_id and o.power = t.power and o.phase = t.phase
	               where t.game_id = g.id and t.phase = g.asked) end,
	           case when g.state = 'waiting' and exists (
	               select from farm.votes v where v.game_id = g.id and v.phase = g.asked) then (
	               select 'votes ' || nullif(concat_ws('/',
	                          json_agg(distinct v.powers) filter (where v.wish = 'end'),
	                          json_agg(concat_ws(' ', v.wish, v.powers) order by v.wish, v.powers)
	                          filter (where v.power = seat_pulse.power),
	                          nullif(count(*) filter (where v.wish = 'pause'), 0),
	                          nullif(count(*) filter (where v.wish = 'extend'), 0)), '')
	               from farm.votes v where v.game_id = g.id and v.phase = g.asked) end,
	           case when g.state = 'waiting' and exists (
	               select from farm.absences a where a.game_id = g.id) then (
	               select 'absent ' || string_agg(a.power::text, ' ' order by a.power)
	               from farm.absences a where a.game_id = g.id and a.missed > 1) end),
	           'UTF8')), 'hex'), 16)
	       || left(md5(coalesce(case when g.state = 'waiting' then (
	              select count(*) from farm.messages x
	              where x.game_id = g.id and x.phase is null and (x.sender = seat_pulse.power
	                    or x.recipients is null or x.recipients >> seat_pulse.power & 1 = 1)) end,
	              0)::text), 16)
	from farm.games g where g.id = seat_pulse.game;
$$;
