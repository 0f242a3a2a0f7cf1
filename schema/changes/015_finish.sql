-- 015_finish: votes on how a game ends and on its clock; computers in the place of absent players.

create table farm.votes (
	game_id  bigint references farm.games on delete cascade,
	power    smallint check (power between 0 and 6),
	wish     text default 'end' check (wish in ('end', 'pause', 'extend', 'return')),
	powers   smallint default 0 check (powers between 0 and 127),
	phase    smallint not null,
	voted_at timestamptz not null default now(),
	fresh    boolean not null default false,
	primary key (game_id, power, wish, powers)
);
create index votes_fresh on farm.votes (game_id) where fresh;
insert into farm.votes (game_id, power, wish, phase, voted_at, fresh)
select game_id, power, 'end', phase, voted_at, fresh from farm.draw_votes;
drop table farm.draw_votes;
comment on table farm.votes is
	'What powers vote for. A vote counts for its phase only; all the votes are secret.';
comment on column farm.votes.game_id is 'The game.';
comment on column farm.votes.power is 'The number of the power that votes.';
comment on column farm.votes.wish is
	'end: the game ends, as powers says; pause: its clock stands; extend: the phase gets as much '
	'time again; return: its player takes the seat back that a computer plays.';
comment on column farm.votes.powers is
	'With end: the powers that share the game, as bits; one of them wins it alone. 0: all that '
	'survive, and with other wishes.';
comment on column farm.votes.phase is
	'The phase that the power was asked for then; -1: it took the vote back.';
comment on column farm.votes.voted_at is 'When it voted.';
comment on column farm.votes.fresh is 'No farm.votes_take has looked at it.';

create table farm.absences (
	game_id bigint references farm.games on delete cascade,
	power   smallint check (power between 0 and 6),
	missed  smallint not null check (missed > 0),
	primary key (game_id, power)
);
comment on table farm.absences is
	'External players who submitted nothing until the last deadlines of their powers.';
comment on column farm.absences.game_id is 'The game.';
comment on column farm.absences.power is 'The number of the power.';
comment on column farm.absences.missed is
	'How many deadlines in a row it missed. From 2 on a computer orders in its place, if the '
	'tournament has a substitute, until the player takes the seat back.';

alter table farm.games
	add column shared smallint check (shared between 1 and 127),
	add column extra interval,
	add column stopped_at timestamptz,
	add column extended smallint;
comment on column farm.games.shared is
	'The powers that agreed to share the game, as bits; null: all that survive, or none agreed.';
comment on column farm.games.extra is
	'By how much the deadlines of the open phase are later than in turns; null: not at all.';
comment on column farm.games.stopped_at is
	'Since when the clock of the open phase stands; null: it does not.';
comment on column farm.games.extended is
	'The last phase that got more time by votes; null: none did.';

alter table farm.taken_orders add column stand_in int references farm.users;
comment on column farm.taken_orders.stand_in is
	'The player of the farm that orders instead, because the seat''s own is absent; null: none.';

alter table farm.tournaments add column substitute int references farm.users;
comment on column farm.tournaments.substitute is
	'The player of the farm that orders for external players who are absent; null: none does.';
