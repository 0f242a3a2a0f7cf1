-- 001_boards: what was played, and what external players are asked and have ordered.

-- Rows are only ever added. There are no foreign keys: the fence holds the game's row while its
-- boards are written. A key to the game would quadruple the cost of a row.
create table farm.boards (
	tournament_id   int not null,
	game_id         bigint not null,
	phase           smallint not null check (phase >= 0),
	units           smallint[] not null,
	owners          text not null,
	orders          int[],
	resolve_ns      int,
	resolve_stage   smallint,
	order_count     smallint generated always as (cardinality(orders)) stored,
	think_ns        bigint[],
	forecasts       int[],
	forecast_stages int[],
	forecast_ns     bigint[],
	capped          smallint,
	primary key (tournament_id, game_id, phase),
	check (orders is null or cardinality(orders) = cardinality(units)),
	check (num_nulls(orders, resolve_ns, resolve_stage, think_ns, forecasts, capped) in (0, 6)),
	check (cardinality(forecast_stages) = 4 * cardinality(forecast_ns))
) partition by list (tournament_id);
comment on table farm.boards is
	'A row a phase: the position, the orders given there, and their results. A finished game has '
	'one row more: its final position, without orders. The view farm.orders has the orders as '
	'text.';
comment on column farm.boards.tournament_id is 'The tournament; a partition each.';
comment on column farm.boards.game_id is 'The game.';
comment on column farm.boards.phase is
	'(year - 1901) * 5 + {0 spring moves, 1 spring retreats, 2 fall moves, 3 fall retreats, 4 '
	'winter adjustments}. Rule set thesis has 0 and 2 only.';
comment on column farm.boards.units is
	'The units, sorted by province, 11 bits each (lib/board.h, unit_pack; '
	'schema/functions/packing.sql).';
comment on column farm.boards.owners is
	'Who owns each province: a character a province, in the order of their numbers; a power''s '
	'initial, or a dot.';
comment on column farm.boards.orders is
	'The order of each unit and its result, parallel to units, 25 bits each (lib/order.h). Null: '
	'the final position.';
comment on column farm.boards.resolve_ns is 'Nanoseconds that the judge took; null with orders.';
comment on column farm.boards.resolve_stage is
	'The last stage that the judge needed, 0 to 4 (lib/judge.h; 0: it has no stages); null with '
	'orders.';
comment on column farm.boards.order_count is 'How many orders there are; null with orders.';
comment on column farm.boards.think_ns is
	'Nanoseconds that each power''s player took, by power; null with orders.';
comment on column farm.boards.forecasts is
	'How many resolutions each player looked ahead by; null with orders.';
comment on column farm.boards.forecast_stages is
	'For each power with forecasts, in their order: how many forecasts each of the stages 1 to 4 '
	'concluded, four numbers. Null where no power had any.';
comment on column farm.boards.forecast_ns is
	'For each power with forecasts, in their order: nanoseconds of all its forecasts. Null where '
	'no power had any.';
comment on column farm.boards.capped is
	'Powers, as bits, whose player reached a limit on its effort; null with orders.';

-- What a worker writes: farm.batch_write takes arrays of these. A worker that is connected keeps
-- their oids.
create type farm.written_board as (
	claim int, phase smallint, units smallint[], owners text, orders int[], resolve_ns int,
	resolve_stage smallint, think_ns bigint[], forecasts int[], capped smallint, forecast_stages int[],
	forecast_ns bigint[]);
comment on type farm.written_board is
	'A row of farm.boards. claim: the place of its game in the batch, from 1.';
create type farm.written_end as (
	claim int, winner smallint, phase smallint, phases int, centres smallint[], units smallint[],
	digest bytea);
comment on type farm.written_end is
	'How a game ended, as farm.games has it. claim: the place of its game in the batch, from 1.';

create table farm.turns (
	game_id  bigint not null references farm.games on delete cascade,
	power    smallint not null,
	user_id  int not null references farm.users,
	phase    smallint not null,
	units    smallint[] not null,
	owners   text not null,
	due      smallint not null check (due > 0),
	legal    text[] not null,
	ready    boolean not null default false,
	asked_at timestamptz not null default now(),
	deadline timestamptz,
	primary key (game_id, power),
	foreign key (game_id, power) references farm.seats on delete cascade
);
create index turns_of_users on farm.turns (user_id);
create index turns_with_deadline on farm.turns (deadline) where deadline is not null;
comment on table farm.turns is
	'What an external player is asked. A row stays until the phase is played. The view '
	'api.my_turns shows a player its own.';
comment on column farm.turns.game_id is 'The game.';
comment on column farm.turns.power is 'The number of the power that must order.';
comment on column farm.turns.user_id is 'The user who plays it.';
comment on column farm.turns.phase is 'The phase, as in boards.';
comment on column farm.turns.units is 'The units, as in boards.';
comment on column farm.turns.owners is 'The owners, as in boards.';
comment on column farm.turns.due is 'How many orders the power must give.';
comment on column farm.turns.legal is 'Every order that it may give, as text (lib/turn.c).';
comment on column farm.turns.ready is 'The game no longer waits for this power.';
comment on column farm.turns.asked_at is 'When the worker asked.';
comment on column farm.turns.deadline is 'When the game goes on without it; null: never.';

create table farm.pending_orders (
	game_id   bigint not null references farm.games on delete cascade,
	power     smallint not null,
	phase     smallint not null,
	orders    text[] not null,
	final     boolean not null default false,
	given_by  int references farm.users,
	given_at  timestamptz not null default now(),
	played_at timestamptz,
	problems  text[],
	primary key (game_id, power, phase),
	foreign key (game_id, power) references farm.seats on delete cascade
);
comment on table farm.pending_orders is
	'Orders that external players submitted, the last of each phase. They stay when the phase is '
	'played.';
comment on column farm.pending_orders.game_id is 'The game.';
comment on column farm.pending_orders.power is 'The number of the power.';
comment on column farm.pending_orders.phase is 'The phase, as in boards.';
comment on column farm.pending_orders.orders is 'The orders, as text.';
comment on column farm.pending_orders.final is
	'No more orders will come, though there are fewer than are due.';
comment on column farm.pending_orders.given_by is 'The user who submitted them; null: not known.';
comment on column farm.pending_orders.given_at is 'When they were submitted.';
comment on column farm.pending_orders.played_at is
	'When the phase was played; null: it is still open.';
comment on column farm.pending_orders.problems is
	'Why each order was disregarded, parallel to orders; null: it counted. Null as a whole while '
	'the phase is open.';
