-- branches: continuations of one stored phase, many times (aresctl branch).
--
-- A branch is a tournament. Each of its games begins with the boards of another game, up to a
-- phase, and continues from there with its own random numbers: so players with memory fold the same
-- history. A block has a game for each arm. Its games draw the same random numbers, so arms are
-- compared in pairs.

-- What a branch needs to know of the game that it branches from. users: who plays each power;
-- outside: whether one of these is neither a player of the farm nor a bot. secret: its seed must
-- not be revealed yet. depth: how many pasts it has (farm.branches).
create or replace function farm.branch_origin(game bigint, out users int[], out entrants int[],
                                              out outside boolean, out secret boolean,
                                              out depth int)
language sql stable as $$
	select array_agg(s.user_id order by s.power), array_agg(s.entrant::int order by s.power),
	       bool_or(u.player is null), bool_or(farm.seed_secret(g.tournament_id)),
	       coalesce(min(cardinality(b.past_before)), 0)
	from farm.games g
	join farm.seats s on s.game_id = g.id
	join farm.users u on u.id = s.user_id
	left join farm.branches b on b.tournament_id = g.tournament_id
	where g.id = game;
$$;

-- The block that a game draws its random numbers from (find_block in daemon/db/record/terms.c).
create or replace function farm.block_of(tournament farm.tournaments, number int) returns int
language sql immutable as $$
	select case when position('@' in tournament.seats) > 0 then number
	            else (number - 1) / tournament.block + 1 end;
$$;

-- Creates a branch of a game, and wakes the workers. Returns the tournament's id.
--
--   users, entrants   for each power of each arm
--   said, powers      a line for each arm, as in farm.branch_arms; powers separated by commas
--   ordering, orders  the same, of all arms; ordered: of which
--   by_chance         the rules draw by chance, so the phases before keep their random numbers
--   senders           for each arm, the power that sends a message before the orders, or -1;
--   recipients, texts the same: its recipients, as bits, 0: all; its text
create or replace function farm.branch_make(name text, game bigint, phase smallint, times int,
                                            seed bigint, users int[], entrants int[], said text,
                                            powers text, ordered int[], ordering int[],
                                            orders int[], by_chance boolean, senders int[],
                                            recipients int[], texts text[])
returns int language plpgsql as $$
declare
	origin     farm.games;
	parent     farm.tournaments;
	tournament int;
	arms       int := cardinality(string_to_array(said, E'\n'));
begin
	select * into strict origin from farm.games g where g.id = game;
	select * into strict parent from farm.tournaments t where t.id = origin.tournament_id for share;
	tournament := farm.branch_open(name, parent, origin, times * arms, arms, seed, users);

	insert into farm.branches
	select tournament, parent.name, origin.number, branch_make.phase,
	       coalesce(b.past_before, '{}') || p.before, coalesce(b.past_seeds, '{}') || p.seeds,
	       coalesce(b.past_blocks, '{}') || p.blocks
	from (select case when by_chance then array[branch_make.phase] else '{}' end as before,
	             case when by_chance then array[parent.seed] else '{}' end as seeds,
	             case when by_chance then array[farm.block_of(parent, origin.number)]
	                  else '{}' end as blocks) p
	left join farm.branches b on b.tournament_id = parent.id;

	insert into farm.branch_arms
	select tournament, a.arm, a.said,
	       coalesce(string_to_array(nullif(a.powers, ''), ','), '{}')::smallint[],
	       coalesce(o.powers, '{}'), coalesce(o.orders, '{}')
	from unnest(string_to_array(said, E'\n'), string_to_array(powers, E'\n'))
		with ordinality a (said, powers, arm)
	cross join lateral (
		select array_agg(x.power::smallint order by x.n) as powers,
		       array_agg(x.code order by x.n) as orders
		from unnest(ordered, ordering, orders) with ordinality x (arm, power, code, n)
		where x.arm = a.arm) o;

	perform farm.games_add(tournament, 1, times * arms, users, entrants);
	perform farm.boards_make(tournament);
	perform farm.branch_fill(tournament, origin, branch_make.phase);
	insert into farm.messages (game_id, phase, sender, recipients, text, sent_at)
	select g.id, branch_make.phase, x.sender, nullif(x.recipients, 0), x.text, now()
	from unnest(senders, recipients, texts) with ordinality x (sender, recipients, text, arm)
	join farm.games g on g.tournament_id = tournament and (g.number - 1) % arms + 1 = x.arm
	where x.sender >= 0;
	perform farm.hint('farm');
	return tournament;
end $$;

-- Creates the row of a branch's tournament, with the terms of the game that it branches from.
create or replace function farm.branch_open(name text, parent farm.tournaments, origin farm.games,
                                            games int, block int, seed bigint, users int[])
returns int language plpgsql as $$
declare
	start      farm.recorded;
	tournament int;
begin
	select * into start from farm.recorded e
	where e.game_id = origin.id and e.start_phase is not null;
	insert into farm.tournaments (
		name, map_id, rules, judge, seed, games, round_limit, seats, draw_after, block, players,
		start_case, start_phase, start_units, start_owners, faults, bots, press, press_rounds)
	select branch_open.name, parent.map_id, parent.rules, parent.judge, branch_open.seed,
	       branch_open.games, parent.round_limit, w.seats, parent.draw_after, branch_open.block,
	       w.players,
	       case when start.game_id is null then parent.start_case
	            else parent.name || '/' || origin.number end,
	       coalesce(start.start_phase, parent.start_phase),
	       coalesce(start.start_units, parent.start_units),
	       coalesce(start.start_owners, parent.start_owners), parent.faults, w.bots, parent.press,
	       parent.press_rounds
	from (select string_agg(u.name, ',' order by s.place) as seats,
	             string_agg(u.label, ',' order by s.place) filter (where s.first) as players,
	             coalesce(array_agg(distinct substr(u.player, 5))
	                      filter (where u.player like 'bot:%'), '{}') as bots
	      from (select x.id, x.place,
	                   row_number() over (partition by x.id order by x.place) = 1 as first
	            from unnest(users) with ordinality x (id, place)) s
	      join farm.users u on u.id = s.id) w
	returning tournaments.id into tournament;
	return tournament;
end $$;

-- Gives each game of a new branch the boards and messages of the other game before a phase. The
-- epoch tells workers that there are boards.
create or replace function farm.branch_fill(tournament int, origin farm.games, phase smallint)
returns void language plpgsql set enable_seqscan = off as $$
begin
	update farm.games g set epoch = 1 where g.tournament_id = tournament;
	insert into farm.boards (tournament_id, game_id, phase, units, owners, orders, resolve_ns,
	                         resolve_stage, think_ns, forecasts, capped, forecast_stages,
	                         forecast_ns)
	select tournament, g.id, b.phase, b.units, b.owners, b.orders, b.resolve_ns, b.resolve_stage,
	       b.think_ns, b.forecasts, b.capped, b.forecast_stages, b.forecast_ns
	from farm.boards_of(origin.tournament_id, origin.id) b
	cross join farm.games g
	where b.phase < branch_fill.phase and g.tournament_id = tournament;
	insert into farm.messages (game_id, phase, round, sender, recipients, text, sent_at)
	select g.id, x.phase, x.round, x.sender, x.recipients, x.text, x.sent_at
	from farm.messages x
	cross join farm.games g
	where x.game_id = origin.id and x.phase < branch_fill.phase and g.tournament_id = tournament;
end $$;
