-- Time of the judge, by stage, beside the thesis (table 2).
--
--   build/aresctl query thesis/table_2 [TOURNAMENT]
--   build/aresctl psql -v t=NAME -f sql/thesis/table_2.sql
--
-- Without a name it is about the latest tournament. The columns named ± are halves of 95 %
-- intervals with the game as the unit. During a few resolutions the worker waits for a processor.
-- They change the mean a lot, but not the median.
select 'Time of the judge, by conclusive stage, beside the thesis (table 2): '
       || farm.question_subject('tournament', :'t')
\g (tuples_only=on format=unaligned)
with board as (
	select game_id, stage, count(*)::float8 as boards, sum(ns)::float8 as ns,
	       sum(orders)::float8 as orders
	from (select s.game_id, unnest(s.stages) as stage, unnest(s.resolve_ns) as ns,
	             unnest(s.order_counts) as orders
	      from farm.tournaments t cross join lateral farm.summaries_of(t.id) s
	      where t.name = :'t') b
	group by game_id, stage),
game as (
	-- every game for every stage, also games that never reached it
	select s.conclusive_stage, b.game_id, sum(b.boards) as played,
	       coalesce(sum(b.boards) filter (where own), 0) as boards,
	       coalesce(sum(ns) filter (where own), 0) as ns,
	       coalesce(sum(orders) filter (where own), 0) as orders
	from board b
	cross join farm.thesis_table_2 s
	cross join lateral (select s.stage is null or s.stage = b.stage as own) own
	group by s.conclusive_stage, b.game_id),
ours as (
	select conclusive_stage, sum(boards) as boards, sum(boards) / sum(played) as share,
	       farm.ratio95(sum(boards), sum(played), sum(boards ^ 2), sum(boards * played),
	                    sum(played ^ 2), count(*)) as share95,
	       sum(ns) / nullif(sum(boards), 0) as ns,
	       farm.ratio95(sum(ns), nullif(sum(boards), 0), sum(ns ^ 2), sum(ns * boards),
	                    sum(boards ^ 2), count(*)) as ns95,
	       sum(orders) / nullif(sum(boards), 0) as orders
	from game group by conclusive_stage),
median as (
	-- the mean of the resolutions (n + 1) / 2 and n / 2 + 1 of n, by time and by time per order
	select conclusive_stage,
	       (min(ns) filter (where upto >= (n + 1) / 2)
	        + min(ns) filter (where upto >= n / 2 + 1)) / 2 as ns,
	       (min(x) filter (where xupto >= (xn + 1) / 2) + min(x) filter (where xupto >= xn / 2 + 1))
	       / 2 as ns_an_order
	from (select conclusive_stage, ns, x,
	             (sum(boards) over (partition by conclusive_stage order by ns))::bigint as upto,
	             (sum(boards) over (partition by conclusive_stage))::bigint as n,
	             (sum(timed) over (partition by conclusive_stage order by x))::bigint as xupto,
	             (sum(timed) over (partition by conclusive_stage))::bigint as xn
	      from (select s.conclusive_stage, r.ns::float8 as ns,
	                   r.ns::float8 / nullif(r.orders, 0) as x, r.boards,
	                   case when r.orders > 0 then r.boards else 0 end as timed
	            from farm.tournaments t cross join lateral farm.resolutions(t.id) r
	            join farm.thesis_table_2 s on s.stage is null or s.stage = r.stage
	            where t.name = :'t') r) w
	group by conclusive_stage)
select conclusive_stage, o.boards, round(100 * share::numeric, 1) as "%",
       round(100 * share95::numeric, 1) as "±",
       round(100.0 * t.boards / sum(t.boards) filter (where t.stage is not null) over (),
             1) as "thesis %",
       round(o.ns::numeric) as ns, round(ns95::numeric) as "±", round(m.ns::numeric) as "median ns",
       average_ms as "thesis ms",
       round(o.orders::numeric, 1) as orders, average_orders as "thesis orders",
       round((o.ns / o.orders)::numeric, 1) as "ns an order",
       round(m.ns_an_order::numeric, 1) as "median", ms_an_order as "thesis ms an order"
from farm.thesis_table_2 t
left join ours o using (conclusive_stage)
left join median m using (conclusive_stage)
order by t.stage nulls last;
