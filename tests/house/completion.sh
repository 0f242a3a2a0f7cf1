#!/bin/bash
# completion: proves that bash and zsh complete what somebody types at their prompt: commands, options, names, lists and files.
# The shells run on a terminal; nothing of the user's own settings is read.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh

folder=$(mktemp -d)
mkdir "$folder/cases" "$folder/bin"
cat >"$folder/bin/aresctl" <<'END'
#!/bin/bash
# aresctl with a farm of two tournaments
[ "$*" = 'tournament list --names' ] && printf '%s\n' mine-1 yours && exit
exec "${0%/bin/aresctl}/aresctl" "$@"
END
chmod +x "$folder/bin/aresctl"
ln -s "$PWD/$B/aresctl" "$folder/aresctl"
touch "$folder/cases/one.cases" "$folder/cases/other.txt"
cp "$B"/completions/_* "$folder"
cat >"$folder/.zshrc" <<'END'
fpath=($ZDOTDIR $fpath)
autoload -U compinit
compinit -D -u
unsetopt PROMPT_SP PROMPT_CR
unset zle_bracketed_paste
setopt INTERACTIVE_COMMENTS
PS1='ready> '
END
{ cat "$B"/completions/[!_]*; echo "PS1='ready> '"; } >"$folder/bashrc"

shell_bash() { bash --noprofile --rcfile "$folder/bashrc" -i; }
shell_zsh() { ZDOTDIR=$folder zsh -d -i; }
export -f shell_bash shell_zsh
export folder

# typed SHELL [KEYS SHOWN]...: types the keys at a prompt of the shell; the last line then shows this, a regular expression. Then
# the next keys, at a new prompt: the line is made a comment.
typed() {
	local shell=$1 steps=() said
	shift
	for ((; $#; )); do
		steps+=('ready> $' "$1" "$2 *\$" '^A#^M')
		shift 2
	done
	said=$(PATH=$folder/bin:$PWD/$B:$PATH TERM=dumb python3 tests/terminal.py 200x50 "${steps[@]}" 'ready> $' 'exit^M' -- bash -c "shell_$shell")
	grep -q ' left=0 ' <<<"$said" || same "what $shell shows" "$said" "${steps[*]}"
}

both=('aresctl tourn^Icr^Ix' '> aresctl tournament create +x'
	'aresctl tournament create x --rules th^I' '> aresctl tournament create x --rules thesis'
	'aresctl tournament create x --rules=th^I' '> aresctl tournament create x --rules=thesis'
	'aresctl tournament create x --seats ares,rando^I' '> aresctl tournament create x --seats ares,random'
	'aresctl -d up tournament create x --gam^I' '> aresctl -d up tournament create x --games'
	'aresctl tournament create x --dbn^I' '> aresctl tournament create x --dbname'
	"aresctl judge $folder/cas^Io^I" "> aresctl judge $folder/cases/one.cases"
	'aresctl query thesis/like^I' '> aresctl query thesis/likelihood'
	'aresctl watch mi^I' '> aresctl watch mine-1'
	'aresctl tournament status yo^I' '> aresctl tournament status yours'
	'aresctl watch --sc^I' '> aresctl watch --score'
	'aresd --log js^I' '> aresd --log json'
	'aresweb --vers^I' '> aresweb --version')

test_bash() { typed bash "${both[@]}"; }

# zsh also says what each is.
test_zsh() {
	command -v zsh >/dev/null || skip "zsh is not here"
	typed zsh "${both[@]}" 'aresctl game ^I' 'quarantine +-- quarantine a game[^$]*' \
		'source <(aresctl --completion=zsh); aresctl tourn^I' 'aresctl tournament'
}

# Every option and command of every program is in both; the lists are those of --help.
test_the_same_words() {
	local program
	for program in $(sed -n 's/^PROGRAMS := //p' Makefile); do
		same "options of $program" "$(grep -oE "'--[a-z-]+:" "$B/completions/_$program" | tr -d "':" | sort -u)" \
			"$(grep -E "options(\+)?='" "$B/completions/$program" | grep -oE -- '--[a-z-]+' | sort -u)"
	done
}

test_shells() {
	same bash "$("$B/aresctl" --completion=bash)" "$("$B/aresctl" --completion)"
	refused "no option --completion" "$B/aresctl" --completion=fish
}

run_tests
