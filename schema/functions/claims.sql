-- claims: which worker holds which games.
--
-- A game's life:
--
--                    a worker claims it: epoch + 1            its last board is stored
--     pending ─────────────────────────────────► claimed ────────────────────────► finished
--      ▲   ▲                                      │ │ │
--      │   └── the worker stops, dies or lapses ──┘ │ ├── it cannot be played ──► quarantined
--      │                                            │ └── a worker died of it for the third
--      │   all turns are ready,                     │     time in one phase ─────► quarantined
--      │   or the deadline is over:                 │
--      └── their orders are taken ────── waiting ◄──┘
--          and final                       an external player must decide (farm.turns)
--
-- What a user does:
--
--     pending, waiting, claimed               farm.game_quarantine                     quarantined
--     pending, waiting, claimed, quarantined  farm.game_cancel, farm.tournament_cancel cancelled
--     claimed                                 farm.tournament_drop                     cancelled
--     all after the last that counts         farm.stop_cut, with --until              cancelled
--     quarantined, cancelled                  farm.game_retry                  waiting if orders
--                                         are not taken (games.asked), else pending
--
-- Only farm.stop_cut takes a finished game back. A game that it cancelled stays so.

-- Every write of a worker to a game begins here. It locks the game's row until the transaction
-- ends, and refuses a worker that no longer holds the claim:
--
--   RF001  the claim lapsed: the worker was silent for longer than its lease
--   RF002  a user cancelled, quarantined or dropped the game, or its tournament has ended
--
-- Data that need not be durable is committed asynchronously. A lost phase is played again with the
-- same result.
create or replace function farm.fence(game bigint, worker bigint, epoch int, durable boolean)
returns void language plpgsql as $$
begin
	perform from farm.games g
	where g.id = game and g.state = 'claimed' and g.worker_id = worker and g.epoch = fence.epoch
	for no key update;
	if not found then
		if not exists (select from farm.games g where g.id = game
		               and (g.state not in ('quarantined', 'cancelled')
		                    or g.worker_id is distinct from worker or g.epoch <> fence.epoch)) then
			if exists (select from farm.games g join farm.stops s using (tournament_id)
			           where g.id = game and g.number > s.last_game) then
				raise exception 'game % does not count: its tournament has ended by its --until',
					game using errcode = 'RF002';
			end if;
			raise exception 'game % was taken from worker %', game, worker using errcode = 'RF002';
		end if;
		raise exception 'worker % no longer holds game % in epoch %', worker, game, epoch
			using errcode = 'RF001';
	end if;
	perform set_config('synchronous_commit', case when durable then 'on' else 'off' end, true);
end $$;

-- The same for what a worker records about a phase, in the transaction that stores the phase: the
-- game may have ended in it.
create or replace function farm.fence_note(game bigint, worker bigint, epoch int) returns void
language plpgsql as $$
begin
	if not exists (select from farm.games g
	               where g.id = game and g.epoch = fence_note.epoch and g.state = 'finished'
	               and g.xmin = pg_current_xact_id()::xid) then
		perform farm.fence(game, worker, epoch, false);
	end if;
end $$;

-- Locks games in the order of their ids, as farm.batch_write does. Everything else that changes
-- several claimed games calls this first. Otherwise it and a batch could wait for each other.
create or replace function farm.games_lock(ids bigint[]) returns void language plpgsql as $$
begin
	perform from farm.games where id = any (ids) order by id for no key update;
end $$;

-- Locks the claimed games of a tournament. No other game of it is claimed while the caller has the
-- tournament's row locked.
create or replace function farm.claims_lock(tournament int) returns void language sql as $$
	select farm.games_lock(array(
		select g.id
		from farm.workers w
		cross join lateral unnest(w.claims) c (id)
		join farm.games g on g.id = c.id
		where g.tournament_id = tournament));
$$;

-- Releases the games of these workers and marks the workers as gone. The epoch goes up at the
-- next claim. Returns how many games there were. It locks the workers first, so the later
-- statements see a claim that was made meanwhile.
create or replace function farm.workers_leave(ids bigint[]) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
	back bigint;
begin
	perform from farm.workers where id = any (ids) order by id for no key update;
	perform farm.games_lock(array(select unnest(claims) from farm.workers where id = any (ids)));
	update farm.games g set state = 'pending', worker_id = null, claimed_at = null
	from farm.workers w cross join lateral unnest(w.claims) c (game)
	where w.id = any (ids) and g.id = c.game and g.state = 'claimed' and g.worker_id = w.id;
	get diagnostics back = row_count;
	update farm.workers set gone_at = coalesce(gone_at, now()), claims = '{}' where id = any (ids);
	if back > 0 then
		perform farm.hint('farm');
	end if;
	return back;
end $$;

-- The tournaments with pending games from which a worker claims next, at most eight, in order: by
-- priority, then at random by weight. known: the bots that the worker has. A worker that started
-- before the database had branches would play them without their changes: it gets none. In plpgsql
-- the plan is cached; planning for each claim took longer than running it.
create or replace function farm.queues_drawn(worker bigint, known text[])
returns table (id int, place bigint)
language plpgsql rows 8 as $$
begin
	return query
	select t.id, row_number() over (order by t.priority desc, -ln(1 - random()) / t.weight)
	from farm.queues_open() q (id) join farm.tournaments t on t.id = q.id
	where t.bots <@ known
	  and not exists (
	      select from farm.branches b, farm.workers w, farm.schema_version v
	      where b.tournament_id = t.id and w.id = worker and v.version = 13
	        and w.started_at < v.applied_at)
	order by 2 limit 8;
end $$;

-- Claims pending games for a worker, in one statement: at most `most`, and at most half of an even
-- share, so that the last games are spread too. It reads at most the first 2000 games. The number
-- of the others follows from the highest id: games of a tournament have consecutive ids. It takes
-- at most an even share of those it reads: all workers may claim at once, and each skips games that
-- others have locked. Returns the games by their tournaments' places; null: none.
--
-- A game that cannot be claimed once more is quarantined.
--
-- The plan is cached per session. There may be ten games then, and a million later. So the settings
-- make it read games in the order of the queue's index, and by queue and id only, whatever the
-- statistics say.
create or replace function farm.pending_claim(worker bigint, most int, known text[])
returns bigint[]
language plpgsql set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
	claimed bigint[];
begin
	with choice as (select d.id, d.place from farm.queues_drawn(worker, known) d),
	alive as (select greatest(1, count(*)) as workers from farm.workers where gone_at is null),
	pending as materialized (
		select t.place, t.id as queue, g.id
		from (select t.id, choice.place
		      from choice join farm.tournaments t on t.id = choice.id and not t.paused
		      order by choice.place for share of t skip locked) t
		cross join lateral (
			select g.id from farm.games g where g.queue = t.id order by g.queue, g.id
			limit (select least(2000, 2 * workers * most) from alive)) g
		limit (select least(2000, 2 * workers * most) from alive)),
	share as (
		select least(s.seen / workers, (s.seen + s.others) / (2 * workers)) as games
		from alive, (
			select n.seen, case when n.seen = 2000 then (
				select (select g.id from farm.games g where g.queue = l.queue
				        order by g.queue desc, g.id desc limit 1) - l.id
				from (select queue, id from pending order by place desc, id desc limit 1) l)
				else 0 end as others
			from (select count(*) as seen from pending) n) s),
	free as (
		select g.id, g.spent
		from (select queue, id from pending order by place, id) p
		cross join lateral (
			select g.id, g.epoch = 2147483647 as spent
			from farm.games g where g.queue = p.queue and g.id = p.id
			for no key update skip locked) g
		limit (select greatest(1, least(most, games)) from share)),
	mine as (
		update farm.games g
		set state = 'claimed', epoch = g.epoch + 1, worker_id = worker, claimed_at = now()
		where g.id = any (array(select id from free where not spent))
		returning g.id, g.tournament_id),
	spent as (
		update farm.games g
		set state = 'quarantined', finished_at = now(),
		    reason = format('it was claimed %s times, and no higher number can be stored', g.epoch)
		where g.id = any (array(select id from free where spent))),
	here as (
		update farm.workers w
		set gone_at = null, heartbeat_at = now(), backend = pg_backend_pid(),
		    claims = array(select c.id from unnest(w.claims) c (id) join farm.games g on g.id = c.id
		                   where g.state = 'claimed' and g.worker_id = w.id)
		             || array(select id from mine)
		where w.id = worker)
	select array_agg(m.id order by c.place, m.id) into claimed
	from mine m join choice c on c.id = m.tournament_id;
	return claimed;
end $$;

-- The seats of a game as a worker reads them, and as games.digest hashes them: see struct terms in
-- daemon/db/record/terms.h. The planner puts the query in place of the call.
create or replace function farm.seats_text(game bigint) returns table (seats text)
language sql stable rows 1 as $$
	select string_agg(coalesce(u.player || E'\t' || u.settings
	                           || case when s.entrant > 0 then E'\t' || s.entrant else '' end,
	                           '@' || coalesce(u.role, '')), E'\n' order by s.power)
	from farm.seats s join farm.users u on u.id = s.user_id
	where s.game_id = game;
$$;
comment on function farm.seats_text is
	'The seats of a game as workers read them and digests hash them: one line per power.';

create or replace function farm.substitute_text(substitute int) returns text
language sql stable
	return coalesce((select u.player || E'\t' || u.settings from farm.users u
	                 where u.id = substitute), '');
comment on function farm.substitute_text is
	'The player of the farm that orders for absent players, as a line of farm.seats_text; '
	'empty: none.';

-- Claims games for a worker (farm.pending_claim), and returns the terms of each. A caller that
-- joined them to the claims would miss tournaments that were created after its statement began: a
-- statement of this function sees them. Games of a tournament with bots (tournaments.bots) are
-- claimed only by a worker that has all of them; bots: only these, because its others are busy.
--
-- The claim makes the worker alive again. A session that the worker has replaced by another
-- (farm.games_resume) is refused with RF001: no worker would know of the claim.
--
-- First it takes the orders of waiting games that are ready (farm.turns_take). A submission wakes a
-- worker, and the game continues at once.
--
-- A claim that finds no game creates the next steps of tunings (farm.tunings_advance), so workers
-- do not wait for the supervisor.
create or replace function farm.games_claim(worker bigint, most int, bots text[] default null)
returns table (id bigint, epoch int, tournament_id int, map_id int, number int, round_limit int,
               block int, draw_after int, seed bigint, rules text, judge text, seats text,
               start_phase smallint, start_units smallint[], start_owners text, press text,
               press_rounds smallint, substitute text)
language plpgsql security definer rows 8 set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
	claimed bigint[];
	known   text[];
begin
	select coalesce(games_claim.bots, w.bots) into known from farm.workers w
	where w.id = worker and coalesce(w.backend = pg_backend_pid(), true)
	for no key update;
	if not found then
		raise exception 'worker % is not of this session', worker using errcode = 'RF001';
	end if;
	if exists (select from farm.pending_orders o where o.fresh)
	   or exists (select from farm.votes v where v.fresh) then
		if farm.turns_take(4 * most) > 1 then -- this claim has one of them
			perform farm.hint('farm');
		end if;
	end if;
	claimed := farm.pending_claim(worker, most, known);
	if claimed is null and exists (select from farm.tunings u where u.ending is null) then
		begin
			perform farm.tunings_advance(); -- its games come with the next claim
		-- the supervisor tries again
		exception when lock_not_available or deadlock_detected then null;
		end;
	end if;
	return query
	select g.id, g.epoch, t.id, t.map_id, g.number, t.round_limit, t.block, t.draw_after, t.seed,
	       t.rules, t.judge, s.seats, coalesce(e.start_phase, t.start_phase),
	       coalesce(e.start_units, t.start_units), coalesce(e.start_owners, t.start_owners),
	       t.press, t.press_rounds, farm.substitute_text(t.substitute)
	from unnest(claimed) with ordinality c (id, place)
	join farm.games g on g.id = c.id
	join farm.tournaments t on t.id = g.tournament_id
	left join lateral (select * from farm.recorded e where e.game_id = g.id) e on true
	cross join farm.seats_text(g.id) s
	order by c.place;
end $$;

-- Begins a worker's next session after it lost its connection. It claims its games again under the
-- same epochs, those that no other worker has claimed since. Its other games are released. boards:
-- how many of each game's boards are stored. A server that crashed may have lost some, and a write
-- in flight may be there or not. Like a claim, it locks the tournaments first: one that is dropped
-- meanwhile is not resumed.
create or replace function farm.games_resume(worker bigint, games bigint[], epochs int[])
returns table (game bigint, boards int)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
	resumed bigint[];
begin
	perform from farm.tournaments t
	where t.id in (select g.tournament_id
	               from farm.games g where g.id = any (games_resume.games))
	order by t.id for share;
	perform farm.workers_leave(array[worker]);
	perform farm.games_lock(games);
	with mine as (
		update farm.games g set state = 'claimed', worker_id = worker, claimed_at = now()
		from unnest(games, epochs) c (id, epoch), farm.tournaments t
		where g.id = c.id and g.epoch = c.epoch and g.state = 'pending'
		  and t.id = g.tournament_id and not t.paused
		returning g.id)
	select coalesce(array_agg(id), '{}') into resumed from mine;
	update farm.workers w
	set gone_at = null, heartbeat_at = now(), backend = pg_backend_pid(), claims = resumed
	where w.id = worker;
	return query
	select g.id, (select count(*)::int from farm.boards_of(g.tournament_id, g.id))
	from farm.games g where g.id = any (resumed);
end $$;

-- Whether any game is still to be played: claimed, waiting, or pending in a tournament that is not
-- paused; or a tournament still to be judged (farm.stops_judge); or a step of a tuning to be made
-- (farm.tunings_advance). All of this is one snapshot. people: games that wait for people, who may
-- come at any time, count too, and games that wait for bots that no worker has. bots: those of the
-- caller.
create or replace function farm.games_left(people boolean default true, bots text[] default '{}')
returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	select exists (select from farm.queues_open() q (id) join farm.tournaments t on t.id = q.id
	               where people or t.bots <@ games_left.bots or exists (
	                   select from farm.workers w where w.gone_at is null and t.bots <@ w.bots))
	    or exists (select from farm.turns t join farm.games g on g.id = t.game_id
	               where g.state = 'waiting' and (people or not exists (
	                   select from farm.turns o
	                   join farm.users u on u.id = o.user_id and num_nonnulls(u.player, u.role) = 0
	                   left join farm.pending_orders p
	                          on p.game_id = o.game_id and p.power = o.power and p.phase = o.phase
	                   where o.game_id = g.id and o.phase = g.asked
	                     and not coalesce(p.ready, false))))
	    or exists (select from farm.workers w cross join lateral unnest(w.claims) c (id)
	               join farm.games g on g.id = c.id and g.state = 'claimed')
	    or exists (select from farm.stops s
	               where s.verdict is null and farm.stop_is_due(s.tournament_id))
	    or exists (select from farm.tunings u
	               where u.ending is null and farm.tuning_is_due(u.tournament_id));
$$;
