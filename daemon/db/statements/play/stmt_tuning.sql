-- The statements of stmt_tuning.c.

-- name: make_tuning(struct tournament: name text, tuning->asked text, tuning->player text,
--     tuning->score text, tuning->steps int, tuning->gain int, users int[user_count],
--     entrants int[user_count], tuning->names text, tuning->normals int[tuning->setting_count],
--     tuning->laters int[tuning->setting_count], tuning->starts int[tuning->setting_count],
--     tuning->tuned int[tuning->tuned_count], tuning->lows int[tuning->tuned_count],
--     tuning->highs int[tuning->tuned_count], tuning->scales int[tuning->tuned_count])
-- gives: nothing
select farm.tuning_make($1, $2, $3, $4, $5, $6, $7, $8, string_to_array($9, E'\t'), $10, $11, $12,
		$13, $14, $15, $16)::text;

-- name: find_tuning(name text)
-- gives: maybe(struct found_tuning: block, played, ended)
select t.block, p.step, p.ending is not null
from farm.tuning_progress p
join farm.tournaments t on t.name = p.tournament
where p.tournament = $1;

-- name: list_tunings()
-- gives: rows
with row as (
	select p.*, case when ending is not null then ending
			when t.paused then 'paused'
			else format('step %s of %s', step + 1, steps) end as state,
		greatest(6, max(length(tournament)) over ()) as width
	from farm.tuning_progress p
	join farm.tournaments t on t.name = p.tournament)
select kind, line
from (
	select 0 as at, 'heading' as kind, format('%s %9s %9s  %-16s  %s', rpad('TUNING', max(width)),
			'GAMES', 'PLAYED', 'STATE', 'FOUND SO FAR') as line
	from row
	having count(*) > 0
	union all
	select row_number() over (order by tournament), 'row', format('%s %9s %9s  %-16s  %s',
			rpad(tournament, width), games, played, state, coalesce(found, '-'))
	from row) l
order by at;

-- name: read_tuning(name text)
-- gives: rows
with course as materialized (select * from farm.tuning_course where tournament = $1),
last as (
	select * from course where step = (select max(step) from course where moved_to is not null)),
first as (select * from course where step = 1)
select kind, rtrim(line)
from (
	select 1 as part, 0::bigint as at, 'row' as kind, said as line
	from farm.tuning_told
	where tournament = $1
	union all
	select 1, 1, 'row', 'paused: type aresctl tournament resume ' || p.tournament
	from farm.tuning_progress p
	join farm.tournaments t on t.name = p.tournament
	where t.name = $1 and t.paused and p.ending is null
	union all
	select 2, 0, 'heading', format('%-14s %9s %9s %9s %11s %9s %9s', 'SETTING', 'NORMAL', 'FROM',
			'TO', 'START', 'NOW', 'FOUND')
	union all
	select 2, f.place, 'row', format('%-14s %9s %9s %9s %11s %9s %9s', f.setting, f.normal, f.low,
			f.high, f.start, coalesce(round(l.moved_to, 1)::text, '-'),
			coalesce(l.found::text, '-'))
	from first f
	left join last l using (place)
	union all
	select 3, s.side, 'row', format('step %s, %s: %s %% of the points with %s', l.step,
			case s.side when 0 then '+' else '-' end,
			case s.side when 0 then min(l.plus_share) else min(l.minus_share) end,
			string_agg(
				format('%s=%s', l.setting, case s.side when 0 then l.plus else l.minus end),
				' ' order by l.place))
	from last l
	cross join (values (0), (1)) s (side)
	group by l.step, s.side
	union all
	select 4, 0, 'row', 'found so far: ' || found
	from farm.tuning_progress
	where tournament = $1 and found is not null) l
order by part, at;

-- name: print_tunings(name text)
-- gives: text
select translate(case when $1 is null then (
	select coalesce(json_agg(p order by p.tournament), '[]')::text from farm.tuning_progress p)
			else (
				select json_build_object('progress', p, 'settings', (
					select json_agg(json_build_object('setting', c.setting, 'normal', c.normal,
								'low', c.low, 'high', c.high, 'start', c.start, 'now', c.moved_to,
								'found', c.found) order by c.place)
					from farm.tuning_course c
					where c.tournament = $1 and c.step = greatest(1, p.step)))::text
				from farm.tuning_progress p
				where p.tournament = $1) end, E'\n', '');

-- name: verify_tuning(name text, rival text, games int, seed bigint)
-- gives: row(made boolean, labels text[STMT_PLAYERS_SIZE])
select s.labels is not null, coalesce(s.labels, '')
from farm.tuning_verify($1, $2, $3, nullif($4, -1)) s (labels);

-- name: advance_tunings()
-- gives: row(ended bigint)
select farm.tunings_advance();
