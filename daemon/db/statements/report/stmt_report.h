/* stmt_report: what a report of a tournament is made of: questions, and the rows of their answers.
 * A call returns false when it failed; then db_fault says why. */
#ifndef ARESFARM_STATEMENTS_REPORT_H
#define ARESFARM_STATEMENTS_REPORT_H

#include "db/pg/db.h"

/* struct report_standings and so on: a row of each answer. */
#define TEXT(name)   const char *name;
#define NUMBER(name) double name;
#define WHOLE(name)  int32_t name;
#define ID(name)     int64_t name;
#define TRUTH(name)  bool name;
#define ANSWER(name, kind, columns)                                                                \
	struct report_##name {                                                                         \
		columns                                                                                    \
	};
#include "stmt_report.def"
#undef TEXT
#undef NUMBER
#undef WHOLE
#undef ID
#undef TRUTH
#undef ANSWER

/* The rows of an answer, whatever their type. */
struct report_answer {
	void *row; /* there is room for one more */
	int count;
	size_t size;         /* of a row */
	struct db_rows kept; /* has the texts */
};

/* answers.standings.row[i].share, with i below answers.standings.count; all: for what takes rows of
 * any type. An answer that was not asked for has no rows. */
struct report_answers {
#define ANSWER(name, kind, columns)                                                                \
	union {                                                                                        \
		struct {                                                                                   \
			const struct report_##name *row;                                                       \
			int count;                                                                             \
		};                                                                                         \
		struct report_answer all;                                                                  \
	} name;
#include "stmt_report.def"
#undef ANSWER
};

enum report_kind { REPORT_OPEN, REPORT_SECRET, REPORT_RATED, REPORT_PAIRED };

/* The tournament's id; *found: there is one of that name. */
__attribute__((warn_unused_result)) bool stmt_find_report(struct db *db, const char *tournament,
                                                          bool *found, int32_t *id);

/* Begins a transaction that sees the farm as it is now, until it is closed or the connection is. */
__attribute__((warn_unused_result)) bool stmt_open_report(struct db *db);

/* Ends it, also after a fault. */
__attribute__((warn_unused_result)) bool stmt_close_report(struct db *db);

/* Reads all answers of a kind, REPORT_OPEN or REPORT_SECRET. The texts are valid until
 * stmt_clear_report, which is to be called also after a fault. */
__attribute__((warn_unused_result)) bool stmt_read_report(struct db *db, enum report_kind kind,
                                                          int32_t id, const char *tournament,
                                                          struct report_answers *answers);

/* The same for REPORT_RATED. When the server refuses it the transaction goes on. *refusal is the
 * server's reason then, else "". */
__attribute__((warn_unused_result)) bool stmt_rate_report(struct db *db, int32_t id,
                                                          const char *tournament,
                                                          struct report_answers *answers,
                                                          char refusal[DB_MESSAGE_SIZE]);

/* The same for REPORT_PAIRED. */
__attribute__((warn_unused_result)) bool
stmt_pair_reports(struct db *db, int32_t one, int32_t other, struct report_answers *answers);

void stmt_clear_report(struct report_answers *answers);

#endif
