-- views: common questions about boards and scores, as views and functions. sql/views/ has the
-- others. They store no data: aresctl init recreates them. None shows a dropped tournament.

-- Every order of every played phase, in the shape of the thesis's table Order (appendix A): the
-- unit of this power at "from" had this action, to "to". aux: the unit that a support or convoy
-- helps. text: the order in the usual notation.
--
-- A stored board can contain meaningless numbers. For these, power, action, result and text have
-- "?", and "from", "to" and aux are null.
--
-- It reads one game at a time: see farm.boards_of. With a condition on the tournament, by id or
-- name, or on the game, it reads no other game.
create view farm.orders as
select g.tournament_id, g.id as game, coalesce(m.powers[1 + farm.unit_power(o.unit)], '?') as power,
       b.phase, farm.phase_name(b.phase) as phase_name, w."from", w."to", w.aux,
       coalesce(farm.order_action(w.kind), '?') as action,
       coalesce(farm.result_name(farm.order_result(o.code)), '?') as result,
       farm.order_dislodged(o.code) as dislodged,
       farm.order_text(w.kind, farm.unit_type(o.unit) || ' ' || coalesce(w."from", '?'),
                       case when farm.order_helps(w.kind)
                            then farm.order_aux_type(o.code) || ' ' || coalesce(w.aux, '?') end,
                       coalesce(w."to", '?'), farm.order_via(o.code)) as text,
       t.name as tournament, g.number
from farm.games g
join farm.tournaments t on t.id = g.tournament_id and not t.dropped
join farm.maps m on m.id = t.map_id
cross join lateral farm.boards_of(g.tournament_id, g.id) b
cross join lateral unnest(b.units, b.orders) as o (unit, code)
cross join lateral (
	select farm.order_kind(o.code) as kind, m.codes[1 + farm.unit_area(o.unit)] as "from",
	       m.codes[1 + farm.order_to(o.code)] as "to",
	       case when farm.order_helps(farm.order_kind(o.code))
	            then m.codes[1 + farm.order_aux(o.code)] end as aux) w
where farm.order_given(o.code) and o.unit is not null;

comment on view farm.orders is 'Every order of every played phase, with its result.';
comment on column farm.orders.power is 'The power that gave the order: FRA.';
comment on column farm.orders."from" is
	'The area of the unit. For a build: where it is built. Null: a waived build.';
comment on column farm.orders.result is 'The result: a name of lib/judges/results.def.';
comment on column farm.orders.text is 'The order in the usual notation: A mar S A par - bur.';

-- In a retreat phase a dislodged unit has its own row, beside that of the unit that dislodged it.
create view farm.units as
select t.name as tournament, g.id as game, g.number, b.phase,
       farm.phase_name(b.phase) as phase_name,
       coalesce(m.powers[1 + farm.unit_power(u.code)], '?') as power,
       farm.unit_type(u.code) as type, w.area, left(w.area, 3) as province,
       nullif(substr(w.area, 5), '') as coast, farm.unit_apart(u.code) as dislodged, g.tournament_id
from farm.games g
join farm.tournaments t on t.id = g.tournament_id and not t.dropped
join farm.maps m on m.id = t.map_id
cross join lateral farm.boards_of(g.tournament_id, g.id) b
cross join lateral unnest(b.units) u (code)
cross join lateral (select m.codes[1 + farm.unit_area(u.code)] as area) w
where u.code is not null
  and (not farm.unit_apart(u.code)
       or farm.phase_is_retreat(b.phase) and farm.unit_power(u.code) < cardinality(m.powers));

comment on view farm.units is
	'Where each unit was at the beginning of each played phase, and on the final board.';
comment on column farm.units.power is 'The power that the unit belongs to: FRA.';
comment on column farm.units.area is
	'The area of the unit, with its coast: stp/nc. For a dislodged unit: where it was '
	'dislodged.';
comment on column farm.units.province is 'The province of that area: stp.';
comment on column farm.units.dislodged is
	'Whether it was dislodged and must retreat. Only retreat phases have such units.';

create view farm.centres as
select t.name as tournament, g.id as game, g.number, b.phase,
       farm.phase_name(b.phase) as phase_name, m.codes[1 + c.id] as province,
       m.powers[strpos(m.initials, nullif(substr(b.owners, 1 + c.id, 1), ''))] as owner,
       g.tournament_id
from farm.games g
join farm.tournaments t on t.id = g.tournament_id and not t.dropped
join farm.maps m on m.id = t.map_id
cross join lateral farm.boards_of(g.tournament_id, g.id) b
-- after the boards: otherwise each game would be read once per centre
cross join lateral unnest(case when b.phase >= 0 then m.centres end) c (id);

comment on view farm.centres is
	'Who owned each supply centre at the beginning of each played phase, and on the final '
	'board.';
comment on column farm.centres.province is 'The province of the centre: par.';

-- A solo has one point. In a draw the survivors share one point (thesis 1.2.6); if all agreed on
-- fewer powers (games.shared), these share it. The planner puts the query in place of the call.
create or replace function farm.sharers(ending farm.game_ending, winner smallint, shared smallint,
                                        units smallint[])
returns table (sharing int) language sql immutable parallel safe rows 1 as $$
	select case when ending = 'solo' then 1 << winner when shared > 0 then shared
	       else (select bit_or(1 << k::int - 1) from unnest(units) with ordinality u (n, k)
	             where n > 0) end;
$$;
comment on function farm.sharers is 'The powers that share the point of a finished game, as bits.';

-- One row for each seat of a finished game, by ids. block: the number of its block, from 1.
-- squares: the square of its centres, divided by the sum of all powers' squares. powers: how many
-- powers the map has.
--
-- offset 0: each game is evaluated once, not once for each use of the points. Seats are found by
-- their key, game by game, because a tournament has few of all seats of the farm.
create view farm.outcomes as
select t.name as tournament, t.id as tournament_id, g.id as game, g.number,
       (g.number - 1) / t.block + 1 as block, s.power, s.user_id,
       case when sharing >> s.power & 1 = 1
            then 1.0::float8 / bit_count(sharing::bit(32)) else 0 end as points,
       case when sharing >> s.power & 1 = 1
            then case g.ending when 'solo' then 'win' else 'draw' end
            when g.units[1 + s.power] > 0 then 'survival'
            else 'elimination' end as fate,
       g.centres[1 + s.power] as centres,
       farm.phase_round(g.phase) - farm.phase_round(coalesce(t.start_phase, 0::smallint)) as rounds,
       coalesce(g.centres[1 + s.power]::float8 ^ 2 / nullif(whole.squares, 0),
                1.0 / whole.powers) as squares,
       whole.powers, g.ending = 'solo' as solo
from farm.games g
join farm.tournaments t on t.id = g.tournament_id and not t.dropped
cross join lateral (
	select w.sharing, p.squares, p.powers
	from farm.sharers(g.ending, g.winner, g.shared, g.units) w
	cross join (select sum(c::float8 ^ 2) as squares, count(*)::int as powers
	            from unnest(g.centres) c) p offset 0) whole
cross join lateral (select power, user_id from farm.seats where game_id = g.id offset 0) s
where g.state = 'finished';

comment on view farm.outcomes is
	'How each seat of each finished game ended, by ids. farm.results shows the same by names.';
comment on column farm.outcomes.squares is
	'The square of its centres, divided by the sum of the squares of all powers'' centres.';

create view farm.results as
select o.tournament, o.game, o.number, m.powers[1 + o.power] as power, u.label as player, o.points,
       o.fate, o.centres, o.rounds
from farm.outcomes o
join farm.tournaments t on t.id = o.tournament_id
join farm.maps m on m.id = t.map_id
join farm.users u on u.id = o.user_id;

comment on view farm.results is 'How each seat of each finished game ended.';

create or replace function farm.interval95(deviation float8, n bigint) returns float8
language sql immutable parallel safe
	return 1.96 * deviation / nullif(sqrt(n), 0);
comment on function farm.interval95 is
	'Half the width of the 95 % interval of a mean over n games, from the standard deviation.';

-- It also works for 0 of n. For 0 of 0 it is all from 0 to 1.
create or replace function farm.wilson95(k bigint, n bigint, out low float8, out high float8)
language sql immutable parallel safe as $$
	select greatest(0, middle - half), least(1, middle + half)
	from (select k::float8 / nullif(n, 0) as p, 1.96 ^ 2 / nullif(n, 0) as zz) a
	cross join lateral (select (p + zz / 2) / (1 + zz) as middle,
	                           sqrt(p * (1 - p) * zz + zz ^ 2 / 4) / (1 + zz) as half) b;
$$;
comment on function farm.wilson95 is 'Wilson''s 95 % interval of a share, if k of n were found.';

-- The scores of each seat of a finished game, one row per score. This is their only definition.
--
--   thesis   a win is 1 point; the survivors of a draw share 1 point
--   squares  the square of its centres, divided by the sum of all powers' squares
--   daide    of M powers: a win is M - 1; of N survivors of a draw each has M / N - 1; others -1
--   solos    a win is 1 point; all else is 0
--
-- value: the score. share: the score as a part of the game, from 0 to 1; the shares of a game add
-- up to 1. A daide score is M times the share, minus 1. For solos, all powers share a game without
-- a winner equally. Intervals are computed from shares.
create view farm.scores as
select s.score, o.tournament, o.tournament_id, o.game, o.number, o.block, o.power, o.user_id,
       o.fate, o.centres, o.solo, o.powers,
       case s.score when 'thesis' then o.points when 'squares' then o.squares
                    when 'daide' then o.powers * o.points - 1
                    else (o.fate = 'win')::int::float8 end as value,
       case s.score when 'squares' then o.squares
                    when 'solos'
                    then case when o.solo then (o.fate = 'win')::int::float8 else 1.0 / o.powers end
                    else o.points end as share
from farm.outcomes o cross join (values ('thesis'), ('squares'), ('daide'), ('solos')) s (score);

comment on view farm.scores is
	'The scores of each seat of each finished game, one row per score. doc/comparing.md says '
	'what each score is for.';
comment on column farm.scores.score is
	'thesis: 1 for a win; the survivors of a draw share 1. squares: the square of its '
	'centres, divided by the sum of all powers'' squares. daide: as in the DAIDE tournaments. '
	'solos: 1 for a win.';
comment on column farm.scores.value is 'The score.';
comment on column farm.scores.share is
	'The score as a part of the game, from 0 to 1: the shares of a game add up to 1.';

create view farm.score_blocks as
select o.score, o.tournament, o.tournament_id, o.block, o.games, o.games = t.block as complete,
       o.user_id, o.points, o.share / o.games as share, o.seats, o.wins, o.draws, o.survivals,
       o.eliminations
from (select score, tournament, tournament_id, block, user_id, sum(value) as points,
             sum(share) as share,
             -- every seat of a game has a row
             (sum(count(*)) over (partition by score, tournament, tournament_id, block)
              / max(powers))::bigint as games,
             count(*) as seats, count(*) filter (where fate = 'win') as wins,
             count(*) filter (where fate = 'draw') as draws,
             count(*) filter (where fate = 'survival') as survivals,
             count(*) filter (where fate = 'elimination') as eliminations
      from farm.scores group by score, tournament, tournament_id, block, user_id) o
join farm.tournaments t on t.id = o.tournament_id;

comment on view farm.score_blocks is
	'What each player gained in each block of finished games, by score.';
comment on column farm.score_blocks.games is 'Finished games of the block.';
comment on column farm.score_blocks.points is 'The scores of all its seats in the block.';
comment on column farm.score_blocks.share is 'Its share per game, from 0 to 1.';

create view farm.blocks as
select tournament, tournament_id, block, games, complete, user_id, points, share, seats, wins,
       draws, survivals, eliminations
from farm.score_blocks where score = 'thesis';

comment on view farm.blocks is 'What each player gained in each block of finished games.';
comment on column farm.blocks.games is 'Finished games of the block.';
comment on column farm.blocks.points is 'The points of all its seats in the block.';
comment on column farm.blocks.share is 'Its points per game, from 0 to 1.';

create view farm.played as
select tournament, tournament_id, sum(games)::bigint as games,
       count(*) filter (where complete) as blocks,
       (sum(games) - coalesce(sum(games) filter (where complete), 0))::bigint as left_out
from (select t.name as tournament, t.id as tournament_id, count(*) as games,
             count(*) = t.block as complete
      from farm.games g join farm.tournaments t on t.id = g.tournament_id and not t.dropped
      where g.state = 'finished' group by t.id, (g.number - 1) / t.block) b
group by tournament, tournament_id;

comment on view farm.played is 'The finished games and blocks of each tournament.';
comment on column farm.played.blocks is 'Blocks whose games are all finished.';
comment on column farm.played.left_out is
	'Finished games of incomplete blocks: intervals do not count them.';

-- Games after the last one that counts (farm.stops) are excluded.
create view farm.left_out as
select t.name as tournament, t.id as tournament_id, c.games, c.counted, c.incomplete, c.unfinished,
       c.aside, c.cancelled,
       case when c.counted < c.games
            then case when c.unfinished > 0 then 'not over: '
                      when c.cancelled > 0 then 'cancelled: ' else '' end
                 || format('%s of %s games count; ', c.counted, c.games)
                 || concat_ws(', ', nullif(c.unfinished, 0) || ' unfinished',
                              nullif(c.aside, 0) || ' quarantined',
                              nullif(c.cancelled, 0) || ' cancelled',
                              nullif(c.incomplete, 0) || ' finished in incomplete blocks')
       end as said
from farm.tournaments t
cross join lateral (
	select coalesce(sum(b.games), 0)::bigint as games,
	       coalesce(sum(b.finished) filter (where b.finished = t.block), 0)::bigint as counted,
	       coalesce(sum(b.finished) filter (where b.finished < t.block), 0)::bigint as incomplete,
	       coalesce(sum(b.aside), 0)::bigint as aside,
	       coalesce(sum(b.cancelled), 0)::bigint as cancelled,
	       coalesce(sum(b.games - b.finished - b.aside - b.cancelled), 0)::bigint as unfinished
	from (select count(*) as games, count(*) filter (where g.state = 'finished') as finished,
	             count(*) filter (where g.state = 'quarantined') as aside,
	             count(*) filter (where g.state = 'cancelled') as cancelled
	      from farm.games g
	      where g.tournament_id = t.id
	        and g.number <= coalesce((select s.last_game from farm.stops s
	                                  where s.tournament_id = t.id), t.games)
	      group by (g.number - 1) / t.block) b) c
where not t.dropped;

comment on view farm.left_out is
	'How many games of a tournament count, how many do not, and why: one row per tournament.';
comment on column farm.left_out.games is
	'Its games. If it stopped early, only those up to the last one that counts.';
comment on column farm.left_out.counted is 'Finished games of complete blocks.';
comment on column farm.left_out.incomplete is 'Finished games of blocks that are not complete.';
comment on column farm.left_out.unfinished is
	'Games that are still to be played, or are being played.';
comment on column farm.left_out.aside is 'Games that were quarantined.';
comment on column farm.left_out.cancelled is 'Games that were cancelled.';
comment on column farm.left_out.said is 'The same in words; null if all games count.';

-- A player gains nothing in a block in which it has no seat.
create view farm.score_gains as
select b.score, p.tournament, p.tournament_id, b.user_id, p.games, p.left_out, p.blocks, b.values,
       b.shares, b.squares,
       b.counted / nullif((p.games - p.left_out) * cardinality(m.powers), 0)::float8 as expected,
       cardinality(m.powers) as powers,
       case b.score when 'daide' then cardinality(m.powers) else 1 end as scale, t.block,
       b.points, b.seats, b.wins, b.draws, b.survivals, b.eliminations
from (select score, tournament, tournament_id, user_id, sum(points) as points,
             sum(seats)::bigint as seats,
             coalesce(sum(points / games) filter (where complete), 0) as values,
             coalesce(sum(share) filter (where complete), 0) as shares,
             coalesce(sum(share ^ 2) filter (where complete), 0) as squares,
             coalesce(sum(seats) filter (where complete), 0)::float8 as counted,
             sum(wins)::bigint as wins, sum(draws)::bigint as draws,
             sum(survivals)::bigint as survivals, sum(eliminations)::bigint as eliminations
      from farm.score_blocks group by score, tournament, tournament_id, user_id) b
join farm.played p using (tournament, tournament_id)
join farm.tournaments t on t.id = p.tournament_id
join farm.maps m on m.id = t.map_id;

comment on view farm.score_gains is
	'What each player gained in a tournament by each score, as sums over complete blocks.';
comment on column farm.score_gains."values" is
	'The sum of its scores per game over complete blocks.';
comment on column farm.score_gains.shares is 'The sum of its shares over complete blocks.';
comment on column farm.score_gains.scale is
	'The score of a whole share: the number of powers for daide, else 1.';
comment on column farm.score_gains.block is 'How many games a block has.';
comment on column farm.score_gains.points is 'The scores of all its seats.';

create view farm.gains as
select tournament, tournament_id, user_id, games, left_out, blocks, shares, squares, expected,
       powers, points, seats, wins, draws, survivals, eliminations
from farm.score_gains where score = 'thesis';

comment on view farm.gains is
	'What each player gained in a tournament, as sums over complete blocks.';
comment on column farm.gains.shares is 'The sum of its shares of the points over complete blocks.';
comment on column farm.gains.points is 'The points of all its seats.';

-- The interval is that of farm.block95, converted from shares to scores: a share of x is a score of
-- scale * x + rest per game.
create view farm.score_standings as
select g.score, g.tournament, u.label as player, g.games, g.left_out, g.blocks, g.seats,
       round(g.points::numeric, 2) as points, round((g.points / g.seats)::numeric, 4) as per_seat,
       case when g.score = 'daide' then 0 when g.score = 'solos'
            then round((sum(g.points) over w / sum(g.seats) over w)::numeric, 4)
            else round(1.0 / g.powers, 4) end as worth,
       round((v.unit * (g.scale * g.shares / nullif(g.blocks, 0) + v.rest))::numeric,
             v.digits) as share,
       round((v.unit * (g.scale * g.expected + v.rest))::numeric, v.digits) as expected,
       round((v.unit * case when g.score <> 'solos' or s.low + v.rest > 0
                            then g.scale * s.low + v.rest else 0 end)::numeric,
             v.digits) as low,
       round((v.unit * (g.scale * s.high + v.rest))::numeric, v.digits) as high,
       round(s.p::numeric, 4) as p, g.wins, g.draws, g.survivals, g.eliminations
from farm.score_gains g
join farm.users u on u.id = g.user_id
cross join lateral (
	select case g.score when 'daide' then 1 else 100 end as unit,
	       case g.score when 'daide' then 3 else 1 end as digits,
	       coalesce((g.values - g.scale * g.shares) / nullif(g.blocks, 0), 0) as rest) v
-- a player with all seats always has all points
left join lateral farm.block95(g.blocks, g.shares, g.squares, g.expected, g.block) s
       on g.expected < 1
-- by name, too, so that with a condition on the name no other tournament is read
window w as (partition by g.score, g.tournament, g.tournament_id);

comment on view farm.score_standings is
	'Scores by tournament and player. farm.standings has the score thesis only.';
comment on column farm.score_standings.points is 'The scores of all its seats.';
comment on column farm.score_standings.worth is 'The average score of a seat.';
comment on column farm.score_standings.share is
	'Its score per game, in percent; for daide, not in percent.';
comment on column farm.score_standings.expected is 'The same if all players were equal.';
comment on column farm.score_standings.low is
	'The lower end of the 95 % interval of share. For solos: given the number of games that '
	'had a winner.';

create view farm.faults_told as
select t.name as tournament, f.game_id as game, g.number, f.phase,
       farm.phase_name(f.phase) as phase_name,
       coalesce(m.powers[1 + f.power], '?') as power, u.label as player, f.kind, f.words,
       f.last_words, f.forgiven, f.epoch, f.at, f.tournament_id
from farm.faults f
join farm.games g on g.id = f.game_id
join farm.tournaments t on t.id = f.tournament_id and not t.dropped
join farm.maps m on m.id = t.map_id
left join farm.seats s on s.game_id = f.game_id and s.power = f.power
left join farm.users u on u.id = s.user_id;

comment on view farm.faults_told is 'The faults of bots: one row for each unusable decision.';
comment on column farm.faults_told.power is 'The power that the bot had to order for: FRA.';
comment on column farm.faults_told.player is 'The bot.';
comment on column farm.faults_told.kind is
	'absent, late, dead, garbled, unasked, wrong or illegal: see doc/bots.md.';
comment on column farm.faults_told.words is 'What was wrong, in words.';
comment on column farm.faults_told.last_words is
	'The last output of the bot on standard error; empty: none.';
comment on column farm.faults_told.forgiven is
	'Whether the game was retried since, so that the fault no longer counts.';
comment on column farm.faults_told.epoch is 'The claim under which the bot was asked: games.epoch.';
comment on column farm.faults_told.at is 'When it was stored.';

create view farm.disorders as
select f.tournament, f.tournament_id, f.game, f.number, f.power, f.player, f.phase, f.phase_name
from (select d.*, row_number() over (partition by d.game, d.power
                                     order by d.phase, d.epoch) as place
      from farm.faults_told d where not d.forgiven) f
join farm.tournaments t on t.id = f.tournament_id and t.faults = 'disorder'
where f.place = 3;

comment on view farm.disorders is
	'Powers in civil disorder because their bots made three faults (tournaments.faults).';
comment on column farm.disorders.player is 'The bot.';
comment on column farm.disorders.phase is
	'The phase since which it is in civil disorder: see boards.phase.';
comment on column farm.disorders.phase_name is 'The same: S1901M, F1901R, W1901A.';

create view farm.standings as
select s.tournament, s.player, s.games, s.left_out, s.blocks, s.seats, s.points, s.per_seat,
       s.worth, s.share, s.expected, s.low, s.high, s.p, s.wins, s.draws, s.survivals,
       s.eliminations, coalesce(f.faulted, 0) as faulted, coalesce(f.by_fault, 0) as by_fault
from farm.score_standings s
left join lateral (
	select count(*) filter (where o.power = any (x.powers)) as faulted,
	       round(sum(o.points) filter (where x.users <> array[o.user_id])::numeric, 2) as by_fault
	from farm.tournaments t
	cross join lateral (
		select d.game_id, array_agg(d.power) as powers, array_agg(distinct d.user_id) as users
		from (select distinct f.game_id, f.power, w.user_id from farm.faults f
		      join farm.seats w on w.game_id = f.game_id and w.power = f.power
		      where f.tournament_id = t.id) d
		group by d.game_id) x
	join farm.outcomes o on o.game = x.game_id
	join farm.users u on u.id = o.user_id and u.label = s.player
	where t.name = s.tournament) f on true
where s.score = 'thesis';

comment on view farm.standings is 'Points by tournament and player.';
comment on column farm.standings.points is 'The points of all its seats.';
comment on column farm.standings.worth is 'The average points of a seat: 1 / powers of the map.';
comment on column farm.standings.share is 'Its share of all points, in percent.';
comment on column farm.standings.expected is 'Its share of the seats, in percent.';
comment on column farm.standings.faulted is
	'Its seats that made faults in finished games: see farm.faults_told.';
comment on column farm.standings.by_fault is
	'Its points from games in which seats of other players made faults.';

-- Only complete blocks count.
create view farm.score_comparisons as
select c.score, c.tournament, a.label as player, b.label as opponent, c.games, c.blocks,
       round((v.unit * (c.scale * c.difference + c.rest))::numeric, v.digits) as difference,
       round((v.unit * (c.scale * c.expected + c.rest))::numeric, v.digits) as expected,
       round((v.unit * (c.scale * (2 * s.low - 1) + c.rest))::numeric, v.digits) as low,
       round((v.unit * (c.scale * (2 * s.high - 1) + c.rest))::numeric, v.digits) as high,
       round(s.p::numeric, 4) as p, n.needed,
       case when c.blocks < farm.least_blocks()
            then format('too few games for a claim: %s are the least',
                        farm.least_blocks() * c.block)
            when s.p < 0.05 and c.team > 0 then a.label || ' gained more than its part of the seats'
            when s.p < 0.05 and (c.block = 1 or c.branch)
            then a.label || ' gained more, but powers were not exchanged in blocks'
            when s.p < 0.05 then a.label || ' is better'
            when n.needed is null then 'not told apart: no difference at all'
            when n.needed >= 10000000
            then 'not told apart: a difference this small would show after millions of games, if '
                 'it is real'
            else format('not told apart: a difference this small would show after about %s games, '
                        'if it is real',
                        to_char(greatest(n.needed, c.games + c.block),
                                'FM9,999,999')) end as verdict
from (select m.score, m.tournament, t.block, t.team,
             exists (select from farm.branches b where b.tournament_id = t.id) as branch,
             m.blocks, m.blocks * t.block as games, f.scale,
             case when ahead then m.one else m.other end as first,
             case when ahead then m.other else m.one end as second,
             sign * m.sum as sum, m.squares, sign * m.sum / m.blocks as difference,
             sign * f.expected as expected, sign * (m.values - f.scale * m.sum) / m.blocks as rest
      from (select b.score, b.tournament, b.tournament_id, v.id as one, w.id as other,
                   count(*) as blocks,
                   sum(v.share - w.share) as sum, sum((v.share - w.share) ^ 2) as squares,
                   sum(v.value - w.value) as values, sum(v.seats - w.seats)::float8 as seats
            -- one row per block first: a self-join to find pairs of players is slow
            from (select score, tournament, tournament_id, block, array_agg(user_id) as ids,
                         array_agg(share) as shares, array_agg(points / games) as values,
                         array_agg(seats) as seats
                  from farm.score_blocks where complete
                  group by score, tournament, tournament_id, block) b
            cross join lateral unnest(b.ids, b.shares, b.values, b.seats)
                v (id, share, value, seats)
            cross join lateral unnest(b.ids, b.shares, b.values, b.seats)
                w (id, share, value, seats)
            where v.id < w.id group by b.score, b.tournament, b.tournament_id, v.id, w.id) m
      join farm.tournaments t on t.id = m.tournament_id
      join farm.maps a on a.id = t.map_id
      cross join lateral (
      	select m.seats / (m.blocks * t.block * cardinality(a.powers)) as expected,
      	       case m.score when 'daide' then cardinality(a.powers) else 1 end as scale) f
      cross join lateral (select m.sum / m.blocks >= f.expected as ahead) lead
      cross join lateral (select case when ahead then 1 else -1 end as sign) direction) c
join farm.users a on a.id = c.first
join farm.users b on b.id = c.second
cross join lateral (
	select case c.score when 'daide' then 1 else 100 end as unit,
	       case c.score when 'daide' then 3 else 1 end as digits) v
cross join lateral farm.block95(c.blocks, (c.blocks + c.sum) / 2,
                                (c.blocks + 2 * c.sum + c.squares) / 4,
                                (1 + c.expected) / 2, c.block) s
cross join lateral (
	-- n blocks show the distance d if d^2 n = a + b / n. a: 7.85 times their variance, where 7.85
	-- is (1.96 + 0.84) squared: a two-sided test at 5 % that succeeds in 80 % of cases. b: what the
	-- half blocks of 0 and 1 in block95 add, 1.96 (1.96 + 0.84) times their variance
	select ceil((a + sqrt(a ^ 2 + 4 * b * d ^ 2)) / (2 * d ^ 2)) * c.block as exact
	from (select 7.85 * greatest(0, c.squares - c.blocks * c.difference ^ 2)
	             / nullif(c.blocks - 1, 0) as a,
	             5.49 * (1 + c.difference ^ 2) as b,
	             nullif(c.difference - c.expected, 0) as d) term) e
cross join lateral (
	select case when exact < 1e7
	            then greatest(farm.least_blocks() * c.block,
	                          round(exact::numeric, 1 - floor(log(greatest(1, exact)))::int))
	            when exact is not null then 10000000 end::bigint as needed) n;

comment on view farm.score_comparisons is
	'Each pair of players of a tournament who met in a block, by score: which one is better, '
	'and how certain this is.';
comment on column farm.score_comparisons.player is
	'The player that gained more, relative to its seats.';
comment on column farm.score_comparisons.games is 'Games in these blocks.';
comment on column farm.score_comparisons.blocks is 'Complete blocks in which both had seats.';
comment on column farm.score_comparisons.difference is
	'The player''s score per game minus the opponent''s, in percent; for daide, not in '
	'percent.';
comment on column farm.score_comparisons.expected is
	'The difference that equal players with their seats would have: 0 if both have equally '
	'many.';

create view farm.comparisons as
select tournament, player, opponent, games, blocks, difference, expected, low, high, p,
       needed, verdict
from farm.score_comparisons where score = 'thesis';

comment on view farm.comparisons is
	'Each pair of players of a tournament who met in a block: which one is better, and how '
	'certain this is.';
comment on column farm.comparisons.player is 'The player that gained more, relative to its seats.';
comment on column farm.comparisons.games is 'Games in complete blocks.';
comment on column farm.comparisons.blocks is 'Complete blocks in which both had seats.';
comment on column farm.comparisons.difference is
	'The player''s points per game minus the opponent''s, in percent.';
comment on column farm.comparisons.expected is
	'The difference that equal players with their seats would have: 0 if both have equally '
	'many.';

-- Tournaments in which one player had a team of powers and another player the rest, with the gains
-- of the first player, as in farm.standings. matrix: NAME for a cell NAME-1-2 of aresctl experiment
-- matrix; the numbers of its players are 1 and 2.
create view farm.duels as
select t.name as tournament, c.cell[1] as matrix, c.cell[2]::int as player_number,
       c.cell[3]::int as opponent_number, t.team, cardinality(m.powers) - t.team as others,
       u.label as player, v.label as opponent,
       t.games as due, coalesce(s.games, 0) as games, coalesce(s.left_out, 0) as left_out,
       coalesce(s.blocks, 0) as blocks, s.points, s.share, s.expected, s.low, s.high, s.p, s.wins,
       s.draws, y.years
from farm.tournaments t
join farm.maps m on m.id = t.map_id
join farm.games g on g.tournament_id = t.id and g.number = 1
join farm.users u on u.id = (select user_id from farm.seats
                             where game_id = g.id and entrant = 0 limit 1)
join farm.users v on v.id = (select user_id from farm.seats
                             where game_id = g.id and entrant = 1 limit 1)
left join lateral regexp_match(t.name, '^(.+)-([1-9][0-9]?)-([1-9][0-9]?)$') c (cell) on true
left join lateral (select * from farm.standings s
                   where s.tournament = t.name and s.player = u.label) s on true
left join lateral (
	select round(avg((o.rounds + 1) / 2), 1) as years from farm.outcomes o
	where o.tournament_id = t.id and o.user_id = u.id and o.fate = 'win') y on true
where t.team > 0 and not t.dropped;

comment on view farm.duels is
	'Tournaments in which one player had a team of powers and another player the rest, with '
	'the gains of the first player.';
comment on column farm.duels.matrix is 'The name of the matrix of which it is a cell; null: none.';
comment on column farm.duels.player_number is 'The player''s number in the matrix, from 1.';
comment on column farm.duels.opponent_number is 'The opponent''s number in the matrix.';
comment on column farm.duels.team is 'How many powers the player had in each game.';
comment on column farm.duels.others is 'How many powers the opponent had.';
comment on column farm.duels.opponent is 'The player of the other powers.';
comment on column farm.duels.due is 'How many games the tournament has.';
comment on column farm.duels.points is 'The points of the player''s seats.';
comment on column farm.duels.share is 'Its share of all points in complete blocks, in percent.';
comment on column farm.duels.expected is 'Its share of the seats, in percent.';
comment on column farm.duels.wins is 'Games that it won.';
comment on column farm.duels.years is 'After how many years it won, on average.';

-- Points by power: one row for each player that had the power, and one for all players together.
-- The share is the mean over blocks. All finished games count.
create view farm.standings_by_power as
select p.tournament, m.powers[1 + p.power] as power, coalesce(u.label, '(all)') as player, p.games,
       round(p.points::numeric, 2) as points,
       round((100 * p.shares / p.blocks)::numeric, 1) as share,
       round(100.0 / cardinality(m.powers), 1) as expected, round((100 * s.low)::numeric, 1) as low,
       round((100 * s.high)::numeric, 1) as high, round(s.p::numeric, 4) as p, p.wins, p.draws,
       p.survivals, p.eliminations
from (select tournament, tournament_id, power, user_id, sum(games)::bigint as games,
             count(*) as blocks, sum(points) as points, sum(points / games) as shares,
             sum((points / games) ^ 2) as squares,
             sum(wins)::bigint as wins, sum(draws)::bigint as draws,
             sum(survivals)::bigint as survivals, sum(eliminations)::bigint as eliminations
      from (select tournament, tournament_id, block, power, user_id, count(*) as games,
                   sum(points) as points, count(*) filter (where fate = 'win') as wins,
                   count(*) filter (where fate = 'draw') as draws,
                   count(*) filter (where fate = 'survival') as survivals,
                   count(*) filter (where fate = 'elimination') as eliminations
            -- each seat for its player, and again for all players: grouping sets would read all
            -- tournaments
            from (select tournament, tournament_id, block, power, user_id, points, fate
                  from farm.outcomes
                  union all
                  select tournament, tournament_id, block, power, null, points, fate
                  from farm.outcomes) o
            group by tournament, tournament_id, block, power, user_id) b
      group by tournament, tournament_id, power, user_id) p
join farm.tournaments t on t.id = p.tournament_id
join farm.maps m on m.id = t.map_id
left join farm.users u on u.id = p.user_id
cross join lateral farm.share95(p.blocks, p.shares, p.squares, 1.0 / cardinality(m.powers)) s;

comment on view farm.standings_by_power is 'Points by tournament, power and player.';
comment on column farm.standings_by_power.player is 'The player; "(all)": all players together.';
comment on column farm.standings_by_power.games is
	'Finished games in which the player had the power.';
comment on column farm.standings_by_power.points is 'The points of those seats.';
comment on column farm.standings_by_power.share is 'Points per game, in percent.';
comment on column farm.standings_by_power.expected is 'The average points of a seat, in percent.';
