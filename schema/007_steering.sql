-- 007_steering: the queue, who holds what, how far tournaments are, and what a user may have done to them.
--
--   claimed ── worse than its worker could bear, a third time in one phase (farm.game_failed) ──► quarantined
--   pending, waiting, claimed, quarantined ── farm.tournament_cancel, farm.game_cancel ──► cancelled
--   quarantined, cancelled ── farm.game_retry ──► pending

-- Games of the highest priority come first; among those, tournaments are claimed from in proportion to their weights. A
-- paused one is not claimed from.
alter table farm.tournaments
	add priority smallint not null default 0 check (priority between -100 and 100),
	add weight   smallint not null default 1 check (weight between 1 and 1000),
	add paused   boolean not null default false;

-- queue: the tournament, of a game that may be claimed. aside: the state, of one that neither waits to be claimed, nor is, nor
-- is finished. Generated, so that no statement can forget them; and null before and after finishing, which thus stays a HOT
-- update though they are indexed. failures: how often in a row a worker came to grief in phase failed_phase, last by failure.
alter table farm.games
	add queue        int generated always as (case when state = 'pending' then tournament_id end) stored,
	add aside        farm.game_state
		generated always as (case when state in ('waiting', 'quarantined', 'cancelled') then state end) stored,
	add failures     smallint not null default 0,
	add failed_phase smallint,
	add failure      text;
drop index farm.games_unclaimed;
create index games_queue on farm.games (queue, id) where queue is not null;

-- A claim goes past what was claimed since the table was last vacuumed, 1.5 ms for 300,000 games: so that is done often.
alter table farm.games set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
                            autovacuum_vacuum_cost_delay = 0);
create index games_aside on farm.games (tournament_id, aside) where aside is not null;

-- claims: games claimed and not known to be finished. A game that is claimed is in its worker's claims.
alter table farm.workers add claims bigint[] not null default '{}';
update farm.workers w
set claims = (select array_agg(g.id) from farm.games g where g.state = 'claimed' and g.worker_id = w.id)
where exists (select from farm.games g where g.state = 'claimed' and g.worker_id = w.id);

-- What was finished, by worker, so that no two write to one row and progress needs no counting.
create table farm.tallies (
	tournament_id int not null references farm.tournaments on delete cascade,
	worker_id     bigint not null,
	finished      bigint not null,
	phases        bigint not null,
	primary key (tournament_id, worker_id)
) with (fillfactor = 50);
insert into farm.tallies
select tournament_id, worker_id, count(*), sum(phases) from farm.games
where state = 'finished' and worker_id is not null group by 1, 2;

-- The fence of 001, which now tells a game that was taken away by hand, or is no more (RF002) from a claim that lapsed (RF001).
create or replace function farm.fence(game bigint, worker bigint, epoch int, durable boolean) returns void
language plpgsql as $$
begin
	perform from farm.games g
	where g.id = game and g.state = 'claimed' and g.worker_id = worker and g.epoch = fence.epoch
	for no key update;
	if not found then
		if not exists (select from farm.games g where g.id = game
		               and (g.state not in ('quarantined', 'cancelled') or g.worker_id is distinct from worker
		                    or g.epoch <> fence.epoch)) then
			raise exception 'game % was taken from worker %', game, worker using errcode = 'RF002';
		end if;
		raise exception 'worker % no longer holds game % in epoch %', worker, game, epoch using errcode = 'RF001';
	end if;
	perform set_config('synchronous_commit', case when durable then 'on' else 'off' end, true);
end $$;

-- Whoever touches several games that are claimed locks them here first, in the order in which a batch does (farm.batch_write):
-- so that the two do not wait for each other.
create function farm.games_lock(ids bigint[]) returns void language plpgsql as $$
begin
	perform from farm.games where id = any (ids) order by id for no key update;
end $$;

-- As in 001, by the workers' claims. Each statement sees what was there once the workers' rows were locked: a claim made
-- meanwhile is among them.
create or replace function farm.workers_leave(ids bigint[]) returns bigint language plpgsql as $$
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
		perform pg_notify('farm', '');
	end if;
	return back;
end $$;

-- ── poison ──

-- A worker came to grief in the game it held, in this phase. Who does so for the third time in a row in one phase is put
-- aside; whatever died elsewhere counts from one again. Returns whether it was.
create function farm.game_failed(game bigint, worker bigint, phase smallint, failure text) returns boolean
language plpgsql as $$
declare
	count smallint;
begin
	update farm.games g
	set failures = case when g.failed_phase = game_failed.phase then g.failures + 1 else 1 end,
	    failed_phase = game_failed.phase, failure = game_failed.failure
	where g.id = game and g.state = 'claimed' and g.worker_id = worker
	returning failures into count;
	if count is null or count < 3 then
		return false;
	end if;
	update farm.games g
	set state = 'quarantined', finished_at = now(),
	    reason = format('%s times in %s: %s', count, farm.phase_name(game_failed.phase), game_failed.failure)
	where g.id = game;
	return true;
end $$;

-- ── by hand ──

-- What workers have in hand of a tournament, locked; nothing more of it is claimed while its own row is.
create function farm.claims_lock(tournament int) returns void language sql as $$
	select farm.games_lock(array(
		select g.id from farm.workers w cross join lateral unnest(w.claims) c (id) join farm.games g on g.id = c.id
		where g.tournament_id = tournament));
$$;

-- What is not finished is not to be played. Returns how many games that were.
create function farm.tournament_cancel(tournament text) returns bigint language plpgsql as $$
declare
	t     int;
	taken bigint;
begin
	select id into t from farm.tournaments where name = tournament for no key update;
	perform farm.claims_lock(t);
	update farm.games g set state = 'cancelled', reason = null, finished_at = now()
	where g.tournament_id = t and g.state in ('pending', 'waiting', 'claimed', 'quarantined');
	get diagnostics taken = row_count;
	return taken;
end $$;

-- One game: true when it was in a state that this can be done to.
create function farm.game_cancel(game bigint) returns boolean language plpgsql as $$
begin
	update farm.games g set state = 'cancelled', reason = null, finished_at = now()
	where g.id = game and g.state in ('pending', 'waiting', 'claimed', 'quarantined');
	return found;
end $$;

create function farm.game_quarantine(game bigint, why text) returns boolean language plpgsql as $$
begin
	update farm.games g set state = 'quarantined', reason = why, finished_at = now()
	where g.id = game and g.state in ('pending', 'waiting', 'claimed');
	return found;
end $$;

-- Played from where it was, with no failures held against it.
create function farm.game_retry(game bigint) returns boolean language plpgsql as $$
begin
	update farm.games g set state = 'pending', worker_id = null, claimed_at = null, finished_at = null, reason = null,
	                        failures = 0, failed_phase = null, failure = null
	where g.id = game and g.state in ('quarantined', 'cancelled');
	if found then
		perform pg_notify('farm', '');
		return true;
	end if;
	return false;
end $$;

-- ── dropping ──

alter table farm.tournaments
	add dropped boolean not null default false,
	drop constraint tournaments_name_check,
	add check (dropped or name ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$');

-- Gone at once, whatever its size: its boards with their partition, its games by farm.sweep, some at a time. A claim under way
-- has the tournament's row locked; what is claimed is taken from its workers.
create function farm.tournament_drop(tournament text) returns boolean language plpgsql as $$
declare
	t int;
begin
	update farm.tournaments set dropped = true, paused = true, name = '~' || id
	where name = tournament and not dropped returning id into t;
	if t is null then
		return false;
	end if;
	perform farm.claims_lock(t);
	update farm.games g set state = 'cancelled', finished_at = now()
	from farm.workers w cross join lateral unnest(w.claims) c (game)
	where g.id = c.game and g.tournament_id = t and g.state = 'claimed';
	execute format('drop table farm.boards_%s', t);
	return true;
end $$;

-- Takes so many games of dropped tournaments away, and each tournament with its last. Returns how many games. Where another does
-- it, none.
create function farm.sweep(most int) returns bigint language plpgsql set enable_seqscan = off as $$
declare
	t     int;
	swept bigint := 0;
	more  bigint;
begin
	for t in select id from farm.tournaments where dropped order by id for update skip locked loop
		delete from farm.games
		where id = any (array(select id from farm.games where tournament_id = t order by number limit most - swept));
		get diagnostics more = row_count;
		swept := swept + more;
		exit when swept = most;
		delete from farm.tournaments where id = t;
	end loop;
	return swept;
end $$;
