-- turns: what external players are asked, and what they order.
--
-- A worker asks (farm.turns), players submit (farm.pending_orders), the farm takes
-- (farm.taken_orders), a worker plays. Taken orders are final.
--
-- The sessions of external players can stay open for long. So none of them holds a lock that the
-- farm waits for. A player locks its own turn, writes its own orders, and holds its game's row for
-- key share, which only prevents deleting the row. The farm locks turns and pending orders that it
-- writes with skip locked, and retries locked rows later.

-- The role that SET ROLE set, else the one that logged in.
create or replace function farm.caller() returns name language sql stable
	return case current_setting('role') when 'none' then session_user
	       else current_setting('role')::name end;
comment on function farm.caller is 'The calling role, also within functions that run as the owner.';

-- Seats @daide belong to DAIDE clients, not to a role of that name.
create or replace function farm.caller_player() returns name language sql stable
	return nullif(farm.caller(), 'daide');
comment on function farm.caller_player is
	'The calling role as the owner of seats; null for the name of a protocol.';

create or replace function farm.clock_time(deadline timestamptz, extra interval,
                                           stopped_at timestamptz)
returns timestamptz language sql stable
	return case when stopped_at is null then deadline + coalesce(extra, '0') end;
comment on function farm.clock_time is
	'When a turn ends by the game''s clock, from its deadline in farm.turns; null: never.';

-- ── what a worker does ──

-- Asks a power for its orders. Notifies its player on channel farm_turn_ROLE, or the web servers on
-- channel farm_web if it has no role. legal: the legal orders as text; codes: packed, parallel to
-- them. No deadline runs while the game waits for DAIDE clients to connect. Once all powers are
-- asked, farm.game_wait follows. A phase that was taken is refused.
create or replace function farm.turn_put(game bigint, worker bigint, epoch int, power smallint,
                                         phase smallint, units smallint[], owners text, due int,
                                         legal text[], codes int[])
returns void language plpgsql as $$
declare
	who  int;
	role name;
begin
	perform farm.fence(game, worker, epoch, true);
	if exists (select from farm.taken_orders o
	           where o.game_id = game and o.phase = turn_put.phase) then
		raise exception 'game %: the orders of % were taken, and are final', game,
			farm.phase_name(phase) using errcode = 'RF001';
	end if;
	insert into farm.turns (game_id, power, user_id, phase, units, owners, due, legal,
	                        codes, deadline)
	select g.id, s.power, s.user_id, turn_put.phase, turn_put.units, owners, due, legal, codes,
	       case when not farm.daide_awaits(g.id) then now() + farm.phase_time(t, turn_put.phase) end
	from farm.games g
	join farm.tournaments t on t.id = g.tournament_id
	join farm.seats s on s.game_id = g.id
	where g.id = game and s.power = turn_put.power
	on conflict on constraint turns_pkey do update -- asked before, without farm.game_wait
	set units = excluded.units, owners = excluded.owners, due = excluded.due,
	    legal = excluded.legal, codes = excluded.codes, asked_at = excluded.asked_at,
	    deadline = excluded.deadline
	returning user_id into who;
	select u.role into role from farm.users u where u.id = who;
	perform farm.hint(coalesce('farm_turn_' || role, 'farm_web'));
end $$;

-- The same for workers. legal: the legal orders, packed.
create or replace function farm.turn_write(game bigint, worker bigint, epoch int, power smallint,
                                           phase smallint, units smallint[], owners text, due int,
                                           legal int[])
returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
	select farm.turn_put(game, worker, epoch, power, phase, units, owners, due,
	                     farm.orders_print(game, legal), legal);
$$;

-- The same for workers of versions before 12. legal: one per line.
create or replace function farm.turn_ask(game bigint, worker bigint, epoch int, power smallint,
                                         phase smallint, units smallint[], owners text, due int,
                                         legal text)
returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
	select farm.turn_put(game, worker, epoch, power, phase, units, owners, due,
	                     string_to_array(legal, E'\n'), null);
$$;

-- All powers are asked: the game waits. It is no longer among the worker's claims. If the row of
-- the worker is locked, for example by a heartbeat, the next claim removes it.
create or replace function farm.game_wait(game bigint, worker bigint, epoch int) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
	perform farm.fence(game, worker, epoch, true);
	update farm.games g
	set state = 'waiting', asked = t.phase, look_at = case when exists (
		select from farm.absences a where a.game_id = game and a.missed > 1) then now()
		else t.deadline end
	from (select t.phase, min(t.deadline) as deadline from farm.turns t where t.game_id = game
	      group by t.phase order by t.phase desc limit 1) t
	where g.id = game and not exists (select from farm.taken_orders o
	                                  where o.game_id = game and o.phase = t.phase);
	if not found then
		raise exception 'game % has nothing to wait for', game using errcode = 'RF001';
	end if;
	update farm.workers w set claims = array_remove(w.claims, game)
	where w.id = (select w.id from farm.workers w where w.id = worker
	              for no key update skip locked);
end $$;

-- The orders of external players' powers in a phase of a claimed game: one row per order, and a row
-- with null for a power without orders. No rows: the phase was not taken. They are the same for
-- every worker that claims the game. code: packed, as in farm.turns; -1: the text is not an order.
-- text: workers of versions before 12 read it; an order of more than 127 bytes comes as an empty
-- text. stand_in: the tournament's substitute gives orders for this power.
create or replace function farm.orders_submitted(game bigint, worker bigint, epoch int,
                                                 phase smallint)
returns table (power smallint, text text, code int, stand_in boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	select t.power, o.text, o.code, t.stand_in is not null
	from farm.games g
	cross join farm.map_of(g.id) m
	join farm.taken_orders t on t.game_id = g.id and t.phase = orders_submitted.phase
	left join lateral (
		select n, coalesce(case when octet_length(o) < 128 then o end, '') as text,
		       coalesce(c, -1) as code
		from unnest(t.orders, coalesce(t.codes, farm.order_codes(m.codes, t.orders)))
		    with ordinality x (o, c, n) where n <= 64) o on true
	where g.id = orders_submitted.game and g.state = 'claimed'
	  and g.worker_id = orders_submitted.worker and g.epoch = orders_submitted.epoch
	order by t.power, o.n;
$$;

-- Records that the orders were played. problems: one line per order, "-" for an order that counted.
create or replace function farm.orders_played(game bigint, worker bigint, epoch int, power smallint,
                                              phase smallint, problems text)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
	perform farm.fence(game, worker, epoch, true);
	update farm.taken_orders o
	set played_at = now(), problems = string_to_array(orders_played.problems, E'\n', '-')
	where o.game_id = game and o.power = orders_played.power and o.phase = orders_played.phase
	  and o.played_at is null;
end $$;

-- The phase was played. Deletes rows that were locked when its orders were taken.
create or replace function farm.turns_over(game bigint, worker bigint, epoch int, phase smallint)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
	perform farm.fence(game, worker, epoch, true);
	perform farm.turns_delete(game, turns_over.phase);
end $$;

-- ── taking orders ──

-- Deletes a game's turns and pending orders up to a phase, except locked rows.
create or replace function farm.turns_delete(game bigint, phase smallint) returns void
language plpgsql as $$
begin
	delete from farm.turns where ctid = any (array(
		select ctid from farm.turns t where t.game_id = game and t.phase <= turns_delete.phase
		for update skip locked));
	delete from farm.pending_orders where ctid = any (array(
		select ctid from farm.pending_orders o
		where o.game_id = game and o.phase <= turns_delete.phase
		for update skip locked));
end $$;

-- The turns of a waiting game in a phase: what was submitted, and whether its player is away: the
-- substitute plays the seat, and the player has neither submitted anything nor taken the seat back.
-- deadline: by the game's clock.
create or replace function farm.turns_open(game bigint, phase smallint)
returns table (power smallint, orders text[], codes int[], ready boolean, final boolean,
               given_by int, given_at timestamptz, deadline timestamptz, away boolean,
               stand_in int)
language sql stable as $$
	select t.power, o.orders, o.codes, coalesce(o.ready, false), coalesce(o.final, false),
	       o.given_by, o.given_at, farm.clock_time(t.deadline, g.extra, g.stopped_at),
	       coalesce(o.orders is null and a.missed > 1 and n.substitute is not null and not exists (
	           select from farm.votes v
	           where v.game_id = t.game_id and v.power = t.power and v.phase = t.phase
	             and v.wish = 'return'), false), n.substitute
	from farm.turns t
	join farm.games g on g.id = t.game_id
	join farm.tournaments n on n.id = g.tournament_id
	left join farm.pending_orders o
	       on o.game_id = t.game_id and o.power = t.power and o.phase = t.phase
	left join farm.absences a on a.game_id = t.game_id and a.power = t.power
	where t.game_id = turns_open.game and t.phase = turns_open.phase;
$$;

-- Moves what was submitted to farm.taken_orders. overdue: the deadline is over. Then players who
-- have submitted nothing have missed it; from the second one in a row on, the substitute, if the
-- tournament has one, orders in their place, including this phase. The caller has locked the game.
create or replace function farm.turns_keep(game bigint, phase smallint, overdue boolean)
returns void language plpgsql as $$
begin
	with t as materialized (
		select o.*, coalesce(a.missed, 0) + (overdue and o.orders is null)::int as missed
		from farm.turns_open(turns_keep.game, turns_keep.phase) o
		left join farm.absences a on a.game_id = game and a.power = o.power),
	kept as (
		insert into farm.absences as a (game_id, power, missed)
		select game, t.power, least(t.missed, 1000) from t
		where t.missed > 0 and (overdue and t.orders is null or t.away)
		on conflict (game_id, power) do update set missed = excluded.missed),
	back as (
		delete from farm.absences a using t
		where a.game_id = game and a.power = t.power
		  and not (overdue and t.orders is null or t.away))
	insert into farm.taken_orders (game_id, power, phase, orders, codes, final, given_by, given_at,
	                               stand_in)
	select game, t.power, turns_keep.phase, t.orders, t.codes, t.final, t.given_by, t.given_at,
	       case when t.away or t.orders is null and overdue and t.missed > 1 then t.stand_in end
	from t;
end $$;

-- Takes the orders of a waiting game, if they are complete or its time is over; then the game
-- continues. A game waits for the deadline if all its external players are away, and one has not
-- left: he may come back. It waits for a locked turn until a second after the deadline: its player
-- may be submitting. Then the orders that were committed before count. Returns whether they were
-- taken; null: the game itself is locked, or it no longer waits.
create or replace function farm.game_take(game bigint) returns boolean language plpgsql as $$
declare
	open  smallint; -- the phase
	free  int;
	found record;
	over  timestamptz; -- when it is taken in any case
begin
	select g.asked into open from farm.games g where g.id = game and g.state = 'waiting'
	for no key update skip locked;
	if open is null then
		return null;
	end if;
	free := count(*) from (select from farm.turns t where t.game_id = game and t.phase = open
	                       for no key update skip locked) t;
	-- a statement of its own: it sees what was committed before the locks
	select count(*) > free as held, bool_and(o.ready or o.away)
	       and (not bool_and(o.away)
	            or exists (select from farm.voters(game) v where v.outside and not v.absent)
	            or not exists (select from farm.absences a where a.game_id = game and not a.gone)
	           ) as ready,
	       max(coalesce(o.deadline, 'infinity')) as deadline, max(o.given_at) as given_at into found
	from farm.turns_open(game, open) o;
	over := found.deadline + case when found.held then interval '1 s' else '0' end;
	if over > now() and (found.held or not found.ready) then
		-- with growing delays, while a game that could continue is locked
		update farm.games g set look_at = nullif(
			case when found.deadline <= now() then over
			     when found.ready then least(found.deadline, now() + interval '1 s'
			                                                 + (now() - found.given_at) / 4)
			     else found.deadline end, 'infinity')
		where g.id = game;
		return false;
	end if;
	perform set_config('synchronous_commit', 'on', true);
	perform farm.turns_keep(game, open, found.deadline <= now());
	perform farm.messages_take(game, open);
	perform farm.turns_delete(game, open);
	update farm.games g
	set state = 'pending', worker_id = null, claimed_at = null, asked = null, look_at = null,
	    extra = null, stopped_at = null
	where g.id = game;
	return true;
end $$;

-- Takes the orders of waiting games: checks up to `most` turns with fresh orders, and up to `most`
-- games whose time has come. Returns how many games continue. It never waits for a lock.
--
-- Each submission is checked once. The last player's orders are fresh, and those of the others are
-- then visible. The settings keep the plan to the indexes, whatever the statistics say.
create or replace function farm.turns_take(most int) returns bigint language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
	fresh record;
	due   bigint[];
	game  bigint;
	done  boolean;
	taken bigint := 0;
	again bigint[] := '{}';
begin
	taken := farm.votes_take(most);
	select coalesce(array_agg(m.tid), '{}') as tids,
	       coalesce(array_agg(distinct m.game_id), '{}') as games
	into fresh
	from (select o.ctid as tid, o.game_id from farm.pending_orders o where o.fresh
	      order by o.given_at limit most for no key update skip locked) m;
	due := array(select g.id from farm.games g where g.look_at <= now()
	             order by g.look_at limit most
	             for no key update skip locked);
	foreach game in array array(
		-- a statement of its own: it sees what was committed before the fresh orders were locked
		select g.id from unnest(fresh.games) m (id) join farm.games g on g.id = m.id
		where g.state = 'waiting' and not exists (
			select from farm.turns t
			where t.game_id = g.id and t.phase = g.asked and not exists (
				select from farm.pending_orders o
				where o.game_id = t.game_id and o.power = t.power
				  and o.phase = t.phase and o.ready)
			  and not exists (select from farm.absences a
			                  where a.game_id = t.game_id and a.power = t.power and a.missed > 1))
		union select unnest(due))
	loop
		done := farm.game_take(game);
		if done is null then
			again := again || game;
		elsif done then
			taken := taken + 1;
		end if;
	end loop;
	update farm.pending_orders o set fresh = false
	where o.ctid = any (fresh.tids) and o.game_id <> all (again);
	update farm.games g set look_at = null where g.id = any (due) and g.state <> 'waiting';
	return taken;
end $$;

-- The supervisors call this each second. Returns how many games continue.
create or replace function farm.turns_lapse() returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
	taken bigint := farm.turns_take(1000);
begin
	if taken > 0 then
		perform farm.hint('farm');
	end if;
	return taken;
end $$;

-- Ends the sessions of external players whose transaction is older than this, because it holds back
-- vacuum. Players can override the timeouts of their roles. Returns how many it ended. The owner
-- must be able to see and end sessions of others (pg_read_all_stats, pg_signal_backend); otherwise
-- this does nothing.
create or replace function farm.agents_end(older interval) returns bigint language plpgsql as $$
begin
	if not pg_has_role('pg_signal_backend', 'usage') then
		return 0;
	end if;
	return (
		select count(*) filter (where pg_terminate_backend(a.pid))
		from pg_stat_activity a join pg_roles r on r.oid = a.usesysid
		where a.datname = current_database() and a.xact_start < now() - older
		  and pg_has_role(r.oid, to_regrole('farm_agent'), 'member') and not r.rolsuper
		  and not pg_has_role(r.oid, to_regrole('farm_worker'), 'member')
		  and r.rolname <> current_user);
end $$;

-- What the supervisors call each second.
create or replace function farm.agents_bound() returns bigint
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select farm.agents_end('60 s');
$$;
