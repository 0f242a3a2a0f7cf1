#!/bin/bash
# hardening: proves that the programs were built with what makes a fault in them harder to use: full RELRO, a position of their
# own choice, no executable stack, stack protectors, FORTIFY_SOURCE, probes of large frames, and CET on x86-64.
#
# The last test builds a program without each of these, and the check must say so. What only some machines or compilers know
# is asked for there only. The sanitizers stand in for FORTIFY_SOURCE.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh

# lacking PROGRAM: what it lacks, a word each.
lacking() {
	local segments dynamic symbols
	segments=$(readelf -lW "$1")
	dynamic=$(readelf -dW "$1")
	symbols=$(readelf --dyn-syms -W "$1")
	grep -q ' GNU_RELRO ' <<<"$segments" && grep -q ' BIND_NOW' <<<"$dynamic" || echo relro
	grep -q 'Flags:.* PIE' <<<"$dynamic" || echo pie
	grep -qE ' GNU_STACK .* RW ' <<<"$segments" || echo stack
	grep -q ' __stack_chk_fail@' <<<"$symbols" || echo protector
	is_sanitized || grep -qE ' __(memcpy|snprintf|vsnprintf|fprintf)_chk@' <<<"$symbols" || echo fortify
	[ "$(uname -m)" = x86_64 ] || return 0
	readelf -nW "$1" | grep -q 'x86 feature: .*SHSTK' || echo shstk
	objdump -d --no-show-raw-insn "$1" | awk '
		/<main>:$/ {getline; marked = /endbr64/}
		/sub +\$0x1000,%rsp/ {getline; if (/\$0x0,\(%rsp\)/) probed = 1}
		END {if (!marked) print "ibt"; if (!probed) print "clash"}'
}
is_sanitized() { case $B in */san) ;; *) false ;; esac }

test_programs() {
	local program
	for program in "$B"/{aresd,aresctl,aresweb,aresdaide,bench_judge}; do
		same "what $program lacks" "$(lacking "$program" | paste -sd' ')" ""
	done
}

# Every object, since one without the mark takes it from the program.
test_every_object_has_marks() {
	[ "$(uname -m)" = x86_64 ] || skip "CET is x86-64's"
	local objects
	mapfile -t objects < <(find "$B"/lib "$B"/daemon -name '*.o')
	same "objects without CET" "$(readelf -nW "${objects[@]}" | awk '
		/^File: / {object = $2; lacks[object]}
		/x86 feature: IBT, SHSTK/ {delete lacks[object]; marked++}
		END {for (object in lacks) print object; if (marked < 100) print marked + 0 " have it"}')" ""
}

# without WHAT FLAG...: the check misses it in a program that was built with these flags.
without() {
	local what=$1
	shift
	${CC:-gcc} -O2 "${all[@]}" "$@" -x c "$scratch/program.c" -o "$scratch/program" 2>/dev/null
	same "what is lacking in a program built with $*" "$(lacking "$scratch/program" | paste -sd' ')" "$what"
}

test_each_can_be_missing() {
	local scratch all=(-fPIE -pie -fstack-protector-strong -fstack-clash-protection -D_FORTIFY_SOURCE=3 -Wl,-z,relro,-z,now)
	[ "$(uname -m)" = x86_64 ] || skip "the flags here are those of x86-64"
	! is_sanitized || skip "without the sanitizers it is tried already"
	all+=(-fcf-protection=full -Wl,-z,shstk)
	scratch=$(mktemp -d)
	cat >"$scratch/program.c" <<-'C'
		#include <stdio.h>
		#include <string.h>
		int main(int argc, char **argv)
		{
			char line[9000];
			memcpy(line, argv[0], argc);
			return puts(line);
		}
	C
	without ""
	without relro -Wl,-z,lazy
	without relro -Wl,-z,norelro
	without pie -no-pie
	without stack -Wl,-z,execstack
	without protector -fno-stack-protector
	without fortify -U_FORTIFY_SOURCE
	without ibt -fcf-protection=return
	without clash -fno-stack-clash-protection
	all=("${all[@]/-Wl,-z,shstk/-g}")
	without shstk -fcf-protection=branch
	rm -r "$scratch"
}

run_tests
