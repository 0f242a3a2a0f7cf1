-- 009_tuning: tunings: tournaments in which the farm searches the settings of a player
-- (aresctl tune). schema/functions/tuning.sql says how it searches.
--
-- A tuning is a tournament whose games are made step by step: a step's games when those of the step
-- before are finished. All it knows is in these tables. So it goes on after any crash, and any
-- number of workers may play it.

create table farm.tunings (
	tournament_id int primary key references farm.tournaments on delete cascade,
	asked    text not null,
	player   text not null,
	score    text not null check (score in ('thesis', 'squares', 'daide', 'solos')),
	steps    int not null check (steps between 1 and 100000),
	batch    int not null check (batch between 2 and 1000000),
	gain     int not null check (gain between 1 and 100),
	others   int[] not null,
	cycle    smallint[] not null,
	ending   text check (ending in ('all played', 'cancelled', 'failed')),
	reason   text,
	ended_at timestamptz,
	check (num_nulls(ending, ended_at) in (0, 2)),
	check ((reason is not null) = (ending is not distinct from 'failed'))
);
comment on table farm.tunings is
	'Tournaments in which the farm searches the settings of a player, step by step. '
	'farm.tuning_progress shows it to people.';
comment on column farm.tunings.tournament_id is 'The tournament.';
comment on column farm.tunings.asked is 'What was asked for, in short: settings, games, score, gain.';
comment on column farm.tunings.player is 'The player, as lib/players.def names it.';
comment on column farm.tunings.score is 'The score that both sides are judged by, as in farm.scores.';
comment on column farm.tunings.steps is 'How many steps it has.';
comment on column farm.tunings.batch is 'Games of a step: whole blocks.';
comment on column farm.tunings.gain is
	'By how many of its first perturbations a setting moves in the first step, if one side takes all '
	'points.';
comment on column farm.tunings.others is
	'Who else plays: users, from entrant 2 on. Empty: both sides are by themselves.';
comment on column farm.tunings.cycle is
	'Who has which power: entrants, game by game of a cycle (farm.seats.entrant). 0 has the settings '
	'plus, 1 has minus.';
comment on column farm.tunings.ending is
	'all played, cancelled, or failed: a step could not be made. Null: it goes on.';
comment on column farm.tunings.reason is 'Why it failed; else null.';
comment on column farm.tunings.ended_at is 'When it ended; null with ending.';

create table farm.tuning_settings (
	tournament_id int not null references farm.tunings on delete cascade,
	place  smallint not null check (place > 0),
	name   text not null,
	normal int not null,
	later  boolean not null,
	start  int not null,
	low    int,
	high   int,
	scale  numeric,
	primary key (tournament_id, place),
	unique (tournament_id, name),
	check (num_nulls(low, high, scale) in (0, 3)),
	check (start between low and high and low < high and scale >= 0.5 and scale <= (high - low) / 2.0)
);
comment on table farm.tuning_settings is 'The settings of a player that is tuned: all of them.';
comment on column farm.tuning_settings.tournament_id is 'The tuning.';
comment on column farm.tuning_settings.place is 'Its place in the player''s list, from 1.';
comment on column farm.tuning_settings.name is 'Its name.';
comment on column farm.tuning_settings.normal is 'Its normal value.';
comment on column farm.tuning_settings.later is
	'Users name it only where it is not normal (struct player in lib/player.h).';
comment on column farm.tuning_settings.start is 'Where the search begins. One that is not tuned stays there.';
comment on column farm.tuning_settings.low is 'The least value that may be tried; null: it is not tuned.';
comment on column farm.tuning_settings.high is 'The greatest one; null with low.';
comment on column farm.tuning_settings.scale is
	'By how much it is perturbed in the first step; null with low.';

create table farm.tuning_steps (
	tournament_id int not null references farm.tunings on delete cascade,
	step        int not null check (step > 0),
	last_game   int not null,
	theta       numeric[] not null,
	signs       smallint[] not null,
	plus        int[] not null,
	minus       int[] not null,
	plus_id     int not null references farm.users,
	minus_id    int not null references farm.users,
	made_at     timestamptz not null default now(),
	plus_share  float8,
	minus_share float8,
	gradient    numeric[],
	moved_to    numeric[],
	ended_at    timestamptz,
	primary key (tournament_id, step),
	check (num_nulls(plus_share, minus_share, gradient, moved_to, ended_at) in (0, 5))
);
comment on table farm.tuning_steps is
	'The steps of a tuning. Arrays have an element for each setting that is tuned, in the order of '
	'tuning_settings.place. farm.tuning_course shows them to people.';
comment on column farm.tuning_steps.tournament_id is 'The tuning.';
comment on column farm.tuning_steps.step is 'The step, from 1.';
comment on column farm.tuning_steps.last_game is 'The number of its last game in the tournament.';
comment on column farm.tuning_steps.theta is 'Where the settings stood before it.';
comment on column farm.tuning_steps.signs is 'Which way plus is perturbed: 1 up, -1 down. Minus goes the other way.';
comment on column farm.tuning_steps.plus is 'The settings of one side, whole numbers.';
comment on column farm.tuning_steps.minus is 'The settings of the other side.';
comment on column farm.tuning_steps.plus_id is 'The user who plays with the settings plus.';
comment on column farm.tuning_steps.minus_id is 'The user who plays with the settings minus.';
comment on column farm.tuning_steps.made_at is 'When it was made.';
comment on column farm.tuning_steps.plus_share is
	'The share of plus in a game, on average, from 0 to 1; null until all its games are finished.';
comment on column farm.tuning_steps.minus_share is 'The same of minus.';
comment on column farm.tuning_steps.gradient is
	'How the difference of the shares grows with each setting, as it was found; null with plus_share.';
comment on column farm.tuning_steps.moved_to is
	'Where the settings stand after it; null with plus_share.';
comment on column farm.tuning_steps.ended_at is 'When the next step was made, or the tuning ended; null with plus_share.';
