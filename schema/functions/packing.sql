-- packing: reads what is packed into numbers. A unit has 11 bits (lib/board/board.h, unit_pack), an
-- order 25 (lib/board/order.h, order_pack; the worker adds the result). Areas are numbers of
-- farm.areas, powers places in maps.powers.

create or replace function farm.unit_area(code smallint) returns int
language sql immutable parallel safe return code & 127;
comment on function farm.unit_area is 'The number of a packed unit''s area (areas.id).';

create or replace function farm.unit_type(code smallint) returns text
language sql immutable parallel safe return case code >> 7 & 1 when 0 then 'A' when 1 then 'F' end;
comment on function farm.unit_type is 'A packed unit''s type: A or F.';

create or replace function farm.unit_power(code smallint) returns int
language sql immutable parallel safe return code >> 8 & 7;
comment on function farm.unit_power is 'A packed unit''s power: its place in maps.powers, from 0.';

create or replace function farm.unit_apart(code smallint) returns boolean
language sql immutable parallel safe return code & 2048 <> 0;
comment on function farm.unit_apart is
	'Whether a packed entry is not a standing unit, but a dislodged unit, an adjustment or a '
	'closed province.';

create or replace function farm.order_to(code int) returns int
language sql immutable parallel safe return nullif(code & 127, 127);
comment on function farm.order_to is
	'The number of the area that a packed order goes to; null: none.';

create or replace function farm.order_aux(code int) returns int
language sql immutable parallel safe return nullif(code >> 7 & 127, 127);
comment on function farm.order_aux is
	'The number of the area of the unit that a packed order helps; null: none.';

create or replace function farm.order_aux_type(code int) returns text
language sql immutable parallel safe return case code >> 18 & 1 when 0 then 'A' when 1 then 'F' end;
comment on function farm.order_aux_type is
	'The type of the unit that a packed order helps: A or F.';

create or replace function farm.order_kind(code int) returns int
language sql immutable parallel safe return code >> 14 & 15;
comment on function farm.order_kind is
	'The kind of a packed order, as a number: farm.order_action gives its name.';

create or replace function farm.order_via(code int) returns boolean
language sql immutable parallel safe return code >> 19 & 1 = 1;
comment on function farm.order_via is 'Whether a packed order of an army asks for a convoy.';

create or replace function farm.order_result(code int) returns int
language sql immutable parallel safe return code >> 20 & 15;
comment on function farm.order_result is
	'The result of a packed order, as a number: farm.result_name gives its name.';

create or replace function farm.order_dislodged(code int) returns boolean
language sql immutable parallel safe return code >> 24 & 1 = 1;
comment on function farm.order_dislodged is 'Whether the unit of a packed order was dislodged.';

-- An order of a turn has its unit, where a played one has its result. Its area; null: of a waive.
create or replace function farm.order_from(code int) returns int
language sql immutable parallel safe return nullif(code >> 20 & 127, 127);

create or replace function farm.order_unit_type(code int) returns text
language sql immutable parallel safe return case code >> 27 & 1 when 0 then 'A' when 1 then 'F' end;

create or replace function farm.order_given(code int) returns boolean
language sql immutable parallel safe return farm.order_kind(code) <> 15;
comment on function farm.order_given is
	'Whether a packed entry has an order. Otherwise it is only a standing unit.';
