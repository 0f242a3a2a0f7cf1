-- The statements of stmt_seat.c.

-- script: seat_bind
-- gives: nothing
set role farm_web;
set statement_timeout = '5s';
set lock_timeout = '1s';
set jit = off;
set plan_cache_mode = force_generic_plan;

-- script: listen_seat
listen farm_web;

-- A session that begins to listen reads the server's queue from the position of the slowest
-- listener.
-- name: seat_queue()
select pg_notification_queue_usage() < 0.001;

-- name: seat_pulses(keys bytea)
select n, pulse from web.pulses($1);

-- name: role_pulse(game bigint, power text)
select coalesce(api.seat_pulse($1, $2), '');

-- computers: the powers of players of the farm, which do not read messages; bots may.
-- name: seat_state(key bytea)
select format('"seat":%s,"turn":%s,"others":%s,"computers":%s,"phases":%s,"followed":%s,"press":%s,'
		'"votes":%s', row_to_json(s),
		coalesce((select row_to_json(t) from web.turn($1) t), 'null'),
		(select json_agg(row_to_json(o)) from web.others($1) o),
		(
			select coalesce(json_agg(m.powers[1 + c.power] order by c.power), '[]')
			from farm.games g
			join farm.tournaments t on t.id = g.tournament_id
			join farm.maps m on m.id = t.map_id
			join farm.seats c on c.game_id = g.id
			join farm.users u on u.id = c.user_id and u.player !~ '^bot:'
			where g.id = s.game),
		(
			select coalesce(json_agg(farm.phase_name(b.phase) order by b.phase), '[]')
			from farm.games g
			join farm.boards_of(g.tournament_id, g.id) b on b.phase >= 0
			where g.id = s.game),
		to_json(s.state not in ('waits', 'is played') and web.followed($1)),
		(select row_to_json(p) from web.press($1) p), (select row_to_json(v) from web.votes($1) v))
from web.seat($1) s;

-- name: role_state(game bigint, power text)
select format('"seat":%s,"turn":%s,"others":%s,"phases":%s,"press":%s,"votes":%s', row_to_json(s),
		coalesce((select row_to_json(t) from api.seat_turn($1, $2) t), 'null'),
		(select json_agg(row_to_json(o)) from api.seat_others($1, $2) o),
		to_json(api.seat_phases($1, $2)), (select row_to_json(p) from api.seat_press($1, $2) p),
		(select row_to_json(v) from api.seat_votes($1, $2) v))
from api.seat($1, $2) s;

-- name: seat_press(key bytea)
select '"press":' || row_to_json(p) from web.press($1) p;

-- name: role_press(game bigint, power text)
select '"press":' || row_to_json(p) from api.seat_press($1, $2) p;

-- The columns of an answer to submitted orders (text, problem, n).
-- part: answer
coalesce(json_agg(json_build_object('text', text, 'problem', problem) order by n), '[]')::text,
coalesce(bool_and(problem is null), true),
coalesce(string_agg(left(text, 110), E'\n' order by n), ''),
coalesce(left(max(problem) filter (where text is null), 99), '')

-- name: seat_submit(key bytea, lines text, final boolean, phase text)
select {answer}
from web.submit_orders($1, string_to_array($2, E'\n'), $3, nullif($4, ''))
	with ordinality s (text, problem, n);

-- name: role_submit(game bigint, power text, lines text, final boolean, phase text)
select {answer}
from api.seat_submit_orders($1, $2, string_to_array($3, E'\n'), $4, nullif($5, ''))
	with ordinality s (text, problem, n);

-- name: seat_reopen(key bytea, phase text)
select coalesce(left(web.withdraw_final($1, nullif($2, '')), 99), '');

-- name: role_reopen(game bigint, power text, phase text)
select coalesce(left(api.seat_withdraw_final($1, $2, nullif($3, '')), 99), '');

-- name: seat_messages(key bytea, sheet int)
select coalesce(json_agg(row_to_json(m)), '[]')::text
from (select * from web.messages($1, 100 * ($2 - 1)) limit 100) m;

-- name: role_messages(game bigint, power text, sheet int)
select coalesce(json_agg(row_to_json(m)), '[]')::text
from (select * from api.seat_messages($1, $2, 100 * ($3 - 1)) limit 100) m;

-- name: seat_write(key bytea, recipients text, text text)
select coalesce(left(web.send_message($1, string_to_array(nullif($2, ''), E'\n'), $3), 99), '');

-- name: role_write(game bigint, power text, recipients text, text text)
select coalesce(left(api.send_message($1, string_to_array(nullif($3, ''), E'\n'), $4, $2), 99), '');

-- name: seat_vote(key bytea, wish text, vote boolean, among text)
select coalesce(left(web.vote($1, $2, $3, string_to_array(nullif($4, ''), E'\n')), 99), '');

-- name: role_vote(game bigint, power text, wish text, vote boolean, among text)
select coalesce(left(case $3 when 'end'
				then api.vote_draw($1, $4, $2, string_to_array(nullif($5, ''), E'\n'))
				when 'leave' then api.leave_seat($1, $2)
				when 'return' then api.return_seat($1, $2)
				else api.vote_clock($1, $3, $4, $2) end, 99), '');

-- part: board
select game, map, power, phase, units, owners, coalesce(due, 0),
	coalesce(array_to_string(submitted, E'\n'), '')

-- name: seat_board(key bytea)
{board} from web.board($1);

-- name: role_board(game bigint, power text)
{board} from api.seat_board($1, $2);

-- name: seat_terms(key bytea)
select s.hints, s.rules, coalesce(t.due, 0), coalesce(array_to_string(t.legal, E'\n'), '')
from web.seat($1) s
left join web.turn($1) t on true;

-- name: role_terms(game bigint, power text)
select s.hints, s.rules, coalesce(t.due, 0), coalesce(array_to_string(t.legal, E'\n'), '')
from api.seat($1, $2) s
left join api.seat_turn($1, $2) t on true;

-- name: seat_links(key bytea)
select format('"links":%s,"people":%s,"computers":%s', coalesce(json_agg(row_to_json(l)), '[]'),
		(select coalesce(json_agg(p.power), '[]') from web.people($1) p),
		(select coalesce(json_agg(c.power), '[]') from web.computers($1) c))
from web.links($1) l;

-- name: seat_invite(key bytea, power text, digest bytea)
select coalesce(link, 0), coalesce(to_json(expires) #>> '{}', ''), coalesce(left(problem, 99), '')
from web.invite($1, $2, $3);

-- name: seat_hand_over(key bytea, power text, digest bytea)
select coalesce(link, 0), coalesce(to_json(expires) #>> '{}', ''), coalesce(left(problem, 99), '')
from web.hand_over($1, $2, $3);

-- name: seat_unlink(struct seat_door: key bytea; link bigint)
-- gives: row(done boolean)
select web.withdraw($1, $2);

-- name: seat_again(struct seat_door: key bytea; power text, player text, digest bytea)
-- gives: row(game bigint, problem text[STMT_PROBLEM_SIZE])
select coalesce(game, 0), coalesce(left(problem, 99), '')
from web.again($1, $2, $4, nullif($3, ''));

-- name: seat_follow(struct seat_door: key bytea; digest bytea)
-- gives: row(game bigint, problem text[STMT_PROBLEM_SIZE])
select coalesce(game, 0), coalesce(left(problem, 99), '') from web.follow($1, $2);

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
