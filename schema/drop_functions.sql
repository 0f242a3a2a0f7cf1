-- drop_functions: drops the functions that are as drop_views.sql found them. At the end of aresctl
-- init these are the ones that it no longer makes. A function that a table needs stays: it belongs
-- to the baseline or to a change.
--
-- Functions are replaced, not dropped and made: a session that calls one meanwhile would not find
-- it.
do $$
declare
	names text := (
		select string_agg(p.oid::regprocedure::text, ', ')
		from pg_proc p join pg_namespace n on n.oid = pronamespace
		where nspname in ('api', 'daide', 'farm', 'web')
		  and format('%s.%s', p.oid, p.xmin) = any (current_setting('farm.functions')::text[])
		  and not exists (select from pg_depend d
		                  where d.refobjid = p.oid and d.refclassid = 'pg_proc'::regclass
		                  and d.classid <> 'pg_proc'::regclass));
begin
	if names is not null then
		execute 'drop routine ' || names;
	end if;
end $$;
