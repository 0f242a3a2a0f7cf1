-- The statements of stmt_rate.c.

-- A line each: the heading of a table, a row of one, or a remark; empty ones between tables. The
-- last table has the share of the row's player in what it and the column's player gained together,
-- of the games that both played. Columns stand for players by their place; ten of them fit 80
-- columns, so more players make more tables.
-- name: read_rates(tournaments text, score text, anchor text)
with rated as materialized (
	select row_number() over (order by rating desc, player collate "C")::int as place, r.*
	from farm.ratings(string_to_array($1, E'\t'), $2, $3) r),
head as materialized (select * from farm.head_to_head(string_to_array($1, E'\t'), $2)),
score as materialized (select * from farm.score_table(string_to_array($1, E'\t'))),
cell as (
	select r.place, r.player, c.place as "column", (c.place - 1) / 10 as page,
		case when r.place = c.place then '- ' when h.share is null then '. '
			else round(h.share::numeric) || case when h.low > h.expected then '+'
				when h.high < h.expected then '-' else ' ' end end as text
	from rated r
	cross join rated c
	left join head h on h.player = r.player and h.opponent = c.player),
line (part, at, kind, line) as (
	select 10, 0, 'heading',
		format('%8s   %-16s  %7s %6s  %s', 'RATING', '95 % INTERVAL', 'GAMES', 'WINS', 'PLAYER')
	union all
	select 10, place, 'row', format('%8s   %6s to %-6s  %7s %6s  %s',
			to_char(rating, 'FMSG999990'),
			case when low in ('infinity', '-infinity') then '-inf'
				else to_char(low, 'FMSG999990') end,
			case when high in ('infinity', '-infinity') then 'inf'
				else to_char(high, 'FMSG999990') end, games, wins, player)
	from rated
	union all
	select 11, n, 'remark', text
	from (
		values
			(1, 'inf: it lost nothing, or gained nothing, against some other player. Its rating'),
			(2, 'is finite because everybody has half a game won and half a game lost against 0.'))
		r (n, text)
	where exists (
		select
		from rated
		where low in ('infinity', '-infinity') or high in ('infinity', '-infinity'))
	union all
	select 12, tournament_id, 'remark', tournament || ': ' || said
	from farm.counted
	where tournament = any (string_to_array($1, E'\t')) and said is not null
	union all
	select 19, 0, 'row', ''
	union all
	select 20, 0, 'heading', format('%8s  %8s  %9s  %7s  %7s  %s', 'FAIR %', 'THESIS %',
			'SQUARES %', 'DAIDE', 'SOLOS %', 'PLAYER')
	union all
	select 20, place, 'row', format('%8s  %8s  %9s  %7s  %7s  %s', round(fair::numeric, 1),
			round(thesis::numeric, 1), round(squares::numeric, 1), round(daide::numeric, 3),
			round(solos::numeric, 1), player)
	from score
	join rated using (player)
	union all
	select distinct 29 + 10 * page, 0, 'row', ''
	from cell
	union all
	select 30 + 10 * page, 0, 'heading', rpad('%, AGAINST', 26)
		|| string_agg(lpad("column"::text || ' ', 5), '' order by "column")
	from cell
	where place = 1
	group by page
	union all
	select 30 + 10 * page, place, 'row', format('%3s  %-20s ', place,
			case when length(player) > 20 then left(player, 17) || '...' else player end)
		|| string_agg(lpad(text, 5), '' order by "column")
	from cell
	group by page, place, player
	union all
	select 1000, 1, 'remark',
		'+, -: more, less than its part of the seats, beyond chance; .: they never met')
select kind, rtrim(line)
from line
order by part, at;

-- name: rates_json(tournaments text, score text, anchor text)
select translate(json_build_object('score', $2, 'ratings', (
	select json_agg(json_build_object('player', player, 'rating', rating,
				'low', case when low in ('infinity', '-infinity') then null else low end,
				'high', case when high in ('infinity', '-infinity') then null else high end,
				'error', error, 'games', games, 'seats', seats, 'wins', wins) order by rating desc)
	from farm.ratings(string_to_array($1, E'\t'), $2, $3)),
			'scores', (select json_agg(s) from farm.score_table(string_to_array($1, E'\t')) s),
			'heads', (
				select json_agg(h order by h.player collate "C", h.opponent collate "C")
				from farm.head_to_head(string_to_array($1, E'\t'), $2) h))::text, E'\n', '');
