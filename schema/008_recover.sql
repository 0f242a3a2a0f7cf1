-- 008_recover: a worker whose session has ended, and whom no supervisor has vouched for since, is found dead before its lease is
-- over: where it died with a claim on its way, the claim may have come in after its supervisor handed its games back.

comment on column farm.workers.refused_writes is
	'phases and ends of games that it tried to write after its claim had lapsed; the fence refused each';

-- As in 001, and every worker whose server process, when it last claimed, is there no more and who has missed three heartbeats:
-- one that lives comes back over another session and goes on (farm.games_resume). When all sessions end at once that is the
-- server's doing; whoever was last heard of before it started has six seconds to come back, of which aresd takes five at most.
-- Where others' sessions cannot be looked into, a process of the same number counts as the same; one that is not ours to end
-- stops nothing. It runs as whoever calls it, who sees and ends the sessions of its own role alone; those of others where it is
-- a member of pg_read_all_stats and pg_signal_backend. It waits for locks of a session it cannot end no longer than its own
-- workers can do without a heartbeat.
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
		  and (w.heartbeat_at < now() - lease
		       or (w.heartbeat_at > started or started < now() - interval '6 s') and (
		           not exists (select from pg_locks l
		                       where l.locktype = 'advisory' and l.granted and l.objsubid = 2
		                         and l.database = (select oid from pg_database where datname = current_database())
		                         and l.classid = 'farm.workers'::regclass and l.objid = w.supervisor::oid)
		           or w.heartbeat_at < now() - interval '3 s' and w.backend is not null and not exists (
		               select from pg_stat_activity a
		               where a.pid = w.backend and coalesce(a.backend_start < w.heartbeat_at, true))))
		order by w.id);
	if lapsed = '{}' then
		return 0;
	end if;
	for sleeper in
		select a.pid from pg_stat_activity a join farm.workers w on w.backend = a.pid
		where w.id = any (lapsed) and a.datname = current_database() and a.backend_xid is not null
		  and a.backend_start < w.heartbeat_at
	loop
		begin
			perform pg_terminate_backend(sleeper, 1000);
		exception
			when insufficient_privilege then
				raise warning 'process % sleeps in a game''s lock, and % may not end it', sleeper, current_user
					using hint = 'have every aresd log in as one role, or in role pg_signal_backend';
		end;
	end loop;
	return farm.workers_leave(lapsed);
end $$;
