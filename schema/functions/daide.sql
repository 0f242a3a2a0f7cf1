-- daide: seats of DAIDE clients, as the farm's own functions see them. Schema daide has what their
-- server calls.

-- Whether a game has seats @daide and no clients yet: no deadline of it runs.
create or replace function farm.daide_awaits(game bigint) returns boolean language sql stable as $$
	select exists (select from farm.seats s
	               join farm.users u on u.id = s.user_id and u.role = 'daide'
	               where s.game_id = game)
	   and not exists (select from farm.daide_seats d where d.game_id = game);
$$;

-- Raises RF004 unless a power of a game has a DAIDE client.
create or replace function farm.daide_check(game bigint, power smallint) returns void
language plpgsql as $$
begin
	if not exists (select from farm.daide_seats d
	               where d.game_id = game and d.power = daide_check.power) then
		raise exception 'game % has no DAIDE client of power %', game, power
			using errcode = 'RF004';
	end if;
end $$;

-- How long a turn of a phase of a tournament may take; null: no limit.
create or replace function farm.phase_time(tournament farm.tournaments, phase smallint)
returns interval
language sql stable as $$
	select case when farm.phase_is_adjustment(phase) then tournament.adjustment_time
	            when farm.phase_is_retreat(phase) then tournament.retreat_time
	            else tournament.diplomatic_time end;
$$;

-- A passcode that no open game has for this power.
create or replace function farm.daide_passcode(power smallint) returns smallint
language sql volatile as $$
	select c.code::smallint
	from generate_series(1, 8191) c (code)
	where not exists (
		select from farm.daide_seats d join farm.games g on g.id = d.game_id
		where d.power = daide_passcode.power and d.passcode = c.code
		  and g.state not in ('finished', 'cancelled'))
	order by random() limit 1;
$$;
