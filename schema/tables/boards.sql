-- boards: every phase that was played.

create table farm.boards (
	tournament_id   int,
	game_id         bigint,
	phase           smallint check (phase >= 0),
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
	check ((orders is null) or (cardinality(orders) = cardinality(units))),
	constraint boards_check1 check (num_nulls(orders, resolve_ns, resolve_stage, think_ns,
		forecasts, capped) in (0, 6)),
	constraint boards_check2 check (cardinality(forecast_stages) = 4 * cardinality(forecast_ns)),
	primary key (tournament_id, game_id, phase)
) partition by list (tournament_id);
comment on table farm.boards is
	'A row a phase: the position, the orders given there, and their results. A finished game '
	'has one row more: its final position, without orders. The view farm.orders has the orders '
	'as text.';
comment on column farm.boards.tournament_id is 'The tournament; a partition each.';
comment on column farm.boards.game_id is 'The game.';
comment on column farm.boards.phase is
	'(year - 1901) * 5 + {0 spring moves, 1 spring retreats, 2 fall moves, 3 fall retreats, 4 '
	'winter adjustments}. Rule set thesis has 0 and 2 only.';
comment on column farm.boards.units is
	'The units, sorted by province, 11 bits each (lib/board/board.h, unit_pack; '
	'schema/functions/packing.sql).';
comment on column farm.boards.owners is
	'Who owns each province: a character a province, in the order of their numbers; a power''s '
	'initial, or a dot.';
comment on column farm.boards.orders is
	'The order of each unit and its result, parallel to units, 25 bits each (lib/board/order.h). '
	'Null: the final position.';
comment on column farm.boards.resolve_ns is 'Nanoseconds that the judge took; null with orders.';
comment on column farm.boards.resolve_stage is
	'The last stage that the judge needed, 0 to 4 (lib/judges/judge.h; 0: it has no stages); null '
	'with orders.';
comment on column farm.boards.order_count is 'How many orders there are; null with orders.';
comment on column farm.boards.think_ns is
	'Nanoseconds that each power''s player took, by power; null with orders.';
comment on column farm.boards.forecasts is
	'How many resolutions each player looked ahead by; null with orders.';
comment on column farm.boards.forecast_stages is
	'For each power with forecasts, in their order: how many forecasts each of the stages 1 to '
	'4 concluded, four numbers. Null where no power had any.';
comment on column farm.boards.forecast_ns is
	'For each power with forecasts, in their order: nanoseconds of all its forecasts. Null '
	'where no power had any.';
comment on column farm.boards.capped is
	'Powers, as bits, whose player reached a limit on its effort; null with orders.';

create type farm.written_board as (
	claim int, phase smallint, units smallint[], owners text, orders int[], resolve_ns int,
	resolve_stage smallint, think_ns bigint[], forecasts int[], capped smallint, forecast_stages
	int[], forecast_ns bigint[]);
comment on type farm.written_board is
	'A row of farm.boards. claim: the place of its game in the batch, from 1.';

create type farm.written_end as (
	claim int, winner smallint, phase smallint, phases int, centres smallint[], units smallint[],
	digest bytea);
comment on type farm.written_end is
	'How a game ended, as farm.games has it. claim: the place of its game in the batch, from 1.';

create type farm.written_orders as (
	power smallint, phase smallint, orders text, problems text);
comment on type farm.written_orders is
	'A row of farm.taken_orders as aresctl import writes it: orders and problems are lines.';
