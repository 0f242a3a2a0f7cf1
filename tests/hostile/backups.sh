#!/bin/bash
# backups: proves that aresctl restore takes nothing from a file on trust. Files that are cut off, changed, huge or made up are
# refused with one line, and nothing of them is in the farm. So are files whose sha256 fits, where their rows make no tournament.
#
# SEED=1 draws what is mangled, MANGLED=40 files without and SIGNED=8 with a sha256 that fits.
. tests/suite.sh

ctl init >/dev/null
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
file=$folder/whole.backup
ctl tournament create whole-$$ --games 6 --seats random,dumbbot --rules standard --rounds 4 --seed "$SEED" --until 20%
aresd --until-done
ctl backup whole-$$ --output "$file"
ctl tournament create other-$$ --games 6 --seats random,holdbot --rules standard --rounds 4 --seed "$SEED"
ctl tournament pause other-$$

# farm: a digest of all that others have in the farm: users, maps, tournaments, what they have played, functions, roles.
farm() {
	query "select md5(concat((select string_agg(u::text, ',' order by id) from farm.users u), (select string_agg(m::text, ',' order by id)
		from farm.maps m), (select string_agg(a::text, ',' order by map_id, id) from farm.areas a),
		(select string_agg(t::text, ',' order by id) from farm.tournaments t where name not like 'mangled%'),
		(select string_agg(g::text, ',' order by g.id) from farm.games g join farm.tournaments t on t.id = tournament_id
		 where t.name not like 'mangled%'), (select string_agg(c.relname, ',' order by relname) from pg_class c
		 where relnamespace = 'farm'::regnamespace and relname not like 'boards\_%'), (select string_agg(rolname, ',' order by rolname)
		 from pg_roles)))"
}
before=$(farm)

# unchanged: nobody else's things are as they were not.
unchanged() { same "the farm" "$(farm)" "$before"; }

# one_line FILE: what was said is one line, of what was done to the tournament or of why it was not.
one_line() { [ "$(wc -l <"$1")" = 1 ] || same "what was said" "$(<"$1")" "one line"; }

# A file that was changed anywhere is refused, whatever it is that was changed.
test_mangled() {
	local i status said=$folder/said
	echo "SEED=$SEED"
	mkdir "$folder/mangled"
	python3 tests/hostile/backups.py "$file" "$folder/mangled" "$SEED" "${MANGLED:-40}"
	for i in "$folder"/mangled/*; do
		status=0
		loud restore "$i" --name mangled >"$said" 2>&1 || status=$?
		[ $status -eq 2 ] || same "status of $i" $status 2
		one_line "$said"
		case $(<"$said") in "aresctl: $i:"*"; nothing is restored") ;; *) same "said of $i" "$(<"$said")" "...FILE:LINE..." ;; esac
	done
	unchanged
}

# A byte of each line at least once: every line counts.
test_every_line() {
	local lines n
	lines=$(wc -l <"$file")
	for ((n = 1; n <= lines; n += 1 + lines / 25)); do
		sed "${n}s/[a-z0-9]/Z/" "$file" >"$folder/line"
		cmp -s "$folder/line" "$file" || refused "$folder/line:" ctl restore "$folder/line" --name mangled
	done
	unchanged
}

# Cut off at every part, through a pipe, too, where the file cannot be looked at before.
test_cut_off() {
	local size part
	size=$(wc -c <"$file")
	for part in 0 1 16 200 $((size / 3)) $((size / 2)) $((size - 200)) $((size - 71)) $((size - 1)); do
		head -c $part "$file" >"$folder/part"
		refused "$folder/part:" ctl restore "$folder/part" --name mangled
		refused "standard input:" ctl restore - --name mangled <"$folder/part"
	done
	ctl backup whole-$$ --output "$folder/part.zst"
	size=$(wc -c <"$folder/part.zst")
	for part in 20 $((size / 2)) $((size - 1)); do
		head -c $part "$folder/part.zst" >"$folder/cut.zst"
		refused "what was compressed is broken" ctl restore "$folder/cut.zst" --name mangled
	done
	unchanged
}

# Somebody who knows the form makes the sha256 fit. Then the file is refused, or it makes a tournament that every command bears.
test_signed() {
	local i status taken=0 said=$folder/said name
	echo "SEED=$SEED"
	mkdir "$folder/signed"
	python3 tests/hostile/backups.py "$file" "$folder/signed" "$SEED" "${SIGNED:-8}" signed
	for i in "$folder"/signed/*; do
		status=0 name=mangled-$(basename "$i")
		loud restore "$i" --name "$name" >"$said" 2>&1 || status=$?
		one_line "$said"
		case $status in
		0)
			taken=$((taken + 1))
			ctl verify "$name" >/dev/null || [ $? -le 2 ]
			ctl tournament status "$name" >/dev/null || [ $? -le 2 ]
			;;
		2) ;;
		*) same "status of $i" $status "0 or 2" ;;
		esac
	done
	echo "taken: $taken"
	unchanged
	holds "count(*) = $taken from farm.tournaments where name like 'mangled-%'"
	same "left to judge" "$(query "select count(*) from farm.stops_judge()")" 1
}

# changed OLD NEW [PART]: the backup with another text and a sha256 that fits.
changed() {
	{ printf '%s\x1f' "$@"; echo; } | python3 tests/hostile/backups.py "$file" "$folder/changed"
	mv "$folder/changed.0" "$folder/changed"
}

# told PATTERN OLD NEW [PART]: such a file must be refused with that text. all_told tries all of them.
patterns=()
told() {
	patterns+=("$1")
	printf '%s\x1f' "${@:2}" >>"$folder/cases"
	echo >>"$folder/cases"
}
all_told() {
	local i
	python3 tests/hostile/backups.py "$file" "$folder/made_up" <"$folder/cases"
	for i in "${!patterns[@]}"; do
		refused "${patterns[i]}" ctl restore "$folder/made_up.$i" --name mangled
	done
	rm "$folder/cases"
	patterns=()
}

test_made_up() {
	told "here must be a number" 'backup 1' 'backup one'
	told "the backup has form 2, and this aresfarm reads form 1: use a newer one" 'backup 1' 'backup 2'
	told "the backup is of schema 9999" "$(grep -a -m1 '^schema' "$file")" 'schema 9999'
	told "what was played does not have the digest" "$(grep -a -m1 '^digest' "$file")" "digest $(printf '0%.0s' {1..64})"
	told "here must be \"part tournaments\" and its columns" 'part tournaments' 'part games'
	told "knows no column name) from stdin; drop table farm.games; -- in part maps" 'part maps name' \
		'part maps name) from stdin; drop table farm.games; --'
	told "part maps lacks the column name" 'part maps name,powers\n' 'part maps powers\n'
	told "specified more than once" 'part maps name,powers\n' 'part maps name,powers,name\n'
	told "a backup has one tournament, not 2" '\n\\.\npart maps' '\n'"$(sed -n '/^part tournaments/{n;p;q}' "$file" | sed 's/\\/\\\\/g')"'\n\\.\npart maps'
	told "its users: 'nobody' is no player" 'random\n' 'nobody\n' users
	told "is no user as this aresfarm writes them" 'random\n' 'ares\n' users
	told "'random,random' is no user" 'random\n' 'random,random\n' users
	told "the database has no role nobody_$$" 'random\n' "@nobody_$$\n" users
	told "is not among the users of the backup" '\trandom\t' "\tx'; drop table farm.games; --\t" seats
	told "this aresfarm has no rule set 'chess'" '\tstandard\t' '\tchess\t' tournaments
	told "this aresfarm has no judge 'chance'" '\tatlas\t' '\tchance\t' tournaments
	told "it does not have its 7 games" '\t6\t4\t' '\t7\t4\t' tournaments
	told "7 of 42 rows of part seats are of games that the backup does not have" '1\tfinished' '9\tfinished' games
	told "1 of 42 rows of part seats are of games that the backup does not have" '1\t0\t' '9\t0\t' seats
	told "violates" '1\t0\t' '1\t9\t' seats
	told "the farm has another map standard" 'Adriatic' 'Baltic' areas
	told "invalid input" '\tfinished\t' '\tlost\t' games
	told "violates check constraint" '\tfinished\t' '\tclaimed\t' games
	told "the games do not come to the verdict of the backup" "$(query "select verdict || E'\\t' || last_game from farm.stops s
		join farm.tournaments t on t.id = tournament_id where name = 'whole-$$'" | sed 's/\t/\\t/')" 'known\t2' stops
	all_told
	sed 's/^rows maps/rows pg_authid/; s/^part maps/part pg_authid/' "$file" >"$folder/parts"
	told "there is no part pg_authid in a backup" 'rows games' 'rows games'
	file=$folder/parts all_told
	unchanged
}

# Bytes without end, lines without end, and a number of rows that nobody has: little memory, and one line.
test_huge() {
	local kilobytes=400000
	refused "standard input:1: this is no backup" sh -c "yes | '$B/aresctl' ${CONNINFO:+-d '$CONNINFO'} restore - --name mangled"
	head -2 "$file" >"$folder/huge"
	head -c 40000000 /dev/zero | tr '\0' x >>"$folder/huge"
	refused "$folder/huge:3: the line has more than 16777216 bytes" \
		bash -c "ulimit -v $kilobytes; exec '$B/aresctl' ${CONNINFO:+-d '$CONNINFO'} restore '$folder/huge' --name mangled"
	sed 's/^rows boards .*/rows boards 9223372036854775807/' "$file" >"$folder/huge"
	refused "rows, and the head says 9223372036854775807" ctl restore "$folder/huge" --name mangled
	sed 's/^rows boards .*/rows boards 9223372036854775808/' "$file" >"$folder/huge"
	refused "here must be a number" ctl restore "$folder/huge" --name mangled
	for ((i = 0; i < 100; i++)); do echo "rows part_x 0"; done | sed "/^rows maps/r /dev/stdin" "$file" >"$folder/huge"
	refused "a backup has at most 64 parts" ctl restore "$folder/huge" --name mangled
	rm "$folder/huge"
	unchanged
}

# A new map must be one that games can begin on. It stays, so this test is the last one.
test_made_up_map() {
	changed 'standard\t' 'strange\t' maps
	ctl restore "$folder/changed" --name mangled-map
	ctl tournament drop mangled-map --yes
	sed 's/^\(0\t0\tadr\t.*\){alb,/\1{/' "$folder/changed" >"$folder/map"
	file=$folder/map changed 'strange\t' 'stranger\t' maps
	refused "nothing is restored" ctl restore "$folder/changed" --name mangled-stranger
	same "maps" "$(query "select count(*) from farm.maps where name = 'stranger'")" 0
}

run_tests
