-- knowledge: what players share (schema/tables/knowledge.sql): workers give it and take it.

-- Stores values, and adds to the counts of uses and lookups. Rows are taken in one order, so that
-- workers do not block each other, and may be lost when the server dies. A tournament that is gone
-- has no lookups.
create or replace function farm.knowledge_give(found farm.written_value[],
                                               looked farm.written_lookup[])
returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
	select set_config('synchronous_commit', 'off', true);

	insert into farm.knowledge as k (map_id, kind, key, value, uses)
	select f.map, f.kind, f.key, (array_agg(f.value))[1], sum(f.uses)
	from unnest(found) f group by f.map, f.kind, f.key order by f.map, f.kind, f.key
	on conflict (map_id, kind, key) do update set uses = k.uses + excluded.uses
	where excluded.uses > 0;

	insert into farm.lookups as l (tournament_id, kind, phase, asked, known)
	select d.tournament, d.kind, d.phase, sum(d.asked), sum(d.known)
	from unnest(looked) d
	where exists (select from farm.tournaments t where t.id = d.tournament and not t.dropped)
	group by d.tournament, d.kind, d.phase order by d.tournament, d.kind, d.phase
	on conflict (tournament_id, kind, phase)
	do update set asked = l.asked + excluded.asked, known = l.known + excluded.known;
$$;

-- The values of a map and kind that are newer than an id, one for each 512 bytes of room. For
-- newest = 0 those that were used most come first; else the newest values in the order of their
-- ids.
create or replace function farm.knowledge_take(map int, kind text, newest bigint, bytes bigint)
returns table (id bigint, key bytea, value bytea)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
	if knowledge_take.newest = 0 then
		return query
			select k.id, k.key, k.value from farm.knowledge k
			where k.map_id = knowledge_take.map and k.kind = knowledge_take.kind
			order by k.uses desc, k.id desc
			limit greatest(1, knowledge_take.bytes / 512);
	else
		return query
			select k.id, k.key, k.value from farm.knowledge k
			where k.id > knowledge_take.newest and k.map_id = knowledge_take.map
			  and k.kind = knowledge_take.kind
			order by k.id
			limit greatest(1, knowledge_take.bytes / 512);
	end if;
end $$;

-- Deletes values where there are more than `most`: the least used ones, until nine tenths of `most`
-- are left. Returns how many.
create or replace function farm.knowledge_bound(most bigint) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
	surplus bigint;
	gone    bigint := 0;
begin
	select count(*) - most into surplus from farm.knowledge;
	if surplus > 0 then
		with spare as (
			select k.id from farm.knowledge k order by k.uses, k.id limit surplus + most / 10)
		delete from farm.knowledge k
		where k.id in (select l.id from farm.knowledge l where l.id in (select s.id from spare s)
		               order by l.id for update skip locked);
		get diagnostics gone = row_count;
	end if;
	return gone;
end $$;
