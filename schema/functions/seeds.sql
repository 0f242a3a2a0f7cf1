-- seeds: who may see the seeds of random numbers.

-- Whether there are external players in a tournament that is not over.
create or replace function farm.seed_secret(tournament int) returns boolean
language sql stable as $$
	select position('@' in t.seats) > 0
	   and exists (select from farm.games g
	               where g.tournament_id = t.id and g.state not in ('finished', 'cancelled'))
	from farm.tournaments t where t.id = tournament;
$$;

-- A tournament's seed, or null while it is a secret to the caller. Anyone who knows it can predict
-- all orders of the farm's players. So if a seat is external, the seed is secret until all games
-- are finished or cancelled. Roles that may read it in the table, the owner and workers, always see
-- it.
create or replace function farm.tournament_seed(tournament int) returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	select t.seed
	from farm.tournaments t
	where t.id = tournament
	  and (not farm.seed_secret(t.id)
	       or has_column_privilege(farm.caller(), 'farm.tournaments', 'seed', 'select'));
$$;
comment on function farm.tournament_seed is
	'A tournament''s seed; null while the caller may not see it.';
