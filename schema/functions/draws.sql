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
	if vote then
		insert into farm.draw_votes as v (game_id, power, phase) values (game, power, phase)
		on conflict on constraint draw_votes_pkey
		do update set phase = excluded.phase, voted_at = now();
	else
		delete from farm.draw_votes v where v.game_id = game and v.power = draw_vote.power;
	end if;
	if farm.phase_is_retreat(phase) or exists (
		select from farm.draw_voters(game) p (power)
		where not exists (select from farm.draw_votes v
		                  where v.game_id = game and v.power = p.power
		                    and v.phase = draw_vote.phase)) then
		return false;
	end if;
	perform set_config('synchronous_commit', 'on', true);
	perform farm.messages_take(game, phase);
	perform farm.turns_delete(game, phase);
	update farm.games g
	set state = 'pending', worker_id = null, claimed_at = null, asked = null, look_at = null,
	    agreed = draw_vote.phase
	where g.id = game;
	perform farm.hint('farm');
	return true;
end $$;

-- Whether the powers agreed on a draw in this phase of a claimed game: then the worker ends it.
create or replace function farm.draw_agreed(game bigint, worker bigint, epoch int, phase smallint)
returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	select exists (select from farm.games g
	               where g.id = game and g.state = 'claimed' and g.worker_id = worker
	                 and g.epoch = draw_agreed.epoch and g.agreed = draw_agreed.phase);
$$;
