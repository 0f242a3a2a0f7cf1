-- 009_roles: who may do what. The owner of the schema may all. Everybody else is a member of one of three group roles:
--
--   farm_worker   aresd: claims games and writes what was played, by the functions below alone
--   farm_reader   whoever looks: tables and views for analysis, but nothing of a phase that is still open
--   farm_agent    whoever plays from outside (006): farm.my_turns, farm.my_games and farm.submit_orders
--
-- farm.grant_roles (sql/views.sql) has every grant there is; aresctl init ends with it. tests/db/roles.sh has all of them as a
-- table.
--
-- A worker's functions run as the owner, with a fixed search_path, and begin with farm.fence: so a worker changes no game but
-- one that is claimed, by the number and epoch of its claim. Workers are not protected from each other: one may say that it is
-- another, and hand back what that one has in hand.

-- ── what a worker does ──

-- Claims games for a worker: half of an even share at most, so that the last games are spread too. Who claims is alive,
-- whatever others thought. Tournaments are chosen from by priority, then by chance and weight; the open ones are found by
-- skipping through the queue's index. A session that the worker has left for another (farm.games_resume) claims nothing any more:
-- nobody would know of it.
--
-- Its plan is made once a session, perhaps while there are ten games, and has to do for a million: so games are read in the order
-- of the queue's index and by queue and id alone, whatever the statistics say.
create function farm.games_claim(worker bigint, most int)
returns table (id bigint, epoch int, tournament_id int, number int, place bigint)
language plpgsql security definer rows 8 set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
	perform from farm.workers w
	where w.id = games_claim.worker and coalesce(w.backend = pg_backend_pid(), true)
	for no key update;
	if not found then
		raise exception 'worker % is not of this session', games_claim.worker using errcode = 'RF001';
	end if;
	return query
	with recursive open (id) as (
		(select queue from farm.games where queue is not null order by queue limit 1)
		union all
		select (select g.queue from farm.games g where g.queue > open.id order by g.queue limit 1)
		from open where open.id is not null),
	choice as (
		select t.id, row_number() over (order by t.priority desc, -ln(1 - random()) / t.weight) as place
		from open join farm.tournaments t on t.id = open.id where not t.paused order by place limit 8),
	alive as (select greatest(1, count(*)) as workers from farm.workers where gone_at is null),
	pending as materialized (
		select t.place, t.id as queue, g.id
		from (select t.id, choice.place from choice join farm.tournaments t on t.id = choice.id and not t.paused
		      order by choice.place for share of t skip locked) t
		cross join lateral (select g.id from farm.games g where g.queue = t.id order by g.queue, g.id
		                    limit (select least(1000, 2 * workers * games_claim.most) from alive)) g
		limit (select least(1000, 2 * workers * games_claim.most) from alive)),
	free as (
		select g.id
		from (select queue, id from pending order by place, id) p
		cross join lateral (select g.id from farm.games g where g.queue = p.queue and g.id = p.id
		                    for no key update skip locked) g
		limit (select greatest(1, least(games_claim.most, (select count(*) from pending) / (2 * workers))) from alive)),
	mine as (
		update farm.games g set state = 'claimed', epoch = g.epoch + 1, worker_id = games_claim.worker, claimed_at = now()
		where g.id = any (array(select id from free)) returning g.id, g.epoch, g.tournament_id, g.number),
	here as (
		update farm.workers set gone_at = null, heartbeat_at = now(), backend = pg_backend_pid(),
		                        claims = array(select c.id from unnest(claims) c (id) join farm.games g on g.id = c.id
		                                       where g.state = 'claimed' and g.worker_id = games_claim.worker)
		                                 || array(select id from mine)
		where id = games_claim.worker)
	select m.id, m.epoch, m.tournament_id, m.number, c.place from mine m join choice c on c.id = m.tournament_id;
end $$;

-- Begins a worker's next session. Claims again what it had claimed before it lost its connection, as far as games says so, under the
-- same epochs: games that nobody has claimed since. What else it had is handed back. boards: how many of each are stored, which tells whether what was under way is; and a server
-- that crashed may have lost some (farm.fence).
create function farm.games_resume(worker bigint, games bigint[], epochs int[]) returns table (game bigint, boards int)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
	resumed bigint[];
begin
	perform farm.workers_leave(array[worker]);
	perform farm.games_lock(games);
	with mine as (
		update farm.games g set state = 'claimed', worker_id = worker, claimed_at = now()
		from unnest(games, epochs) c (id, epoch), farm.tournaments t
		where g.id = c.id and g.epoch = c.epoch and g.state = 'pending' and t.id = g.tournament_id and not t.paused
		returning g.id)
	select coalesce(array_agg(id), '{}') into resumed from mine;
	update farm.workers w set gone_at = null, heartbeat_at = now(), backend = pg_backend_pid(), claims = resumed
	where w.id = worker;
	return query
	select g.id, (select count(*)::int from farm.boards b where b.tournament_id = g.tournament_id and b.game_id = g.id)
	from farm.games g where g.id = any (resumed);
end $$;

-- A phase, or a final position, as farm.boards has it. claim: the place of its game in a batch, from 1.
create type farm.written_board as (
	claim int, phase smallint, units smallint[], owners text, orders int[], resolve_ns int, resolve_stage smallint,
	think_ns bigint[], forecasts int[], capped smallint, forecast_stages int[], forecast_ns bigint[]);

-- How a game ended, as farm.games has it.
create type farm.written_end as (
	claim int, winner smallint, phase smallint, phases int, centres smallint[], units smallint[], digest bytea);

-- Writes what was played of games under their claims, and how those ended that are over: all of that, or nothing. The games are
-- locked in the order of their ids.
--
-- Its plans are made once a session, perhaps while there are ten games, and have to do for a million: so they are loops over
-- indexes whatever the statistics say.
create function farm.batch_write(worker bigint, durable boolean, games bigint[], epochs int[], boards farm.written_board[],
                                 ends farm.written_end[])
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_variable
declare
	tournaments int[];
begin
	with held as (
		select c.place, g.tournament_id
		from (select * from unnest(games, epochs) with ordinality c (game, epoch, place) order by c.game) c
		cross join lateral (select g.tournament_id from farm.games g
		                    where g.id = c.game and g.state = 'claimed' and g.worker_id = worker and g.epoch = c.epoch
		                    for no key update) g)
	select array_agg(tournament_id order by place) into tournaments from held;
	if cardinality(tournaments) is distinct from cardinality(games) then
		perform farm.fence(c.game, worker, c.epoch, durable) from unnest(games, epochs) c (game, epoch); -- says which
		raise exception 'worker % no longer holds all games of its batch', worker using errcode = 'RF001';
	end if;
	perform set_config('synchronous_commit', case when durable then 'on' else 'off' end, true);

	insert into farm.boards (tournament_id, game_id, phase, units, owners, orders, resolve_ns, resolve_stage, think_ns,
	                         forecasts, capped, forecast_stages, forecast_ns)
	select tournaments[b.claim], games[b.claim], b.phase, b.units, b.owners, b.orders, b.resolve_ns, b.resolve_stage,
	       b.think_ns, b.forecasts, b.capped, b.forecast_stages, b.forecast_ns
	from unnest(boards) b;

	if cardinality(ends) = 0 then
		return;
	end if;
	update farm.games g
	set state = 'finished', finished_at = now(), winner = e.winner, phase = e.phase, phases = e.phases, centres = e.centres,
	    ending = case when e.winner is null then 'draw' else 'solo' end::farm.game_ending, units = e.units, digest = e.digest
	from unnest(ends) e
	where g.id = games[e.claim];
	insert into farm.tallies as t
	select tournaments[e.claim], worker, count(*), sum(e.phases) from unnest(ends) e group by 1
	on conflict (tournament_id, worker_id) do update set finished = t.finished + excluded.finished,
	                                                     phases = t.phases + excluded.phases;
end $$;

-- Asks a power for its orders; farm.game_wait, once all are asked. legal: a line each.
create function farm.turn_ask(game bigint, worker bigint, epoch int, power smallint, phase smallint, units smallint[],
                              owners text, due int, legal text)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
	who  int;
	role name;
begin
	perform farm.fence(game, worker, epoch, true);
	insert into farm.turns (game_id, power, user_id, phase, units, owners, due, legal, deadline)
	select g.id, s.power, s.user_id, phase, units, owners, due, string_to_array(legal, E'\n'), now() + case
	       when phase % 5 = 4 then t.adjustment_time
	       when farm.is_retreat(phase) then t.retreat_time
	       else t.diplomatic_time end
	from farm.games g join farm.tournaments t on t.id = g.tournament_id join farm.seats s on s.game_id = g.id
	where g.id = game and s.power = power
	returning user_id into who;
	select u.role into role from farm.users u where u.id = who and u.role is not null;
	if found then
		perform pg_notify('farm_turn_' || role, '');
	end if;
end $$;

create function farm.game_wait(game bigint, worker bigint, epoch int) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
	perform farm.fence(game, worker, epoch, true);
	update farm.games g set state = 'waiting' where g.id = game;
end $$;

-- What was ordered from outside for a phase of a game that is claimed, so that nobody orders any more: a row an order, and
-- one with null for a power that gave none. No order is longer than 127 bytes; text is empty for one that is.
create function farm.orders_handed(game bigint, worker bigint, epoch int, phase smallint)
returns table (power smallint, text text) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	select t.power, o.text
	from farm.games g
	join farm.turns t on t.game_id = g.id and t.phase = orders_handed.phase
	left join farm.pending_orders p on p.game_id = t.game_id and p.power = t.power and p.phase = t.phase
	left join lateral (
		select n, coalesce(case when octet_length(o) < 128 then o end, '') as text
		from unnest(p.orders) with ordinality x (o, n) where n <= 64) o on true
	where g.id = orders_handed.game and g.state = 'claimed' and g.worker_id = orders_handed.worker
	  and g.epoch = orders_handed.epoch
	order by t.power, o.n;
$$;

-- They were played. problems: a line each, "-" for those that counted.
create function farm.orders_played(game bigint, worker bigint, epoch int, power smallint, phase smallint, problems text)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
	perform farm.fence(game, worker, epoch, true);
	update farm.pending_orders o set played_at = now(), problems = string_to_array(orders_played.problems, E'\n', '-')
	where o.game_id = game and o.power = orders_played.power and o.phase = orders_played.phase;
end $$;

create function farm.turns_over(game bigint, worker bigint, epoch int, phase smallint) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
	perform farm.fence(game, worker, epoch, true);
	delete from farm.turns t where t.game_id = game and t.phase = turns_over.phase;
end $$;

-- The game cannot be played.
create function farm.game_put_aside(game bigint, worker bigint, epoch int, why text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
	perform farm.fence(game, worker, epoch, true);
	update farm.games g set state = 'quarantined', reason = why, finished_at = now() where g.id = game;
end $$;

-- Whether any game is pending, its tournament not paused, claimed or waiting.
create function farm.games_left() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	select exists (select from farm.games g join farm.tournaments t on t.id = g.queue and not t.paused)
	    or exists (select from farm.turns t join farm.games g on g.id = t.game_id where g.state = 'waiting')
	    or exists (select from farm.workers w cross join lateral unnest(w.claims) c (id)
	               join farm.games g on g.id = c.id and g.state = 'claimed' and g.worker_id = w.id);
$$;

alter function farm.workers_leave(bigint[]) security definer set search_path = pg_catalog, pg_temp;
alter function farm.game_failed(bigint, bigint, smallint, text) security definer set search_path = pg_catalog, pg_temp;
alter function farm.turns_lapse() security definer set search_path = pg_catalog, pg_temp;
alter function farm.sweep(int) security definer set search_path = pg_catalog, pg_temp;

-- sql/views.sql has farm.grant_roles instead.
drop function farm.grant_agent();
