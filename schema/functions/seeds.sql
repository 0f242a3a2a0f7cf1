-- seeds: who may know what chance is drawn from.

-- A tournament's seed, or null while it is a secret to the caller. Anyone who knows it can foretell
-- all that the farm's players will order. So where a seat is external, the seed is a secret until
-- all games are finished or cancelled. It is none to roles that may read it in the table: the owner
-- and workers.
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
	'A tournament''s seed; null while it is a secret to the caller.';
