-- progress: the progress of tournaments, early stops, awaited players, and shared knowledge.

create or replace function farm.bounded(total numeric) returns bigint
language sql immutable parallel safe
	return greatest(-1e15, least(1e15, coalesce(total, 0)))::bigint;
comment on function farm.bounded is
	'A sum as a bigint; 0 if null. An absurdly large sum is capped.';

-- The progress of a tournament. The numbers come from tallies, claims and the index of quarantined
-- games, so finished and pending games need not be counted: offset 0 makes the plan begin with the
-- claims.
create view farm.progress as
select t.name as tournament, t.games,
       t.games - f.finished - coalesce(c.claimed, 0) - a.waiting - a.quarantined - a.cancelled
           as pending,
       coalesce(c.claimed, 0) as claimed, a.waiting, f.finished, a.quarantined, a.cancelled,
       f.phases
from farm.tournaments t
cross join lateral (
	select farm.bounded(sum(finished)) as finished, farm.bounded(sum(phases)) as phases
	from farm.tallies where tournament_id = t.id) f
left join (
	select g.tournament_id, count(*) as claimed
	from farm.workers w cross join lateral unnest(w.claims) i (id)
	cross join lateral (
		select g.tournament_id from farm.games g
		where g.id = i.id and g.state = 'claimed' and g.worker_id = w.id offset 0) g
	where w.claims <> '{}' group by g.tournament_id) c on c.tournament_id = t.id
cross join lateral (
	select count(*) filter (where aside = 'waiting') as waiting,
	       count(*) filter (where aside = 'quarantined') as quarantined,
	       count(*) filter (where aside = 'cancelled') as cancelled
	from farm.games g where g.tournament_id = t.id and g.aside is not null) a
where not t.dropped;

comment on view farm.progress is
	'The progress of each tournament: how many games are in which state.';
comment on column farm.progress.games is 'All its games.';
comment on column farm.progress.pending is 'Games that no worker has claimed yet.';
comment on column farm.progress.claimed is 'Games that a worker is playing.';
comment on column farm.progress.waiting is 'Games that wait for an external player.';
comment on column farm.progress.finished is 'Games that are finished.';
comment on column farm.progress.quarantined is 'Games that were quarantined.';
comment on column farm.progress.cancelled is 'Games that were cancelled.';
comment on column farm.progress.phases is 'Phases of the finished games.';

create view farm.counted as
select t.name as tournament, t.id as tournament_id, p.games, p.finished, p.quarantined as aside,
       p.pending + p.claimed + p.waiting as unfinished, c.cancelled, f.faulted, f.by_fault,
       w.by_fault_said
from farm.progress p
join farm.tournaments t on t.name = p.tournament
left join farm.stops s on s.tournament_id = t.id
cross join lateral (
	select greatest(0, p.cancelled - coalesce(p.games - s.last_game, 0)) as cancelled) c
cross join lateral (
	select coalesce(sum(n.faulted), 0)::bigint as faulted, coalesce(sum(n.by_fault), 0) as by_fault
	from farm.standings n
	where n.tournament = t.name
	  and exists (select from farm.faults x where x.tournament_id = t.id)) f
cross join lateral (
	select case when f.faulted > 0 then format(
	           'bots of %s seat%s made faults; %s points of others come from these games',
	           f.faulted,
	           case f.faulted when 1 then '' else 's' end, f.by_fault) end as by_fault_said) w;

comment on view farm.counted is
	'The games of a tournament by outcome, and the effects of faults of bots.';
comment on column farm.counted.games is 'All its games.';
comment on column farm.counted.finished is 'Its finished games, which count.';
comment on column farm.counted.aside is 'Its games that are quarantined.';
comment on column farm.counted.unfinished is 'Its games that are pending, claimed or waiting.';
comment on column farm.counted.cancelled is
	'Its cancelled games, without those after the last one that counts (stops.last_game).';
comment on column farm.counted.faulted is 'Seats whose bots made faults in finished games.';
comment on column farm.counted.by_fault is
	'Points from finished games in which seats of other players made faults.';
comment on column farm.counted.by_fault_said is
	'The effects of faults, in words; null: no bot made a fault.';

-- The estimate is farm.stop_estimate's, the expected games are Wald's.
create view farm.stopping as
select t.name as tournament, s.rule, s.score, u.label as player, s.blocks * t.block as judged,
       t.games, s.least_blocks * t.block as least, s.verdict, s.last_game,
       round((100 * s.shares / nullif(s.blocks, 0))::numeric, 1) as share,
       round((100 * s.expected / nullif(s.blocks, 0))::numeric, 1) as fair,
       round((100 * i.low)::numeric, 1) as low, round((100 * i.high)::numeric, 1) as high,
       round((100 * (s.expected / nullif(s.blocks, 0) + farm.stop_estimate(s)))::numeric,
             1) as estimate,
       case when s.verdict is null then (
           select case when g.state in ('quarantined', 'cancelled') then g.number end
           from farm.games g
           where g.tournament_id = t.id and g.number > s.blocks * t.block and g.state <> 'finished'
           order by g.number limit 1) end as held_up_by,
       case when s.alpha is not null
            then round(((abs(s.shares - s.expected) - s.blocks * s.margin / 2) * s.margin
                        / v.variance)::numeric, 2) end as evidence,
       round(b.finds::numeric, 2) as finds, round(b.refuses::numeric, 2) as refuses,
       (t.block * ceil(((1 - s.beta) * b.finds + s.beta * b.refuses) * 2 * v.variance
                       / s.margin ^ 2))::bigint as expected
from farm.stops s
join farm.tournaments t on t.id = s.tournament_id and not t.dropped
join farm.users u on u.id = s.user_id
cross join lateral farm.share95(s.blocks, s.shares, s.squares, 0.5) i
left join lateral farm.stop_bounds(s.alpha, s.beta) b on s.alpha is not null
cross join lateral farm.stop_variance(s.blocks, s.shares, s.squares) v (variance);

comment on view farm.stopping is
	'Tournaments that stop when enough is known (--until), and how far they have been judged.';
comment on column farm.stopping.rule is 'The rule: "2%" or "sprt(2%)".';
comment on column farm.stopping.score is 'The score that is judged: see farm.scores.';
comment on column farm.stopping.player is 'The player whose share is judged: the first of --seats.';
comment on column farm.stopping.judged is
	'The number of judged games: the first ones, without a gap.';
comment on column farm.stopping.games is 'All games of the tournament.';
comment on column farm.stopping.least is 'The least number of games before a verdict.';
comment on column farm.stopping.verdict is
	'known, better, worse, same, or all played; null: none yet.';
comment on column farm.stopping.last_game is
	'The last game that counts; those after it are cancelled.';
comment on column farm.stopping.share is 'The player''s share in the judged games, in percent.';
comment on column farm.stopping.fair is 'Its part of the seats, in percent.';
comment on column farm.stopping.low is
	'The lower end of the 95 % interval of share, as if the number of games had been fixed.';
comment on column farm.stopping.high is 'The upper end of that interval.';
comment on column farm.stopping.estimate is 'The share, corrected for stopping, in percent.';
comment on column farm.stopping.evidence is
	'For sprt: the larger log-likelihood ratio of a difference, up or down; null for other '
	'rules.';
comment on column farm.stopping.finds is 'The ratio at which a difference is found.';
comment on column farm.stopping.refuses is
	'If both ratios are at most this, there is no difference.';
comment on column farm.stopping.expected is
	'The average number of games of the test if the difference is exactly that of the rule.';
comment on column farm.stopping.held_up_by is
	'The first missing game, if it is quarantined or cancelled: no later game is judged.';

create view farm.stopping_told as
select tournament, format('until %s%s: ', rule, ' of ' || nullif(score, 'thesis')) || case
       when verdict = 'known'
       then format('known after game %s: %s has %s %%, from %s to %s', last_game, player,
                   share, low, high)
       when verdict in ('better', 'worse')
       then format('%s is %s than its %s %%, after game %s: %s %% as found, %s %% corrected for '
                   'stopping', player, verdict, fair,
                   last_game, share, estimate)
       when verdict = 'same'
       then format('no difference that matters, after game %s: %s has %s %% of a fair %s %%',
                   last_game, player, share, fair)
       when verdict = 'all played'
       then format('all games are played, and no verdict came: %s has %s %%', player,
                   coalesce(share::text, '?'))
       when judged = 0 then format('no game is judged yet; the least are %s', least)
       else format('no verdict in %s games: %s has %s %%, from %s to %s', judged, player,
                   share, low, high)
       end || coalesce('; game ' || held_up_by
                       || ' is quarantined, and no later one is judged', '') as said,
       case when evidence is not null
            then format('log-likelihood ratio %s, bounds %s and %s', evidence, refuses, finds)
                 || case when verdict is null
                         then format('; about %s games are expected if the share is exactly %s %% '
                                     'off the fair one', expected, substring(rule from '[0-9.]+'))
                         else '' end end as evidence
from farm.stopping;

comment on view farm.stopping_told is 'farm.stopping in words.';
comment on column farm.stopping_told.evidence is
	'The numbers of sprt in words; null for other rules.';
comment on column farm.stopping_told.said is 'What the rule has found so far.';

create view farm.awaited as
select t.name as tournament, g.id as game, g.number, m.powers[1 + w.power] as power,
       u.label as player, farm.phase_name(w.phase) as phase, w.due, w.asked_at,
       farm.clock_time(w.deadline, g.extra, g.stopped_at) as deadline
from farm.turns w
join farm.users u on u.id = w.user_id
join farm.games g on g.id = w.game_id and g.state = 'waiting' and g.asked = w.phase
join farm.tournaments t on t.id = g.tournament_id and not t.dropped
join farm.maps m on m.id = t.map_id
where not exists (
	select from farm.pending_orders o
	where o.game_id = w.game_id and o.power = w.power and o.phase = w.phase and o.ready)
  and not exists (
	select from farm.absences a
	where a.game_id = w.game_id and a.power = w.power and a.missed > 1
	  and t.substitute is not null);

comment on view farm.awaited is
	'The external players that games wait for: one row for each power that has not yet '
	'submitted all due orders.';
comment on column farm.awaited.asked_at is 'When the player was asked.';
comment on column farm.awaited.deadline is 'When the game continues without it; null: never.';

create view farm.overdue as
select count(*) as turns from farm.awaited where deadline < now();

comment on view farm.overdue is 'The number of late turns, for all readers: not whose they are.';
comment on column farm.overdue.turns is
	'Turns that games still wait for, although their deadline has passed.';

create view farm.open_phases as
select w.game_id as game, farm.phase_name(w.phase) as phase, 
       min(farm.clock_time(w.deadline, g.extra, g.stopped_at)) as deadline
from farm.turns w
join farm.games g on g.id = w.game_id and g.state = 'waiting' and g.asked = w.phase
group by w.game_id, w.phase;

comment on view farm.open_phases is
	'Games that wait for external players, for all readers: without the awaited players and '
	'without submitted orders.';
comment on column farm.open_phases.deadline is 'When the game continues without them; null: never.';

create view farm.played_orders as
select t.name as tournament, o.game_id as game, g.number, m.powers[1 + o.power] as power,
       farm.phase_name(o.phase) as phase, o.orders, o.problems, o.final, u.label as player,
       o.given_at, o.played_at
from farm.taken_orders o
join farm.games g on g.id = o.game_id
join farm.tournaments t on t.id = g.tournament_id and not t.dropped
join farm.maps m on m.id = t.map_id
left join farm.users u on u.id = o.given_by
where o.played_at is not null and o.orders is not null;

comment on view farm.played_orders is
	'The orders that external players submitted for played phases.';
comment on column farm.played_orders.orders is 'The orders, as text.';
comment on column farm.played_orders.problems is
	'Why each order was disregarded, parallel to orders; null: it counted.';
comment on column farm.played_orders.final is
	'Whether the player had said that no more orders would come.';
comment on column farm.played_orders.player is 'Who submitted them; null: unknown.';
comment on column farm.played_orders.given_at is 'When they were submitted.';
comment on column farm.played_orders.played_at is 'When the phase was played.';

create view farm.known as
select m.name as map, k.kind, count(*) as "values",
       sum(octet_length(k.key) + octet_length(k.value))::bigint as bytes,
       sum(k.uses)::bigint as uses, count(*) filter (where k.uses = 0) as unused
from farm.knowledge k join farm.maps m on m.id = k.map_id
group by m.name, k.kind;

comment on view farm.known is 'The values that players share, by map and kind.';
comment on column farm.known.map is 'The map.';
comment on column farm.known.kind is 'The kind of value.';
comment on column farm.known."values" is 'How many values there are.';
comment on column farm.known.bytes is 'Bytes of their keys and values.';
comment on column farm.known.uses is
	'How often workers have used them, at the least (knowledge.uses).';
comment on column farm.known.unused is 'Values for which no worker has reported a use.';
