-- 012_turns: turns and their orders are stored packed, too. What was stored as text only is packed
-- when it is read (farm.order_codes).

alter table farm.turns add column codes int[];
alter table farm.pending_orders add column codes int[];
alter table farm.taken_orders add column codes int[];

comment on column farm.turns.legal is
	'Every order that it may give, as text (lib/game/turn.c, schema/functions/notation.sql).';
comment on column farm.turns.codes is
	'The same orders, packed (order_pack_unit of lib/board/order.h); null: a version before 12 asked.';
comment on column farm.pending_orders.codes is
	'The same orders, packed as in turns; null as there.';
comment on column farm.taken_orders.codes is
	'The same orders, packed as in turns; null as there, and of games that were imported.';
