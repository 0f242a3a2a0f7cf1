#!/bin/bash
# starts: proves that games begin with a chosen position of a case file (tournament create --start), also when they continue after a
# kill, are verified, shown and counted; and what is refused.
#
# SEED=1 draws the games.
. tests/suite.sh
games=16 file=tests/starts/endgames.cases

# tournament NAME OPTION...
tournament() {
	local name=$1-$$
	shift
	ctl tournament create "$name" --games $games --seats randbot,random --rules standard --rounds 12 --seed "$SEED" "$@"
}
tournament late --start $file:endgame-1908
tournament winter --start $file:winter-1907
tournament usual
tournament first --start $file:first
ctl tournament create thesis-$$ --games 4 --seats random,random --start $file:endgame-1908 --rounds 4
tournament calm --start $file:winter-1907 --draw-after 1
late=$(play late-$$)

# units NAME, owners NAME: those of the first boards of its games, a line if all are alike. in_case CASE unit|owner: the case's.
units() {
	query "select distinct string_agg(m.powers[1 + farm.unit_power(u)] || ' ' || farm.unit_type(u) || ' ' || a.code, ',' order by a.code collate \"C\")
		from farm.games g join farm.tournaments t on t.id = g.tournament_id join farm.maps m on m.id = t.map_id
		join lateral (select * from farm.boards b where b.tournament_id = t.id and b.game_id = g.id order by phase limit 1) b on true
		cross join lateral unnest(b.units) u
		join farm.areas a on a.map_id = m.id and a.id = farm.unit_area(u) where t.name = '$1-$$' and not farm.unit_apart(u)
		group by g.id"
}
owners() {
	query "select distinct string_agg(p || ' ' || a.code, ',' order by a.code)
		from farm.games g join farm.tournaments t on t.id = g.tournament_id join farm.maps m on m.id = t.map_id
		join lateral (select * from farm.boards b where b.tournament_id = t.id and b.game_id = g.id order by phase limit 1) b on true
		join farm.areas a on a.map_id = m.id and a.id = a.province
		join unnest(m.powers) p on left(p, 1) = substr(b.owners, a.id + 1, 1)
		where t.name = '$1-$$' group by g.id"
}
in_case() {
	awk -v id="$1" -v kind="$2" '$1 == "case" {on = $2 == id}
		on && $1 == kind {print kind == "unit" ? $2 " " $3 " " $4 : $3 " " $2}' $file |
		LC_ALL=C sort -k"$([ "$2" = unit ] && echo 3 || echo 2)" | paste -sd,
}

test_games_begin_there() {
	same units "$(units late)" "$(in_case endgame-1908 unit)"
	same owners "$(owners late)" "$(in_case endgame-1908 owner)"
	same "first phases" "$(query "select distinct farm.phase_name(min(b.phase)) from farm.boards b
		join farm.tournaments t on t.id = b.tournament_id where t.name = 'late-$$' group by game_id")" S1908M
	ctl show late-$$/1 S1908M | contains 'stp/nc'
	same "what the tournament says" "$(query "select start_case, farm.phase_name(start_phase) from farm.tournaments
		where name = 'late-$$'")" "endgame-1908|S1908M"
}

# Rounds count from the start.
test_rounds() {
	same "rounds of draws" "$(query "select distinct rounds from farm.results join farm.games g on g.id = game
		where tournament = 'late-$$' and ending = 'draw'")" 12
	same "games longer than 12 rounds" "$(query "select count(*) from farm.results where tournament = 'late-$$' and rounds > 12")" 0
}

test_verify() {
	local said=$B/starts.$$
	ctl verify late-$$ --players
	query "update farm.tournaments set start_units[1] = start_units[1] + 1 where name = 'late-$$'"
	! ctl verify late-$$ >"$said" 2>&1 || same verify passed failed
	query "update farm.tournaments set start_units[1] = start_units[1] - 1 where name = 'late-$$'"
	grep -q "S1908M: " "$said" || grep -q "the starting position: " "$said"
	rm "$said"
	query "update farm.tournaments set start_owners = '....' where name = 'late-$$'"
	refused "the starting position: it is not a board of its map" ctl verify late-$$
	query "update farm.tournaments set start_owners = (select b.owners from farm.boards b
		where b.tournament_id = id and phase = start_phase limit 1) where name = 'late-$$'"
	ctl verify late-$$
}

# by_year begins with the start's year. All four powers that are left share the point then.
test_by_year() {
	same "years" "$(query "select min(year), max(year) from farm.by_year('late-$$')")" "1908|1914"
	same "points at the start" "$(query "select distinct power, points from farm.by_year('late-$$') where year = 1908
		order by 1" | paste -sd' ')" "AUS|0 ENG|0 FRA|0.25 GER|0 ITA|0.25 RUS|0.25 TUR|0.25"
	same "points without a value" "$(query "select count(*) from farm.by_year('late-$$') where points is null")" 0
	same "fates of the dead" "$(query "select distinct fate from farm.results where tournament = 'late-$$'
		and power in ('AUS', 'ENG', 'GER')")" elimination
}

test_winter() {
	same "first orders" "$(query "select distinct power || ' ' || action from farm.orders o
		join farm.tournaments t on t.id = o.tournament_id where t.name = 'winter-$$' and o.phase_name = 'W1907A'
		order by 1" | paste -sd,)" "ENG build,GER disband"
	ctl verify winter-$$ --players
	same "years" "$(query "select min(year), count(*) filter (where points is null) from farm.by_year('winter-$$')")" "1907|0"
}

# The map's own position, as a case, makes the same games.
test_usual_start() {
	same digests "$(digests first-$$)" "$(digests usual-$$)"
	[ "$(digests first-$$)" != "$late" ]
}

# The thesis's rules, many workers, small batches.
test_other_ways() {
	tournament ways --start $file:endgame-1908
	same digests "$(play ways-$$ --workers 3 --batch 2)" "$late"
	ctl verify thesis-$$
}

test_workers_killed() {
	local killed pid
	tournament killed --start $file:endgame-1908
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --until-done --workers 2 --batch 1 2>>"$B/starts.$$.log" &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true; rm -f "$B/starts.$$.log"' EXIT
	for killed in 1 2 3; do
		wait_for 30 holds "exists (select from farm.boards b join farm.games g on g.id = b.game_id
			join farm.tournaments t on t.id = g.tournament_id where t.name = 'killed-$$' and g.state = 'claimed')
			or not exists (select from farm.progress where tournament = 'killed-$$' and finished < games)"
		pid=$(query "select pid from farm.workers where gone_at is null limit 1")
		[ -z "$pid" ] || kill -KILL "$pid" 2>/dev/null || true
	done
	wait $daemon
	same digests "$(digests killed-$$)" "$late"
}

# No change of centres counts from the start.
test_with_draws() {
	same "draws before a whole year" "$(query "select count(*) from farm.games g join farm.tournaments t on t.id = tournament_id
		where t.name = 'calm-$$' and g.phase < farm.phase_of_year(1908)")" 0
	ctl verify calm-$$
}

test_refusals() {
	local cases=$B/starts.$$.cases
	refused "--start: nowhere.cases: No such file" tournament new --start nowhere.cases
	refused "--start: $file has no case late" tournament new --start $file:late
	refused "--start: $file has 3 cases: say which, as in $file:endgame-1908" tournament new --start $file
	refused "case winter-1907: rule set thesis has no adjustments" tournament new --start $file:winter-1907 --rules thesis
	trap 'rm -f "$B/starts.$$.cases"' EXIT
	echo 'case x
end' >"$cases"
	refused "case x has no phase, so it has no position" tournament new --start "$cases"
	echo 'case x
phase S1908M
unit FRA A nth
owner par FRA
end' >"$cases"
	refused "$cases:3: unit: no army can stand in nth" tournament new --start "$cases:x"
	sed -i 's/nth/bur/; s/owner par/owner bur/' "$cases"
	refused "case x: nobody owns a centre" tournament new --start "$cases:x"
	sed -i 's/A bur/A xyz/' "$cases"
	refused "$cases:3: unit: " tournament new --start "$cases"
	: >"$cases"
	refused "$cases:1: the end, and there was no case" tournament new --start "$cases"
	refused "exists already, with start endgame-1908: choose another name" tournament late
	tournament late --start $file:endgame-1908
	tournament plain
	refused "exists already, with the usual start: choose another name" tournament plain --start $file:endgame-1908
	cancel plain-$$
}

run_tests
