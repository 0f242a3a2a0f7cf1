#!/bin/bash
# tests/fuzz/fuzz.sh SECONDS: runs every fuzz target under libFuzzer for this time, each with a corpus that stays in build/corpus.
# An input that breaks a target is left in build/ as crash-*; then the status is 1. SEED is libFuzzer's seed. It is printed, and
# drawn by chance when it is not given.
set -eu
cd "$(dirname "$0")/../.."
seconds=${1:-60} seed=${SEED:-$((RANDOM + 1))}
flags=(-std=gnu11 -D_GNU_SOURCE -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all
	-Iinclude -Ilib -Idaemon -Itests/fuzz -Ibuild)
libraries=(-lnettle -ljson-c -lzstd -llpsolve55 -l:libcolamd.a -l:libsuitesparseconfig.a -ldl -lm)

# compile SOURCE: of the archive from which a target takes what it needs.
compile() { clang "${flags[@]}" -fsanitize=fuzzer-no-link -c "$1" -o "build/libfuzzer/${1//\//_}.o"; }
rm -rf build/libfuzzer build/libfuzzer.a
mkdir -p build/libfuzzer
for source in $(find lib daemon/base daemon/db/record -name '*.c') daemon/web/http/{address,cookie,origin,request}.c \
	daemon/web/{login/login_form,seat/seat_request}.c \
	daemon/exchange/{saved_read,import_play,import_compare}.c build/commit.c; do
	while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n; done
	compile "$source" &
done
wait
ar rcs build/libfuzzer.a build/libfuzzer/*.o

for source in tests/fuzz/fuzz_*.c; do
	target=$(basename "$source" .c)
	mkdir -p "build/corpus/$target"
	clang "${flags[@]}" -fsanitize=fuzzer "$source" build/libfuzzer.a "${libraries[@]}" -o "build/libfuzzer_$target"
	echo "$target: $seconds seconds, SEED=$seed"
	"build/libfuzzer_$target" -max_total_time="$seconds" -seed="$seed" -max_len=8192 -artifact_prefix=build/ -verbosity=0 \
		-print_final_stats=1 "build/corpus/$target" tests/cases tests/njudge tests/saved 2>&1 | grep -E 'number_of_executed_units|new_units_added|ERROR|SUMMARY|does not hold' || true
	[ "${PIPESTATUS[0]}" -eq 0 ]
done
