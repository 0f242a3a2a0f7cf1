-- summaries: summaries of finished games (schema/tables/summaries.sql), and substitutes for missing
-- ones.

-- Stores the summaries of finished games; claim is the place of its game. A game that already has
-- one, or no longer exists, is skipped.
create or replace function farm.summaries_put(games bigint[], summaries farm.written_summary[])
returns void
language sql as $$
	with held as (
		select g.id, g.tournament_id from farm.games g
		where g.id = any (games) and g.state = 'finished' order by g.id for key share)
	insert into farm.summaries
	select g.tournament_id, g.id, s.resolve_ns, s.stages, s.order_counts, s.decisions, s.think_ns,
	       s.longest_ns, s.foresaw, s.foresaw_ns, s.forecasts, s.conditioning, s.substitution,
	       s.supposition, s.paradox, s.forecast_ns, s.capped, s.alive, s.centres, s.events
	from unnest(summaries) s join held g on g.id = games[s.claim]
	on conflict do nothing;
$$;

create or replace function farm.clipped(total numeric) returns bigint
language sql immutable parallel safe
	return greatest(-9223372036854775808, least(9223372036854775807, coalesce(total, 0)))::bigint;
comment on function farm.clipped is 'A sum as a bigint; 0 if null. A sum that overflows is capped.';

-- The boards of a tournament's games without a summary: they are not finished, or finished under an
-- older version. The settings make it loops over indexes, whatever the statistics say; see
-- farm.boards_of.
create or replace function farm.boards_unsummed(tournament int)
returns setof farm.boards language plpgsql stable parallel safe rows 100
set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = off
set enable_mergejoin = off set jit = off
as $$
begin
	return query
	select b.*
	from (select g.id from farm.games g
	      where g.tournament_id = boards_unsummed.tournament
	        and not exists (select from farm.summaries s
	                        where s.tournament_id = boards_unsummed.tournament and s.game_id = g.id)
	      offset 0) g
	join farm.boards b on b.tournament_id = boards_unsummed.tournament and b.game_id = g.id;
end $$;
comment on function farm.boards_unsummed is
	'The boards of a tournament''s games that have no summary.';

create or replace function farm.boards_at(tournament int, phase smallint)
returns setof farm.boards language plpgsql stable parallel safe rows 1000
set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = off
set enable_mergejoin = off set jit = off
as $$
begin
	return query
	select b.*
	from (select g.id from farm.games g where g.tournament_id = boards_at.tournament offset 0) g
	join farm.boards b on b.tournament_id = boards_at.tournament and b.game_id = g.id
	    and b.phase = boards_at.phase;
end $$;
comment on function farm.boards_at is 'The boards of a tournament in one phase, game by game.';

-- Stages and times of forecasts are null if there were none.
create or replace function farm.decisions_of(units smallint[], think_ns bigint[], forecasts int[],
                                             forecast_stages int[], forecast_ns bigint[],
                                             capped smallint)
returns table (power int, think_ns bigint, forecasts int, conditioning int, substitution int,
               supposition int, paradox int, forecast_ns bigint, capped boolean)
language sql immutable parallel safe rows 7 as $$
	select d.power, d.think_ns, d.forecasts, decisions_of.forecast_stages[d.base + 1],
	       decisions_of.forecast_stages[d.base + 2], decisions_of.forecast_stages[d.base + 3],
	       decisions_of.forecast_stages[d.base + 4], decisions_of.forecast_ns[d.base / 4 + 1],
	       decisions_of.capped >> d.power & 1 = 1
	from (select (place - 1)::int as power, e.think_ns, e.forecasts,
	             case when e.forecasts > 0
	                  then 4 * (count(*) filter (where e.forecasts > 0) over (order by place) - 1)
	             end::int as base
	      from unnest(decisions_of.think_ns, decisions_of.forecasts)
	          with ordinality e (think_ns, forecasts, place)) d
	where exists (select from unnest(decisions_of.units) unit
	              where farm.unit_power(unit) = d.power);
$$;
comment on function farm.decisions_of is
	'The decisions of a movement phase: one row for each power that has a unit.';

-- The summaries of a tournament's games. For a game without one it makes one from its boards,
-- without centres and events. So a question gives the same counts with and without stored
-- summaries, and includes the boards of unfinished games.
create or replace function farm.summaries_of(tournament int) returns setof farm.summaries
language sql stable parallel safe rows 1000 as $$
	select * from farm.summaries s where s.tournament_id = summaries_of.tournament
	union all
	(with board as materialized (
		select b.*, b.orders is not null and farm.phase_is_move(b.phase) as moves,
		       cardinality(m.powers) as powers
		from farm.tournaments t join farm.maps m on m.id = t.map_id
		cross join lateral farm.boards_unsummed(t.id) b
		where t.id = summaries_of.tournament),
	decision as (
		select b.game_id, d.*
		from board b, farm.decisions_of(b.units, b.think_ns, b.forecasts, b.forecast_stages,
		                                b.forecast_ns, b.capped) d where b.moves),
	seat as (
		select game_id, power, count(*) as decisions, sum(think_ns) as think_ns,
		       max(think_ns) as longest_ns, count(*) filter (where foresaw) as foresaw,
		       sum(think_ns) filter (where foresaw) as foresaw_ns,
		       sum(forecasts) filter (where foresaw) as forecasts,
		       sum(conditioning) as conditioning, sum(substitution) as substitution,
		       sum(supposition) as supposition, sum(paradox) as paradox,
		       sum(forecast_ns) as forecast_ns,
		       count(*) filter (where foresaw and capped) as capped
		from decision cross join lateral (select forecast_ns is not null as foresaw) f
		group by game_id, power),
	year as (
		select game_id, year, (select coalesce(bit_or(1 << power), 0)
		                       from unnest(units) u, farm.unit_power(u) power
		                       where power < powers) as alive
		from (select distinct on (game_id, year) * from board, farm.phase_year(phase) year
		      where orders is not null order by game_id, year, phase) first)
	select summaries_of.tournament, m.game_id, coalesce(m.resolve_ns, '{}'),
	       coalesce(m.stages, '{}'), coalesce(m.order_counts, '{}'), s.decisions, s.think_ns,
	       s.longest_ns, s.foresaw, s.foresaw_ns, s.forecasts, s.conditioning, s.substitution,
	       s.supposition, s.paradox, s.forecast_ns, s.capped, coalesce(y.alive, '{}'),
	       null::bytea, null::int[]
	from (select game_id, powers,
	             array_agg(resolve_ns order by phase) filter (where moves) as resolve_ns,
	             array_agg(resolve_stage order by phase) filter (where moves) as stages,
	             array_agg(order_count order by phase) filter (where moves) as order_counts
	      from board group by game_id, powers) m
	join (select game_id, array_agg(coalesce(decisions, 0)::int order by power) as decisions,
	             array_agg(farm.clipped(think_ns) order by power) as think_ns,
	             array_agg(coalesce(longest_ns, 0)::bigint order by power) as longest_ns,
	             array_agg(coalesce(foresaw, 0)::int order by power) as foresaw,
	             array_agg(farm.clipped(foresaw_ns) order by power) as foresaw_ns,
	             array_agg(farm.clipped(forecasts) order by power) as forecasts,
	             array_agg(farm.clipped(conditioning) order by power) as conditioning,
	             array_agg(farm.clipped(substitution) order by power) as substitution,
	             array_agg(farm.clipped(supposition) order by power) as supposition,
	             array_agg(farm.clipped(paradox) order by power) as paradox,
	             array_agg(farm.clipped(forecast_ns) order by power) as forecast_ns,
	             array_agg(coalesce(capped, 0)::int order by power) as capped
	      from (select distinct game_id, powers from board) g
	      cross join lateral generate_series(0, g.powers - 1) power
	      left join seat using (game_id, power)
	      group by game_id) s using (game_id)
	left join (select game_id, array_agg(alive::smallint order by year) as alive
	           from year group by game_id) y using (game_id));
$$;
comment on function farm.summaries_of is
	'The summaries of a tournament''s games. A missing summary is computed from the game''s '
	'boards.';

-- The resolutions of a tournament's movement phases: how many had this conclusive stage, this time
-- and this number of orders. These are few rows, from which questions compute means, medians and
-- histograms.
create or replace function farm.resolutions(tournament int)
returns table (stage smallint, ns int, orders smallint, boards bigint)
language sql stable parallel safe rows 10000 as $$
	select stage, ns, orders, count(*)
	from (select unnest(s.stages) as stage, unnest(s.resolve_ns) as ns,
	             unnest(s.order_counts) as orders
	      from farm.summaries_of(resolutions.tournament) s) b
	group by stage, ns, orders;
$$;
comment on function farm.resolutions is
	'The number of a tournament''s resolutions by conclusive stage, time and number of orders.';
