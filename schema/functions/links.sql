-- links: links to seats.
--
-- A link has a secret of 144 random bits. Three parties have three values:
--
--   the secret  in the link, for the person. It never reaches the database.
--   the key     sha256 of the secret. The web server makes it and calls the functions of schema web
--               with it. A server that logs all parameters of statements logs keys. A key alone
--               opens nothing: it also takes a login in farm_web.
--   the digest  sha256 of the key, in farm.links. Nothing opens with it.
--
-- All three are random and long enough, so there is no salt and no slow hash.

-- Creates a link to a seat. host: farm.links.host. problem: why it was not created. Only an
-- external player's seat has links.
create or replace function farm.link_make(game bigint, power text, digest bytea, valid interval,
                                          host boolean, out link bigint, out expires timestamptz,
                                          out problem text)
language plpgsql as $$
declare
	seat record;
begin
	select s.power, u.player, u.label, g.state, m.powers into seat
	from farm.games g
	join farm.tournaments t on t.id = g.tournament_id and not t.dropped
	join farm.maps m on m.id = t.map_id
	left join farm.seats s on s.game_id = g.id and m.powers[1 + s.power] = upper(link_make.power)
	left join farm.users u on u.id = s.user_id
	where g.id = game;
	problem := case
		when seat is null then 'there is no such game'
		when seat.power is null then format('no power %s: there are %s', power,
		                                    array_to_string(seat.powers, ', '))
		when seat.player is not null
		then format('%s is played by %s: a link opens only a seat of a '
			'person (@ in --seats) or of a role (@ROLE)', upper(power), seat.label)
		when seat.state in ('finished', 'cancelled') then format('the game is %s', seat.state) end;
	if problem is null then
		insert into farm.links (game_id, power, digest, host, made_by, expires_at)
		values (game, seat.power, digest, host, farm.caller(), now() + valid)
		returning id, expires_at into link, expires;
	end if;
end $$;

-- The link with that key. One that is unknown, has expired, was withdrawn, or belongs to a dropped
-- tournament raises RF004, and its text does not say which. Records that the link is used, at most
-- once a minute, without waiting for a lock.
create or replace function farm.link_open(key bytea) returns farm.links language plpgsql as $$
declare
	link farm.links;
begin
	select l.* into link
	from farm.links l
	join farm.games g on g.id = l.game_id
	join farm.tournaments t on t.id = g.tournament_id and not t.dropped
	where l.digest = sha256(link_open.key) and l.withdrawn_at is null
	  and l.expires_at > clock_timestamp();
	if link.id is null then
		raise exception 'this link opens no seat: it is unknown, has expired or was withdrawn'
			using errcode = 'RF004';
	end if;
	if coalesce(link.used_at < now() - interval '1 min', true)
	   and not current_setting('transaction_read_only')::boolean then
		update farm.links l set used_at = now()
		where l.id = (select x.id from farm.links x where x.id = link.id
		              for no key update skip locked);
	end if;
	return link;
end $$;

-- Withdraws links: one by its number, or those of a game, or of a power there. Returns their
-- number.
create or replace function farm.links_withdraw(link bigint, game bigint, power text) returns bigint
language plpgsql as $$
declare
	gone bigint;
begin
	update farm.links l set withdrawn_at = now()
	where l.withdrawn_at is null
	  and (l.id = link or link is null and l.game_id = game
	       and (links_withdraw.power is null
	            or upper(links_withdraw.power) = (select m.powers[1 + l.power]
	                                              from farm.map_of(game) m)));
	get diagnostics gone = row_count;
	return gone;
end $$;

-- ── what a host may do ──

-- Whether a game has all the valid links that it may have.
create or replace function farm.links_full(game bigint) returns boolean language sql stable as $$
	select count(*) >= 100 from farm.links l
	where l.game_id = game and l.withdrawn_at is null and l.expires_at > now();
$$;

-- Creates a link for a host, to the seat of a person in its game, unless farm.links_full. The row
-- of the host's link is locked, so that one call at a time counts them.
create or replace function farm.link_invite(host farm.links, power text, digest bytea,
                                            valid interval, out link bigint,
                                            out expires timestamptz, out problem text)
language plpgsql as $$
begin
	perform from farm.links l where l.id = host.id for no key update;
	problem := case
		when not host.host then 'only the person who made the game may invite'
		when not coalesce(valid between '1 s' and '365 d', false)
		then 'a link opens a seat for 1 s to 365 days'
		when farm.links_full(host.game_id) then 'this game has 100 links: withdraw some'
		when exists (select from farm.seats s join farm.users u on u.id = s.user_id
		             cross join farm.map_of(s.game_id) m
		             where s.game_id = host.game_id
		               and m.powers[1 + s.power] = upper(link_invite.power)
		               and u.role is not null)
		then upper(power) || ' is played by a role' end;
	if problem is not null then
		return;
	end if;
	select m.link, m.expires, m.problem into link, expires, problem
	from farm.link_make(host.game_id, power, digest, valid, false) m;
	update farm.links l set made_by = 'host ' || host.id where l.id = link;
end $$;

-- Why a host cannot hand over the seat of a player of the farm to a person; null: it is possible.
-- Before the first phase, the game is as if it had been created with this seat for a person. Later
-- the phases that the player has decided could not be verified.
create or replace function farm.seat_keeps(host farm.links, power text) returns text
language sql stable as $$
	select case
		when not host.host then 'only the person who made the game may invite'
		when s.power is null then format('no power %s: there are %s', seat_keeps.power,
		                                 array_to_string(m.powers, ', '))
		when u.player is null then format('%s is not a computer''s', upper(seat_keeps.power))
		when u.player like 'bot:%' then 'bots keep their seats'
		when t.games > 1 then 'a tournament of several games keeps its seats'
		when g.state = 'claimed' then 'the farm plays just now: please try again'
		when g.state not in ('pending', 'waiting')
		  or exists (select from farm.taken_orders o where o.game_id = g.id)
		  or exists (select from farm.boards_of(t.id, g.id))
		then 'the game has begun: play again, and hand the seat over then' end
	from farm.games g
	join farm.tournaments t on t.id = g.tournament_id
	join farm.maps m on m.id = t.map_id
	left join farm.seats s on s.game_id = g.id and m.powers[1 + s.power] = upper(seat_keeps.power)
	left join farm.users u on u.id = s.user_id
	where g.id = host.game_id;
$$;

-- Hands over the seat of a player of the farm to a person, and creates a link to it, like
-- farm.link_invite. A waiting game is claimed again, and the worker also asks this power; orders
-- that others have submitted stay. problem: why this is not possible.
create or replace function farm.seat_hand_over(host farm.links, power text, digest bytea,
                                               valid interval, out link bigint,
                                               out expires timestamptz, out problem text)
language plpgsql as $$
begin
	-- the link first, as farm.link_again does
	perform from farm.links l where l.id = host.id for no key update;
	perform from farm.games g where g.id = host.game_id for no key update;
	problem := farm.seat_keeps(host, power);
	if problem is not null then
		return;
	end if;
	update farm.seats s set user_id = farm.user_put('@', 'person', null, '{}', null)
	from farm.map_of(host.game_id) m
	where s.game_id = host.game_id
	  and m.powers[1 + s.power] = upper(seat_hand_over.power);
	update farm.tournaments t set seats = x.names, players = x.labels
	from farm.games g cross join lateral (
		select string_agg(u.name, ',' order by s.power) as names,
		       string_agg(u.label, ',' order by s.power) as labels
		from farm.seats s join farm.users u on u.id = s.user_id where s.game_id = g.id) x
	where g.id = host.game_id and t.id = g.tournament_id;
	update farm.games g
	set state = 'pending', worker_id = null, claimed_at = null, asked = null, look_at = null,
	    extra = null, stopped_at = null
	where g.id = host.game_id;
	select i.link, i.expires, i.problem into link, expires, problem
	from farm.link_invite(host, power, digest, valid) i;
	perform farm.hint('farm');
	perform farm.hint('farm_web');
end $$;

-- Creates a tournament of one game like another one, with its own name, seed and users; users: one
-- per power. Returns its number.
create or replace function farm.tournament_repeat(tournament int, name text, users int[])
returns int
language plpgsql as $$
declare
	old  farm.tournaments;
	made int;
begin
	select t.* into old from farm.tournaments t where t.id = tournament;
	-- the seed: 63 unpredictable bits, as in aresctl
	made := farm.tournament_create(
		name, (select m.name from farm.maps m where m.id = old.map_id), old.rules, old.judge,
		(('x' || encode(substr(sha256(uuid_send(gen_random_uuid())
		                              || uuid_send(gen_random_uuid())), 1, 8),
		                'hex'))::bit(64) >> 1)::bigint,
		1, old.round_limit,
		(select string_agg(u.name, ',' order by x.n)
		 from unnest(users) with ordinality x (id, n) join farm.users u on u.id = x.id),
		users, players => (select string_agg(u.label, ',' order by x.n)
		                   from unnest(users) with ordinality x (id, n)
		                   join farm.users u on u.id = x.id));
	update farm.tournaments t
	set diplomatic_time = old.diplomatic_time, retreat_time = old.retreat_time,
	    adjustment_time = old.adjustment_time, draw_after = old.draw_after, hints = old.hints,
	    priority = old.priority, weight = old.weight,
	    start_case = old.start_case, start_phase = old.start_phase, start_units = old.start_units,
	    start_owners = old.start_owners, press = old.press, press_rounds = old.press_rounds,
	    substitute = old.substitute, faults = old.faults
	where t.id = made;
	return made;
end $$;

-- Creates a game like that of a host, in which the host and the player of this power have exchanged
-- their seats, and a host's link to it. The old game is cancelled unless it is over; so a host has
-- one open game. player: plays all seats of the farm's players, with its default settings; null:
-- the same players as before. It must be among the farm's users. problem: why no game was created:
-- other people or roles play the old one and it is not over; or there were 30 such games within the
-- hour.
create or replace function farm.link_again(host farm.links, power text, digest bytea, player text,
                                           out game bigint, out problem text)
language plpgsql as $$
declare
	old   record;
	users int[];
	place int;
	stem  text;
	made  int;
	other int := (select min(u.id) from farm.users u
	              where u.player = link_again.player and u.label = u.player);
begin
	-- one call at a time: a second one finds the link withdrawn
	perform from farm.links l where l.id = host.id and l.withdrawn_at is null for no key update;
	if not found or not host.host then
		problem := 'only the person who made the game may play again';
		return;
	end if;
	select t.id, t.name, g.state, m.powers into old
	from farm.games g
	join farm.tournaments t on t.id = g.tournament_id join farm.maps m on m.id = t.map_id
	where g.id = host.game_id for no key update of g;
	place := array_position(old.powers, upper(power));
	-- the name that the first of these games had
	stem := left(case when host.made_by like 'host %' then regexp_replace(old.name, '-[0-9]+$', '')
	                  else old.name end, 52);
	problem := case
		when place is null
		then format('no power %s: there are %s', power, array_to_string(old.powers, ', '))
		when player is not null and other is null then format('%s is not offered here', player)
		when old.state not in ('finished', 'cancelled') and exists (
		    select from farm.seats s join farm.users u on u.id = s.user_id
		    where s.game_id = host.game_id and s.power <> host.power and u.player is null)
		then 'others play this game, and it is not over'
		when (select count(*) from farm.tournaments t where t.created_at > now() - interval '1 hour'
		      and left(t.name, length(stem) + 1) = stem || '-') >= 30
		then '30 such games were made within the hour: wait a while' end;
	if problem is not null then
		return;
	end if;
	perform farm.game_cancel(host.game_id);
	users := array(select s.user_id from farm.seats s where s.game_id = host.game_id
	               order by s.power);
	users[1 + host.power] := users[place];
	users[place] := (select s.user_id from farm.seats s
	                 where s.game_id = host.game_id and s.power = host.power);
	users := array(select case when u.player not like 'bot:%' then coalesce(other, u.id)
	                           else u.id end
	               from unnest(users) with ordinality x (id, n) join farm.users u on u.id = x.id
	               order by x.n);
	made := farm.tournament_repeat(
		old.id,
		(select stem || '-' || 1 + coalesce(max(substring(t.name from '-([0-9]{1,8})$')::int), 1)
		 from farm.tournaments t where left(t.name, length(stem) + 1) = stem || '-'),
		users);
	select g.id into game from farm.games g where g.tournament_id = made;
	update farm.links l set host = false where l.id = host.id;
	insert into farm.links (game_id, power, digest, host, made_by, expires_at)
	values (game, place - 1, digest, true, 'host ' || host.id, host.expires_at);
end $$;

-- The host's link that was created when the holder of this one played again; no row: none.
create or replace function farm.link_next(link farm.links) returns setof farm.links
language sql stable as $$
	select l.* from farm.links l
	join farm.games g on g.id = l.game_id
	join farm.tournaments t on t.id = g.tournament_id and not t.dropped
	where l.made_by = 'host ' || link.id and l.game_id <> link.game_id
	  and l.withdrawn_at is null and l.expires_at > now()
	order by l.id limit 1;
$$;

-- Creates another link to the game that followed, by the digest of its key. problem: why it was not
-- created.
create or replace function farm.link_follow(link farm.links, digest bytea, out game bigint,
                                            out problem text)
language plpgsql as $$
declare
	next farm.links := (select x from farm.link_next(link) x);
begin
	problem := case when next.id is null then 'no game followed this one'
	                when farm.links_full(next.game_id)
	                then 'this game has 100 links: withdraw some' end;
	if problem is not null then
		return;
	end if;
	game := next.game_id;
	insert into farm.links (game_id, power, digest, host, made_by, expires_at)
	values (next.game_id, next.power, digest, next.host, 'host ' || link.id, next.expires_at);
end $$;
