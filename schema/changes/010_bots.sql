-- 010_bots: seats of bots: programs that the workers ask over pipes (doc/bots.md).
--
-- A bot's user is a player called "bot:" and its name. Which command that is, each aresd knows from
-- its settings. So a worker has some bots, and a tournament needs some.

alter table farm.tournaments add column bots text[] not null default '{}';
comment on column farm.tournaments.bots is
	'The names of the bots that have seats in it. Only a worker that has all of them claims its games.';
comment on column farm.users.player is
	'The player of the farm, as lib/players.def names it; "bot:" and a name: a bot; null: an external '
	'player.';

alter table farm.workers add column bots text[] not null default '{}';
comment on column farm.workers.bots is 'The names of the bots that it has.';

create table farm.faults (
	game_id       bigint not null references farm.games on delete cascade,
	phase         smallint not null,
	power         smallint not null check (power between 0 and 6),
	epoch         int not null,
	tournament_id int not null,
	kind          text not null check (kind in ('absent', 'late', 'dead', 'garbled', 'unasked', 'wrong',
	                                            'illegal')),
	words         text not null,
	last_words    text not null,
	forgiven      boolean not null default false,
	at            timestamptz not null default now(),
	primary key (game_id, phase, power, epoch)
);
create index faults_tournament on farm.faults (tournament_id);
comment on table farm.faults is
	'What bots did wrong: a row for each decision that was none. The power played civil disorder then. '
	'farm.faults_told shows it to people.';
comment on column farm.faults.game_id is 'The game.';
comment on column farm.faults.phase is 'The phase, as in boards.';
comment on column farm.faults.power is 'The number of the power that the bot should have ordered for.';
comment on column farm.faults.epoch is 'The claim under which the bot was asked: see games.epoch.';
comment on column farm.faults.tournament_id is 'The tournament of the game.';
comment on column farm.faults.kind is
	'absent, late, dead, garbled, unasked, wrong or illegal: see doc/bots.md.';
comment on column farm.faults.words is 'What was wrong, in words.';
comment on column farm.faults.last_words is
	'What the bot had said last on standard error; empty: nothing.';
comment on column farm.faults.forgiven is
	'The game was tried again since. The third fault that is not forgiven puts a game aside.';
comment on column farm.faults.at is 'When it was stored.';
