-- 010_daide: DAIDE clients at seats @daide, and draws that the powers agree on.

create schema daide;
comment on schema daide is
	'What the server of DAIDE clients, aresdaide, may do. Members of farm_daide may use it.';

create table farm.daide_seats (
	game_id   bigint not null references farm.games on delete cascade,
	power     smallint not null check (power between 0 and 6),
	passcode  smallint not null check (passcode between 1 and 8191),
	name      text not null,
	version   text not null,
	seated_at timestamptz not null default now(),
	primary key (game_id, power)
);
create index daide_seats_passcode on farm.daide_seats (power, passcode);
comment on table farm.daide_seats is
	'The DAIDE clients of a game: a row for each of its seats @daide once it has begun for them, all at '
	'once. Before, no deadline of the game runs.';
comment on column farm.daide_seats.game_id is 'The game.';
comment on column farm.daide_seats.power is 'The number of the power.';
comment on column farm.daide_seats.passcode is
	'What the client must say to come back (IAM). No two open games have the same for a power.';
comment on column farm.daide_seats.name is 'What the client called itself.';
comment on column farm.daide_seats.version is 'The version that it named.';
comment on column farm.daide_seats.seated_at is 'When the game began for it.';

alter table farm.games add column agreed smallint;
comment on column farm.games.agreed is
	'The phase in which all surviving powers voted for a draw; the game ends with its board. Null: they '
	'did not.';

create table farm.draw_votes (
	game_id  bigint not null references farm.games on delete cascade,
	power    smallint not null check (power between 0 and 6),
	phase    smallint not null,
	voted_at timestamptz not null default now(),
	primary key (game_id, power)
);
comment on table farm.draw_votes is
	'The powers that voted for a draw. A vote counts for its phase only.';
comment on column farm.draw_votes.game_id is 'The game.';
comment on column farm.draw_votes.power is 'The number of the power.';
comment on column farm.draw_votes.phase is 'The phase that it was asked for then.';
comment on column farm.draw_votes.voted_at is 'When it voted.';
