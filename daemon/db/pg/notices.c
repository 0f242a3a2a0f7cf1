/* notices: the notices of the server. See db.h. */
#include "db.h"

#include <stdio.h>

#include "db_inside.h"

static void (*tell_notice)(const char *sqlstate, const char *message);

void db_notices(void (*tell)(const char *sqlstate, const char *message))
{
	tell_notice = tell;
}

void db_warn(const char *line)
{
	if (tell_notice != NULL)
		tell_notice("01000", line);
	else
		fprintf(stderr, "WARNING:  %s\n", line);
}

static void take(void *unused, const PGresult *notice)
{
	(void)unused;
	const char *sqlstate = PQresultErrorField(notice, PG_DIAG_SQLSTATE);
	const char *message = PQresultErrorField(notice, PG_DIAG_MESSAGE_PRIMARY);
	char line[DB_MESSAGE_SIZE];
	db_line(line, message != NULL ? message : PQresultErrorMessage(notice));
	tell_notice(sqlstate != NULL ? sqlstate : "", line);
}

PQnoticeReceiver db_notice_receiver(void)
{
	return tell_notice != NULL ? take : NULL;
}
