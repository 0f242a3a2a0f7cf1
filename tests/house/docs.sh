#!/bin/bash
# docs: proves that the documents name what there is: each command, question, rule set, judge, player and option of
# the rules. Their links lead to files. Their lines have at most 120 columns, tables and examples excepted.
#
# The other tests show that each check can fail.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh

# lacking DOCUMENT NAME...: says which of these names do not stand in the document, in backquotes.
lacking() {
	local name
	for name in "${@:2}"; do
		grep -qE "\`($name|[^\`]*/$name)[ \`]" "$1" || echo "$1 lacks $name"
	done
}

rows_of() { sed -n 's/^[A-Z]*(\([a-z_0-9]*\)).*/\1/p' "$1"; }
options_of_rules() { sed -n 's/^\tOPTION(\([a-z_]*\),.*/\1/p' lib/law.c; }
rule_sets() { sed -n 's/^\t\t\.name = "\(.*\)",$/\1/p' lib/game.c; }
commands() { "$B/aresctl" --help | awk '/^$/ {on = 0} on {print $1} /^Commands:$/ {on = 1}'; }
questions() { find sql -maxdepth 1 -name '*.sql' ! -name views.sql -printf '%f\n'; }

test_rules() { same "missing" "$(lacking doc/rules.md $(rule_sets) $(options_of_rules))" ""; }
test_judges_and_players() {
	same "missing" "$(lacking doc/rules.md $(rows_of lib/judges/judges.def) $(rows_of lib/players/players.def))" ""
}
maps() { basename -s .csv schema/maps/*.csv; }
test_maps() { same "missing" "$(lacking doc/rules.md $(maps))$(lacking doc/commands.md $(maps))" ""; }
test_commands() { same "missing" "$(lacking doc/commands.md $(commands))" ""; }
test_questions() { same "missing" "$(lacking doc/commands.md $(questions))" ""; }

# The lists above are not empty, and a name that no document has is found.
test_lists() {
	local list
	for list in rule_sets maps options_of_rules commands questions "rows_of lib/judges/judges.def" "rows_of lib/players/players.def"; do
		[ "$($list | wc -l)" -ge 3 ] || same "$list" "$($list)" "three names or more"
	done
	same "a name that is not there" "$(lacking doc/rules.md thesis weather)" "doc/rules.md lacks weather"
	same "a part of a name" "$(lacking doc/rules.md thes)" "doc/rules.md lacks thes"
}

# dead FILE...: the links of these documents that lead to no file.
dead() {
	local file link
	for file; do
		grep -o '](\([^)#]*\)' "$file" | sed 's/^](//' | while read -r link; do
			case $link in '' | http*) continue ;; esac
			[ -e "$(dirname "$file")/$link" ] || echo "$file: $link"
		done
	done
}
# wide FILE...: lines of more than 120 columns.
wide() { awk 'length > 120 && !/^\|/ && !/^    / {print FILENAME ":" FNR ": " length " columns"}' "$@"; }

documents=(*.md doc/*.md deploy/*.md sql/*.md tests/cases/*.md)
test_links() { same "dead links" "$(dead "${documents[@]}")" ""; }
test_columns() { same "wide lines" "$(wide "${documents[@]}")" ""; }

test_links_and_columns_can_fail() {
	local scratch
	scratch=$(mktemp)
	printf 'See [it](gone.md).\nx%120s\n|%121s\n' x x >"$scratch"
	same "dead links" "$(dead "$scratch")" "$scratch: gone.md"
	same "wide lines" "$(wide "$scratch")" "$scratch:2: 121 columns"
	rm "$scratch"
}

# The file that says how to cite the project has its version and licence.
test_citation() {
	same version "$(sed -n 's/^version: //p' CITATION.cff)" "$(sed -n 's/^#define ARESFARM_VERSION "\(.*\)"$/\1/p' daemon/base/version.h)"
	same licence "$(sed -n 's/^license: //p' CITATION.cff) License" "$(head -1 LICENSE)"
}

run_tests
