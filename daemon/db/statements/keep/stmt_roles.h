/* stmt_roles: the login roles of the farm and their limits. A call returns false on failure;
 * db_fault has the reason. */
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
	int connections;      /* at once; below 0: no limit */
	const char *settings; /* "statement_timeout=30s ..." */
};
extern const struct role_kind role_kinds[]; /* a name of NULL ends */

/* Makes a login role. password: NULL: it has none. The server gets it as a SCRAM verifier only. */
MUST_CHECK bool stmt_create_role(struct db *db, const struct role_kind *kind, const char *role,
                                 const char *password);

/* Gives a role the limits of its kind. Its other settings stay. */
MUST_CHECK bool stmt_limit_role(struct db *db, const struct role_kind *kind, const char *role);

/* The role's oid and kind. The kind is NULL if the role does not exist, is a superuser, or is not a
 * member of a group of the farm. */
MUST_CHECK bool stmt_find_role(struct db *db, const char *role, uint32_t *oid,
                               const struct role_kind **kind);
MUST_CHECK bool stmt_drop_role(struct db *db, const char *role);

/* Ends the sessions of a role, which may already be dropped. */
MUST_CHECK bool stmt_end_sessions(struct db *db, uint32_t role, int64_t *sessions);

/* Prints the login roles of the farm and their limits. */
MUST_CHECK bool stmt_list_roles(struct db *db, FILE *out);

#endif
