-- A grid of settings: what a player gained in each cell.
--
--   build/aresctl query grid [GRID]
--   build/aresctl psql -v g=NAME -f sql/grid.sql
--
--   g=GRID   the grid's name
--
-- It is a grid of whole games, as aresctl experiment grid makes it; without a name it is the
-- latest.
--
-- share is the player's part of the points. If both players are equal, each has the fair share. low
-- and high are its 95 % interval. p is the probability of such a difference between equal players:
-- it is below 0.05 in one of 20 cells without a difference. The unit is the pair of games in which
-- the two exchange their powers. doc/comparing.md explains the columns.
--
-- p best: if the cell were the best of the grid, another cell would lead it by as much as the first
-- cell does with at most this probability. Below 0.05 the cell is not the best. The test is Hsu's
-- comparison with the best, with Bonferroni's bound over the cells, by pairs of games
-- (farm.grid_best).
select format('A grid of whole games: %s, rules %s',
              farm.question_subject('grid', :'g'), min(rules))
from farm.tournaments
where name ~ '-[0-9]+$' and substring(name from '^(.+)-[0-9]+$') = :'g' and not dropped
\g (tuples_only=on format=unaligned)
with cell as materialized (select * from farm.grid_cells(:'g')),
varied as (select key from cell, jsonb_each(settings) group by key
           having count(distinct value) > 1 or count(*) < (select count(*) from cell))
select c.cell, coalesce((select string_agg(key || '=' || value, ' ' order by key)
                         from jsonb_each_text(c.settings) join varied using (key)),
                        c.label) as settings,
       c.opponent as against, coalesce(s.games, 0) || ' of ' || c.due as games,
       s.share as "share %", s.expected as "fair %", s.low, s.high,
       case when s.p < 0.0001 then '<.0001' else s.p::text end as p,
       case when b.p < 0.0001 then '<.0001' else round(b.p::numeric, 4)::text end as "p best"
from cell c
join farm.grid_best(:'g') b using (cell)
left join farm.standings s on s.tournament = c.tournament and s.player = c.label
order by c.cell;
select case when bool_and(blocks < farm.least_blocks()) then
                 format('Too few games to say which cell is best: %s blocks are the least.',
                        farm.least_blocks())
            when bool_and(first or p < 0.05) then
                 format('Cell %s is the best of %s: each other one is worse (p %s at most).',
                        max(cell) filter (where first), count(*), round(max(p)::numeric, 4))
            else format('Cell %s gained most. It is not known to be the best of %s: that may also '
                        'be %s.',
                        max(cell) filter (where first), count(*),
                        string_agg(cell::text, ', ' order by cell)
                            filter (where not first and (p >= 0.05 or p is null))) end
from farm.grid_best(:'g') having count(*) > 1
\g (tuples_only=on format=unaligned)
