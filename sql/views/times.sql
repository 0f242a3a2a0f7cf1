-- times: the times of judge and players, and the events of games. Questions about whole tournaments
-- read the summaries of games (schema/functions/summaries.sql) and not their boards.

-- Table 2 of the thesis. stage (lib/judges/judge.h) null: any stage.
create view farm.resolution as
select t.name as tournament, r.stage,
       coalesce(farm.stage_name(r.stage), 'any stage') as conclusive_stage, r.boards,
       round(100.0 * r.boards / max(r.boards) over (partition by t.id, t.name), 1) as percent,
       round(r.ns / r.boards) as average_ns,
       round((r.low + 0.5 * (r.high - r.low))::float8) as median_ns,
       round(r.orders / r.boards, 1) as average_orders,
       round(r.ns / r.boards / nullif(r.orders / r.boards, 0), 2) as ns_an_order
from farm.tournaments t
cross join lateral (
	-- the median is the mean of the resolutions (n + 1) / 2 and n / 2 + 1 of n, by time
	select stage, sum(boards)::bigint as boards, sum(ns::numeric * boards) as ns,
	       sum(orders) as orders, min(ns) filter (where upto >= (n + 1) / 2) as low,
	       min(ns) filter (where upto >= n / 2 + 1) as high
	from (select stage, ns, boards, orders,
	             (sum(boards) over (partition by stage order by ns))::bigint as upto,
	             (sum(boards) over (partition by stage))::bigint as n
	      from (select stage, ns, sum(boards) as boards, sum(orders * boards) as orders
	            from farm.resolutions(t.id)
	            group by grouping sets ((stage, ns), (ns))) c) d
	group by stage) r
where not t.dropped;

comment on view farm.resolution is 'The time of the judge in movement phases, by conclusive stage.';
comment on column farm.resolution.stage is
	'The last stage that the judge needed: see boards.resolve_stage; null: any stage.';
comment on column farm.resolution.conclusive_stage is 'The name of that stage.';
comment on column farm.resolution.boards is 'How many boards needed it.';
comment on column farm.resolution.percent is 'The same, in percent of all boards.';
comment on column farm.resolution.average_ns is 'The average time of the judge, in nanoseconds.';
comment on column farm.resolution.median_ns is 'The median time of the judge, in nanoseconds.';
comment on column farm.resolution.average_orders is 'How many orders a board had, on average.';
comment on column farm.resolution.ns_an_order is
	'The average time of the judge per order, in nanoseconds.';

create view farm.decisions as
select t.name as tournament, g.id as game, b.phase, m.powers[1 + d.power] as power,
       u.label as player, u.settings,
       d.think_ns, d.forecasts, d.conditioning, d.substitution, d.supposition, d.paradox,
       d.forecast_ns, d.capped
from farm.games g
join farm.tournaments t on t.id = g.tournament_id and not t.dropped
join farm.maps m on m.id = t.map_id
cross join lateral farm.boards_of(g.tournament_id, g.id) b
cross join lateral farm.decisions_of(b.units, b.think_ns, b.forecasts, b.forecast_stages,
                                     b.forecast_ns, b.capped) d
join farm.seats s on s.game_id = g.id and s.power = d.power
join farm.users u on u.id = s.user_id
where farm.phase_is_move(b.phase);

comment on view farm.decisions is
	'The time of each power''s decision in each movement phase. The columns of stages and '
	'times are null if there were no forecasts.';
comment on column farm.decisions.settings is 'The player''s settings.';
comment on column farm.decisions.think_ns is 'Nanoseconds that the player took.';
comment on column farm.decisions.forecasts is 'How many resolutions it forecast.';
comment on column farm.decisions.conditioning is 'Forecasts that the stage conditioning concluded.';
comment on column farm.decisions.substitution is 'Forecasts that the stage substitution concluded.';
comment on column farm.decisions.supposition is 'Forecasts that the stage supposition concluded.';
comment on column farm.decisions.paradox is 'Forecasts that the stage paradox concluded.';
comment on column farm.decisions.forecast_ns is
	'Nanoseconds of all its forecasts, extrapolated from those that were timed: ares times '
	'one in 17.';
comment on column farm.decisions.capped is 'Whether the player reached a limit on its effort.';

create or replace function farm.first_decisions(tournament text)
returns table (game bigint, phase smallint, power text, player text, settings jsonb,
               think_ns bigint, forecasts int,
               conditioning int, substitution int, supposition int, paradox int, forecast_ns bigint,
               capped boolean)
language sql stable set enable_nestloop = off set jit = off as $$
	select b.game_id, b.phase, m.powers[1 + d.power], u.label, u.settings, d.think_ns, d.forecasts,
	       d.conditioning, d.substitution, d.supposition, d.paradox, d.forecast_ns, d.capped
	from farm.tournaments t
	join farm.maps m on m.id = t.map_id
	cross join lateral farm.boards_at(t.id, coalesce(t.start_phase, 0::smallint)) b
	cross join lateral farm.decisions_of(b.units, b.think_ns, b.forecasts, b.forecast_stages,
	                                     b.forecast_ns, b.capped) d
	join farm.seats s on s.game_id = b.game_id and s.power = d.power
	join farm.users u on u.id = s.user_id
	where t.name = first_decisions.tournament and farm.phase_is_move(b.phase);
$$;
comment on function farm.first_decisions is
	'The decisions of a tournament''s first phase, in the shape of farm.decisions.';

create view farm.efforts as
select t.name as tournament, e.game_id as game, m.powers[1 + e.power] as power, u.label as player,
       e.decisions, e.think_ns,
       e.longest_ns, e.foresaw, e.foresaw_ns, e.forecasts, e.conditioning, e.substitution,
       e.supposition, e.paradox, e.forecast_ns, e.capped
from farm.tournaments t
join farm.maps m on m.id = t.map_id
cross join lateral (
	-- in the select list, not in "from", so that all arrays of a game are unnested in parallel
	select game_id, generate_series(0, cardinality(decisions) - 1) as power,
	       unnest(decisions) as decisions, unnest(think_ns) as think_ns,
	       unnest(longest_ns) as longest_ns, unnest(foresaw) as foresaw,
	       unnest(foresaw_ns) as foresaw_ns, unnest(forecasts) as forecasts,
	       unnest(conditioning) as conditioning,
	       unnest(substitution) as substitution, unnest(supposition) as supposition,
	       unnest(paradox) as paradox, unnest(forecast_ns) as forecast_ns, unnest(capped) as capped
	from farm.summaries_of(t.id)) e
join farm.seats s on s.game_id = e.game_id and s.power = e.power
join farm.users u on u.id = s.user_id
where not t.dropped and e.decisions > 0;

comment on view farm.efforts is
	'The total time of each seat''s decisions in movement phases. It reads summaries, not '
	'boards.';
comment on column farm.efforts.decisions is 'In how many movement phases it had a unit.';
comment on column farm.efforts.think_ns is 'Nanoseconds that the player took for them.';
comment on column farm.efforts.longest_ns is 'Nanoseconds of the longest one.';
comment on column farm.efforts.foresaw is
	'How many decisions had forecasts; all columns after it are about these decisions.';
comment on column farm.efforts.foresaw_ns is 'Nanoseconds that the player took for these.';
comment on column farm.efforts.forecasts is 'How many resolutions it forecast.';
comment on column farm.efforts.conditioning is 'Forecasts that the stage conditioning concluded.';
comment on column farm.efforts.substitution is 'Forecasts that the stage substitution concluded.';
comment on column farm.efforts.supposition is 'Forecasts that the stage supposition concluded.';
comment on column farm.efforts.paradox is 'Forecasts that the stage paradox concluded.';
comment on column farm.efforts.forecast_ns is
	'Nanoseconds of all forecasts, extrapolated from those that were timed.';
comment on column farm.efforts.capped is
	'In how many of them the player reached a limit on its effort.';

create view farm.incidents as
select t.name as tournament, g.id as game, g.number, g.phases, s.moves, s.resolve_ns, s.think_ns,
       s.longest_ns, e.events[1] as bounced, e.events[2] as cut, e.events[3] as void,
       e.events[4] as dislodged, e.events[5] as convoyed, e.events[6] as retreated,
       e.events[7] as built, e.events[8] as removed, e.events[9] as leads,
       e.events[10] as standstill
from farm.games g
join farm.tournaments t on t.id = g.tournament_id and not t.dropped
left join farm.summaries e on e.tournament_id = t.id and e.game_id = g.id
left join lateral (
	select cardinality(e.stages) as moves,
	       (select sum(ns) from unnest(e.resolve_ns) ns) as resolve_ns,
	       (select farm.clipped(sum(ns)) from unnest(e.think_ns) ns) as think_ns,
	       (select max(ns) from unnest(e.longest_ns) ns) as longest_ns) s on e.game_id is not null
where g.state = 'finished';

comment on view farm.incidents is
	'The events of each finished game, to find unusual and slow games. The columns from moves '
	'on are null if aresctl init has not summarised the game yet.';
comment on column farm.incidents.phases is 'How many phases were played.';
comment on column farm.incidents.moves is 'How many of them were movement phases.';
comment on column farm.incidents.resolve_ns is 'Nanoseconds that the judge took in these.';
comment on column farm.incidents.think_ns is 'Nanoseconds that all players took in these.';
comment on column farm.incidents.longest_ns is 'Nanoseconds of the longest decision.';
comment on column farm.incidents.bounced is 'Moves that bounced.';
comment on column farm.incidents.cut is 'Supports that were cut.';
comment on column farm.incidents.void is 'Supports and convoys that matched no order given.';
comment on column farm.incidents.dislodged is 'Units that were dislodged.';
comment on column farm.incidents.convoyed is 'Convoys that succeeded.';
comment on column farm.incidents.retreated is 'Retreats that succeeded.';
comment on column farm.incidents.built is 'Ordered builds that succeeded, without random ones.';
comment on column farm.incidents.removed is 'Ordered removals that succeeded, without random ones.';
comment on column farm.incidents.leads is 'How often a year began with a new leading power.';
comment on column farm.incidents.standstill is
	'Years in the longest run in which no centre changed hands.';

-- Table 9 of the thesis. The last bin is open.
create or replace function farm.histogram(tournament text, width int default 2, bins int default 25)
returns table (from_ns int, to_ns int, conditioning bigint, substitution bigint, supposition bigint,
               paradox bigint)
language sql stable as $$
	select bin * width, case when bin < bins - 1 then (bin + 1) * width end,
	       coalesce(sum(boards) filter (where stage = 1), 0)::bigint,
	       coalesce(sum(boards) filter (where stage = 2), 0)::bigint,
	       coalesce(sum(boards) filter (where stage = 3), 0)::bigint,
	       coalesce(sum(boards) filter (where stage = 4), 0)::bigint
	from (select r.stage, r.boards, least(bins - 1, r.ns / r.orders / width) as bin
	      from farm.tournaments t cross join lateral farm.resolutions(t.id) r
	      where t.name = tournament and r.orders > 0) resolution
	group by bin order by bin;
$$;
comment on function farm.histogram is
	'Boards of a tournament by nanoseconds per unit, in bins of this width, by conclusive '
	'stage.';
