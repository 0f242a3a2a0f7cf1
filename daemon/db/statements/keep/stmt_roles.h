/* stmt_roles: the login roles of the farm, and the limits that they have. A call returns false when
 * it failed. Then db_fault says why. */
#ifndef ARESFARM_STMT_ROLES_H
#define ARESFARM_STMT_ROLES_H

#include <stdio.h>

#include "db/pg/db.h"

/* SQLSTATEs of these calls. */
#define ROLES_NO_GROUP "42704"
#define ROLES_NO_RIGHT "42501"
#define ROLES_TAKEN    "42710"
#define ROLES_OWNS     "2BP01" /* it owns something */

/* What a login role is for: the group that it is a member of, and its limits. */
struct role_kind {
	const char *name, *group;
	int connections;      /* at once; below 0: any number */
	const char *settings; /* "statement_timeout=30s ..." */
};
extern const struct role_kind role_kinds[]; /* a name of NULL ends */

/* Makes a login role. password: NULL: it has none. The server gets it as a SCRAM verifier only. */
MUST_CHECK bool stmt_create_role(struct db *db, const struct role_kind *kind, const char *role,
                                 const char *password);

/* Gives a role the limits of its kind. Its other settings stay. */
MUST_CHECK bool stmt_limit_role(struct db *db, const struct role_kind *kind, const char *role);

/* The role's oid, and its kind: NULL when there is no such role, it is a superuser, or a member of
 * none of the farm's groups. */
MUST_CHECK bool stmt_find_role(struct db *db, const char *role, uint32_t *oid,
                               const struct role_kind **kind);
MUST_CHECK bool stmt_drop_role(struct db *db, const char *role);

/* Ends the sessions of a role; it need not exist any more. */
MUST_CHECK bool stmt_end_sessions(struct db *db, uint32_t role, int64_t *sessions);

/* Prints the login roles of the farm, and what limits they have. */
MUST_CHECK bool stmt_list_roles(struct db *db, FILE *out);

#endif
