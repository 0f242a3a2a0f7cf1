-- 006_drawings: where the areas of a map lie on a page, so that SQL can draw: the map's drawing
-- (schema/maps/NAME.drawing) as columns. aresctl init and aresctl map add fill them, and init brings
-- them up to date when a drawing was changed.
--
-- They are beside the map, no part of it: games do not depend on them.
alter table farm.maps
	add column page_width real check (page_width > 0),
	add column page_height real check (page_height > 0),
	add check (num_nulls(page_width, page_height) in (0, 2));
comment on column farm.maps.page_width is
	'How wide the page of its drawing is; null: it has no drawing. aresctl init fills it.';
comment on column farm.maps.page_height is
	'How high that page is; null with page_width. aresctl init fills it.';
alter table farm.areas
	add column unit_x real,
	add column unit_y real,
	add column label_x real,
	add column label_y real,
	add column path text check (path ~ '^M'),
	add check (num_nulls(unit_x, unit_y) in (0, 2)),
	add check (num_nulls(label_x, label_y, path) in (0, 3) and (path is null or unit_x is not null));
comment on column farm.areas.unit_x is
	'Where a unit stands on the page of the map''s drawing: from its left edge, in units of the '
	'page (farm.maps.page_width). Null: the map has no drawing.';
comment on column farm.areas.unit_y is
	'The same from its upper edge, downwards; null with unit_x.';
comment on column farm.areas.label_x is
	'The middle of its name on that page, from the left edge; null: it is a coast, or the map has '
	'no drawing.';
comment on column farm.areas.label_y is
	'The same from the upper edge, downwards; null with label_x.';
comment on column farm.areas.path is
	'Its outline as a path of SVG, drawn by the even-odd rule. Land is painted over water: the '
	'outline of water goes on below land. Null with label_x.';
