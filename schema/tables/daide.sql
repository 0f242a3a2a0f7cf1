-- daide: seats of DAIDE clients.

create table farm.daide_seats (
	game_id   bigint references farm.games on delete cascade,
	power     smallint check (power between 0 and 6),
	passcode  smallint not null check (passcode between 1 and 8191),
	name      text not null,
	version   text not null,
	seated_at timestamptz not null default now(),
	primary key (game_id, power)
);
create index daide_seats_passcode on farm.daide_seats (power, passcode);
comment on table farm.daide_seats is
	'The DAIDE clients of a game: a row for each of its seats @daide once it has begun for '
	'them, all at once. Before, no deadline of the game runs.';
comment on column farm.daide_seats.game_id is 'The game.';
comment on column farm.daide_seats.power is 'The number of the power.';
comment on column farm.daide_seats.passcode is
	'What the client must say to come back (IAM). No two open games have the same for a power.';
comment on column farm.daide_seats.name is 'What the client called itself.';
comment on column farm.daide_seats.version is 'The version that it named.';
comment on column farm.daide_seats.seated_at is 'When the game began for it.';
