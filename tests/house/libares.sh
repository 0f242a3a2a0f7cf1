#!/bin/bash
# libares: proves that the shared library has the names of ares.h and no others, that its own objects have no data that changes,
# print nothing and end nothing, and that programs in C and C++ need only the header and the library, shared or static.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh

declared() { sed -n 's/^ARES_API .*\b\(ares_[a-z_]*\)(.*/\1/p' include/ares.h | LC_ALL=C sort; }

test_names() {
	same "names of the version script" "$(sed -n 's/^\t\(ares_[a-z_]*\);$/\1/p' lib/api/ares.map)" "$(declared)"
	same "exported names" "$(nm -D --defined-only "$B/libares.so" | sed -n 's/.* T \(.*\)@@ARES_1.0$/\1/p' | LC_ALL=C sort)" "$(declared)"
	same "other exported names" "$(nm -D --defined-only "$B/libares.so" | grep -v ' ares_' | grep -vE ' A ARES_1.0|__(asan|odr|gcov)')" ""
	same "soname" "$(readelf -d "$B/libares.so" | sed -n 's/.*soname: \[\(.*\)\]/\1/p')" libares.so.1
}

is_instrumented() { case $B in */san | */coverage) true ;; *) false ;; esac }

# The lock of lp_solve, which is not a library for several threads, is in a common symbol.
test_no_data_changes() {
	! is_instrumented || skip "the compiler adds data"
	same "data that changes" "$(find "$B/lib" -name '*.o' -exec objdump -t {} + | awk '/ O (\.data|\.bss|\*COM\*|\.tdata|\.tbss)\t/ {print $NF}' |
		grep -v '^\.gomp_critical_user_lp_solve$')" ""
}

# equilibrium.c ends the process where lp_solve has no memory for blackmane: ares.h says so.
test_prints_and_ends_nothing() {
	local names='exit|_exit|_Exit|abort|printf|fprintf|puts|putchar|fputs|fwrite|perror|stdout|stderr|time|clock_gettime|gettimeofday'
	names+='|__printf_chk|__fprintf_chk|signal|sigaction|getenv|rand'
	same "calls" "$(find "$B/lib" -name '*.o' ! -name equilibrium.o -exec nm -A -u {} + | awk '{print $NF}' | grep -xE "$names")" ""
}

# built COMPILER LANGUAGE FLAG...: a program built with these begins a game and prints its phase.
built() {
	local scratch compiler=$1 language=$2
	shift 2
	scratch=$(mktemp -d)
	cat >"$scratch/program" <<-'END'
		#include <ares.h>
		#include <stdio.h>
		int main(void)
		{
			struct ares_error error;
			struct ares_map *map;
			struct ares_board board;
			char text[ARES_PHASE_TEXT];
			if (ares_map_open("standard", &map, &error) || ares_board_start(map, &board, &error))
				return puts(error.text);
			printf("%s %s\n", ares_version(), ares_phase_print(ares_board_phase(map, &board), text));
			ares_map_close(map);
			return 0;
		}
	END
	$compiler -Wall -Wextra -pedantic -Werror -Iinclude \
		-x "$language" "$scratch/program" -x none "$@" -o "$scratch/run"
	LD_LIBRARY_PATH=$B "$scratch/run"
	rm -r "$scratch"
}

test_programs() {
	! is_instrumented || skip "programs would need the sanitizers or counters, too"
	same "C" "$(built "${CC:-gcc}" c -std=c99 -L"$B" -lares)" "1.0.0 S1901M"
	same "static" "$(built "${CC:-gcc}" c -std=c11 "$B/libares.a" $(sed -n 's/^Libs.private: //p' "$B/ares.pc"))" "1.0.0 S1901M"
	command -v g++ >/dev/null || skip "there is no compiler of C++"
	same "C++" "$(built g++ c++ -std=c++11 -L"$B" -lares)" "1.0.0 S1901M"
}

# What an older program of version 1 uses stays as it was. After additions:
# make B=/tmp/abi CFLAGS="-O0 -g" /tmp/abi/libares.so
# abidw --headers-dir include --drop-private-types --exported-interfaces-only --no-corpus-path --no-comp-dir-path \
#   --out-file lib/api/ares.abi /tmp/abi/libares.so
# long
test_abi() {
	local folder
	command -v abidiff >/dev/null || skip "abigail-tools is not here"
	! is_instrumented || skip "the library is another one"
	folder=$(mktemp -d)
	make -s -j2 B="$folder" CFLAGS="-O0 -g" "$folder/libares.so" # the farm's -g1 leaves out types
	abidiff --headers-dir2 include --no-added-syms lib/api/ares.abi "$folder/libares.so"
}

test_man_page() {
	command -v man >/dev/null || skip "there is no man"
	same "warnings" "$(man --warnings -l "$B/ares.3" 2>&1 >/dev/null)" ""
}

run_tests
