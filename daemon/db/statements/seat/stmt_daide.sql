-- The statements of stmt_daide.c.

-- script: daide_bind
-- gives: nothing
set role farm_daide;
set statement_timeout = '5s';
set lock_timeout = '1s';
set jit = off;
set plan_cache_mode = force_generic_plan;
listen farm_turn_daide;

-- name: daide_lobby(tournament text)
-- gives: array(struct daide_table[DAIDE_TABLES_MAX]: game, number, seats, name, map, rules)
select game, number, seats, name, map, rules from daide.lobby(nullif($1, ''));

-- name: daide_begin(game bigint, powers int[], names text, versions text)
select power, passcode from daide.begin($1, $2, $3, $4);

-- name: daide_live(tournament text, most int)
select g from daide.live(nullif($1, '')) g limit $2;

-- name: daide_find(tournament text, power smallint, passcode smallint)
-- gives: row(game bigint)
select coalesce(daide.find(nullif($1, ''), $2, $3), 0);

-- name: daide_game(game bigint)
-- gives: maybe(struct daide_game: tournament, number, map, rules, players, move_s, retreat_s,
--     build_s, start_phase?started, start_units[start_unit_count]?started, start_owners?started,
--     press)
select tournament, number, map, rules, players, move_s, retreat_s, build_s, start_phase,
	start_units, start_owners, press
from daide.game($1);

-- name: daide_seats(game bigint)
-- gives: array(struct daide_seat[POWERS_MAX]: power, passcode, name, version, asked, final,
--     orders[order_count])
select power, passcode, name, version, asked, final, orders from daide.seats($1);

-- name: daide_states(games bigint[])
-- gives: rows
-- next: daide_next_state(struct daide_state: game, state, phase, winner, left_ms, letters, shared)
select game, state, phase, winner, left_ms, letters, shared from daide.states($1);

-- name: daide_phases(game bigint, since smallint, most int)
-- gives: rows
-- next: daide_next_phase(struct stored: phase, units[unit_count], owners,
--     orders[unit_count]?resolved)
select phase, units, owners, orders from daide.phases($1, $2, $3);

-- name: daide_submit(game bigint, power smallint, phase smallint, orders int[], final boolean)
-- gives: row(problem text[DAIDE_PROBLEM_SIZE])
select coalesce(left(daide.submit($1, $2, $3, $4, $5), 150), '');

-- name: daide_vote(game bigint, power smallint, phase smallint, powers smallint, vote boolean)
-- gives: row(taken boolean)
select daide.vote($1, $2, $3, $4, $5) is not null;

-- name: daide_send(game bigint, power smallint, powers text, text text)
-- gives: row(problem text[DAIDE_PROBLEM_SIZE])
select coalesce(left(daide.send($1, $2, string_to_array(nullif($3, ''), ','), $4), 150), '');

-- name: daide_letters(game bigint, since smallint, told_us bigint[POWERS_MAX])
-- gives: rows
-- next: daide_next_letter(struct daide_letter: sender, recipients, text, sent_us)
select sender, recipients, text, sent_us from daide.letters($1, $2, $3);
