#!/bin/bash
# options: every option of every command is parsed, and stands in --help, in the man page and in the completion. The lists
# come from --help, so that a new command or option is tested too.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh

# The programs are asked once: for the help of each command, by its words, for man page and completion. Of the
# help: the names of a command's subcommands, and its options, "--name" or "--name VALUE", one per line.
declare -A help man commands options
all=() option_line='^  (-[a-zA-Z],|   ) (--[^ ]+( [A-Z]+(=[A-Z]+)?( |$))?)'

# ask WORD...: asks for the help of the command and of all below it.
ask() {
	local line part= name
	all+=("$*")
	help[$*]=$("$B/$1" "${@:2}" --help)
	commands[$*]='' options[$*]=''
	while IFS= read -r line; do
		case $part:$line in
		"$part:" | *:Commands: | *:Options:) part=$line ;;
		Commands::"  "[a-z]*)
			read -r name line <<<"$line"
			commands[$*]+="$name "
			;;
		Options::*)
			[[ ! $line =~ $option_line ]] || options[$*]+=${BASH_REMATCH[2]% }$'\n'
			;;
		esac
	done <<<"${help[$*]}"
	options[$*]=${options[$*]%$'\n'}
	for name in ${commands[$*]}; do
		ask "$@" "$name"
	done
}
# As the Makefile lists them.
programs=$(sed -n 's/^PROGRAMS := //p' Makefile)
for program in $programs; do
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
	same "options" "$(tr '\n' ' ' <<<"${options[aresctl judge]}")" \
		"--rules RULES --judge JUDGE --map MAP --verbose --reasons --json --help "
	same "aresd's" "$(wc -l <<<"${options[aresd]}")" 21
}

# "aresctl help NAME" is asked for each fourth command.
turn=$SEED
help_is_whole() {
	local said=${help[$*]} line
	case $said in "usage: $*"[" "$'\n']*) ;; *) same "help of $*" "$said" "usage: $* ..." ;; esac
	has "$said" --help
	while IFS= read -r line; do
		[ ${#line} -le 80 ] || [[ $line =~ ^\ \ [^\ -] ]] ||
			same "line of the help of $*" "$line" "at most 80 characters"
	done <<<"$said"
	[ $# = 1 ] || ((turn++ % 4)) || same "help $*" "$("$B/$1" help "${@:2}")" "$said"
}
test_help() { each_command help_is_whole; }

# limits WORD...: of the help of a command: what must be given, and the ranges and defaults that are numbers.
limits() {
	awk -v RS= '
		function put() {
			if (match(option, /\([^()]*[0-9][^()]*\)$/) && option !~ /names: | (RULES|CONNINFO) /)
				print "    " name " " substr(option, RSTART)
			option = ""
		}
		NR == 1 {gsub(/[ \n]+/, " "); sub(/^usage: /, ""); print}
		/^(Arguments|Options):\n/ {
			n = split($0, line, "\n")
			for (i = 2; i <= n; i++) {
				begins = line[i] ~ /^  ([A-Z]|(-.,|   ) --)/
				gsub(/^ +| +$/, "", line[i])
				if (begins) {
					put()
					name = line[i]
					sub(/  .*/, "", name)
				}
				option = option " " line[i]
			}
			put()
		}' <<<"${help[$*]}"
}
test_limits() {
	same "what limits.txt has, and what --help says" "$(diff tests/house/limits.txt <(each_command limits))" ""
}

# Each command gets all its options that take no value, and then one that is refused: in turn an option
# without its value or one that no command has. The value of --NAME=1 is refused in test_options.
is_parsed() {
	local option value flags=() last=(--fly) refusals=("no option --fly")
	[ "$*" != "aresctl psql" ] || last=() refusals=()
	while read -r option value; do
		if [ -n "$value" ]; then
			last+=("$option")
			refusals+=("$option needs a value: $option $value")
		elif [[ $option != --@(|help|version) ]]; then
			flags+=("$option")
		fi
	done <<<"${options[$*]}"
	[ ${#last[@]} = 0 ] ||
		refused "${refusals[turn % ${#last[@]}]}" "$B/$1" "${@:2}" "${flags[@]}" "${last[turn++ % ${#last[@]}]}"
}
test_parsed() { each_command is_parsed; }

# read_page PROGRAM: reads its man page into page, by the words of each command, as plain text.
declare -A page
read_page() {
	local line command=
	while IFS= read -r line; do
		case $line in
		'.SH OPTIONS' | '.SH COMMANDS') command=$1 ;;
		'.SS '*) command="$1 ${line#.SS }" ;;
		'.SH '*) command= ;;
		esac
		[ -z "$command" ] || page[$command]+=$line$'\n'
	done <<<"${man[$1]}"
}

is_in_the_page() {
	local option value
	if [ $# -gt 1 ] && [ -n "${commands[$*]}" ]; then
		return # its commands have sections, it has none
	fi
	while read -r option value; do
		[[ -z $option || $option = --help && $# -gt 1 ]] ||
			[[ $'\n'${page[$*]} =~ $'\n'(-., )?"$option${value:+ $value}"$'\n' ]] ||
			same "man page of $*" "${page[$*]}" "$option $value"
	done <<<"${options[$*]}"
}
test_man_page() {
	local program
	for program in "${!man[@]}"; do
		read_page "$program"
	done
	each_command is_in_the_page
}

test_man_page_is_sound() {
	local program
	command -v groff >/dev/null || skip "groff is not here"
	for program in $programs; do
		same "warnings" "$("$B/$program" --man | groff -man -ww -Tutf8 2>&1 >/dev/null)" ""
	done
}

# complete_words WORD...: sets COMPREPLY to what bash offers for the last word.
complete_words() {
	local cur COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
	COMPREPLY=()
	"_$1"
}

# completed WORD...: what bash offers for the last word, sorted, in a line.
completed() {
	complete_words "$@"
	[ ${#COMPREPLY[@]} = 0 ] || printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//'
}

is_completed() {
	local option value
	complete_words "$@" --
	while read -r option value; do
		[[ -z $option || " ${COMPREPLY[*]} " = *" $option "* ]] ||
			same "what $* -- offers" "${COMPREPLY[*]}" "... $option ..."
	done <<<"${options[$*]}"
	[ -z "${commands[$*]}" ] || { complete_words "$@" "" && has "${COMPREPLY[*]}" ${commands[$*]}; }
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
	for program in $programs; do
		same $program "$("$B/$program" --version)" "$program $version (commit $commit)"
	done
}

# to_full WORD...: with a full device as standard output, the program ends with status 2 and says why in a line.
to_full() {
	local status=0 said
	said=$("$B/$1" "${@:2}" 2>&1 >/dev/full) || status=$?
	same "$* to a full device" "$status: $said" "2: $1: standard output could not be written: No space left on device"
}
test_output_does_not_arrive() {
	local program
	to_full aresctl tournament create --help
	for program in $programs; do
		to_full "$program" --help
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
	done <<<"${options[aresd]}"
	rm "$settings"
}

# What a list has as JSON it prints, too.
test_json() {
	local list
	for list in players judges maps "rules standard"; do
		"$B/aresctl" $list >"$TMPDIR/list"
		same "missing from $list" "$("$B/aresctl" $list --json | python3 -c '
import json, re, sys

def values(some):
    if isinstance(some, dict):
        some = list(some.values())
    return [value for one in some for value in values(one)] if isinstance(some, list) else [str(some)]

def words(text):
    return set(re.findall(r"[^\s,:;()\"]+", text))

told = words(" ".join(values(json.load(sys.stdin)))) - {"True", "False"}
print(*sorted(told - words(open(sys.argv[1]).read())))
' "$TMPDIR/list")" ""
	done
}

run_tests
