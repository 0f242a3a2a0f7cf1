-- The statements of stmt_workers.c.

-- name: register_worker(struct worker_place: host text, pid int, supervisor int, version text,
--     threads int)
-- gives: row(worker bigint)
insert into farm.workers (host, pid, supervisor, version, threads)
values ($1, $2, $3, $4, $5)
returning id;

-- name: worker_exists(worker bigint)
-- gives: row(exists boolean)
select count(*) > 0 from farm.workers where id = $1;

-- script: listen
-- gives: nothing
select farm.listen();

-- name: claim_games(worker bigint, most int, bots text)
select id, epoch, tournament_id, map_id, number, round_limit, block, draw_after, seed, rules,
	judge, seats, start_phase, start_units, start_owners, press, press_rounds, substitute
from farm.games_claim($1, $2, string_to_array($3, ','));

-- name: resume_games(worker bigint, games bigint[], epochs int[])
select game, boards from farm.games_resume($1, $2, $3);

-- name: workers_leave(workers bigint[])
-- gives: row(games bigint)
select farm.workers_leave($1);

-- name: count_refused(worker bigint, writes bigint)
-- gives: nothing
update farm.workers set refused_writes = refused_writes + $2 where id = $1;

-- name: find_blockers(backend int)
-- gives: row(blocked boolean, line text[STMT_BLOCKERS_SIZE])
with awaited (what) as (
	select case l.locktype when 'relation' then 'table ' || l.relation::regclass
			when 'tuple' then 'a row of ' || l.relation::regclass
			when 'transactionid' then coalesce((
				select 'a row of ' || t.relation::regclass
				from pg_locks t
				where t.pid = $1 and t.locktype = 'tuple'
				limit 1), 'the end of another transaction')
			when 'advisory' then 'an advisory lock' else 'a lock: ' || l.locktype end
	from pg_locks l
	where l.pid = $1 and not l.granted
	limit 1),
holders (who) as (
	select case when b.pid = 0 then 'a prepared transaction holds it'
			else format('process %s holds it (role %s, application %s%s)', b.pid, a.usename,
				a.application_name, case when a.state is null then
					'; its state is shown to members of pg_read_all_stats' else ', ' || a.state
					|| coalesce(format(', its transaction is %s s old',
							extract(epoch from clock_timestamp() - a.xact_start)::int), '') end) end
	from (select distinct unnest(pg_blocking_pids($1))) b (pid)
	left join pg_stat_activity a on a.pid = b.pid
	order by a.wait_event_type is not distinct from 'Lock', a.xact_start
	limit 3)
select count(*) > 0, coalesce(left(
			regexp_replace(max(what) || ': ' || string_agg(who, ', '), '[[:cntrl:]]', '?', 'g'),
			500), '')
from awaited, holders;

-- name: attach_supervisor(supervisor int)
select farm.supervisor_attach($1);

-- script: limit_locks
-- gives: nothing
set lock_timeout = '1s';

-- A worker that claims has its row locked, and the claim is its heartbeat. Waiting for it would
-- block the claims of all others whose rows are locked here.
-- name: heartbeat(struct heartbeat: workers bigint[count], phases bigint[count],
--     games bigint[count])
-- gives: nothing
update farm.workers w
set heartbeat_at = now(), gone_at = null, phases = b.phases, games = b.games
from unnest($1, $2, $3) as b (id, phases, games)
where w.id = b.id and w.id in (
	select f.id
	from farm.workers f
	where f.id = any ($1)
	order by f.id
	for no key update skip locked);

-- name: count_alive(host text, seconds int)
-- gives: row(workers bigint)
select count(*)
from farm.workers
where gone_at is null and host = $1
	and heartbeat_at
		between now() - make_interval(secs => $2) and now() + make_interval(secs => $2);

-- name: recover(lease_seconds int)
-- gives: row(games bigint)
select farm.workers_recover(make_interval(secs => $1));

-- name: game_failed(game bigint, worker bigint, phase smallint, text text)
-- gives: row(aside boolean)
select farm.game_failed($1, $2, $3, $4);

-- name: lapse_turns()
-- gives: row(games bigint)
select farm.turns_lapse();

-- name: bound_agents()
-- gives: row(sessions bigint)
select farm.agents_bound();

-- name: sweep()
-- gives: row(games bigint)
select farm.sweep(2000);

-- name: judge_stops()
-- gives: row(decided bigint)
select farm.stops_judge();
