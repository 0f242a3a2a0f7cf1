#!/bin/bash
# query: proves that aresctl query answers each question of sql/ as psql does, in each format; that it lists all of them; that no
# value does harm; that a role that only reads can ask, and an external player cannot.
. tests/suite.sh

folder=$(mktemp -d)
games=asked-$$ grid=cells-$$ matrix=duels-$$ population=drawn-$$ run=cases-$$ tuning=tuned-$$ openings=opened-$$

questions=$(find sql -name '*.sql' ! -path 'sql/views*' -printf '%P\n' | sed 's/\.sql$//' | LC_ALL=C sort)

# about QUESTION: the variable for what it is about, and the name of ours.
about() {
	case $1 in
	grid | thesis/likelihood) echo "g $grid" ;;
	matrix) echo "m $matrix" ;;
	population) echo "p $population" ;;
	tuning) echo "n $tuning" ;;
	thesis/table_10) echo "run $run" ;;
	thesis/openings | thesis/table_3 | thesis/table_4 | thesis/table_5 | thesis/table_11) echo "t $openings" ;;
	*) echo "t $games" ;;
	esac
}

test_play() {
	local six=random,random,random,random,random,random
	ctl tournament create $games --games 16 --seats "$seats" --rounds 40 --seed "$SEED"
	ctl experiment grid $grid --grid 'depth=1..2' --against random --games 4 --rounds 6
	ctl experiment matrix $matrix --players random,randbot,holdbot --games 7 --rounds 4
	ctl experiment population $population --players random,randbot,holdbot --games 3
	ctl tune create $tuning --player dumbbot --tune 'gap attack' --games 8 --batch 4 --rounds 4
	ctl experiment cases $run --rules thesis --repetitions 1 tests/cases/rulebook.cases tests/cases/thesis.cases
	ctl experiment openings $openings --power GER --grid 'age=5 depth=1; age=10 depth=1,2' --repetitions 20
	ctl tournament create kept-two-$$ --games 2 --rounds 2 --seats "randbot,$six"
	ctl tournament create kept-one-$$ --games 2 --rounds 2 --seats "random,$six"
	ctl tournament create odd-$$ --games 2 --seats odd=random,odd=random --rounds 2
	ctl tournament create both-$$ --games 2 --seats odd=random,even=random --rounds 2
	aresd --until-done
	ctl rate $games
}

test_every_question_is_listed() {
	local list
	list=$(ctl query)
	same questions "$(cut -d' ' -f1 <<<"$list" | LC_ALL=C sort)" "$questions"
	same "too wide" "$(awk 'length > 80' <<<"$list")" ""
	same "what they are about" "$(sed 's/^[^ ]* *//' <<<"$list")" \
		"$(sed -sn '1s/^-- \(.*\)\.$/\1/p' $(sed 's|\([^ ]*\).*|sql/\1.sql|' <<<"$list"))"
	same "as CSV and JSON" "$(python3 -c 'import csv, json, sys
for row in list(csv.reader(open(sys.argv[1])))[1:]: print("%-18s  %s" % tuple(row))
for row in json.load(open(sys.argv[2]))["rows"]: print("%-18s  %s" % (row["question"], row["about"]))' \
		<(ctl query --format csv) <(ctl query --json))" "$list
$list"
}

# What psql is told of the values that a question takes: what aresctl takes for them.
defaults=(-v score=thesis -v width=2 -v power=GER -v most=10 -v openings= -v boards=1 -v samples=0)

# in_psql: a session of psql answers all questions as CSV, in $folder/psql/QUESTION.csv, and as tables,
# QUESTION.table. CSV has data only, so lines of text go nowhere. psql prints a table that is left out: one
# without rows, after lines without any.
in_psql() {
	local question variable name every width
	mkdir -p "$folder/psql/thesis"
	cp -r sql "$folder"
	find "$folder/sql" -name '*.sql' -exec sed -i 's|\\g (tuples_only=on format=unaligned)|\\g /dev/null|' {} +
	for question in $questions; do
		read -r variable name <<<"$(about "$question")"
		every=1 width=2
		case $question in *figure*) every=10 ;; *table_9) width= ;; esac
		printf '\\set every %s\n\\set width %s\n\\set %s %s\n' $every "$width" "$variable" "$name"
		printf '\\pset format csv\n\\o %s.csv\n\\i %s\n\\pset format aligned\n\\o %s.table\n\\i %s\n' \
			"$folder/psql/$question" "$folder/sql/$question.sql" "$folder/psql/$question" "sql/$question.sql"
	done | ctl psql -Xq -P footer=off "${defaults[@]}"
	rm -r "$folder/sql"
	sed -i '/^player,faulted,/d' "$folder"/psql/*.csv "$folder"/psql/thesis/*.csv
	sed -i '/^ player | faulted /,+1d; s/ *$//' "$folder"/psql/*.table "$folder"/psql/thesis/*.table
}

# Who only reads gets every answer. Later tests compare with the answers kept here.
test_csv_is_that_of_psql() {
	local question name csv
	query "create role reads_$$ in role farm_reader"
	in_psql
	for question in $questions; do
		read -r _ name <<<"$(about "$question")"
		csv=$folder/${question#*/}.csv
		PGOPTIONS="-c role=reads_$$" ctl query "$question" "$name" --format csv | grep -v '^$' >"$csv"
		[ "$(wc -l <"$csv")" -gt 1 ] || [ "$question" = knowledge ] || same "$question" "$(cat "$csv")" "an answer"
		same "$question" "$(cat "$csv")" "$(cat "$folder/psql/$question.csv")"
	done
	query "drop role reads_$$"
}

# half N: every second question, from the one of that number and the seed.
half() { awk -v n=$(($1 + SEED)) '(NR + n) % 2' <<<"$questions"; }

# Tables and JSON, each of every second question.
test_table_is_that_of_psql() {
	local question name
	for question in $(half 0); do
		read -r _ name <<<"$(about "$question")"
		same "$question" "$(ctl query "$question" "$name" | grep -vE '^$|^\(no rows\)$')" \
			"$(without_idle <"$folder/psql/$question.table")"
	done
}
# psql prints the head of a table without rows; aresctl that of the first one only.
without_idle() {
	awk 'BEGIN {RS = ""} NR == 1 || split($0, line, "\n") != 2 || line[2] !~ /^[-+]+$/' | grep -v '^$'
}

# as_csv QUESTION NAME...: prints the tables of JSON answers, one per line, as CSV, with numbers as they stand
# there.
as_csv() {
	python3 -c 'import csv, json, sys
out = csv.writer(sys.stdout, lineterminator="\n")
for question, name, line in zip(sys.argv[1::2], sys.argv[2::2], sys.stdin, strict=True):
    answer = json.loads(line, parse_int=str, parse_float=str)
    assert list(answer) == ["question", "tournament", "values", "tables", "remarks"], list(answer)
    assert answer["question"] == question and answer["tournament"] in (name, None)
    for table in answer["tables"]:
        assert list(table) == ["title", "columns", "rows"], list(table)
        out.writerow(table["columns"])
        for row in table["rows"]:
            assert list(row) == table["columns"]
            out.writerow("" if v is None else v if v not in (True, False) else str(v)[0].lower()
                         for v in row.values())' "$@"
}

# The names of columns may differ: in JSON no two are equal.
test_json_is_the_same() {
	local question name asked=() files=()
	for question in $(half 1); do
		read -r _ name <<<"$(about "$question")"
		asked+=("$question" "$name") files+=("$folder/${question#*/}.csv")
		ctl query "$question" "$name" --json
	done >"$folder/json"
	as_csv "${asked[@]}" <"$folder/json" >"$folder/json.csv"
	diff <(sed -E 's/ [2-9](,|$)/\1/g' "${files[@]}") <(sed -E 's/ [2-9](,|$)/\1/g' "$folder/json.csv")
}

test_kinds_in_json() {
	local said
	said=$(ctl query standings $games --json)
	same "a row" "$(query "select jsonb_typeof(v -> 'player'), jsonb_typeof(v -> 'points'), jsonb_typeof(v -> 'wins')
		from jsonb_path_query(\$json\$$said\$json\$::jsonb, '\$.tables[0].rows[0]') v")" "string|number|number"
	same "title and remark" "$(query "select v #>> '{tables,0,title}', v #>> '{remarks,0}' from (select \$json\$$said\$json\$::jsonb) v (v)")" \
		"Points by player, with 95 % intervals: $games|16 games; a seat is worth 0.143 points on average"
	said=$(ctl query histogram $games width=7 --json)
	same "its values" "$(query "select \$json\$$said\$json\$::jsonb -> 'values'")" '{"width": 7}'
}

# Each table by its number; no number is one too many.
test_one_table() {
	same "the first" "$(ctl query fates $games --format csv --table 1 | head -1 | cut -d, -f1)" power
	same "the second" "$(ctl query fates $games --format csv --table 2 | head -1)" "sharing,powers,draws,years"
	same "as a table" "$(ctl query fates $games --table 2 | head -1)" "Draws, by how many shared them:"
	same "as JSON" "$(ctl query fates $games --table 2 --json | as_csv fates $games | head -1)" "sharing,powers,draws,years"
	refused "fates gives 2 tables here, and none of number 3" ctl query fates $games --table 3
	refused "must be" ctl query fates $games --table 0
}

test_values() {
	same "a width" "$(ctl query histogram $games width=1000 --format csv | sed -n 2p | cut -d, -f1)" "0 - 1000"
	same "boards by stage" "$(query "select sum(conditioning), sum(substitution), sum(supposition), sum(paradox) from farm.histogram('$games')")" \
		"$(query "select sum(boards) filter (where stage = 1), sum(boards) filter (where stage = 2), sum(boards) filter (where stage = 3),
			coalesce(sum(boards) filter (where stage = 4), 0)
			from farm.tournaments t cross join lateral farm.resolutions(t.id) r where t.name = '$games' and orders > 0")"
	ctl rate $games --score squares >/dev/null
	same "a score" "$(ctl query ratings $games score=squares --format csv)" \
		"$(ctl psql -Xq --csv -v t=$games -v score=squares -f sql/ratings.sql | tail -n +3)"
	same "few years" "$(ctl query thesis/table_7 $games every=1000 --format csv | tail -n +2 | cut -d, -f1)" "1901
1921"
	same "a power" "$(ctl query thesis/table_11 $openings power=GER --format csv)" "$(ctl query thesis/table_11 $openings --format csv)"
	same "value before name" "$(ctl query histogram width=1000 $games)" "$(ctl query histogram $games width=1000)"
	# the head of ratings.sql has the scores of aresctl rate
	same "scores" "$(sed -n 's/^--   score=\([^ ]*\) .*/\1/p' sql/ratings.sql | tr '|' '\n' | LC_ALL=C sort)" \
		"$(ctl rate $games --score none 2>&1 | sed 's/.*must be //; s/, / /g; s/ or / /' | tr ' ' '\n' | LC_ALL=C sort)"
}

# On a terminal no table is wider than that.
test_on_a_terminal() {
	local question asked=()
	for question in $questions; do asked+=("$question $(about "$question")"); done
	TERM=xterm LC_ALL=C.UTF-8 PATIENCE=$PATIENCE python3 tests/terminal.py 80x24 -- bash -c 'for asked; do
			read -r question _ name <<<"$asked"
			"$B/aresctl" ${CONNINFO:+-d "$CONNINFO"} query "$question" "$name" || exit
		done' - "${asked[@]}" >"$folder/shown"
	same "the terminal" "$(sed -n '$s/ .* / /p' "$folder/shown")" "beyond=0 status=0"
}

# Tables for a paper: numbers on the right, and in the last line what a citation needs.
test_papers() {
	local said digest
	digest=$(ctl tournament digest $games | cut -d' ' -f1)
	said=$(ctl query heads $games --format markdown score=squares)
	same "title" "$(head -1 <<<"$said")" \
		"What players gained from one another in games that both played, with 95 % intervals: $games"
	same "columns" "$(sed -n '3,4p' <<<"$said")" "| player | opponent | games | points | its points | share % | fair % | low | high |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
	same "rows" "$(sed -n '5,$p' <<<"$said" | grep -c '^| ')" 2
	same "source" "$(tail -1 <<<"$said" | sed 's/(commit [^)]*)/COMMIT/; s/20..-..-..,/DATE/; s/ on .*;/&/; s/ on [^;]*,/ on/')" \
		"Source: aresfarm $("$B/aresctl" --version | awk '{print $2}') COMMIT, query heads, DATE on $(nproc) cores; score squares; tournament $games, seed $SEED, digest $digest."
	said=$(ctl query heads $games --format latex)
	same "tabular" "$(sed -n '3,5p' <<<"$said")" '\begin{tabular}{llrrrrrrr}
\hline
player & opponent & games & points & its points & share \% & fair \% & low & high \\'
	same "its end" "$(grep -A9 '^ares' <<<"$said" | grep -E '^\\')" '\hline
\end{tabular}'
	same "score" "$(tail -1 <<<"$said" | grep -o 'score [a-z]*; .*')" "score thesis; tournament $games, seed $SEED, digest $digest."
	same "a grid" "$(ctl query grid $grid --format markdown | tail -1 | grep -o 'grid cells.*')" "grid $grid."
}

test_latest() {
	ctl tournament create latest-$$ --games 2 --seats random,random --rounds 2
	aresd --until-done
	same "the title" "$(ctl query progress | head -1)" \
		"How far the tournament is, and the results of its games so far: latest-$$ (the latest)"
	same "with a name" "$(ctl query progress latest-$$ | head -1)" \
		"How far the tournament is, and the results of its games so far: latest-$$"
	same "in JSON" "$(ctl query progress --json)" "$(ctl query progress latest-$$ --json)"
	same "in Markdown" "$(ctl query progress --format markdown)" "$(ctl query progress latest-$$ --format markdown)"
	local question # of openings, matrices, runs, populations, tunings
	for question in thesis/table_5 matrix thesis/table_10 population tuning; do
		same "the latest for $question" "$(ctl query $question --format csv | grep -v '^$')" \
			"$(cat "$folder/${question#*/}.csv")"
	done
}

test_refusals() {
	refused "no question standing; did you mean standings?" ctl query standing
	refused "no question openings; did you mean thesis/openings?" ctl query openings
	refused "no question table_22222; aresctl query lists them" ctl query table_22222
	refused "no question views" ctl query views
	refused "no question ; " ctl query ""
	refused "no tournament nobody; aresctl tournament list lists them" ctl query standings nobody
	refused "no such grid; aresctl tournament list" ctl query grid nobody
	refused "no such matrix; aresctl tournament list" ctl query matrix nobody
	refused "no such population; aresctl tournament list" ctl query population nobody
	refused "no such run of test cases" ctl query thesis/table_10 nobody
	refused "the map has no such power; aresctl maps" ctl query thesis/openings $openings power=ger
	refused "histogram takes no widht; did you mean width=?" ctl query histogram widht=5
	refused "ratings takes no width; it takes score" ctl query ratings width=5
	refused "fates takes no width; it takes a tournament only" ctl query fates width=5
	refused "histogram takes no t; it takes width" ctl query histogram t=$games
	refused "width=wide: must be a whole number from 1 to 1000000000" ctl query histogram width=wide
	refused "score=square: must be thesis, squares, daide, solos or places; did you mean squares?" ctl query ratings score=square
	refused "is one name too many" ctl query standings $games again
	refused "is given twice" ctl query histogram width=5 width=6
	refused "a name must have" ctl query standings ""
	refused "a name must have" ctl query standings "$(printf 'x%.0s' {1..600})"
	refused "--format xml: must be table, csv, json, markdown or latex" ctl query standings --format xml
}

test_about() {
	same "the comment" "$(ctl query histogram --about)" "$(sed -n 's/^-- \{0,1\}//p' sql/histogram.sql)"
	ctl query histogram --about | contains '^  width=1..1000000000 '
}

# What is printed is all or nothing.
test_nothing_half_printed() {
	local words
	for words in "standings nobody" "heads latest-$$ score=solos" "fates $games --table 3" "grid nobody --json" "heads nobody --format csv"; do
		same "what $words prints" "$(ctl query $words 2>/dev/null | wc -c)" 0
	done
}

hostile=("'" "''" '"' "\\" "\\'" "'; drop table farm.games; --" "\$\$" "\$1" "; select 1;" $'a\nb' "--" "/*" ":'t'" ":t" "%s%n" "*"
	$'\e[2J' $'\xff' $'\xc2' "0) or (1=1" "1;drop schema farm cascade" "\\! touch $folder/ran" "\`touch $folder/ran\`" "E'\\047'")

# Each value in three of the places where a value goes: a name, a number, a score, a power. Each is refused in
# one line, and nothing else happens.
test_hostile_values() {
	local value place=$SEED before
	before=$(query "select count(*), (select count(*) from farm.tournaments) from pg_class")
	for value in "${hostile[@]}" "${hostile[@]}" "${hostile[@]}"; do
		case $((place++ % 10)) in
		0) refused "" ctl query standings -- "$value" ;;
		1) refused "" ctl query grid -- "$value" ;;
		2) refused "" ctl query matrix --json -- "$value" ;;
		3) refused "" ctl query thesis/table_10 --format csv -- "$value" ;;
		4) refused "must be a whole number" ctl query histogram $games "width=$value" ;;
		5) refused "must be a number" ctl query thesis/table_9 $games "width=$value" ;;
		6) refused "must be thesis, squares" ctl query ratings $games "score=$value" ;;
		7) refused "" ctl query thesis/openings $openings "power=$value" ;;
		8) refused "" ctl query histogram $games "$value=5" ;;
		9) refused "no question" ctl query -- "$value" ;;
		esac
	done
	same "what there is" "$(query "select count(*), (select count(*) from farm.tournaments) from pg_class")" "$before"
	[ ! -e "$folder/ran" ]
}

# Standings say so where each player had the same powers in all games. One player's do not.
test_kept_powers() {
	local remark="Players kept their powers in all games, so points depend on powers, too: see --rotate."
	ctl query standings kept-two-$$ | contains -Fx "$remark"
	fails grep -F "kept" <(ctl query standings kept-one-$$ | tail -n +2)
	fails grep -F "kept" <(ctl query standings $games | tail -n +2)
}

# Names in the rows, which somebody with rights to the tables has made.
test_hostile_rows() {
	local name=$'<script>"x"</script>\e[31m\n\xc2\x9b2J,;\'' # bash writes \u009b as such in the locale C
	query "update farm.users set label = \$x\$$name\$x\$ where label = 'odd'" >/dev/null
	ctl query standings odd-$$ >"$folder/said"
	same "lines" "$(wc -l <"$folder/said")" 5
	LC_ALL=C fails grep -P '[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' "$folder/said"
	contains -F "<script>\"x\"</script>?[31m???2J,;'" "$folder/said"
	ctl query comparison both-$$ >"$folder/said" # a line, not a table, has the names
	LC_ALL=C fails grep -P '[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' "$folder/said"
	contains -F "<script>\"x\"</script>?[31m???2J,;'" "$folder/said"
	ctl query standings odd-$$ --json | NAME=$name python3 -c 'import json, os, sys
text = sys.stdin.read()
assert text.count("\n") == 1 and "\033" not in text
assert json.loads(text)["tables"][0]["rows"][0]["player"] == os.environ["NAME"]'
	same "in Markdown" "$(ctl query standings odd-$$ --format markdown | sed -n 's/^| .*31m\([^|]*\) |.*/\1/p')" "???2J,;'"
	ctl query standings odd-$$ --format markdown | grep -qF "| \\<script\\>\"x\"\\</script\\>?\\[31m???2J,;' | "
	ctl query standings odd-$$ --format latex | grep -qF "\\textless{}script\\textgreater{}\"x\"\\textless{}/script\\textgreater{}?{[}31m???2J,;' & "
	ctl query standings odd-$$ --format csv | NAME=$name python3 -c 'import csv, os, sys
sys.stdin.reconfigure(newline="")
assert list(csv.reader(sys.stdin))[1][0] == os.environ["NAME"]'
}

# An external player is told that answers are not for it. A role without rights gets none.
test_roles() {
	query "create role plays_$$ in role farm_agent; create role no_$$"
	PGOPTIONS="-c role=plays_$$" refused "external player" ctl query standings $games
	PGOPTIONS="-c role=no_$$" refused "" ctl query standings $games
	query "drop role plays_$$, no_$$"
}

# The questions are in the program: it needs neither a folder sql nor psql.
test_anywhere() {
	local here=$PWD program
	program=$(cd "$(dirname "$B/aresctl")" && pwd)/aresctl
	libpq_database "$(query 'select current_database()')"
	same "from elsewhere" "$(cd "$folder" && rm -rf sql && PATH=/nowhere "$program" -d "$conninfo" query standings $games)" \
		"$(ctl query standings $games)"
	[ "$PWD" = "$here" ]
}

run_tests
