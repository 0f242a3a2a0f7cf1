# ends: ends processes by a mark that they carry in their environment, whatever session, group or parent they have. Their
# children inherit it. PostgreSQL's server keeps it; the server's children end with it.

# marked NAME=VALUE: the processes that carry the mark, apart from this shell and what runs this function.
marked() {
	local process
	for process in /proc/[0-9]*; do
		process=${process#/proc/}
		[ "$process" != $$ ] && [ "$process" != "$BASHPID" ] || continue
		! tr '\0' '\n' 2>/dev/null <"/proc/$process/environ" | grep -qxF -e "$1" || echo "$process"
	done 2>/dev/null
}

# marked_end NAME=VALUE: ends them: asks, waits for some seconds, then kills. Prints the command of each that was there.
marked_end() {
	local process tries left signal=TERM
	for process in $(marked "$1"); do
		tr '\0' ' ' <"/proc/$process/cmdline" 2>/dev/null && echo || true
	done
	for ((tries = 0; tries < 100; tries++)); do
		left=$(marked "$1")
		[ -n "$left" ] || return 0
		[ $tries -lt 50 ] || signal=KILL
		[ $((tries % 50)) -ne 0 ] && [ $signal = TERM ] || kill -$signal $left 2>/dev/null || true
		# a process that was stopped takes no signal but these
		kill -CONT $left 2>/dev/null || true
		sleep 0.1
	done
	echo "still there: $left"
	return 1
}
