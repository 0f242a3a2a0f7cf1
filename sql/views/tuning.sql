-- tuning: how far tunings are, and the course that they took (schema/functions/tuning.sql).

-- How far a tuning is. step: how many steps are played; games: of all steps; start, found: the player with the settings
-- that it began with, and with those found so far. remaining: as long as the last ten steps took, for each step that is
-- left. held_up_by: a game of the last step that was put aside: there is no next step until it is played.
create view farm.tuning_progress as
select t.name as tournament, u.player, u.score, u.asked, u.steps, p.step, u.steps * u.batch as games,
       coalesce(f.finished, 0) as played, u.ending, u.reason, s.label as start, w.label as found,
       case when u.ending is null then (u.steps - p.step) * p.took end as remaining,
       case when u.ending is null then (
           select min(g.number) from farm.games g
           where g.tournament_id = t.id and g.aside in ('quarantined', 'cancelled')) end as held_up_by
from farm.tunings u
join farm.tournaments t on t.id = u.tournament_id and not t.dropped
cross join lateral (
	select count(*)::int as step, avg(x.ended_at - x.made_at) filter (where x.back <= 10) as took
	from (select n.made_at, n.ended_at, row_number() over (order by n.step desc) as back
	      from farm.tuning_steps n where n.tournament_id = t.id and n.ended_at is not null) x) p
left join lateral (select farm.bounded(sum(y.finished)) as finished from farm.tallies y where y.tournament_id = t.id) f on true
cross join lateral farm.tuning_seat(t.id, null) s
left join lateral farm.tuning_seat(t.id, farm.tuning_found(t.id)) w on p.step > 0;

-- The same in words, a line for each.
create view farm.tuning_told as
select tournament, format('tuning %s by %s: %s of %s steps, %s of %s games%s', player, score, step, steps, played, games,
                          case when ending = 'failed' then format('; failed: %s', reason)
                               when ending is not null then ': ' || ending
                               when held_up_by is not null
                               then format('; game %s is put aside, and there is no next step until it is played', held_up_by)
                               when remaining is not null
                               then format('; about %s are left', date_trunc('second', remaining + interval '500 ms')) end) as said
from farm.tuning_progress;

-- The course of a tuning: a row for each setting that is tuned, in each step. theta: where it stood before the step;
-- plus, minus: what was tried; plus_share, minus_share: what the two sides gained, in %; moved_to: where it stood after
-- it; found: what was found up to then.
create view farm.tuning_course as
select t.name as tournament, n.step, s.place, s.name as setting, s.normal, s.low, s.high, s.start,
       n.last_game, n.theta[s.i] as theta, n.plus[s.i] as plus, n.minus[s.i] as minus,
       round((100 * n.plus_share)::numeric, 1) as plus_share, round((100 * n.minus_share)::numeric, 1) as minus_share,
       n.gradient[s.i] as gradient, n.moved_to[s.i] as moved_to,
       case when n.moved_to is not null then (
           select round(avg(b.moved_to[s.i]))::int from farm.tuning_steps b
           where b.tournament_id = n.tournament_id and b.step <= n.step
             and b.step > n.step - greatest(1, n.step / 4)) end as found,
       n.made_at, n.ended_at
from farm.tuning_steps n
join farm.tournaments t on t.id = n.tournament_id and not t.dropped
join (select *, row_number() over (partition by tournament_id order by place)::int as i
      from farm.tuning_settings where low is not null) s on s.tournament_id = n.tournament_id;
