/* The hash of FIPS 180-4's examples and of NIST's, however the bytes are cut. */
#include "sha256.h"
#include "suite.h"

static void check_hash(const void *bytes, size_t size, size_t step, const char *expected)
{
	struct sha256 sha;
	uint8_t digest[SHA256_SIZE];
	char hex[2 * SHA256_SIZE + 1];
	sha256_open(&sha);
	for (size_t at = 0; at < size; at += step)
		sha256_add(&sha, (const char *)bytes + at, step < size - at ? step : size - at);
	sha256_close(&sha, digest);
	for (int i = 0; i < SHA256_SIZE; i++)
		sprintf(hex + 2 * i, "%02x", digest[i]);
	CHECK(strcmp(hex, expected) == 0, "%zu bytes by %zu: %s, not %s", size, step, hex, expected);
}

static void test_examples(void)
{
	static const struct {
		const char *text, *digest;
	} rows[] = {
		{"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
		{"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
		{"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
	     "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
		{"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqr"
	     "stu",
	     "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
	};
	for (int i = 0; i < COUNT(rows); i++)
		for (size_t step = 1; step <= 70; step++)
			check_hash(rows[i].text, strlen(rows[i].text), step, rows[i].digest);
}

/* Lengths about a block's: the padding may or may not take another. Digests by sha256sum. */
static void test_padding(void)
{
	static const struct {
		size_t length;
		const char *digest;
	} rows[] = {
		{55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"},
		{56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"},
		{63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"},
		{64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"},
		{65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"},
		{119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"},
		{120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"},
		{127, "c57e9278af78fa3cab38667bef4ce29d783787a2f731d4e12200270f0c32320a"},
		{128, "6836cf13bac400e9105071cd6af47084dfacad4e5e302c94bfed24e013afb73e"},
		{1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
	};
	static char text[1000000];
	memset(text, 'a', sizeof text);
	for (int i = 0; i < COUNT(rows); i++) {
		check_hash(text, rows[i].length, rows[i].length, rows[i].digest);
		check_hash(text, rows[i].length, 63, rows[i].digest);
	}
}

int main(void)
{
	CU_TestInfo tests[] = {
		{"examples", test_examples},
		{"padding", test_padding},
		CU_TEST_INFO_NULL,
	};
	return suite_run("sha256", tests);
}
