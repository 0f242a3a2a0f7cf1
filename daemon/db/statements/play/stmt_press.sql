-- The statements of stmt_press.c.

-- name: find_digest(game bigint)
select farm.messages_digest($1);

-- name: read_press(game bigint)
select farm.phase_name(phase), sender, recipient, text,
	(extract(epoch from sent_at) * 1000000)::bigint + n - 1
from farm.messages_exported($1);
