/* driver: runs a fuzz target without libFuzzer, on each file named and on mangled copies of them.
 * RUNS=20000 is the number of copies; SEED=1 draws them. */
#include "fuzz.h"
#include "board/rng.h"

#include <string.h>

enum { INPUT_MAX = 1 << 13 };

static const char alphabet[] = "AF HSCRD-/\n#abcdefghijklmnopqrstuvwxyz0123456789";

static uint64_t number_from(const char *name, uint64_t normal)
{
	const char *text = getenv(name);
	return text == NULL ? normal : strtoull(text, NULL, 0);
}

static size_t read_file(const char *name, uint8_t **bytes)
{
	FILE *file = fopen(name, "rb");
	size_t size = 0, room = 1 << 20;
	*bytes = malloc(room);
	MUST(file != NULL && *bytes != NULL);
	size = fread(*bytes, 1, room, file);
	fclose(file);
	return size;
}

/* Copies a piece of the file; overwrites, doubles or removes some of it. */
static size_t mangle(struct rng *rng, const uint8_t *bytes, size_t size, uint8_t out[INPUT_MAX])
{
	size_t length = 1 + rng_below(rng, size < INPUT_MAX / 2 ? (uint32_t)size : INPUT_MAX / 2);
	memcpy(out, bytes + rng_below(rng, (uint32_t)(size - length + 1)), length);
	for (uint32_t cuts = 1 + rng_below(rng, 6); cuts > 0 && length > 1; cuts--) {
		size_t at = rng_below(rng, (uint32_t)length),
			   some = 1 + rng_below(rng, (uint32_t)(length - at));
		some = some < 32 ? some : 32;
		switch (rng_below(rng, 4)) {
		case 0:
			out[at] = (uint8_t)alphabet[rng_below(rng, sizeof alphabet - 1)];
			break;
		case 1:
			out[at] = (uint8_t)rng_next(rng);
			break;
		case 2:
			memmove(out + at, out + at + some, length - at - some);
			length -= some;
			break;
		case 3:
			if (length + some > INPUT_MAX)
				break;
			memmove(out + at + some, out + at, length - at);
			length += some;
			break;
		}
	}
	return length;
}

int main(int argc, char **argv)
{
	const uint64_t seed = number_from("SEED", 1), runs = number_from("RUNS", 20000);
	struct rng rng = rng_open(seed, 0, 0, 0, RNG_TEST);

	printf("SEED=%llu\n", (unsigned long long)seed);
	for (int f = 1; f < argc; f++) {
		uint8_t *bytes, mangled[INPUT_MAX];
		size_t size = read_file(argv[f], &bytes);
		LLVMFuzzerTestOneInput(bytes, size);
		for (uint64_t run = 0; size > 0 && run < runs / (uint64_t)(argc - 1); run++) {
			size_t length = mangle(&rng, bytes, size, mangled);
			uint8_t *exact = malloc(length); /* a sanitizer sees reads beyond it */
			MUST(exact != NULL);
			memcpy(exact, mangled, length);
			LLVMFuzzerTestOneInput(exact, length);
			free(exact);
		}
		free(bytes);
	}
	return 0;
}
