#!/bin/bash
# docs: proves that the documents name what there is: each command, question, address, rule set, judge, player and
# option of the rules. Their links lead to files and headings. No two documents make a tournament of the same name. Their
# lines have at most 120 columns, tables and examples excepted.
#
# The other tests show that each check can fail.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh

# unnamed BEFORE AFTER DOCUMENT NAME...: says which of these names do not stand in the document between these
# two expressions.
unnamed() {
	names=$(printf '%s\n' "${@:4}") before=$1 after=$2 awk '
		BEGIN {count = split(ENVIRON["names"], names, "\n")}
		{for (i in names) if (index($0, names[i]) && $0 ~ ENVIRON["before"] names[i] ENVIRON["after"])
			delete names[i]}
		END {for (i = 1; i <= count; i++) if (i in names) print ARGV[1] " lacks " names[i]}' "$3"
}
# lacking DOCUMENT NAME...: says which of these names do not stand in the document, in backquotes.
lacking() { unnamed '`([^`]*/)?' '[ `]' "$@"; }

rows_of() { sed -n 's/^[A-Z]*(\([a-z_0-9]*\)).*/\1/p' "$1"; }
options_of_rules() { sed -n 's/^\tOPTION(\([a-z_]*\),.*/\1/p' lib/rules/law.c; }
rule_sets() { sed -n 's/^\t\t\.name = "\(.*\)",$/\1/p' lib/game/game.c; }
# The commands of aresctl, and those of its commands, by the sections of its man page.
sections() { "$B/aresctl" --man | sed -n 's/\\//g; s/^\.SS //p'; }
commands() { sections | cut -d' ' -f1 | uniq; }
subcommands() { sections | grep ' '; }
questions() { find sql -maxdepth 1 -name '*.sql' ! -name views.sql -printf '%f\n'; }

test_rules() { same "missing" "$(lacking doc/rules.md $(rule_sets) $(options_of_rules))" ""; }
test_judges_and_players() {
	same "missing" "$(lacking doc/rules.md $(rows_of lib/judges/judges.def) $(rows_of lib/players/players.def))" ""
}
maps() { basename -s .csv schema/maps/*.csv; }
test_maps() { same "missing" "$(lacking doc/rules.md $(maps))" ""; }
test_commands() {
	local names
	readarray -t names <<<"$(subcommands)"
	same "missing" "$(lacking doc/commands.md $(commands) "${names[@]}")" ""
}
test_questions() { same "missing" "$(lacking doc/commands.md $(questions))" ""; }

# addresses: those that doc/web.md must have, as it writes them.
addresses() {
	sed -n '/^ADDRESS(\(ASSET\|ICON\),/d; s/^ADDRESS([A-Z_]*, "\([^"]*\)".*/\1/p' daemon/web/http/addresses.def |
		sed 's/#/ID/; s/\*/NAME/'
}
unserved() { unnamed '(`|GET |POST )' '[`?#]' "$1" $(addresses); }
test_addresses() {
	same "missing" "$(unserved doc/web.md)" ""
	same "without a document" "$(unserved /dev/null | wc -l)" "$(addresses | wc -l)"
}

# The lists above are not empty, and a name that no document has is found.
test_lists() {
	local list
	for list in rule_sets maps options_of_rules commands subcommands addresses questions "rows_of lib/judges/judges.def" "rows_of lib/players/players.def"; do
		[ "$($list | wc -l)" -ge 3 ] || same "$list" "$($list)" "three names or more"
	done
	same "a name that is not there" "$(lacking doc/rules.md thesis weather)" "doc/rules.md lacks weather"
	same "a part of a name" "$(lacking doc/rules.md thes)" "doc/rules.md lacks thes"
}

# headings FILE: the anchors of its headings, as GitHub makes them.
headings() { awk 'sub(/^#+ /, "") {$0 = tolower($0); gsub(/[^-_a-z0-9 ]/, ""); gsub(/ /, "-"); print}' "$1"; }

# dead FILE...: the links of these documents that lead to no file, or to no heading of it.
dead() {
	local file link target
	local -A anchors
	for file; do
		while read -r link; do
			case $link in http*) continue ;; esac
			target=${link%%#*}
			case $file in */*) target=${target:+${file%/*}/$target} ;; esac
			target=${target:-$file}
			[[ ! $target =~ ^[^/]+/\.\./(.*)$ ]] || target=${BASH_REMATCH[1]}
			if [[ $link = *'#'* && -e $target && -z ${anchors[$target]:-} ]]; then
				anchors[$target]=$'\n'$(headings "$target")$'\n'
			fi
			if [[ ! -e $target || $link = *'#'* && ${anchors[$target]} != *$'\n'"${link#*#}"$'\n'* ]]; then
				echo "$file: $link"
			fi
		done < <(grep -o ']([^)]*' "$file" | sed 's/^](//')
	done
}
# created FILE...: the tournaments, grids, matrices and tunings that these documents make, each with its document.
created() {
	grep -noE '(tournament|game|tune) create +[a-z][-a-z0-9_.]*|experiment [a-z]+ +[a-z][-a-z0-9_.]*|--name [a-z][-a-z0-9_.]*' "$@" |
		sed 's/:[0-9]*:.* / /' | sort -u
}
# reused FILE...: names that two of these documents make.
reused() { created "$@" | cut -d' ' -f2 | sort | uniq -d; }
# wide FILE...: lines of more than 120 columns.
wide() { awk 'length > 120 && !/^\|/ && !/^    / {print FILENAME ":" FNR ": " length " columns"}' "$@"; }

documents=(*.md doc/*.md deploy/*.md sql/*.md tests/cases/*.md schema/maps/drawing/*.md)
test_links() { same "dead links" "$(dead "${documents[@]}")" ""; }
test_tournaments() {
	[ "$(created "${documents[@]}" | wc -l)" -ge 40 ] || same "names" "$(created "${documents[@]}")" "forty or more"
	same "names that two documents use" "$(reused "${documents[@]}")" ""
}
test_length() {
	local words lines
	words=$(cat "${documents[@]}" | wc -w) lines=$(wc -l <NEWS.md)
	[ "$words" -le 50000 ] || same "words of all documents" "$words" "50000 at most: shorten others"
	[ "$lines" -le 120 ] || same "lines of NEWS.md" "$lines" "120 at most: shorten others"
}
test_columns() { same "wide lines" "$(wide "${documents[@]}")" ""; }

test_links_and_columns_can_fail() {
	local scratch
	scratch=$(mktemp)
	printf '# One: Two\nSee [it](gone.md), [this](#one-two), [that](#two).\nx%120s\n|%121s\n' x x >"$scratch"
	same "dead links" "$(dead "$scratch")" "$scratch: gone.md
$scratch: #two"
	same "wide lines" "$(wide "$scratch")" "$scratch:3: 121 columns"
	echo '    aresctl tournament create by-sql --games 1' >"$scratch"
	same "a name of README" "$(reused "$scratch" README.md)" by-sql
	rm "$scratch"
}

# The file that says how to cite the project has its version and licence.
test_citation() {
	same version "$(sed -n 's/^version: //p' CITATION.cff)" "$(sed -n 's/^#define ARESFARM_VERSION "\(.*\)"$/\1/p' daemon/base/version.h)"
	same licence "$(sed -n 's/^license: //p' CITATION.cff) License" "$(head -1 LICENSE)"
}

run_tests
