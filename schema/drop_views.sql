-- drop_views: aresctl init begins with this, so that a change of the schema meets no view. It notes
-- which functions there are, for drop_functions.sql.
do $$
declare
	name text;
begin
	-- The last one made comes first: it may stand on the others, and this is how a reader locks
	-- them.
	for name in
		select format('%I.%I', nspname, relname)
		from pg_class c join pg_namespace n on n.oid = relnamespace
		where nspname in ('api', 'daide', 'farm', 'web') and relkind = 'v' order by c.oid desc
	loop
		execute format('drop view if exists %s cascade', name);
	end loop;
	perform set_config('farm.functions',
	                   coalesce(array_agg(format('%s.%s', p.oid, p.xmin)), '{}')::text, true)
	from pg_proc p join pg_namespace n on n.oid = pronamespace
	where nspname in ('api', 'daide', 'farm', 'web');
end $$;
