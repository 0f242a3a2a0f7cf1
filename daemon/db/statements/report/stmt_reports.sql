-- The statements of stmt_reports.c.

-- part: state
coalesce(nullif(concat_ws(', ', case when paused and open > 0 then 'paused' end,
			nullif(claimed, 0) || ' playing', nullif(waiting, 0) || ' waiting', nullif(pending, 0)
			|| ' pending', nullif(quarantined, 0) || ' quarantined',
			case when last_game is not null then 'stopped after ' || last_game
				else nullif(cancelled, 0) || ' cancelled' end), ''), 'all played')

-- For l: a tournament and its progress. The games not played, by state.
-- part: listed
(
	select t.id, t.name, t.games, t.paused, t.rules, t.judge, t.seats, t.players, t.round_limit,
		p.pending, p.claimed, p.waiting, p.finished, p.quarantined, p.cancelled,
		p.pending + p.claimed + p.waiting as open, s.last_game, t.created_at
	from farm.tournaments t
	join farm.progress p on p.tournament = t.name
	left join farm.stops s on s.tournament_id = t.id and s.last_game < t.games) l

-- pattern: of the name, with * and ?. open: true: those with games to play; false: the others.
-- name: list_tournaments(pattern text, open boolean)
-- next: listed(struct listed_tournament: name, games, finished, state, rules, made, seats,
--     name_most, state_most, rules_most)
select name, games, finished, {state}, rules, to_char(created_at, 'YYYY-MM-DD'),
	left(players, 1000), max(length(name)) over ()::int, max(length({state})) over ()::int,
	max(length(rules)) over ()::int
from {listed}
where ($1 is null or name like translate(replace($1, '_', '\_'), '*?', '%_'))
	and ($2 is null or (open > 0) = $2)
order by id;

-- name: list_json(tournament text, score text)
select coalesce(json_agg(json_build_object('name', name, 'games', games, 'finished', finished,
				'open', open, 'rules', rules, 'judge', judge, 'seed', farm.tournament_seed(id),
				'round_limit', round_limit, 'seats', seats, 'players', players, 'paused', paused,
				'waiting', waiting, 'quarantined', quarantined, 'cancelled', cancelled, 'made',
				created_at) order by id), '[]')::text
from {listed}
where $1 is null or name = $1;

-- name: tournament_size(tournament text)
-- gives: maybe(games bigint)
select games::bigint from farm.tournaments where name = $1;

-- part: shown_score
coalesce($2, (
	select s.score
	from farm.stops s
	join farm.tournaments t on t.id = s.tournament_id
	where t.name = $1), 'thesis')

-- Without a score it is that of --until.
-- name: read_status(tournament text, score text)
-- gives: rows
-- next: status(kind text, line text)
select 'score', {shown_score}
union all
select 'progress', format('%s: %s game%s, %s finished%s', tournament, games,
		case games when 1 then '' else 's' end, finished, nullif(
			concat_ws('', ', ' || nullif(claimed, 0) || ' being played', ', '
				|| nullif(pending, 0) || ' pending', ', ' || nullif(waiting, 0) || ' waiting',
				', ' || nullif(quarantined, 0) || ' quarantined', ', ' || nullif(cancelled, 0)
				|| ' cancelled'), ''))
from farm.progress
where tournament = $1
union all
select 'awaited', 'paused: type aresctl tournament resume ' || name
from {listed}
where name = $1 and paused and open > 0
union all
select 'faults', by_fault_said
from farm.counted
where tournament = $1 and by_fault_said is not null
union all
select 'absent', format('%s: %s', player, said)
from farm.stand_ins_told
where tournament = $1
union all
select 'faults', case faults when 'aside'
		then 'the third fault of a bot quarantines a game (--faults aside)'
		else 'after the third fault of its bot a power is in civil disorder' end
from farm.tournaments
where name = $1 and bots <> '{}'
union all
select 'rules', rules
from farm.tournaments
where name = $1
union all
select 'stop', said
from farm.stopping_told
where tournament = $1
union all
select 'tuning', said
from farm.tuning_told
where tournament = $1
union all
select *
from (
	select 'points', format('%8s   %5s to %-5s  %s', coalesce(share::text, '?'),
			coalesce(low::text, '?'), coalesce(high::text, '?'), player)
	from farm.score_standings
	where tournament = $1 and score = {shown_score}
		and not exists (select from farm.tuning_progress u where u.tournament = $1)
	order by share desc) s
union all
select *
from (
	select 'quarantined', format('game %s is quarantined: %s', g.number,
			regexp_replace(g.reason, '[[:cntrl:]]', ' ', 'g'))
	from farm.games g
	join farm.tournaments t on t.id = g.tournament_id
	where t.name = $1 and g.state = 'quarantined'
	order by g.number) q
union all
select *
from (
	select 'awaited', format('game %s waits for %s: %s, %s%s', number, player, power, phase,
			' until ' || date_trunc('second', deadline))
	from farm.awaited
	where tournament = $1
	order by number, power
	limit 20) w
union all
select 'awaited', line
from farm.bots_missing('{}')
where tournament = $1;

-- json_agg puts each row on a separate line. In a JSON string a line end is escaped.
-- name: status_json(tournament text, score text)
select translate(json_build_object('progress', row_to_json(p),
			'standings', (
				select coalesce(json_agg(s order by s.share desc), '[]')
				from farm.score_standings s
				where s.tournament = $1 and s.score = {shown_score}),
			'stop', (select row_to_json(s) from farm.stopping s where s.tournament = $1))::text,
		E'\n', '')
from farm.progress p
where p.tournament = $1;

-- name: digest_line(tournament text, score text)
select farm.tournament_digest($1);

-- name: digest_json(tournament text, score text)
select json_build_object('tournament', $1, 'digest', farm.tournament_digest($1))::text;

-- A worker is lost when its supervisor is no longer connected and it is not yet marked as gone.
-- part: standing
case when w.gone_at is not null then 'gone'
	when w.supervisor in (select farm.supervisors_connected()) then 'alive' else 'lost' end

-- The newest come last.
-- name: list_workers()
-- gives: rows
-- next: worker(struct listed_worker: id, host, pid, state, since, heartbeat_age, claims, games,
--     phases, host_most)
select w.id, left(regexp_replace(w.host, '[[:cntrl:]]', '?', 'g'), 250), w.pid, {standing},
	coalesce(to_char(w.started_at,
			case when w.started_at::date = current_date then 'HH24:MI' else 'YYYY-MM-DD' end), '?'),
	case when isfinite(w.heartbeat_at)
		then greatest(0, extract(epoch from now() - w.heartbeat_at))::bigint else 0 end, (
		select count(*)
		from unnest(w.claims) c (id)
		join farm.games g on g.id = c.id and g.state = 'claimed' and g.worker_id = w.id), w.games,
	w.phases, max(length(w.host)) over ()::int
from farm.workers w
where w.gone_at is null
order by w.host collate "C", w.id;

-- A sample has a name, labels and a value. In the text format only backslashes, quotes and line
-- ends are escaped in the value of a label.
-- name: print_metrics()
-- gives: text
with worker as (select w.*, {standing} as standing from farm.workers w),
sample (name, labels, value) as (
	select 'games', jsonb_build_object('tournament', tournament, 'state', state), count::numeric
	from farm.progress
	cross join lateral (
		values
			('pending', pending),
			('claimed', claimed),
			('waiting', waiting),
			('finished', finished),
			('quarantined', quarantined),
			('cancelled', cancelled)) s (state, count)
	union all
	select 'queued_games', '{}', count(*)
	from farm.games
	where queue is not null
	union all
	select 'claim_age_seconds', '{}',
		extract(epoch from now() - min(g.claimed_at) filter (where isfinite(g.claimed_at)))
	from farm.workers w
	cross join lateral unnest(w.claims) c (id)
	join farm.games g on g.id = c.id and g.state = 'claimed' and g.worker_id = w.id
	union all
	select 'workers', jsonb_build_object('state', s.standing), count(w.id)
	from unnest(array['alive', 'lost', 'gone']) s (standing)
	left join worker w using (standing)
	group by s.standing
	union all
	select 'heartbeat_age_seconds', jsonb_build_object('host', host),
		greatest(0,
			extract(epoch from now() - min(heartbeat_at) filter (where isfinite(heartbeat_at))))
	from worker
	where standing <> 'gone'
	group by host
	union all
	select 'phases_total', '{}', coalesce(sum(phases), 0)
	from worker
	union all
	select 'played_games_total', '{}', coalesce(sum(games), 0)
	from worker
	union all
	select 'refused_writes_total', '{}', coalesce(sum(refused_writes), 0)
	from worker
	union all
	select 'boards_bytes', jsonb_build_object('tournament', t.name),
		pg_total_relation_size(to_regclass('farm.boards_' || t.id))
	from farm.tournaments t
	where not t.dropped
	union all
	select 'database_bytes', '{}', pg_database_size(current_database())
	union all
	select 'taken_timestamp_seconds', '{}', round(extract(epoch from now()), 3)
	union all
	select 'playable_games', '{}', count(*)
	from farm.games g
	join farm.tournaments t on t.id = g.queue and not t.paused
	union all
	select 'overdue_turns', '{}', turns
	from farm.overdue
	union all
	select 'supervisors', '{}', count(*)
	from farm.supervisors_connected()
	union all
	select 'transaction_age_seconds', '{}',
		coalesce(round(extract(epoch from max(now() - xact_start)), 3), 0)
	from pg_stat_activity
	where datname = current_database() and pid <> pg_backend_pid()
	union all
	select 'dropped_tournaments', '{}', count(*)
	from farm.tournaments
	where dropped
	union all
	select v.name, jsonb_build_object('tournament', p.tournament), v.value
	from farm.progress p
	join farm.tournaments t on t.name = p.tournament
	cross join lateral (
		select round(sum(k.think) / nullif(sum(k.decisions), 0) / 1e9, 6),
			round(max(k.longest) / 1e9, 6)
		from farm.summaries s
		cross join lateral (
			select sum(think) as think, sum(decisions) as decisions,
				max(longest)::numeric as longest
			from unnest(s.think_ns, s.decisions, s.longest_ns) d (think, decisions, longest)) k
		where s.tournament_id = t.id) d (mean, longest)
	cross join lateral (
		values ('decision_seconds', d.mean), ('longest_decision_seconds', d.longest)) v (name,
			value)
	where p.pending + p.claimed + p.waiting > 0),
metric (name, type, help) as (
	values
		('games', 'gauge', 'Games, by tournament and state.'),
		('queued_games', 'gauge', 'Games that wait for a worker, of all tournaments.'),
		('claim_age_seconds', 'gauge',
			'Time since the oldest claim of a game that is being played.'),
		('workers', 'gauge', 'Workers: alive, lost (the supervisor is not connected) or gone.'),
		('heartbeat_age_seconds', 'gauge',
			'Time since the oldest heartbeat of workers not gone, by host.'),
		('phases_total', 'counter', 'Phases played and stored.'),
		('played_games_total', 'counter', 'Games played to their end and stored.'),
		('refused_writes_total', 'counter',
			'Writes that the fence refused, because the worker missed its lease.'),
		('boards_bytes', 'gauge', 'Disk space of boards and their indexes, by tournament.'),
		('database_bytes', 'gauge', 'Disk space of the whole database.'),
		('taken_timestamp_seconds', 'gauge', 'When these figures were taken.'),
		('playable_games', 'gauge',
			'Games that a worker could claim now: their tournaments are not paused.'),
		('overdue_turns', 'gauge',
			'External players that are still waited for, though their deadline is over.'),
		('supervisors', 'gauge', 'Supervisors that are connected.'),
		('transaction_age_seconds', 'gauge', 'Age of the oldest transaction in the database; '
			'it holds back vacuum and dropped boards.'),
		('dropped_tournaments', 'gauge',
			'Dropped tournaments of which something is still there.'),
		('decision_seconds', 'gauge',
			'Mean time of a decision, in finished games of tournaments that are played.'),
		('longest_decision_seconds', 'gauge', 'The longest decision there.'))
select format(E'# HELP aresfarm_%1$s %2$s\n# TYPE aresfarm_%1$s %3$s', m.name, help, type)
	|| coalesce(string_agg(format(E'\naresfarm_%s%s %s', m.name, '{' || text || '}', value),
			'' order by text) filter (where value is not null), '')
from metric m
left join (
	select s.*, (
		select string_agg(format('%s="%s"', key,
					replace(replace(replace(v, '\', '\\'), '"', '\"'), E'\n', '\n')), ',')
		from jsonb_each_text(labels) l (key, v)) as text
	from sample s) s using (name)
group by m.name, help, type
order by m.name;
