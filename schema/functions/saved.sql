-- saved: games that were played elsewhere and are read from a file (aresctl import). They are
-- finished data: no worker plays them. The owner calls these, in one transaction per command.

-- Creates a tournament for recorded games, without games. users: a user for each power. Returns its
-- id.
create or replace function farm.recording_open(name text, map text, rules text, judge text,
                                               round_limit int, seats text, players text)
returns int language plpgsql as $$
declare
	tournament int;
begin
	insert into farm.tournaments (name, map_id, rules, judge, seed, games, round_limit,
	                              seats, players)
	select recording_open.name, m.id, rules, judge, 0, 1, round_limit, seats, players
	from farm.maps m where m.name = map
	returning id into strict tournament;
	perform farm.boards_make(tournament);
	return tournament;
end $$;

-- Makes rows of a recorded game's messages in a file (farm.recorded.messages), if they have a
-- sender, one recipient or all, a time and a text, in a stored phase. names: of the powers in
-- files. Returns whether aresctl export would produce the same messages from the rows.
create or replace function farm.messages_record(game farm.games, names text[], said json)
returns boolean language plpgsql as $$
declare
	phases jsonb;
begin
	if said::text ~ '\\u0000' then -- which no text of the database has
		return false;
	end if;
	select jsonb_object_agg(farm.phase_name(b.phase), b.phase) into phases
	from farm.boards_of(game.tournament_id, game.id) b;
	insert into farm.messages (game_id, phase, sender, recipients, text, sent_at)
	select game.id, (phases ->> p.key)::smallint, x.sender - 1, 1 << x.recipient - 1, x.text,
	       'epoch'::timestamptz + x.us * interval '1 us'
	from json_each(said) p
	cross join json_array_elements(p.value) m
	cross join lateral (
		select case when json_typeof(m.value) = 'object' then m.value else '{}' end as o) c
	cross join lateral (
		select array_position(names, o ->> 'sender') as sender,
		       array_position(names, o ->> 'recipient') as recipient, o ->> 'message' as text,
		       case when o ->> 'time_sent' ~ '^[0-9]{1,16}$'
		            then (o ->> 'time_sent')::bigint end as us) x
	where phases ? p.key and x.sender <> coalesce(x.recipient, 0) and x.us is not null
	  and (x.recipient is not null or o ->> 'recipient' = 'GLOBAL')
	  and farm.message_flaw(x.text) is null;

	return said::jsonb = (
		select jsonb_object_agg(r.phase, r.list)
		from (select farm.phase_name(x.phase) as phase, jsonb_agg(jsonb_build_object(
		          'sender', names[1 + x.sender], 'recipient', coalesce(p.name, 'GLOBAL'),
		          'time_sent', (extract(epoch from x.sent_at) * 1000000)::bigint,
		          'phase', farm.phase_name(x.phase), 'message', x.text)
		          order by x.sent_at, x.sender, p.n) as list
		      from farm.messages x
		      left join unnest(names) with ordinality p (name, n)
		          on x.recipients = 1 << p.n::int - 1
		      where x.game_id = game.id group by x.phase) r);
end $$;

-- Adds a recorded game. ends and summaries have its end; if they are empty, it is not finished but
-- cancelled, and farm.game_retry makes workers continue it. The epoch tells the worker that it has
-- boards.
create or replace function farm.game_record(tournament int, number int, users int[],
                                            boards farm.written_board[], ends farm.written_end[],
                                            summaries farm.written_summary[],
                                            orders farm.written_orders[], source text, id text,
                                            map text, rules text, note text, written bigint,
                                            drawn smallint, start_phase smallint,
                                            start_units smallint[], start_owners text,
                                            messages text, names text)
returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
	made farm.games;
	game bigint;
begin
	insert into farm.games (tournament_id, number, state, epoch, finished_at, ending, winner, phase,
	                        phases, centres, units, digest, agreed)
	select tournament, number,
	       case when e.phase is null then 'cancelled' else 'finished' end::farm.game_state, 1,
	       now(), case when e.phase is null then null when e.winner is null then 'draw'
	                   else 'solo' end::farm.game_ending,
	       e.winner, e.phase, e.phases, e.centres, e.units, e.digest, drawn
	from (select) x left join unnest(ends) e on true
	returning games.* into made;
	game := made.id;
	insert into farm.seats (game_id, power, user_id)
	select game, n - 1, u from unnest(users) with ordinality s (u, n);
	insert into farm.recorded
	values (game, source, id, map, string_to_array(rules, ' '), note, written, start_phase,
	        start_units, start_owners, messages::json);
	insert into farm.boards (tournament_id, game_id, phase, units, owners, orders, resolve_ns,
	                         resolve_stage, think_ns, forecasts, capped,
	                         forecast_stages, forecast_ns)
	select tournament, game, b.phase, b.units, b.owners, b.orders, b.resolve_ns, b.resolve_stage,
	       b.think_ns, b.forecasts, b.capped, b.forecast_stages, b.forecast_ns
	from unnest(boards) b;
	insert into farm.taken_orders (game_id, power, phase, orders, final, given_by, given_at,
	                               played_at, problems)
	select game, o.power, o.phase, string_to_array(o.orders, E'\n'), true, users[1 + o.power],
	       now(), now(), string_to_array(o.problems, E'\n', '-')
	from unnest(orders) o;
	perform farm.summaries_put(array[game], summaries);
	if messages is not null then
		update farm.recorded e set messages = null
		where e.game_id = game
		  and farm.messages_record(made, string_to_array(names, E'\n'), e.messages);
	end if;
end $$;

-- All games are added: sets the tournament's number of games. The tally has no worker.
create or replace function farm.recording_close(tournament int) returns void language plpgsql as $$
begin
	update farm.tournaments t
	set games = (select count(*) from farm.games g where g.tournament_id = tournament)
	where t.id = tournament;
	insert into farm.tallies
	select tournament, 0, count(*), sum(g.phases) from farm.games g
	where g.tournament_id = tournament and g.state = 'finished' having count(*) > 0;
end $$;
