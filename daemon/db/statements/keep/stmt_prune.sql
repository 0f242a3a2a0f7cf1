-- The statements of stmt_prune.c.

-- name: read_prunable(seconds int, state text)
-- gives: rows
-- next: prunable(struct prunable: tournament, name, state, since, games, bytes)
select tournament, name, state, to_char(since, 'YYYY-MM-DD'), games, bytes
from farm.prunable(make_interval(secs => $1))
where state = coalesce($2, state);

-- name: prune(struct prunable: tournament int, state text; seconds int)
-- gives: row(dropped boolean)
select farm.tournament_prune($1, make_interval(secs => $3), $2);

-- name: sweep_dropped(most int)
select farm.sweep($1);

-- name: count_dropped()
select count(*), count(to_regclass('farm.boards_' || id)) from farm.tournaments where dropped;

-- name: database_bytes()
-- gives: row(bytes bigint)
select pg_database_size(current_database());
