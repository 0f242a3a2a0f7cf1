-- 011_faults: what the third fault of a bot means. Tournaments that exist keep the old way.
alter table farm.tournaments add column faults text not null default 'aside'
	check (faults in ('aside', 'disorder'));
alter table farm.tournaments alter column faults set default 'disorder';
comment on column farm.tournaments.faults is
	'What the third fault of a bot means. disorder: the power is in civil disorder to the end of the game. '
	'aside: the third fault in a game quarantines the game.';
