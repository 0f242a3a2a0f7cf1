#!/bin/bash
# schema: aresctl init, what it refuses, and how the SQL of schema/ and sql/ reads packed columns.
. tests/suite.sh

# Everything that init makes, by name and definition.
inventory() {
	query "select md5(string_agg(line, E'\n' order by line)) from (
		select format('%s %s %s', c.relkind, c.oid::regclass, pg_get_viewdef(c.oid)) as line from pg_class c
		where relnamespace in ('api'::regnamespace, 'farm'::regnamespace)
		union all select pg_get_functiondef(oid) from pg_proc
		where pronamespace in ('api'::regnamespace, 'farm'::regnamespace)
		union all select a::text from farm.areas a union all select v::text from farm.schema_version v) l"
}

test_init_twice_and_at_once() {
	ctl init &
	ctl init
	wait $!
	local before
	before=$(inventory)
	same "output of a second init" "$(ctl init)" ""
	same "the schema after it" "$(inventory)" "$before"
}

test_every_area_is_there() {
	local standard="from farm.areas where map_id = (select id from farm.maps where name = 'standard')" ours
	ours=$(cd schema/maps && printf '%s,' *.csv)
	same "rows of areas" "$(query "select count(*) from farm.areas where map_id in (
		select id from farm.maps where name || '.csv' = any(string_to_array('$ours', ',')))")" "$(cat schema/maps/*.csv | grep -vc '^code,')"
	same "provinces" "$(query "select count(*) filter (where areas.id = province) $standard")" 75
	same "centres" "$(query "select count(*) filter (where centre) $standard")" 34
}

test_newer_schema_is_refused() {
	query "insert into farm.schema_version values (999, '999_future.sql')"
	refused "has version 999" ctl tournament list
	refused "has version 999" ctl init
	refused "has version 999" aresd --until-done
	query "delete from farm.schema_version where version = 999"
	ctl tournament list
}

# After init views and functions are what the files say. Before it there is one too many, one was removed, and others have
# another body, other rights, another result, or a name that is in the way.
test_init_makes_anew() {
	local before
	before=$(inventory)
	query "create function farm.left_over(farm.games) returns int language sql return 1;
		create view farm.left_over as select farm.left_over(g) from farm.games g;
		create function api.left_over() returns int language sql return 1;
		drop view farm.awaited cascade; drop function farm.sweep(int);
		create or replace function farm.games_lock(ids bigint[]) returns void language sql as '';
		alter function farm.batch_write security invoker; alter function farm.games_claim reset all"
	ctl init
	same "the schema after it" "$(inventory)" "$before"
	query "drop function farm.ratio95; drop function farm.wilson95;
		create function farm.ratio95(y float8, x float8, yy float8, xy float8, xx float8, n bigint) returns int language sql return 1;
		create function farm.wilson95(k bigint, n bigint) returns int language sql return 1;
		create function farm.left_over() returns int language sql return 1"
	ctl init
	same "the schema after that" "$(inventory)" "$before"
}

# init never drops a function that a table needs.
test_init_keeps_what_tables_need() {
	query "create function farm.even(int) returns boolean language sql immutable return \$1 % 2 = 0;
		create table farm.even (n int check (farm.even(n)))"
	ctl init
	query "insert into farm.even values (2); drop table farm.even"
	ctl init
	holds "to_regproc('farm.even') is null"
}

test_everything_is_commented() {
	same "without a comment" "$(query "select c.oid::regclass || coalesce('.' || a.attname, '')
		from pg_class c left join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped
		cross join lateral (values (0), (a.attnum)) n (n)
		where relnamespace in ('farm'::regnamespace, 'api'::regnamespace) and relkind in ('r', 'p', 'v') and not relispartition
		and n is not null and (n > 0 or a.attnum = 1)
		and not exists (select from pg_description d where d.objoid = c.oid and d.classoid = 'pg_class'::regclass
		                and d.objsubid = n.n)")" ""
	same "functions that readers or external players may call, without a comment" "$(query "select p.oid::regprocedure from pg_proc p
		where pronamespace in ('farm'::regnamespace, 'api'::regnamespace) and obj_description(p.oid, 'pg_proc') is null
		and (has_function_privilege('farm_reader', p.oid, 'execute') or has_function_privilege('farm_agent', p.oid, 'execute'))")" ""
	same "types without a comment" "$(query "select t.oid::regtype from pg_type t
		where typnamespace in ('farm'::regnamespace, 'api'::regnamespace) and typtype in ('e', 'd')
		and obj_description(t.oid, 'pg_type') is null")" ""
	same "schemas without a comment" "$(query "select nspname from pg_namespace n where nspname in ('farm', 'api')
		and obj_description(n.oid, 'pg_namespace') is null")" ""
}

# A board with an order of every kind, made by hand. The view in SQL and aresctl show in C must print the same text.
test_orders_of_every_kind() {
	ctl tournament create kinds-$$ --games 1 --seats "$seats"
	local expected='A bel H|void, dislodged
A lon - nwy via|bounced
A mun S A bel|cut
A ruh S A lon - nwy|succeeds
F bul/ec - con|no convoy
F nth C A lon - nwy|disrupted'
	query "with area as (
		select a.id, a.province, code from farm.areas a join farm.maps m on m.id = map_id where m.name = 'standard'),
	wanted (unit, type, kind, destination, aux, aux_type, via, result, dislodged) as (values
		('bel', 0, 0, null, null, 0, 0, 4, 1), ('bul/ec', 1, 1, 'con', null, 0, 0, 6, 0),
		('lon', 0, 1, 'nwy', null, 0, 1, 1, 0), ('mun', 0, 2, null, 'bel', 0, 0, 3, 0),
		('nth', 1, 4, 'nwy', 'lon', 0, 0, 7, 0), ('ruh', 0, 3, 'nwy', 'lon', 0, 0, 0, 0)),
	packed as (
		select u.province, u.id + (type << 7) + (1 << 8) as unit,
		       coalesce(t.id, 127) + (coalesce(x.id, 127)::int << 7) + (kind << 14) + (aux_type << 18) + (via << 19)
		       + (result << 20) + (dislodged << 24) as code
		from wanted join area u on u.code = wanted.unit
		left join area t on t.code = destination left join area x on x.code = aux)
	insert into farm.boards (tournament_id, game_id, phase, units, owners, orders, resolve_ns, resolve_stage, think_ns,
	                         forecasts, capped)
	select g.tournament_id, g.id, 0, array_agg(unit order by province), repeat('.', 75),
	       array_agg(code order by province), 1, 1, '{}', '{}', 0
	from packed p, farm.games g join farm.tournaments t on t.id = g.tournament_id
	where t.name = 'kinds-$$' group by g.id"
	same "farm.orders" "$(viewed kinds-$$ 1 S1901M)" "$expected"
	same "aresctl show" "$(spoken kinds-$$/1 S1901M)" "$expected"
	cancel kinds-$$
}

# fence_state CLAIM: the SQLSTATE with which the fence refuses a claim.
fence_state() {
	query "do \$\$ begin perform farm.fence($1, false); raise 'let through';
		exception when sqlstate 'RF001' or sqlstate 'RF002' then raise notice '%', sqlstate; end \$\$" 2>&1 | grep -o 'RF00[12]'
}

# The fence refuses a claim of another worker, and an earlier claim of the same one.
test_fence_refuses() {
	ctl tournament create fence-$$ --games 1 --seats "$seats"
	local game worker
	game=$(query "select g.id from farm.games g join farm.tournaments t on t.id = tournament_id
		where t.name = 'fence-$$'")
	worker=$(query "insert into farm.workers (host, pid, supervisor) values ('test', 1, 0) returning id")
	query "update farm.games set state = 'claimed', epoch = 3, worker_id = $worker where id = $game;
		update farm.workers set claims = '{$game}' where id = $worker"
	query "select farm.fence($game, $worker, 3, true)"
	local claim
	for claim in "$game, $worker, 2" "$game, $worker, 4" "$game, $((worker + 1)), 3"; do
		same "SQLSTATE for $claim" "$(fence_state "$claim")" RF001
	done
	same "SQLSTATE for a game that is no more" "$(fence_state "$((game + 1000000)), $worker, 3")" RF002
	query "select farm.game_cancel($game)"
	same "SQLSTATE for a game taken away" "$(fence_state "$game, $worker, 3")" RF002
	same "SQLSTATE for an earlier claim of it" "$(fence_state "$game, $worker, 2")" RF001
	query "update farm.games set state = 'claimed', finished_at = null where id = $game"
	# its supervisor is not connected, so the game comes back although the worker does nothing
	same "games handed back" "$(query "select farm.workers_recover('1 hour')")" 1
	cancel fence-$$
}

# A worker that hangs inside a transaction holds its game's lock. Recovery does not wait for it.
test_sleeper_with_a_lock() {
	local game worker sleeper
	ctl tournament create sleeper-$$ --games 1 --seats "$seats"
	game=$(query "select g.id from farm.games g join farm.tournaments t on t.id = tournament_id
		where t.name = 'sleeper-$$'")
	worker=$(query "insert into farm.workers (host, pid, supervisor) values ('test', 1, 0) returning id")
	query "update farm.games set state = 'claimed', epoch = 1, worker_id = $worker where id = $game;
		update farm.workers set claims = '{$game}' where id = $worker"
	(
		ctl psql -Xq -c "update farm.workers set backend = pg_backend_pid(), heartbeat_at = clock_timestamp()
			where id = $worker" -c begin -c "select farm.fence($game, $worker, 1, false)" -c 'select pg_sleep(60)' || true
	) &
	sleeper=$!
	wait_for 5 holds "exists (select from pg_stat_activity a join farm.workers w on w.backend = a.pid
		where w.id = $worker and a.query = 'select pg_sleep(60)' and a.backend_xid is not null)"
	same "games handed back" "$(query "set statement_timeout = '10s'; select farm.workers_recover('1 hour')")" 1
	wait $sleeper
	cancel sleeper-$$
}

run_tests
