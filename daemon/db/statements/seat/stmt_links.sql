-- The statements of stmt_links.c.

-- name: make_link(struct link_wish: game bigint, power text, seconds int, host boolean;
--     digest bytea)
-- gives: row(struct made_link: link, expires, problem)
select coalesce(link, 0), coalesce(to_char(expires, 'YYYY-MM-DD HH24:MI'), ''),
	coalesce(left(problem, 99), '')
from farm.link_make($1, $2, $5, make_interval(secs => $3), $4);

-- part: listed
select l.id as link, t.name || '/' || g.number as game, m.powers[1 + l.power] as power,
	left(u.label, 63) as seat, case when l.withdrawn_at is not null then 'withdrawn'
		when l.expires_at <= now() then 'expired'
		when g.state in ('finished', 'cancelled') then 'game over' else 'open' end as state,
	l.expires_at as expires, l.used_at as used, l.withdrawn_at as withdrawn, l.made_at as made,
	l.made_by
from farm.links l
join farm.games g on g.id = l.game_id
join farm.tournaments t on t.id = g.tournament_id and not t.dropped
join farm.maps m on m.id = t.map_id
join farm.seats s on s.game_id = l.game_id and s.power = l.power
join farm.users u on u.id = s.user_id
where $1 = 0 or g.id = $1
order by l.id

-- name: list_links(game bigint)
-- gives: rows
-- next: link(struct listed_link: link, game, power, seat, state, expires, used, made_by)
select link, game, power, seat, state, coalesce(to_char(expires, 'YYYY-MM-DD HH24:MI'), ''),
	coalesce(to_char(used, 'YYYY-MM-DD HH24:MI'), ''), made_by
from ({listed}) l;

-- name: print_links(game bigint)
-- gives: text
select coalesce(jsonb_pretty(jsonb_agg(to_jsonb(l))), '[]') from ({listed}) l;

-- name: withdraw_links(link bigint, game bigint, power text)
-- gives: row(links bigint)
select farm.links_withdraw(nullif($1, 0), $2, $3);
