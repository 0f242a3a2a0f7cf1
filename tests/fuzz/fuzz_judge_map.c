/* fuzz_judge_map: reads the bytes as a map file of the e-mail Judge, and as a starting position on
 * an example map. A map that can be read is written as a file of ours, which makes the same map. */
#include "formats/judge/judge_seed.h"
#include "formats/map/map_file.h"
#include "fuzz.h"

#include <string.h>

static const char example[] = "Harbour, F har hbr\nIves, E ive\nOuter Sea,w out\nRidge, l rid\n"
							  "Gap, x gap\n-1\nhar-mv: ive gap\nhar-xc: ive out\nive-mv: har\n"
							  "ive-xc: har out\nout-xc: har ive gap/nc\nrid-mv: rid\ngap-mv: har\n"
							  "gap-nc: out\ngap-sc:\n-1\n-1\n";

static void check_map(const struct judge_map *judge, const struct map *built)
{
	static char text[MAP_FILE_SIZE];
	static struct map_row rows[LOCS_MAX];
	static struct map again;
	char error[ERROR_SIZE];
	size_t count;

	MUST(map_file_print(judge->rows, (size_t)judge->row_count, text, sizeof text) < sizeof text);
	MUST(map_file_read(text, rows, &count, error));
	MUST(count == (size_t)judge->row_count);
	MUST(map_build(&again, rows, count, error));
	MUST(memcmp(&again, built, sizeof again) == 0);
}

static void try_seed(const char *text, size_t size)
{
	static struct judge_map judge, fresh;
	static struct map map;
	struct board board;

	if (fresh.row_count == 0) {
		MUST(judge_map_set_powers(&fresh, NULL));
		MUST(judge_map_read(&fresh, example, strlen(example), &map));
	}
	judge.line = 0;
	judge = fresh;
	if (!judge_seed_read(&judge, &map, text, size, &board)) {
		MUST(judge.line > 0 && judge.error[0]);
		return;
	}
	MUST(board.unit_count + board.retreat_count <= UNITS_MAX);
	MUST(judge_seed_start(&judge, &map, &board) || judge.error[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static struct judge_map judge;
	static struct map built;

	memset(&judge, 0, sizeof judge);
	MUST(judge_map_set_powers(&judge, NULL));
	if (judge_map_read(&judge, (const char *)bytes, size, &built))
		check_map(&judge, &built);
	else
		MUST(judge.line > 0 && judge.error[0]);
	try_seed((const char *)bytes, size);
	return 0;
}
