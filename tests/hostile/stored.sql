-- stored: fills the tournament "wild" with rows that no worker writes: whatever the tables allow.
-- :seed draws them. The tournament "played" must have been played, wild must have no boards.
select setseed(:seed / 1000.0) \gset

-- A number of that many bits, or one at an end of its type.
create function pg_temp.draw(bits int) returns bigint language sql volatile as $$
	select case floor(random() * 8)::int when 0 then 0 when 1 then -1
	                                     when 2 then ((2::numeric ^ (bits - 1)) - 1)::bigint
	       when 3 then (-(2::numeric ^ (bits - 1)))::bigint
	       else floor((random() - 0.5) * (2.0 ^ bits) * 0.99)::bigint end;
$$;
-- An array of n numbers: with nulls, of two dimensions, with another lower bound; or as it should
-- be.
create function pg_temp.draws(n int, bits int) returns bigint[] language plpgsql volatile as $$
declare
	drawn bigint[] := array(select pg_temp.draw(bits) from generate_series(1, n));
	way   int := floor(random() * 6);
begin
	return case when n = 0 then drawn
	       when way = 0
	            then array(select case when random() < 0.3 then null else d end
	                       from unnest(drawn) d)
	       when way = 1 then array[drawn]
	       when way = 2 then (format('[-5:%s]=', n - 6) || drawn::text)::bigint[]
	       else drawn end;
end $$;
create function pg_temp.below(n int) returns int
language sql volatile return floor(random() * n)::int;

create temporary table ids as
select w.id as wild, p.id as played from farm.tournaments w, farm.tournaments p
where w.name = 'wild' and p.name = 'played';

-- Games of even numbers have rows of noise. Games of odd numbers have those of a real game, with
-- some bits turned over.
insert into farm.boards (tournament_id, game_id, phase, units, owners, orders, resolve_ns,
                         resolve_stage, think_ns, forecasts, capped, forecast_stages, forecast_ns)
select wild, id, p, pg_temp.draws(n, 16)::smallint[],
       (array['', repeat('.', 75), repeat('F', 75), repeat('Ä', 75), repeat('?', 5000),
              E'\n\x1b[2J'])[1 + pg_temp.below(6)],
       case when resolved then pg_temp.draws(n, 32)::int[] end,
       case when resolved then pg_temp.draw(32) end,
       case when resolved then pg_temp.draw(16) end,
       case when resolved then pg_temp.draws(pg_temp.below(12), 64) end,
       case when resolved then pg_temp.draws(pg_temp.below(12), 32)::int[] end,
       case when resolved then pg_temp.draw(16) end, pg_temp.draws(4 * f, 32)::int[],
       pg_temp.draws(f, 64)
from (select wild, g.id, p, pg_temp.below(400) as n, random() < 0.8 as resolved,
             pg_temp.below(9) as f
      from ids join farm.games g on g.tournament_id = wild and g.number % 2 = 0
      cross join unnest('{0,1,2,3,4,7,12,32765,32766,32767}'::int[]) p) r
where random() < 0.7;
insert into farm.boards (tournament_id, game_id, phase, units, owners, orders, resolve_ns,
                         resolve_stage, think_ns, forecasts, capped, forecast_stages, forecast_ns)
select wild, w.id, b.phase,
       array(select case when random() < 0.01 then u # (1 << pg_temp.below(15))::smallint else u end
             from unnest(b.units) with ordinality x (u, n) order by n)::smallint[], b.owners,
       case when b.orders is not null then
       array(select case when random() < 0.2 then o # (1 << pg_temp.below(25)) else o end
             from unnest(b.orders) with ordinality x (o, n) order by n)::int[] end,
       b.resolve_ns, b.resolve_stage, b.think_ns, b.forecasts, b.capped,
       b.forecast_stages, b.forecast_ns
from ids
join farm.games w on w.tournament_id = wild and w.number % 2 = 1
join farm.games p on p.tournament_id = played and p.number = 1 + w.number % 8
join farm.boards b on b.tournament_id = played and b.game_id = p.id;

-- Workers, games, users, seats, tallies, turns.
insert into farm.workers (host, pid, supervisor, started_at, heartbeat_at, gone_at, backend, phases,
                          games, refused_writes, claims)
select repeat(E'"\\\n', n), pg_temp.draw(32), pg_temp.draw(31) & 2147483647, '-infinity',
       case n when 1 then '-infinity' else 'infinity' end::timestamptz,
       case when n = 3 then 'infinity'::timestamptz end, pg_temp.draw(32), 9223372036854775807,
       9223372036854775807, 9223372036854775807,
       array[null, 1, -1, (select min(g.id) from farm.games g, ids where tournament_id = wild)]
from generate_series(1, 3) n;
update farm.games g
set state = 'finished', worker_id = case when number % 3 > 0
                                         then (select max(id) from farm.workers) end,
    ending = case when number % 4 < 2 then 'solo' else 'draw' end::farm.game_ending,
    winner = case when number % 4 < 2 then pg_temp.draw(16) end, phase = pg_temp.draw(16),
    phases = pg_temp.draw(32),
    centres = pg_temp.draws(case when number % 5 < 4 then 7 else pg_temp.below(9) end,
                            16)::smallint[],
    units = pg_temp.draws(case when number % 5 < 4 then 7 else pg_temp.below(9) end,
                          16)::smallint[],
    finished_at = case when number % 5 = 0 then 'infinity' else now() end, claimed_at = '-infinity',
    epoch = pg_temp.draw(32), failures = pg_temp.draw(16), failed_phase = pg_temp.draw(16),
    digest = case when number % 2 = 0 then sha256('x') end
from ids where tournament_id = wild and number % 10 <> 9;
update farm.games set state = 'quarantined',
                      reason = E'\x1b[2J\nwild: 0 games\n' || repeat('Ω', 3000)
from ids where tournament_id = wild and number % 20 = 9;
update farm.games set state = 'claimed', claimed_at = '-infinity',
                      worker_id = (select min(id) from farm.workers)
from ids where tournament_id = wild and number % 20 = 19;
insert into farm.users (name, player, settings)
values (E'wild\n' || repeat('Ω', 3000), 'ares',
        '{"age": "old", "depth": 1e300, "x": [null], "": {}}'),
       ('wilder', E'\n', '{"age": null, "depth": "-"}');
update farm.seats s
set user_id = u.id
from ids, farm.games g, farm.users u
where g.tournament_id = wild and g.id = s.game_id and g.number % 3 = 0
  and u.name like case when s.power % 2 = 0 then E'wild\n%' else 'wilder' end;
delete from farm.seats s using ids, farm.games g
where g.tournament_id = wild and g.id = s.game_id and g.number % 7 = 1
  and (g.number % 2 = 0 or s.power = 3);
insert into farm.tallies
select wild, n, 9223372036854775807, -9223372036854775808 from ids, generate_series(1, 3) n;
insert into farm.turns (game_id, power, user_id, phase, units, owners, due, legal,
                        asked_at, deadline)
select s.game_id, s.power, s.user_id, pg_temp.draw(16), pg_temp.draws(9, 16)::smallint[],
       repeat('?', 200), 32767, array[null, '', E'\n'], 'infinity', '-infinity'
from ids join farm.games g on g.tournament_id = wild and g.number < 9
join farm.seats s on s.game_id = g.id;
insert into farm.pending_orders (game_id, power, phase, orders, given_at, ready)
select game_id, power, phase, array[null, E'\x1b', repeat('x', 9999)], 'infinity', power % 2 = 0
from farm.turns;
insert into farm.taken_orders (game_id, power, phase, orders, given_at, taken_at,
                               played_at, problems)
select game_id, power, phase, orders, given_at, '-infinity', '-infinity', array[null]::text[]
from farm.pending_orders;
update farm.games g set state = 'waiting', digest = null, asked = t.phase, look_at = 'infinity'
from (select game_id, min(phase) as phase from farm.turns group by 1) t
where t.game_id = g.id and g.id % 2 = 0;
-- The greatest number, which another game lacks.
update farm.games set number = 2147483647 from ids where tournament_id = wild and number = 60;
analyze;
