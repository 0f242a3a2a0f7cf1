-- Germany's openings in literature and here (thesis, table 4).
--
--   build/aresctl query thesis/table_4 [OPENINGS]
--   build/aresctl psql -v t=NAME -f sql/thesis/table_4.sql
--
-- Without a name it is about the latest tournament of aresctl experiment openings.
-- sql/thesis/table_11.sql says how to make the thesis's.
--
-- They are the most popular openings in literature. The first columns are over all settings, in %
-- of the games, with 95 % intervals (Wilson's); the literature's are of 220 games. The others are
-- by age and depth: ours : the thesis's, if it has games. Over all settings the interval is a
-- little too wide, because the number of games of each setting was chosen and not drawn.
select 'The openings of Germany most popular in literature (thesis, table 4): '
       || farm.question_subject('openings', :'t')
\g (tuples_only=on format=unaligned)
with ours as (select setting, orders from farm.openings(:'t', 'GER')),
named as (
	select row_number() over (order by literature desc, ares desc, name) as place, name, ber, kie,
	       mun, literature,
	       (select count(*) from ours where orders = array[ber, kie, mun]) as ours,
	       (select coalesce(sum(games), 0) from farm.thesis_table_11 t
	        where (t.ber, t.kie, t.mun) = (p.ber, p.kie, p.mun))::bigint as thesis
	from farm.thesis_table_4 p),
counted as (
	select n.*, g.*
	from (select (select count(*) from ours) as games,
	             (select sum(games) from farm.thesis_table_11)::bigint as thesis_games) g
	cross join lateral (
		select * from named
		union all
		select null, '(other)', null, null, null, 100 - sum(literature), games - sum(ours)::bigint,
		       thesis_games - sum(thesis)::bigint
		from named) n)
select name, ber, kie, mun, literature, round(100 * l.low::numeric, 1) as low,
       round(100 * l.high::numeric, 1) as high, round(100.0 * thesis / thesis_games, 1) as thesis,
       round(100 * t.low::numeric, 1) as low, round(100 * t.high::numeric, 1) as high,
       round(100.0 * ours / nullif(games, 0), 2) as ours, round(100 * o.low::numeric, 2) as low,
       round(100 * o.high::numeric, 2) as high
from counted
cross join farm.wilson95(round(2.2 * literature)::bigint, 220) l
cross join farm.wilson95(thesis, thesis_games) t
cross join farm.wilson95(ours, games) o
order by place;
with ours as (
	select setting, min(age) as age, min(depth) as depth, orders, count(*) as n,
	       sum(count(*)) over (partition by setting) as games
	from farm.openings(:'t', 'GER') group by setting, orders),
cell as (
	select p.name, p.literature, p.ares, s.setting, s.age, s.depth,
	       round(100 * coalesce(o.n, 0) / s.games, 1) as ours,
	       (select round(100.0
	                     * coalesce(sum(games) filter (where (t.ber, t.kie, t.mun)
	                                                   = (p.ber, p.kie, p.mun)), 0)
	                     / sum(games))
	        from farm.thesis_table_11 t where (t.age, t.depth) = (s.age, s.depth)) as thesis
	from (select distinct setting, age, depth, games from ours) s
	cross join farm.thesis_table_4 p
	left join ours o on o.setting = s.setting and o.orders = array[p.ber, p.kie, p.mun])
select name, setting, concat_ws(' : ', ours, thesis) as share,
       row_number() over (order by depth, age, setting) as place
from cell order by literature desc, ares desc, name
\crosstabview name setting share place
