-- prune: tournaments without recent activity (aresctl prune).

-- Tournaments without activity for this long, the oldest first; none that a worker plays or could
-- start to play. since: time of the last activity. bytes: size of their boards on disk.
--
--   finished     all games that count are finished
--   cancelled    no game is left to play, and some were cancelled
--   quarantined  no game is left to play, but some are quarantined: farm.game_retry would
--                have them played
--   waiting      games wait for external players only
--   paused       games are left to play, but are paused
create or replace function farm.prunable(older interval)
returns table (tournament int, name text, state text, since timestamptz, games bigint, bytes bigint)
language sql stable set enable_seqscan = off as $$
	with t as (
		select t.*, coalesce(s.last_game, t.games) as last_game,
		       exists (select from farm.tunings u
		               where u.tournament_id = t.id and u.ending is null) as tuned
		from farm.tournaments t left join farm.stops s on s.tournament_id = t.id
		where not t.dropped and t.created_at < now() - older),
	told as (
		select t.id, t.name, g.games, greatest(t.created_at, g.ended, g.claimed_at) as since,
		       case when g.claimed > 0 then 'running'
		            when g.pending > 0 or t.tuned
		            then case when t.paused then 'paused' else 'running' end
		            when g.waiting > 0 then 'waiting'
		            when g.quarantined > 0 then 'quarantined'
		            when g.cancelled > 0 then 'cancelled'
		            else 'finished' end as state
		from t cross join lateral (
			select count(*) as games, max(g.finished_at) as ended, max(g.claimed_at) as claimed_at,
			       count(*) filter (where g.state = 'claimed') as claimed,
			       count(*) filter (where g.state = 'pending') as pending,
			       count(*) filter (where g.state = 'waiting') as waiting,
			       count(*) filter (where g.state = 'quarantined') as quarantined,
			       count(*) filter (where g.state = 'cancelled'
			                        and g.number <= t.last_game) as cancelled
			from farm.games g where g.tournament_id = t.id) g)
	select t.id, t.name, t.state, t.since, t.games,
	       coalesce(pg_total_relation_size(to_regclass('farm.boards_' || t.id)), 0)
	from told t where t.state <> 'running' and t.since < now() - older
	order by t.since, t.id;
$$;

-- Drops a tournament (farm.tournament_drop) if it is still prunable, and in that state. It waits
-- for sessions that resume the tournament meanwhile, and then does not drop it.
create or replace function farm.tournament_prune(tournament int, older interval, state text)
returns boolean
language plpgsql as $$
declare
	found_name text;
begin
	perform from farm.tournaments t where t.id = tournament for no key update;
	-- a statement of its own: it sees what was committed before the lock
	select p.name into found_name from farm.prunable(older) p
	where p.tournament = tournament_prune.tournament and p.state = tournament_prune.state;
	return found_name is not null and farm.tournament_drop(found_name);
end $$;
