-- Germany's openings that Ares plays most (thesis, table 5).
--
--   build/aresctl query thesis/table_5 [OPENINGS]
--   build/aresctl psql -v t=NAME -v most=10 -f sql/thesis/table_5.sql
--
--   most=1..1000   our first N (10)
--
-- Without a name it is about the latest tournament of aresctl experiment openings.
-- sql/thesis/table_11.sql says how to make the thesis's.
--
-- It has our N most frequent openings and the thesis's ten, with their shares here, in the thesis
-- and in literature: in % of the games, with 95 % intervals (Wilson's). rank: ours.
select 'The openings of Germany that Ares plays most (thesis, table 5): '
       || farm.question_subject('openings', :'t')
\g (tuples_only=on format=unaligned)
with played as (select orders, count(*) as n from farm.openings(:'t', 'GER') group by orders),
ranked as (select orders, n, rank() over (order by n desc) as rank,
                  sum(n) over ()::bigint as games from played),
thesis as (
	select array[ber, kie, mun] as orders, sum(games)::bigint as n,
	       sum(sum(games)) over ()::bigint as games
	from farm.thesis_table_11 group by ber, kie, mun),
named as (
	select array[ber, kie, mun] as orders, name, literature from farm.thesis_table_4
	union select array[ber, kie, mun], name, literature from farm.thesis_table_5)
select r.rank, coalesce(name, '(no name)') as name, orders[1] as ber, orders[2] as kie,
       orders[3] as mun, coalesce(literature, 0.0) as literature,
       round(100.0 * coalesce(t.n, 0) / g.thesis, 1) as thesis,
       round(100 * ti.low::numeric, 1) as low, round(100 * ti.high::numeric, 1) as high,
       round(100.0 * coalesce(r.n, 0) / nullif(g.ours, 0), 2) as ours,
       round(100 * oi.low::numeric, 2) as low, round(100 * oi.high::numeric, 2) as high
from (select orders from ranked where rank <= :'most'::int
      union select array[ber, kie, mun] from farm.thesis_table_5) o
cross join (select (select max(games) from ranked) as ours,
                   (select max(games) from thesis) as thesis) g
left join ranked r using (orders)
left join thesis t using (orders)
left join named using (orders)
cross join farm.wilson95(coalesce(t.n, 0), g.thesis) ti
cross join farm.wilson95(coalesce(r.n, 0), g.ours) oi
order by r.n desc nulls last, orders;
