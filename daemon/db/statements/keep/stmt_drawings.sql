-- The statements of stmt_drawings.c.

-- name: draw_map(map int, width int, height int)
update farm.maps
set page_width = $2 / 10.0, page_height = $3 / 10.0
where id = $1
	and (page_width, page_height) is distinct from (($2 / 10.0)::real, ($3 / 10.0)::real);

-- name: draw_area(map int, area smallint, unit_x int, unit_y int, label_x int, label_y int,
--     path text)
update farm.areas a
set unit_x = n.unit_x, unit_y = n.unit_y, label_x = n.label_x, label_y = n.label_y, path = n.path
from (
	select ($3 / 10.0)::real as unit_x, ($4 / 10.0)::real as unit_y,
		case when $7 <> '' then ($5 / 10.0)::real end as label_x,
		case when $7 <> '' then ($6 / 10.0)::real end as label_y, nullif($7, '') as path) n
where a.map_id = $1 and a.id = $2
	and (a.unit_x, a.unit_y, a.label_x, a.label_y, a.path)
		is distinct from (n.unit_x, n.unit_y, n.label_x, n.label_y, n.path);

-- name: next_map(after int)
-- gives: row(map_id int)
select coalesce((select min(id) from farm.maps where id > $1), 0);
