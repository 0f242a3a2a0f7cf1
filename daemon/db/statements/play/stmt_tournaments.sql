-- The statements of stmt_tournaments.c.

-- script: begin
-- gives: nothing
begin;

-- script: commit
-- gives: nothing
commit;

-- name: put_user(name text, label text, player text, settings text, role text)
-- gives: row(user int)
select farm.user_put($1, $2, $3, $4::jsonb, $5);

-- name: role_exists(role text)
-- gives: row(exists boolean)
select count(*) > 0 from pg_roles where rolname = $1;

-- name: create_tournament(name text, map text, rules text, judge text, seed bigint, games int,
--     round_limit int, seats text, users int[], block int, entrants int[], players text,
--     team int)
select farm.tournament_create($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13);

-- name: set_terms(name text, diplomatic_s int, retreat_s int, adjustment_s int, draw_after int,
--     start_case text, phase smallint, units smallint[], owners text, hints boolean,
--     faults text, press text, press_rounds int, substitute text)
update farm.tournaments
set diplomatic_time = make_interval(secs => nullif($2, 0)),
	retreat_time = make_interval(secs => nullif($3, 0)),
	adjustment_time = make_interval(secs => nullif($4, 0)),
	draw_after = $5, start_case = $6, start_phase = $7, start_units = $8, start_owners = $9,
	hints = $10, faults = coalesce($11, 'disorder'), press = coalesce($12, 'none'),
	press_rounds = $13, substitute = (select u.id from farm.users u where u.name = $14)
where name = $1;

-- name: make_stop(struct tournament: name text, until text, score text)
-- gives: nothing
select farm.stop_make($1, $2, $3)::text;

-- A secret seed is not shown.
-- name: compare_tournament(name text, map text, rules text, judge text, seed bigint,
--     games int, round_limit int, seats text, diplomatic_s int, retreat_s int,
--     adjustment_s int, block int, draw_after int, phase smallint, units smallint[],
--     owners text, team int, hints boolean, faults text, press text, press_rounds int,
--     substitute text)
select concat_ws(', ', case when m.name <> $2 then format('map %s (not %s)', m.name, $2) end,
		case when t.rules <> $3 then format('rules %s (not %s)', t.rules, $3) end,
		case when t.judge <> $4 then format('judge %s (not %s)', t.judge, $4) end,
		case when $5 >= 0 and t.seed <> $5 then case position('@' in t.seats)
				when 0 then format('seed %s (not %s)', t.seed, $5) else 'another seed' end end,
		case when (t.block, t.team) <> ($12, $17) and t.seats = $8 then 'other seatings' end,
		case when t.games <> $6 and not exists (
			select from farm.tunings u where u.tournament_id = t.id) then format(
				'games %s (not %s)', t.games, $6) end,
		case when t.round_limit <> $7 then format('rounds %s (not %s)', t.round_limit, $7) end,
		case when (t.diplomatic_time, t.retreat_time, t.adjustment_time) is distinct from (
				make_interval(secs => nullif($9, 0)), make_interval(secs => nullif($10, 0)),
				make_interval(secs => nullif($11, 0))) then 'other times' end,
		case when t.draw_after <> $13 then format('draw-after %s (not %s)', t.draw_after, $13) end,
		case when (t.start_phase, t.start_units, t.start_owners) is distinct from ($14, $15, $16)
			then coalesce('start ' || t.start_case, 'the usual start') end,
		case when t.hints <> $18 then case when t.hints then 'hints' else 'no hints' end end,
		case when t.bots <> '{}' and t.faults <> coalesce($19, 'disorder')
			then 'faults ' || t.faults end,
		case when (t.press, t.press_rounds) <> (coalesce($20, 'none'), $21) then format(
				'press %s, rounds %s', t.press, t.press_rounds) end,
		case when coalesce(i.name, '') <> coalesce($22, '')
			then format('substitute %s', coalesce(i.label, 'none')) end),
	case when t.seats <> $8 then left(t.players, 2047) else '' end
from farm.tournaments t
join farm.maps m on m.id = t.map_id
left join farm.users i on i.id = t.substitute
where t.name = $1;

-- The smallest number of games for a verdict.
-- name: find_least(tournament text)
-- gives: row(games int)
select s.least_blocks * t.block
from farm.stops s
join farm.tournaments t on t.id = s.tournament_id
where t.name = $1;

-- The differences of a stop and of a tuning.
-- name: compare_parts_text(name text, until text, score text, tuning text)
select concat_ws(', ', case when (s.rule, s.score) is distinct from ($2,
				case when $2 is not null then $3 end) then format('until %s (not %s)',
				coalesce(s.rule || ' of ' || s.score, 'all are played'),
				coalesce($2 || ' of ' || $3, 'all are played')) end,
		case when u.asked is distinct from $4 then format('tuning %s (not %s)',
				coalesce(u.asked, 'nothing'), coalesce($4, 'nothing')) end)
from farm.tournaments t
left join farm.stops s on s.tournament_id = t.id
left join farm.tunings u on u.tournament_id = t.id
where t.name = $1;

-- name: tournament_exists(name text)
-- gives: row(exists boolean)
select count(*) > 0 from farm.tournaments where name = $1;

-- name: pause_tournament(name text, number bigint)
with t as (update farm.tournaments set paused = true where name = $1 and $2 = 0 returning 1)
select count(*)
from t;

-- name: resume_tournament(name text, number bigint)
with t as (update farm.tournaments set paused = false where name = $1 and $2 = 0 returning 1)
select count(*)
from t, farm.hint('farm');

-- name: cancel_tournament(name text, number bigint)
select farm.tournament_cancel($1) where $2 = 0;

-- name: drop_tournament(name text, number bigint)
select farm.tournament_drop($1)::int::bigint where $2 = 0;

-- name: drop_boards()
select farm.sweep(0);

-- name: set_priority(name text, priority bigint)
with t as (update farm.tournaments set priority = $2 where name = $1 returning 1)
select count(*)
from t;

-- name: set_weight(name text, weight bigint)
with t as (update farm.tournaments set weight = $2 where name = $1 returning 1)
select count(*)
from t;

-- name: retry_tournament(name text, number bigint)
select farm.tournament_retry($1) where $2 = 0;

-- name: retry_game(game bigint, why text)
select farm.game_retry($1)::int::bigint where $2 is not null;

-- name: quarantine_game(game bigint, why text)
select farm.game_quarantine($1, $2)::int::bigint;

-- name: cancel_game(game bigint, why text)
select farm.game_cancel($1)::int::bigint where $2 is not null;

-- name: create_case_run(struct case_run: name text, judge text, rules text, repetitions int,
--     clock_ns int)
-- gives: row(id int)
insert into farm.case_runs (name, judge, rules, repetitions, clock_ns)
values ($1, $2, $3, $4, $5)
returning id;

-- name: put_case_result(run int, struct case_result: file text, id text, rules text, outcome text,
--     reason text, stage int, given_stage int, literal_stage int, orders int, median_ns int,
--     min_ns int)
-- gives: nothing
insert into farm.case_results (run_id, file, id, rules, outcome, reason, stage, given_stage,
		literal_stage, orders, median_ns, min_ns)
values
	($1, $2, $3, $4, $5, $6, $7, nullif($8, 0), nullif($9, 0), nullif($10, 0),
		case when $10 > 0 then $11 end, case when $10 > 0 then $12 end);
