-- 004_seatings: teams, and more players than powers. Older tournaments have neither.

-- The old rows satisfy the narrower checks that these replace, so they are not read again.
alter table farm.tournaments
	add column team smallint not null default 0 check (team between 0 and 6),
	drop constraint tournaments_block_check,
	add constraint tournaments_block_check check (block between 1 and 26) not valid;
alter table farm.seats
	drop constraint seats_entrant_check,
	add constraint seats_entrant_check check (entrant between 0 and 25) not valid;
comment on column farm.tournaments.team is
	'How many powers the first of two players has in each game; the other one has the rest. 0: no '
	'teams.';
comment on column farm.tournaments.block is
	'Games in a block, 1 to 26. The games (n - 1) * block + 1 to n * block are block n. In a whole '
	'block of several games every player has every power equally often.';
