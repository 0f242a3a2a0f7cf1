/* fault: see fault.h. Source: the PostgreSQL manual, appendix A. */
#include "fault.h"

#include <string.h>

/* A row applies to every SQLSTATE with this prefix. */
static const struct {
	const char *begins;
	enum fault fault;
} faults[] = {
	{"RF001", FAULT_REFUSED},  /* farm.fence */
	{"RF002", FAULT_TAKEN},    /* farm.fence */
	{"08", FAULT_CONNECTION},  /* connection exception */
	{"57P", FAULT_CONNECTION}, /* an operator or a crash ends all connections */
	{"21", FAULT_GAME},        /* cardinality violation */
	{"22", FAULT_GAME},        /* data exception: a number out of range */
	{"23", FAULT_GAME},        /* integrity constraint violation; also a missing partition */
	{"54", FAULT_GAME},        /* a limit of the server: a row that is too long */
	{"XX001", FAULT_GAME},     /* a damaged page of a table */
	{"XX002", FAULT_GAME},     /* a damaged page of an index */
};

enum fault fault_of_sqlstate(const char *sqlstate)
{
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
		if (strncmp(sqlstate, faults[i].begins, strlen(faults[i].begins)) == 0)
			return faults[i].fault;
	return FAULT_SERVER;
}

enum fault fault_find(const struct db *db)
{
	const struct db_fault *fault = db_fault(db);
	if (fault->lost)
		return FAULT_CONNECTION;
	return fault->unreadable ? FAULT_GAME : fault_of_sqlstate(fault->sqlstate);
}

bool fault_is_starved(const char *sqlstate, const char *message)
{
	return sqlstate[0] == '\0' && (strstr(message, "out of memory") != NULL ||
	                               strstr(message, "cannot allocate memory") != NULL);
}
