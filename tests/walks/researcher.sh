#!/bin/bash
# researcher: walks through README.md as somebody who wants to compare players.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh
. tests/walks.sh
walk_begin

test_first_run() {
	local said
	said=$(walk "$(block README.md 'Try it' 1 | grep '^make run')")
	alike "$(block README.md 'Try it' 2 2)" "$(grep -A5 '^Points by player' <<<"$said")"
}

run_tests
