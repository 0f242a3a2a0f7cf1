-- seats: what whoever waits at a seat waits for.

-- A text that is another one as soon as its player would see anything new: the state of the game, the
-- phases that were played, what he has submitted, for whom the game waits. What others have submitted
-- is not in it, only that their orders are final. host: as in farm.links.
--
-- It has one row. A query may have it inlined, for many seats at once.
create or replace function farm.seat_pulse(game bigint, power smallint, host boolean)
returns table (pulse text) language sql stable as $$
	select left(encode(sha256(convert_to(concat_ws('/', host,
	           case when g.state in ('pending', 'claimed') then 'is played' else g.state::text end,
	           case when g.state = 'waiting' then g.asked
	                when g.state in ('pending', 'claimed')
	                then (select max(b.phase) from farm.boards_of(g.tournament_id, g.id) b) end,
	           case when g.state = 'waiting' then (
	               select string_agg(concat_ws(':', t.power, extract(epoch from t.deadline),
	                                           coalesce(o.ready, false),
	                                           case when t.power = seat_pulse.power
	                                                then extract(epoch from o.given_at) end,
	                                           case when t.power = seat_pulse.power then o.final end),
	                                 ',' order by t.power)
	               from farm.turns t
	               left join farm.pending_orders o
	                      on o.game_id = t.game_id and o.power = t.power and o.phase = t.phase
	               where t.game_id = g.id and t.phase = g.asked) end), 'UTF8')), 'hex'), 32)
	from farm.games g where g.id = seat_pulse.game;
$$;
