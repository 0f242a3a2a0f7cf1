/* stmt_roles: login roles of the farm: their kinds, and the limits that each kind has.
 *
 * CREATE ROLE takes no parameters. So the server builds the commands from parameters, with format,
 * and they are sent back to it. */
#include "stmt_roles.h"
#include "db/statements/statement.h"

#include "db/statements/keep/stmt_roles.inc"

/* Members do not inherit settings of a group: each login role has its own.
 *
 * An agent is untrusted. Its session must not hold locks for long, keep the server busy or fill it
 * with connections or files. A role may change its own settings for a session, except
 * temp_file_limit, which only a superuser may set, here too. No setting bounds the memory of a
 * statement: deploy/postgresql-memory.conf does. The settings here keep honest statements small.
 *
 * A web server serves untrusted users by a few sessions. Its parameters have keys to seats in them,
 * so the server does not log them. Nor does it log the passcodes of DAIDE clients.
 *
 * jit: the views have many small functions. Compiling a question takes longer than it saves. The
 * farm's programs turn it off anyway.
 *
 * An open transaction of a reader keeps vacuum from the rows that it may still see. A worker has no
 * limits: it may wait, and farm.workers_recover ends its hanging sessions. */
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

bool stmt_drop_role(struct db *db, const char *role)
{
	char command[256];
	return statement_row(db, &drop_command, VALUES(role),
	                     FIELDS(BUFFER(command, sizeof command))) &&
	       db_script(db, command);
}
