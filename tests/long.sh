#!/bin/bash
# long: the long check (make check-long), in three parts, each in a sequence of suites drawn by SHUFFLE:
#
# 1. unit tests, fuzz targets and the web server under the sanitizers
# 2. what the short check leaves out
# 3. what the short check has of the farm's programs, beside eight processes that only compute
#
# BY=TIME, a second since 1970: no suite begins later, so that on a slow machine the sequence draws which
# ones run. The parts share the time. The last line has the sums of all parts. Status 1 if a test failed.
set -eu
cd "$(dirname "$0")/.."
said=$(mktemp)
trap 'rm -f "$said"' EXIT

# part SHARE TITLE ARGUMENT...: calls tests/check.py, with this share, in percent, of the time that is left.
part() {
	local by=0
	[ -z "${BY:-}" ] || by=$(($(date +%s) + (BY - $(date +%s)) * $1 / 100))
	echo "── $2"
	tests/check.py --shuffle --by "$by" "${@:3}" | tee -a "$said" || true
}
B=build/san LIMIT=1200 part 35 "under the sanitizers" unit fuzz db/web
B=build part 75 "what the short check leaves out" --long
B=build part 100 "the short check on a loaded machine" --load 8

awk '/^[0-9]+ passed, [0-9]+ failed/ {parts++; passed += $1; failed += $3; skipped += $5}
	END {
		failed += parts < 3 # a part that gave no result
		print passed " passed, " failed + 0 " failed, " skipped + 0 " skipped"
		exit failed > 0
	}' "$said"
