-- 004_until: tournaments that stop when enough is known (aresctl tournament create --until).
--
-- A row for each tournament that may stop. farm.stops_judge (schema/functions/stops.sql) reads whole
-- blocks in the sequence of their numbers, and keeps here how far it is. It is a table of its own: a
-- claim shares the lock on the tournament's row, and must not wait for a judgement.

create table farm.stops (
	tournament_id int primary key references farm.tournaments on delete cascade,
	rule          text not null check (rule ~ '^(sprt\()?[0-9]{1,2}(\.[0-9]{1,3})?%\)?$'),
	score         text not null check (score in ('thesis', 'squares', 'daide', 'solos')),
	user_id       int not null references farm.users,
	margin        float8 not null check (margin > 0 and margin < 0.5),
	alpha         float8 check (alpha > 0 and alpha < 0.5),
	beta          float8 check (beta > 0 and beta < 0.5),
	least_blocks  int not null check (least_blocks > 1),
	blocks        int not null default 0 check (blocks >= 0),
	shares        float8 not null default 0,
	squares       float8 not null default 0,
	expected      float8 not null default 0,
	verdict       text check (verdict in ('known', 'better', 'worse', 'same', 'all played')),
	last_game     int check (last_game > 0),
	judged_at     timestamptz,
	check (num_nulls(alpha, beta) in (0, 2)),
	check (num_nulls(verdict, last_game, judged_at) in (0, 3))
);
comment on table farm.stops is
	'Tournaments that stop when enough is known: by what rule, how far they are judged, and the '
	'verdict. farm.stopping shows it to people.';
comment on column farm.stops.tournament_id is 'The tournament.';
comment on column farm.stops.rule is 'The rule as --until has it: "2%" or "sprt(2%)".';
comment on column farm.stops.score is 'The score that it is judged by, as in farm.scores.';
comment on column farm.stops.user_id is 'The player whose share is judged: the first of --seats.';
comment on column farm.stops.margin is
	'2%: half the width that the 95 % interval of the share must come down to. sprt(2%): the '
	'difference from the fair share that matters. In parts of all points.';
comment on column farm.stops.alpha is
	'sprt: how probable it may be that equal players are told apart; else null.';
comment on column farm.stops.beta is
	'sprt: how probable it may be that a difference that matters is not found; else null.';
comment on column farm.stops.least_blocks is 'No verdict comes before so many blocks.';
comment on column farm.stops.blocks is
	'How many blocks are judged. They are the first ones: no game before their end is missing.';
comment on column farm.stops.shares is 'The sum of the player''s shares in these blocks.';
comment on column farm.stops.squares is 'The sum of their squares.';
comment on column farm.stops.expected is 'The sum of its parts of the seats in these blocks.';
comment on column farm.stops.verdict is
	'known: the interval is narrow enough. sprt: the player is better, worse, or the same. all '
	'played: no verdict came. Null: it is not judged to the end.';
comment on column farm.stops.last_game is
	'The last game that counts; those behind it are cancelled. Null with verdict.';
comment on column farm.stops.judged_at is 'When the verdict came; null with it.';
