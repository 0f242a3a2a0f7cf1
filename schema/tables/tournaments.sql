-- tournaments: games that are played by the same users under the same terms.

create table farm.tournaments (
	id              int generated always as identity primary key,
	name            text not null unique,
	map_id          int not null references farm.maps,
	rules           text not null check (rules ~ '^[a-z][a-z0-9]*$'),
	judge           text not null check (judge ~ '^[a-z]+$'),
	seed            bigint not null check (seed >= 0),
	games           int not null check (games > 0),
	round_limit     int not null check (round_limit between 1 and 10000),
	seats           text not null,
	diplomatic_time interval check (diplomatic_time > '0'),
	retreat_time    interval check (retreat_time > '0'),
	adjustment_time interval check (adjustment_time > '0'),
	priority        smallint not null default 0 check (priority between -100 and 100),
	weight          smallint not null default 1 check (weight between 1 and 1000),
	paused          boolean not null default false,
	dropped         boolean not null default false,
	created_at      timestamptz not null default now(),
	dropped_at      timestamptz,
	sweep_at        timestamptz,
	draw_after      int not null default 0 check (draw_after between 0 and 1000),
	block           int not null default 1 check (block between 1 and 26),
	players         text not null default '?',
	start_case      text check (start_case <> ''),
	start_phase     smallint check (start_phase between 0 and 4999),
	start_units     smallint[],
	start_owners    text,
	team            smallint not null default 0 check (team between 0 and 6),
	hints           boolean not null default false,
	bots            text[] not null default '{}',
	faults          text not null default 'disorder'
		check (faults in ('aside', 'disorder')),
	press           text not null default 'none'
		check (press in ('none', 'public', 'private')),
	press_rounds    smallint not null default 0 check (press_rounds between 0 and 10),
	votes           boolean not null default false,
	substitute      int references farm.users,
	check (dropped or (name ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$')),
	constraint tournaments_check1 check (num_nulls(start_case, start_phase, start_units,
		start_owners) in (0, 4))
);
comment on table farm.tournaments is
	'Games that are played by the same users under the same terms.';
comment on column farm.tournaments.id is
	'The tournament. Its boards are in the partition farm.boards_ID.';
comment on column farm.tournaments.name is
	'Its name, of 1 to 63 characters; "~" and the id once it is dropped.';
comment on column farm.tournaments.map_id is 'The map.';
comment on column farm.tournaments.rules is 'The rule set, a row of rule_sets in lib/game/game.c.';
comment on column farm.tournaments.judge is 'The judge, a row of lib/judges/judges.def.';
comment on column farm.tournaments.seed is
	'What chance is drawn from, with the number of the block; from 0.';
comment on column farm.tournaments.games is 'How many games it has; from 1.';
comment on column farm.tournaments.round_limit is
	'The round, two a year, in which a game ends as a draw: 1 to 10000.';
comment on column farm.tournaments.seats is
	'Who plays: the players of --seats with labels and all settings. farm.seats has it by game.';
comment on column farm.tournaments.diplomatic_time is
	'The time external players have for moves; null: no limit.';
comment on column farm.tournaments.retreat_time is
	'The time they have for retreats; null: no limit.';
comment on column farm.tournaments.adjustment_time is
	'The time they have for builds and disbands; null: no limit.';
comment on column farm.tournaments.priority is
	'Games of the highest priority are claimed first: -100 to 100.';
comment on column farm.tournaments.weight is
	'Its share of the claims among those of one priority: 1 to 1000.';
comment on column farm.tournaments.paused is 'No game of it is claimed.';
comment on column farm.tournaments.dropped is
	'Nobody sees it any more. farm.sweep drops its boards and deletes its games.';
comment on column farm.tournaments.created_at is 'When it was made.';
comment on column farm.tournaments.dropped_at is 'When it was dropped; null: it is not.';
comment on column farm.tournaments.sweep_at is
	'When farm.sweep tries again to drop its boards; null: it has not tried.';
comment on column farm.tournaments.draw_after is
	'A game is a draw among the survivors after so many whole years without a change of '
	'centres; 0: never.';
comment on column farm.tournaments.block is
	'Games in a block, 1 to 26. The games (n - 1) * block + 1 to n * block are block n. In a '
	'whole block of several games every player has every power equally often.';
comment on column farm.tournaments.players is 'The same in short, by labels.';
comment on column farm.tournaments.start_case is
	'The case of a case file that the games begin with; null: they begin with the map''s '
	'position.';
comment on column farm.tournaments.start_phase is
	'The phase they begin in, as in boards; null with start_case.';
comment on column farm.tournaments.start_units is
	'The units they begin with, as in boards; null with start_case.';
comment on column farm.tournaments.start_owners is
	'The owners they begin with, as in boards; null with start_case.';
comment on column farm.tournaments.team is
	'How many powers the first of two players has in each game; the other one has the rest. 0: '
	'no teams.';
comment on column farm.tournaments.hints is
	'Whoever plays a seat by link may ask what Ares would order in his place (aresctl game '
	'create --hints).';
comment on column farm.tournaments.bots is
	'The names of the bots that have seats in it. Only a worker that has all of them claims its '
	'games.';
comment on column farm.tournaments.faults is
	'What the third fault of a bot means. disorder: the power is in civil disorder to the end '
	'of the game. aside: the third fault in a game quarantines the game.';
comment on column farm.tournaments.press is
	'Whether players may write to each other. none: they may not. public: to all at once only. '
	'private: to any.';
comment on column farm.tournaments.press_rounds is
	'How many times the bots of a game may write before the orders of a movement phase; 0: never.';
comment on column farm.tournaments.votes is
	'Players of the farm and bots vote for ends, too.';
comment on column farm.tournaments.substitute is
	'The player of the farm that orders for external players who are absent; null: none does.';
