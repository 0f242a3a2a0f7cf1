-- Boards by time and stage, beside the thesis (table 9).
--
--   build/aresctl query thesis/table_9 [TOURNAMENT]
--   build/aresctl psql -v t=NAME -v width= -f sql/thesis/table_9.sql
--
--   width=0.001..1000000000   nanoseconds in a bin; empty: our median is where the thesis's mean is
--
-- Without a name it is about the latest tournament. The time is per unit; figure 16 shows the same.
-- The thesis's bins are 0.05 ms wide. The columns named ± are halves of 95 % intervals with the
-- game as the unit. The last row has all boards that take longer.
select 'Boards by resolution time per unit and conclusive stage, in %, beside the thesis '
       || '(table 9, figure 16): '
       || farm.question_subject('tournament', :'t')
\g (tuples_only=on format=unaligned)
with bin as (
	select coalesce(nullif(:'width', '')::numeric,
	                round((0.05 / o.ms_an_order * r.median_ns / r.average_orders)::numeric,
	                      1), 1) as width
	from farm.thesis_table_2 o
	left join farm.resolution r on r.tournament = :'t' and r.stage is null
	where o.stage is null),
board as (
	select b.game_id, b.stage, least(23, floor(b.ns::float8 / b.orders / width))::int as bin
	from (select s.game_id, unnest(s.stages) as stage, unnest(s.resolve_ns) as ns,
	             unnest(s.order_counts) as orders
	      from farm.tournaments t cross join lateral farm.summaries_of(t.id) s
	      where t.name = :'t') b
	cross join bin
	where b.orders > 0),
cell as (select bin, stage, game_id, count(*)::float8 as boards from board
         group by bin, stage, game_id),
played as (select game_id, sum(boards) as played from cell group by game_id),
total as (select sum(played) as played, sum(played ^ 2) as squares, count(*) as games from played),
ours as (
	-- games without such a board count only in total
	select bin, stage, 100 * sum(boards) / t.played as percent,
	       100 * farm.ratio95(sum(boards), t.played, sum(boards ^ 2), sum(boards * p.played),
	                          t.squares, t.games) as half
	from cell join played p using (game_id) cross join total t
	group by bin, stage, t.played, t.squares, t.games),
thesis as (
	select (from_ms / 0.05)::int as bin, 100.0 * conditioning / boards as conditioning,
	       100.0 * substitution / boards as substitution,
	       100.0 * supposition / boards as supposition
	from farm.thesis_table_9, (select boards from farm.thesis_table_2 where stage is null) b)
select round(n * 0.05, 2)
       || case when n < 23 then ' - ' || round(n * 0.05 + 0.05, 2) else ' -' end as "thesis ms",
       round(n * width, 1) || case when n < 23 then ' - ' || round((n + 1) * width, 1)
                                   else ' -' end as ns,
       coalesce(round(max(percent) filter (where stage = 1)::numeric, 2), 0) as conditioning,
       round(max(half) filter (where stage = 1)::numeric, 2) as "±",
       round(coalesce(t.conditioning, 0), 2) as thesis,
       coalesce(round(max(percent) filter (where stage = 2)::numeric, 2), 0) as substitution,
       round(max(half) filter (where stage = 2)::numeric, 2) as "±",
       round(coalesce(t.substitution, 0), 2) as thesis,
       coalesce(round(max(percent) filter (where stage = 3)::numeric, 2), 0) as supposition,
       round(max(half) filter (where stage = 3)::numeric, 2) as "±",
       round(coalesce(t.supposition, 0), 2) as thesis
from generate_series(0, 23) n cross join bin left join ours o on o.bin = n
    left join thesis t on t.bin = n
group by n, width, t.conditioning, t.substitution, t.supposition order by n;
