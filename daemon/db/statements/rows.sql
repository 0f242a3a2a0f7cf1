-- The row types of which statements write many rows: their columns in order, as in the schema.

-- row: farm.written_board(claim int, phase smallint, units smallint[], owners text, orders int[],
--     resolve_ns int, resolve_stage smallint, think_ns bigint[], forecasts int[], capped smallint,
--     forecast_stages int[], forecast_ns bigint[])

-- row: farm.written_end(claim int, winner smallint, phase smallint, phases int,
--     centres smallint[], units smallint[], digest bytea)

-- row: farm.written_summary(claim int, resolve_ns int[], stages smallint[],
--     order_counts smallint[], decisions int[], think_ns bigint[], longest_ns bigint[],
--     foresaw int[], foresaw_ns bigint[], forecasts bigint[], conditioning bigint[],
--     substitution bigint[], supposition bigint[], paradox bigint[], forecast_ns bigint[],
--     capped int[], alive smallint[], centres bytea, events int[])

-- row: farm.written_value(map int, kind text, key bytea, value bytea, uses int)

-- row: farm.written_lookup(tournament int, kind text, phase smallint, asked int, known int)

-- row: farm.written_orders(power smallint, phase smallint, orders text, problems text)
