-- batches: what a worker writes of games under its claims.

-- Writes the ends of games of a batch. games: those of the batch, which the caller has locked.
create or replace function farm.ends_write(worker bigint, games bigint[], ends farm.written_end[])
returns void language plpgsql as $$
declare
	ended int;
begin
	with over as (
		update farm.games g
		set state = 'finished', finished_at = now(), winner = e.winner, phase = e.phase,
		    phases = e.phases,
		    ending = case when e.winner is null then 'draw' else 'solo' end::farm.game_ending,
		    centres = e.centres, units = e.units, digest = e.digest
		from unnest(ends) e
		where g.id = games[e.claim] and e.phases between 0 and e.phase
		returning g.tournament_id, g.phases),
	tallied as (
		insert into farm.tallies as t
		select over.tournament_id, worker, count(*), sum(over.phases) from over group by 1
		on conflict (tournament_id, worker_id)
		do update set finished = t.finished + excluded.finished,
		              phases = t.phases + excluded.phases)
	select count(*) into ended from over;
	if ended <> cardinality(ends) then
		raise exception 'worker % ends % games, of which % can end', worker,
			cardinality(ends), ended
			using errcode = '22023';
	end if;
end $$;

-- Writes the summaries of games that end in a batch.
create or replace function farm.summaries_write(worker bigint, tournaments int[], games bigint[],
                                                ends farm.written_end[],
                                                summaries farm.written_summary[])
returns void language plpgsql as $$
declare
	summed int;
begin
	-- of a game whose end a user has taken back
	delete from farm.summaries s using unnest(ends) e
	where s.tournament_id = tournaments[e.claim] and s.game_id = games[e.claim];
	insert into farm.summaries
	select tournaments[s.claim], games[s.claim], s.resolve_ns, s.stages, s.order_counts,
	       s.decisions, s.think_ns, s.longest_ns, s.foresaw, s.foresaw_ns, s.forecasts,
	       s.conditioning, s.substitution, s.supposition, s.paradox, s.forecast_ns, s.capped,
	       s.alive, s.centres, s.events
	from unnest(summaries) s
	where s.claim in (select e.claim from unnest(ends) e);
	get diagnostics summed = row_count;
	if summed <> cardinality(summaries) then
		raise exception 'worker % sums % games up, of which % end', worker,
			cardinality(summaries), summed
			using errcode = '22023';
	end if;
end $$;

-- Writes boards of several games, and the ends and summaries of those that are over, as a whole or
-- not at all. It locks the games in the order of their ids. If a claim is lost, the fence says
-- which.
--
-- The numbers that a worker sends are not trusted. So the places in the batch are those of the
-- locked games, whatever bounds the arrays have; the table refuses boards of any other place. The
-- tally counts the rows that were finished. An end is refused if its game is not in the batch or
-- has another end, or if it has more phases than there were up to its own. A summary is refused if
-- its game does not end here or has another one in the batch. Workers of an older version send
-- none.
--
-- Plans are cached per session. There may be ten games then, and a million later. So the settings
-- make them loops over indexes, whatever the statistics say.
create or replace function farm.batch_write(worker bigint, durable boolean, games bigint[],
                                            epochs int[], boards farm.written_board[],
                                            ends farm.written_end[],
                                            summaries farm.written_summary[] default '{}')
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
	tournaments int[];
	held_games  bigint[];
begin
	with held as (
		select c.place, c.game, g.tournament_id
		from (select * from unnest(games, epochs) with ordinality c (game, epoch, place)
		      order by c.game) c
		cross join lateral (
			select g.tournament_id from farm.games g
			where g.id = c.game and g.state = 'claimed' and g.worker_id = worker
			  and g.epoch = c.epoch
			for no key update) g)
	select array_agg(tournament_id order by place), array_agg(held.game order by place)
	into tournaments, held_games from held;
	if cardinality(tournaments) is distinct from cardinality(games) then
		perform farm.fence(c.game, worker, c.epoch, durable)
		from unnest(games, epochs) c (game, epoch);
		raise exception 'worker % no longer holds all games of its batch', worker
			using errcode = 'RF001';
	end if;
	perform set_config('synchronous_commit', case when durable then 'on' else 'off' end, true);

	insert into farm.boards (tournament_id, game_id, phase, units, owners, orders, resolve_ns,
	                         resolve_stage, think_ns, forecasts, capped,
	                         forecast_stages, forecast_ns)
	select tournaments[b.claim], held_games[b.claim], b.phase, b.units, b.owners, b.orders,
	       b.resolve_ns, b.resolve_stage, b.think_ns, b.forecasts, b.capped,
	       b.forecast_stages, b.forecast_ns
	from unnest(boards) b;

	if cardinality(ends) = 0 then
		return;
	end if;
	perform farm.ends_write(worker, held_games, ends);
	perform farm.summaries_write(worker, tournaments, held_games, ends, summaries);
	-- the player of a link waits for the end
	if exists (select from farm.links l where l.game_id = any (array(
		select held_games[e.claim] from unnest(ends) e))) then
		perform farm.hint('farm_web');
	end if;
	if exists (select from farm.daide_seats d where d.game_id = any (array(
		select held_games[e.claim] from unnest(ends) e))) then
		perform farm.hint('farm_turn_daide');
	end if;
end $$;

-- Quarantines a game because the database refused a write of this game alone. Returns the reason
-- that is stored: why, or that the tournament's partition is missing.
--
-- Otherwise the tournament must still take a board. This is tested with a board of no game, which
-- is rolled back. If the database refuses it too, this fails with that error, and no game is to
-- blame. If why is null, only the test is done: the game is not quarantined.
create or replace function farm.game_accuse(game bigint, worker bigint, epoch int, why text)
returns text language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
	tournament int;
	kept       text := why;
begin
	perform farm.fence(game, worker, epoch, true);
	select g.tournament_id into tournament from farm.games g where g.id = game;
	if not exists (select from pg_inherits i
	               where i.inhparent = 'farm.boards'::regclass
	                 and i.inhrelid = to_regclass('farm.boards_' || tournament)) then
		kept := format('the table farm.boards_%s is missing, where the boards of its tournament '
		               'are: restore it, then aresctl game retry %s', tournament, game);
	else
		begin
			insert into farm.boards (tournament_id, game_id, phase, units, owners)
			values (tournament, -game, 0, '{}', '');
			raise exception 'a board can be stored' using errcode = 'RF003';
		exception when sqlstate 'RF003' then
			null;
		end;
	end if;
	if why is not null then
		perform farm.game_quarantine(game, kept);
	end if;
	return kept;
end $$;

-- Quarantines a game that cannot be played.
create or replace function farm.game_put_aside(game bigint, worker bigint, epoch int, why text)
returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
	perform farm.fence(game, worker, epoch, true);
	perform farm.game_quarantine(game, why);
end $$;
