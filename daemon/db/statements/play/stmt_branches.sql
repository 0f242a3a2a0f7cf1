-- The statements of stmt_branches.c.

-- name: find_origin(game bigint)
-- gives: row(struct branch_origin: rules, map, press, users[power_count], entrants[power_count],
--     outside, secret, depth)
select t.rules, m.name, t.press, users, entrants, outside, secret, depth
from farm.games g
join farm.tournaments t on t.id = g.tournament_id
join farm.maps m on m.id = t.map_id
cross join farm.branch_origin(g.id)
where g.id = $1;

-- name: make_branch(struct branch_request: name text, game bigint, phase smallint, times int,
--     seed bigint, users int[user_count], entrants int[user_count], said text, powers text,
--     order_arm int[order_count], order_power int[order_count], order int[order_count],
--     by_chance boolean, senders int[arm_count], recipients int[arm_count], texts text)
-- gives: nothing
select farm.branch_make($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
	string_to_array($16, E'\x1e'));

-- name: find_branch(tournament int, number int)
select b.phase, a.ordering, a.orders, b.past_before, b.past_seeds, b.past_blocks
from farm.branches b
join farm.tournaments t on t.id = b.tournament_id
join farm.branch_arms a on a.tournament_id = b.tournament_id and a.arm = ($2 - 1) % t.block + 1
where b.tournament_id = $1;
