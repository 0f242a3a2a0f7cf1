#!/bin/bash
# questions: proves that the twenty questions of sql/README.md have the answers that stand there, to the letter. Only times and
# workers may differ.
. tests/suite.sh
. tests/walks.sh

page=sql/README.md

titles() { sed -n 's/^### \([0-9]*\. .*\)/\1/p' $page; }

# ask SQL: what psql prints.
ask() { ctl psql -Xq -v ON_ERROR_STOP=1 -P footer=off -c "$1"; }

# asked TITLE...: the question under each heading has the answer that stands there. Those of times and of
# workers are other ones elsewhere: there figures may differ. One session asks them all.
asked() {
	local title sql=() answers compare
	for title; do
		sql+=("$(block $page "$title" 1)")
	done
	mapfile -t -d $'\1' answers < <(printf '%s\n;\n\\echo -n \1\n' "${sql[@]}" |
		ctl psql -Xq -v ON_ERROR_STOP=1 -P footer=off)
	for title; do
		compare=shown
		case ${sql[0]} in *think_ns* | *farm.workers*) compare=alike ;; esac
		$compare "$(block $page "$title" 2)" "$(printf %s "${answers[0]:-}")" ||
			same "$title" "another answer" "the page's" || return
		sql=("${sql[@]:1}") answers=("${answers[@]:1}")
	done
}

test_games() {
	local line
	# on the database of these tests, and not on a private one
	block $page "Twenty questions" 1 >"$B/questions.$$"
	while read -r line; do
		case $line in
		build/aresctl\ *) ctl ${line#build/aresctl } ;;
		build/aresd\ *) aresd ${line#build/aresd } ;;
		*) same "a line to type" "$line" "aresctl or aresd" ;;
		esac
	done <"$B/questions.$$"
	rm "$B/questions.$$"
}

test_twenty_questions() {
	local all
	same questions "$(titles | cut -d. -f1 | tr '\n' ' ')" "$(seq -s ' ' 20) "
	mapfile -t all < <(titles)
	asked "${all[@]}"
}

# A page whose answer is wrong by a letter is found.
test_a_wrong_answer_is_found() {
	local title
	title=$(titles | head -1)
	sed '0,/| *128 |/ s//| 129 |/; 0,/ RUS / s// RUM /' $page >"$B/questions.$$"
	! (page=$B/questions.$$ asked "$title") >/dev/null || same "the spoilt page" right wrong
	rm "$B/questions.$$"
}

test_views_of_your_own() {
	shown "$(block $page "Views of your own" 2)" "$(ask "$(block $page "Views of your own" 1)")"
}

# Each call that the page writes can be typed, and what it says of a phase's number is right.
test_calls() {
	local call
	for call in one two; do
		ctl tournament create $call --games 2 --seats random,holdbot --rules standard --rounds 2 >/dev/null
	done
	aresd --until-done
	grep -oE "\`farm\.[a-z_0-9]+\([^\`]*\)\`" $page | tr -d '`' >"$B/questions.$$"
	sed 's/.*/select * from &;/' "$B/questions.$$" | ctl psql -Xq -v ON_ERROR_STOP=1 >/dev/null
	same "calls" "$(wc -l <"$B/questions.$$")" 7
	rm "$B/questions.$$"
	same "phase 7" "F1902M|1902|0" \
		"$(query "select farm.phase_name('7'), farm.phase_year('7'), farm.phase_of_year(1901)")"
	[ "$(ask "$(grep -o '\\df+[^`]*' $page)" | wc -l)" -gt 100 ] || same "the functions" none some
}

# Every view and function that the page names is there, and every view that a reader may read stands on the page or in doc/commands.md.
test_names() {
	local name names texts
	names=$(grep -o '`farm\.[a-z_0-9]*' $page | tr -d '`' | sort -u)
	[ "$(wc -l <<<"$names")" -gt 20 ]
	same "names that are not there" "$(query "
		select string_agg(name, ' ') from regexp_split_to_table('$names', '\s+') name
		where to_regclass(name) is null and not exists (select from pg_proc
			where pronamespace = 'farm'::regnamespace and proname = substr(name, 6))")" ""
	texts=$(cat $page doc/commands.md)
	names=$(query "select relname from pg_class where relnamespace = 'farm'::regnamespace and relkind = 'v'
		and has_table_privilege('farm_reader', oid, 'select')")
	[ "$(wc -l <<<"$names")" -gt 20 ]
	for name in $names; do
		case $texts in *"\`$name\`"* | *"\`farm.$name\`"*) ;; *) same "the view $name" "on no page" "on one" ;; esac
	done
}

run_tests
