-- years: the positions of games year by year, their openings, and the thesis's own results.

-- Table 12 of the thesis, one row per seat, like farm.results for the farm's own games. If it is
-- unknown which of several powers won, their fate is null and they share the point.
create view farm.thesis_results as
select '(thesis)'::text as tournament, t.number, seat.power,
       case t.number - 1 >> seat.bit & 1 when 1 then 'ares' else 'random' end as player,
       points.points, fate.fate, t.rounds
from farm.thesis_table_12 t
cross join (values ('AUS', 1, 6), ('ENG', 2, 1), ('FRA', 3, 2), ('GER', 4, 5), ('ITA', 5, 3),
            ('RUS', 6, 0),
                   ('TUR', 7, 4)) seat (power, place, bit)
cross join lateral (select substr(t.fates, seat.place, 1) as letter) own
cross join lateral (
	select case own.letter when 'w' then 'win' when 'd' then 'draw' when 's' then 'survival'
	                       when 'e' then 'elimination'
	       end as fate) fate
cross join lateral (
	select case when own.letter in ('w', 'd', '?')
	            then 1.0 / (length(t.fates) - length(replace(t.fates, own.letter, '')))
	       else 0 end::float8 as points) points;

comment on view farm.thesis_results is
	'Table 12 of the thesis, a row for each seat, like farm.results.';
comment on column farm.thesis_results.tournament is 'Always "(thesis)".';
comment on column farm.thesis_results.number is 'The game''s number, from 1.';
comment on column farm.thesis_results.player is 'ares or random.';
comment on column farm.thesis_results.fate is
	'win, draw, survival or elimination; null: it is unknown which of several powers won.';

-- Half the width of the 95 % interval of sum(y) / sum(x) over n games, from the sums of y, x, yy,
-- xy and xx. A game gives one y and one x, because the events within a game are not independent.
create or replace function farm.ratio95(y float8, x float8, yy float8, xy float8, xx float8,
                                        n bigint) returns float8
language sql immutable parallel safe
	return 1.96
	* sqrt(greatest(0, yy - 2 * y / x * xy + (y / x) ^ 2 * xx) * n / nullif(n - 1, 0)) / x;
comment on function farm.ratio95 is
	'Half the width of the 95 % interval of sum(y) / sum(x) over n games.';

create or replace function farm.deviation(n bigint, total float8, squares float8) returns float8
language sql immutable parallel safe
	return sqrt(greatest(0, squares - total ^ 2 / nullif(n, 0)) / nullif(n - 1, 0));
comment on function farm.deviation is
	'The standard deviation in a sample of n values, from their sum and the sum of their squares.';

-- The powers that would share the point of each finished game, as bits, if it had ended at the
-- beginning of a year: one element per year. A board before the end counts as a draw among the
-- powers that have a unit. The year after the last has the real ends.
create or replace function farm.sharing_by_year(tournament text)
returns table (game bigint, number int, first_year int, sharing int[])
language sql stable rows 10000 as $$
	select g.id, g.number, t.first_year,
	       s.alive[:p.years]::int[]
	       || array_fill(null::int,
	                     array[p.years - least(p.years, coalesce(cardinality(s.alive), 0))])
	       || array_fill(e.sharing, array[greatest(0, (t.round_limit + 1) / 2 + 1 - p.years)])
	from (select id, round_limit, coalesce(start_phase, 0::smallint) as first_phase,
	             farm.phase_year(coalesce(start_phase, 0::smallint)) as first_year
	      from farm.tournaments where name = sharing_by_year.tournament) t
	join farm.games g on g.tournament_id = t.id and g.state = 'finished'
	left join lateral farm.summaries_of(t.id) s on s.game_id = g.id
	-- the years that began before the end
	cross join lateral (
		select case when g.phase > t.first_phase
		            then farm.phase_year((g.phase - 1)::smallint) - t.first_year + 1
		            else 0 end as years) p
	cross join lateral farm.sharers(g.ending, g.winner, g.shared, g.units) e
	offset 0; -- so that a join does not read the summaries again for each game
$$;
comment on function farm.sharing_by_year is
	'The powers that would share the point of a game, as bits, if it had ended at the beginning of '
	'a year.';

-- Table 7, figures 12, 13 and 17 of the thesis.
create or replace function farm.by_year(tournament text)
returns table (game bigint, number int, year int, power text, player text, points float8)
language sql stable as $$
	select y.game, y.number, y.year, m.powers[1 + seat.power], u.label,
	       (y.sharing >> seat.power & 1)::float8 / bit_count(y.sharing::bit(32))
	from farm.tournaments t
	join farm.maps m on m.id = t.map_id
	cross join lateral (
		select game, number,
		       generate_series(first_year, first_year + cardinality(sharing) - 1) as year,
		       unnest(sharing) as sharing
		from farm.sharing_by_year(t.name)) y
	join farm.seats seat on seat.game_id = y.game
	join farm.users u on u.id = seat.user_id
	where t.name = by_year.tournament;
$$;
comment on function farm.by_year is
	'The points of each seat if all games had ended at the beginning of a year.';

-- The same for whole tournaments: the number of games with this number of seats of players whose
-- label matches the pattern (a regular expression), and with the same total of points for these.
create or replace function farm.shares_by_year(tournament text, players text)
returns table (year int, seats int, points float8, games bigint)
language sql stable rows 10000 as $$
	select year, bit_count(own::bit(32))::int,
	       bit_count((sharing & own)::bit(32))::float8 / bit_count(sharing::bit(32)), count(*)
	from (select generate_series(y.first_year, y.first_year + cardinality(y.sharing) - 1) as year,
	             unnest(y.sharing) as sharing, o.own
	      from farm.sharing_by_year(shares_by_year.tournament) y
	      join (select g.id, coalesce(bit_or(1 << s.power) filter (where u.matches), 0) as own
	            from farm.tournaments t
	            join farm.games g on g.tournament_id = t.id
	            join farm.seats s on s.game_id = g.id
	            join (select id, label ~ players as matches from farm.users) u on u.id = s.user_id
	            where t.name = shares_by_year.tournament
	            group by g.id) o on o.id = y.game) year
	group by 1, 2, 3;
$$;
comment on function farm.shares_by_year is
	'The number of games by year, by the number of seats of some players, and by the points '
	'that these would have together.';

create or replace function farm.powers_by_year(tournament text)
returns table (year int, power text, points float8, games bigint)
language sql stable rows 10000 as $$
	select y.year, p.power, (y.sharing >> p.place::int - 1 & 1)::float8
	       / bit_count(y.sharing::bit(32)), sum(y.games)::bigint
	from farm.tournaments t
	join farm.maps m on m.id = t.map_id
	cross join lateral (
		select year, sharing, count(*) as games
		from (select generate_series(first_year, first_year + cardinality(sharing) - 1) as year,
		             unnest(sharing) as sharing
		      from farm.sharing_by_year(t.name)) s
		group by year, sharing) y
	cross join lateral unnest(m.powers) with ordinality p (power, place)
	where t.name = powers_by_year.tournament
	group by 1, 2, 3;
$$;
comment on function farm.powers_by_year is
	'The number of games that would give a power these points, by year.';

create or replace function farm.setting(settings jsonb, name text) returns int
language sql immutable parallel safe
	return substring(settings ->> name from '^-?[0-9]{1,9}$')::int;
comment on function farm.setting is
	'A player''s setting; null if it is missing or is not a number of at most nine digits.';

-- Table 11: the orders of a power's units in the first phase, one row per game.
--
--   units       their areas, sorted
--   orders      parallel to units: the target of a move, H, or the helped order: "S ber H",
--               "S ber-kie", "C lon-nwy"
--   age, depth  the player's settings; null: it lacks them
--   setting     both, and all else that differs among the tournament's players of this power:
--               "10, 2 tries=3"; for a player without them: its label
create or replace function farm.openings(tournament text, power text)
returns table (game bigint, setting text, age int, depth int, units text[], orders text[])
language sql stable set jit = off as $$
	with own as (
		select t.id, m.codes, coalesce(t.start_phase, 0::smallint) as first_phase,
		       (array_position(m.powers, openings.power) - 1)::smallint as power
		from farm.tournaments t join farm.maps m on m.id = t.map_id
		where t.name = openings.tournament),
	player as (
		select u.id, u.label, farm.setting(u.settings, 'age') as age,
		       farm.setting(u.settings, 'depth') as depth,
		       u.settings - '{age,depth}'::text[] as rest
		from farm.users u
		where u.id = any (array(
			select distinct (select user_id from farm.seats s
			                 where s.game_id = g.id and s.power = own.power)
			from own join farm.games g on g.tournament_id = own.id))),
	varied as (select key from player, jsonb_each(rest) group by key
	           having count(distinct value) > 1),
	told as materialized (
		select p.id, coalesce(p.age || ', ' || p.depth || (
		                          select coalesce(string_agg(' ' || key || '=' || value, ''
		                                                     order by key), '')
		                          from jsonb_each_text(p.rest) join varied using (key)),
		                      p.label) as setting, p.age, p.depth
		from player p),
	given as (
		select b.game_id as game, own.power, own.codes[1 + farm.unit_area(b.unit)] as "from",
		       case farm.order_action(w.kind) when 'hold' then 'H' when 'move' then w."to"
		            when 'support' then 'S ' || w.aux || coalesce('-' || w."to", ' H')
		            else 'C ' || w.aux || '-' || w."to" end as "order"
		from own
		cross join lateral (
			select game_id, unnest(units) as unit, unnest(orders) as code
			from farm.boards_at(own.id, own.first_phase)) b
		cross join lateral (
			select farm.order_kind(b.code) as kind, own.codes[1 + farm.order_to(b.code)] as "to",
			       case when farm.order_helps(farm.order_kind(b.code))
			            then own.codes[1 + farm.order_aux(b.code)] end as aux) w
		where farm.order_given(b.code) and farm.unit_power(b.unit) = own.power
		offset 0), -- sort the few texts, not their sources
	played as (
		select game, power, array_agg(coalesce("from", '?') order by "from") as units,
		       array_agg(coalesce("order", '?') order by "from") as orders
		from given group by game, power)
	-- each seat by its key, here and above: the planner cannot know the number of games
	select o.game, p.setting, p.age, p.depth, o.units, o.orders
	from (select *, (select user_id from farm.seats s
	                 where s.game_id = played.game and s.power = played.power) as user_id
	      from played) o
	join told p on p.id = o.user_id;
$$;
comment on function farm.openings is
	'The orders of a power''s units in the first phase, and its player''s settings: one row '
	'per game.';
