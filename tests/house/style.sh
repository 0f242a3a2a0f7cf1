#!/bin/bash
# style: proves that the C sources keep the house rules that a program can check: lines of at most 100 columns, each
# outside library in its one place, no __COUNTER__, no SQL text, no markup.
#
# style.awk has the rules, `allowed` the exceptions with their reasons. The other tests show that each rule can fail.
# tests/house/sizes.awk, run by make sizes, prints how long functions and files are.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh
. tests/house/scratch.bash

check() {
	(cd "$1" && list_sources $sources | LC_ALL=C awk -v allowed=tests/house/allowed -f "$OLDPWD/tests/house/style.awk")
}

test_style() { check .; }

# long
test_format() {
	clang-format --version 2>/dev/null | grep -q ' version 14\.' || skip "clang-format 14 is not here"
	env -u MAKEFLAGS -u MAKELEVEL make -s format FORMAT='--dry-run --Werror'
}

# repeat COUNT TEXT: so many times, in one line.
repeat() { printf "$2%.0s" $(seq "$1"); }

test_wide_line() { finds 'lib/board/map.c:' lib/board/map.c "/* $(repeat 95 x) */"; }
test_tab_is_four_columns() { finds '101 columns' lib/board/map.c "$(repeat 25 '\t')x"; }
test_letter_of_several_bytes_is_one_column() {
	finds '101 columns' lib/board/map.c "$(repeat 101 ─)"
	! finds 'lib/board/map.c:' lib/board/map.c "$(repeat 100 ─)" >/dev/null || same "100 columns" found allowed
}
test_exception_without_need() { finds '"uses omp lib/gone.c" is no longer needed' tests/house/allowed 'uses omp lib/gone.c a reason'; }
test_exception_without_reason() { finds 'uses omp lib/gone.c has no reason' tests/house/allowed 'uses omp lib/gone.c'; }
test_counter() { finds 'uses __COUNTER__, which is not allowed' daemon/ctl/results/show.c 'enum { N = __COUNTER__ };'; }
test_libpq() { finds 'uses libpq-fe.h, which is not allowed' daemon/ctl/results/show.c '#include <libpq-fe.h>'; }
test_json() { finds 'uses json-c/json.h' daemon/db/pg/db.c '#include <json-c/json.h>'; }
test_nettle() { finds 'uses nettle/sha2.h' lib/board/rng.c '#include <nettle/sha2.h>'; }
test_lp_solve() { finds 'uses lpsolve/lp_lib.h' lib/players/blackmane/planner.c '#include <lpsolve/lp_lib.h>'; }
test_microhttpd() { finds 'uses microhttpd.h' daemon/web/http/reply.c '#include <microhttpd.h>'; }
test_openmp() { finds 'uses omp' lib/judges/judge.c '#pragma omp parallel'; }
test_new_library() { finds 'uses curl/curl.h' daemon/base/log.c '#include <curl/curl.h>'; }

test_sql() {
	local sql
	for sql in 'select 1' ' SELECT a FROM b' 'insert into farm.games values (1)' 'update farm.games g set a = 1' \
		'with a as (select 1)' 'create temp table x ()' 'drop function f' 'begin;' 'notify farm' 'copy farm.boards from stdin' \
		'commit' 'begin isolation level' 'set role farm_web' 'set local jit = off' 'lock table farm.games'; do
		finds 'SQL text belongs in a file' daemon/db/statements/play/stmt_games.c "const char *q = \"$sql\";"
	done
}

test_english_is_no_sql() {
	local text
	for text in 'no such role: create role %s login' 'update the settings' 'with care' 'selected' 'it begins; it ends' 'set in'; do
		! finds 'SQL text' daemon/ctl/results/show.c "const char *q = \"$text\";" >/dev/null || same "$text" "SQL" "none"
	done
}

test_markup() {
	local markup
	for markup in 'a <b>c' '</td>' '<!doctype' "\\\"><svg class=\\\"x\\\""; do
		finds 'markup belongs in a file' daemon/web/site/pages.c "const char *m = \"$markup\";"
	done
}

test_signs_are_no_markup() {
	local text
	for text in '<.0001' 'a < b' '<%s'; do
		! finds 'markup belongs' daemon/ctl/results/show.c "const char *m = \"$text\";" >/dev/null || same "$text" "markup" "none"
	done
	! finds 'markup belongs' daemon/ctl/results/show.c ' * writes "<p>" and more' >/dev/null || same "a comment" "markup" "none"
}

# "! COMMAND" and the first of "[ A ] && [ B ]" end no test: suite.sh has fails.
test_checks_end_a_test() { grep -rnE '^\s+(! |\[ .* && \[ )' tests --include='*.sh' | fails grep -v '||'; }

run_tests
