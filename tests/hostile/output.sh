#!/bin/bash
# output: proves that a command whose output does not arrive says so, by its status and in a line. A reader that goes, as in
# "| head", is no fault. Standard streams that are closed do no harm: what is printed goes nowhere else.
. tests/suite.sh
. tests/hostile.sh

ctl init >/dev/null
ctl tournament create seen-$$ --games 2 --seats random,random --seed "$SEED" >/dev/null
aresd --until-done --workers 1

# The commands that print. Each prints something here.
printing=(
	"tournament list" "tournament list --json" "tournament status seen-$$" "tournament status seen-$$ --json"
	"tournament digest seen-$$" "show seen-$$/1" "show seen-$$/1 --json" "show seen-$$/1 S1901M" "metrics" "watch seen-$$"
	"watch seen-$$ --json" "verify seen-$$" "alive 86400" "judge tests/cases/thesis.cases" "judge -v tests/cases/datc.cases"
	"judge --json -v tests/cases/datc.cases" "help" "tournament --help" "query" "query --json" "query standings seen-$$"
	"query games seen-$$ --format csv" "query fates seen-$$ --json" "query games --about"
)

# not_written WORD...: the last command gave this status and said this.
not_written() {
	case $status:$said in
	*$'\n'*) same "what $* said" "$said" "one line" ;;
	"2:aresctl: standard output could not be written"*) ;;
	*) same "$*" "$status:$said" "2: standard output could not be written" ;;
	esac
}

test_full_device() {
	local words status said
	for words in "${printing[@]}"; do
		status=0
		said=$(ctl $words 2>&1 >/dev/full) || status=$?
		not_written "$words, to a full device"
	done
}

test_closed_output() {
	local words status said
	for words in "${printing[@]}"; do
		status=0
		said=$(ctl $words 2>&1 >&-) || status=$?
		not_written "$words, to nowhere"
	done
	ctl tournament pause seen-$$ >/dev/null
	ctl tournament resume seen-$$ >/dev/null 2>&- <&-
}

# A reader that goes: quiet, whether SIGPIPE kills or is ignored.
test_reader_goes() {
	local words said
	for words in "${printing[@]}"; do
		for said in "$(broken "" $words)" "$(broken PIPE $words)"; do
			case $said in 141: | 2:) ;; *) same "$words" "$said" "141: or 2:" ;; esac
		done
	done
}

# broken SIGNAL WORD...: runs aresctl, ignoring this signal, with nobody at the other end of its standard output; prints its
# status and what it says on standard error.
broken() {
	local status=0 said
	said=$(
		trap '' ${1:-WINCH}
		mkfifo "$hostile_dir/gone"
		exec 5<>"$hostile_dir/gone" 6>"$hostile_dir/gone" 5<&-
		rm "$hostile_dir/gone"
		ctl "${@:2}" 2>&1 >&6 6>&-
	) || status=$?
	echo "$status:$said"
}

# With closed streams the connection must not become standard output or error: what is printed would go to the server.
test_streams_are_not_connections() {
	local name
	ctl tournament create dark-$$ --games 2 --seats random,random --seed "$SEED" >/dev/null
	"$B/aresd" --until-done --workers 1 <&- >&- 2>&-
	holds "finished = 2 from farm.progress where tournament = 'dark-$$'"
	same "digest" "$(ctl tournament digest dark-$$ | cut -d' ' -f1)" "$(ctl tournament digest seen-$$ | cut -d' ' -f1)"
	"$B/aresd" <&- >&- 2>&- &
	trap "kill -KILL $! 2>/dev/null || true" EXIT
	name=/proc/$!/fd
	wait_for 10 holds "count(*) > 0 from farm.workers where gone_at is null"
	same "the streams" "$(readlink $name/0 $name/1 $name/2 | sort -u)" /dev/null
	kill -TERM $!
	wait $!
}

run_tests
