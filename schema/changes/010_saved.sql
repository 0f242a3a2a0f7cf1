-- 010_saved: games that were played elsewhere and read from a file (aresctl import).

-- A row for each of them. What the file says that follows from no board is kept here, so that
-- aresctl export writes it again.
create table farm.recorded (
	game_id      bigint primary key references farm.games on delete cascade,
	source       text not null,
	saved_id     text not null,
	saved_map    text not null,
	saved_rules  text[] not null,
	note         text not null,
	written_at   bigint not null check (written_at >= 0),
	start_phase  smallint check (start_phase between 0 and 4999),
	start_units  smallint[],
	start_owners text,
	messages     json,
	check (num_nulls(start_phase, start_units, start_owners) in (0, 3))
);
comment on table farm.recorded is
	'Games that were played elsewhere and read from a file, a row each.';
comment on column farm.recorded.game_id is 'The game.';
comment on column farm.recorded.source is 'The file without its folder, a colon, and the line.';
comment on column farm.recorded.saved_id is 'What the file calls it.';
comment on column farm.recorded.saved_map is 'What the file calls its map.';
comment on column farm.recorded.saved_rules is 'The rules that the file names.';
comment on column farm.recorded.note is 'The note of its end: "Victory by: FRA"; may be empty.';
comment on column farm.recorded.written_at is
	'When the file was written, as it says: microseconds since 1970; 0: it does not say.';
comment on column farm.recorded.start_phase is
	'The phase it begins in, as in boards; null: it begins as its tournament.';
comment on column farm.recorded.start_units is
	'The units it begins with, as in boards; null with start_phase.';
comment on column farm.recorded.start_owners is
	'The owners it begins with, as in boards; null with start_phase.';
comment on column farm.recorded.messages is
	'What players wrote to each other: an object with the list of messages of each phase, as the file has them; null: nothing.';

-- What aresctl import writes of external players' orders.
create type farm.written_orders as (power smallint, phase smallint, orders text, problems text);
comment on type farm.written_orders is
	'A row of farm.taken_orders as aresctl import writes it: orders and problems are lines.';
