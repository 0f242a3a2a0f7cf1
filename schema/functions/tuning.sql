-- tuning: the farm searches the settings of a player by itself (aresctl tune).
--
-- The search is SPSA: simultaneous perturbation stochastic approximation (Spall 1992; the gains are
-- those of Spall, Implementation of the simultaneous perturbation algorithm, 1998). Each step tries
-- two settings of the player, plus and minus. They differ in all tuned settings, in each randomly
-- up or down, and play against each other. So a step costs the same for one setting as for fifteen,
-- and the two sides meet in the same games: they exchange their powers in blocks, with the same
-- random numbers. The difference of their gains gives the direction in which the settings move:
--
--   theta + rate(step) * scale^2 * (share of plus - share of minus) / (plus - minus)
--
--   rate(step) = 2 gain ((A + 1) / (A + step))^0.602, A a tenth of all steps
--   reach(step) = scale / step^0.101, half of the distance of plus and minus; at least a half
--
-- Settings are integers and theta is not. Both sides of a setting are rounded with the same random
-- number, up with the probability of the fraction. So their mean is theta, and they always differ.
--
-- A step is created in one transaction, when all games of the previous step are finished. It
-- depends only on the seed and on these games. So a tuning has the same course after any history of
-- workers and crashes. Numbers are exact (numeric): they do not depend on the machine.

-- ── the arithmetic ──

-- A number from 0 to below 1, for a setting in a step. what: "sign" or "round".
create or replace function farm.tuning_chance(seed bigint, step int, setting text, what text)
returns numeric
language sql immutable parallel safe
	return ('x'
	        || left(encode(sha256(convert_to(concat_ws('/', seed, step, setting, what), 'UTF8')),
	                       'hex'), 8))::bit(32)::bigint
	       / 4294967296.0;

create or replace function farm.tuning_reach(scale numeric, step int) returns numeric
language sql immutable parallel safe
	return greatest(0.5, round(scale / power(step::numeric, 0.101), 6));

create or replace function farm.tuning_rate(gain int, step int, steps int) returns numeric
language sql immutable parallel safe
	return round(2 * gain * power((steps / 10.0 + 1) / (steps / 10.0 + step), 0.602), 6);

-- The two values of a setting that a step tries, both from low to high. chance: the random number
-- for rounding. Near a bound they are closer together, but never by less than 1.
create or replace function farm.tuning_sides(theta numeric, low int, high int, reach numeric,
                                             sign int, chance numeric, out plus int, out minus int)
language sql immutable parallel safe as $$
	select floor(case when sign > 0 then above else below end + chance)::int,
	       floor(case when sign > 0 then below else above end + chance)::int
	from (select greatest(low, least(theta - reach, least(high, theta + reach) - 1)) as below) b
	cross join lateral (select least(high, greatest(theta + reach, below + 1)) as above) a;
$$;

-- The value of a setting after a step with this rate and gradient.
create or replace function farm.tuning_moved(theta numeric, low int, high int, scale numeric,
                                             rate numeric, gradient numeric)
returns numeric language sql immutable parallel safe
	return round(greatest(low, least(high, theta + rate * scale ^ 2 * gradient)), 6);

-- ── players ──

-- A player with these values of the tuned settings: its name, label and settings, as aresctl would
-- store them (seat_print and seat_print_label in lib/players/player.c).
create or replace function farm.tuning_seat(tournament int, tuned int[], out name text,
                                            out label text, out settings jsonb)
language sql stable as $$
	select t.player
	       || coalesce('(' || string_agg(format('%s=%s', s.name, s.value), ',' order by s.place)
	                            filter (where not s.later or s.value <> s.normal) || ')', ''),
	       t.player
	       || coalesce('(' || string_agg(format('%s=%s', s.name, s.value), ',' order by s.place)
	                            filter (where s.value <> s.normal) || ')', ''),
	       coalesce(jsonb_object_agg(s.name, s.value) filter (where not s.later
	                                                          or s.value <> s.normal), '{}')
	from farm.tunings t
	cross join lateral (
		select s.place, s.name, s.normal, s.later,
		       coalesce(case when s.low is not null then tuning_seat.tuned[s.n] end,
		                s.start) as value
		from (select *, (count(low) over (order by place))::int as n
		      from farm.tuning_settings where tournament_id = t.tournament_id) s) s
	where t.tournament_id = tuning_seat.tournament
	group by t.player;
$$;
comment on function farm.tuning_seat is
	'A tuned player with these values of the tuned settings: its name, label and all '
	'settings. Null: the values that the search began with.';

-- The user for these values. Creates it if missing.
create or replace function farm.tuning_user(tournament int, tuned int[]) returns int
language sql as $$
	select farm.user_put(s.name, s.label, t.player, s.settings, null)
	from farm.tunings t cross join farm.tuning_seat(t.tournament_id, tuned) s
	where t.tournament_id = tournament;
$$;

-- ── steps ──

-- Creates the next step: its settings and its games. The tuning must be locked. The games of the
-- first step already exist: aresctl created them with the tournament.
create or replace function farm.tuning_step_make(tournament int) returns void language plpgsql
set enable_seqscan = off as $$
declare
	rule  farm.tunings;
	seed  bigint;
	prior farm.tuning_steps;
	n     int;
	made  record;
	plus  int;
	minus int;
begin
	select t.* into strict rule from farm.tunings t where t.tournament_id = tournament;
	select t.seed into strict seed from farm.tournaments t where t.id = tournament;
	select s.* into prior from farm.tuning_steps s where s.tournament_id = tournament
	order by s.step desc limit 1;
	n := coalesce(prior.step, 0) + 1;
	select array_agg(v.theta order by v.place) as theta,
	       array_agg(v.sign order by v.place) as signs,
	       array_agg(p.plus order by v.place) as plus, array_agg(p.minus order by v.place) as minus
	into strict made
	from (select s.*,
	             coalesce(prior.moved_to[row_number() over (order by s.place)], s.start) as theta,
	             case when farm.tuning_chance(seed, n, s.name, 'sign') < 0.5 then -1
	                  else 1 end::smallint as sign
	      from farm.tuning_settings s where s.tournament_id = tournament and s.low is not null) v
	cross join lateral farm.tuning_sides(v.theta, v.low, v.high, farm.tuning_reach(v.scale, n),
	                                     v.sign, farm.tuning_chance(seed, n, v.name, 'round')) p;
	plus := farm.tuning_user(tournament, made.plus);
	minus := farm.tuning_user(tournament, made.minus);
	if n > 1 then
		perform farm.games_add(tournament, n * rule.batch - rule.batch + 1, n * rule.batch,
		                       array(select (array[plus, minus] || rule.others)[1 + e.entrant]
		                             from unnest(rule.cycle) with ordinality e (entrant, place)
		                             order by e.place), rule.cycle::int[]);
		update farm.tournaments t set games = n * rule.batch where t.id = tournament;
	else
		update farm.seats s set user_id = case s.entrant when 0 then plus else minus end
		from farm.games g where g.tournament_id = tournament and s.game_id = g.id and s.entrant < 2;
	end if;
	insert into farm.tuning_steps (tournament_id, step, last_game, theta, signs, plus, minus,
	                               plus_id, minus_id)
	values (tournament, n, n * rule.batch, made.theta, made.signs, made.plus,
	        made.minus, plus, minus);
	perform farm.hint('farm');
end $$;

-- Stores the results of the last step, whose games are all finished: the shares of both sides, the
-- gradient, and the new values of the settings. The share of a side is that of its seats in a game.
-- If others play too, the two sides have only a part of all points; so the difference is scaled as
-- if they had them all.
create or replace function farm.tuning_step_end(tournament int) returns void
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
	rule       farm.tunings;
	last       farm.tuning_steps;
	shares     record;
	difference numeric;
	ended      record;
begin
	select t.* into strict rule from farm.tunings t where t.tournament_id = tournament;
	select s.* into strict last from farm.tuning_steps s where s.tournament_id = tournament
	order by s.step desc limit 1;
	select sum(case when e.entrant = 0 then s.share else 0 end
	           order by s.number, s.power) / rule.batch as plus,
	       sum(case when e.entrant = 1 then s.share else 0 end
	           order by s.number, s.power) / rule.batch as minus
	into strict shares
	from farm.scores s join farm.seats e on e.game_id = s.game and e.power = s.power
	where s.tournament_id = tuning_step_end.tournament and s.score = rule.score
	  and s.number > last.last_game - rule.batch and s.number <= last.last_game;
	difference := greatest(-1,
	                       least(1, round((shares.plus - shares.minus)::numeric, 9)
	                             * (2 + cardinality(rule.others)) / 2));
	select array_agg(round(v.gradient, 9) order by v.i) as gradient,
	       array_agg(farm.tuning_moved(last.theta[v.i], v.low, v.high, v.scale,
	                                   farm.tuning_rate(rule.gain, last.step, rule.steps),
	                                   v.gradient) order by v.i) as moved
	into strict ended
	from (select s.*, difference / (last.plus[s.i] - last.minus[s.i]) as gradient
	      from (select s.low, s.high, s.scale, row_number() over (order by s.place) as i
	            from farm.tuning_settings s
	            where s.tournament_id = tournament and s.low is not null) s) v;
	update farm.tuning_steps s
	set plus_share = shares.plus, minus_share = shares.minus, gradient = ended.gradient,
	    moved_to = ended.moved, ended_at = now()
	where s.tournament_id = tournament and s.step = last.step;
	if last.step = rule.steps then
		update farm.tunings t set ending = 'all played', ended_at = now()
		where t.tournament_id = tournament;
	end if;
end $$;

-- Whether the next step of a tuning can be created, or its end recorded: all games of its last step
-- are finished. It uses the snapshot of its caller's statement (stable): otherwise farm.games_left
-- could miss both the step's games, which do not exist yet, and that they must be created.
create or replace function farm.tuning_is_due(tournament int) returns boolean
language sql stable set enable_seqscan = off as $$
	select exists (
		select from farm.tunings u
		join farm.tournaments t on t.id = u.tournament_id and not t.dropped
		where u.tournament_id = tuning_is_due.tournament and u.ending is null
		  and not exists (select from farm.games g
		                  where g.tournament_id = u.tournament_id and g.number > t.games - u.batch
		                    and g.state <> 'finished'));
$$;

-- Creates the next step of all tunings that can have one. Returns how many ended. It skips one that
-- another session has locked. A worker that finds no game calls it (farm.games_claim), and the
-- supervisor once a second. Without tunings it reads an empty table.
--
-- What was true before the lock need not be true after it: another session may just have created
-- the step. So it checks again; a statement of this function sees what was committed before. A
-- tuning whose rows were changed by hand may fail; the others continue.
create or replace function farm.tunings_advance() returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp
set lock_timeout = '2s' as $$
declare
	t     int;
	ended bigint := 0;
begin
	for t in
		select u.tournament_id from farm.tunings u
		where u.ending is null and farm.tuning_is_due(u.tournament_id)
		order by u.tournament_id for update skip locked
	loop
		continue when not farm.tuning_is_due(t);
		begin
			perform farm.tuning_step_end(t);
			if exists (select from farm.tunings u
			           where u.tournament_id = t and u.ending is null) then
				perform farm.tuning_step_make(t);
			end if;
		exception
			when data_exception or integrity_constraint_violation or no_data_found
			or too_many_rows then
				update farm.tunings u set ending = 'failed', reason = sqlerrm, ended_at = now()
				where u.tournament_id = t;
		end;
		ended := ended + (select count(*) from farm.tunings u
		                  where u.tournament_id = t and u.ending is not null);
	end loop;
	return ended;
end $$;

-- ── creating a tuning, and its result ──

-- Creates the tuning of a tournament that was created in this transaction, with the games of one
-- step: entrants 0 and 1 are its two sides, and the others play with them. users, cycle: the users
-- and entrants of farm.tournament_create. tuned, lows, highs, scales: of the tuned settings, by
-- their places.
create or replace function farm.tuning_make(tournament text, asked text, player text, score text,
                                            steps int, gain int,
                                            users int[], cycle int[], names text[], normals int[],
                                            laters int[], starts int[], tuned int[], lows int[],
                                            highs int[], scales int[])
returns void language plpgsql as $$
declare
	t farm.tournaments;
begin
	select n.* into strict t from farm.tournaments n where n.name = tournament;
	insert into farm.tunings (tournament_id, asked, player, score, steps, batch, gain,
	                          others, cycle)
	select t.id, asked, player, score, steps, t.games, gain,
	       coalesce((select array_agg(o.user_id order by o.entrant)
	                 from (select distinct c.entrant, c.user_id
	                       from unnest(users, cycle) c (user_id, entrant)
	                       where c.entrant > 1) o), '{}'), cycle;
	insert into farm.tuning_settings (tournament_id, place, name, normal, later, start,
	                                  low, high, scale)
	select t.id, s.place, s.name, s.normal, s.later = 1, s.start, v.low, v.high,
	       least(v.scale, (v.high - v.low) / 2.0)
	from unnest(names, normals, laters, starts)
	    with ordinality s (name, normal, later, start, place)
	left join unnest(tuned, lows, highs, scales) v (place, low, high, scale) using (place);
	perform farm.tuning_step_make(t.id);
end $$;

-- The settings found so far: the means of their values after each step of the last quarter, rounded
-- to integers. A mean of many steps is closer to the optimum than the last one (Polyak and Juditsky
-- 1992). Null: no step is played.
create or replace function farm.tuning_found(tournament int) returns int[] language sql stable as $$
	select array_agg(v.value order by v.i)
	from (select m.i, round(avg(m.moved))::int as value
	      from (select s.moved_to, s.step, max(s.step) over () as last from farm.tuning_steps s
	            where s.tournament_id = tuning_found.tournament and s.moved_to is not null) s
	      cross join lateral unnest(s.moved_to) with ordinality m (moved, i)
	      where s.step > s.last - greatest(1, s.last / 4)
	      group by m.i) v;
$$;
comment on function farm.tuning_found is
	'The values that a tuning has found so far, in the order of tuning_settings.place; null: '
	'no step has been played.';

-- Creates a tournament with the terms of a tuning, in which the found settings replace plus, and
-- the initial ones (rival "start") or the defaults ("normal") replace minus. Its name has the rival
-- after a "-". seed null: the one after the tuning's. Returns the players' labels; null if both are
-- the same.
create or replace function farm.tuning_verify(tournament text, rival text, games int, seed bigint)
returns text
language plpgsql as $$
declare
	t      farm.tournaments;
	rule   farm.tunings;
	sides  int[];
	names  text;
	labels text;
	made   int;
begin
	select n.* into strict t from farm.tournaments n where n.name = tournament;
	select n.* into strict rule from farm.tunings n where n.tournament_id = t.id;
	if seed = t.seed then
		raise exception '--seed %: is the seed of the tuning, so these games would have its '
		                'chance: choose another', seed
			using errcode = '22023';
	end if;
	select array[farm.tuning_user(t.id, farm.tuning_found(t.id)),
	             farm.tuning_user(t.id,
	                              array_agg(case rival when 'start' then s.start else s.normal end
	                                        order by s.place))]
	into strict sides
	from farm.tuning_settings s where s.tournament_id = t.id and s.low is not null;
	if sides[1] = sides[2] then
		return null;
	end if;
	select string_agg(u.name, ',' order by p.place),
	       string_agg(u.label, ',' order by p.place) into names, labels
	from unnest(sides || rule.others) with ordinality p (id, place)
	join farm.users u on u.id = p.id;
	made := farm.tournament_create(t.name || '-' || rival,
	                               (select m.name from farm.maps m where m.id = t.map_id), t.rules,
		t.judge, coalesce(seed, t.seed + 1), games, t.round_limit, names,
		array(select (sides || rule.others)[1 + e.entrant]
		      from unnest(rule.cycle) with ordinality e (entrant, place) order by e.place),
		t.block, rule.cycle::int[], labels);
	update farm.tournaments n
	set (draw_after, start_case, start_phase, start_units, start_owners)
	  = (t.draw_after, t.start_case, t.start_phase, t.start_units, t.start_owners)
	where n.id = made;
	return labels;
end $$;
