-- press: the messages between the players of a game.
--
-- A message of an external player may be committed long after it was sent. So it belongs to the
-- phase in which it becomes readable: messages that are committed when the farm takes the orders of
-- a phase get that phase (farm.messages_take), later messages get the next one, and messages after
-- the end of the game none: only the sender ever sees these. A worker writes the messages of bots
-- together with their phase.
--
-- So the messages of a game that is over are as final as its boards, and are part of its digest.

create or replace function farm.powers_named(powers text[], bits smallint) returns text[]
language sql immutable parallel safe
	return case when bits is not null
	            then array(select powers[1 + p] from generate_series(0, 6) p
	                       where bits >> p & 1 = 1) end;
comment on function farm.powers_named is
	'The codes of the powers whose bits are set; null if the bits are null.';

create or replace function farm.messages_digest(game bigint) returns bytea
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	select sha256(convert_to(coalesce((
		select string_agg(concat_ws('|', x.phase, x.round, x.sender, coalesce(x.recipients, 0),
		                            octet_length(x.text), x.text), E'\n'
		                  order by x.phase, x.sent_at, x.sender)
		from farm.messages x where x.game_id = g.id and x.phase is not null), ''), 'UTF8'))
	from farm.games g join farm.tournaments t on t.id = g.tournament_id and t.press <> 'none'
	where g.id = game;
$$;
comment on function farm.messages_digest is
	'A sha256 of all messages of a game; null: its players cannot write.';

-- The messages of a game that the caller may read, with a row for each recipient: all of them for
-- the owner, else those to all, once it is finished. recipient 7: all. n: the number of this copy
-- of the message, from 1.
create or replace function farm.messages_exported(game bigint)
returns table (phase smallint, sender smallint, recipient smallint, text text,
               sent_at timestamptz, n bigint)
language plpgsql stable as $$
begin
	if has_table_privilege('farm.messages', 'select') then
		return query
		select x.phase, x.sender, r.power, x.text, x.sent_at, r.n
		from farm.messages x
		cross join lateral (
			select p::smallint, row_number() over (order by p) from generate_series(0, 7) p
			where case when x.recipients is null then p = 7
			           else x.recipients >> p & 1 = 1 end) r (power, n)
		where x.game_id = messages_exported.game and x.phase is not null
		order by x.phase, x.sent_at, x.sender, r.power;
	else
		return query
		select x.phase, (array_position(m.powers, x.sender) - 1)::smallint, 7::smallint, x.text,
		       x.sent_at, 1::bigint
		from farm.messages_told x
		join farm.tournaments t on t.id = x.tournament_id
		join farm.maps m on m.id = t.map_id
		where x.game = messages_exported.game order by x.phase, x.sent_at, x.sender;
	end if;
end $$;
comment on function farm.messages_exported is
	'The messages of a game that the caller may read, one row per recipient (7: all).';

-- ── external players ──

-- Why a text cannot be sent; null: it can.
create or replace function farm.message_flaw(text text) returns text
language sql immutable parallel safe
	return case when coalesce(text, '') !~ '[^[:space:]]' then 'a message must have a text'
	            when octet_length(text) > 4096 then 'a message has at most 4,096 bytes'
	            when text ~ '[\x01-\x08\x0b-\x1f\x7f]'
	            then 'a message has no control characters' end;

-- The recipients as bits; null: all. problem: why a power cannot write to them.
create or replace function farm.message_address(press text, powers text[], power smallint,
                                                recipients text[], out bits smallint,
                                                out problem text)
language plpgsql immutable as $$
declare
	name  text;
	place int;
begin
	if recipients is null then
		return;
	elsif cardinality(recipients) = 0 then
		problem := 'name a power; null: to all';
		return;
	elsif press = 'public' then
		problem := 'in this game players write to all only';
		return;
	end if;
	bits := 0;
	foreach name in array recipients loop
		place := array_position(powers, upper(name));
		problem := case when place is null
		                then format('no power %s: there are %s', name,
		                            array_to_string(powers, ', '))
		                when place = 1 + power then 'nobody writes to himself' end;
		exit when problem is not null;
		bits := bits | (1 << place - 1);
	end loop;
end $$;

-- Locks a power's seat in a waiting game until the transaction ends, so that one session of a power
-- writes at a time. power null: the only one of the caller's role, or of this name. Like
-- farm.turn_hold, it does not lock anything that the farm waits for.
create or replace function farm.seat_hold(game bigint, power smallint, name text,
                                          out seat smallint, out press text, out powers text[],
                                          out problem text)
language plpgsql as $$
declare
	mine record;
begin
	select array_agg(s.power order by s.power) as seats, min(g.state) as state,
	       min(t.press) as press, min(m.powers) as powers
	into mine
	from farm.games g
	join farm.tournaments t on t.id = g.tournament_id and not t.dropped
	join farm.maps m on m.id = t.map_id
	join farm.seats s on s.game_id = g.id
	join farm.users u on u.id = s.user_id
	where g.id = game
	  and case when seat_hold.power is null then u.role = farm.caller_player()
	           else s.power = seat_hold.power end
	  and (seat_hold.name is null or m.powers[1 + s.power] = upper(seat_hold.name));
	seat := mine.seats[1];
	press := mine.press;
	powers := mine.powers;
	problem := case
		when mine.seats is null then 'you have no such seat'
		when cardinality(mine.seats) > 1 then 'you have several powers there, say which writes'
		when mine.state in ('finished', 'cancelled') then 'the game is over'
		when mine.state <> 'waiting' then 'the game is being played just now: please try again' end;
	if problem is null then
		perform from farm.games g
		where g.id = game and g.state = 'waiting' for key share skip locked;
		if not found then
			problem := 'the game is being played just now: please try again';
		end if;
		perform from farm.seats s where s.game_id = game and s.power = seat for no key update;
	end if;
end $$;

-- Sends a message. power, name: as in farm.seat_hold. recipients: codes of powers; null: all; an
-- empty list is refused, so that it is not read by all. Returns why it was not sent, or null. A
-- power can send 20 messages a minute, and 200 in a phase.
create or replace function farm.message_send(game bigint, power smallint, name text,
                                             recipients text[], text text)
returns text language plpgsql as $$
declare
	hold    record;
	to_whom record;
	flaw    text;
begin
	if current_setting('transaction_isolation') not like 'read %' then
		return 'send messages in a transaction of isolation level read committed';
	end if;
	select h.* into hold from farm.seat_hold(game, power, name) h;
	select a.* into to_whom
	from farm.message_address(hold.press, hold.powers, hold.seat, recipients) a;
	flaw := coalesce(hold.problem, to_whom.problem, farm.message_flaw(text));
	if flaw is not null then
		return flaw;
	elsif hold.press = 'none' then
		return 'in this game players do not write to each other';
	elsif (select count(*) from farm.messages m
	       where m.game_id = game and m.phase is null and m.sender = hold.seat) >= 200 then
		return '200 messages a phase: no more before the next one';
	elsif (select count(*) from farm.messages m
	       where m.game_id = game and m.sender = hold.seat
	         and m.sent_at > clock_timestamp() - interval '1 min') >= 20 then
		return '20 messages a minute: please wait a while';
	end if;
	insert into farm.messages (game_id, sender, recipients, text, sent_at)
	values (game, hold.seat, to_whom.bits, text, clock_timestamp());
	perform farm.hint('farm_web');
	if exists (select from farm.daide_seats d where d.game_id = game) then
		perform farm.hint('farm_turn_daide');
	end if;
	return null;
end $$;

-- The messages that a seat's player may read, in the order of sending, without the first `since`.
create or replace function farm.seat_messages(link farm.links, since int)
returns table (phase text, round smallint, sender text, recipients text[], text text,
               sent_at timestamptz)
language plpgsql as $$
begin
	return query
	select x.phase, x.round, x.sender, x.recipients, x.text, x.sent_at from farm.letters x
	where x.game = link.game_id and x.reader = link.power
	order by x.phase_number nulls last, x.sent_at, x.sender offset since;
end $$;

-- What a seat's player may write (tournaments.press), and how many messages it may read.
create or replace function farm.seat_press(link farm.links, out press text, out letters int)
language plpgsql as $$
begin
	select t.press, case when t.press = 'none' then 0 else (
	           select count(*) from farm.letters x
	           where x.game = g.id and x.reader = link.power) end
	into press, letters
	from farm.games g join farm.tournaments t on t.id = g.tournament_id where g.id = link.game_id;
end $$;

-- Assigns the committed messages to a phase. The caller has locked the game.
create or replace function farm.messages_take(game bigint, phase smallint) returns void
language sql as $$
	update farm.messages m set phase = messages_take.phase
	where m.game_id = game and m.phase is null;
$$;

-- ── workers ──

-- A worker stores the messages of bots before the orders of a phase, in the transaction that stores
-- the phase or asks the others; arrays are parallel, recipients 0: all.
create or replace function farm.messages_add(game bigint, worker bigint, epoch int, phase smallint,
                                             rounds smallint[], senders smallint[],
                                             recipients smallint[], texts text[])
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
	perform farm.fence_note(game, worker, epoch);
	insert into farm.messages (game_id, phase, round, sender, recipients, text, sent_at)
	select game, messages_add.phase, x.round, x.sender, nullif(x.recipient, 0), x.text,
	       now() + x.n * interval '1 us'
	from farm.games g
	join farm.tournaments t on t.id = g.tournament_id and t.press <> 'none'
	cross join unnest(rounds, senders, recipients, texts)
	    with ordinality x (round, sender, recipient, text, n)
	where g.id = game;
end $$;

-- The messages in a claimed game from a phase on; recipients as above.
create or replace function farm.messages_heard(game bigint, worker bigint, epoch int,
                                               since smallint)
returns table (phase smallint, round smallint, sender smallint, recipients smallint, text text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	select x.phase, x.round, x.sender, coalesce(x.recipients, 0::smallint), x.text
	from farm.messages x join farm.games g on g.id = x.game_id
	where g.id = game and g.state = 'claimed' and g.worker_id = worker
	  and g.epoch = messages_heard.epoch
	  and x.phase >= since
	order by x.phase, x.sent_at, x.sender;
$$;
