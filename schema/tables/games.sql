-- games: games, their seats, and counts of their states.

create type farm.game_state as enum (
	'pending', 'claimed', 'waiting', 'finished', 'quarantined', 'cancelled');
comment on type farm.game_state is
	'Where a game is in its life; drawn at the head of schema/functions/claims.sql.';

create type farm.game_ending as enum (
	'solo', 'draw');
comment on type farm.game_ending is
	'solo: one power won. draw: those that were left share the point.';

create table farm.games (
	id            bigint generated always as identity primary key,
	tournament_id int not null references farm.tournaments,
	number        int not null check (number > 0),
	state         farm.game_state not null default 'pending',
	queue         int generated always as
		(case when state = 'pending' then tournament_id end) stored,
	aside         farm.game_state generated always as
		(case when state in ('waiting', 'quarantined', 'cancelled') then state end) stored,
	epoch         int not null default 0,
	worker_id     bigint references farm.workers,
	claimed_at    timestamptz,
	finished_at   timestamptz,
	ending        farm.game_ending,
	winner        smallint,
	phase         smallint,
	phases        int,
	centres       smallint[],
	units         smallint[],
	digest        bytea check (octet_length(digest) = 32),
	failures      smallint not null default 0,
	failed_phase  smallint,
	failure       text,
	reason        text,
	asked         smallint,
	look_at       timestamptz,
	failed_worker bigint,
	agreed        smallint,
	shared        smallint check (shared between 1 and 127),
	extra         interval,
	stopped_at    timestamptz,
	extended      smallint,
	check (state <> 'claimed' or worker_id is not null),
	constraint games_check1 check (state <> 'pending' or worker_id is null),
	constraint games_check2 check (state <> 'finished' or num_nulls(ending, phase, phases,
		centres, units, finished_at) = 0),
	constraint games_check3 check ((ending = 'solo') = (winner is not null)),
	constraint games_check4 check ((state = 'quarantined') = (reason is not null)),
	constraint games_check5 check (digest is null or state = 'finished'),
	unique (tournament_id, number)
) with (fillfactor = 30, autovacuum_vacuum_scale_factor = 0,
		autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_cost_delay = 0);
create index games_queue on farm.games (queue, id) where (queue is not null);
create index games_aside on farm.games (tournament_id, aside) where (aside is not null);
create index games_look on farm.games (look_at) where (look_at is not null);
comment on table farm.games is 'Games: where each is, who has it, and how it ended.';
comment on column farm.games.id is 'The game.';
comment on column farm.games.tournament_id is 'Its tournament.';
comment on column farm.games.number is
	'Its number in the tournament, from 1. Chance is drawn from the number of its block.';
comment on column farm.games.state is
	'Where it is in its life; drawn at the head of schema/functions/claims.sql.';
comment on column farm.games.queue is
	'The tournament, while the game is pending; else null. A claim reads its index.';
comment on column farm.games.aside is
	'The state, while it is waiting, quarantined or cancelled; else null.';
comment on column farm.games.epoch is
	'How many times it was claimed. A write must name the claim''s epoch.';
comment on column farm.games.worker_id is
	'Who claims or finished it; of a waiting game, who left it. Null while it is pending.';
comment on column farm.games.claimed_at is 'When it was last claimed; null while it is pending.';
comment on column farm.games.finished_at is
	'When it was finished, quarantined or cancelled; else null.';
comment on column farm.games.ending is 'How it ended; null until it is finished.';
comment on column farm.games.winner is 'The number of the power that won; null: none.';
comment on column farm.games.phase is
	'The phase it ended on (see boards.phase); null until it is finished.';
comment on column farm.games.phases is 'How many phases were played; null until it is finished.';
comment on column farm.games.centres is
	'Centres on the final board, by power; null until it is finished.';
comment on column farm.games.units is
	'Units on the final board, by power; null until it is finished.';
comment on column farm.games.digest is
	'A sha256 over its terms, rows and end, by the worker that finished it '
	'(daemon/db/record/digest.h); null until then.';
comment on column farm.games.failures is
	'How many times in a row a worker died in failed_phase. The third is the last.';
comment on column farm.games.failed_phase is
	'The phase in which a worker last died; null: none did.';
comment on column farm.games.failure is 'How that worker died; null: none did.';
comment on column farm.games.reason is 'Why it is quarantined; null in every other state.';
comment on column farm.games.asked is
	'The phase that external players were asked for and that was not taken yet; null: none.';
comment on column farm.games.look_at is
	'When farm.turns_take looks at it, though no orders come: its deadline, or earlier when '
	'somebody held its turns; null: never.';
comment on column farm.games.failed_worker is
	'The worker whose death failures counted last: it counts once; null: none did.';
comment on column farm.games.agreed is
	'The phase in which all surviving powers voted for a draw; the game ends with its board. '
	'Null: they did not.';
comment on column farm.games.shared is
	'The powers that agreed to share the game, as bits; null: all that survive, or none agreed.';
comment on column farm.games.extra is
	'By how much the deadlines of the open phase are later than in turns; null: not at all.';
comment on column farm.games.stopped_at is
	'Since when the clock of the open phase stands; null: it does not.';
comment on column farm.games.extended is
	'The last phase that got more time by votes; null: none did.';

create table farm.seats (
	game_id bigint references farm.games on delete cascade,
	power   smallint check (power between 0 and 6),
	user_id int not null references farm.users,
	entrant smallint not null default 0 check (entrant between 0 and 25),
	primary key (game_id, power)
);
comment on table farm.seats is 'Who plays which power of a game.';
comment on column farm.seats.game_id is 'The game.';
comment on column farm.seats.power is 'The number of the power: its place in maps.powers, from 0.';
comment on column farm.seats.user_id is 'The user who plays it.';
comment on column farm.seats.entrant is
	'Which of the players that take turns at the powers, by its place in --seats, from 0. A '
	'player''s chance is drawn from it, too. 0 where seats stay.';

create table farm.tallies (
	tournament_id int references farm.tournaments on delete cascade,
	worker_id     bigint,
	finished      bigint not null,
	phases        bigint not null,
	primary key (tournament_id, worker_id)
) with (fillfactor = 50);
comment on table farm.tallies is 'What is finished of a tournament, by worker.';
comment on column farm.tallies.tournament_id is 'The tournament.';
comment on column farm.tallies.worker_id is 'The worker.';
comment on column farm.tallies.finished is 'How many games it finished.';
comment on column farm.tallies.phases is 'How many phases those games have.';
