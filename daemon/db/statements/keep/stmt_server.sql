-- The statements of stmt_server.c.

-- name: find_where()
-- gives: row(where text[STMT_WHERE_SIZE])
select format('database %s, role %s%s', current_database(), current_user,
		format(', server %s port %s', host(inet_server_addr()), inet_server_port())
		|| case when inet_server_addr() is null then null else '' end);
