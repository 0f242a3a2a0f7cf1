-- many_farms: shows several farms as one, by postgres_fdw, in a database of its own. Nothing is
-- copied: each question goes to the farms. Run it once for each farm, as a superuser; again for a
-- farm after aresctl init of another version there:
--
--     createdb farms
--     psql -X -d farms -v farm=north -v host=north.example -v user=reader -f many_farms.sql
--     psql -X -d farms -v farm=south -v host=south.example -v user=reader -f many_farms.sql
--     psql -X -d farms -c "select farm, tournament, player, games, share from farms.standings"
--
-- user is a login in farm_reader there (aresctl role create reader NAME). Also -v port=5432, -v
-- dbname=aresfarm. Where it needs a password: alter user mapping for current_user server farm_north
-- options (add password '...').
--
-- The views of the schema farms are those of the schema farm, with the farm's name in front.
-- Numbers of games and names of tournaments repeat from farm to farm. All farms must have the same
-- version. To take one out:
--
--     drop server farm_north cascade
--
-- and run this for one of the others.
\set ON_ERROR_STOP 1
\set QUIET 1
\if :{?port}
\else
\set port 5432
\endif
\if :{?dbname}
\else
\set dbname aresfarm
\endif
create domain pg_temp.name_of_farm as text
	constraint "lower-case letters, digits, underscores; a letter first"
	check (value ~ '^[a-z][a-z0-9_]{0,40}$');
select :'farm'::pg_temp.name_of_farm as farm \gset
\set views 'progress, results, standings, standings_by_power, resolution, efforts, '
\set views :views 'incidents, orders, centres'
\set server farm_ :farm
set client_min_messages = warning;
begin;
create extension if not exists postgres_fdw;
create schema if not exists farms;
drop server if exists :"server" cascade;
drop schema if exists :"server" cascade;
create server :"server" foreign data wrapper postgres_fdw
	options (host :'host', port :'port', dbname :'dbname', application_name 'many_farms',
	         use_remote_estimate 'false', fetch_size '10000');
create user mapping for current_user server :"server" options (user :'user');
create schema :"server";
import foreign schema farm limit to (:views) from server :"server" into :"server";

-- A view goes with the farm that it stood on, so each is made anew over all farms that are there.
select format('drop view if exists farms.%I', name)
from regexp_split_to_table(:'views', ', ') name \gexec
select format('create view farms.%I as %s', name,
              string_agg(format('select %L::text as farm, * from %I.%I', substr(n.nspname, 6),
                                n.nspname, name),
                         ' union all ' order by n.nspname))
from regexp_split_to_table(:'views', ', ') name
join pg_class c on c.relname = name and c.relkind = 'f'
join pg_namespace n on n.oid = c.relnamespace
join pg_foreign_server s on s.srvname = n.nspname
group by name \gexec
commit;
