/* Tests of lib/formats/judge/judge_mail and judge_fold: lines, listings and sequences of reports.
 */
#include "formats/judge/judge_orders.h"
#include "formats/judge/judge_case.h"
#include "judge_reader.h"
#include "vary.h"

/* ── single reports ── */

static const char head[] = "Movement results for Spring of 1902. (north.005)\n\n";

/* Folds a text; the position is in fold. What is told goes to `heard`, which is emptied. */
static struct heard heard_of;
static bool fold_text(const char *text, struct judge_fold *fold, char *error)
{
	heard_of.told[0] = '\0';
	*fold = (struct judge_fold){.tell = hear, .context = &heard_of};
	return read_text(text, strlen(text), fold, error);
}

static bool stands(const struct board *board, const char *unit)
{
	const struct board wanted = suite_board(unit);
	const int u = board_find(suite_map(), board, suite_map()->loc[wanted.unit[0].loc].province);
	return u >= 0 && memcmp(&board->unit[u], &wanted.unit[0], sizeof wanted.unit[0]) == 0;
}

/* Each line is wrong in a report of moves, retreats or adjustments. */
TEST(test_wrong_lines, "wrong lines are refused, with what is wrong")
{
	static const struct {
		const char *line, *error;
	} rows[] = {
		{"Austria: Army Serbia -> Bulgaria", "it ends without a dot"},
		{"Austria: Army Serbia -> \n\nBulgaria.", "it ends without a dot"},
		{"Austria: Army Atlantis HOLD.", "'Atlantis HOLD.' should begin with a place of the map"},
		{"Austria: Navy Serbia HOLD.", "'Navy Serbia HOLD.' should begin with Army or Fleet"},
		{"Austria: Army North Sea HOLD.", "no army can stand in North Sea"},
		{"Austria: Fleet Serbia HOLD.", "no fleet can stand in Serbia"},
		{"Austria: Fleet Spain HOLD.", "no fleet can stand in Spain: it has two coasts"},
		{"Austria: Army Serbia JUMPS.", "'JUMPS.' should begin with ->, HOLD"},
		{"Austria: Army Serbia -> Bulgaria. (*boring*)", "'boring*)' should begin with bounce"},
		{"Austria: Army Serbia HOLD (*boring*).", "'boring*).' should begin with bounce"},
		{"Austria: Army Serbia -> Bulgaria. (*bounce", "it ends without a dot"},
		{"Austria: Army Serbia -> Bulgaria. tomorrow.", "'tomorrow.' should begin with the end"},
		{"Austria: Army Serbia -> Bulgaria -> Greece.", "as a convoy only passes seas"},
		{"Austria: Fleet Greece -> Ionian Sea -> Apulia.", "one place only, for a fleet"},
		{"Austria: Fleet Greece CONVOY Fleet Albania -> Apulia.", "only armies are convoyed"},
		{"Austria: Army Serbia HOLD.\nTurkey: Army Serbia HOLD.", "another unit stands in Serbia"},
		{"Unowned: Army Serbia HOLD.", "an order should have a power"},
		{"Ownership of supply centers:\nAustria: Serbia, Atlantis.",
	     "'Atlantis.' should begin with"},
		{"The following units were dislodged:\nThe Turkish Army in Atlantis with no valid retreats "
	     "was destroyed.",
	     "should begin with a place of the map"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		char text[1000], error[2 * ERROR_SIZE];
		struct judge_fold fold;
		snprintf(text, sizeof text, "%s%s\n", head, rows[i].line);
		CHECK(!fold_text(text, &fold, error) && strstr(error, rows[i].error), "%s: %s",
		      rows[i].line, error);
		const int line = atoi(error);
		CHECK(line == (strchr(rows[i].line, '\n') && !strstr(rows[i].line, "\n\n") ? 4 : 3),
		      "%s: line %d", rows[i].line, line);
		CHECK(!fold.open, "%s: something was taken", rows[i].line);
	}
}

TEST(test_endless_order, "an order has an end")
{
	static char text[4000];
	char error[2 * ERROR_SIZE];
	struct judge_fold fold;
	strcpy(text, head);
	strcat(text, "Austria: Army Serbia");
	memset(text + strlen(text), ' ', 1);
	memset(text + strlen(text), 'x', 3000);
	CHECK(!fold_text(text, &fold, error) && strstr(error, "less than 1000 bytes"), "%s", error);
}

/* What the mail says is followed where our judge differs, and it is told. */
TEST(test_differences, "the mail is followed where our judge differs")
{
	static const struct {
		const char *report, *told, *unit;
	} rows[] = {
		{"Austria: Army Serbia -> Bulgaria. (*bounce*)\n",
	     "AUS A ser: it fails by the mail, it moves by our judge", "AUS A ser"},
		{"Austria: Army Serbia -> Bulgaria.\nTurkey: Army Constantinople -> Bulgaria. (*bounce*)\n",
	     "AUS A ser: it moves by the mail, bounced by our judge", "AUS A bul"},
		{"Austria: Army Serbia SUPPORT Fleet Greece. (*cut*)\nAustria: Fleet Greece HOLD.\n",
	     "AUS A ser: its support fails by the mail, counts by our judge", "AUS F gre"},
		{"Austria: Army Serbia HOLD. (*dislodged*)\nTurkey: Army Bulgaria -> Serbia.\n",
	     "AUS A ser: it is dislodged by the mail, not by our judge", "TUR A ser"},
		{"France: Fleet Marseilles -> Spain.\nItaly: Fleet Western Mediterranean -> Spain (south "
	     "coast). (*bounce*)\n",
	     "FRA F mar: it moves by the mail, bounced by our judge", "FRA F spa/sc"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		char text[1000], error[2 * ERROR_SIZE];
		struct judge_fold fold;
		snprintf(text, sizeof text, "%s%s\nThe next phase of 'north' will be\n", head,
		         rows[i].report);
		CHECK(fold_text(text, &fold, error), "%s: %s", rows[i].report, error);
		CHECK(fold.differences > 0 && strstr(heard_of.told, rows[i].told), "%s: %s", rows[i].report,
		      heard_of.told);
		CHECK(stands(&fold.board, rows[i].unit), "%s: no %s", rows[i].report, rows[i].unit);
		CHECK(fold.board.phase == 7, "%s: phase %d", rows[i].report, fold.board.phase);
	}
}

static uint64_t digest = SUITE_DIGEST;

static void digest_mail(const char *text)
{
	char error[2 * ERROR_SIZE] = "";
	struct judge_fold fold;
	fold_text(text, &fold, error);
	const int32_t read[] = {fold.open, fold.differences, fold.board.phase, fold.board.unit_count};
	digest = suite_digest(digest, error, strlen(error));
	digest = suite_digest(digest, heard_of.told, strlen(heard_of.told));
	digest = suite_digest(digest, read, sizeof read);
	for (int u = 0; u < fold.board.unit_count; u++) {
		const int32_t unit = unit_pack(fold.board.unit[u]);
		digest = suite_digest(digest, &unit, sizeof unit);
	}
	digest = suite_digest(digest, fold.board.owner, (size_t)suite_map()->province_count);
}

/* Winter: builds, removals, waives, and what the Judge does itself. */
TEST(test_winter, "winter")
{
	static const char text[] =
		"Movement results for Fall of 1902. (north.006)\n\n"
		"England: Fleet North Sea HOLD.\nEngland: Fleet Wales HOLD.\n\n"
		"Austria: Army Serbia HOLD.\n\nRussia: Army Livonia HOLD.\n\n"
		"Ownership of supply centers:\n\n"
		"Austria:   Budapest, Serbia, Vienna.\nEngland:   London.\nRussia:    Moscow,\n"
		"           Sevastopol, St. Petersburg.\nUnowned:   Rome.\n\n"
		"England:   1 Supply center,   2 Units:  Removes  1 unit.\n\n"
		"The next phase of 'north' will be Adjustments for Winter of 1902.\n"
		"Adjustment orders for Winter of 1902.  (north.007)\n\n"
		"Austria:   Builds an army in Budapest.\nAustria:   Build waived.\n"
		"Russia:    Builds a fleet in St Petersburg (south coast).\n"
		"Russia:    1 build pending.\nAustria:   1 unusable build waived.\n"
		"England:   Defaults, removing the fleet in the North Sea.\n\n"
		"The next phase of 'north' will be Movement for Spring of 1903.\n";
	char error[2 * ERROR_SIZE];
	struct judge_fold fold;
	vary(text, digest_mail);
	CHECK(fold_text(text, &fold, error), "%s", error);
	CHECK(fold.board.phase == 10, "phase %d", fold.board.phase);
	CHECK(fold.board.unit_count == 5 && stands(&fold.board, "AUS A bud") &&
	          stands(&fold.board, "RUS F stp/sc") && stands(&fold.board, "ENG F wal"),
	      "%d units", fold.board.unit_count);
	CHECK(fold.board.owner[suite_loc("rom")] == POWER_NONE &&
	          fold.board.owner[suite_loc("par")] == POWER_NONE &&
	          fold.board.owner[suite_loc("sev")] == suite_power("RUS"),
	      "other owners");
	CHECK(!strstr(heard_of.told, "ENG keeps"), "told: %s", heard_of.told);
}

/* Adjustments that cannot be, or that our judge would not allow. */
TEST(test_other_winters, "winters that are not ours")
{
	static const char fall[] =
		"Movement results for Fall of 1902. (north.006)\n\n"
		"England: Fleet North Sea HOLD.\nEngland: Fleet Wales HOLD.\nAustria: Army Vienna HOLD.\n\n"
		"Ownership of supply centers:\n\nAustria:   Budapest, Serbia, Vienna.\nEngland:   "
		"London.\n\n"
		"The next phase of 'north' will be Adjustments for Winter of 1902.\n"
		"Adjustment results for Winter of 1902.  (north.007)\n\n";
	static const struct {
		const char *lines, *error, *told, *unit;
	} rows[] = {
		{"Austria:   Builds an army in Vienna.\n", "a unit stands in Vienna already", NULL, NULL},
		{"Austria:   Removes the fleet in Wales.\n", "AUS has no such unit in Wales", NULL, NULL},
		{"England:   Removes the fleet in London.\n", "ENG has no such unit in London", NULL, NULL},
		{"Austria:   Builds an army in Serbia.\nEngland:   Removes the fleet in Wales.\n", NULL,
	     "AUS build A ser: not owned by our judge", "AUS A ser"},
		{"Austria:   Builds an army in Budapest.\n", NULL,
	     "ENG keeps more units than it has centres", "ENG F wal"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		char text[2000], error[2 * ERROR_SIZE];
		struct judge_fold fold;
		snprintf(text, sizeof text, "%s%s\nThe game is over.\n", fall, rows[i].lines);
		const bool read = fold_text(text, &fold, error);
		CHECK(read == !rows[i].error && (read || strstr(error, rows[i].error)), "%s: %s",
		      rows[i].lines, error);
		if (read)
			CHECK(fold.differences == 1 && strstr(heard_of.told, rows[i].told) &&
			          stands(&fold.board, rows[i].unit) && fold.over,
			      "%s: %s", rows[i].lines, heard_of.told);
	}
}

/* Retreats that bounce; a line that names no unit of the phase before. */
TEST(test_retreats, "retreats")
{
	static const char moves[] =
		"Movement results for Fall of 1901. (north.002)\n\n"
		"Austria: Army Serbia -> Bulgaria.\nAustria: Army Rumania SUPPORT Army Serbia -> "
		"Bulgaria.\n"
		"Russia: Army Galicia -> Budapest.\nRussia: Army Vienna SUPPORT Army Galicia -> Budapest.\n"
		"Austria: Army Budapest HOLD. (*dislodged*)\nTurkey: Army Bulgaria HOLD. (*dislodged*)\n\n"
		"The following units were dislodged:\n\n"
		"The Austrian Army in Budapest can retreat to Serbia or Trieste.\n"
		"The Turkish Army in Bulgaria can retreat to Constantinople or Greece.\n\n"
		"The next phase of 'north' will be Retreats for Fall of 1901.\n",
					  title[] = "Retreat results for Fall of 1901.  (north.003)\n\n";
	static const struct {
		const char *lines, *unit, *error;
	} rows[] = {
		{"Austria:   Army  Budapest -> Trieste.\n", "AUS A tri", NULL},
		{"Turkey:    Army  Bulgaria, No Order Processed (DISBAND).\n", "AUS A bul", NULL},
		{"Turkey:    Army  Bulgaria DISBAND.\n", "AUS A bul", NULL},
		{"Turkey:    Army  Constantinople -> Smyrna.\n", NULL, "no such unit was dislodged"},
		{"Russia:    Army  Bulgaria -> Greece.\n", NULL, "no such unit was dislodged"},
		{"Turkey:    Army  Bulgaria -> Rumania.\n", NULL, "two units come to stand in Rumania"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		char text[2000], error[2 * ERROR_SIZE];
		struct judge_fold fold;
		snprintf(text, sizeof text, "%s%s%s", moves, title, rows[i].lines);
		const bool read = fold_text(text, &fold, error);
		CHECK(read == !rows[i].error && (read || strstr(error, rows[i].error)), "%s: %s",
		      rows[i].lines, error);
		CHECK(!read || stands(&fold.board, rows[i].unit), "%s: no %s", rows[i].lines, rows[i].unit);
		CHECK(phase_kind(fold.board.phase) == (read ? WINTER_ADJUSTMENTS : FALL_RETREATS), "%s",
		      rows[i].lines);
	}
}

/* Positions that are only listed. */
TEST(test_listings, "listings")
{
	static const char
		start[] =
			"Starting position for Spring of 1901.\n\nFrance:  Army  Paris.\nRussia:  Fleet St "
			"Petersburg (south coast).\n",
		status[] = "Status of the Retreat phase for Fall of 1901.  (game.001)\n\n"
				   "England: Army  Wales.\nEngland: Fleet North Sea can retreat to Skagerrak "
				   "or Belgium.\nGermany: Fleet Norwegian Sea.\nFrance:  Army  Belgium can "
				   "retreat to Picardy.\n";
	char error[2 * ERROR_SIZE];
	struct judge_fold fold;
	CHECK(fold_text(start, &fold, error), "%s", error);
	CHECK(fold.board.phase == 0 && fold.board.unit_count == 2 &&
	          stands(&fold.board, "RUS F stp/sc"),
	      "the start is another");
	CHECK(fold_text(status, &fold, error), "%s", error);
	CHECK(fold.board.phase == 3 && fold.board.unit_count == 2 && fold.board.retreat_count == 2,
	      "the listing is another");
	const int i = board_find_retreat(suite_map(), &fold.board, suite_loc("nth"));
	uint8_t options[EXITS_MAX];
	CHECK(i >= 0 && retreat_options(suite_map(), &fold.board, i, options) == 2, "other retreats");

	/* Paris is barred to the army in Burgundy, which was attacked from there, and open to the
	 * other. */
	static const char barred[] = "Status of the Retreat phase for Fall of 1901.  (game.001)\n\n"
								 "Germany: Army Burgundy.\nFrance: Army Burgundy can retreat to "
								 "Ruhr or Belgium or Picardy or Marseilles or Munich.\n"
								 "Italy: Army Gascony.\nFrance: Army Gascony can retreat to "
								 "Paris or Brest or Marseilles.\n";
	CHECK(fold_text(barred, &fold, error), "%s", error);
	const int bur = board_find_retreat(suite_map(), &fold.board, suite_loc("bur"));
	CHECK(bur >= 0 && fold.board.retreat[bur].barred == suite_loc("par") &&
	          !place_set_has(&fold.board.contested, suite_loc("par")),
	      "Paris is not barred");

	static const struct {
		const char *line, *error;
	} wrong[] = {
		{"England: Navy Wales.", "should begin with Army or Fleet"},
		{"England: Army Atlantis.", "should begin with a place of the map"},
		{"England: Fleet Wales can retreat to Atlantis.", "should begin with a place of the map"},
		{"England: Fleet Wales can retreat to London or.", "should begin with a place of the map"},
		{"England: Fleet Wales can retreat to London and Yorkshire.", "should begin with"},
	};
	for (int k = 0; k < COUNT(wrong); k++) {
		char text[500];
		snprintf(text, sizeof text,
		         "Status of the Retreat phase for Fall of 1901.  (game.001)\n\n%s\n",
		         wrong[k].line);
		CHECK(!fold_text(text, &fold, error) && strstr(error, wrong[k].error) != NULL, "%s: %s",
		      wrong[k].line, error);
	}
}

/* The start, with which a mail begins a game and has no number; an acknowledgement of orders, which
 * is not a result; and winters in which nobody can build. */
TEST(test_winters_of_waives, "winters in which nobody can build")
{
	static const char start[] = "Starting position for Spring of 1901.\n\nAustria: Army Vienna.\n"
								"The deadline for the first orders is Tue Oct 13 2026.\n",
					  fall[] = "Movement results for Fall of 1901. (gb.2)\n\n"
							   "Austria: Army Vienna HOLD.\n\nOwnership of supply centers:\n\n"
							   "Austria: Vienna, Serbia.\n\n"
							   "The next phase of 'gb' will be Adjustments for Winter of 1901.\n",
					  orders[] = "Adjustment orders for Winter of 1901.  (gb.3)\n\n"
								 "Austria:   Builds an army in Vienna.\n\n"
								 "Time to deadline: 3 days.\n",
					  waived[] = "Adjustment results for Winter of 1901.  (gb.3)\n\n"
								 "Austria:   Build waived.\n\n"
								 "The next phase of 'gb' will be Movement for Spring of 1902.\n";
	char text[2000], error[2 * ERROR_SIZE];
	struct judge_fold fold;
	snprintf(text, sizeof text, "%s%s%s", start, fall, orders);
	CHECK(fold_text(text, &fold, error), "%s", error);
	CHECK(fold.board.phase == 5 && fold.idle_winter && strcmp(fold.game_name, "gb") == 0,
	      "phase %d of %s", fold.board.phase, fold.game_name);
	CHECK(judge_count_waives(suite_map(), &fold.board, true, suite_power("AUS")) == 1,
	      "nothing is to be waived");
	strcat(text, waived);
	CHECK(fold_text(text, &fold, error), "%s", error);
	CHECK(fold.board.phase == 5 && !fold.idle_winter, "phase %d", fold.board.phase);
}

/* The Judge lets an army stay that finds no convoy; by the rule set standard it goes overland. */
TEST(test_without_convoy, "an army without a convoy")
{
	static const char text[] = "Movement results for Spring of 1901. (gb.1)\n\n"
							   "England: Army Norway -> Skagerrak -> Sweden. (*no convoy*)\n\n"
							   "The next phase of 'gb' will be Movement for Fall of 1901.\n";
	char error[2 * ERROR_SIZE];
	struct judge_fold fold;
	CHECK(fold_text(text, &fold, error), "%s", error);
	CHECK(fold.differences > 0 && strstr(heard_of.told, "--rules datc3"), "told %s", heard_of.told);
	CHECK(stands(&fold.board, "ENG A nwy"), "the army left");
}

/* What stands in the way of a position, or around reports. */
TEST(test_sequences, "reports in their sequence")
{
	static const char move[] = "\nEngland: Army Wales HOLD.\n\nThe next phase of 'x' will be\n";
	static const struct {
		const char *title, *second, *error, *told;
	} rows[] = {
		{"Retreat results for Fall of 1901. (north.003)", NULL, "1: no movement report", NULL},
		{"Adjustment results for Winter of 1901. (north.003)", NULL, "1: no movement report", NULL},
		{"Movement results for Fall of 1899. (north.003)", NULL, "there is no such phase", NULL},
		{"Movement results for Winter of 1902. (north.003)", NULL, "there is no such phase", NULL},
		{"Movement results for Fall of 1903. (north.003)", NULL, NULL,
	     "who owns what is not known"},
		{"Movement results for Spring of 1901. (a.1)", "Movement results for Fall of 1901. (b.2)",
	     "it is of the game b, those before are of a", NULL},
		{"Movement results for Spring of 1901. (a.1)", "Movement results for Fall of 1903. (a.9)",
	     NULL, "the reports since F1901M are missing"},
		{"Movement results for Spring of 1901. (a.1)",
	     "Adjustment results for Winter of 1901. (a.9)",
	     "the report before it leads to F1901M: one is missing", NULL},
		{"Movement results for Fall of 1901. (a.2)", "Movement results for Spring of 1901. (a.1)",
	     NULL, "it stands after reports that lead to W1901A"},
		{"Movement results for Fall of 1902. (a.9)", "Adjustment results for Winter of 1901. (a.3)",
	     "sort the mails by date, each once", NULL},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		char text[1000], error[2 * ERROR_SIZE];
		struct judge_fold fold;
		const bool moves = strncmp(rows[i].title, "Movement", 8) == 0;
		snprintf(text, sizeof text, "%s\n%s%s\n%s", rows[i].title, moves ? move : "\n",
		         rows[i].second ? rows[i].second : "",
		         rows[i].second && strncmp(rows[i].second, "Movement", 8) == 0 ? move : "");
		const bool read = fold_text(text, &fold, error);
		CHECK(read == !rows[i].error && (read || strstr(error, rows[i].error)), "%s: %s",
		      rows[i].title, error);
		CHECK(!rows[i].told || strstr(heard_of.told, rows[i].told), "%s: told %s", rows[i].title,
		      heard_of.told);
	}
}

TEST(test_around, "text around reports, quoted, wrapped, abbreviated")
{
	static const char text[] =
		"Turkey: I hold nothing against you.\n"
		"Movement orders for Spring of 1901. (north.001)\n\nEngland: Army Wales HOLD.\n"
		":: Judge: JDG\n"
		"> movement RESULTS for spring of 1901.(north.001)\r\n>\r\n"
		"> Some words of the master, who is not a power.\r\n"
		"> > Russia: Fleet St.Petersburg (south coast) SUPPORT Army st. petersburg ->\r\n"
		"> > Livonia. (*void*)\r\n> France: Army Mars -> gulfoflyon\r\n";
	static const char rest[] = "\n\nUnit locations:\n\nAustria:  A Budapest.\nRussia: nonsense\n"
							   "The next phase of 'north' will be Movement for Fall of 1901.\n"
							   "Russia: this is not read\n";
	char whole[2000], error[2 * ERROR_SIZE];
	struct judge_fold fold;
	snprintf(whole, sizeof whole, "%s", text);
	CHECK(!fold_text(whole, &fold, error), "an army goes to sea, and no dot ends it");
	*strstr(whole, "> France") = '\0';
	strcat(whole, "France: Army Mars -> Burgundy.\nEngland: Army yonkers ->\nwal.\n(*bounce*)\n");
	strcat(whole, "England: Fleet norwsea, No Order Processed.\n");
	strcat(whole, rest);
	CHECK(fold_text(whole, &fold, error), "%s", error);
	CHECK(fold.board.unit_count == 4 && stands(&fold.board, "FRA A bur") &&
	          stands(&fold.board, "ENG A yor") && stands(&fold.board, "RUS F stp/sc") &&
	          stands(&fold.board, "ENG F nwg"),
	      "%d units", fold.board.unit_count);
}

/* Without the owners and the units before a phase. */
static const char expected_cases[] =
	"case F1901M\nphase F1901M\norder TUR A bul H\norder RUS A gal - bud\norder GER A kie S A ber\n"
	"order ENG A lon - nwy via\norder ENG F nth C A lon - nwy\norder AUS A rum S A ser - bul\n"
	"order AUS A ser - bul\norder ITA A tri - bud\nexpect TUR A bul fails dislodged\n"
	"expect RUS A gal fails bounced\nexpect GER A kie fails void\nexpect ENG A lon succeeds\n"
	"expect ENG F nth any\nexpect AUS A rum succeeds\nexpect AUS A ser succeeds\n"
	"expect ITA A tri fails bounced\nafter AUS A bul\nafter RUS A gal\nafter GER A kie\n"
	"after ENG F nth\nafter ENG A nwy\nafter AUS A rum\nafter ITA A tri\nafter RUS A ukr\n"
	"dislodged TUR A bul from ser\ncontested bud\nend\ncase F1901R\nphase F1901R\n"
	"retreating TUR A bul from ser\nclosed bud\norder TUR A bul R gre\nexpect TUR A bul succeeds\n"
	"after AUS A bul\nafter RUS A gal\nafter TUR A gre\nafter GER A kie\nafter ENG F nth\n"
	"after ENG A nwy\nafter AUS A rum\nafter ITA A tri\nafter RUS A ukr\nend\ncase W1901A\n"
	"phase W1901A\norder AUS build A vie\norder GER waive\norder TUR A gre D\n"
	"expect AUS A vie succeeds\nexpect GER waive succeeds\nexpect TUR A gre succeeds\n"
	"after AUS A bul\nafter RUS A gal\nafter GER A kie\nafter ENG F nth\nafter ENG A nwy\n"
	"after AUS A rum\nafter ITA A tri\nafter AUS A vie\ndisbanded RUS A ukr\ndisbanded TUR A gre\n"
	"end\n";

static char cases[4000];

static void write_case(void *context, const struct fold_phase *phase)
{
	struct text out = {cases + strlen(cases), sizeof cases - strlen(cases), 0};
	(void)context;
	judge_case_write_phase(&out, suite_map(), phase);
}

/* The phases of a year as the lines of a case. */
TEST(test_cases, "phases as cases")
{
	static const char text[] =
		"Movement results for Fall of 1901. (north.002)\n\n"
		"Austria: Army Serbia -> Bulgaria.\nAustria: Army Rumania SUPPORT Army Serbia -> "
		"Bulgaria.\n"
		"Russia: Army Galicia -> Budapest. (*bounce*)\nRussia: Army Ukraine, No Order Processed.\n"
		"Italy: Army Trieste -> Budapest. (*bounce*)\n"
		"England: Fleet North Sea CONVOY Army London -> Norway.\n"
		"England: Army London -> North Sea -> Norway.\nTurkey: Army Bulgaria HOLD. (*dislodged*)\n"
		"Germany: Army Kiel SUPPORT Army Berlin. (*void*)\n\n"
		"The following units were dislodged:\n\n"
		"The Turkish Army in Bulgaria can retreat to Constantinople or Greece.\n\n"
		"Ownership of supply centers:\n\nAustria: Bulgaria, Serbia, Vienna.\nEngland: London, "
		"Norway.\n"
		"Germany: Berlin, Kiel.\nItaly: Trieste.\nRussia: Moscow.\n\n"
		"The next phase of 'north' will be Retreats for Fall of 1901.\n"
		"Retreat results for Fall of 1901.  (north.003)\n\nTurkey: Army Bulgaria -> Greece.\n\n"
		"Ownership of supply centers:\n\nAustria: Bulgaria, Serbia, Vienna.\nEngland: London, "
		"Norway.\n"
		"Germany: Berlin, Kiel.\nItaly: Trieste.\nRussia: Moscow.\n\n"
		"The next phase of 'north' will be Adjustments for Winter of 1901.\n"
		"Adjustment results for Winter of 1901.  (north.004)\n\n"
		"Austria: Builds an army in Vienna.\nGermany: Build waived.\n"
		"Russia: Defaults, removing the army in Ukraine.\nTurkey: Removes the army in Greece.\n\n"
		"The next phase of 'north' will be Movement for Spring of 1902.\n";
	char error[2 * ERROR_SIZE];
	struct judge_fold fold = {.tell = hear, .context = &heard_of, .played = write_case};
	heard_of.told[0] = cases[0] = '\0';
	CHECK(read_text(text, strlen(text), &fold, error), "%s", error);
	for (char *line = cases, *next; line[0] != '\0'; line = next) {
		next = strchr(line, '\n') + 1;
		if (strncmp(line, "owner", 5) == 0 || strncmp(line, "unit", 4) == 0) {
			memmove(line, next, strlen(next) + 1);
			next = line;
		}
	}
	CHECK(strcmp(cases, expected_cases) == 0, "%s", cases);
	vary(text, digest_mail);
}

/* Orders, with coasts that are named or not, as results and as acknowledged before a deadline. */
static const char coasts[] =
	"Movement results for Spring of 1902.  (north.005)\n\n"
	"France: Fleet Mid-Atlantic Ocean -> Spain (north coast). (*bounce*)\n"
	"France: Fleet Marseilles -> Spain.\nFrance: Army Gascony SUPPORT Fleet Marseilles -> Spain.\n"
	"Russia: Fleet St. Petersburg (south coast) SUPPORT Fleet Finland.\nRussia: Fleet Finland "
	"HOLD.\n\n"
	"The next phase of 'north' will be Movement for Fall of 1902.\n";
static const char preview[] =
	"Movement orders for Spring of 1902.  (north.005)\n\n"
	"France: Fleet Mid-Atlantic Ocean -> Spain (north coast).\nFrance: Fleet Marseilles -> Spain.\n"
	"France: Army Gascony SUPPORT Fleet Marseilles -> Spain.\n"
	"Russia: Fleet St. Petersburg (south coast), No Order Processed.\n\n"
	"Time to deadline: 3 hours.\n";

/* What is read of the mails of a winter, a year, a preview and a retreat with a small mistake, and
 * what is said of it. */
TEST(test_mistakes, "mails with mistakes")
{
	static char retreat[VARY_SIZE];
	FILE *file = fopen("tests/njudge/north.mail", "r");
	SUITE_MUST(file != NULL, "tests/njudge/north.mail");
	retreat[fread(retreat, 1, sizeof retreat - 1, file)] = '\0';
	fclose(file);
	vary(retreat, digest_mail);
	vary(coasts, digest_mail);
	vary(preview, digest_mail);
	suite_same(digest, UINT64_C(0xc6e86b2ed90d01cc));
}

SUITE("judge_mail")
