/* The terms of a game, as the database has them. */
#include "db/record/terms.h"
#include "db/record/digest.h"
#include "suite.h"

static struct terms terms_of(const char *seats, int32_t number, int32_t block)
{
	struct terms terms = {.map = 1, .number = number, .block = block, .round_limit = 8};
	strcpy(terms.rules, "standard");
	strcpy(terms.judge, "guess");
	strcpy(terms.seats, seats);
	return terms;
}

/* Games of a block draw the same chance, unless somebody plays from outside: he has seen what was
 * drawn in the others. */
TEST(test_chance_of_a_block, "chance of a block")
{
	static const char inside[] = "random\t{}\nrandbot\t{}\nrandom\t{}\n@";
	static const struct {
		const char *seats;
		int32_t number, block;
		uint32_t drawn; /* 0: refused */
	} rows[] = {
		{"random\t{}", 1, 1, 1},         {"random\t{}", 9, 1, 9}, {"random\t{}", 1, 2, 1},
		{"random\t{}", 2, 2, 1},         {"random\t{}", 3, 2, 2}, {"random\t{}", 7, 7, 1},
		{"random\t{}", 8, 7, 2},         {"random\t{}", 1, 0, 0}, {"@alice\nrandom\t{}", 2, 2, 2},
		{"random\t{}\n@alice", 2, 2, 2}, {inside, 7, 7, 7},       {"random\t{\"a@b\": 1}", 2, 2, 1},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		const struct terms terms = terms_of(rows[i].seats, rows[i].number, rows[i].block);
		struct match match = {.block = 0};
		char error[TERMS_ERROR_SIZE];
		const bool opened = terms_open_match(&terms, suite_map(), &match, error);
		CHECK(opened == (rows[i].drawn > 0), "row %d: opened %d", i, opened);
		CHECK(!opened || match.block == rows[i].drawn, "row %d: block %u", i, match.block);
	}
}

/* This program lacks the rules, or the judge. */
TEST(test_unknown, "unknown rules and judge")
{
	struct match match;
	char error[TERMS_ERROR_SIZE];
	struct terms terms = terms_of("random\t{}", 1, 1);
	strcpy(terms.rules, "future");
	CHECK(!terms_open_match(&terms, suite_map(), &match, error), "opened");
	CHECK(strcmp(error, "no future in this program") == 0, "%s", error);
	terms = terms_of("random\t{}", 1, 1);
	strcpy(terms.judge, "solomon");
	CHECK(!terms_open_match(&terms, suite_map(), &match, error), "opened");
	CHECK(strcmp(error, "no solomon in this program") == 0, "%s", error);
}

static void digest_of(const struct terms *terms, uint8_t sha256[DIGEST_SIZE])
{
	struct digest digest;
	digest_open(&digest, terms);
	digest_finish(&digest, sha256);
}

/* Each term has its own digest. That of all of them together never changes. */
TEST(test_digests, "digests")
{
	enum {
		PLAIN,
		SEED,
		LARGE,
		NUMBER,
		ROUNDS,
		BLOCK,
		RULES,
		JUDGE,
		SEATS,
		DRAW,
		PRESS,
		TURNS,
		WORDS,
		TERMS
	};
	struct terms terms[TERMS];
	uint8_t digests[TERMS][DIGEST_SIZE];
	for (int i = 0; i < TERMS; i++)
		terms[i] = terms_of("random\t{}", 1, 1);
	terms[SEED].seed = 1;
	terms[LARGE].seed = INT64_C(1) << 32;
	terms[NUMBER].number = 2;
	terms[ROUNDS].round_limit = 9;
	terms[BLOCK].block = 2;
	strcpy(terms[RULES].rules, "classic");
	strcpy(terms[JUDGE].judge, "atlas");
	strcpy(terms[SEATS].seats, "holdbot\t{}");
	terms[DRAW].draw_after = 1;
	strcpy(terms[PRESS].press, "public");
	strcpy(terms[TURNS].press, "public");
	terms[TURNS].press_rounds = 1;
	strcpy(terms[WORDS].press, "private");
	for (int i = 0; i < TERMS; i++) {
		digest_of(&terms[i], digests[i]);
		for (int j = 0; j < i; j++)
			CHECK(memcmp(digests[i], digests[j], DIGEST_SIZE) != 0, "terms %d and %d", i, j);
	}
	terms[TURNS].block = 7;
	terms[TURNS].draw_after = 3;
	digest_of(&terms[TURNS], digests[TURNS]);
	CHECK(memcmp(digests[TURNS], "\xaa\x60\x2f\x58\x7f\x8c\x8b\x3c", 8) == 0, "another digest");
}

SUITE("terms")
