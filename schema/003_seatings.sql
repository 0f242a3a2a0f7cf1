-- 003_seatings: blocks of games, in which players exchange their powers under the same chance. Older
-- tournaments have blocks of one game and entrant 0 in every seat: their chance stays what it was.

alter table farm.tournaments add column block int not null default 1 check (block between 1 and 7);
alter table farm.seats add column entrant smallint not null default 0
	check (entrant between 0 and 6);
comment on column farm.tournaments.block is
	'Games in a block, 1 to 7. The games (n - 1) * block + 1 to n * block are block n. In a whole '
	'block of several games every player that takes turns has every power once.';
comment on column farm.tournaments.seed is
	'What chance is drawn from, with the number of the block; from 0.';
comment on column farm.games.number is
	'Its number in the tournament, from 1. Chance is drawn from the number of its block.';
comment on column farm.seats.entrant is
	'Which of the players that take turns at the powers, by its place in --seats, from 0. A player''s '
	'chance is drawn from it, too. 0 where seats stay.';
