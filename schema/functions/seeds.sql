-- seeds: who may see the seeds of random numbers.

-- A tournament's seed, or null while it is a secret to the caller. Anyone who knows it can predict
-- all orders of the farm's players. So if a seat is external, the seed is secret until all games
-- are finished or cancelled. Roles that may read it in the table, the owner and workers, always see
-- it.
create or replace function farm.tournament_seed(tournament int) returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	select t.seed
	from farm.tournaments t
	where t.id = tournament
	  and (position('@' in t.seats) = 0
	       or has_column_privilege(farm.caller(), 'farm.tournaments', 'seed', 'select')
	       or not exists (select from farm.games g where g.tournament_id = t.id
	                      and g.state not in ('finished', 'cancelled')));
$$;
comment on function farm.tournament_seed is
	'A tournament''s seed; null while the caller may not see it.';
