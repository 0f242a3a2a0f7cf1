-- The statements of stmt_playing.c.

-- For w: the workers; $1: including those that are gone. A worker is lost when its supervisor is no
-- longer connected and it is not yet marked as gone.
-- part: workers
(
	select w.*, case when w.gone_at is not null then 'gone'
			when w.supervisor in (select farm.supervisors_connected()) then 'alive' else 'lost' end
		as state, case when isfinite(w.heartbeat_at) then greatest(0,
				extract(epoch from now() - w.heartbeat_at))::bigint end as heartbeat_age
	from farm.workers w
	where w.gone_at is null or $1) w

-- part: claims
coalesce(sum(cardinality(p.games)), 0)::bigint

-- part: plays
concat(string_agg(case when cardinality(p.games) = 1 then format('%s/%s', p.name, games[1])
			else format('%s/%s..%s (%s)', p.name, p.games[1], p.games[cardinality(p.games)],
				cardinality(p.games)) end, ', ' order by p.place) filter (where p.place <= 3),
	case when count(*) > 3 then format(' and %s more', count(*) - 3) end)

-- For p: the tournaments that w plays: the name, the numbers of the claimed games, the place by
-- name.
-- part: played
(
	select t.name, array_agg(g.number order by g.number) as games,
		row_number() over (order by t.name) as place
	from unnest(w.claims) c (id)
	join farm.games g on g.id = c.id and g.state = 'claimed' and g.worker_id = w.id
	join farm.tournaments t on t.id = g.tournament_id
	group by t.name) p

-- name: list_playing(gone boolean)
-- gives: rows
-- next: playing(struct playing: host, host_workers, host_threads, host_versions, id, pid, state,
--     since, heartbeat_age, threads, claims, games, phases, plays)
with w as (
	select w.*, left(regexp_replace(w.host, '[[:cntrl:]]', '?', 'g'), 250) as name,
		coalesce(left(regexp_replace(w.version, '[[:cntrl:]]', '?', 'g'), 250), 'an older version')
		as built
	from {workers}),
h as (
	select host, count(*)::int as workers, coalesce(sum(threads), 0)::int as threads,
		string_agg(distinct built, ', ' order by built) as versions
	from w
	group by host)
select w.name, h.workers, h.threads, h.versions, w.id, w.pid, w.state,
	coalesce(to_char(w.started_at,
			case when w.started_at::date = current_date then 'HH24:MI' else 'YYYY-MM-DD' end), '?'),
	coalesce(w.heartbeat_age, 0), coalesce(w.threads, 0), p.claims, w.games, w.phases, p.plays
from w
join h using (host)
cross join lateral (select {claims} as claims, {plays} as plays from {played}) p
order by w.name, w.host, w.id;

-- name: print_playing(gone boolean)
-- gives: text
select coalesce(json_agg(json_build_object('worker', w.id, 'host', w.host, 'pid', w.pid,
				'version', w.version, 'threads', w.threads, 'state', w.state,
				'started_at', w.started_at, 'heartbeat_at', w.heartbeat_at,
				'heartbeat_age', w.heartbeat_age, 'gone_at', w.gone_at, 'claims', p.claims,
				'games', w.games, 'phases', w.phases, 'plays', p.plays) order by w.host, w.id),
		'[]')::text
from {workers}
cross join lateral (
	select {claims} as claims, coalesce(json_agg(
				json_build_object('tournament', p.name, 'games', p.games) order by p.name) filter (
				where p.name is not null), '[]') as plays
	from {played}) p;
