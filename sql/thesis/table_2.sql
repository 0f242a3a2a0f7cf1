-- Time of the judge, by stage, beside the thesis (table 2).
--
--   build/aresctl query thesis/table_2 [TOURNAMENT]
--   build/aresctl psql -v t=NAME -f sql/thesis/table_2.sql
--
-- Without a name it is about the latest tournament. The columns named ± are halves of 95 % intervals with the
-- game as the unit. During a few resolutions the worker waits for a processor. They change the mean much, but not the median.
\set ON_ERROR_STOP on
\ir ../tournament.psql
\echo Time of the judge, by conclusive stage, beside the thesis (table 2): :heading
with board as (
	select b.game_id, b.resolve_stage, b.resolve_ns::float8 as ns, b.order_count::float8 as orders
	from farm.boards b join farm.tournaments t on t.id = b.tournament_id
	where t.name = :'t' and b.orders is not null and farm.phase_is_move(b.phase)),
game as (
	-- every game for every stage, also games that never reached it
	select s.conclusive_stage, b.game_id, count(*)::float8 as played, count(*) filter (where own)::float8 as boards,
	       coalesce(sum(ns) filter (where own), 0) as ns, coalesce(sum(orders) filter (where own), 0) as orders
	from board b
	cross join farm.thesis_table_2 s
	cross join lateral (select s.stage is null or s.stage = b.resolve_stage as own) own
	group by s.conclusive_stage, b.game_id),
ours as (
	select conclusive_stage, sum(boards) as boards, sum(boards) / sum(played) as share,
	       farm.ratio95(sum(boards), sum(played), sum(boards ^ 2), sum(boards * played), sum(played ^ 2),
	                    count(*)) as share95,
	       sum(ns) / nullif(sum(boards), 0) as ns,
	       farm.ratio95(sum(ns), nullif(sum(boards), 0), sum(ns ^ 2), sum(ns * boards), sum(boards ^ 2),
	                    count(*)) as ns95,
	       sum(orders) / nullif(sum(boards), 0) as orders
	from game group by conclusive_stage),
median as (
	select s.conclusive_stage, percentile_cont(0.5) within group (order by b.ns) as ns,
	       percentile_cont(0.5) within group (order by b.ns / nullif(b.orders, 0)) as ns_an_order
	from board b join farm.thesis_table_2 s on s.stage is null or s.stage = b.resolve_stage group by s.conclusive_stage)
select conclusive_stage, o.boards, round(100 * share::numeric, 1) as "%", round(100 * share95::numeric, 1) as "±",
       round(100.0 * t.boards / sum(t.boards) filter (where t.stage is not null) over (), 1) as "thesis %",
       round(o.ns::numeric) as ns, round(ns95::numeric) as "±", round(m.ns::numeric) as "median ns",
       average_ms as "thesis ms",
       round(o.orders::numeric, 1) as orders, average_orders as "thesis orders",
       round((o.ns / o.orders)::numeric, 1) as "ns an order", round(m.ns_an_order::numeric, 1) as "median",
       ms_an_order as "thesis ms an order"
from farm.thesis_table_2 t
left join ours o using (conclusive_stage)
left join median m using (conclusive_stage)
order by t.stage nulls last;
