/* stmt_tuning: see stmt_tuning.h. */
#include "stmt_tuning.h"

#include "db/statements/statement.h"

STATEMENT(make_tuning, "ssssiiIIsIIIIIII",
          "select farm.tuning_make($1, $2, $3, $4, $5, $6, $7, $8, string_to_array($9, E'\\t'),"
          " $10, $11, $12, $13, $14, $15, $16)::text");

bool stmt_put_tuning(struct db *db, const struct tournament *tournament)
{
	const struct tuning *tuning = tournament->tuning;
	return tuning == NULL ||
	       statement_run(db, &make_tuning,
	                     VALUES(tournament->name, tuning->asked, tuning->player, tuning->score,
	                            tuning->steps, tuning->gain,
	                            ARRAY(tournament->users, tournament->user_count),
	                            ARRAY(tournament->entrants, tournament->user_count), tuning->names,
	                            ARRAY(tuning->normals, tuning->setting_count),
	                            ARRAY(tuning->laters, tuning->setting_count),
	                            ARRAY(tuning->starts, tuning->setting_count),
	                            ARRAY(tuning->tuned, tuning->tuned_count),
	                            ARRAY(tuning->lows, tuning->tuned_count),
	                            ARRAY(tuning->highs, tuning->tuned_count),
	                            ARRAY(tuning->scales, tuning->tuned_count)));
}

STATEMENT(find_tuning, "s",
          "select t.block, p.step from farm.tuning_progress p"
          " join farm.tournaments t on t.name = p.tournament where p.tournament = $1");

bool stmt_find_tuning(struct db *db, const char *name, bool *exists, struct found_tuning *found)
{
	return statement_find(db, &find_tuning, VALUES(name), exists,
	                      FIELDS(found->block, found->played));
}

/* ── how they stand ── */

STATEMENT(list_tunings, "",
          "with row as (select *, case when ending is not null then ending"
          "   else format('step %s of %s', step + 1, steps) end as state,"
          "   greatest(6, max(length(tournament)) over ()) as width from farm.tuning_progress)"
          " select kind, line from ("
          "  select 0 as at, 'heading' as kind, format('%s %9s %9s  %-16s  %s',"
          "   rpad('TUNING', max(width)), 'GAMES', 'PLAYED', 'STATE', 'FOUND SO FAR') as line"
          "   from row having count(*) > 0"
          "  union all select row_number() over (order by tournament), 'row', format("
          "   '%s %9s %9s  %-16s  %s', rpad(tournament, width), games, played, state,"
          "   coalesce(found, start)) from row) l order by at");

bool stmt_list_tunings(struct db *db, struct db_rows *lines)
{
	return db_query(db, &list_tunings, NO_VALUES, lines);
}

STATEMENT(
	read_tuning, "s",
	"with course as materialized (select * from farm.tuning_course where tournament = $1),"
	" last as (select * from course where step = (select max(step) from course"
	"  where moved_to is not null)),"
	" first as (select * from course where step = 1)"
	" select kind, rtrim(line) from ("
	"  select 1 as part, 0::bigint as at, 'row' as kind, said as line from farm.tuning_told"
	"   where tournament = $1"
	"  union all select 2, 0, 'heading', format('%-14s %9s %9s %9s %11s %9s %9s', 'SETTING',"
	"   'NORMAL', 'FROM', 'TO', 'START', 'NOW', 'FOUND')"
	"  union all select 2, f.place, 'row', format('%-14s %9s %9s %9s %11s %9s %9s', f.setting,"
	"   f.normal, f.low, f.high, f.start, coalesce(round(l.moved_to, 1)::text, '-'),"
	"   coalesce(l.found::text, '-')) from first f left join last l using (place)"
	"  union all select 3, s.side, 'row', format('step %s, %s: %s %% of the points with %s',"
	"   l.step, case s.side when 0 then '+' else '-' end,"
	"   case s.side when 0 then min(l.plus_share) else min(l.minus_share) end,"
	"   string_agg(format('%s=%s', l.setting, case s.side when 0 then l.plus else l.minus end),"
	"    ' ' order by l.place))"
	"   from last l cross join (values (0), (1)) s (side) group by l.step, s.side"
	"  union all select 4, 0, 'row', 'found so far: ' || found from farm.tuning_progress"
	"   where tournament = $1 and found is not null) l order by part, at");

bool stmt_read_tuning(struct db *db, const char *name, struct db_rows *lines)
{
	return db_query(db, &read_tuning, VALUES(name), lines);
}

STATEMENT(tunings_json, "s",
          "select translate(case when $1 is null then (select coalesce(json_agg(p order by"
          "  p.tournament), '[]')::text from farm.tuning_progress p)"
          " else (select json_build_object('progress', p, 'settings', (select json_agg("
          "   json_build_object('setting', c.setting, 'normal', c.normal, 'low', c.low, 'high',"
          "    c.high, 'start', c.start, 'now', c.moved_to, 'found', c.found) order by c.place)"
          "   from farm.tuning_course c where c.tournament = $1 and c.step = greatest(1, p.step)))"
          "  ::text from farm.tuning_progress p where p.tournament = $1) end, E'\\n', '')");

bool stmt_print_tunings(struct db *db, const char *name, FILE *out)
{
	return statement_print(db, &tunings_json, VALUES(name), out);
}

/* ── the rest ── */

STATEMENT(verify_tuning, "ssil",
          "select coalesce(s.labels, ''), s.labels is not null"
          " from farm.tuning_verify($1, $2, $3, nullif($4, -1)) s (labels)");

bool stmt_verify_tuning(struct db *db, const char *name, const char *rival, int32_t games,
                        int64_t seed, bool *made, char labels[STMT_PLAYERS_SIZE])
{
	return statement_row(db, &verify_tuning, VALUES(name, rival, games, seed),
	                     FIELDS(BUFFER(labels, STMT_PLAYERS_SIZE), *made));
}

STATEMENT(advance_tunings, "", "select farm.tunings_advance()");

bool stmt_advance_tunings(struct db *db, int64_t *ended)
{
	return statement_row(db, &advance_tunings, NO_VALUES, FIELDS(*ended));
}
