-- Openings of a power, by settings (thesis, table 11).
--
--   build/aresctl query thesis/table_11 [OPENINGS]
--   build/aresctl psql -v t=NAME -v power=GER -f sql/thesis/table_11.sql
--
--   power=CODE   a power of the map (GER)
--
-- Without a name it is about the latest tournament of aresctl experiment openings.
-- Make the thesis's with
--   build/aresctl experiment openings NAME --power GER \
--     --grid 'age=10 depth=1,2,3; age=20,30 depth=1; age=40 depth=1,2'
--
-- A cell is the number of games, ours : the thesis's (table 11: Germany's), if it has games of this
-- age and depth. An order is the target of a move, H, or S and what is supported. openings.sql
-- compares the two.
select format('Openings of %s by age and depth (thesis, table 11): %s',
              farm.question_power(name, :'power'), name)
from farm.question_subject('openings', :'t') name
\g (tuples_only=on format=unaligned)
with game as (select setting, age, depth, orders from farm.openings(:'t', :'power')),
thesis as (
	select s.setting, s.age, s.depth, array[ber, kie, mun] as orders, t.games
	from (select distinct setting, age, depth from game) s
	join farm.thesis_table_11 t on :'power' = 'GER' and (t.age, t.depth) = (s.age, s.depth)),
counted as (
	select orders, setting, min(age) as age, min(depth) as depth, sum(ours) as ours,
	       sum(thesis) as thesis
	from (select orders, setting, age, depth, 1 as ours, 0 as thesis from game
	      union all select orders, setting, age, depth, 0, games from thesis) n
	group by grouping sets ((orders, setting), (orders)))
select (select string_agg(rpad(part, greatest(9, length(part))), ' ' order by n)
        from unnest(orders) with ordinality o (part, n)) as opening,
       coalesce(setting, 'total') as setting,
       case when exists (select from thesis t where t.setting = coalesce(c.setting, t.setting))
            then ours || ' : ' || thesis else ours::text end as games,
       row_number() over (order by setting is null, depth, age, setting) as place
from counted c order by orders collate "C"
\crosstabview opening setting games place
