#!/bin/bash
# sql: proves that functions of the schema keep the house rules: at most 60 lines, and no #variable_conflict. The other
# tests show that each rule can fail.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh
. tests/house/scratch.bash
sources='schema sql'

check() { (cd "$1" && awk -f "$OLDPWD/tests/house/sql.awk" schema/*.sql schema/functions/*.sql sql/*.sql sql/views/*.sql); }

test_functions() { check .; }

# long LINES: a function of so many lines.
long() {
	echo 'create function farm.long() returns int language sql as $$'
	printf '%.s\n' $(seq $(($1 - 3)))
	printf '\tselect 1;\n$$;'
}

test_60_lines_are_allowed() { ! finds 'farm.long' schema/functions/turns.sql "$(long 60)" >/dev/null || same "60 lines" found allowed; }
test_61_lines() { finds 'farm.long has 61 lines, more than 60' schema/functions/turns.sql "$(long 61)"; }
test_ambiguous_name() { finds 'turns.sql:' schema/functions/turns.sql '#variable_conflict use_variable'; }

run_tests
