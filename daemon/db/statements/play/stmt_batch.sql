-- The statements of stmt_batch.c.

-- name: quarantine(worker bigint, struct claim: game bigint, epoch int; reason text)
-- gives: nothing
select farm.game_put_aside($2, $1, $3, $4);

-- name: suspect(worker bigint, struct claim: game bigint, epoch int)
-- gives: nothing
select farm.game_accuse($2, $1, $3, null);

-- name: accuse(worker bigint, struct claim: game bigint, epoch int; reason text)
-- gives: row(kept text[STMT_REASON_SIZE])
select farm.game_accuse($2, $1, $3, $4);

-- name: find_submitted(game bigint, worker bigint, epoch int, phase smallint)
select power, code, stand_in from farm.orders_submitted($1, $2, $3, $4);

-- name: find_agreed(game bigint, worker bigint, epoch int, phase smallint)
select farm.end_agreed($1, $2, $3, $4);

-- name: find_votes(game bigint, worker bigint, epoch int, phase smallint)
select power, powers from farm.votes_cast($1, $2, $3, $4);

-- name: send_agreed(worker bigint, struct written: claim->game bigint, claim->epoch int,
--     end.phase smallint, shared smallint)
-- gives: sent
select farm.end_agree($2, $1, $3, $4, $5);

-- name: find_types()
select 'farm.written_board'::regtype::oid, 'farm.written_end'::regtype::oid,
	'farm.written_summary'::regtype::oid, 'farm.written_value'::regtype::oid,
	'farm.written_lookup'::regtype::oid;

-- name: write_batch(worker bigint, durable boolean, games bigint[], epochs int[],
--     boards farm.written_board[], ends farm.written_end[], summaries farm.written_summary[])
select farm.batch_write($1, $2, $3, $4, $5, $6, $7);

-- name: send_turn(worker bigint, struct claim: game bigint, epoch int; struct asked_turn:
--     power smallint, open->phase smallint, open->units smallint[open->unit_count],
--     open->owners text, due int, legal int[legal_count])
-- gives: sent
select farm.turn_write($2, $1, $3, $4, $5, $6, $7, $8, $9);

-- name: send_wait(worker bigint, struct claim: game bigint, epoch int)
-- gives: sent
select farm.game_wait($2, $1, $3);

-- name: send_problems(worker bigint, struct claim: game bigint, epoch int; power smallint,
--     phase smallint, problems text)
-- gives: sent
select farm.orders_played($2, $1, $3, $4, $5, $6);

-- name: send_turns_over(worker bigint, struct claim: game bigint, epoch int; phase smallint)
-- gives: sent
select farm.turns_over($2, $1, $3, $4);
