-- A death is told to the database again when its answer was lost. The game remembers whose death it counted last.
alter table farm.games add column failed_worker bigint;
comment on column farm.games.failed_worker is
	'The worker whose death failures counted last: it counts once; null: none did.';
