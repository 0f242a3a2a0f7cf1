#!/bin/bash
# njudge: files of the e-mail Judge. Its maps become maps of ours on which games are played, its mails become positions, and
# players answer them. tests/njudge has the files: the standard map and its start as tests/njudge/judge_map.awk makes them of
# our own map, two small maps, an archive of a game of ours as the Judge would have reported it, and a single report.
. tests/suite.sh
mails=tests/njudge folder=$(mktemp -d)

# judge_form [seed]: the standard map in the Judge's form, or its starting position.
judge_form() { awk -v seed="${1:+1}" -v names=lib/formats/judge/judge_names.def -f $mails/judge_map.awk schema/maps/standard.csv; }

test_standard_map() {
	same "the map's file" "$(judge_form)" "$(cat $mails/standard.map)"
	same "the start's file" "$(judge_form seed)" "$(cat $mails/standard.seed)"
	# The Judge's map has no owners but those of centres.
	same "the map" "$(ctl map import $mails/standard.map --seed $mails/standard.seed 2>"$folder/said")" \
		"$(awk -F, -v OFS=, 'NR > 1 && $4 == "no" {$5 = ""} {print}' schema/maps/standard.csv)"
	same "what is said" "$(cat "$folder/said")" "$mails/standard.map: left out: 1 closed province (a closed one borders only itself)"
	same "the map on standard input" "$(ctl map import - <$mails/standard.map 2>&1 | cut -d, -f1 | paste -sd' ')" \
		"standard input: left out: 1 closed province (a closed one borders only itself) code$(cut -d, -f1 schema/maps/standard.csv |
			sed 1d | sed 's/^/ /' | tr -d '\n')"
}

# A variant is imported, put into the farm and played, from the start that its map has and from one that only a case can have.
test_variant() {
	printf 'S1901M\nE: A Alder\nF: F Birch\n-1\n-1\n' >"$folder/cedar.seed"
	same "what import says" "$(loud map import $mails/cedar.map --seed "$folder/cedar.seed" -o "$folder/cedar.csv")" \
		"$folder/cedar.csv: 2 powers, 6 provinces, 3 centres; aresctl map add puts it into the farm"
	ctl map add "$folder/cedar.csv"
	loud map import $mails/cedar.map -o "$folder/empty.csv" | grep -q '; aresctl map add refuses it as it is: '
	refused "map empty: $(loud map import $mails/cedar.map -o "$folder/empty.csv" | sed 's/.*as it is: //')" ctl map add "$folder/empty.csv"
	printf 'F1904M\nE: A dun\nE: F Mere\nF: F Cedar/sc\n-1\nEFF...\n-1\n' >"$folder/late.seed"
	refused "FRA owns no home centre in Cedar south coast, where its unit starts; a map cannot have that, but --start FILE.cases takes" \
		ctl map import $mails/cedar.map --seed "$folder/late.seed" -o "$folder/late.csv"
	[ ! -e "$folder/late.csv" ]
	ctl map import $mails/cedar.map --seed "$folder/late.seed" -o "$folder/late.csv" --start "$folder/late.cases"
	sed -i 's/EFF/EF./' "$folder/late.seed"
	ctl map import $mails/cedar.map --seed "$folder/late.seed" -o "$folder/late.csv" --start "$folder/late.cases"
	local terms='--map cedar --games 4 --seats dumbbot,random --rules standard --rounds 8'
	ctl tournament create begun $terms --seed "$SEED"
	ctl tournament create late $terms --seed "$SEED" --start "$folder/late.cases:start"
	aresd --until-done
	ctl verify begun --players >/dev/null
	ctl verify late --players >/dev/null
	same "how the games began" "$(query "select distinct t.name, farm.phase_name(min(b.phase)) from farm.boards b
		join farm.tournaments t on t.id = b.tournament_id where t.name in ('begun', 'late') group by t.name, game_id order by 1")" \
		$'begun|S1901M\nlate|F1904M'
	same "first units" "$(ctl show late/1 F1904M | grep -cE 'A dun|F mer|F ced/sc')" 3
}

# What of a map is left out. It is imported all the same.
test_left_out() {
	sed -e '2i Lake, l lak\nPeak, l pea' -e 's/^sou-xc.*/&\nlak-mv: lak\npea-mv: pea/' -e '$i V x' \
		$mails/cedar.map >"$folder/lake.map"
	ctl map import "$folder/lake.map" >"$folder/lake.csv" 2>"$folder/said"
	same "the map" "$(cat "$folder/lake.csv")" "$(ctl map import $mails/cedar.map)"
	same "what is said" "$(sed "s:$folder/::" "$folder/said")" "\
lake.map: left out: 2 closed provinces (a closed one borders only itself)
lake.map:24: skipped: an option of variants that is not played here"
}

# Powers whose letters the standard map does not have.
test_powers() {
	sed 's/ E ald/ X ald/; s/ F bir/ 1 bir/' $mails/cedar.map >"$folder/x.map"
	refused "x.map:2: the power 'X' has no code: --powers X=XYZ gives it one" ctl map import "$folder/x.map"
	refused "--powers: 'X=Xan' should begin with a power's letter and its code" ctl map import "$folder/x.map" --powers X=Xan
	same "owners" "$(ctl map import "$folder/x.map" --powers X=XAN,1=ONE | cut -d, -f5 | paste -sd' ')" "owner XAN ONE      "
}

# The archive reports our own game. Its cases pass, and a game can begin with the last one.
test_archive() {
	ctl import --njudge --all $mails/archive.mail >"$folder/all.cases" 2>"$folder/said"
	same "what is said" "$(cat "$folder/said")" ""
	contains '^# [a-z][a-z]*, a game of the e-mail Judge, by the mails of it\.$' "$folder/all.cases"
	same "cases" "$(sed -n 's/^case //p' "$folder/all.cases" | paste -sd' ')" \
		"S1901M F1901M W1901A S1902M S1902R F1902M F1902R W1902A S1903M next"
	same "our judge" "$(ctl judge "$folder/all.cases" | tail -1)" "9 passed, 0 failed, 1 skipped"
	same "the last only" "$(ctl import --njudge $mails/archive.mail | sed -n 's/^case //p' | paste -sd' ')" "S1903M next"
	# Up to the winter; the position after it begins a tournament.
	sed '/S1903M Results/,$d' $mails/archive.mail | ctl import --njudge - >"$folder/spring.cases"
	ctl tournament create mailed --games 2 --seats dumbbot,random --rules standard --rounds 2 --start "$folder/spring.cases:next"
	# Mail programs change what they pass on.
	sed 's/^/> /; s/$/\r/' $mails/archive.mail | ctl import --njudge --all - | diff - "$folder/all.cases"
	# quoted-printable, with each line broken
	{
		printf 'Content-Transfer-Encoding: Quoted-Printable\n\n'
		sed 's/=/=3D/g; s/e/=65/3; s/^\(.\{5\}\)/\1=\n/' $mails/archive.mail
		printf 'Content-Transfer-Encoding: 7bit\n\nA line = that ends=\n'
	} | ctl import --njudge --all - | diff - "$folder/all.cases"
	# and before the next mail of a mailbox, which is not
	{
		printf 'From a\nContent-Transfer-Encoding: quoted-printable\n\nFrom b\n\n'
		awk '/results for/ {print "x="} 1' $mails/archive.mail
	} | ctl import --njudge --all - | diff - "$folder/all.cases"
	# Report by report, from files of their own.
	awk -v folder="$folder" '/^From: / {n++} {print >(folder "/" n ".mail")}' $mails/archive.mail
	ctl import --njudge --all "$folder"/{1,2,3,4,5,6,7,8,9}.mail | diff - "$folder/all.cases"
}

test_differences() {
	local status=0
	sed 's/^England: Army Yorkshire -> North Sea -> Norway\./& (*bounce*)/; s/^\(Russia: Army Norway HOLD\.\).*/\1/; /The Russian Army/d' \
		$mails/north.mail | ctl import --njudge - >"$folder/cases" 2>"$folder/said" || status=$?
	same "the status" "$status" 1
	same "what is said" "$(cat "$folder/said")" \
"standard input:7: F1903M: who owns what is not known: no list of owners stands before; the owners of the start are taken
standard input:12: F1903M: ENG A yor: it fails by the mail, it moves by our judge
standard input:16: F1903M: RUS A nwy: not dislodged by the mail, it is by our judge
2 differences between the mails and our judge; the mails are followed"
	same "England's army" "$(sed -n '/case next/,$p' "$folder/cases" | grep 'unit ENG A')" "unit ENG A yor"
}

# orders POWER OPTION...: what is suggested on the archive; others NAME POWER: on the reports up to that phase.
orders() { ctl suggest --power "$@" $mails/archive.mail; }
upto() { sed "/$1 Results/,\$d" $mails/archive.mail | ctl suggest --power "${@:2}" -; }

test_suggest() {
	same "a retreat" "$(orders GER --player dumbbot --signon 'gnorth elk7' | tr '\n' ';' | sed 's/kie - .../kie - XXX/')" \
		"SIGNON gnorth elk7;F kie - XXX;SIGNOFF;"
	same "the same in our notation" "$(orders GER --player dumbbot --format ours)" \
		"$(orders GER --player dumbbot | sed 's/ - / R /')"
	same "removals" "$(upto W1902A RUS --player dumbbot)" "$(printf 'r A ukr\nr A gal')"
	same "builds" "$(upto W1902A FRA | grep -cE '^b [AF] (par|mar|bre)$')" 2
	same "moves" "$(upto S1903M ENG --player random | wc -l)" 6
	same "the same again" "$(upto S1903M ENG --seed 7)" "$(upto S1903M ENG --seed 7)"
	[ "$(upto S1903M ENG --player random --seed 7)" != "$(upto S1903M ENG --player random --seed 8)" ]
	# A mail and its case mean the same to a player that remembers nothing.
	sed '/S1903M Results/,$d' $mails/archive.mail | ctl import --njudge - >"$folder/spring.cases"
	same "orders by a case" "$(ctl suggest --power ENG --player dumbbot "$folder/spring.cases")" "$(upto S1903M ENG --player dumbbot)"
	local said status=0
	said=$(orders FRA 2>&1) || status=$?
	same "a power without a retreat" "$status $said" "1 aresctl: suggest: FRA has nothing to decide in S1903R"
}

# The Judge waits for a power that may build and has no home; it has removed a unit that has nowhere to go.
test_waives() {
	local game
	game=$'Movement results for Fall of 1901. (gb.2)\n\nAustria: Army Vienna HOLD.\nItaly: Army Rome HOLD.\n
Ownership of supply centers:\n\nAustria: Vienna, Serbia, Greece.\nItaly: Rome.\n
The next phase of \'gb\' will be Adjustments for Winter of 1901.'
	same "no home" "$(ctl suggest --power AUS --player random - <<<"$game")" $'waive\nwaive'
	local said status=0
	said=$(ctl suggest --power ITA --player random - <<<"$game" 2>&1) || status=$?
	same "nothing" "$status $said" "1 aresctl: suggest: ITA has nothing to decide in W1901A"
	game=$'Movement results for Spring of 1901. (gb.1)\n\nAustria: Army Vienna HOLD. (*dislodged*)\nAustria: Army Serbia HOLD. (*dislodged*)
Austria: Army Bohemia HOLD.\nAustria: Army Galicia HOLD.\nAustria: Army Budapest HOLD.\nItaly: Army Trieste HOLD.\nItaly: Army Tyrolia -> Vienna.
Italy: Fleet Venice SUPPORT Army Tyrolia -> Vienna. (*void*)\nTurkey: Army Bulgaria -> Serbia.\nTurkey: Army Greece SUPPORT Army Bulgaria -> Serbia.
Italy: Army Munich SUPPORT Army Tyrolia -> Vienna. (*void*)\n
The following units were dislodged:\n\nThe Austrian Army in Vienna with no valid retreats was destroyed.
The Austrian Army in Serbia can retreat to Albania or Rumania.\n
The next phase of \'gb\' will be Retreats for Spring of 1901.'
	same "a retreat only" "$(ctl suggest --power AUS --player random - <<<"$game" 2>/dev/null | cut -c1-5)" "A ser"
}

# Every player answers every phase of the archive.
test_players() {
	local player phase players
	players=$(sed -n 's/^PLAYER(\(.*\))$/\1/p' lib/players/players.def)
	[ "$(wc -w <<<"$players")" -ge 8 ]
	for player in $players; do
		for phase in F1901M W1901A S1902R; do
			upto $phase AUS --player "$player" >"$folder/orders" || same "$player in $phase" "$?" 0
			contains -E '^([AFb] .*|waive)$' "$folder/orders"
		done
	done
}

test_refusals() {
	refused "nowhere: No such file" ctl suggest --power GER nowhere
	refused "standard input: neither a report of the Judge is in it nor a case with a phase" ctl suggest --power GER - </dev/null
	refused "no report of the Judge is in it" ctl import --njudge - <README.md
	refused "--power NOR: the map has no such power: it has AUS, ENG, FRA, GER, ITA, RUS, TUR" ctl suggest --power NOR $mails/north.mail
	refused "--player: 'nobody' is not a player" ctl suggest --power GER --player nobody $mails/north.mail
	refused "--player @: it must be one player" ctl suggest --power GER --player @ $mails/north.mail
	refused "--signon: r is not the letter of GER" ctl suggest --power GER --signon 'rnorth x' $mails/north.mail
	refused "--signon: it must be the power's letter" ctl suggest --power GER --signon gnorth $mails/north.mail
	refused "--signon: it must be" ctl suggest --power GER --signon $'gnorth x\nSIGNOFF' $mails/north.mail
	refused "standard input:1: no movement report or listing stands before it" ctl import --njudge - < <(sed -n '/^Retreat results/,$p' \
		$mails/archive.mail)
	refused "standard input:10: it ends without a dot: is the mail cut?" ctl import --njudge - < <(head -c 260 $mails/north.mail)
	refused "standard input: it has over 8 MiB" ctl import --njudge - < <(head -c 100000000 /dev/zero)
	refused "standard input: it has over 8 MiB" ctl map import - < <(head -c 100000000 /dev/zero)
	refused "map import: tests/cases/datc.cases:4: a comma should end the name" ctl map import tests/cases/datc.cases
	refused "standard input:1: it should be a phase from 1901 on" \
		ctl map import $mails/cedar.map --seed - </dev/null <<<X1901
	sed 's/Movement results/Movement orders/' $mails/north.mail >"$folder/preview"
	refused "import: $folder/preview: its reports are only previews, and no position" \
		ctl import --njudge "$folder/preview"
	refused "suggest: $folder/preview: its reports are only previews" ctl suggest --power GER "$folder/preview"
	printf 'case x\nphase S19\n' >"$folder/x"
	refused "suggest: $folder/x:2: phase: 'S19' is not a phase" ctl suggest --power GER "$folder/x"
	printf 'case x\nphase S1901M\n' >"$folder/x"
	refused "suggest: $folder/x:2: case x should have an end line" ctl suggest --power GER "$folder/x"
	refused "--start writes the position of --seed, which is not given" ctl map import $mails/cedar.map --start "$folder/x.cases"
	refused "map import: $folder/no/x.csv: No such file" ctl map import $mails/cedar.map -o "$folder/no/x.csv"
}

run_tests
