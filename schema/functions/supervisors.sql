-- supervisors: which of them are connected. 002_liveness.sql says what that rests on.

-- The supervisors that are connected. The role is compared, too: another role may by chance get a
-- server process of the number that a dead supervisor had, and lock that one's key. A process that
-- pg_stat_activity lacks has begun since this transaction first read it.
create or replace function farm.supervisors_connected() returns setof int
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	select s.id
	from farm.supervisors s
	where s.key is null
	   or exists (
		select from pg_locks l
		where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and l.pid = s.backend
		  and ((l.classid::bigint << 32) | l.objid::bigint) = s.key
		  and l.database = (select oid from pg_database where datname = current_database()))
	  and not exists (
		select from pg_stat_activity a where a.pid = s.backend and a.usesysid <> s.role);
$$;
comment on function farm.supervisors_connected is 'The processes of aresd that are connected.';

-- Makes the calling session that of a supervisor: a new one for 0, else one that lost its last
-- session. Returns its number. It never waits for a lock on the key: it draws another. Rows that
-- are no longer needed go; a recent one may be that of a supervisor that comes back just now.
create or replace function farm.supervisor_attach(supervisor int) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
	me    int := coalesce(nullif(supervisor, 0), nextval('farm.supervisors_id_seq'));
	drawn bigint;
begin
	loop
		-- the first 32 bits of a uuid are all random
		drawn := ('x' || left(gen_random_uuid()::text, 8)
		              || left(gen_random_uuid()::text, 8))::bit(64)::bigint;
		exit when pg_try_advisory_lock(drawn);
	end loop;
	insert into farm.supervisors as s (id, key, backend, role)
	select me, drawn, a.pid, a.usesysid from pg_stat_activity a where a.pid = pg_backend_pid()
	on conflict (id) do update
	set key = excluded.key, backend = excluded.backend, role = excluded.role, started_at = now();
	delete from farm.supervisors s
	where s.id in (
		select o.id from farm.supervisors o
		where o.id <> me and o.started_at < now() - interval '1 hour'
		  and not exists (select from farm.workers w where w.supervisor = o.id
		                  and (w.gone_at is null or w.heartbeat_at > now() - interval '1 hour'))
		  and (o.key is null or o.id not in (select farm.supervisors_connected()))
		order by o.id for update skip locked);
	return me;
end $$;
