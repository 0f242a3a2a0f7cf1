/* statements_report_games: single games that are worth a look: the slowest, the strangest, those
 * put aside. */
#include "statement.h"
#include "statements_report_parts.h"

/* How a game ended, in words. Of g: the game; m: its map. */
#define ENDED                                                                                      \
	"case when g.ending = 'solo' then m.powers[1 + g.winner] || ' won in ' ||"                     \
	" farm.phase_year(g.phase) else 'a draw of ' || (select count(*) from unnest(g.units) u"       \
	" where u > 0) || ' in ' || farm.phase_year(g.phase) end"

STATEMENT(slow, "is",
          "select g.number::text, g.id::text, s.think::text, s.judge::text, g.phases::text, " ENDED
          " from (select b.game_id, sum((select sum(t) from unnest(b.think_ns) t)) as think,"
          "   sum(b.resolve_ns::bigint) as judge from farm.boards b"
          "   where b.tournament_id = $1 group by b.game_id) s"
          " join farm.games g on g.id = s.game_id and g.state = 'finished'"
          " join farm.tournaments t on t.id = g.tournament_id and t.name = $2"
          " join farm.maps m on m.id = t.map_id"
          " order by s.think + s.judge desc, g.number limit 5");

STATEMENT(strange, "is", "select null::text, null::text, null::text where $1 < 0 and $2 = ''");

STATEMENT(aside, "is",
          "select g.number::text, g.id::text, g.state::text,"
          " coalesce(g.reason, 'cancelled by a user') from farm.games g"
          " join farm.tournaments t on t.id = g.tournament_id and t.name = $2"
          " where g.tournament_id = $1 and g.aside in ('quarantined', 'cancelled')"
          " and not exists (select from farm.stops s where s.tournament_id = t.id"
          "  and g.number > s.last_game) order by g.state, g.number limit 50");

const struct report_query report_games[] = {
	{REPORT_SLOW, 6, &slow},
	{REPORT_STRANGE, 3, &strange},
	{REPORT_ASIDE, 4, &aside},
	{REPORT_QUESTIONS, 0, NULL},
};
