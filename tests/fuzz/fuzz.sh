#!/bin/bash
# tests/fuzz/fuzz.sh SECONDS: runs every fuzz target under libFuzzer for this time, each with a corpus that stays in build/corpus.
# An input that breaks a target is left in build/ as crash-*; then the status is 1. SEED is libFuzzer's seed. It is printed, and
# drawn by chance when it is not given.
set -eu
cd "$(dirname "$0")/../.."
seconds=${1:-60} seed=${SEED:-$((RANDOM + 1))}
includes=(-Iinclude -Ilib -Idaemon -Itests/fuzz -Ibuild)

for source in tests/fuzz/fuzz_*.c; do
	target=$(basename "$source" .c)
	mkdir -p "build/corpus/$target"
	clang -std=gnu11 -D_GNU_SOURCE -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all "${includes[@]}" \
		"$source" daemon/db/record/{stored,stored_print,audit,digest,summary,secret}.c \
		daemon/web/http/{address,cookie,origin,request}.c daemon/web/{login/login_form,seat/seat_request}.c \
		daemon/exchange/{saved_read,saved_state,import_play,import_ends,import_compare}.c daemon/base/*.c build/commit.c \
		lib/*/*.c lib/*/*/*.c lib/*/*/*/*.c -lnettle -ljson-c -lzstd -llpsolve55 -l:libcolamd.a -l:libsuitesparseconfig.a -ldl -lm -o "build/libfuzzer_$target"
	echo "$target: $seconds seconds, SEED=$seed"
	"build/libfuzzer_$target" -max_total_time="$seconds" -seed="$seed" -max_len=8192 -artifact_prefix=build/ -verbosity=0 \
		-print_final_stats=1 "build/corpus/$target" tests/cases tests/njudge tests/saved 2>&1 | grep -E 'number_of_executed_units|new_units_added|ERROR|SUMMARY|does not hold' || true
	[ "${PIPESTATUS[0]}" -eq 0 ]
done
