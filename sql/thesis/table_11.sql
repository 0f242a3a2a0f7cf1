-- The openings of a power, each with how often it was played under every setting (thesis, table 11: Germany's). An order is
-- where a move goes to, H, or S and what is supported.
--
--   build/aresctl psql -v t=NAME -f sql/thesis/table_11.sql
--
-- Without -v t=NAME: the latest tournament of aresctl experiment openings. -v power=CODE: default GER. Make the thesis's with
--   build/aresctl experiment openings NAME --power GER --grid 'depth=1,2,3 age=10,20,30,40'
\if :{?t}
\else
select coalesce((select t.name from farm.tournaments t where t.seats like '%; others: random' order by id desc limit 1),
                (select name from farm.tournaments order by id desc limit 1)) as t \gset
\endif
\if :{?power}
\else
\set power GER
\endif
\echo Openings of :power by age and depth (thesis, table 11): :t
with played as (
	-- one row a game: the orders in the order of the units' provinces by name
	select o.game, string_agg(rpad(case o.action
	                               when 'hold' then 'H'
	                               when 'move' then o."to"
	                               when 'support' then 'S ' || o.via || coalesce('-' || o."to", ' H')
	                               else 'C ' || o.via || '-' || o."to" end, 9), ' ' order by o."from") as opening,
	       string_agg(rpad(o."from", 9), ' ' order by o."from") as units
	from farm.orders o join farm.tournaments t on t.id = o.tournament_id
	where t.name = :'t' and o.phase = 0 and o.empire = :'power'
	group by o.game),
cell as (
	select p.units, p.opening, u.settings, u.player,
	       coalesce((u.settings ->> 'age') || ', ' || (u.settings ->> 'depth'), u.player) as setting
	from played p
	join farm.games g on g.id = p.game
	join farm.tournaments t on t.id = g.tournament_id
	join farm.maps m on m.id = t.map_id
	join farm.seats s on s.game_id = g.id and m.powers[1 + s.power] = :'power'
	join farm.users u on u.id = s.user_id),
counted as (
	select opening, setting, count(*) as games,
	       min((settings ->> 'depth')::int) as depth, min((settings ->> 'age')::int) as age
	from cell group by opening, setting
	union all
	select opening, 'total', count(*), 1000000, 1000000 from cell group by opening)
select opening, setting, games, row_number() over (order by depth, age, setting) as place
from counted order by opening collate "C"
\crosstabview opening setting games place
