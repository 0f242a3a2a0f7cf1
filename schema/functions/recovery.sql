-- recovery: dead workers, and games that kill workers.

-- Finds dead workers, releases their games and marks them as gone. Returns the number of games. A
-- worker is dead when
--
--   1. it was silent for longer than the lease; or
--   2. its supervisor is no longer connected (farm.supervisors_connected); or
--   3. the server process of its session is gone, and it has missed three heartbeats. A living
--      worker comes back over another session within that time and continues (farm.games_resume).
--
-- When the server restarts, all sessions end at once. Workers whose last heartbeat was before that
-- have six seconds to reconnect; aresd takes at most five.
--
-- The server's clock may jump. If it jumps forwards, leases lapse at once. If it jumps back, times
-- in the future are from before the jump: such a heartbeat counts as expired, and a session that
-- began in the future began before the last heartbeat.
--
-- A dead worker may hang in a transaction and hold its game's lock. Its session is ended. This
-- function runs as the caller, which sees and ends sessions of its own role. To see and end those
-- of other roles, the caller must be a member of pg_read_all_stats and pg_signal_backend. If it
-- cannot see a session, it assumes that a process with this pid is the same. If it cannot end one,
-- it warns and continues. It waits two seconds for a lock: the caller's own workers must have a
-- heartbeat.
create or replace function farm.workers_recover(lease interval) returns bigint
language plpgsql set lock_timeout = '2s' as $$
declare
	lapsed  bigint[];
	sleeper int;
	started timestamptz := (
		select coalesce(max(a.backend_start), pg_postmaster_start_time()) from pg_stat_activity a
		where a.backend_type = 'checkpointer');
begin
	lapsed := array(
		select w.id from farm.workers w
		where w.gone_at is null
		  and (w.heartbeat_at not between now() - lease and now() + lease
		       or (w.heartbeat_at > started
		           or started not between now() - interval '6 s' and now()) and (
		           w.supervisor not in (select farm.supervisors_connected())
		           or w.heartbeat_at < now() - interval '3 s' and w.backend is not null
		           and not exists (
		               select from pg_stat_activity a
		               where a.pid = w.backend
		                 and coalesce(a.backend_start < w.heartbeat_at
		                              or a.backend_start > clock_timestamp(), true))))
		order by w.id);
	if lapsed = '{}' then
		return 0;
	end if;
	for sleeper in
		select a.pid from pg_stat_activity a join farm.workers w on w.backend = a.pid
		where w.id = any (lapsed) and a.datname = current_database() and a.backend_xid is not null
		  and (a.backend_start < w.heartbeat_at or a.backend_start > clock_timestamp())
	loop
		begin
			perform pg_terminate_backend(sleeper, 1000);
		exception
			when insufficient_privilege then
				raise warning 'process % sleeps in a game''s lock, and % may not end it',
					sleeper, current_user
					using hint = 'have every aresd log in as one role, or in role '
					             'pg_signal_backend';
		end;
	end loop;
	return farm.workers_leave(lapsed);
end $$;

-- A worker died because of the game that it held, in this phase. The third time in a row in one
-- phase, the game is quarantined. In another phase, the count restarts at one. Returns whether the
-- game is quarantined. A repeated call for the same worker, after a lost answer, does not count and
-- returns the same.
create or replace function farm.game_failed(game bigint, worker bigint,
                                            phase smallint, failure text)
returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
	count smallint;
begin
	update farm.games g
	set failures = case when g.failed_phase = game_failed.phase
	                    then least(g.failures, 3) + 1 else 1 end,
	    failed_phase = game_failed.phase, failure = game_failed.failure, failed_worker = worker
	where g.id = game and g.state = 'claimed' and g.worker_id = worker
	  and g.failed_worker is distinct from worker
	returning failures into count;
	if count is null then
		return exists(select from farm.games g
		              where g.id = game and g.state = 'quarantined' and g.failed_worker = worker);
	elsif count < 3 then
		return false;
	end if;
	update farm.games g
	set state = 'quarantined', finished_at = now(),
	    reason = format('%s times in %s: %s', count, farm.phase_name(game_failed.phase),
	                    game_failed.failure)
	where g.id = game;
	return true;
end $$;
