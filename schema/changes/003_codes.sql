-- 003_codes: what views look up for each board is an array in the row of its map. A view that gathers
-- it from farm.areas cannot be joined well: the planner must make it as a whole.
alter table farm.maps
	add column codes text[],
	add column centres smallint[],
	add column initials text;
comment on column farm.maps.codes is
	'The codes of its areas, by their ids: the code of area 0 is codes[1]. aresctl init fills it.';
comment on column farm.maps.centres is
	'The ids of its provinces that are supply centres. aresctl init fills it.';
comment on column farm.maps.initials is
	'The initials of its powers, in their order: boards.owners has them. aresctl init fills it.';
