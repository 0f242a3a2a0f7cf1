-- draws: a draw that the powers agree on, by vote.
--
-- A power that has a unit or a centre votes in the phase that players are asked for. Once all of
-- them have, the game is over: its row says in which phase (games.agreed), the turns go, and the
-- worker that claims it next ends it there, fenced as ever. Players of the farm never vote. So a
-- game in which one of them survives has no such end.

-- The powers that must agree, as the open turns of a game have them.
create or replace function farm.draw_voters(game bigint) returns setof smallint
language sql stable as $$
	select distinct v.power::smallint
	from farm.games g
	join farm.tournaments n on n.id = g.tournament_id
	join farm.maps m on m.id = n.map_id
	cross join lateral (select * from farm.turns t
	                    where t.game_id = g.id and t.phase = g.asked limit 1) t
	cross join lateral (
		select farm.unit_power(u) as power from unnest(t.units) u
		union
		select p.n - 1 from unnest(m.powers) with ordinality p (name, n)
		join farm.areas a on a.map_id = m.id and a.centre
		where substr(t.owners, a.id + 1, 1) = left(p.name, 1)) v
	where g.id = draw_voters.game and v.power < cardinality(m.powers);
$$;

-- Ends a game that waits if all powers that must agree have voted in the open phase. The caller
-- holds the game. Returns whether it is a draw now.
create or replace function farm.draw_settle(game bigint) returns boolean language plpgsql as $$
declare
	open smallint := (select g.asked from farm.games g where g.id = game and g.state = 'waiting');
begin
	if open is null or farm.phase_is_retreat(open) or exists (
		select from farm.draw_voters(game) p (power)
		where not exists (select from farm.draw_votes v
		                  where v.game_id = game and v.power = p.power and v.phase = open)) then
		return false;
	end if;
	perform set_config('synchronous_commit', 'on', true);
	perform farm.messages_take(game, open);
	perform farm.turns_delete(game, open);
	update farm.games g
	set state = 'pending', worker_id = null, claimed_at = null, asked = null, look_at = null,
	    agreed = open
	where g.id = game;
	perform farm.hint('farm');
	return true;
end $$;

-- Writes or deletes the vote of a power. fresh: farm.draws_take looks at it.
create or replace function farm.draw_write(game bigint, power smallint, phase smallint,
                                           vote boolean, fresh boolean)
returns void language plpgsql as $$
begin
	if vote then
		insert into farm.draw_votes as v (game_id, power, phase, fresh)
		values (game, power, phase, fresh)
		on conflict on constraint draw_votes_pkey
		do update set phase = excluded.phase, fresh = excluded.fresh, voted_at = now();
	else
		delete from farm.draw_votes v where v.game_id = game and v.power = draw_write.power;
	end if;
end $$;

-- Votes for a power, or takes its vote back. Returns whether the game is a draw now; null: the game
-- does not wait in this phase. In a retreat phase votes are taken and count for nothing.
create or replace function farm.draw_vote(game bigint, power smallint, phase smallint, vote boolean)
returns boolean language plpgsql as $$
begin
	perform from farm.games g
	where g.id = game and g.state = 'waiting' and g.asked = draw_vote.phase
	for no key update;
	if not found then
		return null;
	end if;
	perform farm.draw_write(game, power, phase, vote, false);
	return farm.draw_settle(game);
end $$;

-- The vote of a player who is not trusted with the game's row: it locks its own seat, and the farm
-- counts later. power, name: as in farm.seat_hold. Returns why it was not taken, or null.
create or replace function farm.draw_wish(game bigint, power smallint, name text, vote boolean)
returns text language plpgsql as $$
declare
	hold record;
	open smallint;
begin
	select h.* into hold from farm.seat_hold(game, power, name) h;
	if hold.problem is not null then
		return hold.problem;
	end if;
	select g.asked into open from farm.games g where g.id = game;
	if farm.phase_is_retreat(open) then
		return 'a draw is voted on before moves and builds, not before retreats';
	elsif hold.seat not in (select farm.draw_voters(game)) then
		return 'a power without units and centres does not vote';
	end if;
	perform farm.draw_write(game, hold.seat, open, vote, true);
	perform farm.hint('farm');
	perform farm.hint('farm_web');
	return null;
end $$;

-- Looks at fresh votes of so many games at most. Returns how many games are draws now. It waits for
-- nobody: a game that is held is looked at again.
create or replace function farm.draws_take(most int) returns bigint language plpgsql as $$
declare
	game  bigint;
	drawn bigint := 0;
begin
	for game in select distinct v.game_id from farm.draw_votes v where v.fresh limit most loop
		perform from farm.games g where g.id = game for no key update skip locked;
		continue when not found;
		drawn := drawn + farm.draw_settle(game)::int;
		update farm.draw_votes v set fresh = false
		where v.ctid = any (array(select o.ctid from farm.draw_votes o
		                          where o.game_id = game and o.fresh
		                          for no key update skip locked));
	end loop;
	return drawn;
end $$;

-- Who has voted for a draw in the open phase of a seat's game, and who must: codes of powers.
-- possible: none of these is a player of the farm.
create or replace function farm.seat_draw(link farm.links, out votes text[], out voters text[],
                                          out possible boolean)
language sql stable as $$
	select array(select m.powers[1 + v.power] from farm.draw_votes v
	             where v.game_id = g.id and v.phase = g.asked and g.state = 'waiting'
	             order by v.power),
	       array(select m.powers[1 + p] from farm.draw_voters(g.id) p order by p),
	       g.state = 'waiting' and not farm.phase_is_retreat(g.asked) and not exists (
	           select from farm.draw_voters(g.id) p
	           join farm.seats s on s.game_id = g.id and s.power = p
	           join farm.users u on u.id = s.user_id and u.player is not null)
	from farm.games g
	join farm.tournaments t on t.id = g.tournament_id
	join farm.maps m on m.id = t.map_id
	where g.id = link.game_id;
$$;

-- Whether the powers agreed on a draw in this phase of a claimed game: then the worker ends it.
create or replace function farm.draw_agreed(game bigint, worker bigint, epoch int, phase smallint)
returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	select exists (select from farm.games g
	               where g.id = game and g.state = 'claimed' and g.worker_id = worker
	                 and g.epoch = draw_agreed.epoch and g.agreed = draw_agreed.phase);
$$;
