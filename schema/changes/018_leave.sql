-- 018_leave: a player can leave a game, and the substitute plays on for him at once.

alter table farm.votes
	drop constraint votes_wish_check,
	add constraint votes_wish_check check (wish in ('end', 'pause', 'extend', 'return', 'leave'));
comment on column farm.votes.wish is
	'end: the game ends, as powers says; pause: its clock stands; extend: the phase gets as much '
	'time again; leave: the substitute plays the seat; return: its player takes the seat back.';

alter table farm.absences add column gone boolean not null default false;
comment on table farm.absences is
	'External players who have left, or submitted nothing until the last deadlines of a power.';
comment on column farm.absences.gone is 'The player has left. So no phase waits for his return.';

-- They return a column more. aresctl init makes them anew.
drop function if exists web.votes(bytea);
drop function if exists api.seat_votes(bigint, text);
drop function if exists farm.seat_votes(farm.links);
