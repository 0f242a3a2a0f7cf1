/* statement: one statement in the making, and the shapes most of them have; for the files
 * statements_*.c alone.
 *
 * Each statement is declared once, beside the code that fills its parameters and decodes its rows;
 * types are those of db.h. Its number is that of its file and its place there. */
#ifndef ARESFARM_STATEMENT_H
#define ARESFARM_STATEMENT_H

#include "statements.h"

enum statement_file {
	STATEMENTS_SCHEMA,
	STATEMENTS_TOURNAMENTS,
	STATEMENTS_GAMES,
	STATEMENTS_WORKERS,
	STATEMENTS_BATCH,
	STATEMENT_FILES
};
enum { STATEMENTS_A_FILE = 32 };
_Static_assert((int)STATEMENT_FILES *STATEMENTS_A_FILE <= (int)DB_STATEMENTS_MAX,
               "db.h: room for every statement");

/* A file says which it is, by STATEMENT_FILE, before it includes this one. Nothing else of it uses
 * the counter. */
#define STATEMENT(name, types, sql)                                                                \
	static const struct db_statement name = {STATEMENT_FILE * STATEMENTS_A_FILE + __COUNTER__,     \
	                                         #name, types, sql}
#define STATEMENT_FILE_END                                                                         \
	_Static_assert(__COUNTER__ <= STATEMENTS_A_FILE, "room for every statement of the file")

bool statement_run(struct db *db, const struct db_statement *statement, struct db_args *args);

/* One row of one int8; of an int4 or a truth that came as one. */
bool statement_int8(struct db *db, const struct db_statement *statement, struct db_args *args,
                    int64_t *value);
bool statement_int4(struct db *db, const struct db_statement *statement, struct db_args *args,
                    int32_t *value);
bool statement_bool(struct db *db, const struct db_statement *statement, struct db_args *args,
                    bool *value);

/* Prints the one column of text that the statement gives. */
bool statement_print(struct db *db, const struct db_statement *statement, struct db_args *args,
                     FILE *out);

/* Reads a text that must fit; the reader is bad where it does not. */
void statement_text(struct db_reader *reader, char *text, size_t size);

/* The columns of a game's terms, of tournament t and game g. */
#define TERMS_COLUMNS                                                                              \
	"t.map_id, g.number, t.round_limit, t.seed, t.rules, t.judge,"                                 \
	" (select string_agg(coalesce(u.player || E'\\t' || u.settings, '@' || u.role, ''), E'\\n' "   \
	"order by s.power)"                                                                            \
	"  from farm.seats s join farm.users u on u.id = s.user_id where s.game_id = g.id)"
void statement_terms(struct db_reader *reader, struct terms *terms);

#endif
