-- 017_seats: a seat's turn has its legal orders packed, too. So the page need not read their texts.

-- They return a column more. aresctl init makes them anew.
drop function if exists web.turn(bytea);
drop function if exists api.seat_turn(bigint, text);
drop function if exists farm.seat_turn(farm.links);
