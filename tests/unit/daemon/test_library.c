/* What players share, in the memory of a worker. A value that is found is the value that was kept,
 * whatever else was kept meanwhile and by however many threads. If memory is short, values are
 * evicted, the unused ones first. The database gets each value once, and its uses. */
#include <pthread.h>

#include "farm/worker/library.h"
#include "db/statements/play/stmt_knowledge.h"
#include "suite.h"

static struct library library;
static struct claim claim;

enum { VALUE_SIZE = 300 };

static struct knowledge_key make_key(const char *kind, const uint32_t *number)
{
	return (struct knowledge_key){kind, number, sizeof *number};
}

static void make_value(uint32_t number, uint8_t value[VALUE_SIZE])
{
	for (int i = 0; i < VALUE_SIZE; i++)
		value[i] = (uint8_t)(number * 31 + (uint32_t)i * (number | 1));
}

static void keep_of(uint32_t number, uint64_t cost)
{
	uint8_t value[VALUE_SIZE];
	const struct knowledge_key key = make_key("squares/1", &number);
	make_value(number, value);
	knowledge_keep(library_knowledge(&library), &key, value, sizeof value, cost);
}

static void keep(uint32_t number)
{
	keep_of(number, LIBRARY_EXPENSIVE);
}

/* Whether it is known; a wrong value is a failure. */
static bool find(uint32_t number)
{
	uint8_t value[VALUE_SIZE], right[VALUE_SIZE];
	const struct knowledge_key key = make_key("squares/1", &number);
	if (!knowledge_find(library_knowledge(&library), &key, value, sizeof value))
		return false;
	make_value(number, right);
	CHECK(memcmp(value, right, sizeof value) == 0, "the value of %u is another one", number);
	return true;
}

static void open_library(int mib)
{
	library_open(&library, mib);
	claim.terms.map = 1;
	claim.tournament = 5;
	library_enter(&library, &claim, 0);
}

TEST(test_find, "a kept value is found, by its map, kind, key and size")
{
	const uint32_t number = 7;
	uint8_t value[VALUE_SIZE];
	const struct knowledge_key other = make_key("squares/2", &number);
	open_library(1);
	CU_ASSERT(!find(7));
	keep(7);
	keep(8);
	CU_ASSERT(find(7) && find(8) && !find(9));
	CU_ASSERT(!knowledge_find(library_knowledge(&library), &other, value, sizeof value));
	const struct knowledge_key same = make_key("squares/1", &number);
	CU_ASSERT(!knowledge_find(library_knowledge(&library), &same, value, sizeof value - 1));
	claim.terms.map = 2;
	library_enter(&library, &claim, 0);
	CU_ASSERT(!find(7));
	library_close(&library);
}

/* What is not kept: without a key or a value, or longer than the limits of knowledge.h. */
TEST(test_limits, "what is too small or too large")
{
	enum { KEY = KNOWLEDGE_KEY_MOST, VALUE = KNOWLEDGE_VALUE_MOST, KIND = KNOWLEDGE_KIND_SIZE };
	static const struct {
		size_t kind, key, value;
		bool kept;
	} rows[] = {{1, 1, 1, true},          {1, 0, 1, false},       {1, 1, 0, false},
	            {1, KEY, 1, true},        {1, KEY + 1, 1, false}, {1, 1, VALUE, true},
	            {1, 1, VALUE + 1, false}, {KIND - 1, 2, 2, true}, {KIND, 2, 2, false}};
	static uint8_t bytes[VALUE + 1], value[VALUE + 1];
	open_library(1);
	for (int i = 0; i < COUNT(rows); i++) {
		char kind[KIND + 1] = "";
		memset(kind, 'k', rows[i].kind);
		bytes[0] = (uint8_t)i;
		const struct knowledge_key key = {kind, bytes, rows[i].key};
		knowledge_keep(library_knowledge(&library), &key, bytes, rows[i].value, LIBRARY_EXPENSIVE);
		const bool kept = rows[i].kind < KIND && rows[i].key <= KEY &&
		                  knowledge_find(library_knowledge(&library), &key, value, rows[i].value);
		CHECK(kept == rows[i].kept, "row %d: kept %d", i, kept);
		CHECK(library.outgoing_count == (int)(rows[i].kept), "row %d: given %d", i,
		      library.outgoing_count);
		library.outgoing_count = 0;
	}
	library_close(&library);
}

/* No memory is no knowledge. */
TEST(test_none, "without memory nothing is known")
{
	library_open(&library, 0);
	CU_ASSERT_PTR_NULL(library_knowledge(&library));
	CU_ASSERT(!find(1));
	library_close(&library);
}

/* 1 MiB holds fewer than 3,400 of these values. Value 0, which is looked for again and again,
 * stays; of the others the last ones are there. */
TEST(test_little_memory, "little memory keeps what is looked for")
{
	enum { VALUES = 50000, RECENT = 700 };
	int known = 0;
	open_library(1);
	keep(0);
	for (uint32_t i = 1; i < VALUES; i++) {
		keep(i);
		CHECK(i % 500 != 0 || find(0), "after %u values the first one is gone", i);
	}
	for (uint32_t i = VALUES - RECENT; i < VALUES; i++)
		CHECK(find(i), "value %u is gone", i);
	for (uint32_t i = 1; i < VALUES - RECENT; i++)
		known += find(i);
	CHECK(known < (1 << 20) / VALUE_SIZE, "%d old values are known", known);
	CU_ASSERT(library.caches[0].used + library.caches[1].used <= 1 << 20);
	library_close(&library);
}

/* Each value is given once, and again with its uses after the 4th and the 16th. */
TEST(test_outgoing, "each value is given once, and its uses")
{
	open_library(1);
	CU_ASSERT(!library_must_give(&library, true));
	keep(3);
	keep(3);
	for (int i = 0; i < 17; i++)
		CU_ASSERT(find(3));
	CU_ASSERT_EQUAL_FATAL(library.outgoing_count, 3);
	static const int uses[] = {0, 4, 12};
	for (int i = 0; i < COUNT(uses); i++) {
		const struct known_value *value = &library.outgoing[i];
		CHECK(value->uses == uses[i], "value %d tells of %d uses", i, value->uses);
		CU_ASSERT(value->map == 1 && strcmp(value->kind, "squares/1") == 0);
		CU_ASSERT(value->key_size == 4 && value->value_size == VALUE_SIZE);
		CU_ASSERT_EQUAL(value->key[0], 3);
	}
	library_enter(&library, &claim, 2);
	CU_ASSERT(!find(4));
	CU_ASSERT_EQUAL_FATAL(library.tally_count, 2);
	CU_ASSERT(library.tallies[0].asked == 17 && library.tallies[0].known == 17);
	CU_ASSERT(library.tallies[1].asked == 1 && library.tallies[1].known == 0);
	CU_ASSERT(library.tallies[1].phase == 2 && library.tallies[1].tournament == 5);
	CU_ASSERT(library_must_give(&library, true));
	library_close(&library);
}

/* What is cheap stays here, however often it is used. */
TEST(test_cheap, "what is cheap is not given")
{
	open_library(1);
	keep_of(3, LIBRARY_EXPENSIVE - 1);
	for (int i = 0; i < 20; i++)
		CU_ASSERT(find(3));
	CU_ASSERT_EQUAL(library.outgoing_count, 0);
	library_close(&library);
}

/* More maps and kinds than there are sections: it begins anew, and stays right. */
TEST(test_many_sections, "many maps and kinds")
{
	open_library(1);
	for (int32_t map = 1; map < 3 * LIBRARY_SECTIONS; map++) {
		claim.terms.map = map;
		library_enter(&library, &claim, 0);
		CHECK(!find((uint32_t)map % 5), "map %d knows what it never saw", map);
		keep((uint32_t)map % 5);
		CU_ASSERT(find((uint32_t)map % 5));
	}
	library_close(&library);
}

enum { THREADS = 4, SHARED = 20000 };

/* Looks for all values, and keeps those that are not known. Counts the others in *known. */
static void *look_for_all(void *known)
{
	for (uint32_t i = 0; i < SHARED; i++) {
		if (find(i))
			++*(int *)known;
		else
			keep(i);
	}
	return NULL;
}

TEST(test_threads, "several threads")
{
	pthread_t threads[THREADS];
	int known[THREADS] = {0}, all = 0;
	open_library(64);
	for (int i = 0; i < THREADS; i++)
		CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, look_for_all, &known[i]), 0);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		all += known[i];
	}
	CU_ASSERT_EQUAL(library.tallies[0].asked, THREADS * SHARED);
	CU_ASSERT_EQUAL(library.tallies[0].known, all);
	for (uint32_t i = 0; i < SHARED; i++)
		CHECK(find(i), "value %u is not known", i);
	library_close(&library);
}

SUITE("library")
