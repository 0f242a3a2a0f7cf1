#!/bin/bash
# stored: proves that everything that prints what is stored survives rows that no worker writes. Nothing aborts, and no view fails
# because one row is bad.
#
# stored.sql draws the rows, by SEED=1, in a database of their own.
. tests/suite.sh

games=80
other_database aresfarm_stored_$$
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"; CONNINFO= query "drop database aresfarm_stored_$$ with (force)"' EXIT
CONNINFO=$conninfo
ctl init >/dev/null
ctl tournament create played --games 8 --seats 'randbot,ares(depth=1,age=5)' --rules standard --rounds 12 --seed "$SEED"
aresd --until-done
ctl tournament create wild --games $games --seats random,random
ctl tournament pause wild
ctl experiment cases wild tests/cases/rulebook.cases tests/cases/thesis.cases --repetitions 1 >/dev/null
ctl psql -Xq -v ON_ERROR_STOP=1 -v seed="$SEED" -f tests/hostile/stored.sql || exit

# survives STATUSES ARGUMENT...: aresctl with these arguments ends with one of these statuses (a pattern), 2 with one line of
# error, any other without. Prints what it printed.
survives() {
	local statuses=$1 status=0
	shift
	timeout 60 "$B/aresctl" -d "$CONNINFO" "$@" 2>"$scratch/error" || status=$?
	case $status in
	$statuses) ;;
	*) same "status of $*" "$status ($(cat "$scratch/error"))" "$statuses" >&2 ;;
	esac
	same "lines of error of $*" "$(wc -l <"$scratch/error")" $((status == 2)) >&2
}

# Every row of each view, and all its columns.
test_views() {
	local view
	for view in $(query "select oid::regclass from pg_class
			where relkind = 'v' and relnamespace in ('farm'::regnamespace, 'api'::regnamespace)"); do
		query "select count(v::text) from $view v" >/dev/null || same "$view" failed read
	done
	same "orders of no kind and of places that the map does not have: action, text" \
		"$(query "select bool_or(action is null), count(*) filter (where text like '%?%') > 100, bool_or(text is null)
			from farm.orders")" "f|t|f"
}

test_functions() {
	local t
	for t in wild played; do
		query "select count(f::text) from farm.histogram('$t') f; select count(f::text) from farm.histogram('$t', 1, 2147483647) f;
			select count(f::text) from farm.by_year('$t') f; select count(f::text) from farm.openings('$t', 'GER') f;
			select farm.tournament_digest('$t'), farm.wilson95(0, 0), farm.interval95(1, 0)" >/dev/null
	done
}

test_questions() {
	local file
	for file in sql/*.sql sql/thesis/*.sql; do
		case $file in sql/views.sql | sql/grid.sql | sql/matrix.sql | sql/tuning.sql | sql/thesis/likelihood.sql) continue ;; esac
		# wild players may have met nobody: then ratings.sql must say so
		ctl psql -XqAt -v ON_ERROR_STOP=1 -v t=wild -f $file >/dev/null 2>"$scratch/error" ||
			{ [ $file = sql/ratings.sql ] && grep -q ' never met, not even over others: ' "$scratch/error"; } ||
			same "$file" "failed: $(cat "$scratch/error")" answered
	done
	# it takes a tournament NAME-N for a cell of a grid
	same "no grid" "$(ctl psql -XqAt -f sql/grid.sql 2>&1 | grep -o 'no such grid')" "no such grid"
	same "no matrix" "$(ctl psql -XqAt -f sql/matrix.sql 2>&1 | grep -o 'no such matrix')" "no such matrix"
	same "no tuning" "$(ctl psql -XqAt -f sql/tuning.sql 2>&1 | grep -o 'no such tuning')" "no such tuning"
	query "update farm.tournaments set name = 'wild-1' where name = 'wild'"
	ctl psql -XqAt -v ON_ERROR_STOP=1 -v g=wild -f sql/grid.sql >/dev/null || same sql/grid.sql failed answered
	query "update farm.tournaments set name = 'wild-1-2', team = 1 where name = 'wild-1'"
	ctl psql -XqAt -v ON_ERROR_STOP=1 -v m=wild -f sql/matrix.sql >/dev/null || same sql/matrix.sql failed answered
	query "update farm.tournaments set name = 'wild', team = 0 where name = 'wild-1-2'"
}

# The boards of both kinds: some of a game that were drawn from all.
boards() {
	query "select 'wild/' || number, farm.phase_name(phase)
		from (select g.number, b.phase, row_number() over (partition by g.number % 2 order by md5(b.phase || ' ' || g.id)) as n
			from farm.boards b join farm.games g on g.id = b.game_id join farm.tournaments t on t.id = g.tournament_id
			where t.name = 'wild') b where n <= 25"
}

# ordered FILE: the orders that show has printed, as viewed prints those of farm.orders.
ordered() {
	awk '/^  / && length > 31 {order = substr($0, 3, 28); sub(/ +$/, "", order); print order "|" substr($0, 32)}' "$1" | LC_ALL=C sort
}

# show prints a board as text, or says that it is none. It prints every row as JSON. The text has the orders that farm.orders has.
test_show() {
	local reference phase text
	while IFS='|' read -r reference phase; do
		survives '[02]' show $reference $phase >"$scratch/text"
		survives 0 show --json $reference $phase >>"$scratch/json"
		[ ! -s "$scratch/text" ] ||
			same "orders of $reference $phase" "$(ordered "$scratch/text")" "$(viewed wild ${reference#*/} $phase)"
		cat "$scratch/text" >>"$scratch/shown"
	done < <(boards)
	same "places of no map are shown" "$(grep -c -- '- ?' "$scratch/shown" | sed 's/^..*$/some/')" some
	same "values of JSON" "$(ctl psql -XqAt -v ON_ERROR_STOP=1 -c "create temporary table line (value json)" \
		-c "\\copy line from '$scratch/json' (format csv, quote E'\\x01', delimiter E'\\x02')" -c "select count(*) from line")" \
		"$(boards | wc -l)"
}

test_commands() {
	local option name
	for option in '' --json; do
		survives 0 tournament list $option >/dev/null
		for name in wild played; do
			survives 0 tournament status $name $option >/dev/null
			survives 0 tournament digest $name $option >/dev/null
		done
		(timeout 2 "$B/aresctl" -d "$CONNINFO" watch wild $option || [ $? = 124 ]) >/dev/null
		survives 1 verify wild $option >/dev/null
		survives 0 verify played $option >/dev/null
		survives 1 verify $option >/dev/null
	done
	survives 0 metrics >/dev/null
	survives 2 game retry wild/10
	survives 2 experiment tournament wild
	same "lines of status with control characters" "$(survives 0 tournament status wild | grep -c '[[:cntrl:]]')" 0
	same "games quarantined" "$(survives 0 tournament status wild | grep -c '^game [0-9]* is quarantined: ')" 4
	survives 0 game retry wild/9
	survives 0 game cancel wild/19
}

run_tests
