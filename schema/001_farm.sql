-- 001_farm: everything the farm keeps. Never edited once released; what follows it has the next number.
--
-- A game's life:
--
--                 claim, epoch + 1                     last board stored
--   pending ───────────────────────────► claimed ─────────────────────────► finished
--      ▲                                  │  ▲ │
--      │   worker stopped, died, lapsed   │  │ └─ cannot be played ───────► quarantined  (games.reason says why)
--      └──────────────────────────────────┘  │
--                                            ▼
--                                         waiting      for orders from outside (pending_orders)
--
--   pending, waiting ── a user's wish ──► cancelled
--
-- A game row is touched three times: made, claimed, finished; only a game handed back is touched more often. Its
-- progress is the rows in boards, which are only ever added to. What a worker writes is fenced: see farm.fence.

-- Who can sit at a table: a player of the farm with one full set of settings, named as aresctl writes it
-- ("ares(depth=2,age=10,...)"), or a human, whose player is null.
create table farm.users (
	id         int generated always as identity primary key,
	name       text not null unique check (name <> ''),
	player     text,
	settings   jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
	created_at timestamptz not null default now()
);

create function farm.initials_differ(powers text[]) returns boolean language sql immutable parallel safe
	return (select count(*) = count(distinct left(p, 1)) from unnest(powers) p);

-- powers: codes in the order of their numbers. boards.owners writes a power as its initial.
create table farm.maps (
	id     int generated always as identity primary key,
	name   text not null unique check (name ~ '^[a-z0-9][a-z0-9_-]*$'),
	powers text[] not null check (cardinality(powers) between 2 and 7 and farm.initials_differ(powers))
);

-- The locations of a map; id is the location's number in lib/map.h, province that of the province it is or lies in.
-- The other columns are those of schema/maps/*.csv, from which aresctl init fills the table.
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

-- seats: who plays, as given to aresctl tournament create; farm.seats has it game by game.
create table farm.tournaments (
	id          int generated always as identity primary key,
	name        text not null unique check (name ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$'),
	map_id      int not null references farm.maps,
	rules       text not null check (rules ~ '^[a-z][a-z0-9]*$'),
	judge       text not null check (judge ~ '^[a-z]+$'),
	seed        bigint not null check (seed >= 0),
	games       int not null check (games > 0),
	round_limit int not null check (round_limit between 1 and 10000),
	seats       text not null,
	created_at  timestamptz not null default now()
);

-- A worker is one process. It is gone when it has left, died or lapsed; whoever claims is there again. backend: its server
-- process when it last claimed.
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
	refused_writes bigint not null default 0
) with (fillfactor = 50);

-- A supervisor holds the shared advisory lock (farm.workers' oid, its number) for as long as it is connected.
create sequence farm.supervisors as int;

create type farm.game_state as enum ('pending', 'claimed', 'waiting', 'finished', 'quarantined', 'cancelled');
create type farm.game_ending as enum ('solo', 'draw');

-- number: the game within its tournament, from 1; what chance is drawn from. phase: the one the game ended on; phases:
-- how many were played. centres, units: by power, on the final board. worker_id: who claims or finished it.
create table farm.games (
	id            bigint generated always as identity primary key,
	tournament_id int not null references farm.tournaments,
	number        int not null check (number > 0),
	state         farm.game_state not null default 'pending',
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
	reason        text,
	unique (tournament_id, number),
	check (state <> 'claimed' or worker_id is not null),
	check (state <> 'pending' or worker_id is null),
	check (state <> 'finished' or num_nulls(ending, phase, phases, centres, units, finished_at) = 0),
	check ((ending = 'solo') = (winner is not null)),
	check ((state = 'quarantined') = (reason is not null))
) with (fillfactor = 50);

-- What a claim reads. Not on state: finishing a game leaves worker_id alone, and so stays a HOT update.
create index games_unclaimed on farm.games (id) where worker_id is null;

create table farm.seats (
	game_id bigint not null references farm.games on delete cascade,
	power   smallint not null check (power between 0 and 6),
	user_id int not null references farm.users,
	primary key (game_id, power)
);

-- One row a phase: the position it was played on, the orders given there and how they fared. A finished game has one
-- row more, its final position, without orders. Rule set thesis has phases S..M and F..M only. The packed columns are
-- unpacked by the functions below.
--
-- units: sorted by province. owners: one character a province, in the order of their numbers: a power's initial or a
-- dot. orders: parallel to units. resolve_ns: the judge alone. think_ns, forecasts: by power. capped: powers, as bits,
-- whose player reached a limit on its effort.
--
-- Append only. No foreign keys: the fence holds the game's row while its boards are written.
create table farm.boards (
	tournament_id int not null,
	game_id       bigint not null,
	phase         smallint not null check (phase >= 0),
	units         smallint[] not null,
	owners        text not null,
	orders        int[],
	resolve_ns    int,
	resolve_stage smallint,
	order_count   smallint generated always as (cardinality(orders)) stored,
	think_ns      bigint[],
	forecasts     int[],
	capped        smallint,
	primary key (tournament_id, game_id, phase),
	check (orders is null or cardinality(orders) = cardinality(units)),
	check (num_nulls(orders, resolve_ns, resolve_stage, think_ns, forecasts, capped) in (0, 6))
) partition by list (tournament_id);

-- Orders from outside, as given; kept until the phase is played.
create table farm.pending_orders (
	game_id  bigint not null references farm.games on delete cascade,
	power    smallint not null,
	phase    smallint not null,
	orders   text[] not null,
	given_by int references farm.users,
	given_at timestamptz not null default now(),
	primary key (game_id, power, phase),
	foreign key (game_id, power) references farm.seats on delete cascade
);

-- Unpacking. A unit is 11 bits (lib/board.h, unit_pack), an order 25 (lib/order.h, order_pack; the outcome by the
-- worker).

create function farm.unit_area(code smallint) returns int language sql immutable parallel safe
	return code & 127;
create function farm.unit_type(code smallint) returns text language sql immutable parallel safe
	return case code >> 7 & 1 when 0 then 'A' else 'F' end;
create function farm.unit_power(code smallint) returns int language sql immutable parallel safe
	return code >> 8 & 7;

create function farm.order_to(code int) returns int language sql immutable parallel safe
	return nullif(code & 127, 127);
create function farm.order_aux(code int) returns int language sql immutable parallel safe
	return nullif(code >> 7 & 127, 127);
create function farm.order_aux_type(code int) returns text language sql immutable parallel safe
	return case code >> 18 & 1 when 0 then 'A' else 'F' end;
create function farm.order_kind(code int) returns int language sql immutable parallel safe
	return code >> 14 & 15;
create function farm.order_via(code int) returns boolean language sql immutable parallel safe
	return code >> 19 & 1 = 1;
create function farm.order_result(code int) returns int language sql immutable parallel safe
	return code >> 20 & 15;
create function farm.order_dislodged(code int) returns boolean language sql immutable parallel safe
	return code >> 24 & 1 = 1;

-- 0 is S1901M.
create function farm.phase_name(phase smallint) returns text language sql immutable parallel safe
	return substr('SSFFW', phase % 5 + 1, 1) || (1901 + phase / 5) || substr('MRMRA', phase % 5 + 1, 1);

-- The thesis's round: two a year.
create function farm.phase_round(phase smallint) returns int language sql immutable parallel safe
	return phase / 5 * 2 + (phase % 5 >= 2)::int;

-- Every write of a worker to a game begins here. Locks the game's row until the transaction ends; a worker that slept
-- through its lease no longer holds the claim, and is refused with SQLSTATE RF001. What is not durable is committed
-- asynchronously: a phase that is lost is played again and comes out the same.
create function farm.fence(game bigint, worker bigint, epoch int, durable boolean) returns void language plpgsql as $$
begin
	perform from farm.games g
	where g.id = game and g.state = 'claimed' and g.worker_id = worker and g.epoch = fence.epoch
	for no key update;
	if not found then
		raise exception 'worker % no longer holds game % in epoch %', worker, game, epoch using errcode = 'RF001';
	end if;
	perform set_config('synchronous_commit', case when durable then 'on' else 'off' end, true);
end $$;

-- Hands the games of these workers back and marks the workers gone. The epoch moves on at the next claim. Returns how
-- many games there were.
create function farm.workers_leave(ids bigint[]) returns bigint language sql as $$
	update farm.workers set gone_at = now() where id = any (ids) and gone_at is null;
	with back as (
		update farm.games set state = 'pending', worker_id = null, claimed_at = null
		where state = 'claimed' and worker_id = any (ids)
		returning 1)
	select count(*) from back;
$$;

-- The same for every worker that is silent for longer than the lease, or whose supervisor is connected no more. One that
-- fell asleep in the middle of a batch holds its game's lock: its session is ended, where it is the one that claimed.
create function farm.workers_recover(lease interval) returns bigint language plpgsql as $$
declare
	lapsed bigint[];
begin
	lapsed := array(
		select w.id from farm.workers w
		where w.gone_at is null
		  and (w.heartbeat_at < now() - lease
		       or not exists (select from pg_locks l
		                      where l.locktype = 'advisory' and l.granted and l.objsubid = 2
		                        and l.database = (select oid from pg_database where datname = current_database())
		                        and l.classid = 'farm.workers'::regclass and l.objid = w.supervisor::oid)));
	if lapsed = '{}' then
		return 0;
	end if;
	perform pg_terminate_backend(a.pid, 1000) from pg_stat_activity a join farm.workers w on w.backend = a.pid
	where w.id = any (lapsed) and a.datname = current_database() and a.backend_xid is not null
	  and a.backend_start < w.heartbeat_at;
	return farm.workers_leave(lapsed);
end $$;

-- Makes a tournament with its games, seats and partition of boards, and wakes the workers. users: two, who take all
-- seatings in turn: power k is played by the entry that bit k of (number - 1) names; or one a power for each of one or
-- more seatings, which the games take in turn. So every seating of a tournament that is half played is half played.
create function farm.tournament_create(name text, map text, rules text, judge text, seed bigint, games int, round_limit int,
                                       seats text, users int[])
returns int language plpgsql as $$
#variable_conflict use_variable
declare
	tournament int;
	powers     int;
begin
	select cardinality(m.powers) into strict powers from farm.maps m where m.name = map;
	if cardinality(users) <> 2 and (cardinality(users) = 0 or cardinality(users) % powers <> 0) then
		raise exception '% users are no seatings of % powers', cardinality(users), powers using errcode = '22023';
	end if;
	insert into farm.tournaments (name, map_id, rules, judge, seed, games, round_limit, seats)
	select name, m.id, rules, judge, seed, games, round_limit, seats from farm.maps m where m.name = map
	returning id into tournament;

	execute format('create table farm.boards_%s partition of farm.boards for values in (%1$s)', tournament);

	insert into farm.games (tournament_id, number) select tournament, n from generate_series(1, games) n;
	insert into farm.seats (game_id, power, user_id)
	select g.id, k, users[1 + case cardinality(users)
	                          when 2 then (g.number - 1) >> k & 1
	                          else ((g.number - 1) % (cardinality(users) / powers)) * powers + k end]
	from farm.games g, generate_series(0, powers - 1) k
	where g.tournament_id = tournament;

	perform pg_notify('farm', '');
	return tournament;
end $$;

-- All that a game's play determined, as a sha256: never timings, workers, epochs or ids.
create function farm.game_digest(game bigint) returns bytea language sql stable as $$
	select sha256(convert_to(concat_ws(E'\n',
		concat_ws('|', g.number, g.state, g.ending, g.winner, g.phase, g.phases, g.centres, g.units),
		(select string_agg(u.name, '|' order by s.power)
		 from farm.seats s join farm.users u on u.id = s.user_id where s.game_id = g.id),
		(select string_agg(concat_ws('|', b.phase, b.units, b.owners, b.orders, b.resolve_stage, b.forecasts, b.capped),
		                   E'\n' order by b.phase)
		 from farm.boards b where b.tournament_id = g.tournament_id and b.game_id = g.id)), 'UTF8'))
	from farm.games g where g.id = game;
$$;

-- The same for a whole tournament, in hex: equal after any history of workers, threads and crashes.
create function farm.tournament_digest(tournament text) returns text language sql stable as $$
	select encode(sha256(
		convert_to(concat_ws('|', m.name, t.rules, t.judge, t.seed, t.games, t.round_limit, t.seats), 'UTF8')
		|| string_agg(farm.game_digest(g.id), ''::bytea order by g.number)), 'hex')
	from farm.tournaments t
	join farm.maps m on m.id = t.map_id
	join farm.games g on g.tournament_id = t.id
	where t.name = tournament
	group by t.id, m.id;
$$;
