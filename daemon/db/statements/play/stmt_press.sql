-- The statements of stmt_press.c.

-- name: find_digest(game bigint)
select farm.messages_digest($1);

-- name: read_heard(worker bigint, struct claim: game bigint, epoch int; since smallint)
-- gives: rows
-- next: heard(struct heard: phase, round, sender, recipients, text)
select phase, round, sender, recipients, text from farm.messages_heard($2, $1, $3, $4);

-- name: send_said(worker bigint, struct said: claim->game bigint, claim->epoch int, phase smallint,
--     round smallint[count], sender smallint[count], recipients smallint[count], texts text)
-- gives: sent
select farm.messages_add($2, $1, $3, $4, $5, $6, $7, string_to_array($8, E'\x1e'));

-- name: read_press(game bigint)
-- gives: rows
-- next: press(struct exported_message: phase, sender, recipient, text, sent_us)
select farm.phase_name(phase), sender, recipient, text,
	(extract(epoch from sent_at) * 1000000)::bigint + n - 1
from farm.messages_exported($1);
