-- 003_starts: chosen positions that games begin with. The files 003_*.sql are one script.

alter table farm.tournaments
	add column start_case text check (start_case <> ''),
	add column start_phase smallint check (start_phase between 0 and 4999),
	add column start_units smallint[],
	add column start_owners text,
	add check (num_nulls(start_case, start_phase, start_units, start_owners) in (0, 4));
comment on column farm.tournaments.start_case is
	'The case of a case file that the games begin with; null: they begin with the map''s position.';
comment on column farm.tournaments.start_phase is
	'The phase they begin in, as in boards; null with start_case.';
comment on column farm.tournaments.start_units is
	'The units they begin with, as in boards; null with start_case.';
comment on column farm.tournaments.start_owners is
	'The owners they begin with, as in boards; null with start_case.';
