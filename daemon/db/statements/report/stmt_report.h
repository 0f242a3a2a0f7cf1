/* stmt_report: the contents of a tournament's report: questions, and the rows of their answers. A
 * call returns false on failure; db_fault has the reason. */
#ifndef ARESFARM_STATEMENTS_REPORT_H
#define ARESFARM_STATEMENTS_REPORT_H

#include "stmt_rate.h"
#include "stmt_rows.h"

/* struct report_standings and so on: the row type of each answer. */
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

/* answers.standings.row[i].share, with i below answers.standings.count. An answer that was not
 * requested has no rows. */
struct report_answers {
#define ANSWER(name, kind, columns)                                                                \
	struct {                                                                                       \
		STMT_ROWS(struct report_##name);                                                           \
	} name;
#include "stmt_report.def"
#undef ANSWER
	struct rated_players ratings;
	struct rated_heads heads;
};

enum report_kind { REPORT_OPEN, REPORT_SCORED, REPORT_SECRET, REPORT_PAIRED };

/* The tournament's id; *found: there is one of that name. */
MUST_CHECK bool stmt_find_report(struct db *db, const char *tournament, bool *found, int32_t *id);

/* Begins a transaction with a snapshot of the farm, until it or the connection is closed. */
MUST_CHECK bool stmt_open_report(struct db *db);

/* Ends it, also after a fault. */
MUST_CHECK bool stmt_close_report(struct db *db);

/* Reads all answers of a kind, REPORT_OPEN or REPORT_SECRET. The texts are valid until
 * stmt_clear_report. Call it after a fault, too. */
MUST_CHECK bool stmt_read_report(struct db *db, enum report_kind kind, int32_t id,
                                 const char *tournament, struct report_answers *answers);

/* Reads the answers of REPORT_SCORED. */
MUST_CHECK bool stmt_score_report(struct db *db, int32_t id, const char *tournament,
                                  const char *score, struct report_answers *answers);

/* The ratings and heads. If the players cannot be rated, there are no rows, the transaction
 * continues, and *refusal is the reason, else "". */
MUST_CHECK bool stmt_try_ratings(struct db *db, const char *tournament, const char *score,
                                 struct report_answers *answers, char refusal[DB_MESSAGE_SIZE]);

/* Reads the answers of REPORT_PAIRED. */
MUST_CHECK bool stmt_pair_reports(struct db *db, int32_t one, int32_t other, const char *score,
                                  struct report_answers *answers);

void stmt_clear_report(struct report_answers *answers);

#endif
