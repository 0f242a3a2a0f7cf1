-- workers: supervisors, workers, and the channels by which they are told of work.

create table farm.channels (
	name    text primary key,
	channel text not null unique
);
comment on table farm.channels is
	'Notification channels with secret names. No role but the owner has a right to it.';
comment on column farm.channels.name is 'What farm.hint and farm.listen call it.';
comment on column farm.channels.channel is
	'Its real name, with 122 random bits. aresctl init drew it.';
insert into farm.channels values ('farm', 'farm_' || replace(gen_random_uuid()::text, '-', ''));

create table farm.supervisors (
	id         serial primary key,
	key        bigint,
	backend    int,
	role       oid,
	started_at timestamptz not null default now(),
	check (num_nulls(key, backend, role) in (0, 3))
);
comment on sequence farm.supervisors_id_seq is 'Numbers of supervisors.';
comment on table farm.supervisors is
	'Supervisors of workers that were alive in the last hour. Only farm.supervisor_attach '
	'writes it.';
comment on column farm.supervisors.id is 'The supervisor.';
comment on column farm.supervisors.key is
	'The advisory lock that its connection holds, drawn for this connection. Null: a supervisor '
	'of version 1, which counts as connected.';
comment on column farm.supervisors.backend is
	'The server process of its connection; null with key.';
comment on column farm.supervisors.role is
	'The oid of the role that its connection logged in as; null with key.';
comment on column farm.supervisors.started_at is 'When its connection began.';

create table farm.workers (
	id             bigint generated always as identity primary key,
	host           text not null,
	pid            int not null,
	supervisor     int not null,
	started_at     timestamptz not null default now(),
	heartbeat_at   timestamptz not null default now(),
	gone_at        timestamptz,
	backend        int,
	phases         bigint not null default 0,
	games          bigint not null default 0,
	refused_writes bigint not null default 0,
	claims         bigint[] not null default '{}',
	bots           text[] not null default '{}',
	version        text,
	threads        int check (threads between 1 and 1024)
) with (fillfactor = 50);
comment on table farm.workers is 'Processes that play games, those that are gone too.';
comment on column farm.workers.id is 'The worker.';
comment on column farm.workers.host is 'The host it runs on.';
comment on column farm.workers.pid is 'Its process there.';
comment on column farm.workers.supervisor is 'The number of its supervisor, from farm.supervisors.';
comment on column farm.workers.started_at is 'When it began.';
comment on column farm.workers.heartbeat_at is
	'When it, or its supervisor for it, was last heard of.';
comment on column farm.workers.gone_at is
	'When it stopped, died or lapsed; null: it is alive. A claim makes it alive again.';
comment on column farm.workers.backend is
	'The server process of its session when it last claimed; null: it never did.';
comment on column farm.workers.phases is 'How many phases it has played and stored.';
comment on column farm.workers.games is 'How many games it has finished.';
comment on column farm.workers.refused_writes is
	'Phases and ends of games that it tried to write after its claim had lapsed. The fence '
	'refused each.';
comment on column farm.workers.claims is
	'Games that it claimed and that are not known to be finished. Every claimed game is in its '
	'worker''s claims.';
comment on column farm.workers.bots is 'The names of the bots that it has.';
comment on column farm.workers.version is
	'The version of its program, with the commit; null: one before there was this column.';
comment on column farm.workers.threads is
	'How many threads it thinks on (aresd --threads); null: as above.';
