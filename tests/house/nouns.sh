#!/bin/bash
# nouns: proves what aresctl says without a database: its lists of players, judges, rule sets and maps, where options may
# stand, and that a file without a case is no success.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh

rows_of() { sed -n 's/^[A-Z]*(\([a-z_0-9]*\)).*/\1/p' "$1"; }
rule_sets() { sed -n 's/^\t\t\.name = "\(.*\)",$/\1/p' lib/game/game.c; }

# json PATH...: the values there in the JSON on standard input, one per line; perl reads it.
json() { perl -MJSON::PP -e 'my $v = decode_json(join("", <STDIN>)); print "$_\n" for map { eval "\$v->$_" } @ARGV' -- "$@"; }

# names NOUN: what heads the entries of a list.
names() { "$B/aresctl" "$1" | sed -nE 's/^([a-z0-9]+)( \(the default\))?(:| ) .*/\1/p'; }

test_lists() {
	same players "$(names players)" "$(rows_of lib/players/players.def)"
	same judges "$(names judges)" "$(rows_of lib/judges/judges.def)"
	same rules "$(names rules)" "$(rule_sets)"
	same maps "$(names maps)" "$(basename -s .csv schema/maps/*.csv)"
}

test_lists_are_80_columns_wide() {
	local words
	for words in players judges rules "rules thesis" "rules standard" maps; do
		same "wide lines of $words" "$("$B/aresctl" $words | awk 'length > 80')" ""
		same "blanks at the ends of lines of $words" "$("$B/aresctl" $words | grep -n ' $' || true)" ""
	done
}

# Every setting in the source stands in the list, with its range and its normal value.
test_settings() {
	local list player
	for player in ares blackmane dumbbot scorer trinity; do
		list=$("$B/aresctl" players $player)
		same "settings of $player" "$(awk '/ [0-9]+ to [0-9]+ / {print $1}' <<<"$list")" \
			"$(sed -nE 's/^\t\[[A-Za-z_()]+\] = \{"([a-z]+)".*/\1/p' lib/players/$player/$player.c)"
	done
	"$B/aresctl" players ares | contains -E '^  depth +1 to 8 +2  rounds looked ahead$'
	"$B/aresctl" players dumbbot | contains -E '^  falldefence +0 to 10000 +400  worth of own centres in danger, in fall$'
	"$B/aresctl" players random | contains -x '  it has no settings'
	refused "NAME nobody: must be ares, random, randbot, dumbbot" "$B/aresctl" players nobody
}

test_which_rules() {
	"$B/aresctl" rules thesis | contains '^  Not standard Diplomacy\. Dislodged units vanish\.'
	"$B/aresctl" rules | contains '^thesis (the default): '
	"$B/aresctl" rules standard | contains '^  Standard Diplomacy\. Dislodged units may retreat\.'
	"$B/aresctl" rules thesis | contains -E '^  paradox +sustain +4\.A\.2$'
}

test_json() {
	perl -MJSON::PP -e 1 2>/dev/null || skip "perl lacks JSON::PP"
	same players "$("$B/aresctl" players ares --json | json '[0]{name}' '[0]{settings}[0]{name}' '[0]{settings}[0]{normal}')" \
		$'ares\ndepth\n2'
	same rules "$("$B/aresctl" rules --json | json '[0]{name}' '[0]{standard_diplomacy}' '[1]{standard_diplomacy}' \
		'[0]{options}{paradox}')" $'thesis\n0\n1\nsustain'
	same judges "$("$B/aresctl" judges --json | json '[0]{default}' '[3]{name}' '[3]{games}')" $'1\nconditions\n0'
	same maps "$("$B/aresctl" maps --json | json '[0]{centres}' '[1]{powers}{CBS}[2]' '[2]{centres}' '[2]{powers}{RUS}[3]' '[2]{neutral}[0]')" \
		$'10\nser\n34\nwar\nbel'
}

# The program's own options may stand anywhere; a command's after its name. Two minuses end the options.
test_options_anywhere() {
	local line
	for line in "-d nonsense=1 tournament list" "tournament -d nonsense=1 list" "tournament list --json -d nonsense=1" \
		"tournament status x --dbname=nonsense=1 --json" "watch x -d nonsense=1"; do
		refused "-d: no connection string" "$B/aresctl" $line
	done
	refused "too many arguments" "$B/aresctl" tournament status -- x --json
	refused "no option --json here: it must stand after the whole command" "$B/aresctl" --json tournament list
	refused "--color red: must be auto, always or never" "$B/aresctl" tournament list --color red
	same "version, anywhere" "$("$B/aresctl" tournament list --version)" "$("$B/aresctl" --version)"
	same "its letter" "$("$B/aresctl" -V) $("$B/aresd" -V)" "$("$B/aresctl" --version) $("$B/aresd" --version)"
	same "help" "$("$B/aresctl" help)" "$("$B/aresctl" --help)"
	same "help of aresd" "$("$B/aresd" help)" "$("$B/aresd" --help)"
	same "help of a subcommand" "$("$B/aresctl" help tournament create)" "$("$B/aresctl" tournament create --help)"
}

test_no_case() {
	local file
	refused "judge: standard input:1: 'garbage' begins no case, and no other line does" eval "echo garbage | '$B/aresctl' judge -"
	refused "judge: /dev/null:1: the end, and there was no case" "$B/aresctl" judge /dev/null
	refused "judge: standard input:3: the end, and there was no case" eval "printf '# one\n\n' | '$B/aresctl' judge -"
	file=$(mktemp)
	{ echo "# a remark"; cat tests/cases/math.cases; echo "junk"; echo "more junk"; } >"$file"
	same "what is passed over" "$("$B/aresctl" judge "$file" 2>&1)" \
		"$file:$(grep -n '^junk' "$file" | cut -d: -f1): skipped 2 lines that do not belong to a case; here 'junk'
20 passed, 0 failed, 0 skipped"
	refused "/dev/null:1: the end" "$B/aresctl" judge tests/cases/math.cases /dev/null
	rm "$file"
	same "what is said of the farm's own cases" "$("$B/aresctl" judge tests/cases/*.cases 2>&1 >/dev/null)" ""
}

# A position with orders and no expect lines: what becomes of each order, and why.
test_reasons() {
	local file
	file=$(mktemp)
	printf '%s\n' 'case mine' 'phase S1901M' 'unit FRA A par' 'unit FRA A mar' 'unit GER A bur' \
		'unit GER A mun' 'unit RUS F stp/nc' 'order FRA A par - bur' 'order FRA A mar S A par - bur' \
		'order GER A mun S A bur' 'order FRA A bre H' 'order RUS F stp H' \
		'phase S1901R' 'retreating GER A bur from par' 'order GER A bur R par' end >"$file"
	same reasons "$("$B/aresctl" judge --reasons "$file")" "mine S1901M, rules standard
  FRA A mar S A par - bur: succeeds: but A par did not reach bur
  FRA A par - bur: bounced: 2 against 2 of GER A bur H
  FRA A bre H: disregarded: no such unit stands there
  GER A bur H: succeeds: 2 against 2 of FRA A par - bur, with support from A mun
  GER A mun S A bur: succeeds: A bur stood
  RUS F stp/nc H: succeeds
mine S1901R, rules standard
  GER A bur R par: illegal: its attacker came from there; it disbands"
	refused "has 5 orders but 0 expect lines" "$B/aresctl" judge "$file"
	refused "judge: --reasons goes with neither --verbose nor --json" "$B/aresctl" judge --reasons -v "$file"
	rm "$file"
	same "each phase is explained" \
		"$("$B/aresctl" judge --reasons tests/cases/*.cases | grep -c '^[^ ].* rules ')" \
		"$(cat tests/cases/*.cases | grep -c '^phase')"
}

run_tests
