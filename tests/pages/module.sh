#!/bin/bash
# module: proves that the WebAssembly module for browsers answers as lib does, byte by byte: what becomes of the orders of each
# case, and of phases of games of chance, what may be ordered, what trinity would order, saved games. Needs node and what
# make all builds the module with; without them the tests are skipped.
#
# SEED=1 draws the games.
. tests/suite.sh

folder=$(mktemp -d)

# compare QUESTIONS: both answers, in $folder/lib and $folder/module.
compare() {
	command -v node >/dev/null && [ -s build/wasm/ares.wasm ] || skip "it takes node, clang, lld, wasi-libc and libclang-rt-14-dev-wasm32"
	"$B/ask_analysis" answers <"$1" >"$folder/lib"
	node tests/pages/module.mjs build/wasm/ares.wasm <"$1" >"$folder/module"
	cmp "$folder/lib" "$folder/module"
}
ask() { "$B/ask_analysis" questions "$@" >"$folder/asked" 2>"$folder/said"; }

test_cases() {
	ask tests/cases/*.cases
	[ "$(sed 's/ cases//' "$folder/said")" -gt 390 ]
	compare "$folder/asked"
	[ "$(wc -l <"$folder/lib")" -gt 800 ]
	fails grep '"error"' "$folder/lib"
}
test_phases() {
	ask 200 "$SEED"
	compare "$folder/asked"
	[ "$(grep -c '"next"' "$folder/lib")" = 200 ]
}
# long
test_many_phases() {
	ask 10000 "$SEED"
	compare "$folder/asked"
	[ "$(grep -c '"next"' "$folder/lib")" = 10000 ]
}

# A position, its plans, and a line of two phases as a saved game.
test_plans_and_games() {
	local position
	ask 12 "$SEED"
	position=$(awk '/^judge$/ {n++; next} n == 12 && /^(phase|owner|unit|retreating|closed)/' "$folder/asked")
	{
		echo open standard standard
		printf 'think\n%s\npower FRA\nbudget 3000\n.\nthink\n%s\npower TUR\nbudget 20000\n.\n' "$position" "$position"
		printf 'save\n%s\nplayed\nplay\norder FRA A par - bur\nplay\n.\nnonsense\n.\njudge\nphase S1901M\nunit FRA A nowhere\n.\n' "$position"
	} >"$folder/questions"
	compare "$folder/questions"
	same "answers with plans, games, errors" "$(grep -c plans "$folder/lib") $(grep -c '"phases"' "$folder/lib") $(grep -c '"error"' "$folder/lib")" "2 1 2"
}

# Another module fails.
test_can_fail() {
	ask 3 "$SEED"
	compare "$folder/asked"
	sed 's/^order \(...\) A \(...\) - .*/order \1 A \2 H/' "$folder/asked" >"$folder/other"
	fails cmp -s "$folder/asked" "$folder/other"
	node tests/pages/module.mjs build/wasm/ares.wasm <"$folder/other" >"$folder/module"
	fails cmp -s "$folder/lib" "$folder/module"
}

run_tests
