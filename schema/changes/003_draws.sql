-- 003_draws: draws agreed by a rule. The files 003_*.sql are one script.

alter table farm.tournaments
	add column draw_after int not null default 0 check (draw_after between 0 and 1000);
comment on column farm.tournaments.draw_after is
	'A game is a draw among the survivors after so many whole years without a change of centres; 0: '
	'never.';
