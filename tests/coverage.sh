#!/bin/bash
# coverage: runs the tests of the build in $B, which counts lines, and prints what they cover of each file of lib/ and
# daemon/: lines and branches, in per cent. Status 1 when a test fails, or when a file is below LEAST=90 per cent of lines.
set -eu
cd "$(dirname "$0")/.."
export B=${B:-build/coverage}
status=0

find "$B" -name '*.gcda' -delete
tests/check.py || status=1
tests/check.py --long || status=1
gcovr --root . --filter lib/ --filter daemon/ --csv -j "$(nproc)" "$B" 2>/dev/null >"$B/coverage.csv"
awk -F, -v least="${LEAST:-90}" '
	NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i; next}
	{
		lines = $at["line_total"]; hit = $at["line_covered"]
		branches = $at["branch_total"]; taken = $at["branch_covered"]
		all += lines; all_hit += hit; all_branches += branches; all_taken += taken
		low = lines > 0 && hit * 100 < least * lines
		wrong += low
		print_row($at["filename"], lines, hit, branches, taken, low ? "  too few" : "")
	}
	function share(part, whole) { return whole > 0 ? sprintf("%5.1f", 100 * part / whole) : "    -" }
	function print_row(name, lines, hit, branches, taken, remark) {
		printf "%-40s %6d lines %s %%  %6d branches %s %%%s\n", name, lines, share(hit, lines), branches, share(taken, branches), remark
	}
	END {
		print_row("all", all, all_hit, all_branches, all_taken, "")
		exit wrong > 0 || all == 0
	}' "$B/coverage.csv" || status=1
exit $status
