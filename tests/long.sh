#!/bin/bash
# long: the long check (make check-long), in three parts, each in a sequence of suites drawn by SHUFFLE:
#
# 1. what the short check leaves out
# 2. what the short check has of the farm's programs, beside eight processes that only compute
# 3. unit tests, fuzz targets and the web server under the sanitizers
#
# The last line has the sums of all parts. Status 1 if a test failed.
set -eu
cd "$(dirname "$0")/.."
said=$(mktemp)
trap 'rm -f "$said"' EXIT

part() {
	echo "── $1"
	shift
	"$@" | tee -a "$said" || true
}
part "what the short check leaves out" env B=build tests/check.py --long --shuffle
part "the short check on a loaded machine" env B=build tests/check.py --shuffle --load 8
part "under the sanitizers" env B=build/san LIMIT=1200 tests/check.py --shuffle unit fuzz db/web

awk '/^[0-9]+ passed, [0-9]+ failed/ {parts++; passed += $1; failed += $3; skipped += $5}
	END {
		failed += parts < 3 # a part that gave no result
		print passed " passed, " failed + 0 " failed, " skipped + 0 " skipped"
		exit failed > 0
	}' "$said"
