-- turns: turns of external players: what they are asked, and what they ordered.

create table farm.turns (
	game_id  bigint references farm.games on delete cascade,
	power    smallint,
	user_id  int not null references farm.users,
	phase    smallint,
	units    smallint[] not null,
	owners   text not null,
	due      smallint not null check (due > 0),
	legal    text[] not null,
	codes    int[],
	asked_at timestamptz not null default now(),
	deadline timestamptz,
	foreign key (game_id, power) references farm.seats(game_id, power) on delete cascade,
	primary key (game_id, power, phase)
);
create index turns_of_users on farm.turns (user_id);
comment on table farm.turns is
	'What an external player is asked. The row goes when its orders are taken. It is open when '
	'its game waits and was asked for its phase; else it is a leftover. The view api.my_turns '
	'shows a player its own.';
comment on column farm.turns.game_id is 'The game.';
comment on column farm.turns.power is 'The number of the power that must order.';
comment on column farm.turns.user_id is 'The user who plays it.';
comment on column farm.turns.phase is 'The phase, as in boards.';
comment on column farm.turns.units is 'The units, as in boards.';
comment on column farm.turns.owners is 'The owners, as in boards.';
comment on column farm.turns.due is 'How many orders the power must give.';
comment on column farm.turns.legal is
	'Every order that it may give, as text (lib/game/turn.c, schema/functions/notation.sql).';
comment on column farm.turns.codes is
	'The same orders, packed (order_pack_unit of lib/board/order.h); null: a version before 12 '
	'asked.';
comment on column farm.turns.asked_at is 'When the worker asked.';
comment on column farm.turns.deadline is 'When the game goes on without it; null: never.';

create table farm.pending_orders (
	game_id  bigint references farm.games on delete cascade,
	power    smallint,
	phase    smallint,
	orders   text[] not null,
	codes    int[],
	final    boolean not null default false,
	given_by int references farm.users,
	given_at timestamptz not null default now(),
	ready    boolean not null default false,
	fresh    boolean not null default false,
	primary key (game_id, power, phase),
	foreign key (game_id, power) references farm.seats(game_id, power) on delete cascade
);
create index pending_orders_fresh on farm.pending_orders (given_at) where fresh;
comment on table farm.pending_orders is
	'Orders that external players submitted and that were not taken yet. Only the player writes '
	'its row.';
comment on column farm.pending_orders.game_id is 'The game.';
comment on column farm.pending_orders.power is 'The number of the power.';
comment on column farm.pending_orders.phase is 'The phase, as in boards.';
comment on column farm.pending_orders.orders is 'The orders, as text.';
comment on column farm.pending_orders.codes is
	'The same orders, packed as in turns; null as there.';
comment on column farm.pending_orders.final is
	'No more orders will come, though there are fewer than are due.';
comment on column farm.pending_orders.given_by is 'The user who submitted them; null: not known.';
comment on column farm.pending_orders.given_at is 'When they were submitted.';
comment on column farm.pending_orders.ready is 'The game no longer waits for this power.';
comment on column farm.pending_orders.fresh is
	'They are ready, and farm.turns_take has not looked at them.';

create table farm.taken_orders (
	game_id   bigint references farm.games on delete cascade,
	power     smallint,
	phase     smallint,
	orders    text[],
	codes     int[],
	final     boolean not null default false,
	given_by  int references farm.users,
	given_at  timestamptz,
	taken_at  timestamptz not null default now(),
	played_at timestamptz,
	problems  text[],
	stand_in  int references farm.users,
	primary key (game_id, power, phase)
);
comment on table farm.taken_orders is
	'What was taken of external players for a phase: a row for each power that was asked. They '
	'are final: no function changes orders, or deletes a row. The phase is played by them, '
	'whoever claims the game.';
comment on column farm.taken_orders.game_id is 'The game.';
comment on column farm.taken_orders.power is 'The number of the power.';
comment on column farm.taken_orders.phase is 'The phase, as in boards.';
comment on column farm.taken_orders.orders is 'The orders, as text; null: none were submitted.';
comment on column farm.taken_orders.codes is
	'The same orders, packed as in turns; null as there, and of games that were imported.';
comment on column farm.taken_orders.final is 'The player had said that no more orders would come.';
comment on column farm.taken_orders.given_by is
	'The user who submitted them; null: nobody, or not known.';
comment on column farm.taken_orders.given_at is 'When they were submitted; null: they were not.';
comment on column farm.taken_orders.taken_at is 'When they became final.';
comment on column farm.taken_orders.played_at is 'When the phase was played; null: it was not yet.';
comment on column farm.taken_orders.problems is
	'Why each order was disregarded, parallel to orders; null: it counted. Null as a whole '
	'until the phase is played.';
comment on column farm.taken_orders.stand_in is
	'The player of the farm that orders instead, because the seat''s own is absent; null: none.';

create table farm.votes (
	game_id  bigint references farm.games on delete cascade,
	power    smallint check (power between 0 and 6),
	wish     text default 'end' check (wish in ('end', 'pause', 'extend', 'return', 'leave')),
	powers   smallint default 0 check (powers between 0 and 127),
	phase    smallint not null,
	voted_at timestamptz not null default now(),
	fresh    boolean not null default false,
	primary key (game_id, power, wish, powers)
);
create index votes_fresh on farm.votes (game_id) where fresh;
comment on table farm.votes is
	'What powers vote for. A vote counts for its phase only; all the votes are secret.';
comment on column farm.votes.game_id is 'The game.';
comment on column farm.votes.power is 'The number of the power that votes.';
comment on column farm.votes.wish is
	'end: the game ends, as powers says; pause: its clock stands; extend: the phase gets as much '
	'time again; leave: the substitute plays the seat; return: its player takes the seat back.';
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
	gone    boolean not null default false,
	primary key (game_id, power)
);
comment on table farm.absences is
	'External players who have left, or submitted nothing until the last deadlines of a power.';
comment on column farm.absences.game_id is 'The game.';
comment on column farm.absences.power is 'The number of the power.';
comment on column farm.absences.missed is
	'How many deadlines in a row it missed. From 2 on a computer orders in its place, if the '
	'tournament has a substitute, until the player takes the seat back.';
comment on column farm.absences.gone is 'The player has left. So no phase waits for his return.';
