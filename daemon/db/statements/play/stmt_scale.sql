-- The statements of stmt_scale.c.

-- name: read_wal()
-- gives: row(bytes bigint)
select (pg_current_wal_insert_lsn() - '0/0')::bigint;

-- name: read_waits()
-- gives: row(struct waits: busy, locks, latches, disk)
select count(*), count(*) filter (where wait_event_type = 'Lock'),
	count(*) filter (where wait_event_type = 'LWLock'),
	count(*) filter (where wait_event_type = 'IO')
from pg_stat_activity
where application_name = 'aresd worker' and state <> 'idle';
