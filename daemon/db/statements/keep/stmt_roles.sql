-- The statements of stmt_roles.c.

-- $6: creates the role first. A setting for superusers is omitted if the caller may not set it.
-- name: role_commands(role text, group text, connections int, settings text, verifier text,
--     create boolean)
select concat_ws('; ', case when $6 then format('create role %I login in role %I', $1, $2) end,
		case when $3 >= 0 then format('alter role %I connection limit %s', $1, $3) end,
		case when $5 is not null then format('alter role %I password %L', $1, $5) end,
		(
			select string_agg(format('alter role %I set %I = %L', $1, split_part(s, '=', 1),
						split_part(s, '=', 2)), '; ')
			from unnest(string_to_array($4, ' ')) s
			left join pg_settings p on p.name = split_part(s, '=', 1) and p.context = 'superuser'
			where p.name is null or has_parameter_privilege(p.name, 'set')));

-- A superuser has the rights of every group, but is not of any kind.
-- part: members
from pg_roles r
join pg_roles g on g.rolname in ('farm_agent', 'farm_daide', 'farm_reader', 'farm_web',
		'farm_worker') and pg_has_role(r.oid, g.oid, 'usage') and r.oid <> g.oid
	and not r.rolsuper

-- name: find_role(role text)
select o.oid,
	coalesce((select g.rolname::text {members} where r.oid = o.oid order by 1 limit 1), '')
from pg_roles o
where o.rolname = $1;

-- name: drop_command(role text)
select format('drop role %I', $1);

-- case: a condition of where might be checked after the function has run.
-- name: end_sessions(role oid)
-- gives: row(sessions bigint)
select count(case when usesysid = $1 then pg_terminate_backend(pid) end) from pg_stat_activity;

-- name: list_roles()
-- gives: text
select format('%-20s %-7s %s', r.rolname, substr(g.rolname, 6),
		coalesce(nullif(concat_ws(E',\n' || repeat(' ', 29),
					case when not r.rolcanlogin then 'cannot log in' end,
					case when r.rolconnlimit >= 0 then 'connections ' || r.rolconnlimit end,
					(
						select string_agg(replace(c, '=', ' '), E',\n'
								|| repeat(' ', 29) order by c)
						from pg_db_role_setting s
						cross join lateral unnest(s.setconfig) c
						where s.setrole = r.oid and s.setdatabase in (0,
								(select oid from pg_database where datname = current_database())))),
				''), 'no limits')) || case when g.rolname = 'farm_agent' then case
			when has_database_privilege(r.oid, current_database(), 'temporary') then E';\n'
			|| repeat(' ', 29) || 'may make temporary tables' else '' end
		|| case when has_function_privilege(r.oid, 'lo_create(oid)', 'execute') then E';\n'
			|| repeat(' ', 29) || 'may make large objects' else '' end else '' end
{members}
order by g.rolname, r.rolname;
