-- versions: the schemas, and which changes of the schema a database has.

create schema farm;
comment on schema farm is
	'The farm. It belongs to aresctl init, which drops views and functions that it did not '
	'make.';
create schema api;
comment on schema api is
	'What an external player may use: its turns and games, and a function that submits orders. '
	'It has no right in schema farm.';
create schema web;
comment on schema web is
	'What a link to a seat may do: functions that take the key of the link. Its server is a '
	'member of farm_web.';
create schema daide;
comment on schema daide is
	'What the server of DAIDE clients, aresdaide, may do. Members of farm_daide may use it.';

create table farm.schema_version (
	version    int primary key,
	name       text not null,
	applied_at timestamptz not null default now(),
	digest     bytea check (octet_length(digest) = 32)
);
comment on table farm.schema_version is
	'The changes of the schema that this database has. Row 0 is for what every aresctl init '
	'makes anew: functions, views and rights.';
comment on column farm.schema_version.version is
	'The number of the change; 1 is the baseline. 0: what is made anew.';
comment on column farm.schema_version.name is
	'The file of the change, without its folder. Row 0: the aresfarm whose init made it.';
comment on column farm.schema_version.applied_at is
	'When aresctl init applied it. Row 0: when it last came out differently.';
comment on column farm.schema_version.digest is
	'The sha256 of its text. Programs compare it with that of their own.';
