#!/bin/bash
# pieces: proves that markup which cannot be written safely is not built: daemon/pages/pieces.awk refuses it and names the line.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh

# pieces HEAD MARKUP: what is made of a piece, or why it is refused.
pieces() { printf '<!-- piece: %s -->\n%s\n' "$1" "$2" | awk -f daemon/pages/pieces.awk 2>&1; }

refuses() {
	local said status=0
	said=$(pieces "$2" "$3") || status=$?
	same "status of $3" "$status" 1
	case $said in *"$1"*) ;; *) same "what is said of $3" "$said" "...$1..." ;; esac
}

test_each_type_has_its_writer() {
	same "calls" "$(pieces 'put_x(a text, b int, c address, d markup, e real)' '<a href="/{c}?{b}">{a}</a>{d}{e}\' |
		sed -n 's/^	page_\([a-z]*\)(page, \([a-e]\));/\1 \2/p' | xargs)" "address c int b text a markup d real e"
}
test_unknown_place() { refuses 'no parameter of that name: b' 'put_x(a text)' '<p>{a}{b}</p>'; }
test_parameter_without_place() { refuses 'no place of the parameter b' 'put_x(a text, b int)' '<p>{a}</p>'; }
test_unknown_type() { refuses 'no type of a parameter: html' 'put_x(a html)' '<p>{a}</p>'; }
test_attribute_without_quotes() { refuses 'a place in a tag without quotes: a' 'put_x(a text)' '<p class={a}>'; }
test_name_of_a_tag() { refuses 'a place in a tag without quotes: a' 'put_x(a text)' '<{a}>'; }
test_head_without_a_blank() {
	local said
	said=$(printf '<!--piece: put_x() -->\n' | awk -f daemon/pages/pieces.awk 2>&1 || true)
	contains 'no head of a piece' <<<"$said"
}
test_head_without_types() { refuses 'not a name with parameters' 'put_x(a)' '<p>{a}</p>'; }

run_tests
