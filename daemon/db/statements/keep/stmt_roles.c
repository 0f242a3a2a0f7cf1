/* stmt_roles: login roles of the farm: their kinds, and the limits that each kind has.
 *
 * CREATE ROLE takes no parameters. So the server makes the commands out of parameters, with format,
 * and gets them back. */
#include "stmt_roles.h"
#include "db/statements/statement.h"

/* Members do not inherit settings of a group: each login role has its own.
 *
 * An agent may be anybody. Its session may not hold what it has locked, keep the server busy or
 * fill it with connections or files. A role may change its own settings for a session, but not
 * temp_file_limit: only a superuser may set that one, here too. No setting bounds the memory of a
 * statement: deploy/postgresql-memory.conf does. Those here keep honest ones small.
 *
 * A web server asks for strangers, by a few sessions. Its parameters have keys to seats in them, so
 * the server does not log them. Nor does it log the passcodes of DAIDE clients.
 *
 * jit: the views' functions are many and small. Compiling a question takes longer than it saves.
 * What the farm's programs ask has it off in any case.
 *
 * An open transaction of a reader keeps vacuum from the rows that it may still see. A worker has no
 * limits: it may wait, and a session of it that stands still is ended by farm.workers_recover.
 */
const struct role_kind role_kinds[] = {
	{"agent", "farm_agent", 4,
     "statement_timeout=30s idle_in_transaction_session_timeout=10s temp_file_limit=100MB jit=off "
     "work_mem=4MB hash_mem_multiplier=1 max_parallel_workers_per_gather=0"},
	{"daide", "farm_daide", 4,
     "idle_in_transaction_session_timeout=10s temp_file_limit=100MB log_parameter_max_length=0"},
	{"reader", "farm_reader", -1, "idle_in_transaction_session_timeout=10min jit=off"},
	{"web", "farm_web", 12,
     "statement_timeout=5s idle_in_transaction_session_timeout=10s temp_file_limit=100MB "
     "log_parameter_max_length=0"},
	{"worker", "farm_worker", -1, ""},
	{0},
};

/* $6: makes the role first. A superuser's setting is left out where the caller may not set it. */
STATEMENT(role_commands, "ssissb",
          "select concat_ws('; ',"
          " case when $6 then format('create role %I login in role %I', $1, $2) end,"
          " case when $3 >= 0 then format('alter role %I connection limit %s', $1, $3) end,"
          " case when $5 is not null then format('alter role %I password %L', $1, $5) end,"
          " (select string_agg(format('alter role %I set %I = %L', $1, split_part(s, '=', 1),"
          "   split_part(s, '=', 2)), '; ')"
          "  from unnest(string_to_array($4, ' ')) s"
          "  left join pg_settings p on p.name = split_part(s, '=', 1) and p.context = 'superuser'"
          "  where p.name is null or has_parameter_privilege(p.name, 'set')))");

static bool run_commands(struct db *db, const struct role_kind *kind, const char *role,
                         const char *verifier, bool create)
{
	char commands[2048];
	return statement_row(
			   db, &role_commands,
			   VALUES(role, kind->group, kind->connections, kind->settings, verifier, create),
			   FIELDS(BUFFER(commands, sizeof commands))) &&
	       db_script(db, commands);
}

bool stmt_create_role(struct db *db, const struct role_kind *kind, const char *role,
                      const char *password)
{
	char verifier[DB_VERIFIER_SIZE];
	return (password == NULL || db_make_verifier(db, role, password, verifier)) &&
	       run_commands(db, kind, role, password != NULL ? verifier : NULL, true);
}

bool stmt_limit_role(struct db *db, const struct role_kind *kind, const char *role)
{
	return run_commands(db, kind, role, NULL, false);
}

/* A superuser has the rights of every group, and is none of these. */
#define MEMBERS                                                                                    \
	" from pg_roles r join pg_roles g on g.rolname in ('farm_agent', 'farm_daide', "               \
	"'farm_reader', 'farm_web', 'farm_worker')"                                                    \
	"  and pg_has_role(r.oid, g.oid, 'usage') and r.oid <> g.oid and not r.rolsuper"

STATEMENT(find_role, "s",
          "select o.oid, coalesce((select g.rolname::text" MEMBERS
          "  where r.oid = o.oid order by 1 limit 1), '') from pg_roles o where o.rolname = $1");

bool stmt_find_role(struct db *db, const char *role, uint32_t *oid, const struct role_kind **kind)
{
	bool found;
	char group[STMT_NAME_SIZE];
	*kind = NULL;
	if (!statement_find(db, &find_role, VALUES(role), &found,
	                    FIELDS(*oid, BUFFER(group, sizeof group))))
		return false;
	for (const struct role_kind *k = role_kinds; found && k->name != NULL; k++)
		if (strcmp(k->group, group) == 0)
			*kind = k;
	return true;
}

STATEMENT(drop_command, "s", "select format('drop role %I', $1)");

bool stmt_drop_role(struct db *db, const char *role)
{
	char command[256];
	return statement_row(db, &drop_command, VALUES(role),
	                     FIELDS(BUFFER(command, sizeof command))) &&
	       db_script(db, command);
}

/* case: a condition of where might be checked after the function has run. */
STATEMENT(end_sessions, "o",
          "select count(case when usesysid = $1 then pg_terminate_backend(pid) end)"
          " from pg_stat_activity");

bool stmt_end_sessions(struct db *db, uint32_t role, int64_t *sessions)
{
	return statement_row(db, &end_sessions, VALUES(role), FIELDS(*sessions));
}

STATEMENT(list_roles, "",
          "select format('%-20s %-7s %s', r.rolname, substr(g.rolname, 6),"
          "  coalesce(nullif(concat_ws(E',\\n' || repeat(' ', 29),"
          "    case when not r.rolcanlogin then 'cannot log in' end,"
          "    case when r.rolconnlimit >= 0 then 'connections ' || r.rolconnlimit end,"
          "    (select string_agg(replace(c, '=', ' '), E',\\n' || repeat(' ', 29) order by c)"
          "     from pg_db_role_setting s cross join lateral unnest(s.setconfig) c"
          "     where s.setrole = r.oid and s.setdatabase in (0, (select oid from pg_database"
          "       where datname = current_database())))), ''), 'no limits'))"
          "  || case when g.rolname = 'farm_agent' then"
          "     case when has_database_privilege(r.oid, current_database(), 'temporary')"
          "     then E';\\n' || repeat(' ', 29) || 'may make temporary tables' else '' end ||"
          "     case when has_function_privilege(r.oid, 'lo_create(oid)', 'execute')"
          "     then E';\\n' || repeat(' ', 29) || 'may make large objects' else '' end"
          "   else '' end" MEMBERS " order by g.rolname, r.rolname");

bool stmt_list_roles(struct db *db, FILE *out)
{
	return statement_print(db, &list_roles, NO_VALUES, out);
}
