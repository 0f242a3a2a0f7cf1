-- notation: orders as text. farm.order_parse reads the grammar of lib/board/order.h, as order_parse does
-- in C; tests/cases/notation.txt tests both. The functions below it read an order of a turn, by the
-- turn's legal orders.

-- An order in the form that lib/board/order.c prints. unit: "A par". An order of no kind is "A par ?". Not
-- immutable, because format() is not; so queries have it inline.
create or replace function farm.order_text(kind int, unit text, aux text, target text, via boolean)
returns text language sql stable parallel safe
	return format(coalesce(farm.order_form(kind), '%s ?'), unit, coalesce(aux, target), target)
	       || case when via and farm.order_action(kind) = 'move' then ' via' else '' end;

-- Whether an order of this kind helps another unit.
create or replace function farm.order_helps(kind int) returns boolean
language sql immutable parallel safe return farm.order_action(kind) in ('support', 'convoy');

-- ── the grammar ──

-- In characters; ORDER_LENGTH_MAX of lib/board/order.h.
create or replace function farm.order_length_max() returns int
language sql immutable parallel safe return 100;

-- The code of the area that a token names. null: the map has no such area. The token is in lower
-- case, its coast behind a slash.
create or replace function farm.area_code(map int, token text) returns text
language sql stable as $$
	select a.code
	from farm.areas p
	join farm.areas a on a.map_id = p.map_id and a.code = p.code || substr(token, 4)
	where p.map_id = map and left(token, 3) in (p.code, p.alias);
$$;

-- The tokens of a text, in lower case. A coast is part of its area, behind a slash. A dash is "-".
-- Letters and blanks are those of ASCII, whatever the collation of the database is.
create or replace function farm.order_tokens(given text) returns text[]
language plpgsql immutable parallel safe as $$
declare
	line text collate "C" := lower(given collate "C");
begin
	line := regexp_replace(line, '\s*(?:\(\s*([a-z]{2})\s*\)|/\s*([a-z]{2})\M)', '/\1\2', 'g');
	line := regexp_replace(line, '-+>?', ' - ', 'g');
	return string_to_array(btrim(regexp_replace(line, '\s+', ' ', 'g')), ' ');
end $$;

-- Reads one order. parsed: in the form that lib/board/order.c prints, with no type where none was given.
-- problem: why the text is no order.
create or replace function farm.order_parse(map int, given text, out parsed text, out problem text)
language plpgsql stable as $$
declare
	area   text := '(?!via)[a-z]{3}(?:/[a-z]{2})?';
	unit   text := '(?:[AF] )?' || area;
	token  text;
	symbol text;
	line   text; -- the symbols and areas, with a blank between
begin
	problem := case when given is null then 'null is no order'
	                when length(given) > farm.order_length_max() then 'longer than any order' end;
	if problem is not null then
		return;
	end if;
	foreach token in array farm.order_tokens(given) loop
		symbol := coalesce(farm.order_symbol(token), farm.area_code(map, token));
		if symbol is null then
			problem := case when token ~ '^[a-z]{3}(/..)?$' then 'no such area: ' || token
			                else 'no word of an order: ' || left(token, 40) end;
			return;
		end if;
		line := concat_ws(' ', line, symbol);
	end loop;
	parsed := case
	          when line ~ format('^build %s$|^waive$', unit) then line
	          when line ~ format('^%s build$', unit)
	          then 'build ' || regexp_replace(line, ' build$', '')
	          when line ~ format('^D %s$', unit) then substr(line, 3) || ' D'
	          when line ~ format('^%s R (- )?%s$', unit, area) then replace(line, ' R - ', ' R ')
	          when line ~ format('^%s S %1$s H$', unit) then regexp_replace(line, ' H$', '')
	          when line ~ format('^%s - %s via C$', unit, area) then regexp_replace(line, ' C$', '')
	          when line ~ format('^%1$s ([HD]|- %2$s( via)?|S %1$s( - %2$s)?|C %1$s - %2$s)$',
	                             unit, area)
	          then line
	          end;
	if parsed is null then
		problem := case when line is null then 'an order is empty'
		                else 'no order: A par - bur, A mar S A par - bur, '
		                     'build A par and the like would be' end;
	end if;
end $$;

-- ── orders of a turn ──

-- The unit that stands in a province, or that is dislodged from it. null: none.
create or replace function farm.turn_unit(turn farm.turns, map int, province text, dislodged boolean)
returns smallint language sql stable as $$
	select u.code
	from unnest(turn.units) u (code)
	join farm.areas a on a.map_id = map and a.id = farm.unit_area(u.code)
	join farm.areas p on p.map_id = map and p.id = a.province
	where p.code = turn_unit.province and farm.unit_apart(u.code) = dislodged
	  and farm.unit_power(u.code) < (select cardinality(m.powers) from farm.maps m where m.id = map);
$$;

create or replace function farm.no_unit(phase smallint, province text) returns text
language sql immutable parallel safe
	return case when farm.phase_is_retreat(phase) then 'no unit was dislodged from '
	            else 'no unit stands in ' end || province;

-- Adds the types that are left out, where a unit is there. In a retreat phase a move becomes a
-- retreat.
create or replace function farm.order_complete(turn farm.turns, map int, parsed text) returns text
language plpgsql stable as $$
declare
	retreats boolean := farm.phase_is_retreat(turn.phase);
	place    text := substring(parsed from '^(?:build )?([a-z]{3})\M');
	helped   text := substring(parsed from ' [SC] ([a-z]{3})\M');
begin
	if place is not null then
		parsed := regexp_replace(parsed, '^(build )?',
			'\1' || coalesce(farm.unit_type(farm.turn_unit(turn, map, place, retreats)) || ' ', ''));
	end if;
	if helped is not null then
		parsed := regexp_replace(parsed, ' ([SC]) ',
			' \1 ' || coalesce(farm.unit_type(farm.turn_unit(turn, map, helped, false)) || ' ', ''));
	end if;
	return case when not retreats then parsed
	            else regexp_replace(parsed, '^((?:[AF] )?\S+) - (\S+)$', '\1 R \2') end;
end $$;

-- Why a power cannot build this, when the turn's legal orders have no such build.
create or replace function farm.build_problem(turn farm.turns, map int, power text, parsed text)
returns text language sql stable as $$
	select case
	       when not exists (select from unnest(turn.legal) l where l like 'build %')
	       then 'you have nothing to build'
	       when farm.turn_unit(turn, map, p.code, false) is not null
	       then 'a unit stands in ' || p.code
	       when not p.centre or p.owner is distinct from power
	       then p.code || ' is no home centre of ' || power
	       when substr(turn.owners, p.id + 1, 1) <> left(power, 1)
	       then p.code || ' is not ' || power || '''s now'
	       when parsed like 'build A %' then 'no army can be built there'
	       when parsed like 'build F %' then 'no fleet can be built there'
	       else 'say what to build, A or F'
	       end
	from farm.areas p
	where p.map_id = map and p.code = substring(parsed from '^build (?:[AF] )?([a-z]{3})');
$$;

-- Why an order cannot be given, when the turn's legal orders do not have it.
create or replace function farm.order_problem(turn farm.turns, map int, powers text[], parsed text)
returns text language plpgsql stable as $$
declare
	kind   text := case when parsed ~ '^(build|waive)' then 'build'
	                    when parsed ~ ' D$' then 'disband'
	                    when parsed ~ ' R ' then 'retreat' else 'move' end;
	phase  text := case when farm.phase_is_adjustment(turn.phase) then 'winter'
	                    when farm.phase_is_retreat(turn.phase) then 'retreat phase'
	                    else 'movement phase' end;
	place  text := substring(parsed from '\m[a-z]{3}\M');
	target text := substring(parsed from '\m([a-z]{3}(?:/[a-z]{2})?)(?: via)?$');
	helped text := substring(parsed from ' [SC] (?:[AF] )?([a-z]{3})');
	unit   smallint;
begin
	if not (case phase when 'winter' then kind in ('build', 'disband')
	                   when 'retreat phase' then kind in ('retreat', 'disband')
	                   else kind = 'move' end) then
		return 'no order of a ' || phase;
	elsif kind = 'build' then
		return coalesce(farm.build_problem(turn, map, powers[1 + turn.power], parsed),
		                'you have nothing to build');
	end if;
	unit := farm.turn_unit(turn, map, place, phase = 'retreat phase');
	return case
	       when unit is null then farm.no_unit(turn.phase, place)
	       when farm.unit_power(unit) <> turn.power
	       then format('the unit in %s is not yours but %s''s', place, powers[1 + farm.unit_power(unit)])
	       when farm.unit_type(unit) <> left(parsed, 1) then
	           format('the unit in %s is %s', place,
	                  case farm.unit_type(unit) when 'A' then 'an army' else 'a fleet' end)
	       when phase = 'winter' then 'you have nothing to remove'
	       when kind = 'retreat' then 'it cannot retreat to ' || target
	       when helped is not null and farm.turn_unit(turn, map, helped, false) is null
	       then 'no unit stands in ' || helped
	       when parsed ~ ' S ' then 'it cannot support that'
	       when parsed ~ ' C ' then 'it cannot convoy that'
	       when parsed ~ ' via$' then 'no fleets could convoy it to ' || target
	       when parsed ~ ' - ' then 'it cannot go to ' || target
	       else 'it stands on another coast'
	       end;
end $$;

-- Reads one order of a turn. text: the order as it is understood, or as it was given when there is
-- a problem. A coast may be left out when only one fits. A move by convoy need not say via.
create or replace function farm.order_read(turn farm.turns, map int, powers text[], given text,
                                           out text text, out problem text)
language plpgsql stable as $$
declare
	parsed  text;
	matches text[];
begin
	text := left(given, farm.order_length_max());
	select p.parsed, p.problem into parsed, problem from farm.order_parse(map, given) p;
	if problem is not null then
		return;
	end if;
	parsed := farm.order_complete(turn, map, parsed);
	if parsed = any (turn.legal) or parsed || ' via' = any (turn.legal) then
		text := parsed;
		return;
	end if;
	matches := array(
		select l from unnest(turn.legal) l
		where l ~ format('^%s$', regexp_replace(parsed, '\m([a-z]{3})\M(?!/)', '\1(/[a-z]{2})?', 'g')));
	if cardinality(matches) = 1 then
		text := matches[1];
	elsif cardinality(matches) > 1 then
		problem := 'name the coast: ' || array_to_string(matches, ' or ');
	else
		problem := farm.order_problem(turn, map, powers, parsed);
	end if;
end $$;
