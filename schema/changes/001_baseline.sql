-- 001_baseline: what the farm keeps. The files 001_*.sql are one script.
--
-- A game's life:
--
--                    a worker claims it: epoch + 1            its last board is stored
--     pending ─────────────────────────────────► claimed ────────────────────────► finished
--      ▲   ▲                                      │ │ │
--      │   └── the worker stops, dies or lapses ──┘ │ ├── it cannot be played ──► quarantined
--      │                                            │ └── a worker died of it for the third
--      │   all turns are ready,                     │     time in one phase ─────► quarantined
--      └── or the deadline is over ──── waiting ◄───┘
--                                          an external player must decide (farm.turns)
--
-- What a user does:
--
--     pending, waiting, claimed               farm.game_quarantine                     quarantined
--     pending, waiting, claimed, quarantined  farm.game_cancel, farm.tournament_cancel cancelled
--     claimed                                 farm.tournament_drop                     cancelled
--     quarantined, cancelled                  farm.game_retry                          pending
--     pending                                 an external player takes orders back     waiting
--
-- A game's row is written three times: when it is made, claimed and finished. Only a game that went
-- back to pending is written more often. Its progress is in the rows of farm.boards, and rows are
-- only ever added there. Every write of a worker goes through the fence (farm.fence).

create schema farm;
comment on schema farm is
	'The farm. It belongs to aresctl init, which drops views and functions that it did not make.';
create schema api;
comment on schema api is
	'What an external player may use: two views and a function. It has no right in schema farm.';

create table farm.schema_version (
	version    int primary key,
	name       text not null,
	applied_at timestamptz not null default now()
);
comment on table farm.schema_version is 'The changes of the schema that this database has.';
comment on column farm.schema_version.version is 'The number of the change; 1 is the baseline.';
comment on column farm.schema_version.name is 'The file of the change, without its folder.';
comment on column farm.schema_version.applied_at is 'When aresctl init applied it.';

-- ── maps ──

-- A power is written as its initial in boards.owners.
create function farm.initials_differ(powers text[]) returns boolean
language sql immutable parallel safe
	return (select count(*) = count(distinct left(p, 1)) from unnest(powers) p);

create table farm.maps (
	id     int generated always as identity primary key,
	name   text not null unique check (name ~ '^[a-z0-9][a-z0-9_-]*$'),
	powers text[] not null check (cardinality(powers) between 2 and 7
	                              and farm.initials_differ(powers))
);
comment on table farm.maps is 'The maps that games are played on. aresctl init adds those it has.';
comment on column farm.maps.id is 'The map.';
comment on column farm.maps.name is 'Its name: that of its file schema/maps/NAME.csv.';
comment on column farm.maps.powers is
	'The codes of its powers (AUS), 2 to 7. A power''s number is its place here, from 0. Initials '
	'differ.';

create table farm.areas (
	map_id   int not null references farm.maps,
	id       smallint not null check (id between 0 and 126),
	province smallint not null,
	code     text not null check (code ~ '^[a-z]{3}(/[a-z]{2})?$'),
	name     text not null,
	type     text not null check (type in ('land', 'coast', 'water')),
	centre   boolean not null,
	owner    text check (owner ~ '^[A-Z]{3}$'),
	start    text check (start in ('A', 'F')),
	army     text[] not null,
	fleet    text[] not null,
	alias    text check (alias ~ '^[a-z]{3}(/[a-z]{2})?$'),
	primary key (map_id, id),
	unique (map_id, code),
	foreign key (map_id, province) references farm.areas deferrable initially deferred
);
comment on table farm.areas is
	'The locations of a map: provinces, and the coasts of those that have several.';
comment on column farm.areas.map_id is 'The map.';
comment on column farm.areas.id is
	'The location''s number in lib/map.h, 0 to 126. Packed units and orders have it.';
comment on column farm.areas.province is
	'The id of the province that it is, or that it is a coast of.';
comment on column farm.areas.code is 'Its token in orders: par, stp/sc.';
comment on column farm.areas.name is 'Its name.';
comment on column farm.areas.type is 'land, coast or water.';
comment on column farm.areas.centre is 'Whether it is a supply centre.';
comment on column farm.areas.owner is 'The power that owns it at the start; null: none.';
comment on column farm.areas.start is
	'The unit that stands there at the start, A or F; null: none.';
comment on column farm.areas.army is 'Codes of the areas that an army can go to from there.';
comment on column farm.areas.fleet is 'Codes of the areas that a fleet can go to from there.';
comment on column farm.areas.alias is 'A second token for it; null: none.';

-- ── who plays ──

create table farm.users (
	id         int generated always as identity primary key,
	name       text not null unique check (name <> ''),
	player     text,
	settings   jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
	role       name unique check (role is null
	                              or (player is null and length(role) between 1 and 53)),
	created_at timestamptz not null default now()
);
comment on table farm.users is
	'Who can have a seat: a player of the farm with its settings, or an external player.';
comment on column farm.users.id is 'The user.';
comment on column farm.users.name is
	'A player and its settings as aresctl writes them, "ares(depth=2,age=10,...)"; or "@" and the '
	'role.';
comment on column farm.users.player is
	'The player of the farm, as lib/players.def names it; null: an external player.';
comment on column farm.users.settings is 'The player''s settings, all of them.';
comment on column farm.users.role is
	'The role of the database that an external player logs in as, of 1 to 53 bytes.';
comment on column farm.users.created_at is 'When a seat was first given to it.';

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
	check (dropped or name ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$')
);
comment on table farm.tournaments is
	'Games that are played by the same users under the same terms.';
comment on column farm.tournaments.id is
	'The tournament. Its boards are in the partition farm.boards_ID.';
comment on column farm.tournaments.name is
	'Its name, of 1 to 63 characters; "~" and the id once it is dropped.';
comment on column farm.tournaments.map_id is 'The map.';
comment on column farm.tournaments.rules is 'The rule set, a row of rule_sets in lib/game.c.';
comment on column farm.tournaments.judge is 'The judge, a row of lib/judges/judges.def.';
comment on column farm.tournaments.seed is
	'What chance is drawn from, with the game''s number; from 0.';
comment on column farm.tournaments.games is 'How many games it has; from 1.';
comment on column farm.tournaments.round_limit is
	'The round, two a year, in which a game ends as a draw: 1 to 10000.';
comment on column farm.tournaments.seats is
	'Who plays, as given to aresctl tournament create. farm.seats has it by game.';
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
	'Its boards are gone, and farm.sweep deletes its games.';
comment on column farm.tournaments.created_at is 'When it was made.';

-- ── workers ──

create sequence farm.supervisors as int;
comment on sequence farm.supervisors is
	'Numbers of supervisors. One holds a shared advisory lock (oid of farm.workers, its number) '
	'while it is connected.';

create table farm.workers (
	id             bigint generated always as identity primary key,
	host           text not null,
	pid            int not null,
	supervisor     int not null,
	started_at     timestamptz not null default now(),
	heartbeat_at   timestamptz not null default now(),
	gone_at        timestamptz,
	backend        int,
	phases         bigint not null default 0,
	games          bigint not null default 0,
	refused_writes bigint not null default 0,
	claims         bigint[] not null default '{}'
) with (fillfactor = 50);
comment on table farm.workers is 'Processes that play games, those that are gone too.';
comment on column farm.workers.id is 'The worker.';
comment on column farm.workers.host is 'The host it runs on.';
comment on column farm.workers.pid is 'Its process there.';
comment on column farm.workers.supervisor is 'The number of its supervisor, from farm.supervisors.';
comment on column farm.workers.started_at is 'When it began.';
comment on column farm.workers.heartbeat_at is
	'When it, or its supervisor for it, was last heard of.';
comment on column farm.workers.gone_at is
	'When it stopped, died or lapsed; null: it is alive. A claim makes it alive again.';
comment on column farm.workers.backend is
	'The server process of its session when it last claimed; null: it never did.';
comment on column farm.workers.phases is 'How many phases it has played and stored.';
comment on column farm.workers.games is 'How many games it has finished.';
comment on column farm.workers.refused_writes is
	'Phases and ends of games that it tried to write after its claim had lapsed. The fence '
	'refused each.';
comment on column farm.workers.claims is
	'Games that it claimed and that are not known to be finished. Every claimed game is in its '
	'worker''s claims.';

-- ── games ──

create type farm.game_state as enum (
	'pending', 'claimed', 'waiting', 'finished', 'quarantined', 'cancelled');
comment on type farm.game_state is
	'Where a game is in its life; drawn at the head of schema/001_baseline.sql.';
create type farm.game_ending as enum ('solo', 'draw');
comment on type farm.game_ending is
	'solo: one power won. draw: those that were left share the point.';

-- queue and aside are generated, so that no statement can forget them. Both are null before and
-- after a game is finished. So that update stays HOT, though both are indexed. The fillfactor
-- leaves room for the longer row. A claim reads past the rows claimed since the last vacuum, 1.5 ms
-- for 300,000: so vacuum comes often.
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
	unique (tournament_id, number),
	check (state <> 'claimed' or worker_id is not null),
	check (state <> 'pending' or worker_id is null),
	check (state <> 'finished'
	       or num_nulls(ending, phase, phases, centres, units, finished_at) = 0),
	check ((ending = 'solo') = (winner is not null)),
	check ((state = 'quarantined') = (reason is not null)),
	check (digest is null or state = 'finished')
) with (fillfactor = 30, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
        autovacuum_vacuum_cost_delay = 0);
create index games_queue on farm.games (queue, id) where queue is not null;
create index games_aside on farm.games (tournament_id, aside) where aside is not null;
comment on table farm.games is 'Games: where each is, who has it, and how it ended.';
comment on column farm.games.id is 'The game.';
comment on column farm.games.tournament_id is 'Its tournament.';
comment on column farm.games.number is
	'Its number in the tournament, from 1. Chance is drawn from it.';
comment on column farm.games.state is 'Where it is in its life.';
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
	'(daemon/store/digest.h); null until then.';
comment on column farm.games.failures is
	'How many times in a row a worker died in failed_phase. The third is the last.';
comment on column farm.games.failed_phase is
	'The phase in which a worker last died; null: none did.';
comment on column farm.games.failure is 'How that worker died; null: none did.';
comment on column farm.games.reason is 'Why it is quarantined; null in every other state.';

create table farm.seats (
	game_id bigint not null references farm.games on delete cascade,
	power   smallint not null check (power between 0 and 6),
	user_id int not null references farm.users,
	primary key (game_id, power)
);
comment on table farm.seats is 'Who plays which power of a game.';
comment on column farm.seats.game_id is 'The game.';
comment on column farm.seats.power is 'The number of the power: its place in maps.powers, from 0.';
comment on column farm.seats.user_id is 'The user who plays it.';

-- Workers add to their own row only, so that no two write to one. Progress then needs no counting.
create table farm.tallies (
	tournament_id int not null references farm.tournaments on delete cascade,
	worker_id     bigint not null,
	finished      bigint not null,
	phases        bigint not null,
	primary key (tournament_id, worker_id)
) with (fillfactor = 50);
comment on table farm.tallies is 'What is finished of a tournament, by worker.';
comment on column farm.tallies.tournament_id is 'The tournament.';
comment on column farm.tallies.worker_id is 'The worker.';
comment on column farm.tallies.finished is 'How many games it finished.';
comment on column farm.tallies.phases is 'How many phases those games have.';
