-- 002_liveness: supervisors that are connected. The files 002_*.sql are one script.
--
-- A supervisor draws a key of 64 bits for each connection and holds an advisory lock on it. It
-- lives as long as that server process holds that key (farm.supervisors_connected). Everybody can
-- take advisory locks, and can see in pg_locks which keys are taken. So a key is never used twice,
-- and a lock of another process on it means nothing.

-- Numbers go on from those that version 1 gave.
alter sequence farm.supervisors rename to supervisors_id_seq;
comment on sequence farm.supervisors_id_seq is 'Numbers of supervisors.';

create table farm.supervisors (
	id         int primary key default nextval('farm.supervisors_id_seq'),
	key        bigint,
	backend    int,
	role       oid,
	started_at timestamptz not null default now(),
	check (num_nulls(key, backend, role) in (0, 3))
);
alter sequence farm.supervisors_id_seq owned by farm.supervisors.id;
comment on table farm.supervisors is
	'Supervisors of workers that were alive in the last hour. Only farm.supervisor_attach writes it.';
comment on column farm.supervisors.id is 'The supervisor.';
comment on column farm.supervisors.key is
	'The advisory lock that its connection holds, drawn for this connection. Null: a supervisor of '
	'version 1, which counts as connected.';
comment on column farm.supervisors.backend is 'The server process of its connection; null with key.';
comment on column farm.supervisors.role is
	'The oid of the role that its connection logged in as; null with key.';
comment on column farm.supervisors.started_at is 'When its connection began.';

-- Supervisors of version 1 may play on over the connections that they have.
insert into farm.supervisors (id, started_at)
select supervisor, min(started_at) from farm.workers
where supervisor > 0 and (gone_at is null or heartbeat_at > now() - interval '1 hour')
group by supervisor;
