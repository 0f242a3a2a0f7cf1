-- turns: what external players are asked, and what they order.

-- The role that calls: the one that SET ROLE set, else the one that logged in. It is the same
-- within functions that run as their owner.
create or replace function farm.caller() returns name language sql stable
	return case current_setting('role') when 'none' then session_user
	       else current_setting('role')::name end;

-- ── what a worker does ──

-- Asks a power for its orders and notifies its player on channel farm_turn_ROLE. legal: the legal
-- orders, a line each. Once all powers are asked, farm.game_wait follows.
create or replace function farm.turn_ask(game bigint, worker bigint, epoch int, power smallint,
                                         phase smallint, units smallint[], owners text, due int,
                                         legal text)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
	who  int;
	role name;
begin
	perform farm.fence(game, worker, epoch, true);
	insert into farm.turns (game_id, power, user_id, phase, units, owners, due, legal, deadline)
	select g.id, s.power, s.user_id, phase, units, owners, due, string_to_array(legal, E'\n'),
	       now() + case when farm.phase_is_adjustment(phase) then t.adjustment_time
	                    when farm.phase_is_retreat(phase) then t.retreat_time
	                    else t.diplomatic_time end
	from farm.games g
	join farm.tournaments t on t.id = g.tournament_id
	join farm.seats s on s.game_id = g.id
	where g.id = game and s.power = power
	returning user_id into who;
	select u.role into role from farm.users u where u.id = who and u.role is not null;
	if found then
		perform pg_notify('farm_turn_' || role, '');
	end if;
end $$;

-- All powers are asked: the game waits.
create or replace function farm.game_wait(game bigint, worker bigint, epoch int) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
	perform farm.fence(game, worker, epoch, true);
	update farm.games g set state = 'waiting' where g.id = game;
end $$;

-- The orders that external players submitted for a phase of a claimed game: a row an order, and a
-- row with null for a power that gave none. No player can order any more, as the game is claimed.
-- An order of more than 127 bytes comes as an empty text.
create or replace function farm.orders_submitted(game bigint, worker bigint, epoch int, phase smallint)
returns table (power smallint, text text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	select t.power, o.text
	from farm.games g
	join farm.turns t on t.game_id = g.id and t.phase = orders_submitted.phase
	left join farm.pending_orders p
	       on p.game_id = t.game_id and p.power = t.power and p.phase = t.phase
	left join lateral (
		select n, coalesce(case when octet_length(o) < 128 then o end, '') as text
		from unnest(p.orders) with ordinality x (o, n) where n <= 64) o on true
	where g.id = orders_submitted.game and g.state = 'claimed'
	  and g.worker_id = orders_submitted.worker and g.epoch = orders_submitted.epoch
	order by t.power, o.n;
$$;

-- Notes that the orders were played. problems: a line each, "-" for an order that counted.
create or replace function farm.orders_played(game bigint, worker bigint, epoch int, power smallint,
                                              phase smallint, problems text)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
	perform farm.fence(game, worker, epoch, true);
	update farm.pending_orders o
	set played_at = now(), problems = string_to_array(orders_played.problems, E'\n', '-')
	where o.game_id = game and o.power = orders_played.power and o.phase = orders_played.phase;
end $$;

-- The phase was played: nothing more is asked.
create or replace function farm.turns_over(game bigint, worker bigint, epoch int, phase smallint)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
	perform farm.fence(game, worker, epoch, true);
	delete from farm.turns t where t.game_id = game and t.phase = turns_over.phase;
end $$;

-- ── what a player does ──

-- The caller's turn in a game. The game's row stays locked until the transaction ends, so that no
-- worker claims it. problem: why there is no such turn; turn is null then.
create or replace function farm.turn_take(game bigint, power text, phase text,
                                          out turn farm.turns, out problem text)
language plpgsql as $$
declare
	found text[];
	tried int := 0;
begin
	loop
		found := array(
			select m.powers[1 + t.power]
			from farm.turns t
			join farm.users u on u.id = t.user_id and u.role = farm.caller()
			join farm.games g on g.id = t.game_id and g.state in ('waiting', 'pending')
			join farm.tournaments n on n.id = g.tournament_id
			join farm.maps m on m.id = n.map_id
			where t.game_id = turn_take.game
			  and (turn_take.power is null or m.powers[1 + t.power] = upper(turn_take.power))
			  and (turn_take.phase is null or farm.phase_name(t.phase) = upper(turn_take.phase))
			order by t.power);
		exit when tried > 0 or cardinality(found) <> 1;
		perform from farm.games g where g.id = turn_take.game for no key update;
		tried := 1; -- look once more, now that no one changes it
	end loop;
	if cardinality(found) <> 1 then
		problem := case when cardinality(found) > 1
		                then 'you have turns of several powers there, say which: '
		                     || array_to_string(found, ', ')
		                else 'you have no such turn: it was played, or is not yours' end;
		return;
	end if;
	select t.* into turn
	from farm.turns t
	join farm.users u on u.id = t.user_id and u.role = farm.caller()
	join farm.games g on g.id = t.game_id
	join farm.tournaments n on n.id = g.tournament_id
	join farm.maps m on m.id = n.map_id
	where t.game_id = turn_take.game and m.powers[1 + t.power] = found[1];
	if turn.deadline <= clock_timestamp() then
		problem := 'its time was over at ' || turn.deadline;
	end if;
end $$;

-- Stores the orders of a turn. When all turns of the game are ready, the game goes on. When orders
-- were taken back, it waits again.
create or replace function farm.turn_keep(turn farm.turns, orders text[], final boolean)
returns void language plpgsql as $$
begin
	perform set_config('synchronous_commit', 'on', true);
	insert into farm.pending_orders as o (game_id, power, phase, orders, final, given_by)
	values (turn.game_id, turn.power, turn.phase, turn_keep.orders, turn_keep.final, turn.user_id)
	on conflict (game_id, power, phase) do update
	set orders = excluded.orders, final = excluded.final, given_by = excluded.given_by,
	    given_at = now();
	update farm.turns t set ready = turn_keep.final or cardinality(turn_keep.orders) >= t.due
	where t.game_id = turn.game_id and t.power = turn.power;
	if exists (select from farm.turns t where t.game_id = turn.game_id and not t.ready) then
		update farm.games set state = 'waiting' where id = turn.game_id and state = 'pending';
	else
		update farm.games set state = 'pending', worker_id = null, claimed_at = null
		where id = turn.game_id and state = 'waiting';
		perform pg_notify('farm', '');
	end if;
end $$;

-- ── deadlines ──

-- Has the games go on whose deadline is over. Returns how many.
create or replace function farm.turns_lapse() returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
	lapsed bigint;
begin
	with due as (
		select g.id from farm.games g
		where g.state = 'waiting'
		  and g.id in (select t.game_id from farm.turns t where t.deadline <= now())
		for no key update skip locked),
	back as (
		update farm.games g set state = 'pending', worker_id = null, claimed_at = null
		from due where g.id = due.id returning 1)
	select count(*) into lapsed from back;
	if lapsed > 0 then
		perform pg_notify('farm', '');
	end if;
	return lapsed;
end $$;
