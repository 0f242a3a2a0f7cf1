/* conninfo: see conninfo.h. */
#include "conninfo.h"

#include <stdio.h>
#include <string.h>

#include "link.h"

/* libpq's own messages are not used: they repeat parts of the text, which may hold a password. */
bool conninfo_check(const char *conninfo, char error[CONNINFO_ERROR_SIZE])
{
	bool uri =
		strncmp(conninfo, "postgres://", 11) == 0 || strncmp(conninfo, "postgresql://", 13) == 0;
	if (!uri && strchr(conninfo, '=') == NULL)
		return true;
	bool secret = false;
	PQconninfoOption *options = PQconninfoParse(conninfo, NULL);
	for (const PQconninfoOption *option = options; option != NULL && option->keyword != NULL;
	     option++)
		secret |= option->val != NULL && strstr(option->keyword, "password") != NULL;
	if (options == NULL)
		snprintf(error, CONNINFO_ERROR_SIZE,
		         "no connection string: it must be KEYWORD=VALUE ... or postgresql://...");
	else if (secret)
		snprintf(error, CONNINFO_ERROR_SIZE,
		         "everybody can see a password in a connection string: put it into the file of %s",
		         "PGPASSFILE (default ~/.pgpass) or PGSERVICEFILE");
	PQconninfoFree(options);
	return options != NULL && !secret;
}
