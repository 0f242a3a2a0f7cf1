-- 002_schema: what aresctl init notes of its own texts, and when a dropped tournament's boards can go.

alter table farm.schema_version add column digest bytea check (octet_length(digest) = 32);
comment on table farm.schema_version is
	'The changes of the schema that this database has. Row 0 is for what every aresctl init makes anew: '
	'functions, views and rights.';
comment on column farm.schema_version.version is
	'The number of the change; 1 is the baseline. 0: what is made anew.';
comment on column farm.schema_version.name is
	'The file of the change, without its folder. Row 0: the aresfarm whose init made it.';
comment on column farm.schema_version.applied_at is
	'When aresctl init applied it. Row 0: when it last came out differently.';
comment on column farm.schema_version.digest is
	'The sha256 of its text. Programs compare it with that of their own.';

alter table farm.tournaments
	add column dropped_at timestamptz,
	add column sweep_at timestamptz;
comment on column farm.tournaments.dropped is
	'Nobody sees it any more. farm.sweep drops its boards and deletes its games.';
comment on column farm.tournaments.dropped_at is 'When it was dropped; null: it is not.';
comment on column farm.tournaments.sweep_at is
	'When farm.sweep tries again to drop its boards; null: it has not tried.';
