#!/bin/bash
# memory: the unit tests of libares, of its environment and of its lists under valgrind: no memory is read before it is written, and
# none is lost.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh

test_memory() {
	local suite
	command -v valgrind >/dev/null || skip "there is no valgrind"
	case $B in */san | */coverage) skip "valgrind and the sanitizers exclude each other" ;; esac
	for suite in api env vocabulary choices; do
		GAMES=1 MOST=256 valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite \
			"$B/test_$suite" >/dev/null
	done
}

run_tests
