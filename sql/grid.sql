-- A grid of settings: what a player gained in each cell.
--
--   build/aresctl query grid [GRID]
--   build/aresctl psql -v g=NAME -f sql/grid.sql
--
--   g=GRID   the grid's name
--
-- It is a grid of whole games, as aresctl experiment grid makes it; without a name it is the latest.
--
-- share is the player's part of the points. Two equal players have the fair share each. low and high are its 95 % interval, p
-- the chance of such a difference between equal players: with n cells, one in 20 is below 0.05 though there is no difference.
-- The unit is the pair of games in which the two exchange their powers. doc/comparing.md explains the columns.
select format('A grid of whole games: %s, rules %s', farm.question_subject('grid', :'g'), min(rules))
from farm.tournaments
where name ~ '-[0-9]+$' and substring(name from '^(.+)-[0-9]+$') = :'g' and not dropped
\g (tuples_only=on format=unaligned)
with cell as (
	select t.id, t.name as tournament, t.games as due, substring(t.name from '[0-9]+$')::int as cell, u.label, u.settings,
	       o.label as opponent
	from farm.tournaments t
	join farm.games g on g.tournament_id = t.id and g.number = 1
	cross join lateral (
		select u.label, u.settings from farm.seats s join farm.users u on u.id = s.user_id
		where s.game_id = g.id and s.entrant = 0 limit 1) u
	cross join lateral (
		select u.label from farm.seats s join farm.users u on u.id = s.user_id
		where s.game_id = g.id and s.entrant = 1 limit 1) o
	where t.name ~ '-[0-9]+$' and substring(t.name from '^(.+)-[0-9]+$') = :'g' and not t.dropped),
varied as (select key from cell, jsonb_each(settings) group by key
           having count(distinct value) > 1 or count(*) < (select count(*) from cell))
select c.cell, coalesce((select string_agg(key || '=' || value, ' ' order by key)
                         from jsonb_each_text(c.settings) join varied using (key)), c.label) as settings,
       c.opponent as against, coalesce(s.games, 0) || ' of ' || c.due as games, s.share as "share %", s.expected as "fair %",
       s.low, s.high, case when s.p < 0.0001 then '<.0001' else s.p::text end as p
from cell c left join farm.standings s on s.tournament = c.tournament and s.player = c.label
order by c.cell;
