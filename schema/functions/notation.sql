-- notation: orders as text. lib/board/order.h packs an order into a number and has the only
-- grammar. Here a number is printed, and a text is looked up among the legal orders of a turn.

-- The map of a game. The planner puts the query in place of the call.
create or replace function farm.map_of(game bigint) returns setof farm.maps
language sql stable rows 1 as $$
	select m.* from farm.games g
	join farm.tournaments t on t.id = g.tournament_id
	join farm.maps m on m.id = t.map_id
	where g.id = game;
$$;

-- An order in the form that lib/board/order.c prints. unit: "A par". An order of no kind is "A par
-- ?". Not immutable, because format() is not; so queries have it inline.
create or replace function farm.order_text(kind int, unit text, aux text, target text, via boolean)
returns text language sql stable parallel safe
	return format(coalesce(farm.order_form(kind), '%s ?'), unit, coalesce(aux, target), target)
	       || case when via and farm.order_action(kind) = 'move' then ' via' else '' end;
comment on function farm.order_text is 'An order in the usual notation, from its parts.';

create or replace function farm.order_helps(kind int) returns boolean
language sql immutable parallel safe return farm.order_action(kind) in ('support', 'convoy');
comment on function farm.order_helps is 'Whether an order of this kind helps another unit.';

-- A packed order with its unit (order_pack_unit of lib/board/order.h), in the same form. codes: of
-- the map's areas (farm.maps.codes).
create or replace function farm.order_print(codes text[], code int) returns text
language sql stable parallel safe
	return farm.order_text(
		farm.order_kind(code),
		farm.order_unit_type(code) || ' ' || coalesce(codes[1 + farm.order_from(code)], '?'),
		case when farm.order_helps(farm.order_kind(code))
		     then farm.order_aux_type(code) || ' '
		      || coalesce(codes[1 + farm.order_aux(code)], '?') end,
		coalesce(codes[1 + farm.order_to(code)], '?'), farm.order_via(code));

-- Packed orders of a game, printed.
create or replace function farm.orders_print(game bigint, orders int[]) returns text[]
language sql stable as $$
	select array(select farm.order_print(m.codes, o.code)
	             from unnest(orders) with ordinality o (code, n) order by o.n)
	from farm.map_of(game) m;
$$;

-- The packed orders of printed ones; null for a text that is not a printed order. Versions before
-- 12 stored only texts: their rows have no codes, and their workers send none.
create or replace function farm.order_codes(codes text[], printed text[]) returns int[]
language sql stable as $$
	select array_agg(case when farm.order_print(codes, c.code) = p.text then c.code end
	                 order by p.n)
	from unnest(printed) with ordinality p (text, n)
	cross join lateral (select string_to_array(p.text, ' ') as w) w
	cross join lateral (
		select case when w[1] = 'waive' then 8 when w[1] = 'build' then 7 when w[3] = 'H' then 0
		            when w[3] = '-' then 1
		            when w[3] = 'S' then case when w[6] is null then 2 else 3 end
		            when w[3] = 'C' then 4 when w[3] = 'R' then 5 when w[3] = 'D' then 6
		       end as kind) k
	cross join lateral (
		select array_position(codes,
		                      case when kind = 7 then w[3] when kind < 7 then w[2] end) as "from",
		       array_position(codes, case when kind in (1, 5) then w[4]
		                                  when kind in (3, 4) then w[7] end) as "to",
		       array_position(codes, case when kind in (2, 3, 4) then w[5] end) as aux) a
	cross join lateral (
		select coalesce("to" - 1, 127) | (coalesce(aux - 1, 127) << 7) | (kind << 14)
		       | ((kind in (2, 3, 4) and w[4] = 'F')::int << 18)
		       | ((kind = 1 and w[5] is not null)::int << 19) | (coalesce("from" - 1, 127) << 20)
		       | ((case when kind = 7 then w[2] else w[1] end = 'F')::int << 27) as code) c;
$$;

-- ── looking up ──

-- The key by which a text is looked up: its letters, without case, blanks and dashes. A coast in
-- brackets equals one after a slash. Only ASCII letters count, whatever the collation of the
-- database.
create or replace function farm.order_fold(given text) returns text
language sql immutable parallel safe
	return translate(lower(given collate "C"), E'( \t\n\r\f\x0b)->', '/');

-- What may be written for a legal order: types of units can be left out, and a retreat can be
-- written as a move.
create or replace function farm.order_keys(legal text) returns text[]
language sql immutable parallel safe as $$
	select array_agg(farm.order_fold(k))
	from (select legal, regexp_replace(legal, '^(build )?[AF] ', '\1') as bare) l
	cross join lateral unnest(array[legal, bare, replace(legal, ' R ', ' '),
	                                replace(bare, ' R ', ' '),
	                                regexp_replace(legal, '( [SC]) [AF] ', '\1'),
	                                regexp_replace(bare, '( [SC]) [AF] ', '\1')]) k;
$$;

-- The places of the legal orders that a text may mean. A coast can be left out.
create or replace function farm.order_places(legal text[], given text) returns int[]
language plpgsql immutable as $$
declare
	folded text := farm.order_fold(given);
	places int[] := array_positions(legal, given);
begin
	if places = '{}' then
		places := array(select l.n from unnest(legal) with ordinality l (text, n)
		                where folded = any (farm.order_keys(l.text)) order by l.n);
	end if;
	if places = '{}' and strpos(folded, '/') = 0 then
		places := array(select l.n from unnest(legal) with ordinality l (text, n)
		                where strpos(l.text, '/') > 0 and folded = any (
		                    farm.order_keys(regexp_replace(l.text, '/[a-z]+', '', 'g')))
		                order by l.n);
	end if;
	return places;
end $$;

-- The legal orders that are nearest to a text, at most five: orders of the unit that it names
-- first, then those of the same length, then those that share the most words with it.
create or replace function farm.order_nearest(legal text[], given text) returns text
language sql immutable as $$
	with near as (
		select l.text, row_number() over (
			order by array_position(g.words, substring(l.text from '\m[a-z]{3}\M')),
			abs(cardinality(w.words) - cardinality(g.words)),
			(select count(distinct x) from unnest(w.words) x
			 where x = any (g.words)) desc, l.n) as place
		from (select regexp_split_to_array(lower(given collate "C"), '[^a-z]+') as words) g
		cross join unnest(legal) with ordinality l (text, n)
		cross join lateral (select regexp_split_to_array(lower(l.text), '[^a-z]+') as words) w)
	select 'no legal order; nearest: ' || coalesce(string_agg(text, ', ' order by place), 'none')
	from near where place <= 5;
$$;

-- Looks up one order of a turn. text: the order as it is understood, or as it was given if there is
-- a problem. code: the packed order. A move by convoy need not say via.
create or replace function farm.order_find(turn farm.turns, given text, out text text, out code int,
                                           out problem text)
language plpgsql stable as $$
declare
	asks   boolean := true; -- for the convoy
	places int[];
begin
	text := left(given, 100); -- ORDER_LENGTH_MAX of lib/board/order.h
	problem := case when given is null then 'null is not an order'
	                when length(given) > 100 then 'longer than any order' end;
	if problem is not null then
		return;
	end if;
	places := farm.order_places(turn.legal, given);
	if places = '{}' then
		places := farm.order_places(turn.legal, given || ' via');
		asks := false;
	end if;
	if cardinality(places) = 1 then
		text := turn.legal[places[1]];
		code := turn.codes[places[1]];
		if not asks then
			text := replace(text, ' via', '');
			code := code & ~(1 << 19);
		end if;
	elsif cardinality(places) > 1 then
		problem := 'say which: '
			|| (select string_agg(turn.legal[p], ' or ') from unnest(places) p);
	else
		problem := farm.order_nearest(turn.legal, text);
	end if;
end $$;
