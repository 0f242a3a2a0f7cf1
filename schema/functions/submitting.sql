-- submitting: what an external player does with its turn. The schemas api and web call these: api
-- for roles, web for links.
--
-- A player locks its own turn and holds its game's row for key share; schema/functions/turns.sql
-- says why.

-- The turn of a seat in a game, locked until the transaction ends. seat: the number of its power,
-- for a player who came by a link; null: the turn is one of the caller's. problem: why there is no
-- such turn; turn is then null. It waits at most half a second, for another session of the player
-- or for the farm.
create or replace function farm.turn_hold(game bigint, seat smallint, power text, phase text,
                                          out turn farm.turns, out problem text)
language plpgsql as $$
declare
	found record;
	mine  farm.turns;
	over  timestamptz;
begin
	for tries in 1 .. 10 loop
		select array_agg(m.powers[1 + t.power] order by t.power) as names, min(t.power) as power,
		       min(t.phase) as phase
		into found
		from farm.turns t
		join farm.users u on u.id = t.user_id
		join farm.games g on g.id = t.game_id and g.state = 'waiting' and g.asked = t.phase
		join farm.tournaments n on n.id = g.tournament_id
		join farm.maps m on m.id = n.map_id
		where t.game_id = game
		  and case when seat is null then u.role = farm.caller_player() else t.power = seat end
		  and (turn_hold.power is null or m.powers[1 + t.power] = upper(turn_hold.power))
		  and (turn_hold.phase is null or farm.phase_name(t.phase) = upper(turn_hold.phase));
		if cardinality(found.names) > 1 then
			problem := 'you have turns of several powers there, say which: '
			        || array_to_string(found.names, ', ');
			return;
		elsif found.names is null then
			problem := 'you have no such turn: its orders were taken, or it is not yours';
			return;
		end if;
		-- the game first, as the farm does when it deletes one
		if exists (select from (select from farm.games g where g.id = game
		                        for key share skip locked) g) then
			select t.* into mine from farm.turns t
			where t.game_id = game and t.power = found.power and t.phase = found.phase
			for no key update skip locked;
			if mine.game_id is not null
			   and exists (select from farm.games g
			               where g.id = game and g.state = 'waiting' and g.asked = mine.phase) then
				turn := mine;
				turn.codes := coalesce(mine.codes, (
					select farm.order_codes(m.codes, mine.legal) from farm.map_of(game) m));
				over := (select farm.clock_time(mine.deadline, g.extra, g.stopped_at)
				         from farm.games g where g.id = game);
				if over <= clock_timestamp() then
					problem := 'its time was over at ' || over;
				end if;
				return;
			end if;
		end if;
		perform pg_sleep(0.05);
	end loop;
	problem := 'this turn is held by another session of yours, or is just being taken: try again';
end $$;

-- Stores the orders of a turn, as text and packed. Complete orders wake a worker: they may be the
-- last.
create or replace function farm.turn_keep(turn farm.turns, orders text[], codes int[],
                                          final boolean, ready boolean)
returns void language plpgsql as $$
begin
	perform set_config('synchronous_commit', 'on', true);
	insert into farm.pending_orders as o
		(game_id, power, phase, orders, codes, final, given_by, ready, fresh)
	values (turn.game_id, turn.power, turn.phase, orders, codes, final, turn.user_id, ready, ready)
	on conflict (game_id, power, phase) do update
	set orders = excluded.orders, codes = excluded.codes, final = excluded.final,
	    given_by = excluded.given_by, given_at = now(), ready = excluded.ready,
	    fresh = excluded.fresh;
	if ready then
		perform farm.hint('farm');
	end if;
end $$;

-- Submits orders: for roles by api.submit_orders, for links by web.submit_orders. seat: as in
-- farm.turn_hold. Returns each order as it was understood, and what is wrong with it. If anything
-- is wrong, nothing is stored. Orders count once they are committed. They can be replaced until the
-- farm takes them.
--
-- The game waits for a role until its orders are all there, or final. It waits for a person until
-- they are final, because people may change their minds.
--
-- It takes only the locks of farm.turn_hold. In a transaction with an older snapshot it could not
-- see that orders were taken, so it refuses to run there.
create or replace function farm.turn_submit(game bigint, seat smallint, orders text[],
                                            final boolean, power text, phase text)
returns table (text text, problem text)
language plpgsql as $$
declare
	mine   record;
	turn   farm.turns;
	given  text;
	code   int;
	place  text;
	places text[] := '{}';
	taken  text[] := '{}';
	packed int[] := '{}';
	wrong  boolean := false;
begin
	if current_setting('transaction_isolation') not like 'read %' then
		problem := 'submit orders in a transaction of isolation level read committed';
		return next;
		return;
	end if;
	select t.turn, t.problem into mine from farm.turn_hold(game, seat, power, phase) t;
	turn := mine.turn;
	problem := case when mine.problem is not null then mine.problem
	                when cardinality(orders) > 64 then 'more than 64 orders' end;
	if problem is not null then
		return next;
		return;
	end if;
	foreach given in array coalesce(orders, '{}') loop
		select r.text, r.code, r.problem into text, code, problem
		from farm.order_find(turn, given) r;
		place := substring(text from '\m[a-z]{3}\M');
		problem := case when problem is not null then problem
		                when place = any (places) then place || ' has an order already'
		                when cardinality(taken) >= turn.due
		                then format('too many: %s due', turn.due) end;
		if problem is null then
			places := places || place;
			taken := taken || text;
			packed := packed || code;
		end if;
		wrong := wrong or problem is not null;
		return next;
	end loop;
	if not wrong then
		final := coalesce(final, false);
		perform farm.turn_keep(turn, taken, packed, final,
		                       final or seat is null and cardinality(taken) >= turn.due);
	end if;
end $$;

-- Withdraws that the orders of a seat are final. The orders stay. Returns why it is not possible,
-- or null.
create or replace function farm.turn_reopen(game bigint, seat smallint, phase text) returns text
language plpgsql as $$
declare
	mine record;
begin
	select t.turn, t.problem into mine from farm.turn_hold(game, seat, null, phase) t;
	if mine.problem is null then
		perform set_config('synchronous_commit', 'on', true);
		update farm.pending_orders o set final = false, ready = false, fresh = false
		where (o.game_id, o.power, o.phase) = (game, (mine.turn).power, (mine.turn).phase);
	end if;
	return mine.problem;
end $$;
