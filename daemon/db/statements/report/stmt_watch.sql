-- The statements of stmt_watch.c.

-- For a tuning that continues, the games of later steps count too. It is open until its last step
-- is judged.
-- name: progress(tournament text)
-- gives: maybe(struct progress: games, finished, open, pending, claimed, waiting, quarantined,
--     cancelled, phases, farm_phases, workers, paused, stop)
select p.games + l.games, p.finished,
	p.pending + p.claimed + p.waiting + l.games + l.continues
		+ coalesce(farm.stop_is_due(t.id), false)::int,
	p.pending + l.games, p.claimed, p.waiting, p.quarantined, p.cancelled, p.phases,
	(select farm.bounded(sum(w.phases)) from farm.workers w),
	(select count(*) from farm.workers w where w.gone_at is null), t.paused,
	left(coalesce((select said from farm.stopping_told where tournament = $1),
			(select said from farm.tuning_told where tournament = $1), ''), 255)
from farm.progress p
join farm.tournaments t on t.name = p.tournament
cross join lateral (
	select coalesce(sum(u.games - p.games), 0)::bigint, count(*)::int
	from farm.tuning_progress u
	where u.tournament = $1 and u.ending is null and u.held_up_by is null) l (games, continues)
where p.tournament = $1;

-- name: find_watched(tournament text)
-- gives: maybe(struct watched: rules, seats)
select rules, left(regexp_replace(players, '[[:cntrl:]]', ' ', 'g'), 255)
from farm.tournaments
where name = $1 and not dropped;

-- A daide score has the same shares as a thesis score: see stmt_report.sql.
-- name: read_players(tournament text, score text)
-- gives: rows
-- next: player(struct watched_player: name, players, points, share?has_share, fair?has_share,
--     low?has_interval, high?has_interval)
select s.player, count(*) over (), (100 * coalesce(d.points, s.points))::bigint,
	(10 * s.share)::int, (10 * s.expected)::int, (10 * s.low)::int, (10 * s.high)::int
from farm.score_standings s
left join farm.score_standings d on $2 = 'daide' and d.score = $2
	and d.tournament = $1 and d.player = s.player
where s.tournament = $1 and s.score = replace($2, 'daide', 'thesis')
order by coalesce(d.points, s.points) desc, s.player
limit 100;

-- name: read_held(tournament text)
-- gives: rows
-- next: held(kind int, line text)
select *
from (
	select 0, left(
			format('game %s: %s', g.number, regexp_replace(g.reason, '[[:cntrl:]]', ' ', 'g')),
			500)
	from farm.games g
	join farm.tournaments t on t.id = g.tournament_id
	where t.name = $1 and g.aside = 'quarantined'
	order by g.number
	limit 8) q
union all
select *
from (
	select 1, left(format('%s (%s, %s, game %s%s)', player, power, phase, number, ', until '
				|| to_char(deadline, 'YYYY-MM-DD HH24:MI')), 500)
	from farm.awaited
	where tournament = $1
	order by number, power
	limit 8) w;

-- name: read_absent(tournament text)
-- gives: rows
select 2, left(format('%s was absent: %s', player, said), 500)
from farm.stand_ins_told
where tournament = $1
order by player
limit 8;
