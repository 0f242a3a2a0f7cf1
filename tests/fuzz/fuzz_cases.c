/* fuzz_cases: reads the bytes as a case file. Every judge plays each case that can be read, by
 * every rule set. */
#include "formats/cases/trial.h"
#include "fuzz.h"

#include <string.h>

static void play(const struct test_case *c)
{
	static struct trial_report report;

	for (const struct judge *const *judge = judges; *judge != NULL; judge++)
		for (const struct rules *rules = rule_sets; rules->name != NULL; rules++) {
			trial_run(c->map, *judge, rules, c, &report);
			MUST(memchr(report.text, '\0', sizeof report.text) != NULL);
			MUST(report.outcome < TRIAL_OUTCOMES);
		}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static struct test_case c;
	struct case_reader reader = {.map = fuzz_map(), .find_map = fuzz_find_map};
	const char *text = (const char *)bytes, *end = text + size;

	while (end > text && end[-1] != '\n')
		end--; /* the reader takes whole lines */
	for (;;) {
		enum case_event event = cases_read(&reader, &text, end, &c);
		if (event == CASE_READ) {
			play(&c);
			continue;
		}
		if (event == CASE_MORE)
			return 0;
		MUST(reader.error[0] != '\0');
		reader.open = false; /* after a bad line it continues as in a new file */
	}
}
