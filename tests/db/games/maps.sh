#!/bin/bash
# maps: games on other maps than the standard one go through the whole farm: they are played, verified, shown and counted. The
# maps of the program do, with every player and every judge; so do odd ones of tests/maps, or they are refused with the reason.
#
# duel has two powers with a province each, wide 120 provinces with 64 centres of seven powers. lone has one power, and of
# initials two begin with the same letter. SEED=1 draws the games.
. tests/suite.sh
wide=tests/maps/wide.csv

all_players() { sed -n 's/^PLAYER(\(.*\))$/\1/p' lib/players/players.def; }
judges() { sed -n 's/^JUDGE(\(.*\))$/\1/p' lib/judges/judges.def | grep -v '^conditions$'; }
tournament() {
	local name=$1-$$
	shift
	ctl tournament create "$name" --seed "$SEED" "$@"
}

# answered NAME...: psql answers every question of sql/ about a tournament.
answered() {
	local name
	for name; do
		ctl psql -Xq -v ON_ERROR_STOP=1 -v t="$name-$$" -v score=thesis -v width=2 -v every=1 \
			$(grep -l '\[TOURNAMENT\]' sql/*.sql | sed 's/^/-f /') >/dev/null
	done
	ctl query standings_by_power "$1-$$" >/dev/null
}

# whole NAME...: tournaments on one map: their games are all played, are counted, and show in the views as
# their boards are stored. The first game of the first one can be shown.
whole() {
	local names power shown
	names=$(printf ", '%s-$$'" "$@") names="t.name in (${names:2})"
	same "games of $* that are left" "$(query "select count(*), sum(p.games - finished) from farm.progress p
		join farm.tournaments t on t.name = tournament where $names")" "$#|0"
	ctl show "$1-$$/1" >/dev/null
	shown=$'\n'$(ctl show "$1-$$/1" S1901M)
	for power in $(query "select unnest(powers) from farm.maps m join farm.tournaments t on t.map_id = m.id where t.name = '$1-$$'"); do
		case $shown in *$'\n'"$power "*) ;; *) same "what $1 shows" "$shown" "...$power ..." ;; esac
	done
	same "boards of $* that the views show otherwise" "$(query "select count(*) from farm.boards b
		join farm.tournaments t on t.id = b.tournament_id left join (
			select game, phase, count(*) as n from farm.units u join farm.tournaments t on t.id = u.tournament_id
			where not dislodged and $names group by 1, 2) u on u.game = b.game_id and u.phase = b.phase
		where $names
		and (select count(*) from unnest(b.units) u where not farm.unit_apart(u)) <> coalesce(n, 0)")" 0
	same "seats of $* without a result" "$(query "
		select count(*) from farm.seats s join farm.games g on g.id = s.game_id
		join farm.tournaments t on t.id = tournament_id left join farm.results r on r.game = g.id
		and r.power = (select powers[s.power + 1] from farm.maps m where m.id = t.map_id)
		where $names and r.game is null")" 0
}

# orders NAME: a digest of all orders and their results. That of the farm covers the judge.
orders() {
	query "select md5(string_agg(concat_ws(' ', g.number, o.phase, power, text, result), ',' order by g.number, o.phase, text))
		from farm.orders o join farm.games g on g.id = o.game where o.tournament = '$1-$$'"
}

# Each player has at least two seats on each map, and each judge sees the same games. Six centres of
# balkans2's ten win a game, and 13 of europe5's 24.
# promise: The same game again
test_maps_of_the_program() {
	local map judge players
	players=$(all_players | paste -sd,)
	tournament balkans2-players --map balkans2 --games 9 --seats "$players" --rules standard --rounds 12
	tournament europe5-players --map europe5 --games 9 --seats "$players" --rules standard --rounds 12
	for map in balkans2 europe5; do
		for judge in $(judges); do
			tournament "$map-$judge" --map "$map" --games 4 --seats dumbbot,randbot --rules standard \
				--judge "$judge" --rounds 20
		done
		tournament "$map-won" --map "$map" --games 20 --seats dumbbot,random --rules standard --rounds 100
	done
	aresd --until-done
	ctl verify --players
	for map in balkans2 europe5; do
		whole "$map-players" "$map-won" $(judges | sed "s/^/$map-/")
		answered "$map-players"
		same "players of $map with two seats" "$(query "select count(*) from (select player from farm.results
			where tournament = '$map-players-$$' group by player having count(*) >= 2) x")" "$(all_players | wc -l)"
		same "games by judge, map $map" "$(for judge in $(judges); do orders "$map-$judge"; done | sort -u | wc -l)" 1
	done
}

test_winners() {
	local map least
	while read -r map least; do
		same "the fewest centres of a winner on $map" "$(query "select min(centres) >= $least and count(*) >= 5 from farm.results
			where tournament = '$map-won-$$' and fate = 'win'")" t
		same "the most centres of anybody before the end" "$(query "select max(n) from (select count(*) n from farm.centres c
			join farm.games g on g.id = c.game join farm.tournaments t on t.id = g.tournament_id
			where t.name = '$map-won-$$' and c.owner is not null
			and c.phase < (select max(phase) from farm.boards b where b.game_id = c.game)
			group by c.game, c.phase, c.owner) x")" $((least - 1))
	done <<-END
		balkans2 6
		europe5 13
	END
}

test_odd_maps() {
	local map
	for map in duel wide; do
		same "what is said" "$(loud map add tests/maps/$map.csv)" "map $map: added; --map $map takes it"
		tournament $map --map $map --games 4 --seats dumbbot,ares --rules standard --rounds 16
		tournament $map-thesis --map $map --games 2 --seats randbot,random --rounds 16
	done
	aresd --until-done
	for map in duel wide; do
		whole $map $map-thesis
		ctl verify $map-$$ --players
		ctl verify $map-thesis-$$ --players
	done
	answered duel wide
	same "what list says" "$(ctl map list | grep -E '^(duel|wide) ' | tr -s ' ')" "duel 2 powers, 2 provinces, 2 centres: ONE TWO
wide 7 powers, 120 provinces, 64 centres: ANA BOR CER DAN EST FIN GAL"
	same "maps in JSON" "$(ctl map list --json | perl -MJSON::PP -e '
		print "$_->{name} $_->{provinces} $_->{centres} @{$_->{powers}}\n" for grep {$_->{name} eq "duel"} @{decode_json(<STDIN>)}')" \
		"duel 2 2 ONE TWO"
	same "whether fleets stood on a coast of two" "$(query "select count(*) > 0 from farm.units u join farm.games g on g.id = u.game
		join farm.tournaments t on t.id = g.tournament_id where t.name like 'wide%$$' and area like '%/_c'")" t
}

# Games that begin in another year than 1901; a year that no game can begin in.
test_another_first_year() {
	local cases=$B/maps.$$.cases
	trap 'rm -f "$B/maps.$$.cases"' EXIT
	printf 'case late\nphase S1951M\nunit ONE A aaa\nunit TWO A bbb\nowner aaa ONE\nowner bbb TWO\nend\n' >"$cases"
	tournament late --map duel --games 2 --seats dumbbot,random --rules standard --rounds 8 --start "$cases"
	aresd --until-done
	ctl verify late-$$ --players
	same "first and last phases" "$(query "select distinct farm.phase_name(min(b.phase)), farm.phase_name(max(b.phase))
		from farm.boards b join farm.tournaments t on t.id = b.tournament_id where t.name = 'late-$$' group by game_id")" "S1951M|S1955M"
	same "years" "$(query "select min(year), max(year) from farm.by_year('late-$$')")" "1951|1955"
	answered late
	sed -i s/1951/1805/ "$cases"
	refused "maps.$$.cases:2: phase: 'S1805M' is not a phase (the first one is S1901M)" tournament early --map duel --games 2 \
		--seats random,random --start "$cases"
	sed -i s/1805/2901/ "$cases"
	refused "case late: S2901M is not in the years 1901 to 2900" tournament early --map duel --games 2 --seats random,random \
		--start "$cases"
	refused "case ritchie-6.1-opening is on another map: --map must name it" tournament early --map europe5 --games 2 \
		--seats random,random --start tests/cases/balkans2.cases:ritchie-6.1-opening
}

# Cases name a map of the program, or the one that --map names.
test_cases() {
	local cases=$B/maps.$$.cases
	trap 'rm -f "$B/maps.$$.cases"' EXIT
	printf '%s\n' 'case x' 'map duel' 'phase S1901M' 'owner aaa ONE' 'owner bbb TWO' \
		'unit ONE A aaa' 'unit TWO A bbb' 'order ONE A aaa - bbb' \
		'expect ONE A aaa fails bounced' 'after ONE A aaa' 'after TWO A bbb' end >"$cases"
	same "a judge's answer" "$(ctl judge --map duel "$cases")" "1 passed, 0 failed, 0 skipped"
	refused "maps.$$.cases:2: map: 'duel' is not a map" ctl judge "$cases"
	tournament cases --map duel --games 2 --seats random,random --start "$cases"
	cancel cases-$$
	ctl suggest --power ONE --map duel "$cases" | grep '^A aaa' >/dev/null
	ctl suggest --power AUS --map balkans2 tests/cases/balkans2.cases | grep '^A ' >/dev/null
	refused "case ritchie-6.1-smyrna is on another map: --map must name it" \
		ctl suggest --power AUS tests/cases/balkans2.cases
}

# stock: how many maps and areas there are.
stock() { query "select count(*), (select count(*) from farm.areas) from farm.maps"; }

test_refusals() {
	local before folder
	before=$(stock)
	folder=$(mktemp -d)
	refused "map lone: only one power owns anything: a game needs two powers that own a place" ctl map add tests/maps/lone.csv
	refused "map initials: ANN and AUS share an initial, by which boards are stored" ctl map add tests/maps/initials.csv
	refused "NAME.csv is missing" ctl map add
	refused "nowhere.csv: No such file" ctl map add nowhere.csv
	refused "a map's file is called NAME.csv" ctl map add tests/cases/extra.cases
	refused "/Own.csv: a map's file is called NAME.csv; the name has at most 31 small letters" ctl map add "$folder/Own.csv"
	tail -n +2 tests/maps/duel.csv >"$folder/own.csv"
	refused "own.csv: line 1: it should be code,name,type,centre" ctl map add "$folder/own.csv"
	sed '2s/,land//' tests/maps/duel.csv >"$folder/own.csv"
	refused "own.csv: line 2: 8 fields where 9 belong" ctl map add "$folder/own.csv"
	sed '2s/,/&"/' tests/maps/duel.csv >"$folder/own.csv"
	refused "own.csv: line 2: a field begins with a quote" ctl map add "$folder/own.csv"
	sed $'2s/,/\xe4&/' tests/maps/duel.csv >"$folder/own.csv"
	refused "own.csv: line 2: it is not UTF-8" ctl map add "$folder/own.csv"
	sed '2s/bbb/ccc/' tests/maps/duel.csv >"$folder/own.csv"
	refused "map own: aaa borders 'ccc', which is not another place" ctl map add "$folder/own.csv"
	sed '3s/,A,/,,/' $wide >"$folder/duel.csv"
	refused "the database has another map duel: a map that is changed needs a new name" ctl map add "$folder/duel.csv"
	sed 's/,A,/,,/; s/,F,/,,/' $wide >"$folder/own.csv"
	refused "map own: no power has a unit" ctl map add "$folder/own.csv"
	{ cat $wide; echo 'zzz,More,land,no,,,,,'; } >"$folder/own.csv"
	refused "map own: a map has at most 120 provinces, not 121" ctl map add "$folder/own.csv"
	{ cat $wide; printf 'zz%s,More,land,no,,,,,\n' a b; } >"$folder/own.csv"
	refused "own.csv: line 129: a map has at most 127 rows" ctl map add "$folder/own.csv"
	{ printf '\xef\xbb\xbf'; sed 's/$/\r/' tests/maps/duel.csv; } >"$folder/duel.csv"
	same "the same map by a spreadsheet" "$(loud map add "$folder/duel.csv")" \
		"map duel is there already, and is the same: nothing is changed"
	rm -r "$folder"
	same "the same map again" "$(loud map add $wide)" "map wide is there already, and is the same: nothing is changed"
	PGOPTIONS="-c role=farm_reader" refused "permission denied" ctl map add $wide
	same "maps and areas" "$(stock)" "$before"
	refused "--map flat: there is no such map; aresctl map list lists them" tournament new --games 2 --seats "$seats" --map flat
}

# What was added can be dropped when no tournament is on it, and then added again in another form.
test_drop() {
	local folder before
	folder=$(mktemp -d)
	before=$(stock)
	sed '2s/Aland/Bee/' tests/maps/duel.csv >"$folder/mine.csv"
	ctl map add "$folder/mine.csv"
	tournament mine --map mine --games 2 --seats random,random --rounds 2
	query "insert into farm.knowledge (map_id, kind, key, value)
		select id, 'plan', 'k', 'v' from farm.maps where name = 'mine'"
	refused "map mine: 1 tournament on it, which aresctl tournament drop removes: mine-$$" \
		ctl map drop mine --yes
	ctl tournament drop mine-$$ --yes
	refused "map mine: games of dropped tournaments are still there" ctl map drop mine --yes
	until [ "$(query "select count(*) from farm.tournaments where dropped")" = 0 ]; do
		query "select farm.sweep(1000)" >/dev/null
		sleep 0.2
	done
	refused "map mine is not dropped: --yes is missing" ctl map drop mine
	PGOPTIONS="-c role=farm_reader" refused "permission denied" ctl map drop mine --yes
	same "what drop says" "$(loud map drop mine --yes)" "map mine: dropped"
	same "maps and areas" "$(stock)" "$before"
	refused "no map mine; aresctl map list lists them" ctl map drop mine --yes
	refused "map standard belongs to the program" ctl map drop standard --yes
	sed 's/Aland/Cee/' tests/maps/duel.csv >"$folder/mine.csv"
	ctl map add "$folder/mine.csv"
	ctl map drop mine --yes
	rm -r "$folder"
}

# drawn MAP: what the database has of a map's drawing, in the records of schema/maps/NAME.drawing, sorted.
drawn() {
	query "select concat_ws(E'\t', 'page', page_width, page_height) from farm.maps where name = '$1' and page_width is not null
		union all select concat_ws(E'\t', case when id = province then 'area' else 'coast' end, code, unit_x, unit_y, label_x, label_y)
		from farm.areas where map_id = (select id from farm.maps where name = '$1') and unit_x is not null
		union all select concat_ws(E'\t', case type when 'water' then 'sea' else 'land' end, code, path)
		from farm.areas where map_id = (select id from farm.maps where name = '$1') and path is not null" | LC_ALL=C sort
}

# What SQL gives is the drawing, to the letter.
test_drawing() {
	same "the drawing of the standard map" "$(drawn standard)" "$(awk -F '\t' -v OFS='\t' '
		$1 == "area" {print $1, $2, $3 + 0, $4 + 0, $5 + 0, $6 + 0}
		$1 == "coast" {print $1, $2, $3 + 0, $4 + 0}
		$1 == "page" || $1 == "sea" || $1 == "land"' schema/maps/standard.drawing | LC_ALL=C sort)"
	same "that of europe5" "$(drawn europe5)" ""
}

# A map of a user that has the places and borders of a drawn one is drawn; one with other borders is not.
test_drawings_of_own_maps() {
	local folder
	folder=$(mktemp -d)
	sed 's/^par,Paris/par,Lutetia/' schema/maps/standard.csv >"$folder/lutetia.csv"
	sed 's/^\(bur,.*\)par\(.*\)$/\1\2/; s/^\(par,.*\)bur\(.*\)$/\1\2/' schema/maps/standard.csv >"$folder/apart.csv"
	ctl map add "$folder/lutetia.csv"
	ctl map add "$folder/apart.csv"
	same "the drawing of lutetia" "$(drawn lutetia)" "$(drawn standard)"
	same "the drawing of apart" "$(drawn apart)" ""
	rm -r "$folder"
}

# Readers read it.
test_drawing_rights() {
	as farm_reader -c "select path from farm.areas where code = 'par'" | contains ^M
	as farm_reader -c "select page_width from farm.maps where name = 'standard'" | contains -x 1200
}

# init finds the maps of users, and leaves them. It brings what is older of drawings up to date. A user's map
# that is not a map any more keeps nobody from a newer version: it is passed over. Where nothing changed, init
# writes nothing.
test_init_again() {
	local place before maps drawing said map=broken_$$
	local versions="select md5(string_agg(xmin::text, ',' order by map_id, id)) from farm.areas"
	place=$(mktemp -d)
	cp tests/maps/duel.csv "$place/$map.csv"
	ctl map add "$place/$map.csv"
	maps=$(query "select md5(string_agg(m::text, ',' order by id)) from farm.maps m")
	drawing=$(drawn lutetia)
	query "update farm.areas set unit_x = 1, label_y = 2, path = 'M0 0z' where code = 'par' and path is not null;
		update farm.areas set unit_x = null, unit_y = null, label_x = null, label_y = null, path = null
			where code = 'nth';
		update farm.maps set page_width = null, page_height = null where name = 'lutetia';
		update farm.areas a set army = '{zzz}' from farm.maps m
			where m.id = a.map_id and m.name = '$map' and code = 'aaa'"
	[ "$(drawn lutetia)" != "$drawing" ]
	said=$(ctl init 2>&1)
	case $said in
	"WARNING:  farm.areas, map "*": this map gets no drawing") ;;
	*) same "what init says" "$said" "WARNING: ...: this map gets no drawing" ;;
	esac
	same "the drawing of lutetia" "$(drawn lutetia)" "$drawing"
	same maps "$(query "select md5(string_agg(m::text, ',' order by id)) from farm.maps m")" "$maps"
	query "delete from farm.areas a using farm.maps m where m.id = a.map_id and m.name = '$map';
		delete from farm.maps where name = '$map'"
	before=$(query "$versions")
	same "what init says then" "$(ctl init 2>&1)" ""
	same "versions of rows" "$(query "$versions")" "$before"
}

run_tests
