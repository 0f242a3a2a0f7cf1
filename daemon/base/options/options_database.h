/* options_database: the option -d and the help about the database, for all programs. */
#ifndef ARESFARM_OPTIONS_DATABASE_H
#define ARESFARM_OPTIONS_DATABASE_H

#include "options.h"

#define OPTIONS_DBNAME(variable)                                                                   \
	{                                                                                              \
		.name = "dbname", .letter = 'd', .value = "CONNINFO",                                      \
		.about = "the database, as a connection string of libpq without a password: "              \
				 "\"host=db.example.org dbname=farm\"",                                            \
		.text = &(variable)                                                                        \
	}

#define OPTIONS_DATABASE                                                                           \
	"The database is the one that -d names; without -d the one that PGHOST and libpq's other "     \
	"variables name; without these the private cluster in .farm, which aresctl up starts. "        \
	"Installed programs have no private cluster: they take the database aresfarm of the server "   \
	"on this machine."

#define OPTIONS_DATABASE_ENVIRONMENT                                                               \
	"PGHOST, PGHOSTADDR, PGPORT, PGDATABASE and PGSERVICE name the database where -d does not. "   \
	"PGUSER, PGPASSFILE, PGSERVICEFILE and libpq's other variables count as always.\n\n"           \
	"ARESFARM_HOME is the folder of the private cluster, as an absolute path (default: .farm in "  \
	"the project's folder, of a program that is in its folder build)."

#endif
