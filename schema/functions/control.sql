-- control: creates tournaments, and has what users may do to tournaments and games.

-- Adds games with these numbers, and their seats, to a tournament: users and entrants are those of
-- farm.tournament_create.
--
-- The statistics may not include any games yet. Without the setting, the foreign key check of each
-- seat would read all games: minutes for 20,000.
create or replace function farm.games_add(tournament int, first int, last int, users int[],
                                          entrants int[])
returns void language plpgsql set enable_seqscan = off as $$
declare
	powers int;
begin
	select cardinality(m.powers) into strict powers
	from farm.tournaments t join farm.maps m on m.id = t.map_id where t.id = tournament;
	insert into farm.games (tournament_id, number)
	select tournament, n from generate_series(first, last) n;
	insert into farm.seats (game_id, power, user_id, entrant)
	select g.id, k, users[p.place], coalesce(entrants[p.place], 0)
	from farm.games g
	cross join generate_series(0, powers - 1) k
	cross join lateral (
		select 1 + (g.number - 1) % (cardinality(users) / powers) * powers + k as place) p
	where g.tournament_id = tournament and g.number between first and last;
end $$;

-- Creates a tournament with its games, seats and partition of boards, and wakes the workers.
-- Returns its id.
--
--   users     a user for each power, for each of one or more seatings. The games take the seatings
--             in turn. So when half of the tournament is played, half of every seating is.
--   block     games in a block (farm.tournaments.block)
--   entrants  parallel to users: farm.seats.entrant. Null: all 0.
--   players   farm.tournaments.players. Null: as seats.
--   team      farm.tournaments.team
--
-- lib/match/seating.h says who plays what; aresctl sends a cycle of it.
create or replace function farm.tournament_create(name text, map text, rules text, judge text,
                                                  seed bigint, games int, round_limit int,
                                                  seats text, users int[], block int default 1,
                                                  entrants int[] default null,
                                                  players text default null, team int default 0)
returns int language plpgsql as $$
declare
	tournament int;
	powers     int;
begin
	select cardinality(m.powers) into strict powers from farm.maps m where m.name = map;
	if cardinality(users) = 0 or cardinality(users) % powers <> 0 then
		raise exception '% users do not make seatings of % powers', cardinality(users), powers
			using errcode = '22023';
	end if;
	insert into farm.tournaments (name, map_id, rules, judge, seed, games, round_limit, seats,
	                              block, players, team, bots)
	select tournament_create.name, m.id, rules, judge, seed, games, round_limit, seats, block,
	       coalesce(players, seats), team,
	       array(select distinct substr(u.player, 5) from farm.users u
	             where u.id = any (users) and u.player like 'bot:%')
	from farm.maps m where m.name = map
	returning id into tournament;

	perform farm.games_add(tournament, 1, games, users, entrants);
	perform farm.boards_make(tournament);
	perform farm.hint('farm');
	return tournament;
end $$;

-- Cancels all games of a tournament that are not finished. Returns their number. A tuning ends; it
-- is locked first, as farm.tunings_advance does.
create or replace function farm.tournament_cancel(tournament text) returns bigint
language plpgsql as $$
declare
	t     int;
	taken bigint;
begin
	update farm.tunings u set ending = 'cancelled', ended_at = now()
	from farm.tournaments n where n.name = tournament and u.tournament_id = n.id
	    and u.ending is null;
	select id into t from farm.tournaments where name = tournament for no key update;
	perform farm.claims_lock(t);
	update farm.games g set state = 'cancelled', reason = null, finished_at = now()
	where g.tournament_id = t and g.state in ('pending', 'waiting', 'claimed', 'quarantined');
	get diagnostics taken = row_count;
	return taken;
end $$;

-- ── boards ──

-- Creates the partition for a tournament's boards, as a separate table that is then attached. So it
-- does not wait for readers or workers: only for another session that attaches, and for analyze.
create or replace function farm.boards_make(tournament int) returns void language plpgsql as $$
begin
	perform farm.boards_table(tournament);
	perform farm.boards_attach(tournament);
end $$;

-- The first half: the table. A restore fills it before others wait for what is attached.
create or replace function farm.boards_table(tournament int) returns void language plpgsql as $$
begin
	execute format('create table farm.boards_%s (like farm.boards including all excluding '
	               'comments)',
	               tournament);
end $$;

create or replace function farm.boards_attach(tournament int) returns void language plpgsql as $$
begin
	execute format('alter table farm.boards attach partition farm.boards_%s for values in (%1$s)',
	               tournament);
end $$;

-- Drops the boards of dropped tournaments, at most eight at a time. Their rows must be locked.
--
-- The whole table must be locked for a moment, and all workers wait meanwhile. A session that reads
-- a board of any tournament has it locked until its transaction ends. So this tries for 30 ms, then
-- gives up, and retries at growing intervals, at most 10 s apart. A partition that is in use
-- directly, for example by autovacuum, is left for next time.
--
-- A reader whose snapshot is older than the drop still sees the tournament. It must also see the
-- boards, so they stay until it is done. The caller sees readers of other roles only as a member of
-- pg_read_all_stats.
create or replace function farm.boards_drop(tournaments int[]) returns void
language plpgsql set lock_timeout = '30ms' as $$
declare
	due    int[];
	locked int[] := '{}';
	t      int;
begin
	due := array(
		select n.id from farm.tournaments n
		where n.id = any (tournaments) and to_regclass('farm.boards_' || n.id) is not null
		  and coalesce(n.sweep_at <= clock_timestamp(), true)
		  and not exists (
		      select from pg_stat_activity a
		      where a.datname = current_database() and a.backend_xmin is not null
		        and a.pid <> pg_backend_pid() and a.xact_start <= n.dropped_at + interval '1 s'
		        and has_table_privilege(a.usesysid, 'farm.boards', 'select'))
		order by n.sweep_at nulls first, n.id limit 8);
	if due = '{}' then
		return;
	end if;
	begin
		foreach t in array due loop
			begin
				execute format('lock table farm.boards_%s in access exclusive mode nowait', t);
				locked := locked || t;
			exception when lock_not_available then null;
			end;
		end loop;
		if locked <> '{}' then
			lock table only farm.boards in access exclusive mode;
			foreach t in array locked loop
				execute format('drop table farm.boards_%s', t);
			end loop;
		end if;
	exception when lock_not_available then null;
	end;
	update farm.tournaments n
	set sweep_at = clock_timestamp() + least(interval '10 s', greatest(
		interval '1 s', (clock_timestamp() - n.dropped_at) / 4))
	where n.id = any (due) and to_regclass('farm.boards_' || n.id) is not null;
end $$;

-- Drops a tournament at once, whatever its size. Its name is free, and no view shows it. farm.sweep
-- removes its games and boards. Its claimed games are taken from their workers, and its external
-- players are not asked any more. A running claim has the tournament's row locked, so this waits
-- for it.
--
-- The name, which is a key, is freed last. A worker that finishes its first game of the tournament
-- has that game locked and refers to the tournament: it waits for a session that changes a key of
-- it.
create or replace function farm.tournament_drop(tournament text) returns boolean
language plpgsql as $$
declare
	t int;
begin
	update farm.tournaments set dropped = true, paused = true
	where name = tournament and not dropped returning id into t;
	if t is null then
		return false;
	end if;
	perform farm.claims_lock(t);
	update farm.games g set state = 'cancelled', finished_at = now()
	from farm.workers w cross join lateral unnest(w.claims) c (game)
	where g.id = c.game and g.tournament_id = t and g.state = 'claimed';
	update farm.games g set state = 'cancelled', finished_at = now()
	where g.tournament_id = t and g.aside = 'waiting';
	delete from farm.ratings r where t = any (r.tournaments);
	update farm.tournaments set dropped_at = clock_timestamp(), name = '~' || id where id = t;
	return true;
end $$;

-- Deletes at most `most` games of a dropped tournament. Returns their number. It skips games that
-- are locked, or whose turns or orders an external player has locked: they come next time.
create or replace function farm.games_delete(tournament int, most bigint) returns bigint
language plpgsql as $$
declare
	ids     bigint[];
	deleted bigint;
begin
	ids := array(select id from farm.games where tournament_id = tournament
	             order by number limit most for update skip locked);
	ids := array(
		select unnest(ids)
		except select game_id from (
			select game_id, power, phase from farm.turns where game_id = any (ids)
			except select * from (select game_id, power, phase from farm.turns
			                      where game_id = any (ids) for update skip locked) free) held
		except select game_id from (
			select game_id, power, phase from farm.pending_orders where game_id = any (ids)
			except select * from (select game_id, power, phase from farm.pending_orders
			                      where game_id = any (ids) for update skip locked) free) held);
	delete from farm.summaries where tournament_id = tournament and game_id = any (ids);
	delete from farm.games where id = any (ids);
	get diagnostics deleted = row_count;
	return deleted;
end $$;

-- Removes the remains of dropped tournaments: deletes at most `most` games, tournaments that have
-- nothing left, and boards (farm.boards_drop). Returns the number of games. It skips a tournament
-- that another session sweeps. The boards come last, so that they are locked only for a moment.
create or replace function farm.sweep(most int) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off
set lock_timeout = '100ms' as $$
declare
	t           int;
	tournaments int[] := '{}';
	swept       bigint := 0;
begin
	for t in select id from farm.tournaments where dropped order by id for update skip locked loop
		tournaments := tournaments || t;
		swept := swept + farm.games_delete(t, most - swept);
	end loop;
	if tournaments <> '{}' then
		delete from farm.tournaments n
		where n.id = any (tournaments) and to_regclass('farm.boards_' || n.id) is null
		  and not exists (select from farm.games where tournament_id = n.id);
		perform farm.boards_drop(tournaments);
	end if;
	return swept;
end $$;

-- ── games ──

-- These three return false if the game's state forbids it.

create or replace function farm.game_cancel(game bigint) returns boolean language plpgsql as $$
begin
	update farm.games g set state = 'cancelled', reason = null, finished_at = now()
	where g.id = game and g.state in ('pending', 'waiting', 'claimed', 'quarantined');
	return found;
end $$;

create or replace function farm.game_quarantine(game bigint, why text) returns boolean
language plpgsql as $$
begin
	update farm.games g set state = 'quarantined', reason = why, finished_at = now()
	where g.id = game and g.state in ('pending', 'waiting', 'claimed');
	return found;
end $$;

-- The game continues from where it was. Its failures count from zero. A game that waited for
-- external players waits again. The time that it was quarantined does not count, except for a turn
-- that its player holds. A game after the last one that counts (farm.stops) is not played again.
create or replace function farm.game_retry(game bigint) returns boolean language plpgsql as $$
declare
	last int;
begin
	-- waits for a judgement, and excludes others until this ends
	select s.last_game into last from farm.stops s
	where s.tournament_id = (select g.tournament_id from farm.games g where g.id = game) for share;
	if exists (select from farm.games g where g.id = game and g.number > last) then
		raise exception 'the tournament stopped after game %: no later one is played', last
			using errcode = '22023';
	end if;
	update farm.turns t set deadline = t.deadline + (now() - g.finished_at)
	from farm.games g
	where g.id = game and g.state in ('quarantined', 'cancelled') and t.ctid = any (array(
		select t.ctid from farm.turns t where t.game_id = game and t.phase = g.asked
		for no key update skip locked));
	update farm.games g
	set state = case when g.asked is null then 'pending' else 'waiting' end::farm.game_state,
	    look_at = case when g.asked is not null then now() end, worker_id = null, claimed_at = null,
	    stopped_at = g.stopped_at + (now() - g.finished_at), finished_at = null, reason = null,
	    failures = 0, failed_phase = null, failure = null
	where g.id = game and g.state in ('quarantined', 'cancelled');
	if found then
		update farm.faults f set forgiven = true where f.game_id = game;
		perform farm.hint('farm');
		return true;
	end if;
	return false;
end $$;

create or replace function farm.tournament_retry(tournament text) returns bigint language sql as $$
	select count(*) from (
		select g.id from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where t.name = tournament and g.aside = 'quarantined'
		order by g.id offset 0) a
	where farm.game_retry(a.id);
$$;
comment on function farm.tournament_retry is
	'Retries all quarantined games of a tournament. Returns their number.';
