-- maps: maps, their areas, and their drawings.

-- A power is written as its initial in boards.owners.
create function farm.initials_differ(powers text[]) returns boolean
language sql immutable parallel safe
	return (select count(*) = count(distinct left(p, 1)) from unnest(powers) p);

create table farm.maps (
	id          int generated always as identity primary key,
	name        text not null check (name ~ '^[a-z0-9][a-z0-9_-]*$') unique,
	powers      text[] not null
		check (cardinality(powers) between 2 and 7 and farm.initials_differ(powers)),
	codes       text[],
	centres     smallint[],
	initials    text,
	page_width  real check (page_width > 0),
	page_height real check (page_height > 0),
	check (num_nulls(page_width, page_height) in (0, 2))
);
comment on table farm.maps is 'The maps that games are played on. aresctl init adds those it has.';
comment on column farm.maps.id is 'The map.';
comment on column farm.maps.name is 'Its name: that of its file schema/maps/NAME.csv.';
comment on column farm.maps.powers is
	'The codes of its powers (AUS), 2 to 7. A power''s number is its place here, from 0. '
	'Initials differ.';
comment on column farm.maps.codes is
	'The codes of its areas, by their ids: the code of area 0 is codes[1]. aresctl init fills '
	'it.';
comment on column farm.maps.centres is
	'The ids of its provinces that are supply centres. aresctl init fills it.';
comment on column farm.maps.initials is
	'The initials of its powers, in their order: boards.owners has them. aresctl init fills it.';
comment on column farm.maps.page_width is
	'How wide the page of its drawing is; null: it has no drawing. aresctl init fills it.';
comment on column farm.maps.page_height is
	'How high that page is; null with page_width. aresctl init fills it.';

create table farm.areas (
	map_id   int references farm.maps,
	id       smallint check (id between 0 and 126),
	province smallint not null,
	code     text not null check (code ~ '^[a-z]{3}(/[a-z]{2})?$'),
	name     text not null,
	type     text not null check (type in ('land', 'coast', 'water')),
	centre   boolean not null,
	owner    text check (owner ~ '^[A-Z]{3}$'),
	start    text check (start in ('A', 'F')),
	army     text[] not null,
	fleet    text[] not null,
	alias    text check (alias ~ '^[a-z]{3}(/[a-z]{2})?$'),
	unit_x   real,
	unit_y   real,
	label_x  real,
	label_y  real,
	path     text check (path ~ '^M'),
	primary key (map_id, id),
	unique (map_id, code),
	foreign key (map_id, province) references farm.areas(map_id, id) deferrable initially deferred,
	check (num_nulls(unit_x, unit_y) in (0, 2)),
	constraint areas_check1 check ((num_nulls(label_x, label_y, path) in (0, 3))
		and ((path is null) or (unit_x is not null)))
);
comment on table farm.areas is
	'The locations of a map: provinces, and the coasts of those that have several.';
comment on column farm.areas.map_id is 'The map.';
comment on column farm.areas.id is
	'The location''s number in lib/board/map.h, 0 to 126. Packed units and orders have it.';
comment on column farm.areas.province is
	'The id of the province that it is, or that it is a coast of.';
comment on column farm.areas.code is 'Its token in orders: par, stp/sc.';
comment on column farm.areas.name is 'Its name.';
comment on column farm.areas.type is 'land, coast or water.';
comment on column farm.areas.centre is 'Whether it is a supply centre.';
comment on column farm.areas.owner is 'The power that owns it at the start; null: none.';
comment on column farm.areas.start is
	'The unit that stands there at the start, A or F; null: none.';
comment on column farm.areas.army is 'Codes of the areas that an army can go to from there.';
comment on column farm.areas.fleet is 'Codes of the areas that a fleet can go to from there.';
comment on column farm.areas.alias is 'A second token for it; null: none.';
comment on column farm.areas.unit_x is
	'Where a unit stands on the page of the map''s drawing: from its left edge, in units of the '
	'page (farm.maps.page_width). Null: the map has no drawing.';
comment on column farm.areas.unit_y is 'The same from its upper edge, downwards; null with unit_x.';
comment on column farm.areas.label_x is
	'The middle of its name on that page, from the left edge; null: it is a coast, or the map '
	'has no drawing.';
comment on column farm.areas.label_y is
	'The same from the upper edge, downwards; null with label_x.';
comment on column farm.areas.path is
	'Its outline as a path of SVG, drawn by the even-odd rule. Land is painted over water: the '
	'outline of water goes on below land. Null with label_x.';
