-- notation: what an agent writes as an order, read by the legal orders of its turn.

-- The unit that stands in a province, or is dislodged from it; null: none.
create or replace function farm.turn_unit(turn farm.turns, map int, province text, dislodged boolean) returns smallint
language sql stable as $$
	select u.code
	from unnest(turn.units) u (code)
	join farm.areas a on a.map_id = map and a.id = farm.unit_area(u.code)
	join farm.areas p on p.map_id = map and p.id = a.province
	where p.code = turn_unit.province and (u.code & 2048 <> 0) = dislodged
	  and farm.unit_power(u.code) < (select cardinality(m.powers) from farm.maps m where m.id = map);
$$;
create or replace function farm.no_unit(phase smallint, province text) returns text language sql immutable parallel safe
	return case when phase % 5 in (1, 3) then 'no unit was dislodged from ' else 'no unit stands in ' end || province;

-- What people write, word by word: A, F, H, -, S, C, R, D, B, waive, via, and areas by their codes. A unit's type that is
-- left out is put in, where a unit is there.
create or replace function farm.order_words(turn farm.turns, map int, given text, out words text[], out problem text)
language plpgsql stable as $$
declare
	word  text;
	known text;
	area  text;
	count int;
	unit  smallint;
begin
	words := '{}';
	given := regexp_replace(lower(given), '\s*(?:\(\s*([nesw]c)\s*\)|/\s*([nesw]c)\M)', '/\1\2', 'g');
	given := regexp_replace(regexp_replace(given, '\mvia\s+convoy\M', 'via'), '-+>?', ' - ', 'g');
	foreach word in array regexp_split_to_array(btrim(given, E' \t\r\n'), '\s+') loop
		known := case
		         when word in ('a', 'army') then 'A'
		         when word in ('f', 'fleet') then 'F'
		         when word in ('h', 'hold', 'holds') then 'H'
		         when word in ('s', 'support', 'supports') then 'S'
		         when word in ('c', 'convoy', 'convoys') then 'C'
		         when word in ('r', 'retreat', 'retreats') then 'R'
		         when word in ('d', 'disband', 'disbands', 'remove', 'removes') then 'D'
		         when word in ('b', 'build', 'builds') then 'B'
		         when word in ('-', 'via', 'waive') then word
		         end;
		area := null;
		if known is null then
			select a.code into area from farm.areas a where a.map_id = map and word in (a.code, a.alias);
		end if;
		if known is null and area is null then
			problem := case when word = '' then 'an order is empty'
			                when word ~ '^[a-z]{3}(/..)?$' then 'no such area: ' || word
			                else format('no word of an order: %s', left(word, 40)) end;
			return;
		end if;
		count := cardinality(words);
		if area is not null and (count = 0 or words[count] in ('S', 'C') or (count = 1 and words[1] = 'D')) then
			unit := farm.turn_unit(turn, map, left(area, 3), farm.is_retreat(turn.phase));
			if unit is not null then
				words := words || farm.unit_type(unit);
			elsif turn.phase % 5 <> 4 or count > 0 then
				problem := farm.no_unit(turn.phase, left(area, 3));
				return;
			end if;
		end if;
		words := words || coalesce(known, area);
	end loop;
end $$;

-- The same as an order, worded as lib/order.c prints it.
create or replace function farm.order_word(turn farm.turns, map int, given text, out worded text, out problem text)
language plpgsql stable as $$
declare
	words text[];
	shape text;
begin
	select w.words, w.problem into words, problem from farm.order_words(turn, map, given) w;
	if problem is not null then
		return;
	end if;
	select string_agg(case when w in ('A', 'F') then 'T' when w ~ '^[HSCRDB-]$' then w when w = 'waive' then 'W'
	                       when w = 'via' then 'V' else 'P' end, '' order by n) into shape
	from unnest(words) with ordinality x (w, n);
	worded := case
	          when shape = 'W' then 'waive'
	          when shape = 'BTP' then 'build ' || words[2] || ' ' || words[3]
	          when shape = 'TPB' then 'build ' || words[1] || ' ' || words[2]
	          when shape = 'DTP' then words[2] || ' ' || words[3] || ' D'
	          when shape ~ '^TPR-?P$' or (shape = 'TP-P' and farm.is_retreat(turn.phase))
	          then words[1] || ' ' || words[2] || ' R ' || words[cardinality(words)]
	          when shape = 'TPSTPH' then array_to_string(words[:5], ' ')
	          when shape ~ '^TP(H|D|-PV?|STP(-P)?|CTP-P)$' then array_to_string(words, ' ')
	          end;
	if worded is null then
		problem := case when shape in ('BP', 'PB') then 'say what to build, A or F'
		                else 'no order: A par - bur, A mar S A par - bur, build A par and the like would be' end;
	end if;
end $$;

-- Why there can be no such build, of a turn whose legal orders have none of it.
create or replace function farm.build_problem(turn farm.turns, map int, power text, worded text) returns text language sql stable as $$
	select case
	       when not exists (select from unnest(turn.legal) l where l like 'build %') then 'nothing is to be built'
	       when farm.turn_unit(turn, map, p.code, false) is not null then 'a unit stands in ' || p.code
	       when not p.centre or p.owner is distinct from power then p.code || ' is no home centre of ' || power
	       when substr(turn.owners, p.id + 1, 1) <> left(power, 1) then p.code || ' is not ' || power || '''s now'
	       else format('no %s can be built there', case substr(worded, 7, 1) when 'A' then 'army' else 'fleet' end)
	       end
	from farm.areas p
	where p.map_id = map and p.code = substr(worded, 9, 3);
$$;

-- Why an order cannot be given, of a turn whose legal orders have none of it.
create or replace function farm.order_problem(turn farm.turns, map int, powers text[], worded text) returns text
language plpgsql stable as $$
declare
	kind   text := case when worded ~ '^(build|waive)' then 'build' when worded ~ ' D$' then 'disband'
	                    when worded ~ ' R ' then 'retreat' else 'move' end;
	phase  text := case when turn.phase % 5 = 4 then 'winter' when farm.is_retreat(turn.phase) then 'retreat phase'
	                    else 'movement phase' end;
	place  text := substring(worded from '\m[a-z]{3}\M');
	target text := substring(worded from '\m([a-z]{3}(?:/[a-z]{2})?)(?: via)?$');
	helped text := substring(worded from ' [SC] [AF] ([a-z]{3})');
	unit   smallint;
begin
	if not (case phase when 'winter' then kind in ('build', 'disband')
	                   when 'retreat phase' then kind in ('retreat', 'disband') else kind = 'move' end) then
		return 'no order of a ' || phase;
	elsif kind = 'build' then
		return coalesce(farm.build_problem(turn, map, powers[1 + turn.power], worded), 'nothing is to be built');
	end if;
	unit := farm.turn_unit(turn, map, place, phase = 'retreat phase');
	return case
	       when unit is null then farm.no_unit(turn.phase, place)
	       when farm.unit_power(unit) <> turn.power then format('the unit in %s is not yours but %s''s', place,
	                                                            powers[1 + farm.unit_power(unit)])
	       when farm.unit_type(unit) <> left(worded, 1) then
	           format('the unit in %s is %s', place, case farm.unit_type(unit) when 'A' then 'an army' else 'a fleet' end)
	       when phase = 'winter' then 'nothing is to be removed'
	       when kind = 'retreat' then 'it cannot retreat to ' || target
	       when helped is not null and farm.turn_unit(turn, map, helped, false) is null then 'no unit stands in ' || helped
	       when worded ~ ' S ' then 'it cannot support that'
	       when worded ~ ' C ' then 'it cannot convoy that'
	       when worded ~ ' via$' then 'no fleets could convoy it to ' || target
	       when worded ~ ' - ' then 'it cannot go to ' || target
	       else 'it stands on another coast'
	       end;
end $$;

-- One order as it is understood, or as it was given where something is wrong with it. A coast left out is the one that can
-- be meant; whoever goes by sea need not say via.
create or replace function farm.order_read(turn farm.turns, map int, powers text[], given text, out text text, out problem text)
language plpgsql stable as $$
declare
	meant   text;
	matches text[];
begin
	if given is null or length(given) > 100 then
		text := left(given, 100);
		problem := case when given is null then 'null is no order' else 'longer than any order' end;
		return;
	end if;
	text := given;
	select w.worded, w.problem into meant, problem from farm.order_word(turn, map, given) w;
	if problem is not null then
		return;
	elsif meant = any (turn.legal) or meant || ' via' = any (turn.legal) then
		text := meant;
		return;
	end if;
	matches := array(
		select l from unnest(turn.legal) l
		where l ~ ('^' || regexp_replace(meant, '\m([a-z]{3})\M(?!/)', '\1(/[a-z]{2})?', 'g') || '$'));
	if cardinality(matches) = 1 then
		text := matches[1];
	elsif cardinality(matches) > 1 then
		problem := 'name the coast: ' || array_to_string(matches, ' or ');
	else
		problem := farm.order_problem(turn, map, powers, meant);
	end if;
end $$;
