/* role: aresctl role: the login roles of the farm, with the limits of their kind. It needs no right
 * to the farm's schema, only the right to make roles. */
#include "ctl/parts/ctl.h"

#include <stdio.h>
#include <string.h>

#include "ctl/parts/names.h"
#include "db/statements/keep/stmt_roles.h"
#include "players/player.h"

static struct {
	const char *kind, *name, *password_file;
	bool yes;
} asked;

/* What the server refused, in the terms of the farm. */
static int fail_role(struct db *db, const struct role_kind *kind)
{
	const struct db_fault *fault = db_fault(db);
	if (strcmp(fault->sqlstate, ROLES_TAKEN) == 0)
		return ctl_fail("there is a role %s already; aresctl role list shows what the farm's roles "
		                "may",
		                asked.name);

	if (strcmp(fault->sqlstate, ROLES_NO_RIGHT) == 0)
		return ctl_fail("%s: connect as a superuser, or as a role with createrole", fault->message);
	if (strcmp(fault->sqlstate, ROLES_NO_GROUP) == 0 && kind != NULL)
		return ctl_fail("%s: aresctl init makes %s", fault->message, kind->group);
	if (strcmp(fault->sqlstate, ROLES_OWNS) == 0)
		return ctl_fail("%s: use reassign owned or drop owned (PostgreSQL) in each database first",
		                fault->message);

	return ctl_fail("%s", fault->message);
}

/* ── create ── */

enum { PASSWORD_SIZE = 1024 };

/* Reads the first line of the file. False once the reason is printed. */
static bool read_password(const char *path, char password[PASSWORD_SIZE])
{
	FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "re");
	const bool read = file != NULL && fgets(password, PASSWORD_SIZE, file) != NULL;

	if (file != NULL && file != stdin)
		fclose(file);
	const size_t length = read ? strcspn(password, "\r\n") : 0;
	if (file == NULL)
		ctl_fail("--password-file %s: %m", path);
	else if (length == 0 || length == PASSWORD_SIZE - 1)
		ctl_fail("--password-file %s: its first line must be the password, of 1 to %d bytes", path,
		         PASSWORD_SIZE - 2);
	else
		password[length] = '\0';

	return length > 0 && length < PASSWORD_SIZE - 1;
}

static int create(void)
{
	const struct role_kind *kind = role_kinds;
	char password[PASSWORD_SIZE];

	while (strcmp(kind->name, asked.kind) != 0)
		kind++;
	if (strcmp(asked.name, SEAT_DAIDE) == 0)
		return ctl_fail("NAME %s: @%s is the seats of DAIDE clients; choose another name, such as "
		                "aresdaide",
		                asked.name, asked.name);

	if (asked.password_file != NULL && !read_password(asked.password_file, password))
		return CTL_FAILED;
	struct db *db = ctl_open();
	if (!stmt_create_role(db, kind, asked.name, asked.password_file != NULL ? password : NULL))
		return fail_role(db, kind);
	ctl_say("role %s: made, as %s %s, in the group %s%s\n", asked.name,
	        strchr("aeiou", kind->name[0]) != NULL ? "an" : "a", kind->name, kind->group,
	        asked.password_file != NULL ? "" : "; it has no password");

	return CTL_DONE;
}

/* ── the others ── */

/* Connects, and finds a role of the farm. */
static struct db *find(uint32_t *oid, const struct role_kind **kind)
{
	struct db *db = ctl_open();
	if (!stmt_find_role(db, asked.name, oid, kind))
		ctl_exit(fail_role(db, NULL));
	if (*kind == NULL)
		ctl_stop("the farm has no role %s; aresctl role list lists them", asked.name);
	return db;
}

static int limit(void)
{
	uint32_t oid;
	const struct role_kind *kind;
	struct db *db = find(&oid, &kind);
	if (!stmt_limit_role(db, kind, asked.name))
		return fail_role(db, kind);
	ctl_say("role %s: has the limits of its kind, %s\n", asked.name, kind->name);
	return CTL_DONE;
}

static int drop(void)
{
	uint32_t oid;
	int64_t sessions;
	const struct role_kind *kind;

	struct db *db = find(&oid, &kind);
	if (!asked.yes)
		ctl_ask_drop("role", asked.name, "");

	if (!stmt_drop_role(db, asked.name))
		return fail_role(db, NULL);
	if (!stmt_end_sessions(db, oid, &sessions))
		return ctl_fail("%s is dropped, but its sessions continue: %s", asked.name,
		                db_fault(db)->message);
	ctl_say("role %s: dropped; %lld of its sessions ended\n", asked.name, (long long)sessions);
	return CTL_DONE;
}

static int list(void)
{
	struct db *db = ctl_open();
	return ctl_end(db, stmt_list_roles(db, stdout));
}

#define NAME                                                                                       \
	ARGUMENT("NAME", &asked.name, "the role's name", .check = names_check_role, .required = true)
static const struct parameter name_only[] = {NAME, {0}};

static const struct command role_create = {
	.name = "create",
	.about = "make a login role",
	.text = "Makes a login role in the group of its kind, with the limits of that kind. An "
			"agent is an external player, who plays the seats @NAME. A reader may read "
			"everything. aresdaide logs in as a role of the kind daide, aresweb as web, and "
			"aresd as worker. aresctl role list prints the limits.\n\n"
			"Without --password-file the role has no password. \\password in psql sets one "
			"later.",
	.arguments = PARAMETERS(ARGUMENT("KIND", &asked.kind, "what the role is for",
                                     .choice = names_role_kinds, .required = true),
                            NAME),
	.options = PARAMETERS(
		OPTION_TEXT("password-file", "FILE", &asked.password_file,
                    "a file whose first line is the role's password; - is standard input")),
	.run = create,
};
static const struct command role_limit = {
	.name = "limit",
	.about = "give a role that was made by hand its limits",
	.text = "Gives a role of the farm the limits of its kind. Sessions that are open keep theirs.",
	.arguments = name_only,
	.run = limit,
};
static const struct command role_list = {
	.name = "list",
	.about = "list the farm's login roles and their limits",
	.text = "Lists the roles in the groups of the farm, with the limits of each, and the ways "
			"in which an agent could still fill the server's disk.",
	.run = list,
};
static const struct command role_drop = {
	.name = "drop",
	.about = "remove a login role",
	.text = "Removes the role and ends its sessions. What it played stays. Its seats get no "
			"more orders: a game without deadlines waits for ever, unless it is cancelled. On "
			"a terminal it asks first; elsewhere it requires --yes.",
	.arguments = name_only,
	.options = PARAMETERS(CTL_YES(asked.yes)),
	.run = drop,
};

const struct command ctl_role = {
	.name = "role",
	.about = "make, limit, list and remove login roles",
	.text = "Makes, limits, lists and drops the login roles of the farm. Roles belong to the "
			"server, not to one database.",
	.commands =
		(const struct command *const[]){&role_create, &role_limit, &role_list, &role_drop, NULL},
};
