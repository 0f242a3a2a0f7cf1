-- The statements of stmt_archive.c.

-- Makes the texts of values independent of the farm's settings.
-- part: texts
set local timezone = 'UTC';
set local datestyle = 'ISO, YMD';
set local intervalstyle = 'postgres';
set local bytea_output = 'hex';
set local extra_float_digits = 1

-- Whatever the statistics say, each table is read by its key, in the order of the file.
-- script: begin_backup
begin isolation level repeatable read read only;
set local enable_seqscan = off;
set local enable_hashjoin = off;
set local enable_mergejoin = off;
set local enable_bitmapscan = off;
{texts};

-- script: count_part
select count(*) from (%s) part;

-- script: copy_part
copy (%s) to stdout;

-- script: begin_restore
begin;
{texts};

-- name: owns_farm()
-- gives: row(owns boolean, owner text[STMT_NAME_SIZE])
select pg_has_role(nspowner, 'usage'), pg_get_userbyid(nspowner)::text
from pg_namespace
where nspname = 'farm';

-- name: find_archived(name text)
select t.id, (select max(version) from farm.schema_version),
	to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), farm.archive_digest(t.id)
from farm.tournaments t
where t.name = $1 and not t.dropped;

-- name: read_parts(tournament int)
-- gives: rows
-- next: part(struct archive_part: name, columns, query)
select part, array_to_string(columns, ','), query from farm.archive_parts($1) order by place;

-- name: restore_open()
select farm.restore_open()::text;

-- name: restore_copy(part text, columns text)
select farm.restore_copy($1, string_to_array($2, ','));

-- name: restored_terms()
-- gives: row(rules text[STMT_NAME_SIZE], judge text[STMT_NAME_SIZE])
select coalesce(max(left(rules, 63)), ''), coalesce(max(left(judge, 63)), '')
from pg_temp.restored_tournaments;

-- name: read_restored_users()
-- gives: rows
-- next: restored_user(name text)
select name from pg_temp.restored_users;

-- name: restore_close(name text)
select tournament, map, made from farm.restore_close($1);

-- script: analyze_restored
-- gives: nothing
analyze farm.games, farm.seats, farm.summaries;

-- The result of the restore: a separate statement, so that it sees the rows.
-- name: look_restored(tournament int)
select farm.archive_digest($1), (
	select count(*)
	from farm.games g
	where g.tournament_id = $1 and g.state in ('pending', 'waiting')),
	(
		select count(*)
		from farm.seats s
		join farm.games g on g.id = s.game_id
		join farm.users u on u.id = s.user_id and num_nonnulls(u.player, u.role) = 0
		where g.tournament_id = $1 and g.state in ('pending', 'waiting'));
