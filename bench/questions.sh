#!/bin/bash
# questions: how long the questions of sql/ and the views that they use take: a table of milliseconds, a column a tournament.
#
#   bench/questions.sh [TOURNAMENT...]
#
# With names: tournaments of the farm that aresctl reaches. Without: it plays GAMES='1000 10000' games by the rules thesis and
# standard on a cluster of its own, which takes minutes.
#
# Each question is asked twice in one session, without the server's compiler (jit). The second time counts, as psql measures it,
# of all statements together.
set -eu
cd "$(dirname "$0")/.."
B=${B:-build} sizes=${GAMES:-1000 10000}
export PSQL_PAGER=cat

# What the table has besides the files of sql/: views, of one tournament, and functions.
things() {
	local name
	for name in scores score_blocks score_standings score_comparisons results outcomes efforts incidents resolution progress; do
		echo "farm.$name: select * from farm.$name where tournament = :'t'"
	done
	echo "farm.stopping: select * from farm.stopping"
	echo "farm.duels: select * from farm.duels"
	echo "farm.score_table: select * from farm.score_table(array[:'t'])"
	echo "farm.powers_by_year: select * from farm.powers_by_year(:'t')"
}

# clock TOURNAMENT: asks the statements of $script twice; prints the milliseconds of the second time, "?" where they fail.
clock() {
	"$B/aresctl" psql -XqAt -v ON_ERROR_STOP=1 -v t="$1" -v g=none -v openings= -v boards=1 -v samples=0 -v m=none \
		-v score=thesis -v width=2 -v every=10 -v power=GER -v most=10 2>&1 <<-END |
		set jit = off;
		\timing on
		\o /dev/null
		\i $script
		\echo again
		\i $script
	END
		awk '/^again/ {sum = 0; again = 1} /^Time: / {sum += $2} /ERROR/ {failed = 1}
			END {if (failed || !again) print "?"; else printf "%.0f\n", sum}'
}

# row NAME TOURNAMENT...: a row of the table, for the statements of $script.
row() {
	local name=$1 tournament
	shift
	printf '| %s |' "$name"
	for tournament; do
		printf ' %s |' "$(clock "$tournament")"
	done
	echo
}

make_farm() {
	local size
	export ARESFARM_HOME=$PWD/$B/questions.$$
	trap 'rm -f "$script"; "$B/aresctl" down >/dev/null 2>&1 || true; rm -rf "$ARESFARM_HOME"' EXIT
	"$B/aresctl" up >/dev/null
	"$B/aresctl" init >/dev/null
	for size in $sizes; do
		"$B/aresctl" --quiet tournament create "thesis-$size" --games "$size" --seats 'ares(depth=1),random' --seed 1
		"$B/aresctl" --quiet tournament create "standard-$size" --games "$size" --seats random,randbot --rules standard --seed 1
		tournaments+=("thesis-$size" "standard-$size")
	done
	"$B/aresd" --until-done 2>/dev/null
	for size in "${tournaments[@]}"; do "$B/aresctl" rate "$size" >/dev/null; done
	"$B/aresctl" psql -Xq -c 'vacuum analyze'
}

script=$(mktemp)
trap 'rm -f "$script"' EXIT
tournaments=("$@")
[ $# -gt 0 ] || make_farm
printf '| question |%s\n| --- |%s\n' "$(printf ' %s |' "${tournaments[@]}")" "$(printf ' ---: |%.0s' "${tournaments[@]}")"
for file in sql/*.sql sql/thesis/*.sql; do
	case $file in sql/views.sql | sql/grid.sql | sql/matrix.sql | sql/tuning.sql | *table_10.sql) continue ;; esac
	echo "\\i $file" >"$script"
	row "\`${file#sql/}\`" "${tournaments[@]}"
done
while IFS= read -r line; do
	echo "${line#*: };" >"$script"
	row "\`${line%%:*}\`" "${tournaments[@]}"
done < <(things)
