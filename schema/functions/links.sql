-- links: links that open a seat.
--
-- A link has a secret of 144 random bits. Three hands, three values:
--
--   the secret  in the link. It is the person's. It never reaches the database.
--   the key     sha256 of the secret. The web server makes it and calls the functions of schema web
--               with it. A server that logs all parameters of statements logs keys. With a key alone
--               nobody gets in: he also needs a login in farm_web.
--   the digest  sha256 of the key, in farm.links. Nothing opens with it.
--
-- All three are random and as long as it takes, so there is no salt and no slow hash.

-- Makes a link to a seat. problem: why there is none. Only an external player's seat has links.
create or replace function farm.link_make(game bigint, power text, digest bytea, valid interval,
                                          out link bigint, out expires timestamptz, out problem text)
language plpgsql as $$
#variable_conflict use_variable
declare
	seat record;
begin
	select s.power, u.player, u.label, g.state, m.powers into seat
	from farm.games g
	join farm.tournaments t on t.id = g.tournament_id and not t.dropped
	join farm.maps m on m.id = t.map_id
	left join farm.seats s on s.game_id = g.id and m.powers[1 + s.power] = upper(power)
	left join farm.users u on u.id = s.user_id
	where g.id = game;
	problem := case
		when seat is null then 'there is no such game'
		when seat.power is null then format('no power %s: there are %s', power,
		                                    array_to_string(seat.powers, ', '))
		when seat.player is not null then format('%s is played by %s: a link opens only a seat of a '
			'person (@ in --seats) or of a role (@ROLE)', upper(power), seat.label)
		when seat.state in ('finished', 'cancelled') then format('the game is %s', seat.state) end;
	if problem is null then
		insert into farm.links (game_id, power, digest, made_by, expires_at)
		values (game, seat.power, digest, farm.caller(), now() + valid)
		returning id, expires_at into link, expires;
	end if;
end $$;

-- The link with that key. One that is unknown, has expired, was withdrawn, or belongs to a dropped
-- tournament raises RF004, and its text does not say which. Notes that the link is used, once a
-- minute at most, and waits for nobody to do so.
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
		where l.id = (select x.id from farm.links x where x.id = link.id for no key update skip locked);
	end if;
	return link;
end $$;

-- Withdraws links: one by its number, or those of a game, or of a power there. Returns how many.
create or replace function farm.links_withdraw(link bigint, game bigint, power text) returns bigint
language plpgsql as $$
#variable_conflict use_variable
declare
	gone bigint;
begin
	update farm.links l set withdrawn_at = now()
	from farm.games g
	join farm.tournaments t on t.id = g.tournament_id
	join farm.maps m on m.id = t.map_id
	where g.id = l.game_id and l.withdrawn_at is null
	  and (l.id = link or link is null and l.game_id = game
	       and (power is null or m.powers[1 + l.power] = upper(power)));
	get diagnostics gone = row_count;
	return gone;
end $$;
