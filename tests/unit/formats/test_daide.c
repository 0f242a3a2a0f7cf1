/* DAIDE messages: bytes, tokens and text say the same; what clients may say is told from what they
 * may not; orders come back as they went, and each refusal has its note. */
#include "formats/daide/daide_press.h"
#include "formats/daide/daide_syntax.h"
#include "formats/daide/daide_tell.h"
#include "formats/daide/daide_text.h"
#include "rules/legal.h"
#include "hex.h"
#include "vary.h"

static struct daide_map tokens;

static struct daide_message *message_of(const char *text)
{
	static struct daide_message messages[4];
	static int next;
	struct daide_message *message = &messages[next++ & 3];
	SUITE_MUST(daide_parse(text, message), text);
	return message;
}

static bool is_text(const struct daide_message *message, const char *text)
{
	const struct daide_message *other = message_of(text);
	return message->count == other->count &&
	       memcmp(message->token, other->token, (size_t)other->count * sizeof *other->token) == 0;
}

/* ── messages ── */

static const struct {
	const char *text, *hex; /* without the header of the connection */
} samples[] = {
	{"NME ( 'DumbBot' ) ( '8' )",
     "480C 4000 4B44 4B75 4B6D 4B62 4B42 4B6F 4B74 4001 4000 4B38 4001"},
	{"HLO ( ENG ) ( 4711 ) ( ( LVL 0 ) ( MTL 60 ) )",
     "4804 4000 4101 4001 4000 1267 4001 4000 4000 4903 0000 4001 4000 4905 003C 4001 4001"},
	{"NOW ( SPR 1901 ) ( RUS FLT ( STP SCS ) )",
     "480E 4000 4700 076D 4001 4000 4105 4201 4000 574A 4608 4001 4001"},
	{"SUB ( SPR 1901 ) ( ( ENG FLT LON ) MTO NTH )",
     "4818 4000 4700 076D 4001 4000 4000 4101 4201 553A 4001 4323 521C 4001"},
	{"THX ( ( ENG FLT LON ) MTO NTH ) ( MBV )",
     "481A 4000 4000 4101 4201 553A 4001 4323 521C 4001 4000 4400 4001"},
	{"MIS ( -1 )", "480B 4000 3FFF 4001"},
};

/* The first test: the others use these tokens. */
TEST(test_maps, "the maps that have tokens")
{
	struct daide_map other;
	CHECK(daide_map_open(suite_map(), &tokens), "%s", "the standard map has no tokens");
	CHECK(!daide_map_open(suite_find_map("balkans2"), &other), "%s", "balkans2 has tokens");
}

TEST(test_samples, "bytes, tokens and text are the same")
{
	for (int i = 0; i < COUNT(samples); i++) {
		char bytes[BYTES_MAX], text[200];
		uint8_t written[BYTES_MAX];
		struct daide_message read;
		const int size = from_hex(samples[i].hex, bytes);
		CHECK(daide_decode((uint8_t *)bytes, (size_t)size, &read) &&
		          is_text(&read, samples[i].text),
		      "%s is read as something else", samples[i].text);
		CHECK((int)daide_encode(&read, written) == size &&
		          memcmp(written, bytes, (size_t)size) == 0,
		      "%s is written as other bytes", samples[i].text);
		CHECK(daide_print(&read, text, sizeof text) == strlen(text) + 1 &&
		          strcmp(text, samples[i].text) == 0,
		      "%s is printed as %s", samples[i].text, text);
	}
}

TEST(test_tokens, "names and numbers")
{
	static const struct {
		const char *name;
		uint16_t token;
	} some[] = {{"ECH", 0x5214}, {"GOB", 0x5215}, {"GOL", 0x5216}, {"TUN", 0x5546},
	            {"STP", 0x574A}, {"YSC", 0x4413}, {"NSU", 0x4410}, {"RET", 0x4506},
	            {"WIN", 0x4704}, {"SMR", 0x481E}, {"DSD", 0x490D}, {"UNT", 0x4A24}};
	for (int i = 0; i < COUNT(some); i++) {
		const uint16_t token = message_of(some[i].name)->token[0];
		CHECK(token == some[i].token, "%s is %04X", some[i].name, token);
	}
	for (int n = DAIDE_INTEGER_LEAST; n <= DAIDE_INTEGER_MOST; n++)
		CHECK(daide_integer(daide_of_integer(n)) == n && daide_of_integer(n) < DAIDE_INTEGERS, "%d",
		      n);
	CHECK(daide_of_integer(1901) == 0x076D && daide_of_integer(-1) == 0x3FFF, "%s",
	      "1901 and -1 have other tokens");
}

TEST(test_wire, "lengths")
{
	static struct daide_message message;
	static uint8_t bytes[2 * DAIDE_TOKENS_MAX + 2];
	CHECK(!daide_decode(bytes, 0, &message) && !daide_decode(bytes, 3, &message) &&
	          !daide_decode(bytes, sizeof bytes, &message),
	      "%s", "a message of no, half or too many tokens is read");
	CHECK(daide_decode(bytes, sizeof bytes - 2, &message) && message.count == DAIDE_TOKENS_MAX,
	      "%s", "the longest message is not read");
	daide_add(&message, DAIDE_KET);
	CHECK(message.full && message.count == DAIDE_TOKENS_MAX, "%s", "a full message grows");
}

TEST(test_no_text, "texts that are none")
{
	static const char *const texts[] = {"NME ( 'x", "IAM ( XYZ )", "TME ( 8192 )", "iam",
	                                    "ECHO",     "BRA",         "1x",           "-8193"};
	static struct daide_message message;
	for (int i = 0; i < COUNT(texts); i++)
		CHECK(!daide_parse(texts[i], &message), "%s is read", texts[i]);
}

TEST(test_groups, "numbers and texts in brackets")
{
	static struct daide_message message;
	daide_clear(&message);
	daide_add_integer(&message, -15);
	daide_add_text(&message, "O k");
	daide_add_text(&message, "");
	CHECK(is_text(&message, "( -15 ) ( 'O k' ) ( '-' )"), "%d tokens", message.count);
}

/* ── what clients may say ── */

static void check_line(char *line)
{
	char *text = strchr(line, '|');
	text[strcspn(text, "\n")] = '\0';
	*text++ = '\0';
	const struct daide_message *message = message_of(text);
	int expected = DAIDE_RIGHT, level = 0;
	if (sscanf(line, "right %d", &level) != 1)
		sscanf(line, "wrong %d %d", &expected, &level);
	const int wrong = daide_syntax(message, level);
	CHECK(daide_balanced(message), "%s: brackets", text);
	CHECK(wrong == expected, "%s: wrong at %d", text, wrong);
}

TEST(test_syntax, "what clients may say, and where it goes wrong")
{
	FILE *file = fopen("tests/cases/daide.txt", "r");
	char line[400];
	int count = 0;
	SUITE_MUST(file != NULL, "tests/cases/daide.txt");
	while (fgets(line, sizeof line, file) != NULL)
		if (line[0] != '#') {
			check_line(line);
			count++;
		}
	fclose(file);
	CHECK(count > 50, "%d lines", count);
}

/* ── press ── */

/* The least level of press, and what of it a lower one hears. */
static const struct {
	int level; /* 0: it is no press */
	const char *text;
} presses[] = {
	{10, "PRP ( PCE ( ENG FRA ) )"},
	{10, "YES ( PRP ( ALY ( ENG FRA ) VSS ( GER ) ) )"},
	{20, "PRP ( XDO ( ( ENG FLT LON ) MTO NTH ) )"},
	{30, "PRP ( AND ( PCE ( ENG FRA ) ) ( DMZ ( ENG ) ( ECH ) ) )"},
	{50, "PRP ( AND ( ORR ( SLO ( ENG ) ) ( DRW ) ) ( DRW ) )"},
	{60, "FCT ( NOT ( QRY ( PCE ( ENG FRA ) ) ) )"},
	{70, "HOW ( BEL )"},
	{100, "IFF ( DRW ) THN ( PRP ( DRW ) ) ELS ( SUG ( SLO ( ENG ) ) )"},
	{130, "WHY ( PRP ( DRW ) )"},
	/* each word once */
	{10, "CCL ( PRP ( DRW ) )"},
	{10, "FCT ( PCE ( ENG FRA ) )"},
	{10, "TRY ( PRP )"},
	{10, "REJ ( PRP ( DRW ( ENG FRA ) ) )"},
	{10, "BWX ( PRP ( DRW ) )"},
	{10, "HUH ( PRP ( ERR DRW ) )"},
	{10, "PRP ( SLO ( ENG ) )"},
	{10, "PRP ( NOT ( DRW ) )"},
	{10, "PRP ( NAR ( DRW ) )"},
	{20, "PRP ( DMZ ( ENG ) ( ECH NTH ) )"},
	{30, "PRP ( ORR ( DRW ) ( SLO ( ENG ) ) )"},
	{40, "PRP ( SCD ( ENG LON BEL ) ( UNO MUN ) )"},
	{40, "PRP ( OCC ( ENG FLT NTH ) ( FRA AMY BUR ) )"},
	{50, "PRP ( CHO ( 1 2 ) ( DRW ) ( SLO ( ENG ) ) )"},
	{60, "INS ( DRW )"},
	{60, "QRY ( DRW )"},
	{60, "SUG ( DRW )"},
	{60, "THK ( DRW )"},
	{60, "IDK ( PRP ( DRW ) )"},
	{70, "WHT ( ENG FLT LON )"},
	{70, "HOW ( ENG )"},
	{80, "EXP ( FAL 1901 ) ( PRP ( DRW ) )"},
	{80, "SRY ( EXP ( FAL 1901 ) ( PRP ( DRW ) ) )"},
	{90, "PRP ( FOR ( SPR 1901 ) ( DRW ) )"},
	{110, "PRP ( XOY ( ENG ) ( FRA ) )"},
	{110, "PRP ( YDO ( ENG ) ( FRA AMY PIC ) )"},
	{120, "PRP ( SND ( ENG ) ( FRA GER ) ( PRP ( DRW ) ) )"},
	{120, "PRP ( FWD ( FRA GER ) ( ENG ) ( ITA ) )"},
	{120, "PRP ( BCC ( ENG ) ( FRA GER ) ( ITA ) )"},
	{120, "FRM ( ENG ) ( FRA GER ) ( PRP ( DRW ) )"},
	{130, "POB ( WHY ( PRP ( DRW ) ) )"},
	{0, "FWD ( FRA GER ) ( ENG ) ( ITA )"},
	{0, "SND ( ENG ) ( FRA ) ( PRP ( DRW ) )"},
	{0, "BCC ( ENG ) ( FRA ) ( ITA )"},
	{0, "PRP"},
	{0, "PCE ( ENG FRA )"},
	{0, "PRP ( PCE ( ENG FRA ) ) GER"},
	{0, "'Hello'"},
	{0, "SUB"},
};

TEST(test_press, "press")
{
	static struct daide_message heard;
	for (int i = 0; i < COUNT(presses); i++) {
		const int level = daide_press_level(message_of(presses[i].text));
		CHECK(level == presses[i].level, "%s is of level %d", presses[i].text, level);
		if (level == 0)
			continue;
		/* what is proposed is not press, and press is not proposed */
		char other[200];
		if (strncmp(presses[i].text, "PRP ( ", 6) == 0)
			snprintf(other, strlen(presses[i].text) - 7, "%s", presses[i].text + 6);
		else
			snprintf(other, sizeof other, "PRP ( %s )", presses[i].text);
		CHECK(daide_press_level(message_of(other)) == 0, "%s is press", other);
	}

	daide_clear(&heard);
	daide_add_press(&heard, message_of("TRY ( PRP PCE XDO THK )"), 20);
	CHECK(is_text(&heard, "( TRY ( PRP PCE XDO ) )"), "%s", "TRY at level 20");
}

/* Words within words have an end, however deep a message is. */
TEST(test_deep_press, "deep press")
{
	static struct daide_message message;
	daide_begin(&message, DAIDE_PRP);
	for (int i = 0; i < 5000; i++) {
		daide_add(&message, DAIDE_BRA);
		daide_add(&message, DAIDE_NOT);
	}
	for (int i = 0; i < 5000; i++)
		daide_add(&message, DAIDE_KET);
	CHECK(daide_press_level(&message) == 0, "%s", "5,000 words within words are press");
}

static uint64_t digest = SUITE_DIGEST;

static void digest_message(const char *text)
{
	static struct daide_message message;
	int32_t read[5] = {daide_parse(text, &message)};
	if (read[0]) {
		read[1] = daide_balanced(&message) ? daide_syntax(&message, 0) : -2;
		read[2] = daide_balanced(&message) ? daide_syntax(&message, DAIDE_LEVEL_TEXT) : -2;
		read[3] = daide_press_level(&message);
		read[4] = daide_draw_powers(&message);
	}
	digest = suite_digest(digest, read, sizeof read);
}

/* Where messages with a small mistake go wrong, and of which level they are. */
TEST(test_mistakes, "messages with mistakes")
{
	for (int i = 0; i < COUNT(presses); i++)
		vary(presses[i].text, digest_message);
	for (int i = 0; i < COUNT(samples); i++)
		vary(samples[i].text, digest_message);
	suite_same(digest, UINT64_C(0xeaa87a0d58df9056));
}

TEST(test_huh, "HUH and PRN")
{
	static struct daide_message answer;
	const struct daide_message *message = message_of("IAM ( NOT");
	CHECK(!daide_balanced(message), "%s", "IAM ( NOT has matching brackets");
	CHECK(!daide_balanced(message_of("IAM ) (")), "%s", "IAM ) ( has matching brackets");
	daide_clear(&answer);
	daide_add_prn(&answer, message);
	CHECK(is_text(&answer, "PRN ( IAM ( NOT )"), "%s", "PRN");
	message = message_of("NME ( 'x' )");
	daide_clear(&answer);
	daide_add_huh(&answer, message, daide_syntax(message, 0));
	CHECK(is_text(&answer, "HUH ( NME ( 'x' ) ERR )"), "%s", "HUH at the end");
	message = message_of("SND ( FRA ) ( PRP ( PCE ( ENG FRA ) ) )");
	daide_clear(&answer);
	daide_add_huh(&answer, message, daide_syntax(message, 0));
	CHECK(is_text(&answer, "HUH ( ERR SND ( FRA ) ( PRP ( PCE ( ENG FRA ) ) ) )"), "%s",
	      "HUH of SND");
}

/* A list of powers belongs to level 10; at level 0 it is wrong from its bracket on. */
TEST(test_draws, "draws")
{
	static const struct {
		const char *text;
		int at_0, at_10;
		uint8_t powers;
	} draws[] = {
		{"DRW", DAIDE_RIGHT, DAIDE_RIGHT, 0},
		{"DRW ( ENG FRA )", 1, DAIDE_RIGHT, 1 << 1 | 1 << 2},
		{"DRW ( TUR )", 1, DAIDE_RIGHT, 1 << 6},
		{"DRW ( )", 1, 2, 0},
		{"DRW ( ENG LON )", 1, 3, 1 << 1},
		{"NOT ( DRW )", DAIDE_RIGHT, DAIDE_RIGHT, 0},
		{"NOT ( DRW ( ENG FRA ) )", 3, DAIDE_RIGHT, 1 << 1 | 1 << 2},
	};
	for (int i = 0; i < COUNT(draws); i++) {
		const struct daide_message *message = message_of(draws[i].text);
		CHECK(daide_syntax(message, 0) == draws[i].at_0, "%s at level 0", draws[i].text);
		CHECK(daide_syntax(message, 10) == draws[i].at_10, "%s at level 10", draws[i].text);
		CHECK(daide_draw_powers(message) == draws[i].powers, "%s: its powers", draws[i].text);
	}
}

/* ── orders ── */

static bool read_order(const struct daide_message *message, struct daide_order *order)
{
	struct daide_reader reader = {message, 1, message->count - 1, 0};
	return daide_take_order(&reader, order) && reader.at == reader.end;
}

/* The turn of a unit's power in a movement phase. */
static struct daide_turn turn_of(const struct board *board, uint8_t power, const char *rules)
{
	return (struct daide_turn){.variant = suite_variant(rules_find(rules)),
	                           .tokens = &tokens,
	                           .board = board,
	                           .power = power};
}

/* An order goes out and comes in as the same; only a support leaves out the coast of its target. */
static void check_order(const struct board *board, int u, struct order given)
{
	static struct daide_message message;
	struct phase_orders orders = {.count = board->unit_count};
	struct daide_order written;
	struct order read = {0};
	char text[300], line[ORDER_TEXT_SIZE];
	for (int i = 0; i < board->unit_count; i++) {
		orders.power[i] = board->unit[i].power;
		orders.order[i] = order_hold(board->unit[i].type, board->unit[i].loc);
	}
	orders.order[u] = given;
	daide_clear(&message);
	daide_add_order(&message, &tokens, &orders, board, u);
	daide_print(&message, text, sizeof text);
	const struct daide_turn turn = turn_of(board, board->unit[u].power, "standard");
	const bool taken = read_order(&message, &written);
	const uint16_t note = taken ? daide_order_check(&turn, &written, &read) : 0;
	char name[DAIDE_NAME_SIZE];
	if (given.kind == ORDER_SUPPORT_MOVE)
		read.to = suite_map()->loc[read.to].province,
		given.to = suite_map()->loc[given.to].province;
	if (note == DAIDE_MBV && order_equal(read, given))
		return;
	CHECK(false, "%s: %s, note %s", order_print(suite_map(), given, line), text,
	      daide_name(note, name));
}

/* Whether the farm offers it: it leaves out convoys by fleets that lie on no route. */
static bool is_offered(const struct board *board, int u, struct order order)
{
	const struct submission submission = {board->unit[u].power, order};
	struct order orders[UNITS_MAX];
	enum verdict verdict;
	submission_verify(suite_variant(rules_find("standard")), board, &submission, 1, orders,
	                  &verdict);
	return verdict == VERDICT_LEGAL;
}

TEST(test_orders, "every legal order comes back")
{
	static struct order orders[LEGAL_MAX];
	struct rng rng = suite_rng(1);
	int tried = 0;
	for (int b = 0; b < 400; b++) {
		const struct board board = suite_random_board(&rng, 6 + (int)rng_below(&rng, 28));
		struct legal legal;
		legal_open(suite_map(), &board, &legal);
		const int u = (int)rng_below(&rng, board.unit_count);
		const int count = legal_orders(&legal, u, orders);
		for (int i = 0; i < count; i++)
			if (is_offered(&board, u, orders[i])) {
				check_order(&board, u, orders[i]);
				tried++;
			}
	}
	CHECK(tried > 3000, "%d orders", tried);
}

static const char units[] = "ENG F nth, ENG A lvp, ENG F eng, ENG A wal, ENG F lon, FRA A pic,"
							"FRA F mao, FRA A gas, GER F den, RUS F stp/nc, TUR F con, TUR A smy";

static const struct {
	const char *power, *order, *note;
} refusals[] = {
	{"ENG", "( ( ENG FLT LON ) BLD )", "NRS"},
	{"ENG", "( ENG WVE )", "NRS"},
	{"ENG", "( ( FRA AMY PIC ) HLD )", "NYU"},
	{"ENG", "( ( ENG AMY LON ) HLD )", "NSU"},
	{"ENG", "( ( ENG AMY YOR ) HLD )", "NSU"},
	{"ENG", "( ( ENG AMY LVP ) MTO NWY )", "FAR"},
	{"ENG", "( ( ENG AMY LVP ) MTO LVP )", "FAR"},
	{"ENG", "( ( ENG AMY LVP ) MTO ( WAL NCS ) )", "CST"},
	{"FRA", "( ( FRA FLT MAO ) MTO SPA )", "CST"},
	{"FRA", "( ( FRA FLT MAO ) MTO ( SPA NCS ) )", "MBV"},
	{"FRA", "( ( FRA FLT MAO ) MTO ( SPA ECS ) )", "CST"},
	{"FRA", "( ( FRA AMY GAS ) MTO SPA )", "MBV"},
	{"FRA", "( ( FRA AMY GAS ) SUP ( FRA FLT MAO ) MTO SPA )", "MBV"},
	{"FRA", "( ( FRA AMY GAS ) SUP ( FRA AMY PAR ) )", "NSU"},
	{"FRA", "( ( FRA AMY GAS ) SUP ( GER FLT DEN ) )", "FAR"},
	{"FRA", "( ( FRA AMY PIC ) SUP ( ENG AMY WAL ) MTO BEL )", "MBV"},
	{"FRA", "( ( FRA AMY PIC ) SUP ( ENG AMY LVP ) MTO BEL )", "FAR"},
	{"ENG", "( ( ENG AMY WAL ) CVY ( ENG AMY LVP ) CTO BEL )", "NSF"},
	{"ENG", "( ( ENG FLT LON ) CVY ( ENG AMY WAL ) CTO BEL )", "NAS"},
	{"ENG", "( ( ENG FLT ECH ) CVY ( ENG FLT LON ) CTO BEL )", "NSA"},
	{"ENG", "( ( ENG FLT ECH ) CVY ( ENG AMY WAL ) CTO BEL )", "MBV"},
	{"ENG", "( ( ENG FLT ECH ) CVY ( ENG AMY WAL ) CTO TUN )", "FAR"},
	{"ENG", "( ( ENG FLT LON ) CTO BEL VIA ( NTH ) )", "NSA"},
	{"ENG", "( ( ENG AMY WAL ) CTO BEL VIA ( YOR ) )", "NAS"},
	{"ENG", "( ( ENG AMY WAL ) CTO NWY VIA ( ECH NWG ) )", "NSF"},
	{"ENG", "( ( ENG AMY WAL ) CTO NWY VIA ( NTH ECH ) )", "FAR"},
	{"ENG", "( ( ENG AMY WAL ) CTO NWY VIA ( ECH NTH ) )", "MBV"},
	{"RUS", "( ( RUS FLT STP ) HLD )", "NSU"},
	{"RUS", "( ( RUS FLT ( STP NCS ) ) HLD )", "MBV"},
};

static uint16_t note_of(const struct daide_turn *turn, const char *text, struct order *order)
{
	struct daide_order written;
	const struct daide_message *message = message_of(text);
	SUITE_MUST(read_order(message, &written), text);
	return daide_order_check(turn, &written, order);
}

static void check_note(const struct daide_turn *turn, const char *text, const char *note)
{
	struct order order;
	char name[DAIDE_NAME_SIZE];
	daide_name(note_of(turn, text, &order), name);
	CHECK(strcmp(name, note) == 0, "%s: %s instead of %s", text, name, note);
}

TEST(test_refusals, "notes in movement phases")
{
	const struct board board = suite_board(units);
	for (int i = 0; i < COUNT(refusals); i++) {
		const struct daide_turn turn = turn_of(&board, suite_power(refusals[i].power), "standard");
		check_note(&turn, refusals[i].order, refusals[i].note);
	}
}

static struct daide_turn varied;

static void digest_order(const char *text)
{
	static struct daide_message message;
	struct daide_order written;
	struct order order = {0};
	const bool taken = daide_parse(text, &message) && read_order(&message, &written);
	const uint16_t note = taken ? daide_order_check(&varied, &written, &order) : 0;
	const int32_t read[] = {taken, note, note == DAIDE_MBV ? order_pack(order) : 0};
	digest = suite_digest(digest, read, sizeof read);
}

TEST(test_order_mistakes, "orders with mistakes")
{
	const struct board board = suite_board(units);
	digest = SUITE_DIGEST;
	for (int i = 0; i < COUNT(refusals); i++) {
		varied = turn_of(&board, suite_power(refusals[i].power), "standard");
		vary(refusals[i].order, digest_order);
	}
	suite_same(digest, UINT64_C(0x582409593473ea74));
}

TEST(test_retreats, "retreats")
{
	struct board board = suite_board("GER A mun, FRA F nwy");
	board.phase = SPRING_RETREATS;
	suite_dislodge(&board, "RUS F nwy nth");
	const struct daide_turn turn = turn_of(&board, suite_power("RUS"), "standard");
	static struct daide_message message;
	daide_clear(&message);
	daide_add_dislodged(&message, &tokens, &board, 0);
	CHECK(is_text(&message, "( RUS FLT NWY MRT ( BAR NWG SKA SWE ( STP NCS ) ) )"), "%s",
	      "the places of a retreat");
	check_note(&turn, "( ( RUS FLT NWY ) RTO ( STP NCS ) )", "MBV");
	check_note(&turn, "( ( RUS FLT NWY ) RTO STP )", "NVR");
	check_note(&turn, "( ( RUS FLT NWY ) RTO NTH )", "NVR");
	check_note(&turn, "( ( RUS FLT NWY ) DSB )", "MBV");
	check_note(&turn, "( ( RUS FLT NWY ) HLD )", "NRS");
	check_note(&turn, "( ( RUS AMY NWY ) DSB )", "NSU");
	const struct daide_turn french = turn_of(&board, suite_power("FRA"), "standard");
	check_note(&french, "( ( FRA FLT NWY ) DSB )", "NRN");
	const struct daide_turn german = turn_of(&board, suite_power("GER"), "standard");
	check_note(&german, "( ( GER AMY MUN ) DSB )", "NRN");
	check_note(&german, "( ( GER AMY BER ) DSB )", "NSU");
}

TEST(test_results, "results of orders")
{
	const uint8_t mun = suite_loc("mun"), bur = suite_loc("bur");
	const struct order hold = order_hold(ARMY, mun), move = order_move(ARMY, mun, bur),
					   helped = order_support_hold(ARMY, mun, ARMY, suite_loc("ber"));
	const struct {
		struct order order;
		enum result result;
		const char *text;
	} rows[] = {
		{hold, RESULT_SUCCEEDS, "( ( GER AMY MUN ) HLD ) ( SUC )"},
		{hold, RESULT_DISLODGED, "( ( GER AMY MUN ) HLD ) ( RET )"},
		{move, RESULT_BOUNCED, "( ( GER AMY MUN ) MTO BUR ) ( BNC )"},
		{move, RESULT_SUCCEEDS, "( ( GER AMY MUN ) MTO BUR ) ( SUC )"},
		{move, RESULT_UNATTAINABLE, "( ( GER AMY MUN ) MTO BUR ) ( FAR )"},
		{move, RESULT_ILLEGAL, "( ( GER AMY MUN ) MTO BUR ) ( NSO )"},
		{move, RESULT_DISLODGED, "( ( GER AMY MUN ) MTO BUR ) ( CUT RET )"},
		{helped, RESULT_CUT, "( ( GER AMY MUN ) SUP ( GER AMY BER ) ) ( CUT )"},
		{helped, RESULT_VOID, "( ( GER AMY MUN ) SUP ( GER AMY BER ) ) ( NSO )"},
		{helped, RESULT_SELF, "( ( GER AMY MUN ) SUP ( GER AMY BER ) ) ( NSO )"},
		{helped, RESULT_DISLODGED, "( ( GER AMY MUN ) SUP ( GER AMY BER ) ) ( CUT RET )"},
		{move, RESULT_NO_CONVOY, "( ( GER AMY MUN ) MTO BUR ) ( NSO )"},
		{move, RESULT_DISRUPTED, "( ( GER AMY MUN ) MTO BUR ) ( DSR )"},
	};
	static struct daide_message message;
	for (int i = 0; i < COUNT(rows); i++) {
		struct phase_record record = {.board = suite_board("GER A mun, GER A ber")};
		struct daide_orders next = {0};
		char text[80];
		record_add(&record, (struct submission){suite_power("GER"), rows[i].order}, rows[i].result);
		record.dislodged = rows[i].result == RESULT_DISLODGED;
		daide_clear(&message);
		snprintf(text, sizeof text, "ORD ( SPR 1901 ) %s", rows[i].text);
		CHECK(daide_tell_order(&message, &tokens, &record, &next) && is_text(&message, text), "%s",
		      text);
	}
}

TEST(test_position, "the units of a position")
{
	struct board board = suite_board("GER A mun, FRA F nwy");
	static struct daide_message message;
	board.phase = FALL_RETREATS;
	suite_dislodge(&board, "RUS F nwy nth, AUS A tri ven");
	daide_clear(&message);
	daide_tell_units(&message, &tokens, &board);
	CHECK(is_text(&message, "NOW ( AUT 1901 ) ( GER AMY MUN ) ( FRA FLT NWY ) "
	                        "( RUS FLT NWY MRT ( BAR NWG SKA SWE ( STP NCS ) ) ) "
	                        "( AUS AMY TRI MRT ( ALB BUD SER TYR VIE ) )"),
	      "%d tokens", message.count);
}

static void check_missing(const struct board *board, const char *power, const struct order given[],
                          int count, int missing, const char *text)
{
	static struct daide_message message;
	char said[400];
	daide_clear(&message);
	const int found =
		daide_tell_missing(&message, &tokens, board, suite_power(power), given, count);
	daide_print(&message, said, sizeof said);
	CHECK(found == missing && strcmp(said, text) == 0, "%d are missing: %s", found, said);
}

TEST(test_missing, "missing orders")
{
	struct board board = suite_board("GER A mun, GER F kie, FRA A par, AUS A vie, AUS A bud");
	const struct order given[] = {order_hold(ARMY, suite_loc("mun")),
	                              order_hold(FLEET, suite_loc("kie"))};
	check_missing(&board, "GER", given, 0, 2, "MIS ( GER FLT KIE ) ( GER AMY MUN )");
	check_missing(&board, "GER", given, 1, 1, "MIS ( GER FLT KIE )");
	check_missing(&board, "GER", given, 2, 0, "MIS");
	board.phase = SPRING_RETREATS;
	suite_dislodge(&board, "GER A tri ven");
	check_missing(&board, "GER", given, 0, 1, "MIS ( GER AMY TRI MRT ( ALB SER TYR ) )");
	check_missing(&board, "FRA", given, 0, 0, "MIS");
	const struct order retreat = order_disband(ARMY, suite_loc("tri"));
	check_missing(&board, "GER", &retreat, 1, 0, "MIS");
	board = suite_board("GER A mun, GER F kie, FRA A par, AUS A vie, AUS A bud");
	board.phase = WINTER_ADJUSTMENTS;
	suite_own(&board, "vie AUS, par bre mar FRA, mun kie GER");
	check_missing(&board, "FRA", given, 0, 2, "MIS ( -2 )");
	check_missing(&board, "FRA", given, 1, 1, "MIS ( -1 )");
	check_missing(&board, "FRA", given, 2, 0, "MIS");
	check_missing(&board, "AUS", given, 0, 1, "MIS ( 1 )");
	check_missing(&board, "AUS", given, 1, 0, "MIS");
	check_missing(&board, "GER", given, 0, 0, "MIS");
}

/* A power that builds less than it may has waived the rest. */
TEST(test_waives, "results of a winter")
{
	static const char *const texts[] = {
		"ORD ( WIN 1901 ) ( ( FRA AMY MAR ) BLD ) ( SUC )",
		"ORD ( WIN 1901 ) ( ( AUS AMY BUD ) REM ) ( SUC )", "ORD ( WIN 1901 ) ( FRA WVE ) ( SUC )",
		"ORD ( WIN 1901 ) ( GER WVE ) ( SUC )", "ORD ( WIN 1901 ) ( GER WVE ) ( SUC )"};
	struct phase_record record = {.board = suite_board("FRA A par, AUS A vie, AUS A bud")};
	struct daide_orders next = {0};
	static struct daide_message message;
	record.board.phase = WINTER_ADJUSTMENTS;
	suite_own(&record.board, "vie AUS, par bre mar FRA, mun kie GER");
	record_add(&record, (struct submission){suite_power("FRA"), suite_order("build A mar")},
	           RESULT_SUCCEEDS);
	record_add(&record, (struct submission){suite_power("FRA"), suite_order("build A par")},
	           RESULT_OCCUPIED);
	record_add(&record, (struct submission){suite_power("FRA"), suite_order("waive")},
	           RESULT_SUCCEEDS);
	record_add(&record, (struct submission){suite_power("AUS"), suite_order("A bud D")},
	           RESULT_SUCCEEDS);
	for (int i = 0; i < COUNT(texts); i++) {
		char said[200] = "";
		daide_clear(&message);
		const bool told = daide_tell_order(&message, &tokens, &record, &next);
		daide_print(&message, said, sizeof said);
		CHECK(told && strcmp(said, texts[i]) == 0, "%s, not %s", said, texts[i]);
	}
	CHECK(!daide_tell_order(&message, &tokens, &record, &next), "%s", "there is one more");
}

TEST(test_winter, "winter")
{
	struct board board =
		suite_board("RUS A mos, RUS F sev, RUS A war, FRA A par, FRA A bre, FRA F mar,"
	                "FRA A spa");
	board.phase = WINTER_ADJUSTMENTS;
	for (int p = 0; p < suite_map()->province_count; p++)
		board.owner[p] = suite_map()->owner[p];
	board.owner[suite_loc("rum")] = suite_power("RUS");
	struct order given[2];
	struct daide_turn turn = turn_of(&board, suite_power("RUS"), "standard");
	turn.given = given;
	CHECK(daide_due(suite_map(), &board, suite_power("RUS")) == 2, "%s", "two are due");
	check_note(&turn, "( ( RUS FLT STP ) BLD )", "CST");
	check_note(&turn, "( ( RUS FLT MOS ) BLD )", "CST");
	check_note(&turn, "( ( RUS AMY BAR ) BLD )", "CST");
	check_note(&turn, "( ( RUS AMY LVN ) BLD )", "NSC");
	check_note(&turn, "( ( RUS AMY ANK ) BLD )", "YSC");
	check_note(&turn, "( ( RUS AMY RUM ) BLD )", "HSC");
	check_note(&turn, "( ( RUS AMY MOS ) BLD )", "ESC");
	check_note(&turn, "( ( RUS AMY MOS ) REM )", "NMR");
	CHECK(note_of(&turn, "( ( RUS FLT ( STP NCS ) ) BLD )", &given[0]) == DAIDE_MBV &&
	          given[0].from == suite_loc("stp/nc"),
	      "%s", "a fleet in STP NCS");
	turn.given_count = 1;
	check_note(&turn, "( ( RUS AMY STP ) BLD )", "ESC");
	CHECK(note_of(&turn, "( RUS WVE )", &given[1]) == DAIDE_MBV, "%s", "a waive");
	turn.given_count = 2;
	check_note(&turn, "( RUS WVE )", "NMB");
	struct daide_turn french = turn_of(&board, suite_power("FRA"), "standard");
	check_note(&french, "( ( FRA AMY PAR ) REM )", "MBV");
	check_note(&french, "( ( FRA AMY PAR ) BLD )", "ESC");
	check_note(&french, "( FRA WVE )", "NMB");
}

SUITE("daide")
