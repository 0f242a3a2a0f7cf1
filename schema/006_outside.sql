-- 006_outside: seats of somebody outside, a role of the database that sees its turns in farm.my_turns and orders by
-- farm.submit_orders. These two are all that such a role is granted, by way of the group role farm_agent.
--
--   claimed ── somebody outside has to decide: boards so far and farm.turns, NOTIFY farm_turn_ROLE ──► waiting
--   waiting ── all turns of the game ready, or the deadline over ──► pending ── claim ──► the phase is played
--
-- A waiting game keeps the worker_id of who left it there: so it is in no index that claiming reads, however many wait.

-- role: who this is, of a user that is no player of the farm; such a user's name is "@" and the role.
alter table farm.users add role name unique check (role is null or (player is null and length(role) between 1 and 53));

-- How long those outside have got, by the kind of phase; null: for ever.
alter table farm.tournaments
	add diplomatic_time interval check (diplomatic_time > '0'),
	add retreat_time    interval check (retreat_time > '0'),
	add adjustment_time interval check (adjustment_time > '0');

-- What somebody outside is asked: a row for as long as the phase is not played. units, owners: the position, as in
-- boards. due: how many orders. legal: every order that may be given, worked out by lib/turn.c. ready: nothing more is
-- waited for, of this power.
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

-- The orders last given stay, to tell who ordered what and when. problems: from when the phase was played; parallel to
-- orders: why one was disregarded, or null.
alter table farm.pending_orders
	add final     boolean not null default false,
	add played_at timestamptz,
	add problems  text[];

-- Who asks: the role set by SET ROLE, else who logged in; in functions that run as their owner too.
create function farm.caller() returns name language sql stable
	return case current_setting('role') when 'none' then session_user else current_setting('role')::name end;

-- The caller's turns. units: its own; board: everybody's ("FRA A par"); dislodged, centres: likewise, everybody's.
-- submitted: what it ordered so far, null when nothing. A barrier, so that no condition of the caller's sees other rows.
create view farm.my_turns with (security_barrier) as
select t.game_id as game, n.name as tournament, g.number, farm.phase_name(t.phase) as phase, m.powers[1 + t.power] as power,
       t.due, t.deadline, u.own as units, u.dislodged, u.board, c.centres, t.legal, o.orders as submitted,
       coalesce(o.final, false) as final
from farm.turns t
join farm.users w on w.id = t.user_id and w.role = farm.caller()
join farm.games g on g.id = t.game_id and g.state in ('waiting', 'pending')
join farm.tournaments n on n.id = g.tournament_id
join farm.maps m on m.id = n.map_id
left join farm.pending_orders o on o.game_id = t.game_id and o.power = t.power and o.phase = t.phase
cross join lateral (
	select array_agg(v.unit order by v.n) filter (where v.power = t.power and not v.apart) as own,
	       array_agg(m.powers[1 + v.power] || ' ' || v.unit order by v.n) filter (where not v.apart) as board,
	       array_agg(m.powers[1 + v.power] || ' ' || v.unit order by v.n) filter (where v.apart) as dislodged
	from (select x.n, farm.unit_power(x.code) as power, farm.unit_type(x.code) || ' ' || a.code as unit,
	             x.code & 2048 <> 0 as apart
	      from unnest(t.units) with ordinality x (code, n)
	      join farm.areas a on a.map_id = m.id and a.id = farm.unit_area(x.code)) v
	where v.power < cardinality(m.powers)) u
cross join lateral (
	select array_agg(p || ' ' || a.code order by p, a.code) as centres
	from farm.areas a join unnest(m.powers) p on left(p, 1) = substr(t.owners, a.id + 1, 1)
	where a.map_id = m.id and a.centre and a.id = a.province) c;

-- ── reading orders ──

-- The unit that stands in a province, or is dislodged from it; null: none.
create function farm.turn_unit(turn farm.turns, map int, province text, dislodged boolean) returns smallint
language sql stable as $$
	select u.code
	from unnest(turn.units) u (code)
	join farm.areas a on a.map_id = map and a.id = farm.unit_area(u.code)
	join farm.areas p on p.map_id = map and p.id = a.province
	where p.code = turn_unit.province and (u.code & 2048 <> 0) = dislodged
	  and farm.unit_power(u.code) < (select cardinality(m.powers) from farm.maps m where m.id = map);
$$;

create function farm.is_retreat(phase smallint) returns boolean language sql immutable parallel safe
	return phase % 5 in (1, 3);

create function farm.no_unit(phase smallint, province text) returns text language sql immutable parallel safe
	return case when phase % 5 in (1, 3) then 'no unit was dislodged from ' else 'no unit stands in ' end || province;

-- What people write, word by word: A, F, H, -, S, C, R, D, B, waive, via, and areas by their codes. A unit's type that is
-- left out is put in, where a unit is there.
create function farm.order_words(turn farm.turns, map int, given text, out words text[], out problem text)
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
create function farm.order_word(turn farm.turns, map int, given text, out worded text, out problem text)
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
create function farm.build_problem(turn farm.turns, map int, power text, worded text) returns text language sql stable as $$
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
create function farm.order_problem(turn farm.turns, map int, powers text[], worded text) returns text
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
create function farm.order_read(turn farm.turns, map int, powers text[], given text, out wording text, out problem text)
language plpgsql stable as $$
declare
	meant   text;
	matches text[];
begin
	if given is null or length(given) > 100 then
		wording := left(given, 100);
		problem := case when given is null then 'null is no order' else 'longer than any order' end;
		return;
	end if;
	wording := given;
	select w.worded, w.problem into meant, problem from farm.order_word(turn, map, given) w;
	if problem is not null then
		return;
	elsif meant = any (turn.legal) or meant || ' via' = any (turn.legal) then
		wording := meant;
		return;
	end if;
	matches := array(
		select l from unnest(turn.legal) l
		where l ~ ('^' || regexp_replace(meant, '\m([a-z]{3})\M(?!/)', '\1(/[a-z]{2})?', 'g') || '$'));
	if cardinality(matches) = 1 then
		wording := matches[1];
	elsif cardinality(matches) > 1 then
		problem := 'name the coast: ' || array_to_string(matches, ' or ');
	else
		problem := farm.order_problem(turn, map, powers, meant);
	end if;
end $$;

-- ── giving orders ──

-- The caller's turn in a game, whose row stays locked against being claimed until the transaction ends. problem: there is
-- no such turn, and turn is null.
create function farm.turn_take(game bigint, power text, phase text, out turn farm.turns, out problem text)
language plpgsql as $$
declare
	found text[];
	tried int := 0;
begin
	loop
		found := array(
			select m.powers[1 + t.power]
			from farm.turns t
			join farm.users u on u.id = t.user_id and u.role = farm.caller()
			join farm.games g on g.id = t.game_id and g.state in ('waiting', 'pending')
			join farm.tournaments n on n.id = g.tournament_id
			join farm.maps m on m.id = n.map_id
			where t.game_id = turn_take.game
			  and (turn_take.power is null or m.powers[1 + t.power] = upper(turn_take.power))
			  and (turn_take.phase is null or farm.phase_name(t.phase) = upper(turn_take.phase))
			order by t.power);
		exit when tried > 0 or cardinality(found) <> 1;
		perform from farm.games g where g.id = turn_take.game for no key update;
		tried := 1; -- and look once more, now that nobody changes it
	end loop;
	if cardinality(found) <> 1 then
		problem := case when cardinality(found) > 1
		                then 'you have turns of several powers there, say which: ' || array_to_string(found, ', ')
		                else 'you have no such turn: it was played, or is not yours' end;
		return;
	end if;
	select t.* into turn
	from farm.turns t
	join farm.users u on u.id = t.user_id and u.role = farm.caller()
	join farm.games g on g.id = t.game_id
	join farm.tournaments n on n.id = g.tournament_id
	join farm.maps m on m.id = n.map_id
	where t.game_id = turn_take.game and m.powers[1 + t.power] = found[1];
	if turn.deadline <= clock_timestamp() then
		problem := 'its time was over at ' || turn.deadline;
	end if;
end $$;

-- Keeps the orders of a turn. When nobody is waited for any more, the game goes on.
create function farm.turn_keep(turn farm.turns, orders text[], final boolean) returns void language plpgsql as $$
begin
	perform set_config('synchronous_commit', 'on', true);
	insert into farm.pending_orders as o (game_id, power, phase, orders, final, given_by)
	values (turn.game_id, turn.power, turn.phase, turn_keep.orders, turn_keep.final, turn.user_id)
	on conflict (game_id, power, phase) do update
	set orders = excluded.orders, final = excluded.final, given_by = excluded.given_by, given_at = now();
	update farm.turns t set ready = turn_keep.final or cardinality(turn_keep.orders) >= t.due
	where t.game_id = turn.game_id and t.power = turn.power;
	if exists (select from farm.turns t where t.game_id = turn.game_id and not t.ready) then
		update farm.games set state = 'waiting' where id = turn.game_id and state = 'pending';
	else
		update farm.games set state = 'pending', worker_id = null, claimed_at = null
		where id = turn.game_id and state = 'waiting';
		perform pg_notify('farm', '');
	end if;
end $$;

-- Gives the orders for the caller's turn in a game, in place of those it gave before. Returns each as it was understood,
-- and what is wrong with it; when anything is, nothing was stored. Fewer orders than are due are kept, and the rest is
-- waited for until the deadline, unless they are final. power: for who has several in the game. phase: refuse when it is
-- no longer that ("S1901M").
create function farm.submit_orders(game bigint, orders text[], final boolean default false, power text default null,
                                   phase text default null)
returns table (wording text, problem text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
	mine   record;
	turn   farm.turns;
	map    int;
	powers text[];
	given  text;
	place  text;
	places text[] := '{}';
	taken  text[] := '{}';
	wrong  boolean := false;
begin
	select t.turn, t.problem into mine from farm.turn_take(game, power, phase) t;
	turn := mine.turn;
	problem := case when mine.problem is not null then mine.problem
	                when cardinality(orders) > 64 then 'more than 64 orders' end;
	if problem is not null then
		return next;
		return;
	end if;
	select m.id, m.powers into map, powers
	from farm.games g join farm.tournaments n on n.id = g.tournament_id join farm.maps m on m.id = n.map_id
	where g.id = game;
	foreach given in array coalesce(orders, '{}') loop
		select r.wording, r.problem into wording, problem from farm.order_read(turn, map, powers, given) r;
		place := substring(wording from '\m[a-z]{3}\M');
		problem := case when problem is not null then problem
		                when place = any (places) then place || ' has an order already'
		                when cardinality(taken) >= turn.due then format('too many: %s due', turn.due) end;
		if problem is null then
			places := places || place;
			taken := taken || wording;
		end if;
		wrong := wrong or problem is not null;
		return next;
	end loop;
	if not wrong then
		perform farm.turn_keep(turn, taken, coalesce(final, false));
	end if;
end $$;

-- Games whose deadline is over go on; returns how many.
create function farm.turns_lapse() returns bigint language plpgsql as $$
declare
	lapsed bigint;
begin
	with due as (
		select g.id from farm.games g
		where g.state = 'waiting' and g.id in (select t.game_id from farm.turns t where t.deadline <= now())
		for no key update skip locked),
	back as (
		update farm.games g set state = 'pending', worker_id = null, claimed_at = null
		from due where g.id = due.id returning 1)
	select count(*) into lapsed from back;
	if lapsed > 0 then
		perform pg_notify('farm', '');
	end if;
	return lapsed;
end $$;

-- ── rights ──

revoke all on function farm.submit_orders from public;

-- Lets the members of farm_agent play; makes that role where it is missing and may be made. Whoever may not, has somebody
-- who may create it, and calls this again.
create function farm.grant_agent() returns void language plpgsql as $$
begin
	if not exists (select from pg_roles where rolname = 'farm_agent') then
		begin
			create role farm_agent nologin;
		exception
			when duplicate_object or unique_violation then null; -- another database of the server has just made it
			when insufficient_privilege then
				raise warning 'there is no role farm_agent, whose members play from outside, and % may not create it', current_user
					using hint = 'have "create role farm_agent" done, then "select farm.grant_agent()"';
				return;
		end;
	end if;
	grant usage on schema farm to farm_agent;
	grant select on farm.my_turns to farm_agent;
	grant execute on function farm.submit_orders to farm_agent;
end $$;
select farm.grant_agent();
