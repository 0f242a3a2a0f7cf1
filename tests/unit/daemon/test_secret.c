/* The secret of a link to a seat: its form, and what is derived from it. */
#include "db/record/secret.h"
#include "suite.h"

TEST(test_form, "form")
{
	static const char *const wrong[] = {
		"",
		"AAAAAAAAAAAAAAAAAAAAAAA",
		"AAAAAAAAAAAAAAAAAAAAAAAAA",
		"AAAAAAAAAAAAAAAAAAAAAAA=",
		"AAAAAAAAAAAAAAAAAAAAAAA+",
		"AAAAAAAAAAAAAAAAAAAAAAA/",
		"AAAAAAAAAAA AAAAAAAAAAAA",
	};
	for (int i = 0; i < COUNT(wrong); i++)
		CHECK(!secret_is_formed(wrong[i]), "'%s' is a secret", wrong[i]);
	CU_ASSERT_TRUE(secret_is_formed("AAAAAAAAAAAAAAAAAAAAAA-_"));
}

/* Each has the form, no two are the same, and every letter stands at every place. */
TEST(test_draw, "draw")
{
	enum { DRAWN = 4096, LETTERS = SECRET_SIZE - 1 };
	static char secret[DRAWN][SECRET_SIZE];
	static bool seen[LETTERS][128];
	int same = 0, places = 0;
	for (int i = 0; i < DRAWN; i++) {
		secret_draw(secret[i]);
		CHECK(secret_is_formed(secret[i]), "'%s' is none", secret[i]);
		for (int k = 0; k < LETTERS; k++)
			seen[k][(unsigned char)secret[i][k] & 127] = true;
		for (int j = 0; j < i; j++)
			same += strcmp(secret[i], secret[j]) == 0;
	}
	for (int k = 0; k < LETTERS; k++)
		for (int letter = 0; letter < 128; letter++)
			places += seen[k][letter];
	CU_ASSERT_EQUAL(same, 0);
	CU_ASSERT_EQUAL(places, 64 * LETTERS);
}

/* What sha256sum makes of the same bytes. */
TEST(test_key, "key and digest")
{
	static const char *const right[] = {
		"06faac63e39a28885466824e3779ceaec07b409dc649f4b4cbe9db9de43acf3d",
		"9158426b9242e2af82dd41f0ef5411e1fc3c797f86cde1b889634af62bc51f0e",
	};
	uint8_t made[2][DIGEST_SIZE];
	char hex[2 * DIGEST_SIZE + 1];
	secret_key("vFJMMuqj9Fj0JQsQsLYaKpnb", made[0]);
	secret_digest("vFJMMuqj9Fj0JQsQsLYaKpnb", made[1]);
	for (int which = 0; which < 2; which++) {
		for (size_t i = 0; i < DIGEST_SIZE; i++)
			snprintf(hex + 2 * i, 3, "%02x", made[which][i]);
		CU_ASSERT_STRING_EQUAL(hex, right[which]);
	}
}

SUITE("secret")
