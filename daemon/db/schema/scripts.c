/* scripts: see scripts.h. */
#include "scripts.h"

#include <stdlib.h>

static const struct script changes[] = {
#include "schema.inc"
};

static const struct script tables[] = {
#include "tables.inc"
};

static const struct script anew[] = {
#include "anew.inc"
};

const struct script scripts_drop_views = {
#include "drop_views.inc"
};

const struct script scripts_drop_functions = {
#include "drop_functions.inc"
};

const struct script scripts_rights = {
#include "rights.inc"
};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

const struct scripts scripts_changes = {changes, LENGTH(changes)};
const struct scripts scripts_tables = {tables, LENGTH(tables)};
const struct scripts scripts_anew = {anew, LENGTH(anew)};

int scripts_version(const struct script *change)
{
	return atoi(change->name);
}

void scripts_digest(const struct script *change, uint8_t sha256[DIGEST_SIZE])
{
	digest_texts(&change->sql, 1, sha256);
}

void scripts_digest_anew(uint8_t sha256[DIGEST_SIZE])
{
	const char *texts[LENGTH(anew) + 1];
	for (size_t i = 0; i < LENGTH(anew); i++)
		texts[i] = anew[i].sql;
	texts[LENGTH(anew)] = scripts_rights.sql;
	digest_texts(texts, LENGTH(texts), sha256);
}
