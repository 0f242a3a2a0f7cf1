/* stmt_links: see stmt_links.h. The functions are those of schema/functions/links.sql.
 */
#include "stmt_links.h"
#include "db/statements/statement.h"

STATEMENT(make_link, "lsxib",
          "select coalesce(link, 0), coalesce(to_char(expires, 'YYYY-MM-DD HH24:MI'), ''),"
          " coalesce(left(problem, 99), '')"
          " from farm.link_make($1, $2, $3, make_interval(secs => $4), $5)");

bool stmt_make_link(struct db *db, const struct link_wish *wish, const uint8_t digest[DIGEST_SIZE],
                    struct made_link *made)
{
	return statement_row(
		db, &make_link,
		VALUES(wish->game, wish->power, BYTES(digest, DIGEST_SIZE), wish->seconds, wish->host),
		FIELDS(made->link, BUFFER(made->expires, sizeof made->expires),
	           BUFFER(made->problem, sizeof made->problem)));
}

#define LISTED                                                                                     \
	"select l.id as link, t.name || '/' || g.number as game, m.powers[1 + l.power] as power,"      \
	" left(u.label, 63) as seat, case when l.withdrawn_at is not null then 'withdrawn'"            \
	"  when l.expires_at <= now() then 'expired'"                                                  \
	"  when g.state in ('finished', 'cancelled') then 'game over' else 'open' end as state,"       \
	" l.expires_at as expires, l.used_at as used, l.withdrawn_at as withdrawn,"                    \
	" l.made_at as made, l.made_by"                                                                \
	" from farm.links l join farm.games g on g.id = l.game_id"                                     \
	" join farm.tournaments t on t.id = g.tournament_id and not t.dropped"                         \
	" join farm.maps m on m.id = t.map_id"                                                         \
	" join farm.seats s on s.game_id = l.game_id and s.power = l.power"                            \
	" join farm.users u on u.id = s.user_id"                                                       \
	" where $1 = 0 or g.id = $1 order by l.id"
#define TOLD_TIME(column) "coalesce(to_char(" column ", 'YYYY-MM-DD HH24:MI'), '')"

STATEMENT(list_links, "l",
          "select link, game, power, seat, state, " TOLD_TIME("expires") ", " TOLD_TIME(
			  "used") ", made_by from (" LISTED ") l");

bool stmt_list_links(struct db *db, int64_t game, struct db_rows *rows)
{
	return db_query(db, &list_links, VALUES(game), rows);
}

#define PLACE(text) BUFFER(text, sizeof(text))

bool stmt_next_link(struct db_rows *rows, struct listed_link *listed)
{
	return db_rows_next(rows,
	                    FIELDS(listed->link, PLACE(listed->game), PLACE(listed->power),
	                           PLACE(listed->seat), PLACE(listed->state), PLACE(listed->expires),
	                           PLACE(listed->used), PLACE(listed->made_by)));
}

STATEMENT(print_links, "l",
          "select coalesce(jsonb_pretty(jsonb_agg(to_jsonb(l))), '[]') from (" LISTED ") l");

bool stmt_print_links(struct db *db, int64_t game, FILE *out)
{
	return statement_print(db, &print_links, VALUES(game), out);
}

STATEMENT(withdraw_links, "lls", "select farm.links_withdraw(nullif($1, 0), $2, $3)");

bool stmt_withdraw_links(struct db *db, int64_t link, int64_t game, const char *power,
                         int64_t *links)
{
	return statement_row(db, &withdraw_links, VALUES(link, game, power), FIELDS(*links));
}
