-- control: makes tournaments, and has what a user may do to tournaments and games.

-- Makes a tournament with its games, seats and partition of boards, and wakes the workers. Returns
-- its id. users is either
--
--   two users, who take all seatings in turn: bit k of (number - 1) says which of them plays power k; or
--   one user a power, for each of one or more seatings, which the games take in turn.
--
-- So when half of the tournament is played, half of every seating is.
create or replace function farm.tournament_create(name text, map text, rules text, judge text, seed bigint,
                                                  games int, round_limit int, seats text, users int[])
returns int language plpgsql as $$
#variable_conflict use_variable
declare
	tournament int;
	powers     int;
begin
	select cardinality(m.powers) into strict powers from farm.maps m where m.name = map;
	if cardinality(users) <> 2 and (cardinality(users) = 0 or cardinality(users) % powers <> 0) then
		raise exception '% users are no seatings of % powers', cardinality(users), powers
			using errcode = '22023';
	end if;
	insert into farm.tournaments (name, map_id, rules, judge, seed, games, round_limit, seats)
	select name, m.id, rules, judge, seed, games, round_limit, seats
	from farm.maps m where m.name = map
	returning id into tournament;

	execute format('create table farm.boards_%s partition of farm.boards for values in (%1$s)',
	               tournament);

	insert into farm.games (tournament_id, number) select tournament, n from generate_series(1, games) n;
	insert into farm.seats (game_id, power, user_id)
	select g.id, k, users[1 + case cardinality(users)
	                          when 2 then (g.number - 1) >> k & 1
	                          else ((g.number - 1) % (cardinality(users) / powers)) * powers + k end]
	from farm.games g, generate_series(0, powers - 1) k
	where g.tournament_id = tournament;

	perform pg_notify('farm', '');
	return tournament;
end $$;

-- Cancels all games of a tournament that are not finished. Returns how many there were.
create or replace function farm.tournament_cancel(tournament text) returns bigint language plpgsql as $$
declare
	t     int;
	taken bigint;
begin
	select id into t from farm.tournaments where name = tournament for no key update;
	perform farm.claims_lock(t);
	update farm.games g set state = 'cancelled', reason = null, finished_at = now()
	where g.tournament_id = t and g.state in ('pending', 'waiting', 'claimed', 'quarantined');
	get diagnostics taken = row_count;
	return taken;
end $$;

-- Drops a tournament at once, whatever its size. Its boards go with their partition, its games by
-- farm.sweep, some at a time. Its claimed games are taken from their workers. A claim under way has
-- the tournament's row locked, so this waits for it.
create or replace function farm.tournament_drop(tournament text) returns boolean language plpgsql as $$
declare
	t int;
begin
	update farm.tournaments set dropped = true, paused = true, name = '~' || id
	where name = tournament and not dropped returning id into t;
	if t is null then
		return false;
	end if;
	perform farm.claims_lock(t);
	update farm.games g set state = 'cancelled', finished_at = now()
	from farm.workers w cross join lateral unnest(w.claims) c (game)
	where g.id = c.game and g.tournament_id = t and g.state = 'claimed';
	execute format('drop table farm.boards_%s', t);
	return true;
end $$;

-- Deletes at most so many games of dropped tournaments, and each tournament with its last game.
-- Returns how many games. It passes over a tournament that another session sweeps.
create or replace function farm.sweep(most int) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
declare
	t     int;
	swept bigint := 0;
	more  bigint;
begin
	for t in select id from farm.tournaments where dropped order by id for update skip locked loop
		delete from farm.games
		where id = any (array(select id from farm.games where tournament_id = t
		                      order by number limit most - swept));
		get diagnostics more = row_count;
		swept := swept + more;
		exit when swept = most;
		delete from farm.tournaments where id = t;
	end loop;
	return swept;
end $$;

-- These three return false where the game's state forbids it.

create or replace function farm.game_cancel(game bigint) returns boolean language plpgsql as $$
begin
	update farm.games g set state = 'cancelled', reason = null, finished_at = now()
	where g.id = game and g.state in ('pending', 'waiting', 'claimed', 'quarantined');
	return found;
end $$;

create or replace function farm.game_quarantine(game bigint, why text) returns boolean language plpgsql as $$
begin
	update farm.games g set state = 'quarantined', reason = why, finished_at = now()
	where g.id = game and g.state in ('pending', 'waiting', 'claimed');
	return found;
end $$;

-- The game goes on from where it was. Its failures count from zero.
create or replace function farm.game_retry(game bigint) returns boolean language plpgsql as $$
begin
	update farm.games g
	set state = 'pending', worker_id = null, claimed_at = null, finished_at = null, reason = null,
	    failures = 0, failed_phase = null, failure = null
	where g.id = game and g.state in ('quarantined', 'cancelled');
	if found then
		perform pg_notify('farm', '');
		return true;
	end if;
	return false;
end $$;
