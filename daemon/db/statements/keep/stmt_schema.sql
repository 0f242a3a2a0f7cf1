-- The statements of stmt_schema.c.

-- name: database_exists(name text)
select count(*) > 0 from pg_database where datname = $1;

-- script: create_database
create database %s;

-- name: schema_exists()
-- gives: row(exists boolean)
select to_regclass('farm.schema_version') is not null;

-- name: database()
-- gives: row(name text[STMT_NAME_SIZE])
select current_database()::text;

-- With to_jsonb it also works for a table without the column digest.
-- name: get_applied()
select version, left(name, 63), to_char(applied_at, 'YYYY-MM-DD HH24:MI'),
	(to_jsonb(v) ->> 'digest')::bytea
from farm.schema_version v
order by version;

-- name: set_lock_timeout(milliseconds int)
select set_config('lock_timeout', $1::text, true) is not null;

-- script: begin
begin;

-- Only the owner can get this lock, or one that conflicts with it.
-- script: lock_schema
lock table farm.schema_version in share row exclusive mode;

-- Before the table exists, the name of the schema is the lock: the second session that creates it
-- waits, and then finds it.
-- script: lock_name
create schema farm;
drop schema farm;

-- name: put_version(version int, name text)
-- gives: nothing
insert into farm.schema_version (version, name) values ($1, $2);

-- name: put_digest(version int, sha256 bytea)
-- gives: nothing
update farm.schema_version set digest = $2 where version = $1 and digest is null;

-- name: put_anew(program text, sha256 bytea)
-- gives: nothing
insert into farm.schema_version as v (version, name, digest)
values (0, $1, $2) on conflict (version) do update
set name = $1, digest = $2, applied_at = now()
where v.digest <> $2;

-- name: bound_waits()
-- gives: nothing
select case current_setting('lock_timeout')
	when '0' then set_config('lock_timeout', '10s', false) end is null;

-- name: lock_holders(seconds int)
-- gives: row(holders text[STMT_HOLDERS_SIZE])
select left(coalesce(string_agg(format('process %s of role %s%s', pid, usename, ', since '
					|| to_char(xact_start, 'YYYY-MM-DD HH24:MI:SS')), '; '), ''), 280)
from (
	select a.pid, a.usename, a.xact_start
	from pg_stat_activity a
	where a.datname = current_database() and a.pid <> pg_backend_pid()
		and coalesce(a.xact_start < now() - make_interval(secs => $1), true)
		and exists (
			select
			from pg_locks l
			join pg_class c on c.oid = l.relation
			where l.pid = a.pid and l.granted and l.locktype = 'relation'
				and l.database = (select oid from pg_database where datname = current_database())
				and c.relnamespace in (
					select oid from pg_namespace where nspname in ('api', 'farm')))
	order by a.xact_start
	limit 3) h;

-- name: put_map(name text, powers text)
with new as (
	insert into farm.maps (name, powers)
	values ($1, string_to_array($2, ' ')) on conflict (name) do nothing
	returning id)
select coalesce((select id from new), 0);

-- name: put_area(map int, area smallint, province smallint, code text, name text, type text,
--     centre text, owner text, start text, army text, fleet text, alias text)
insert into farm.areas (map_id, id, province, code, name, type, centre, owner, start, army, fleet,
		alias)
values
	($1, $2, $3, $4, $5, $6, $7 = 'yes', nullif($8, ''), nullif($9, ''),
		string_to_array($10, ' '), string_to_array($11, ' '), nullif($12, ''));

-- name: find_map(name text)
-- gives: row(map_id int)
select coalesce((select id from farm.maps where name = $1), 0);

-- name: map_users(map int)
-- gives: row(users bigint, names text[STMT_HOLDERS_SIZE], remains bigint)
select count(*) filter (where not dropped),
	coalesce(string_agg(name, ', ' order by id) filter (where not dropped and place <= 3), ''),
	count(*) filter (where dropped)
from (
	select id, name, dropped, row_number() over (partition by dropped order by id) as place
	from farm.tournaments
	where map_id = $1) t;

-- name: drop_map(map int)
-- gives: nothing
with known as (delete from farm.knowledge where map_id = $1),
places as (delete from farm.areas where map_id = $1)
delete from farm.maps
where id = $1;

-- name: describe_maps()
-- gives: nothing
update farm.maps m
set codes = a.codes, centres = a.centres, initials = a.initials
from (
	select map_id, array_agg(code order by id) as codes,
		array_agg(id order by id) filter (where centre and id = province) as centres,
		(
			select string_agg(left(p, 1), '' order by n)
			from farm.maps o
			cross join unnest(o.powers) with ordinality x (p, n)
			where o.id = map_id) as initials
	from farm.areas
	group by map_id) a
where a.map_id = m.id
	and (m.codes, m.centres, m.initials) is distinct from (a.codes, a.centres, a.initials);

-- part: maps
(
	select m.id, m.name, powers, count(*) filter (where a.id = province) as provinces,
		count(*) filter (where centre and a.id = province) as centres
	from farm.maps m
	join farm.areas a on a.map_id = m.id
	group by m.id) m

-- name: list_maps()
select format('%s  %s powers, %s provinces, %s centres: %s',
		rpad(name, max(length(name)) over ()::int), cardinality(powers), provinces, centres,
		array_to_string(powers, ' '))
from {maps}
order by id;

-- name: maps_json()
select coalesce(json_agg(json_build_object('name', name, 'powers', powers, 'provinces', provinces,
				'centres', centres) order by id), '[]')::text
from {maps};

-- The order of the rows does not matter for a map.
-- name: get_areas(map int)
select code, name, type, case when centre then 'yes' else 'no' end, coalesce(owner, ''),
	coalesce(start, ''), array_to_string(army, ' '), array_to_string(fleet, ' '),
	coalesce(alias, '')
from farm.areas
where map_id = $1
order by id;

-- name: draw_map(map_id int, struct drawing_point: x int, y int)
-- gives: nothing
update farm.maps
set page_width = $2 / 10.0, page_height = $3 / 10.0
where id = $1
	and (page_width, page_height) is distinct from (($2 / 10.0)::real, ($3 / 10.0)::real);

-- name: draw_area(map_id int, area smallint, struct drawing_place: unit.x int, unit.y int,
--     label.x int, label.y int; path text)
-- gives: nothing
update farm.areas a
set unit_x = n.unit_x, unit_y = n.unit_y, label_x = n.label_x, label_y = n.label_y, path = n.path
from (
	select ($3 / 10.0)::real as unit_x, ($4 / 10.0)::real as unit_y,
		case when $7 <> '' then ($5 / 10.0)::real end as label_x,
		case when $7 <> '' then ($6 / 10.0)::real end as label_y, nullif($7, '') as path) n
where a.map_id = $1 and a.id = $2
	and (a.unit_x, a.unit_y, a.label_x, a.label_y, a.path)
		is distinct from (n.unit_x, n.unit_y, n.label_x, n.label_y, n.path);

-- name: next_map(after int)
-- gives: row(map_id int)
select coalesce((select min(id) from farm.maps where id > $1), 0);

-- name: find_where()
-- gives: row(where text[STMT_WHERE_SIZE])
select format('database %s, role %s%s', current_database(), current_user,
		format(', server %s port %s', host(inet_server_addr()), inet_server_port())
		|| case when inet_server_addr() is null then null else '' end);
