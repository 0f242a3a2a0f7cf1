/* What DAIDE clients are told of the standard map and of the beginning has the tokens that older
 * servers sent. */
#include "formats/daide/daide_text.h"
#include "formats/daide/daide_tell.h"
#include "suite.h"

static struct daide_map tokens;

/* What the standard map and its beginning are to clients, in figures of servers of old: their logs
 * have an MDF of 1281 tokens, a first SCO of 59 and a first NOW of 118. */
TEST(test_beginning, "the map and the beginning have the tokens they always had")
{
	static struct daide_message map, centres, now;
	char text[1000];
	struct board board;
	board_start(suite_map(), &board);
	daide_tell_map(&map, &tokens);
	daide_tell_centres(&centres, &tokens, &board);
	daide_tell_units(&now, &tokens, &board);
	CHECK(map.count == 1281 && centres.count == 59 && now.count == 118, "tokens: %d, %d, %d",
	      map.count, centres.count, now.count);
	daide_print(&centres, text, sizeof text);
	CHECK(strcmp(text, "SCO ( AUS BUD TRI VIE ) ( ENG EDI LON LVP ) ( FRA BRE MAR PAR )"
	                   " ( GER BER KIE MUN ) ( ITA NAP ROM VEN ) ( RUS MOS SEV STP WAR )"
	                   " ( TUR ANK CON SMY ) ( UNO BEL BUL DEN GRE HOL NWY POR RUM SER SPA"
	                   " SWE TUN )") == 0,
	      "%s", text);
	daide_print(&now, text, sizeof text);
	CHECK(strncmp(text, "NOW ( SPR 1901 ) ( ", 19) == 0 &&
	          strstr(text, "( RUS FLT ( STP SCS ) )") != NULL &&
	          strstr(text, "( AUS AMY BUD )") != NULL,
	      "the first NOW is %s", text);
}

/* Some provinces of MDF, with the coasts of neighbours named for fleets only. */
TEST(test_neighbours, "neighbours, with coasts for fleets")
{
	static const char *const provinces[] = {
		"( ADR ( FLT ALB APU ION TRI VEN ) )",
		"( BUL ( AMY CON GRE RUM SER ) ( ( FLT ECS ) BLA CON RUM ) ( ( FLT SCS ) AEG CON GRE ) )",
		"( CON ( AMY ANK BUL SMY ) ( FLT AEG ANK BLA SMY ( BUL ECS ) ( BUL SCS ) ) )",
		"( STP ( AMY FIN LVN MOS NWY ) ( ( FLT NCS ) BAR NWY ) ( ( FLT SCS ) GOB FIN LVN ) )",
		"( BOH ( AMY GAL MUN SIL TYR VIE ) )",
	};
	static struct daide_message map;
	static char text[20000];
	daide_clear(&map);
	daide_tell_map(&map, &tokens);
	daide_print(&map, text, sizeof text);
	CHECK(strncmp(text, "MDF ( AUS ENG FRA GER ITA RUS TUR ) ( ( ( AUS BUD TRI VIE )", 58) == 0,
	      "%.58s", text);
	for (int i = 0; i < COUNT(provinces); i++)
		CHECK(strstr(text, provinces[i]) != NULL, "%s is not there: %.200s", provinces[i],
		      strstr(text, (char[]){'(', ' ', provinces[i][2], provinces[i][3], provinces[i][4],
		                            ' ', '(', 0}));
}

/* Each neighbour is one in both directions, and the lists are as many as servers of old have. */
TEST(test_map_counts, "lists of neighbours")
{
	int lists = 0, armies = 0, fleets = 0;
	const struct map *map = suite_map();
	for (int l = 0; l < map->loc_count; l++)
		for (int type = ARMY; type <= FLEET; type++) {
			const struct map_loc *from = &map->loc[l];
			lists += from->exit_count[type] > 0;
			*(type == ARMY ? &armies : &fleets) += from->exit_count[type];
			for (int i = 0; i < from->exit_count[type]; i++)
				CHECK(map_adjacent(map, type, from->exits[type][i], l), "%s - %s",
				      map->loc[from->exits[type][i]].code, from->code);
		}
	CHECK(lists == 120 && armies == 222 && fleets == 282, "%d lists, %d, %d", lists, armies,
	      fleets);
}

int main(void)
{
	if (!daide_map_open(suite_map(), &tokens))
		return 1;
	return suite_run("daide_map");
}
