-- users: who can have a seat.

create table farm.users (
	id         int generated always as identity primary key,
	name       text not null check (name <> '') unique,
	player     text,
	settings   jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
	role       name unique,
	created_at timestamptz not null default now(),
	label      text not null default '?',
	check (role is null or (player is null and length(role) between 1 and 53))
);
comment on table farm.users is
	'Who can have a seat: a player of the farm with its settings, or an external player.';
comment on column farm.users.id is 'The user.';
comment on column farm.users.name is
	'A player and all its settings as aresctl writes them, "ares(depth=2,age=10,...)", with the '
	'label before it where one was given: "a=ares(depth=2,age=10,...)"; or "@" and the role.';
comment on column farm.users.player is
	'The player of the farm, as lib/players/players.def names it; "bot:" and a name: a bot; null: '
	'an external player.';
comment on column farm.users.settings is
	'The player''s settings. One that is newer than 0.1.0 stands here only where it is not '
	'normal.';
comment on column farm.users.role is
	'The role of the database that an external player logs in as, of 1 to 53 bytes.';
comment on column farm.users.created_at is 'When a seat was first given to it.';
comment on column farm.users.label is
	'What it is called in views and reports: the label given in --seats; else the player with '
	'the settings that are not normal, "ares(depth=3)"; or "@" and the role. In a tournament '
	'two users have two labels.';
