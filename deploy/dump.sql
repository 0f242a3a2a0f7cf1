-- dump: one tournament as a script for psql: aresctl psql -XqAt -v t=thesis-1 -f dump.sql >thesis-1.sql
--
-- Only the owner of the schema farm can run it, or who may read all its tables. A dump that stopped midway is refused when it
-- is restored: its first line is "\if true", and psql ends with an error where the last, "\endif", is missing.
--
-- The dump shows one moment. Games that are being played then are pending in it. The script puts the tournament into a farm
-- of the same schema version, under the same numbers. When a number is taken there, nothing is changed. Dumps of one farm can
-- go into one other farm together. The script has all columns of a table except generated ones. It has no workers.
\set ON_ERROR_STOP 1
\set VERBOSITY terse
\set SHOW_CONTEXT never
begin isolation level repeatable read read only;
select coalesce(bool_and(has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')), false) as may,
       coalesce(format('this role cannot read the whole farm, so nothing is dumped: dump as the role %s',
                       min(pg_get_userbyid(n.nspowner)::text)), 'there is no farm in this database') as why
from pg_namespace n join pg_class c on c.relnamespace = n.oid
where n.nspname = 'farm' and relkind in ('r', 'p') and relname in ('maps', 'schema_version', 'users', 'tournaments',
      'games', 'seats', 'recorded', 'taken_orders', 'pending_orders', 'turns', 'tallies', 'stops', 'tunings',
      'tuning_settings', 'tuning_steps', 'boards', 'summaries', 'faults') \gset
\if :may
\else
select format('do $$ begin raise exception %L; end $$', :'why') \gexec
\endif
select exists (select from farm.tournaments where name = :'t') as known \gset
\if :known
\else
select ('no tournament ' || :'t')::int; -- so that psql ends with an error
\endif
select t.id, t.map_id, m.name as map, (select max(version) from farm.schema_version) as version
from farm.tournaments t join farm.maps m on m.id = t.map_id where t.name = :'t' \gset

\echo '\\if true'
\echo '\\set ON_ERROR_STOP 1'
\echo 'begin;'
\echo 'create temporary table users_dumped (like farm.users) on commit drop;'
select format('do $$ begin if (select max(version) from farm.schema_version) is distinct from %s or '
              'not exists (select from farm.maps where (id, name) = (%s, %L)) then '
              'raise exception ''the farm must have schema version %1$s and map %3$s''; end if; end $$;',
              :version, :map_id, :'map');
select format('do $$ begin perform farm.boards_make(%s); end $$;', :id);
with dumped (place, relation, rows) as (values
	(1, 'farm.users', 'id in (select user_id from farm.seats join farm.games on id = game_id where tournament_id = %s)'),
	(2, 'farm.tournaments', 'id = %s'),
	(3, 'farm.games', 'tournament_id = %s order by number'),
	(4, 'farm.seats', 'game_id in (select id from farm.games where tournament_id = %s)'),
	(5, 'farm.taken_orders', 'game_id in (select id from farm.games where tournament_id = %s)'),
	(6, 'farm.pending_orders', 'game_id in (select id from farm.games where tournament_id = %s)'),
	(7, 'farm.turns', 'game_id in (select id from farm.games where tournament_id = %s)'),
	(8, 'farm.tallies', 'tournament_id = %s'),
	(9, 'farm.stops', 'tournament_id = %s'),
	(10, 'farm.tunings', 'tournament_id = %s'),
	(11, 'farm.tuning_settings', 'tournament_id = %s'),
	(12, 'farm.tuning_steps', 'tournament_id = %s order by step'),
	(13, 'farm.boards', 'tournament_id = %s order by game_id, phase'),
	(14, 'farm.summaries', 'tournament_id = %s order by game_id'),
	(15, 'farm.recorded', 'game_id in (select id from farm.games where tournament_id = %s)'),
	(16, 'farm.faults', 'tournament_id = %s order by game_id, phase, power')),
columns as (
	select place, relation, rows, string_agg(quote_ident(attname), ', ' order by attnum) as names,
	       string_agg(case when relation = 'farm.games' and attname in ('worker_id', 'claimed_at') then 'null'
	                       when relation = 'farm.games' and attname = 'state'
	                       then 'case state when ''claimed'' then ''pending'' else state end'
	                       else quote_ident(attname) end, ', ' order by attnum) as values
	from dumped join pg_attribute on attrelid = relation::regclass
	where attnum > 0 and not attisdropped and attgenerated = ''
	group by place, relation, rows)
select command
from columns
cross join lateral unnest(array[
	format('select %L', format('copy %s (%s) from stdin;',
	                           case relation when 'farm.users' then 'users_dumped' else relation end, names)),
	format('copy (select %s from %s where ' || rows || ') to stdout', values, relation, :id),
	'select ''\.''',
	case relation when 'farm.users' then
		format('select %L', format('insert into farm.users (%s) overriding system value select %1$s from users_dumped d '
		                           'where not exists (select from farm.users u where (u.id, u.name) = (d.id, d.name));',
		                           names)) end]) with ordinality c (command, n)
where command is not null
order by place, n \gexec
\echo 'select setval(sequence, greatest(nextval(sequence), top))'
\echo 'from (select ''farm.users'' as relation, max(id) as top from farm.users union all'
\echo '      select ''farm.tournaments'', max(id) from farm.tournaments union all'
\echo '      select ''farm.games'', max(id) from farm.games) t, pg_get_serial_sequence(relation, ''id'') sequence;'
\echo 'commit;'
\echo '-- The end of the dump. Without the next line it is not complete.'
\echo '\\endif'
rollback;
