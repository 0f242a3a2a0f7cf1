/* statements_report_course: how games went: scores by year, endings, lengths, openings. */
#include "statement.h"
#include "statements_report_parts.h"

/* At most 27 years: every so many, and the last one, which has the real ends. A player's share is
 * that of complete blocks, as in the standings: a player gains nothing in a block without a seat.
 * The interval is that of a mean over blocks, by Student's t: at the begin all are equal for
 * certain. */
STATEMENT(
	years, "is",
	"with t as (select t.block as size, cardinality(m.powers) as powers"
	"  from farm.tournaments t join farm.maps m on m.id = t.map_id where t.id = $1),"
	" y as materialized (select year, (number - 1) / size as block, power, player, points, number"
	"  from farm.by_year($2) cross join t),"
	" chosen as (select year from (select min(year) as first, max(year) as last from y) e"
	"  cross join generate_series(first, last) year"
	"  where (year - first) % (1 + (last - first) / 26) = 0 or year = last),"
	" seat as materialized (select year, block, power, player, sum(points) as points, count(*) as n"
	"  from y join chosen using (year) group by year, block, power, player),"
	" size as (select year, block, sum(n) / max(powers) as games, max(size) as due"
	"  from seat cross join t group by year, block),"
	" share as ("
	"  select 'player' as kind, player as name, year, block, sum(points / games)::float8 as share,"
	"   sum(n / games / powers)::float8 as fair"
	"  from seat join size using (year, block) cross join t where games = due"
	"  group by player, year, block"
	"  union all select 'power', power, year, block, sum(points / games)::float8, 1.0 / max(powers)"
	"  from seat join size using (year, block) cross join t group by power, year, block),"
	" blocks as (select year, count(*) as every, count(*) filter (where games = due) as complete"
	"  from size group by year),"
	" mean as (select kind, name, year, case kind when 'player' then max(complete) else max(every) "
	"end"
	"  as n, sum(share) as sum, sum(share ^ 2) as squares, sum(fair) as fair"
	"  from share join blocks using (year) group by kind, name, year)"
	" select kind, name, year::text, (100 * sum / n)::text,"
	"  (100 * greatest(0, sum / n - half))::text, (100 * least(1, sum / n + half))::text,"
	"  (100 * fair / n)::text from mean"
	" left join (select n, farm.student_t(0.05, n - 1) as t from (select distinct n from mean) d"
	"  where n > 1) s using (n)"
	" cross join lateral (select t * sqrt(greatest(0, squares - sum ^ 2 / n) / (n - 1) / n) as "
	"half) h"
	" order by kind, name collate \"C\", year");

STATEMENT(shared, "is",
          "with shared as (select count(*) as sharing, max(rounds + 1) / 2 as years,"
          "  string_agg(power, ' ' order by power) as powers"
          "  from farm.results where tournament = $2 and fate = 'draw' group by number)"
          " select sharing::text, powers, count(*)::text,"
          "  percentile_disc(0.5) within group (order by years)::text"
          " from shared group by sharing, powers"
          " order by count(*) desc, sharing, powers limit 12");

STATEMENT(lengths, "is",
          "select years::text, count(*) filter (where ending = 'solo')::text,"
          " count(*) filter (where ending = 'draw')::text"
          " from (select ending, (farm.phase_round(g.phase)"
          "   - farm.phase_round(coalesce(t.start_phase, 0::smallint)) + 1 + 1) / 2 as years"
          "  from farm.games g join farm.tournaments t on t.id = g.tournament_id"
          "  where g.tournament_id = $1 and t.name = $2 and g.state = 'finished') l"
          " group by l.years order by l.years");

/* Orders without what became of them: bits 0 to 19. Only those that are shown become texts. The
 * parameter names the partition, so no other is read. */
STATEMENT(
	openings, "is",
	"with t as (select coalesce(t.start_phase, 0::smallint) as phase, m.powers, m.codes"
	"  from farm.tournaments t join farm.maps m on m.id = t.map_id where t.id = $1 and t.name = "
	"$2),"
	" board as (select b.game_id, b.units, b.orders from farm.games g cross join lateral ("
	"   select * from farm.boards b where b.tournament_id = $1 and b.game_id = g.id"
	"   and b.phase = (select phase from t) and b.orders is not null) b where g.tournament_id = "
	"$1),"
	" given as (select farm.unit_power(o.unit) as power,"
	"   array_agg(o.unit order by o.unit) as units,"
	"   array_agg(o.code & 1048575 order by o.unit) as orders"
	"  from board b cross join lateral unnest(b.units, b.orders) o (unit, code)"
	"  where farm.order_given(o.code) and not farm.unit_apart(o.unit) group by b.game_id, power),"
	" counted as (select power, units, orders, count(*) as games,"
	"   sum(count(*)) over (partition by power)::bigint as total,"
	"   count(*) over (partition by power) as kinds,"
	"   row_number() over (partition by power order by count(*) desc, orders) as place"
	"  from given group by power, units, orders)"
	" select t.powers[1 + power], (select string_agg(farm.order_text(w.kind,"
	"    farm.unit_type(o.unit) || ' ' || coalesce(t.codes[1 + farm.unit_area(o.unit)], '?'),"
	"    case when farm.order_helps(w.kind) then farm.order_aux_type(o.code) || ' '"
	"     || coalesce(t.codes[1 + farm.order_aux(o.code)], '?') end,"
	"    coalesce(t.codes[1 + farm.order_to(o.code)], '?'), farm.order_via(o.code)), ', '"
	"    order by o.unit)"
	"   from unnest(units, orders) o (unit, code)"
	"   cross join lateral (select farm.order_kind(o.code) as kind) w),"
	"  games::text, total::text, (100.0 * games / total)::text, (100 * i.low)::text,"
	"  (100 * i.high)::text, kinds::text"
	" from counted cross join t cross join lateral farm.wilson95(games, total) i"
	" where place <= 5 order by power, place");

const struct report_query report_course[] = {
	{REPORT_YEARS, 7, &years},       {REPORT_SHARED, 4, &shared}, {REPORT_LENGTHS, 3, &lengths},
	{REPORT_OPENINGS, 8, &openings}, {REPORT_QUESTIONS, 0, NULL},
};
