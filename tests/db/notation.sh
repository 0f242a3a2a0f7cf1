#!/bin/bash
# notation: SQL reads orders by the grammar of lib/order.h and has the same names, as C does.
. tests/suite.sh

ctl init >/dev/null
texts=$B/notation.$$.sql
trap 'rm -f "$texts" "$texts.rows"' EXIT

# load FILE: prints SQL that makes a temporary table of the texts of a file like tests/cases/notation.txt.
load() {
	awk -F '|' -v quote="'" '
		function literal(text) { gsub(quote, quote quote, text); return "E" quote text quote }
		BEGIN { printf "create temporary table texts as select * from (values (0, true, null, null)" }
		/^(yes|no)[|]/ { printf ",\n(%d, %s, %s, %s)", NR, ($1 == "yes" ? "true" : "false"), literal($2), literal($3) }
		END { print ") t (line, yes, given, meant) where line > 0;" }' "$1"
}
load tests/cases/notation.txt >"$texts"

# ask SQL: runs SQL that can use the texts.
ask() { ctl psql -XqAt -v ON_ERROR_STOP=1 -f "$texts" -c "$1"; }

test_texts_are_all_there() {
	same "yes and no" "$(ask "select count(*) filter (where yes) >= 100, count(*) filter (where not yes) >= 150 from texts")" "t|t"
	same "lines without a text" "$(grep -cvE '^(#|$|(yes|no)\|[^|]*\|[^|]+$)' tests/cases/notation.txt)" 0
	same "forms" "$(ask "select count(*) from texts where yes and meant is null")" 0
}

# differing COLLATION: texts that are read wrongly when strings have this collation.
differing() {
	ask "select line, given, parsed, problem
		from texts join farm.maps m on m.name = 'standard' cross join farm.order_parse(m.id, given collate \"$1\")
		where (case when yes then parsed is distinct from meant or problem is not null
		       else parsed is not null or coalesce(problem, '') = '' end)
		order by line"
}

test_texts() {
	local wrong
	wrong=$(differing default)
	same "texts read wrongly" "$wrong" ""
}

# SQL takes exactly those texts for orders that C does.
test_random_texts() {
	local wrong
	"$B/test_order" print 5000 >"$texts.rows"
	load "$texts.rows" >"$texts"
	wrong=$(differing default)
	same "texts read otherwise than in C" "$wrong" ""
	same "texts" "$(ask "select count(*) = 5000, count(*) filter (where yes) > 500, count(distinct meant) filter (where yes) > 30 from texts")" "t|t|t"
	load tests/cases/notation.txt >"$texts"
}

# submit_orders reads each order by farm.order_read, which uses the grammar. It refuses a text that is no order for that reason.
# In a turn without legal orders it refuses all others for another reason.
test_turn() {
	local turn="jsonb_populate_record(null::farm.turns, '{\"phase\": 0, \"power\": 2, \"units\": [], \"legal\": [], \"owners\": \"\"}')" wrong
	wrong=$(ask "select line, given, parse.problem, read.problem
		from texts join farm.maps m on m.name = 'standard'
		cross join farm.order_parse(m.id, given) parse
		cross join farm.order_read($turn, m.id, m.powers, given) read
		where yes = (read.problem is not distinct from parse.problem) or read.problem is null or read.text <> left(given, 100)")
	same "texts a turn reads otherwise" "$wrong" ""
	grep -q 'farm.order_read(' schema/functions/submitting.sql
}

# Letters and blanks are those of ASCII in any language.
test_languages() {
	local collation wrong count=0
	for collation in $(query "select collname from pg_collation where collname in ('C', 'C.utf8', 'en_US.utf8', 'und-x-icu', 'tr-x-icu')
			and collencoding in (-1, (select encoding from pg_database where datname = current_database()))"); do
		wrong=$(differing "$collation")
		same "texts read wrongly in $collation" "$wrong" ""
		count=$((count + 1))
	done
	[ "$count" -ge 2 ]
}

# A printed order is read as the same order.
test_round_trips() {
	local wrong
	wrong=$(ask "select meant, parsed
		from texts join farm.maps m on m.name = 'standard' cross join farm.order_parse(m.id, meant)
		where yes and parsed is distinct from meant")
	same "forms read otherwise" "$wrong" ""
}

# A text of farm.orders is read as the same order.
test_order_text() {
	local wrong kinds="select kind, farm.order_action(kind) as action,
			farm.order_text(kind, 'A lon', case when farm.order_helps(kind) then 'F nth' end, 'nwy', kind = 1) as text
		from generate_series(0, 8) kind"
	same "kinds" "$(query "select string_agg(action || '=' || text, ',' order by kind) from ($kinds) k")" \
		"hold=A lon H,move=A lon - nwy via,support=A lon S F nth,support=A lon S F nth - nwy,convoy=A lon C F nth - nwy,$(
		)retreat=A lon R nwy,disband=A lon D,build=build A lon,waive=waive"
	wrong=$(query "select kind, k.text, parsed from ($kinds) k
		join farm.maps m on m.name = 'standard' cross join farm.order_parse(m.id, k.text) where parsed is distinct from k.text")
	same "kinds read otherwise" "$wrong" ""
	same "no kind" "$(query "select farm.order_text(15, 'A lon', null, null, false), farm.order_action(15) is null")" "A lon ?|t"
}

test_null() { same "null" "$(query "select parsed, problem from farm.order_parse(1, null)")" "|null is no order"; }

# rows MACRO PLACE: the texts at a place of a .def's rows, in their order.
rows() { grep -h "^$1(" lib/*.def | awk -F '"' -v place="$2" '{print $(2 * place)}'; }

# names FUNCTION: its names of the numbers from 0 on, up to the first number without a name.
names() { query "select name from (select n, farm.$1(n) as name from generate_series(-1, 30) n) x where name is not null order by n"; }

test_names() {
	same "results" "$(names result_name)" "$(rows RESULT 1)"
	same "stages" "$(names stage_name)" "$(rows STAGE 1)"
	same "actions" "$(names order_action)" "$(rows ORDER 1)"
	same "forms" "$(names order_form)" "$(rows ORDER 2)"
	same "tokens" "$(query "select farm.order_symbol(token) from unnest(string_to_array('$(rows TOKEN 1 | paste -sd,)', ',')) token")" \
		"$(rows TOKEN 2)"
	# numbers are stored, so they stay
	same "numbers" "$(query "select farm.result_name(0), farm.result_name(13), farm.stage_name(4), farm.order_action(4)")" \
		"succeeds|undecided|paradox elimination|convoy"
}

run_tests
