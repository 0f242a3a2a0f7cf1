#!/bin/bash
# options: every option of every command is parsed, and stands in --help, in the man page and in the completion. The lists
# come from --help, so that a new command or option is tested too.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh

# The programs are asked once: for the help of each command, by its words, for man page and completion.
declare -A help man
all=()

# commands_of WORD...: the names of a command's subcommands.
commands_of() { awk '/^$/ {on = 0} on && /^  [a-z]/ {print $1} /^Commands:$/ {on = 1}' <<<"${help[$*]}"; }

# options_of WORD...: a command's options, "--name" or "--name VALUE", a line each.
options_of() {
	awk '/^$/ {on = 0} on && match($0, /^  (-[a-zA-Z], |    )--/) {
		rest = substr($0, RLENGTH - 1); split(rest, part, " "); print part[1] (part[2] ~ /^[A-Z]+(=[A-Z]+)?$/ ? " " part[2] : "")
	} /^Options:$/ {on = 1}' <<<"${help[$*]}"
}

# ask WORD...: asks for the help of the command and of all below it.
ask() {
	local name
	all+=("$*")
	help[$*]=$("$B/$1" "${@:2}" --help)
	for name in $(commands_of "$@"); do
		ask "$@" "$name"
	done
}
for program in aresctl aresd aresweb aresdaide; do
	ask $program
	man[$program]=$("$B/$program" --man | sed 's/\\-/-/g; s/\\f[A-Z]//g')
	eval "$("$B/$program" --completion)"
done

# each_command FUNCTION: calls it with the words of each command of all programs.
each_command() {
	local command
	for command in "${all[@]}"; do
		"$1" $command
	done
}

# has TEXT WHAT...: TEXT has the word WHAT for each.
has() {
	local text=$1 word
	shift
	for word; do
		[[ $text =~ (^|[^[:alnum:]_])"$word"([^[:alnum:]_]|$) ]] || same "what there is" "$text" "...$word..."
	done
}

test_lists() {
	has "$(printf '%s\n' "${all[@]}")" "aresctl up" "aresctl tournament create" "aresctl game retry" \
		"aresctl experiment cases"
	same "options" "$(options_of aresctl judge | tr '\n' ' ')" \
		"--rules RULES --judge JUDGE --map MAP --verbose --reasons --json --help "
	same "aresd's" "$(options_of aresd | wc -l)" 21
}

help_is_whole() {
	local said=${help[$*]}
	case $said in "usage: $*"[" "$'\n']*) ;; *) same "help of $*" "$said" "usage: $* ..." ;; esac
	has "$said" --help
	same "lines of the help of $* that are too long" "$(awk 'length > 80 && !/^  [^ -]/' <<<"$said")" ""
	[ $# = 1 ] || same "help $*" "$("$B/$1" help "${@:2}")" "$said"
}
test_help() { each_command help_is_whole; }

is_parsed() {
	local option value
	while read -r option value; do
		if [ -n "$value" ]; then
			refused "$option needs a value: $option $value" "$B/$1" "${@:2}" "$option"
		elif [ "$*" != "aresctl psql" ]; then
			refused "$option takes no value" "$B/$1" "${@:2}" "$option=1"
		fi
	done <<<"$(options_of "$@")"
	[ "$*" = "aresctl psql" ] || refused "no option --fly" "$B/$1" "${@:2}" --fly
}
test_parsed() { each_command is_parsed; }

# page WORD...: the part of the man page that is about a command, as plain text.
page() {
	awk -v name="${*:2}" '/^\.S[SH] / {
		on = name == "" ? $0 == ".SH OPTIONS" || $0 == ".SH COMMANDS" : $0 == ".SS " name
	} on' <<<"${man[$1]}"
}

is_in_the_page() {
	local option value text
	if [ $# -gt 1 ] && [ -n "$(commands_of "$@")" ]; then
		return # its commands have sections, it has none
	fi
	text=$(page "$@")
	while read -r option value; do
		[ "$option" = --help ] && [ $# -gt 1 ] ||
			grep -qE -e "^(-., )?$option${value:+ $value}\$" <<<"$text" ||
			same "man page of $*" "$text" "$option $value"
	done <<<"$(options_of "$@")"
}
test_man_page() { each_command is_in_the_page; }

test_man_page_is_sound() {
	local program
	command -v groff >/dev/null || skip "groff is not here"
	for program in aresctl aresd aresweb aresdaide; do
		same "warnings" "$("$B/$program" --man | groff -man -ww -Tutf8 2>&1 >/dev/null)" ""
	done
}

# completed WORD...: what bash offers for the last word, sorted, in a line.
completed() {
	local cur COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
	"_$1"
	[ ${#COMPREPLY[@]} = 0 ] || printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//'
}

is_completed() {
	local names
	has "$(completed "$@" --)" $(options_of "$@" | cut -d' ' -f1)
	names=$(commands_of "$@")
	[ -z "$names" ] || has "$(completed "$@" "")" $names
}
test_completion() { each_command is_completed; }

test_completion_of_values() {
	local folder
	has "$(completed aresctl tournament create x --rules "")" datc3 standard thesis
	has "$(completed aresctl query "")" standings thesis/table_2
	same "questions of the thesis" "$(completed aresctl query thesis/table_1)" "thesis/table_10 thesis/table_11"
	same "a rule set" "$(completed aresctl tournament create x --rules = th)" thesis
	has "$(completed aresctl judge --judge "")" atlas decisions conditions
	fails grep conditions <<<"$(completed aresctl tournament create x --judge "")"
	same player "$(completed aresctl tournament create x --seats rando)" random
	same "a second player" "$(completed aresctl tournament create x --seats ares,rando)" ares,random
	same power "$(completed aresctl experiment openings x --power G)" GER
	same nothing "$(completed aresctl tournament create x --games "")" ""
	same "log" "$(completed aresd --log "")" "json text"
	same "a command after -d" "$(completed aresctl -d up tournament cr)" create
	same "a command's name as a name" "$(completed aresctl watch tournament --j)" --json
	folder=$(mktemp -d)
	mkdir "$folder/more"
	touch "$folder/one.cases" "$folder/two three.cases" "$folder/four.txt"
	same files "$(completed aresctl judge -v "$folder/")" "$folder/more $folder/one.cases $folder/two three.cases"
	same "settings" "$(completed aresd --config "$folder/f")" "$folder/four.txt"
	rm -r "$folder"
}

# With the commit that the programs were built of: it is a file of the build, which says so in a string.
test_version() {
	local version commit program
	version=$(sed -n 's/^#define ARESFARM_VERSION "\(.*\)"$/\1/p' daemon/base/version.h)
	commit=$(sed -n 's/^const char version_commit\[\] = "\(.*\)";$/\1/p' "$B/commit.c")
	grep -qE '^([0-9a-f]{12}(-dirty)?|unknown)$' <<<"$commit" || same commit "$commit" "12 digits"
	for program in aresctl aresd aresweb aresdaide; do
		same $program "$("$B/$program" --version)" "$program $version (commit $commit)"
	done
}

# to_full WORD...: with a full device as standard output, the program ends with status 2 and says why in a line.
to_full() {
	local status=0 said
	said=$("$B/$1" "${@:2}" 2>&1 >/dev/full) || status=$?
	same "$* to a full device" "$status: $said" "2: $1: standard output could not be written: No space left on device"
}
help_to_full() { to_full "$@" --help; }
test_output_does_not_arrive() {
	local program
	each_command help_to_full
	for program in aresctl aresd aresweb aresdaide; do
		to_full "$program" --version
		to_full "$program" --man
		to_full "$program" --completion
	done
}

# Every option of aresd with a number is a setting, and no other is.
test_settings() {
	local settings option value
	settings=$(mktemp)
	while read -r option value; do
		echo "${option#--} = x" >"$settings"
		case $value in
		N | S | MB) refused "$settings:1: ${option#--} x: must be a whole number from" "$B/aresd" --config "$settings" ;;
		*) refused "$settings:1: " "$B/aresd" --config "$settings" ;;
		esac
	done <<<"$(options_of aresd)"
	rm "$settings"
}

run_tests
