-- tuning: the progress and the course of tunings (schema/functions/tuning.sql).

create view farm.tuning_progress as
select t.name as tournament, u.player, u.score, u.asked, u.steps, p.step,
       u.steps * u.batch as games, coalesce(f.finished, 0) as played, u.ending, u.reason,
       s.label as start, w.label as found,
       case when u.ending is null then (u.steps - p.step) * p.took end as remaining,
       case when u.ending is null then (
           select min(g.number) from farm.games g
           where g.tournament_id = t.id
             and g.aside in ('quarantined', 'cancelled')) end as held_up_by
from farm.tunings u
join farm.tournaments t on t.id = u.tournament_id and not t.dropped
cross join lateral (
	select count(*)::int as step, avg(x.ended_at - x.made_at) filter (where x.back <= 10) as took
	from (select n.made_at, n.ended_at, row_number() over (order by n.step desc) as back
	      from farm.tuning_steps n where n.tournament_id = t.id and n.ended_at is not null) x) p
left join lateral (select farm.bounded(sum(y.finished)) as finished from farm.tallies y
                   where y.tournament_id = t.id) f on true
cross join lateral farm.tuning_seat(t.id, null) s
left join lateral farm.tuning_seat(t.id, farm.tuning_found(t.id)) w on p.step > 0;

comment on view farm.tuning_progress is
	'The progress of tunings, the searches for a player''s settings.';
comment on column farm.tuning_progress.tournament is 'The tuning''s name: that of its tournament.';
comment on column farm.tuning_progress.player is 'The player, as lib/players/players.def names it.';
comment on column farm.tuning_progress.score is
	'The score that both sides are judged by: see farm.scores.';
comment on column farm.tuning_progress.asked is
	'What was asked for, in short: settings, games, score, gain.';
comment on column farm.tuning_progress.steps is 'How many steps it has.';
comment on column farm.tuning_progress.step is 'How many steps have been played.';
comment on column farm.tuning_progress.games is 'The games of all steps.';
comment on column farm.tuning_progress.played is 'How many of them are finished.';
comment on column farm.tuning_progress.ending is
	'all played, cancelled or failed; null: it continues.';
comment on column farm.tuning_progress.reason is 'Why it failed; else null.';
comment on column farm.tuning_progress.start is 'The player with the settings that it began with.';
comment on column farm.tuning_progress.found is
	'The player with the settings found so far: the mean of their values after each step of '
	'the last quarter; null: no step has been played.';
comment on column farm.tuning_progress.remaining is
	'How long the remaining steps take, if each takes as long as the last ten did on average; '
	'null: it ended, or no step has been played.';
comment on column farm.tuning_progress.held_up_by is
	'The first game that is quarantined or cancelled, so that there is no next step; null: '
	'none.';

create view farm.tuning_told as
select tournament, format('tuning %s by %s: %s of %s steps, %s of %s games%s', player, score, step,
                          steps, played, games,
                          case when ending = 'failed' then format('; failed: %s', reason)
                               when ending is not null then ': ' || ending
                               when held_up_by is not null
                               then format('; game %s is quarantined, and there is no next step '
                                           'until it is played', held_up_by)
                               when remaining is not null
                               then format('; about %s are left',
                                           date_trunc('second',
                                                      remaining + interval '500 ms')) end) as said
from farm.tuning_progress;

comment on view farm.tuning_told is 'farm.tuning_progress in words, one line per tuning.';
comment on column farm.tuning_told.tournament is 'The tuning''s name.';
comment on column farm.tuning_told.said is 'Its progress, in words.';

create view farm.tuning_course as
select t.name as tournament, n.step, s.place, s.name as setting, s.normal, s.low, s.high, s.start,
       n.last_game, n.theta[s.i] as theta, n.plus[s.i] as plus, n.minus[s.i] as minus,
       round((100 * n.plus_share)::numeric, 1) as plus_share,
       round((100 * n.minus_share)::numeric, 1) as minus_share, n.gradient[s.i] as gradient,
       n.moved_to[s.i] as moved_to,
       case when n.moved_to is not null then (
           select round(avg(b.moved_to[s.i]))::int from farm.tuning_steps b
           where b.tournament_id = n.tournament_id and b.step <= n.step
             and b.step > n.step - greatest(1, n.step / 4)) end as found,
       n.made_at, n.ended_at
from farm.tuning_steps n
join farm.tournaments t on t.id = n.tournament_id and not t.dropped
join (select *, row_number() over (partition by tournament_id order by place)::int as i
      from farm.tuning_settings where low is not null) s on s.tournament_id = n.tournament_id;

comment on view farm.tuning_course is
	'The course of tunings: one row for each tuned setting in each step.';
comment on column farm.tuning_course.tournament is 'The tuning''s name: that of its tournament.';
comment on column farm.tuning_course.step is 'The step, from 1.';
comment on column farm.tuning_course.place is
	'The place of the setting in the player''s list, from 1.';
comment on column farm.tuning_course.setting is 'The setting''s name.';
comment on column farm.tuning_course.normal is 'Its normal value.';
comment on column farm.tuning_course.low is 'The least value that may be tried.';
comment on column farm.tuning_course.high is 'The greatest value that may be tried.';
comment on column farm.tuning_course.start is 'The value that the search began with.';
comment on column farm.tuning_course.last_game is
	'The number of the step''s last game in the tournament.';
comment on column farm.tuning_course.theta is
	'The value of the setting before the step, not rounded to an integer.';
comment on column farm.tuning_course.plus is 'The value that the side plus played with.';
comment on column farm.tuning_course.minus is 'The value that the side minus played with.';
comment on column farm.tuning_course.plus_share is
	'The gain of the side plus, in percent of all points by the score''s shares; null: not '
	'all games of the step are finished.';
comment on column farm.tuning_course.minus_share is 'The gain of the side minus, in the same way.';
comment on column farm.tuning_course.gradient is
	'The difference of the shares, divided by the difference of the values; null if '
	'plus_share is null.';
comment on column farm.tuning_course.moved_to is
	'The value of the setting after the step, not rounded to an integer; null if plus_share '
	'is null.';
comment on column farm.tuning_course.found is
	'The value found up to this step; null if plus_share is null. See '
	'farm.tuning_progress.found.';
comment on column farm.tuning_course.made_at is 'When the step was created.';
comment on column farm.tuning_course.ended_at is
	'When its results were stored; null if plus_share is null.';
