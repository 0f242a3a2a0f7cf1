-- 012_places: comments of tables name files by their folders.

comment on column farm.boards.units is
	'The units, sorted by province, 11 bits each (lib/board/board.h, unit_pack; '
	'schema/functions/packing.sql).';
comment on column farm.boards.orders is
	'The order of each unit and its result, parallel to units, 25 bits each (lib/board/order.h). '
	'Null: the final position.';
comment on column farm.boards.resolve_stage is
	'The last stage that the judge needed, 0 to 4 (lib/judges/judge.h; 0: it has no stages); null '
	'with orders.';
comment on column farm.case_results.stage is
	'The last stage that the judge reached, 0 to 4 (lib/judges/judge.h).';
comment on column farm.areas.id is
	'The location''s number in lib/board/map.h, 0 to 126. Packed units and orders have it.';
comment on column farm.tournaments.rules is 'The rule set, a row of rule_sets in lib/game/game.c.';
comment on column farm.tunings.player is 'The player, as lib/players/players.def names it.';
comment on column farm.tuning_settings.later is
	'Users name it only where it is not normal (struct player in lib/players/player.h).';
comment on column farm.users.player is
	'The player of the farm, as lib/players/players.def names it; "bot:" and a name: a bot; null: an '
	'external player.';
comment on column farm.users.settings is
	'The player''s settings. One that is newer than 0.1.0 stands here only where it is not '
	'normal.';
comment on column farm.games.digest is
	'A sha256 over its terms, rows and end, by the worker that finished it '
	'(daemon/db/record/digest.h); null until then.';
