-- 004_knowledge: what players share (lib/knowledge.h).
--
-- A value is a pure function of the map, the kind and the key. So it is never wrong, only unknown: a
-- row may go at any time, and what was played stays the same. Nothing here is part of a digest.

create table farm.knowledge (
	id       bigint generated always as identity primary key,
	map_id   int not null references farm.maps,
	kind     text not null check (octet_length(kind) between 1 and 31),
	key      bytea not null check (octet_length(key) between 1 and 512),
	value    bytea not null check (octet_length(value) between 1 and 4096),
	uses     bigint not null default 0 check (uses >= 0),
	found_at timestamptz not null default now(),
	unique (map_id, kind, key)
);
comment on table farm.knowledge is
	'Values that players share, so that nobody computes them twice. Each row may be deleted at any '
	'time.';
comment on column farm.knowledge.id is 'Later rows have greater ids.';
comment on column farm.knowledge.map_id is 'The map.';
comment on column farm.knowledge.kind is 'What kind of value: its name has a version.';
comment on column farm.knowledge.key is 'All that the value depends on besides the map.';
comment on column farm.knowledge.value is 'The value.';
comment on column farm.knowledge.uses is
	'How often workers have used it, at least: they tell of the 4th, 16th, 64th use and so on.';
comment on column farm.knowledge.found_at is 'When it was stored.';

create table farm.lookups (
	tournament_id int not null references farm.tournaments on delete cascade,
	kind          text not null,
	phase         smallint not null,
	asked         bigint not null check (asked > 0),
	known         bigint not null check (known between 0 and asked),
	primary key (tournament_id, kind, phase)
);
comment on table farm.lookups is
	'How often the players of a tournament looked for shared values, and how often these were known.';
comment on column farm.lookups.tournament_id is 'The tournament.';
comment on column farm.lookups.kind is 'What kind of value, as in knowledge.';
comment on column farm.lookups.phase is 'The phase, as in boards.';
comment on column farm.lookups.asked is 'How often a value was looked for.';
comment on column farm.lookups.known is 'How often it was known.';

create type farm.written_value as (map int, kind text, key bytea, value bytea, uses int);
comment on type farm.written_value is
	'A row of farm.knowledge as workers write it; uses: how many they have to tell of.';
create type farm.written_lookup as (tournament int, kind text, phase smallint, asked int, known int);
comment on type farm.written_lookup is 'A row of farm.lookups as workers write it.';
