-- votes: the votes of a game's powers on its end and its clock.
--
-- There is one table of votes (farm.votes). A vote is for an end, with the powers that share the
-- game: all survivors, some of them, or one, which then wins; or for the clock: to stop it, or to
-- give the phase the same time again. A vote counts for the phase that players are asked for, and
-- can be taken back.
--
--   end     every power that survives and whose player is not absent must vote for the same powers.
--           The game's row then says so (games.agreed, games.shared), the turns go, and the worker
--           that claims the game next ends it there, fenced like any write
--   pause   all such powers with external players must vote for it. The clock stops as
--           long as all of them want it: until one takes its vote back, or all orders are there
--   extend  more than half of these must vote for it, once in a phase
--   leave   a player leaves. The substitute plays the seat from this phase on, and the game no
--           longer waits for the player
--   return  a player takes back a seat that the substitute plays
--
-- Bots vote with their orders (doc/bots.md), and players of the farm that have a setting `votes`. A
-- worker counts these when the orders of external players are taken. So a game in which one of them
-- survives ends then, and one in which another player of the farm survives has no such end.
--
-- Votes are secret: a player sees its own, the proposed powers, and how many want to stop the clock
-- or extend the time.

-- The surviving powers, from the open turns of a game. outside: of an external player. absent: the
-- substitute plays it. counts: its vote is needed.
create or replace function farm.voters(game bigint)
returns table (power smallint, outside boolean, absent boolean)
language sql stable as $$
	select v.power::smallint, u.player is null,
	       coalesce(a.missed > 1 and n.substitute is not null, false)
	from farm.games g
	join farm.tournaments n on n.id = g.tournament_id
	join farm.maps m on m.id = n.map_id
	cross join lateral (select * from farm.turns t
	                    where t.game_id = g.id and t.phase = g.asked limit 1) t
	cross join lateral (
		select farm.unit_power(u) as power from unnest(t.units) u
		union
		select strpos(m.initials, nullif(substr(t.owners, 1 + c.id, 1), '')) - 1
		from unnest(m.centres) c (id)) v
	join farm.seats s on s.game_id = g.id and s.power = v.power
	join farm.users u on u.id = s.user_id
	left join farm.absences a on a.game_id = g.id and a.power = v.power
	where g.id = voters.game;
$$;

-- The named powers, as bits; 0: all survivors. problem: why they cannot share the game.
create or replace function farm.votes_share(game bigint, among text[], out powers smallint,
                                            out problem text)
language plpgsql stable as $$
declare
	codes text[] := (select m.powers from farm.map_of(game) m);
	alive smallint := (select sum(1 << v.power) from farm.voters(game) v);
	name  text;
begin
	powers := 0;
	foreach name in array coalesce(among, '{}') loop
		problem := case
			when array_position(codes, upper(name)) is null
			then format('no power %s: there are %s', name, array_to_string(codes, ', '))
			when alive >> array_position(codes, upper(name)) - 1 & 1 = 0
			then upper(name) || ' is out of the game' end;
		exit when problem is not null;
		powers := powers | (1 << array_position(codes, upper(name)) - 1);
	end loop;
	powers := case powers when alive then 0 else powers end;
end $$;

-- Ends a game that waits if all have voted for the same end in the open phase. The caller holds the
-- game. Returns whether it ends now.
create or replace function farm.votes_end(game bigint) returns boolean language plpgsql as $$
declare
	open smallint := (select g.asked from farm.games g where g.id = game and g.state = 'waiting');
	powers smallint;
begin
	if farm.phase_is_retreat(open) then
		return false;
	end if;
	select v.powers into powers
	from farm.votes v
	join farm.voters(game) p on p.power = v.power and not p.absent
	where v.game_id = game and v.phase = open and v.wish = 'end'
	group by v.powers
	having count(*) = (select count(*) from farm.voters(game) o where not o.absent)
	order by v.powers limit 1;
	if powers is null then
		return false;
	end if;
	perform set_config('synchronous_commit', 'on', true);
	perform farm.messages_take(game, open);
	perform farm.turns_delete(game, open);
	update farm.games g
	set state = 'pending', worker_id = null, claimed_at = null, asked = null, look_at = null,
	    extra = null, stopped_at = null, agreed = open, shared = nullif(powers, 0)
	where g.id = game;
	perform farm.hint('farm');
	return true;
end $$;

-- Stops or starts the clock of a waiting game, according to the votes. The caller has locked the
-- game.
create or replace function farm.votes_clock(game bigint) returns void language plpgsql as $$
declare
	g      farm.games;
	needed bigint;
	stands bigint;
	longer bigint;
begin
	select x.* into g from farm.games x where x.id = game and x.state = 'waiting';
	select count(distinct p.power), count(*) filter (where v.wish = 'pause'),
	       count(*) filter (where v.wish = 'extend')
	into needed, stands, longer
	from farm.voters(game) p
	left join farm.votes v on v.game_id = game and v.power = p.power and v.phase = g.asked
	where p.outside and not p.absent;
	if g.id is null or needed = 0 then
		return;
	end if;
	if stands < needed and g.stopped_at is not null then
		g.extra := coalesce(g.extra, '0') + (now() - g.stopped_at);
	end if;
	g.stopped_at := case when stands = needed then coalesce(g.stopped_at, now()) end;
	if 2 * longer > needed and g.extended is distinct from g.asked then
		g.extended := g.asked;
		g.extra := coalesce(g.extra, '0') + (select farm.phase_time(t, g.asked)
		                                     from farm.tournaments t where t.id = g.tournament_id);
	end if;
	update farm.games x
	set extra = g.extra, stopped_at = g.stopped_at, extended = g.extended, look_at = (
		select min(farm.clock_time(t.deadline, g.extra, g.stopped_at)) from farm.turns t
		where t.game_id = game and t.phase = g.asked)
	where x.id = game
	  and (x.extra, x.stopped_at, x.extended) is distinct from (g.extra, g.stopped_at, g.extended);
	if found then
		perform farm.hint('farm_web');
		perform farm.hint('farm_turn_daide');
	end if;
end $$;

-- Writes or deletes a vote of a power. fresh: farm.votes_take checks it.
create or replace function farm.vote_write(game bigint, power smallint, phase smallint, wish text,
                                           powers smallint, vote boolean, fresh boolean)
returns void language plpgsql as $$
begin
	insert into farm.votes as v (game_id, power, wish, powers, phase, fresh)
	values (game, power, wish, powers, case when vote then phase else -1 end, fresh)
	on conflict on constraint votes_pkey
	do update set phase = excluded.phase, fresh = excluded.fresh, voted_at = now();
end $$;

-- Votes for an end for a power, or withdraws the vote; powers: who shares the game, as bits.
-- Returns whether the game ends now; null: it does not wait in this phase, or these powers cannot
-- share it. In a retreat phase votes are accepted but have no effect.
create or replace function farm.draw_vote(game bigint, power smallint, phase smallint,
                                          powers smallint, vote boolean)
returns boolean language plpgsql as $$
declare
	alive smallint;
begin
	perform from farm.games g
	where g.id = game and g.state = 'waiting' and g.asked = draw_vote.phase
	for no key update;
	alive := (select sum(1 << v.power) from farm.voters(game) v);
	if not found or powers & ~alive <> 0 then
		return null;
	end if;
	powers := case powers when alive then 0 else powers end;
	perform farm.vote_write(game, power, phase, 'end', powers, vote, false);
	return farm.votes_end(game);
end $$;

-- Why a power of a game that waits cannot vote for this; null: it can.
create or replace function farm.vote_flaw(game bigint, power smallint, wish text) returns text
language sql stable as $$
	select case
		when coalesce(wish, '') not in ('end', 'pause', 'extend', 'leave', 'return')
		then 'no such vote: there are end, pause, extend, leave and return'
		when v.power is null then 'a power without units and centres does not vote'
		when wish = 'return'
		then case when not v.absent and not exists (
			select from farm.votes l
			where l.game_id = game and l.power = vote_flaw.power and l.wish = 'leave' and l.fresh)
		     then 'no computer plays this seat' end
		when v.absent then 'a computer plays this seat: take it back first'
		when wish = 'leave' and t.substitute is null
		then 'nobody would play this seat: the game has no substitute'
		when wish = 'end' and farm.phase_is_retreat(g.asked)
		then 'a draw is voted on before moves and builds, not before retreats'
		when wish in ('pause', 'extend') and farm.phase_time(t, g.asked) is null
		then 'this game has no clock'
		when wish = 'extend' and g.extended = g.asked
		then 'this phase has got more time already' end
	from farm.games g
	join farm.tournaments t on t.id = g.tournament_id
	left join farm.voters(game) v on v.power = vote_flaw.power
	where g.id = game;
$$;

-- The vote of an external player, which must not lock the game's row: it locks its own seat, and
-- the farm counts later. power, name: as in farm.seat_hold. among: with an end: the powers that
-- share the game, by their codes; null or empty: all survivors. Returns why it was rejected, or
-- null.
create or replace function farm.vote_wish(game bigint, power smallint, name text, wish text,
                                          among text[], vote boolean)
returns text language plpgsql as $$
declare
	hold  record;
	share record;
	flaw  text;
begin
	select h.* into hold from farm.seat_hold(game, power, name) h;
	if hold.problem is not null then
		return hold.problem;
	end if;
	flaw := farm.vote_flaw(game, hold.seat, wish);
	if flaw is not null then
		return flaw;
	end if;
	select s.* into share
	from farm.votes_share(game, case when wish = 'end' then among end) s;
	if share.problem is null and coalesce(vote, true) and (
		select count(*) from farm.votes v
		where v.game_id = game and v.power = hold.seat
		  and v.phase = (select g.asked from farm.games g where g.id = game)) >= 20 then
		share.problem := 'at most 20 votes a phase: take one back first';
	end if;
	if share.problem is not null then
		return share.problem;
	end if;
	if wish = 'leave' and coalesce(vote, true) then
		delete from farm.pending_orders o where o.game_id = game and o.power = hold.seat;
		delete from farm.votes v
		where v.game_id = game and v.power = hold.seat and v.wish = 'return';
	elsif wish = 'return' then
		delete from farm.votes v
		where v.game_id = game and v.power = hold.seat and v.wish = 'leave';
	end if;
	perform farm.vote_write(game, hold.seat, g.asked, wish, share.powers, coalesce(vote, true),
	                        true)
	from farm.games g where g.id = game;
	perform farm.hint('farm');
	perform farm.hint('farm_web');
	return null;
end $$;

-- Checks fresh votes of at most this number of games. Returns how many games end now. It never
-- waits for a lock: a locked game is checked again later. A player leaves or returns whatever phase
-- is open by now: its transaction may have been open while its phase was taken.
create or replace function farm.votes_take(most int) returns bigint language plpgsql as $$
declare
	game  bigint;
	ended bigint := 0;
	seen  tid[];
	gone  boolean; -- somebody has left
	done  boolean;
begin
	for game in select distinct v.game_id from farm.votes v where v.fresh limit most loop
		perform from farm.games g where g.id = game for no key update skip locked;
		continue when not found;
		-- these first: what is committed after them stays fresh
		seen := array(select v.ctid from farm.votes v where v.game_id = game and v.fresh
		              for no key update skip locked);
		delete from farm.absences a using farm.votes v
		where v.ctid = any (seen) and v.wish = 'return' and v.phase >= 0
		  and a.game_id = game and a.power = v.power;
		insert into farm.absences (game_id, power, missed, gone)
		select game, v.power, 2, true from farm.votes v
		where v.ctid = any (seen) and v.wish = 'leave' and v.phase >= 0
		on conflict (game_id, power) do update set missed = 2, gone = true;
		gone := found;
		done := farm.votes_end(game);
		if not done then
			perform farm.votes_clock(game);
			update farm.games g set look_at = now() where gone and g.id = game;
		end if;
		ended := ended + done::int;
		update farm.votes v set fresh = false where v.ctid = any (seen);
	end loop;
	return ended;
end $$;

-- What a seat sees of the votes in the open phase of its game. ends: an array of objects: powers
-- that are proposed to share it, null for all that survive; mine: it has voted so. voters: the
-- powers that survive; clock: null without a limit on time, else an object: needed: the number of
-- voting players; pause, extend: how many want that; paused: it is stopped; my_pause, my_extend;
-- extended: the phase has got more time. possible: all whose votes an end needs may vote. absent: a
-- computer plays this seat. substitute: who plays it if its player leaves; null: nobody. Of a game
-- that ended by votes, ends has that end, and mine is true. It is in PL/pgSQL because every table
-- in a browser calls it for every phase: a session plans it once.
create or replace function farm.seat_votes(link farm.links, out ends json, out voters text[],
                                           out possible boolean, out clock json,
                                           out absent boolean, out substitute text)
language plpgsql stable as $$
begin
	with v as (
		select v.* from farm.votes v join farm.games g on g.id = v.game_id and g.asked = v.phase
		where v.game_id = link.game_id and g.state = 'waiting'),
	p as (select * from farm.voters(link.game_id))
	select case when g.state = 'finished' and g.agreed is not null
	            then json_build_array(json_build_object(
	                     'powers', farm.powers_named(m.powers, g.shared), 'mine', true))
	       else coalesce((
		       select json_agg(json_build_object(
		                  'powers', farm.powers_named(m.powers, nullif(e.powers, 0::smallint)),
		                  'mine', e.mine) order by e.powers)
		       from (select v.powers, bool_or(v.power = link.power) as mine from v
		             join farm.seats s on s.game_id = v.game_id and s.power = v.power
		             join farm.users u on u.id = s.user_id and u.player is null
		             where v.wish = 'end' group by v.powers) e), '[]') end,
	       array(select m.powers[1 + p.power] from p order by p.power),
	       g.state = 'waiting' and not farm.phase_is_retreat(g.asked)
	       and not exists (
	           select from p join farm.seats s on s.game_id = g.id and s.power = p.power
	           join farm.users u on u.id = s.user_id
	           where u.player not like 'bot:%' and coalesce((u.settings->>'votes')::int, 0) = 0),
	       case when g.state = 'waiting' and farm.phase_time(t, g.asked) is not null then (
	           select json_build_object(
	                      'needed', (select count(*) from p where p.outside and not p.absent),
	                      'pause', count(*) filter (where v.wish = 'pause'),
	                      'extend', count(*) filter (where v.wish = 'extend'),
	                      'paused', g.stopped_at is not null,
	                      'extended', coalesce(g.extended = g.asked, false),
	                      'my_pause', coalesce(bool_or(v.wish = 'pause' and v.power = link.power),
	                                           false),
	                      'my_extend', coalesce(bool_or(v.wish = 'extend'
	                                                    and v.power = link.power), false))
	           from v where exists (select from p where p.power = v.power and not p.absent)) end,
	       coalesce((select p.absent from p where p.power = link.power), false),
	       (select u.label from farm.users u where u.id = t.substitute)
	into ends, voters, possible, clock, absent, substitute
	from farm.games g
	join farm.tournaments t on t.id = g.tournament_id
	join farm.maps m on m.id = t.map_id
	where g.id = link.game_id;
end $$;

-- The end on which the powers agreed in this phase of a claimed game; the worker then ends it. The
-- powers that share it, as bits; 0: all survivors; null: they did not agree.
create or replace function farm.end_agreed(game bigint, worker bigint, epoch int, phase smallint)
returns smallint language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	select coalesce(g.shared, 0::smallint) from farm.games g
	where g.id = game and g.state = 'claimed' and g.worker_id = worker
	  and g.epoch = end_agreed.epoch and g.agreed = end_agreed.phase;
$$;

-- The votes of external players in a taken phase of a claimed game: the powers that share the game,
-- as bits; null: the power's player is absent, and its vote is not needed.
create or replace function farm.votes_cast(game bigint, worker bigint, epoch int, phase smallint)
returns table (power smallint, powers smallint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	with g as (
		select g.id, t.substitute from farm.games g
		join farm.tournaments t on t.id = g.tournament_id
		where g.id = votes_cast.game and g.state = 'claimed' and g.worker_id = worker
		  and g.epoch = votes_cast.epoch)
	select v.power, v.powers from g join farm.votes v on v.game_id = g.id
	where v.phase = votes_cast.phase and v.wish = 'end'
	union all
	select a.power, null from g join farm.absences a on a.game_id = g.id
	where a.missed > 1 and g.substitute is not null
	order by 1, 2;
$$;

-- Records the end on which the powers of a claimed game agreed. The end is written in the same
-- transaction.
create or replace function farm.end_agree(game bigint, worker bigint, epoch int, phase smallint,
                                          shared smallint)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
	perform farm.fence(game, worker, epoch, true);
	perform farm.turns_delete(game, end_agree.phase);
	update farm.games g set agreed = end_agree.phase, shared = nullif(end_agree.shared, 0)
	where g.id = game;
end $$;

-- The same for workers of versions before 15, which support only a draw of all survivors.
create or replace function farm.draw_agreed(game bigint, worker bigint, epoch int, phase smallint)
returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	select coalesce(farm.end_agreed(game, worker, epoch, phase) = 0, false);
$$;
