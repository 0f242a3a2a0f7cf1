/* The reader of case files refuses malformed lines and names each by its number. The checker sees
 * every kind of difference.
 * promise: The judges are right */
#include "formats/cases/trial.h"
#include "suite.h"

/* A case of two units that bounce in bur. A test puts its own line in place of %s. */
#define UNITS   "phase S1901M\nunit FRA A par\nunit GER A mun\n"
#define ORDERS  "order FRA A par - bur\norder GER A mun - bur\n"
#define EXPECTS "expect FRA A par fails bounced\nexpect GER A mun fails bounced\n"
#define AFTERS  "after FRA A par\nafter GER A mun\ncontested bur\n"
#define RETREAT                                                                                    \
	"phase S1901R\nunit GER A bur\nunit GER A gas\nretreating FRA A bur from mun\nclosed bel\n"
#define WINTER      "phase W1901A\nowner par FRA\nowner bre FRA\nunit FRA A spa\n"
#define CASE(lines) "case x\nprofile thesis\n" lines "end\n"

static enum case_event read_text(const char *text, struct case_reader *reader, struct test_case *c)
{
	const char *at = text;
	*reader = (struct case_reader){.map = suite_map(), .find_map = suite_find_map};
	return cases_read(reader, &at, text + strlen(text), c);
}

TEST(test_malformed, "malformed lines")
{
	static const struct {
		const char *text;
		long line;
		const char *error;
	} rows[] = {
		{"unit FRA A par\n", 1, "unit: it should stand between"},
		{"case\n", 1, "case: it ends where the case's id"},
		{"case an-id-of-so-many-letters-that-it-does-not-fit-where-it-has-to-stand\n", 1,
	     "at most 47 fit"},
		{"\xef\xbb\xbf"
	     "case x\ncase y\n",
	     2, "case: case x before it has no end"},
		{"case x\n\n# a remark\ncase y\n", 4, "case: case x before it has no end"},
		{"case x\nunit FRA A par\n", 2, "unit: it should stand after a phase"},
		{"case x\nprofile house\n", 2, "profile: 'house' is not a profile"},
		{"case x\nprofile any way\n", 2, "profile: it should end before 'way'"},
		{"case x\nstatus sure\n", 2, "status: 'sure' is not a status"},
		{"case x\nstage 'thinking'\n", 2, "stage: ''thinking'' is not a stage"},
		{"case x\nlitstage paradox elimination\n", 2,
	     "litstage: 'paradox elimination' is not a stage"},
		{"case x\nphase S1901X\n", 2, "phase: 'S1901X' is not a phase"},
		{CASE(UNITS "unit XXX A bur\n"), 6, "unit: 'XXX' is not a power"},
		{CASE(UNITS "unit FRA X bur\n"), 6, "unit: 'X' is not a unit type"},
		{CASE(UNITS "unit FRA A xyz\n"), 6, "unit: 'xyz' is not an area"},
		{CASE(UNITS "unit FRA A\n"), 6, "unit: it ends where the area"},
		{CASE(UNITS "unit FRA F bur\n"), 6, "unit: no fleet can stand in bur"},
		{CASE(UNITS "unit FRA A nth\n"), 6, "unit: no army can stand in nth"},
		{CASE(UNITS "unit RUS F stp\n"), 6, "unit: no fleet can stand in stp: name its coast"},
		{CASE(UNITS "after RUS A stp/nc\n"), 6, "after: no army can stand in stp/nc"},
		{CASE(UNITS "dislodged FRA F par from bur\n"), 6, "dislodged: no fleet can stand in par"},
		{CASE(UNITS "unit FRA A bur gas\n"), 6, "unit: it should end before 'gas'"},
		{CASE(UNITS "unit GER A par\n"), 6, "unit: there is a unit in par already"},
		{CASE(UNITS "order FRA A par to bur\n"), 6, "order: 'to' is not an action"},
		{CASE(UNITS "order A par - bur\n"), 6, "order: 'A' is not a power"},
		{CASE(UNITS "expect FRA A par fails\n"), 6, "expect: there are only 0 orders"},
		{CASE(UNITS ORDERS "expect GER A mun fails\n"), 8, "expect: order 1 is another unit's"},
		{CASE(UNITS ORDERS "expect FRA A par perhaps\n"), 8, "expect: 'perhaps' is not a result"},
		{CASE(UNITS ORDERS), 8, "end: the phase before it has 2 orders but 0 expect"},
		{CASE(UNITS ORDERS "phase F1901M\n"), 8,
	     "phase: the phase before it has 2 orders but 0 expect"},
		{CASE(UNITS "after GER A par\nafter GER A par\n"), 7, "after: there is a unit in par"},
		{CASE(UNITS "dislodged FRA A par by mun\n"), 6, "dislodged: 'by' is not a 'from'"},
		{CASE(UNITS "dislodged FRA A par from mun swimming\n"), 6,
	     "dislodged: 'swimming' is not a 'convoyed'"},
		{CASE(UNITS "contested atlantis\n"), 6, "contested: 'atlantis' is not an area"},
		{CASE("map atlantis\n"), 3, "map: 'atlantis' is not a map"},
		{CASE("map\n"), 3, "map: it ends where the map"},
		{CASE(UNITS "map standard\n"), 6, "map: it should stand before the first phase line"},
		{CASE("map balkans2\nphase S1901M\nunit FRA A par\n"), 5, "unit: 'FRA' is not a power"},
		{CASE(UNITS "owner par FRANCE\n"), 6, "owner: 'FRANCE' is not a power"},
		{CASE(UNITS "owner nth ENG\n"), 6, "owner: nth is water, and nobody can own it"},
		{CASE(UNITS "owner par FRA\nowner par GER\n"), 7, "owner: par has an owner already"},
		{CASE(UNITS "options FRA A par bur xyz\n"), 6, "options: 'xyz' is not an area"},
		{CASE(UNITS "options FRA A par none bur\n"), 6, "options: it should end before 'bur'"},
		{CASE(RETREAT "retreating FRA A par\n"), 8, "retreating: it ends where the 'from'"},
		{CASE(UNITS "retreating FRA A bur from mun\n"), 6, "retreating: its phase is not"},
		{CASE(WINTER "closed bur\n"), 7, "closed: its phase is not a phase of retreats"},
		{CASE(RETREAT "closed\n"), 8, "closed: it ends where the area"},
		{CASE(UNITS "disbanded FRA par\n"), 6, "disbanded: 'par' is not a unit type"},
		{CASE(RETREAT "retreating ENG A bur from ?\n"), 8,
	     "retreating: a unit retreats from bur already"},
		{CASE(WINTER "order FRA waive\nexpect FRA A par succeeds\n"), 8,
	     "expect: 'A' is not a 'waive'"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct case_reader reader;
		struct test_case c;
		CHECK(read_text(rows[i].text, &reader, &c) == CASE_MALFORMED, "taken although: %s",
		      rows[i].error);
		CHECK(reader.line == rows[i].line && strstr(reader.error, rows[i].error) != NULL,
		      "line %ld: '%s', should be %ld: '%s'", reader.line, reader.error, rows[i].line,
		      rows[i].error);
	}
}

/* The most lines of a kind in a phase, or phases in a case, are read; one more is refused. */
TEST(test_crowds, "full phases")
{
	static const struct {
		const char *head, *line; /* %s: the code of an area; %c: the type of its unit */
		int most;
		const char *error;
	} rows[] = {
		{"phase S1901M\n", "unit FRA %c %s\n", UNITS_MAX, "unit: a board holds at most 64"},
		{"phase S1901M\n", "after FRA %c %s\n", UNITS_MAX, "after: a board holds at most 64"},
		{"phase S1901M\n", "order FRA waive\n", CASE_ORDERS_MAX, "order: a phase has at most 96"},
		{"phase S1901M\n", "dislodged FRA %c %s from par\n", UNITS_MAX, "dislodged: a board holds"},
		{"phase S1901M\n", "options FRA A par none\n", RETREATS_MAX,
	     "options: a phase has at most"},
		{"phase S1901R\n", "retreating FRA %c %s from ?\n", RETREATS_MAX, "retreating: a board"},
		{"phase W1901A\n", "disbanded FRA %c %s\n", UNITS_MAX, "disbanded: a board holds at most"},
		{"", "phase S1901M\n", CASE_PHASES_MAX, "phase: a case has at most 4"},
	};
	const struct map *map = suite_map();

	for (int i = 0; i < COUNT(rows); i++)
		for (int more = 0; more < 2; more++) {
			char text[8000] = "case x\n";
			struct case_reader reader;
			struct test_case c;
			strcat(text, rows[i].head);
			for (int n = 0; n < rows[i].most + more; n++) {
				char *end = text + strlen(text);
				const int p = n % map->province_count, army = map->loc[p].terrain != WATER;
				const char *line = rows[i].line, *place = strchr(line, '%');
				if (place)
					snprintf(end, 60, "%.*s%c %s%s", (int)(place - line), line, army ? 'A' : 'F',
					         map->loc[p].code, place + 5);
				else
					strcpy(end, line);
			}
			const enum case_event event = read_text(text, &reader, &c);
			CHECK(event == (more ? CASE_MALFORMED : CASE_MORE), "%s: line %ld: %s", rows[i].line,
			      reader.line, reader.error);
			CHECK(!more || strstr(reader.error, rows[i].error), "'%s', not '%s'", reader.error,
			      rows[i].error);
		}
}

/* The outcome of a case, and what the report says about it. */
TEST(test_outcomes, "outcomes")
{
	static const struct {
		const char *text;
		enum trial_outcome outcome;
		const char *report;
	} rows[] = {
		{CASE(UNITS ORDERS EXPECTS AFTERS), TRIAL_PASSED, ""},
		{CASE(UNITS ORDERS "expect FRA A par any\nexpect GER A mun any\n" AFTERS), TRIAL_PASSED,
	     ""},
		{CASE("status doubt\n" UNITS ORDERS EXPECTS), TRIAL_SKIPPED, "marked doubt"},
		{CASE(UNITS ORDERS EXPECTS AFTERS "phase S1901R\n"), TRIAL_PASSED, ""},
		{CASE(UNITS ORDERS EXPECTS "phase S1901R\n"), TRIAL_FAILED,
	     "FRA A par stands after the phase, should not"},
		{CASE(UNITS ORDERS "expect FRA A par succeeds\nexpect GER A mun fails\n" AFTERS),
	     TRIAL_FAILED, "FRA A par - bur is 'bounced', should succeed"},
		{CASE(UNITS
	          "order FRA A par - gas\nexpect FRA A par fails\nafter FRA A gas\nafter GER A mun\n"),
	     TRIAL_FAILED, "FRA A par - gas is 'succeeds', should fail"},
		{CASE(UNITS "order GER A par - gas\nexpect GER A par fails illegal\nafter FRA A par\nafter "
	                "GER A mun\n"),
	     TRIAL_PASSED, ""},
		{CASE(UNITS "order GER A par - gas\nexpect GER A par succeeds\nafter FRA A par\nafter GER "
	                "A mun\n"),
	     TRIAL_FAILED, "GER A par - gas is 'illegal', should succeed"},
		{CASE(UNITS "after FRA A par\nafter GER A ber\n"), TRIAL_FAILED,
	     "GER A mun stands after the phase, should not; GER A ber should stand after the phase"},
		{CASE(UNITS "after FRA A par\nafter FRA A mun\n"), TRIAL_FAILED,
	     "GER A mun stands after the phase, should not"},
		{CASE(UNITS ORDERS EXPECTS "after FRA A par\nafter GER A mun\n"), TRIAL_FAILED,
	     "bur is contested, should not be"},
		{CASE(UNITS ORDERS EXPECTS AFTERS "contested gas\n"), TRIAL_FAILED,
	     "gas should be contested"},
		{CASE(UNITS ORDERS EXPECTS AFTERS "dislodged FRA A par from bur\n"), TRIAL_FAILED,
	     "1 units should be dislodged"},
		{CASE(UNITS ORDERS EXPECTS AFTERS "options FRA A par none\n"), TRIAL_FAILED,
	     "FRA A par should have to retreat"},
		/* retreats */
		{CASE(RETREAT "order FRA A bur R mar\nexpect FRA A bur succeeds\nafter GER A bur\nafter "
	                  "GER A gas\nafter FRA A mar\n"
	                  "options FRA A bur mar par pic ruh\n"),
	     TRIAL_PASSED, ""},
		{CASE(RETREAT
	          "order FRA A bur R bel\norder GER A gas S A bur\nexpect FRA A bur fails illegal\n"
	          "expect GER A gas fails illegal\nafter GER A bur\nafter GER A gas\ndisbanded FRA A "
	          "bur\n"),
	     TRIAL_PASSED, ""},
		{CASE(RETREAT "order FRA A bur R mun\nexpect FRA A bur succeeds\nafter GER A bur\nafter "
	                  "GER A gas\ndisbanded "
	                  "FRA A bur\n"),
	     TRIAL_FAILED, "FRA A bur R mun is 'illegal', should succeed"},
		{CASE(RETREAT "after GER A bur\nafter GER A gas\n"), TRIAL_FAILED,
	     "FRA A bur is disbanded, should not be"},
		{CASE(RETREAT "order FRA A bur R mar\nexpect FRA A bur any\nafter GER A bur\nafter GER A "
	                  "gas\ndisbanded FRA A bur\n"),
	     TRIAL_FAILED,
	     "FRA A mar stands after the phase, should not; FRA A bur should be disbanded"},
		{CASE(RETREAT "after GER A bur\nafter GER A gas\ndisbanded FRA A bur\noptions FRA A bur "
	                  "bel mar par pic\n"),
	     TRIAL_FAILED, "bel should be open to the unit dislodged in bur; ruh should not be open"},
		/* adjustments */
		{CASE(WINTER "order FRA build F bre\nexpect FRA F bre succeeds\nafter FRA A spa\nafter FRA "
	                 "F bre\n"),
	     TRIAL_PASSED, ""},
		{CASE(WINTER "order FRA waive\norder FRA build F bre\nexpect FRA waive succeeds\nexpect "
	                 "FRA F bre fails toomany\n"
	                 "after FRA A spa\n"),
	     TRIAL_PASSED, ""},
		{CASE(WINTER "order FRA build F par\nexpect FRA F par succeeds\nafter FRA A spa\n"),
	     TRIAL_FAILED, "FRA build F par is 'illegal', should succeed"},
		{CASE(WINTER "unit FRA A por\nunit FRA A gas\nafter FRA A spa\nafter FRA A gas\ndisbanded "
	                 "FRA A por\n"),
	     TRIAL_PASSED, ""},
		{CASE(WINTER "unit FRA A por\nunit FRA A gas\nafter FRA A spa\nafter FRA A gas\n"),
	     TRIAL_FAILED, "FRA A por is disbanded, should not be"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct case_reader reader;
		struct test_case c;
		struct trial_report report;
		enum case_event event = read_text(rows[i].text, &reader, &c);
		CHECK(event == CASE_READ, "row %d, line %ld: %s", i, reader.line, reader.error);
		if (event != CASE_READ)
			continue;
		trial_run(suite_map(), judges[0], rules_find("thesis"), &c, &report);
		CHECK(report.outcome == rows[i].outcome && strstr(report.text, rows[i].report) != NULL,
		      "row %d: %s: %s", i, trial_outcome_names[report.outcome], report.text);
	}
}

TEST(test_reasons, "reasons that are given")
{
	static const struct {
		const char *text, *told;
	} rows[] = {
		{CASE(UNITS ORDERS EXPECTS AFTERS), ""},
		{CASE(UNITS ORDERS "expect FRA A par fails\nexpect GER A mun fails void\n" AFTERS),
	     "A mun - bur is 'bounced', given as 'void'"},
		{CASE(UNITS ORDERS
	          "expect FRA A par fails cut\nexpect GER A mun fails void\n" AFTERS RETREAT
	          "order FRA A bur D\nexpect FRA A bur succeeds\n"),
	     "A par - bur is 'bounced', given as 'cut'; A mun - bur is 'bounced', given as 'void'"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct case_reader reader;
		struct test_case c;
		char told[CASE_TEXT_SIZE];
		SUITE_MUST(read_text(rows[i].text, &reader, &c) == CASE_READ, reader.error);
		trial_compare_reasons(suite_map(), judges[0], NULL, &c, told);
		CHECK(strcmp(told, rows[i].told) == 0, "'%s', not '%s'", told, rows[i].told);
	}
}

TEST(test_dislodgings, "dislodgings")
{
	static const struct {
		const char *line, *report;
	} rows[] = {
		{"dislodged GER A bur from par\n", ""},
		{"dislodged GER A bur from ?\n", ""},
		{"", "the unit in bur is dislodged from par, should not be"},
		{"dislodged GER A bur from gas\n",
	     "the unit in bur is dislodged from par, should be from gas"},
		{"dislodged GER A bur from par\noptions GER A bur bel mar mun pic ruh\n", ""},
		{"dislodged GER A bur from par\noptions GER A bur none\n",
	     "bel should not be open to the unit dislodged in bur; mar should not be open to the unit "
	     "dislodged in bur; "
	     "mun should not be open to the unit dislodged in bur; pic should not be open to the unit "
	     "dislodged in bur; "
	     "ruh should not be open to the unit dislodged in bur"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		char text[600];
		struct case_reader reader;
		struct test_case c;
		struct trial_report report;
		snprintf(text, sizeof text,
		         CASE("phase S1901M\nunit FRA A par\nunit FRA A gas\nunit GER A bur\norder FRA A "
		              "par - bur\n"
		              "order FRA A gas S A par - bur\nexpect FRA A par succeeds\nexpect FRA A gas "
		              "succeeds\n"
		              "after FRA A bur\nafter FRA A gas\n%s"),
		         rows[i].line);
		CHECK(read_text(text, &reader, &c) == CASE_READ, "%s", reader.error);
		trial_run(suite_map(), judges[0], rules_find("thesis"), &c, &report);
		CHECK(strcmp(report.text, rows[i].report) == 0, "'%s', should be '%s'", report.text,
		      rows[i].report);
	}
}

/* A case is played by the rules of its profile, unless rules are given. It is skipped when those
 * rules do not exist. */
TEST(test_profiles, "profiles and rule sets")
{
	static const struct {
		const char *profile, *rules;
	} rows[] = {
		{"thesis", "thesis"}, {"datc", "standard"}, {"datc3", "datc3"}, {"any", "standard"}};
	for (int i = 0; i < COUNT(rows); i++) {
		char text[400];
		struct case_reader reader;
		struct test_case c;
		struct trial_report report;
		snprintf(text, sizeof text, "case x\nprofile %s\n" UNITS ORDERS EXPECTS AFTERS "end\n",
		         rows[i].profile);
		CHECK(read_text(text, &reader, &c) == CASE_READ, "%s", reader.error);
		trial_run(suite_map(), judges[0], NULL, &c, &report);
		CHECK((report.outcome == TRIAL_SKIPPED) == (rules_find(rows[i].rules) == NULL), "%s",
		      rows[i].profile);
		trial_run(suite_map(), judges[0], rules_find("thesis"), &c, &report);
		CHECK(report.outcome == TRIAL_PASSED, "%s: %s", rows[i].profile, report.text);
	}
}

/* What a judge is asked. A unit holds when it has no order, or only another power's. Other phases
 * are not for a judge. */
TEST(test_orders, "orders")
{
	const struct variant variant = suite_variant(rules_find("thesis"));
	struct case_reader reader;
	struct test_case c;
	struct order orders[UNITS_MAX];
	CHECK(read_text(CASE("phase S1901M\nunit FRA A par\nunit FRA A gas\nunit GER A bur\norder FRA "
	                     "A par - pic\n"
	                     "order FRA A bur - mun\nexpect FRA A par succeeds\nexpect FRA A bur "
	                     "fails\nafter FRA A pic\n"
	                     "after FRA A gas\nafter GER A bur\n"),
	                &reader, &c) == CASE_READ,
	      "%s", reader.error);
	CU_ASSERT(trial_orders(variant, &c.phases[0], orders));
	for (int u = 0; u < c.phases[0].before.unit_count; u++) {
		const char *code = suite_map()->loc[c.phases[0].before.unit[u].loc].code;
		CHECK(orders[u].from == c.phases[0].before.unit[u].loc &&
		          orders[u].kind == (strcmp(code, "par") == 0 ? ORDER_MOVE : ORDER_HOLD),
		      "the order of the unit in %s", code);
	}
	CHECK(read_text(CASE(RETREAT "after GER A bur\nafter GER A gas\ndisbanded FRA A bur\n"),
	                &reader, &c) == CASE_READ,
	      "%s", reader.error);
	CU_ASSERT_FALSE(trial_orders(variant, &c.phases[0], orders));
}

/* Text may come in pieces that end after any line. Lines that begin with an unknown token are
 * passed over and counted. */
TEST(test_pieces, "text in pieces")
{
	static const char text[] = "# two cases\n\n" CASE(
		"title one\nwhatever this is\nstage 'paradox elimination'\n" UNITS ORDERS EXPECTS
			AFTERS) "\r\n" CASE(UNITS ORDERS EXPECTS AFTERS);
	const char *end = text + sizeof text - 1;
	for (const char *cut = text; cut <= end; cut++) {
		if (cut > text && cut < end && cut[-1] != '\n')
			continue;
		struct case_reader reader = {.map = suite_map()};
		struct test_case c;
		int cases = 0;
		const char *at = text;
		enum case_event event;
		while ((event = cases_read(&reader, &at, cut, &c)) == CASE_READ)
			cases++;
		CU_ASSERT_EQUAL(event, CASE_MORE);
		while ((event = cases_read(&reader, &at, end, &c)) == CASE_READ) {
			struct trial_report report;
			cases++;
			trial_run(suite_map(), judges[0], rules_find("thesis"), &c, &report);
			CHECK(report.outcome == TRIAL_PASSED, "cut at %td: %s", cut - text, report.text);
			CU_ASSERT_EQUAL(cases_stage(&c), cases == 1 ? STAGE_PARADOX : STAGE_NONE);
		}
		CU_ASSERT_EQUAL(reader.cases, 2);
		CU_ASSERT_EQUAL(reader.strays, 1);
		CU_ASSERT_EQUAL(reader.stray_line, 6);
		CU_ASSERT_STRING_EQUAL(reader.stray, "whatever");
		CHECK(event == CASE_MORE && cases == 2 && !reader.open, "cut at %td: line %ld: %s",
		      cut - text, reader.line, reader.error);
	}
}

SUITE("cases")
