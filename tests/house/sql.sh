#!/bin/bash
# sql: proves that SQL keeps the house rules: functions of at most 60 lines, no #variable_conflict, lines of at most 100
# columns. The other tests show that each rule can fail.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh
sources='schema sql deploy daemon'
. tests/house/scratch.bash

check() { (cd "$1" && LC_ALL=C awk -f "$OLDPWD/tests/house/sql.awk" $(find $sources -name '*.sql')); }

test_house_rules() { check .; }

# long LINES: a function of that many lines.
long() {
	echo 'create function farm.lengthy() returns int language sql as $$'
	printf '%.s\n' $(seq $(($1 - 3)))
	printf '\tselect 1;\n$$;'
}

test_60_lines_are_allowed() { ! finds 'farm.lengthy' schema/functions/turns.sql "$(long 60)" >/dev/null || same "60 lines" found allowed; }
test_61_lines() { finds 'farm.lengthy has 61 lines, more than 60' schema/functions/turns.sql "$(long 61)"; }
test_100_columns_are_allowed() {
	! finds 'sql/fates.sql:' sql/fates.sql "$(printf -- '--%098d' 0)" >/dev/null ||
		same "100 columns" found allowed
}
test_101_columns() { finds '101 columns, more than 100' sql/fates.sql "$(printf -- '--%099d' 0)"; }
test_ambiguous_name() { finds 'turns.sql:' schema/functions/turns.sql '#variable_conflict use_variable'; }

run_tests
