-- The statements of stmt_press.c.

-- name: find_digest(game bigint)
select farm.messages_digest($1);

-- name: read_heard(game bigint, worker bigint, epoch int, since smallint)
-- next: heard(struct heard: phase, round, sender, recipients, text)
select phase, round, sender, recipients, text from farm.messages_heard($1, $2, $3, $4);

-- name: add_said(game bigint, worker bigint, epoch int, phase smallint, rounds smallint[],
--     senders smallint[], recipients smallint[], texts text)
select farm.messages_add($1, $2, $3, $4, $5, $6, $7, string_to_array($8, E'\x1e'));

-- name: read_press(game bigint)
-- gives: rows
-- next: press(struct exported_message: phase, sender, recipient, text, sent_us)
select farm.phase_name(phase), sender, recipient, text,
	(extract(epoch from sent_at) * 1000000)::bigint + n - 1
from farm.messages_exported($1);
