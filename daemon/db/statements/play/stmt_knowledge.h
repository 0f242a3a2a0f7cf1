/* stmt_knowledge: what players share (lib/players/knowledge.h), in the table knowledge. A call
 * returns false when it failed; then db_fault says why. */
#ifndef ARESFARM_STATEMENTS_KNOWLEDGE_H
#define ARESFARM_STATEMENTS_KNOWLEDGE_H

#include "players/knowledge.h"
#include "db/statements/statements.h"

/* A value, and the number of its uses to report. */
struct known_value {
	int32_t map, uses;
	int key_size, value_size;
	const char *kind;
	const uint8_t *key, *value;
};

/* The numbers of lookups and hits for values of a kind in a phase of a tournament. */
struct known_lookup {
	int32_t tournament, asked, known;
	int16_t phase;
	const char *kind;
};

MUST_CHECK bool stmt_give_knowledge(struct db *db, const struct batch_types *types,
                                    const struct known_value values[], int value_count,
                                    const struct known_lookup lookups[], int lookup_count);

/* The values of a map and kind that are newer than the id `newest`, one for each 512 bytes of room.
 * For newest = 0 the most used come first. The caller closes the rows. */
struct taken_value {
	int64_t id;
	int key_size, value_size;
	uint8_t key[KNOWLEDGE_KEY_MOST], value[KNOWLEDGE_VALUE_MOST];
};
MUST_CHECK bool stmt_take_knowledge(struct db *db, int32_t map, const char *kind, int64_t newest,
                                    int64_t bytes, struct db_rows *rows);
MUST_CHECK bool stmt_next_taken(struct db_rows *rows, struct taken_value *value);

/* ── for people ── */

/* The amount of knowledge of a kind on a map. */
struct listed_knowledge {
	char map[STMT_NAME_SIZE], kind[KNOWLEDGE_KIND_SIZE];
	int64_t values, bytes, uses, unused; /* unused: values without a reported use */
};
MUST_CHECK bool stmt_list_knowledge(struct db *db, struct db_rows *rows);
MUST_CHECK bool stmt_next_knowledge(struct db_rows *rows, struct listed_knowledge *listed);
MUST_CHECK bool stmt_print_knowledge(struct db *db, FILE *out);

/* Deletes the values of a kind; NULL: all. */
MUST_CHECK bool stmt_drop_knowledge(struct db *db, const char *kind, int64_t *values);

/* Deletes the least used values if there are more than STMT_KNOWLEDGE_MOST. */
enum { STMT_KNOWLEDGE_MOST = 500000 };
MUST_CHECK bool stmt_bound_knowledge(struct db *db, int64_t *values);

#endif
