#!/bin/bash
# nouns: proves what aresctl says without a database: its lists of players, judges, rule sets and maps, where options may
# stand, and that a file without a case is no success.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh

rows_of() { sed -n 's/^[A-Z]*(\([a-z_0-9]*\)).*/\1/p' "$1"; }
rule_sets() { sed -n 's/^\t\t\.name = "\(.*\)",$/\1/p' lib/game/game.c; }

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
	refused "NAME nobody: must be ares, random, randbot, dumbbot" "$B/aresctl" players nobody
}

# Parts of the lists, in colours, and of the same lists as JSON.
in_words() {
	"$B/aresctl" maps --color always | sed '/europe5/,/^$/!d'
	"$B/aresctl" maps --color always | sed -n '/standard/p'
	"$B/aresctl" judges --color always | sed -n '1p; /conditions/,/not for games/p'
	"$B/aresctl" rules --color always | sed -n 1,5p
	"$B/aresctl" rules datc3 | sed -n '1,/needless/p; /self_support/p'
	"$B/aresctl" players random --color always
	"$B/aresctl" players scorer | sed -n 1,4p
}
test_words() {
	same "the lists" "$(in_words | cat -v)" "^[[1meurope5^[[0m: 5 powers, 44 provinces, 24 centres
  CBS      bul rum ser
  FRA      bre mar par
  GER      ber kie mun
  ITA      nap rom ven
  RUS      mos sev stp
  neutral  bel bud den hol nwy swe tri vie war

^[[1mstandard^[[0m: 7 powers, 75 provinces, 34 centres (the default)
^[[1matlas     ^[[0m  the staged logic judge of the thesis, section 3.2 (the default)
^[[1mconditions^[[0m  the thesis's first judge, by conditions; leaves paradoxes undecided
            (to compare judges; not for games)
^[[1mthesis^[[0m (the default): not standard Diplomacy: Booijink 2005, no retreats, random
  builds, strict orders
  Not standard Diplomacy. Dislodged units vanish. Chance draws builds and
  removals after fall. Without --rounds, a game is a draw after 218 rounds.

datc3: standard Diplomacy as of DATC 3.0: who means to be convoyed never goes
  overland, disorder looks to owned centres
  Standard Diplomacy. Dislodged units may retreat. Powers order builds and
  removals in winter. Without --rounds, a game is a draw after 218 rounds.

  option              value               in the DATC
  routes              any_open            4.A.1 (b)
  paradox             szykman             4.A.2 (d)
  convoy_cut          all                 4.A.2
  intent              own_fleet           4.A.3 (d)
  fallback            none                4.A.3 (3.0)
  needless            illegal             4.A.3 (3.0)
  self_support        idle                -
^[[1mrandom^[[0m: holds or moves at random (thesis, section 4.1)
  it has no settings
scorer: scores places, and attacks whom it bears most enmity (Ritchie, 2003)
  setting      range         normal  what it is
  defend       0 to 1000         25  score of an own centre in danger
  home         0 to 1000         30  score of an own home centre in danger"
}
as_json() {
	"$B/aresctl" maps --json | sed -n '1p; $s/"default.*RUS"/.../p'
	"$B/aresctl" judges --json | sed -n 's/"about.*", //; 1p; $p'
	"$B/aresctl" rules --json | sed -n '1s/"paradox.*"self/"self/p; 2s/"round.*/.../p; $s/"default.*self/"self/p'
	"$B/aresctl" players ares --json | sed 's/}, .*}/}, .../'
}
test_json() {
	same "the lists as JSON" "$(echo; as_json | fold -sw 100 | sed 's/ $//')" '
[{"name": "balkans2", "default": false, "provinces": 20, "centres": 10, "powers": {"AUS": ["bud",
"tri", "vie"], "RUS": ["mos", "sev", "war"]}, "neutral": ["bul", "gre", "rum", "smy"]},
 {"name": "standard", ...: ["mos", "sev", "stp", "war"], "TUR": ["ank", "con", "smy"]}, "neutral":
["bel", "bul", "den", "gre", "hol", "nwy", "por", "rum", "ser", "spa", "swe", "tun"]}]
[{"name": "atlas", "default": true, "games": true},
 {"name": "conditions", "default": false, "games": false}]
[{"name": "thesis", "about": "not standard Diplomacy: Booijink 2005, no retreats, random builds,
strict orders", "default": true, "standard_diplomacy": false, "retreats": false, "adjustments":
false, "round_limit": 218, "options": {"routes": "any_open", "self_support": "fails"}},
 {"name": "standard", "about": "standard Diplomacy: the rulebook, with the choices the DATC
prefers", "default": false, "standard_diplomacy": true, "retreats": true, "adjustments": true, ...
 {"name": "daide", "about": "standard Diplomacy as the reference server of the DAIDE has it, as far
as orders here can say it", "self_support": "idle"}}]
[{"name": "ares", "about": "evolves strategies against scheming opponents (thesis, section 3.3)",
"settings": [{"name": "depth", "least": 1, "most": 8, "normal": 2, "about": "rounds looked ahead"},
...]'
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

# Of a case: what the judge and the case differ in, and with --verbose what else is to be said.
one() { sed -n '/^case 6.A.5$/,/^end$/p' tests/cases/thesis.cases | sed "s/^case .*/case $1/; $2"; }
test_outcomes() {
	local file=$TMPDIR/outcomes said
	{
		one remarks 's/litstage.*/title "x"/'
		one wrong 's/^after GER F yor/after GER F lon/'
		one doubt '2i status doubt'
	} >"$file"
	said=$(for form in "" -v "-v --json" "-v --judge conditions"; do
		"$B/aresctl" judge $form "$file" || echo "status $?"
	done)
	same "outcomes" "$(sed "s:$file:FILE:" <<<"$said" | fold -sw 100 | sed 's/ $//')" "\
FILE: wrong: failed (decision conditioning): GER F yor stands after the phase, should not; GER F
lon should stand after the phase
1 passed, 1 failed, 1 skipped
status 1
FILE: remarks: passed (decision conditioning); its stage is given as predicate substitution; F nth
C A yor - yor is 'succeeds', given as 'void'
FILE: wrong: failed (decision conditioning): GER F yor stands after the phase, should not; GER F
lon should stand after the phase; F nth C A yor - yor is 'succeeds', given as 'void'
FILE: doubt: skipped: marked doubt
1 passed, 1 failed, 1 skipped
status 1
{\"file\": \"FILE\", \"case\": \"remarks\", \"outcome\": \"passed\", \"stage\": 1, \"text\": \"\"}
{\"file\": \"FILE\", \"case\": \"wrong\", \"outcome\": \"failed\", \"stage\": 1, \
\"text\": \"GER F yor stands after
the phase, should not; GER F lon should stand after the phase\"}
{\"file\": \"FILE\", \"case\": \"doubt\", \"outcome\": \"skipped\", \"stage\": 0, \"text\": \"marked doubt\"}
{\"passed\": 1, \"failed\": 1, \"skipped\": 1}
status 1
FILE: remarks: passed; its stage is given as predicate substitution; F nth C A yor - yor is
'succeeds', given as 'void'
FILE: wrong: failed: GER F yor stands after the phase, should not; GER F lon should stand after the
phase; its stage is given as decision conditioning; F nth C A yor - yor is 'succeeds', given as
'void'
FILE: doubt: skipped: marked doubt
1 passed, 1 failed, 1 skipped
status 1"
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
