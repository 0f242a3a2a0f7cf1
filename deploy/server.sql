-- server: makes the farm's groups, its owner and an empty database on a PostgreSQL server. aresctl
-- init then makes the tables. Run it as a user who may create roles and databases. Twice does no
-- harm:
--
-- the database aresfarm, or another farm, in the database of that name:
--
--     sudo -u postgres psql -X -f server.sql
--     sudo -u postgres psql -X -v db=elsewhere -f server.sql
\set ON_ERROR_STOP 1
\set QUIET 1
\if :{?db}
\else
\set db aresfarm
\endif
select format('create role %I', name)
from unnest('{farm_agent,farm_daide,farm_reader,farm_web,farm_worker}'::text[]) name
where not exists (select from pg_roles where rolname = name) \gexec
-- the owner: aresctl init, make, control and drop tournaments
select 'create role aresfarm login'
where not exists (select from pg_roles where rolname = 'aresfarm') \gexec
select format('create database %I owner aresfarm', :'db')
where not exists (select from pg_database where datname = :'db') \gexec
\connect -reuse-previous=on :"db"
revoke all on database :"db" from public;
-- These keep external players from filling the disk: with temporary tables (above), large objects,
-- files of snapshots, and write-ahead log. And from filling the server's table of locks.
select format('revoke execute on function %1$s from public; grant execute on function %1$s to '
              'aresfarm%2$s',
              oid::regprocedure, case proname when 'pg_export_snapshot'
                                              then ', farm_worker, farm_reader' end)
from pg_proc where pronamespace = 'pg_catalog'::regnamespace and pg_has_role(proowner, 'usage')
and (proname in ('lo_creat', 'lo_create', 'lo_from_bytea', 'pg_export_snapshot',
                 'pg_logical_emit_message')
     or proname ~ '^pg_(try_)?advisory_.*$') \gexec
grant connect on database :"db" to farm_worker, farm_reader, farm_agent, farm_web, farm_daide;
\echo the role aresfarm owns the database :db: now aresctl init, as that user
