#!/bin/bash
# questions: how long the questions of sql/ and the views behind them take, for each tournament that is named. A table for
# doc/speed.md: milliseconds that psql measures, of all statements of a question together. Each is asked twice in one session;
# the second time counts.
#
#   bench/questions.sh [TOURNAMENT...]
#
# Without names: the tournaments of the farm with at least 1,000 games.
set -eu
ctl=${ARESCTL:-${B:-build}/aresctl}
export PAGER=cat PSQL_PAGER=cat

# views that have a column "tournament", and what takes one
views='games standings score_standings comparisons score_comparisons standings_by_power results scores score_blocks
played progress resolution'
ask() { "$ctl" psql -XqAt -v ON_ERROR_STOP=1 "$@"; }

# timed TOURNAMENT: reads statements of psql; prints the milliseconds of the second time.
timed() {
	{ cat >"$script"
	  ask -v t="$1" -v g=none -o /dev/null <<-END 2>&1 || true
		\timing on
		\i $script
		\o
		\echo again
		\o /dev/null
		\i $script
	END
	} | awk '/^again/ {sum = 0; asked = 1} /^Time: / {sum += $2} /ERROR/ {failed = 1}
		END {if (failed || !asked) print "?"; else printf "%.0f\n", sum}'
}

script=$(mktemp)
trap 'rm -f "$script"' EXIT
if [ $# = 0 ]; then
	set -- $(ask -c "select name from farm.tournaments where games >= 1000 and not dropped order by id")
fi
printf '| question |'
printf ' %s |' "$@"
printf '\n| --- |'
printf ' ---: |%.0s' "$@"
echo
for file in sql/*.sql sql/thesis/*.sql; do
	case $file in sql/views.sql | sql/grid.sql | sql/matrix.sql) continue ;; esac
	printf '| %s |' "$file"
	for t; do
		printf ' %s |' "$(echo "\\i $file" | timed "$t")"
	done
	echo
done
