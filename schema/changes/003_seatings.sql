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

-- ── labels ──

-- Without the settings that are as they were normally in version 0.1.0.
create function pg_temp.shorten(given text) returns text language sql immutable as $$
	select replace(replace(regexp_replace(given,
		'(?<=[(,])(depth=2|age=10|mutations=8|tries=1|cycles=1000|islands=1|meet=400|keep=1)(,|(?=\)))',
		'', 'g'), ',)', ')'), '()', '') $$;

alter table farm.users add column label text not null default '?';
alter table farm.tournaments add column players text not null default '?';
update farm.users set label = case when player is null then name else pg_temp.shorten(name) end;
update farm.tournaments set players = pg_temp.shorten(seats);
drop function pg_temp.shorten;
comment on column farm.users.name is
	'A player and all its settings as aresctl writes them, "ares(depth=2,age=10,...)", with the label '
	'before it where one was given: "a=ares(depth=2,age=10,...)"; or "@" and the role.';
comment on column farm.users.label is
	'What it is called in views and reports: the label given in --seats; else the player with the '
	'settings that are not normal, "ares(depth=3)"; or "@" and the role. In a tournament two users '
	'have two labels.';
comment on column farm.tournaments.seats is
	'Who plays: the players of --seats with labels and all settings. farm.seats has it by game.';
comment on column farm.tournaments.players is 'The same in short, by labels.';
