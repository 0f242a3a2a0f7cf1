-- The statements of stmt_batch.c.

-- name: quarantine(game bigint, worker bigint, epoch int, reason text)
select farm.game_put_aside($1, $2, $3, $4);

-- name: suspect(game bigint, worker bigint, epoch int)
select farm.game_accuse($1, $2, $3, null);

-- name: accuse(game bigint, worker bigint, epoch int, reason text)
select farm.game_accuse($1, $2, $3, $4);

-- name: find_submitted(game bigint, worker bigint, epoch int, phase smallint)
select power, code, stand_in from farm.orders_submitted($1, $2, $3, $4);

-- name: find_agreed(game bigint, worker bigint, epoch int, phase smallint)
select farm.end_agreed($1, $2, $3, $4);

-- name: find_votes(game bigint, worker bigint, epoch int, phase smallint)
select power, powers from farm.votes_cast($1, $2, $3, $4);

-- name: agree(game bigint, worker bigint, epoch int, phase smallint, shared smallint)
select farm.end_agree($1, $2, $3, $4, $5);

-- name: find_types()
select 'farm.written_board'::regtype::oid, 'farm.written_end'::regtype::oid,
	'farm.written_summary'::regtype::oid, 'farm.written_value'::regtype::oid,
	'farm.written_lookup'::regtype::oid;

-- name: write_batch(worker bigint, durable boolean, games bigint[], epochs int[],
--     boards farm.written_board[], ends farm.written_end[], summaries farm.written_summary[])
select farm.batch_write($1, $2, $3, $4, $5, $6, $7);

-- name: write_turn(game bigint, worker bigint, epoch int, power smallint, phase smallint,
--     units smallint[], owners text, due int, legal int[])
select farm.turn_write($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: wait_game(game bigint, worker bigint, epoch int)
select farm.game_wait($1, $2, $3);

-- name: put_problems(game bigint, worker bigint, epoch int, power smallint, phase smallint,
--     problems text)
select farm.orders_played($1, $2, $3, $4, $5, $6);

-- name: turns_over(game bigint, worker bigint, epoch int, phase smallint)
select farm.turns_over($1, $2, $3, $4);
