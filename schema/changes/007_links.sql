-- 007_links: links that open a seat (aresctl invite). schema/functions/links.sql makes and finds them;
-- the schema web has what a link may do.

create schema web;
comment on schema web is
	'What a link to a seat may do: functions that take the key of the link. Its server is a member of '
	'farm_web.';

create table farm.links (
	id           bigint generated always as identity primary key,
	game_id      bigint not null references farm.games on delete cascade,
	power        smallint not null,
	digest       bytea not null unique check (octet_length(digest) = 32),
	host         boolean not null default false,
	made_by      text not null,
	made_at      timestamptz not null default now(),
	expires_at   timestamptz not null,
	used_at      timestamptz,
	withdrawn_at timestamptz,
	foreign key (game_id, power) references farm.seats on delete cascade
);
create index links_of_seats on farm.links (game_id, power);
comment on table farm.links is
	'Links that open a seat. The link itself is not here, and does not follow from what is here.';
comment on column farm.links.id is 'The link''s number: aresctl invite list shows it.';
comment on column farm.links.game_id is 'The game.';
comment on column farm.links.power is 'The number of the power whose seat it opens.';
comment on column farm.links.digest is
	'The sha256 of the link''s key. The key is the sha256 of the secret in the link.';
comment on column farm.links.host is
	'Whoever has it may also make and withdraw links to seats of people in its game, and play again.';
comment on column farm.links.made_by is 'The role that made it; "host" and the number of a link.';
comment on column farm.links.made_at is 'When it was made.';
comment on column farm.links.expires_at is 'From then on it opens nothing.';
comment on column farm.links.used_at is 'When it was last used, to the minute; null: never.';
comment on column farm.links.withdrawn_at is 'When it was withdrawn; null: it was not.';
