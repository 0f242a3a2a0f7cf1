/* fuzz_judge_mail: reads the bytes as mails of the e-mail Judge. What can be read is a position
 * that its case tells again, and each phase is written as a case and its orders for a mail. */
#include "formats/cases/cases.h"
#include "formats/judge/judge_case.h"
#include "formats/judge/judge_fold.h"
#include "formats/judge/judge_names.h"
#include "formats/judge/judge_orders.h"
#include "../unit/formats/judge_order_reader.h"
#include "fuzz.h"

#include <string.h>

enum { TEXT_SIZE = 1 << 16 };

/* Reads a case again. */
static const struct test_case *read_case(const char *text)
{
	static struct test_case c;
	struct case_reader reader = {.map = fuzz_map()};
	const char *at = text;

	MUST(cases_read(&reader, &at, text + strlen(text), &c) == CASE_READ);
	return &c;
}

static void check_board(const struct board *board)
{
	const struct map *map = fuzz_map();

	for (int u = 0; u < board->unit_count; u++)
		MUST(map_can_stand(map, board->unit[u].type, board->unit[u].loc));
	for (int i = 0; i < board->retreat_count; i++)
		MUST(map_can_stand(map, board->retreat[i].unit.type, board->retreat[i].unit.loc));
}

static void played(void *context, const struct fold_phase *phase)
{
	static char text[TEXT_SIZE];
	struct text out = {text, sizeof text, 0};

	(void)context;
	check_board(&phase->record.board);
	check_board(&phase->next);
	judge_case_write_phase(&out, fuzz_map(), phase);
	MUST(out.used < out.size);
	const struct test_case *c = read_case(text);
	MUST(c->phase_count == 1 && board_equal(&c->phases[0].before, &phase->record.board));
	for (int i = 0; i < phase->record.orders.count; i++) {
		char mail[JUDGE_ORDER_SIZE], error[JUDGE_ORDER_ERROR_SIZE];
		struct order order;
		judge_order_print(fuzz_map(), &phase->record.board, &phase->record.orders, i, mail);
		MUST(strlen(mail) < sizeof mail - 1);
		/* One that helps a unit where none stands cannot be read. */
		if (judge_order_read(fuzz_map(), &phase->record.board, mail, strlen(mail), &order, error))
			MUST(order.kind == phase->record.orders.order[i].kind);
		else
			MUST(error[0]);
	}
}

static void tell(void *context, long line, const char *text)
{
	(void)context;
	MUST(line >= 0 && *text);
}

static void check_position(const struct board *board)
{
	static char text[TEXT_SIZE];
	struct text out = {text, sizeof text, 0};

	judge_case_write_position(&out, fuzz_map(), "next", board);
	MUST(out.used < out.size);
	MUST(board_equal(&read_case(text)->phases[0].before, board));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static struct mail_report report;
	struct mail_reader reader = {.map = fuzz_map()};
	struct judge_fold fold = {.game = {.map = fuzz_map(), .rules = rules_find("standard")},
	                          .judge = judge_find("atlas"),
	                          .tell = tell,
	                          .played = played};
	const char *text = (const char *)bytes, *end = text + size;
	char error[ERROR_SIZE];
	enum mail_event event;
	long line = 0;

	while ((event = judge_mail_read(&reader, &text, end, &report)) != MAIL_END) {
		if (event == MAIL_MALFORMED) {
			MUST(reader.error[0] && reader.line > 0 && text > (const char *)bytes);
			continue; /* it continues as in a new file */
		}
		if (!judge_fold_take(&fold, &report, &line, error))
			MUST(error[0] && line > 0);
		if (fold.open)
			check_position(&fold.board);
	}
	MUST(text == end);
	return 0;
}
